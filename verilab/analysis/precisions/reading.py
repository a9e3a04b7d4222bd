"""From a precision file to increments of an analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any

from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode

from verilab.analysis.candidates import Increment
from verilab.analysis.precisions.files import Kind, Line, PrecisionFile, Scope, Section, parse
from verilab.analysis.precisions.names import Names, digest
from verilab.analysis.precisions.terms import Translation, Untranslatable, without_reals
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope as Reach
from verilab.data_classes import dataclass
from verilab.formulas.terms.inspection import symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Location
from verilab.program.control import ControlGraph
from verilab.program.errors import InputError
from verilab.program.source import read_text
from verilab.program.types import IntType
from verilab.solving.smtlib.printing import symbol_text, to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import OutsideTheories, SmtLibError, read_sexps

_TERM_ERRORS = (SmtLibError, PysmtException, ValueError, TypeError, AssertionError, IndexError, KeyError)


def read_precision(path: str | Path) -> PrecisionFile:
    """The precision file of that name; InputError with its place where it cannot be read."""
    file = parse(read_text(path), str(path))
    check(file)
    return file


@dataclass(slots=True)
class Read:
    """What became of a file: how many facts are tracked from the start, what was left out, and how its scopes were read.

    ``left_out`` counts facts by the reason why.
    """

    facts: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"facts": self.facts, "left_out": dict(sorted(self.left_out.items())), "notes": self.notes}


def track(file: PrecisionFile, analysis: RefinableAnalysis, graph: ControlGraph, vocabulary: Vocabulary | None) -> Read:
    """Let an analysis begin with the facts of a file.

    ``vocabulary``: that of its predicates, None where it tracks none.  Raises InputError where an expression of the file is none.
    """
    read = Read()
    places = _Places(graph, Names(graph.program), file, read)
    if file.kind is Kind.PREDICATES:
        if vocabulary is None:
            read.notes.append(f"not used: the {analysis.name} analysis tracks no predicates")
            return read
        facts: _Facts = _Predicates(file, vocabulary, places.names, read)
    elif analysis.name not in ("value", "composite"):
        read.notes.append(f"not used: the {analysis.name} analysis tracks no values")
        return read
    else:
        facts = _Storages(places.names, read)
    for section in file.sections:
        around = places.of(section)
        tracked = facts.of(section) if around else frozenset()
        read.facts += len(tracked)
        for reach, locations in around:
            increment = Increment({graph.point(location, ()): tracked for location in locations if tracked})
            if increment:
                analysis.refine(increment, reach)
    places.note()
    return read


class _Places:
    """Where the sections of a file are, in this program."""

    def __init__(self, graph: ControlGraph, names: Names, file: PrecisionFile, read: Read) -> None:
        self.names = names
        self._graph = graph
        self._file = file
        self._read = read
        self._has_nodes = bool(file.automaton) and file.automaton == digest(graph.program)
        self._widened = 0

    def of(self, section: Section) -> list[tuple[Reach, Sequence[Location]]]:
        """The locations around which the facts of a section are tracked, and how far."""
        scope = section.scope
        everywhere = (Reach.GLOBAL, [self._graph.entry.location])
        if scope == Scope():
            return [everywhere]
        if scope.node is not None and self._has_nodes:
            locations = self._graph.program.locations
            if scope.node < len(locations):
                return [(Reach.LOCATED, [locations[scope.node]])]
            raise self._file.error(Line(f"N{scope.node}:", section.number), f"the automaton has no node {scope.node}")
        self._widened += scope.node is not None
        if self._file.kind is Kind.VALUES and not self._has_nodes:
            # The other tool groups variables by their function and tracks them everywhere; of a node's function it says nothing.
            return [everywhere]
        functions = self.names.functions.get(scope.function)
        if functions is None:
            self._read.left_out[f"of {scope.function}, which is no function of the program"] += len(section.facts)
            return []
        return [(Reach.FUNCTION, [function.entry for function in functions])]

    def note(self) -> None:
        """Say how the nodes of other automata were read."""
        if self._widened:
            whose = "another automaton" if self._file.automaton else "another tool"
            how = "everywhere" if self._file.kind is Kind.VALUES else "in the whole function"
            self._read.notes.append(f"{self._widened} sections of nodes of {whose} hold {how}: its numbers are not those of this automaton")


class _Facts:
    """What the lines of a section are, as facts of the analysis."""

    def of(self, section: Section) -> frozenset[Any]:
        raise NotImplementedError


class _Storages(_Facts):
    def __init__(self, names: Names, read: Read) -> None:
        self._names = names
        self._read = read

    def of(self, section: Section) -> frozenset[Any]:
        storages_here: set[Any] = set()
        for line in section.facts:
            storages = self._names.tracked(line.text.strip())
            if not storages:
                self._read.left_out["of a variable that the program does not have"] += 1
            storages_here.update(storages)
        return frozenset(storages_here)


class _Assertions:
    """The predicates of a map as terms of an environment of their own: which program they are for does not matter yet."""

    def __init__(self, file: PrecisionFile) -> None:
        self._file = file
        self._reader = SmtLibReader(Environment())
        self._outside: set[str] = set()
        for line in file.definitions:
            self._define(line)

    def formula(self, line: Line) -> FNode:
        """The predicate of an assertion; OutsideTheories or Untranslatable for one that is not read, InputError for none."""
        terms = read_sexps(line.text)[0][1:]
        try:
            if len(terms) != 1:
                raise SmtLibError(f"an assertion of {len(terms)} terms")
            formula = self._built(terms[0])
            if not self._reader.environment.stc.get_type(formula).is_bool_type():
                raise SmtLibError("a predicate must be Boolean")
            return formula
        except OutsideTheories:
            raise
        except _TERM_ERRORS as error:
            raise self._error(line, error) from None

    def _define(self, line: Line) -> None:
        """Declarations, definitions without parameters, and commands that mean nothing here."""
        expression = read_sexps(line.text)[0]
        try:
            match expression:
                case ["declare-fun", str(name), [], sort] | ["declare-const", str(name), sort]:
                    self._reader.names[name] = self._reader.declare(f"(declare-fun {name} () {_text(without_reals(sort))})")
                case ["declare-fun", str(name), [*_], _]:
                    raise OutsideTheories(f"the function {name}")
                case ["define-fun", str(name), [], _, term]:
                    self._reader.names[name] = self._built(term)
                case ["set-info" | "set-option" | "set-logic" | "declare-sort", *_]:
                    pass
                case [str(command), *_] if command not in ("declare-fun", "declare-const", "define-fun"):
                    raise self._file.error(line, f"{command} is no declaration or definition", command)
                case _:
                    raise self._file.error(line, "is no declaration, and no definition without parameters")
        except (OutsideTheories, Untranslatable):
            self._outside.add(str(expression[1]))
        except _TERM_ERRORS as error:
            raise self._error(line, error) from None

    def _built(self, term: Any) -> FNode:
        if self._outside and not self._outside.isdisjoint(_tokens(term)):
            raise OutsideTheories("of another sort or function")
        return self._reader.build(without_reals(term))

    def _error(self, line: Line, error: Exception) -> InputError:
        """Where a term is none: at the token that the reader complains of, where it names one."""
        message = str(error) or type(error).__name__
        tokens = [token for token in _tokens(read_sexps(line.text)[0]) if token.strip("|") and token.strip("|") == message.split(" ")[-1]]
        return self._file.error(line, message, tokens[0] if tokens else "")


class _Predicates(_Facts):
    """The predicates of a map, brought to the vocabulary's sorts."""

    def __init__(self, file: PrecisionFile, vocabulary: Vocabulary, names: Names, read: Read) -> None:
        self._read = read
        self._vocabulary = vocabulary
        self._names = names
        self._encoding = vocabulary.encoding.name
        self._elements = {vocabulary.name(element): element for element in vocabulary.elements if element is not None}
        self._assertions = _Assertions(file)
        self._meant: dict[FNode, tuple[FNode, IntType] | None] = {}
        self._same = SmtLibReader(vocabulary.terms.environment)

    def of(self, section: Section) -> frozenset[FNode]:
        predicates = (self._predicate(line) for line in section.facts)
        return frozenset(predicate for predicate in predicates if predicate is not None)

    def _predicate(self, line: Line) -> FNode | None:
        """The predicate of an assertion; None where it is left out, or says nothing."""
        try:
            formula = self._assertions.formula(line)
            if formula.is_bool_constant():
                return None
            meant = {symbol: self._meaning(symbol) for symbol in symbols(formula)}
            if None in meant.values():
                self._read.left_out["of a variable that the program does not have, or that has no symbol"] += 1
                return None
            brought = self._brought(formula, {symbol: meaning for symbol, meaning in meant.items() if meaning is not None})
            return None if brought.is_bool_constant() else brought
        except (OutsideTheories, Untranslatable) as error:
            self._read.left_out[f"of another theory: {error}"] += 1
            return None

    def _meaning(self, symbol: FNode) -> tuple[FNode, IntType] | None:
        """The symbol of the program that one of the file stands for, and its machine type; None where there is none."""
        if symbol not in self._meant:
            place = self._names.element(symbol.symbol_name())
            element = None if place is None else self._elements.get(f"{place[0].name}{place[1]}")
            self._meant[symbol] = None if element is None else (self._vocabulary.symbol(element), element[0].type)
        return self._meant[symbol]

    def _brought(self, formula: FNode, meant: Mapping[FNode, tuple[FNode, IntType]]) -> FNode:
        """The formula in the sorts of the vocabulary."""
        sorts = {symbol: symbol.symbol_type() for symbol in meant}
        if all(sort == meant[symbol][0].symbol_type() for symbol, sort in sorts.items()):
            self._same.names.update({symbol_text(symbol.symbol_name()): own for symbol, (own, _) in meant.items()})
            return self._same.term(to_smtlib(formula))
        translation = Translation(self._vocabulary.terms.environment, meant)
        if self._encoding == "int" and all(sort.is_bv_type() for sort in sorts.values()):
            return translation.to_integers(formula)
        if self._encoding == "bv" and all(sort.is_int_type() for sort in sorts.values()):
            return translation.to_words(formula)
        raise OutsideTheories("of other sorts or widths than the variables have")


def check(file: PrecisionFile) -> None:
    """InputError where an expression of a file is none; it is read for no program."""
    if file.kind is Kind.PREDICATES:
        assertions = _Assertions(file)
        for section in file.sections:
            for line in section.facts:
                with suppress(OutsideTheories, Untranslatable):  # well formed, which is all that is asked
                    assertions.formula(line)


def _tokens(expression: Any) -> Iterable[str]:
    stack = [expression]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        else:
            stack.extend(reversed(item))


def _text(expression: Any) -> str:
    return expression if isinstance(expression, str) else f"({' '.join(map(_text, expression))})"


def facts_of(read: Iterable[Read]) -> Mapping[str, Any]:
    """What became of several files together, as plain JSON values."""
    total = Read()
    for part in read:
        total.facts += part.facts
        total.left_out.update(part.left_out)
        total.notes += part.notes
    return total.to_json()
