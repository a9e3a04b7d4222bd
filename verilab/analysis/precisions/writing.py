"""From the precision of an analysis, or from an increment, to the text of a precision file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pysmt.fnode import FNode

from verilab.analysis.candidates import Increment
from verilab.analysis.precisions.files import AUTOMATON, Kind, Scope
from verilab.analysis.precisions.names import Names, Storage, digest
from verilab.analysis.predicate.precision import PredicateScope
from verilab.analysis.scope import Scope as Reach
from verilab.formulas.terms.inspection import symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Function, Location, Program
from verilab.program.control import ControlPoint
from verilab.program.storages import Array
from verilab.solving.smtlib.printing import symbol_text, to_smtlib

NOTE = "// another tool has other nodes: for CPAchecker give cpa.predicate.abstraction.initialPredicates.applyFunctionWide=true"

Facts = dict[Scope, dict[Any, None]]


def exported(analysis: Any) -> Mapping[Kind, str]:
    """The text of the precision of a value or a predicate analysis, or of both in a composite; by the kind of its facts.

    Refinements that write labels (apply=strengthen, split-and-slice) leave no precision: it is empty then.
    """
    match analysis.name:
        case "composite":
            return {**exported(analysis.value), **exported(analysis.predicate)}
        case "value":
            return {Kind.VALUES: values_text(analysis.program, _tracked(analysis.precision, Names(analysis.program)))}
        case "predicate":
            facts = _predicates(analysis, Names(analysis.program))
            return {Kind.PREDICATES: predicates_text(analysis.program, analysis.vocabulary, facts)}
    raise ValueError(f"the {analysis.name} analysis has no precision; known: value, predicate, composite")


def increment_text(increment: Increment, program: Program, vocabulary: Vocabulary | None, reach: Reach) -> Mapping[Kind, str]:
    """The text of an increment, as far around its points as a refinement takes it; by the kind of its facts."""
    names = Names(program)
    predicates: Facts = {}
    storages: Facts = {}
    for point, facts in increment.facts.items():
        scope = _scope(point.location, reach, names)
        for fact in facts:
            (predicates if isinstance(fact, FNode) else storages).setdefault(scope, {})[fact] = None
    texts = {}
    if predicates and vocabulary is not None:
        texts[Kind.PREDICATES] = predicates_text(program, vocabulary, predicates)
    if storages:
        texts[Kind.VALUES] = values_text(program, storages)
    return texts


def _scope(location: Location, reach: Reach, names: Names) -> Scope:
    match reach:
        case Reach.GLOBAL:
            return Scope()
        case Reach.FUNCTION:
            return Scope(names.function_of(location))
        case Reach.LOCATED:
            return Scope(names.function_of(location), location.id)


def _tracked(precision: Any, names: Names) -> Facts:
    facts: Facts = {Scope(): dict.fromkeys(precision.everywhere)} if precision.everywhere else {}
    for name, storages in precision.in_function.items():
        facts.setdefault(Scope(_function(names, name)), {}).update(dict.fromkeys(storages))
    for location, storages in precision.at_location.items():
        facts.setdefault(Scope(names.function_of(location), location.id), {}).update(dict.fromkeys(storages))
    return facts


def _function(names: Names, instance: str) -> str:
    """The function of the source that one of this name here belongs to."""
    return next((name for name, functions in names.functions.items() if any(function.name == instance for function in functions)), instance)


def _predicates(analysis: Any, names: Names) -> Facts:
    facts: Facts = {}
    for scope, key, numbers in analysis.precision.places():
        match key:
            case ControlPoint() if scope is PredicateScope.POINT:
                place = Scope(names.function_of(key.location), key.location.id)
            case Location():
                place = Scope(names.function_of(key), key.id)
            case Function():
                place = Scope(_function(names, key.name))
            case _:
                place = Scope()
        facts.setdefault(place, {}).update(dict.fromkeys(analysis.predicates[number].formula for number in sorted(numbers)))
    return facts


def predicates_text(program: Program, vocabulary: Vocabulary, facts: Facts) -> str:
    """A predicate map.  Predicates over other symbols than the program's are left out."""
    names = Names(program)
    known = dict[FNode, str]()
    sections = []
    for scope in sorted(facts, key=_order):
        lines = []
        for formula in facts[scope]:
            texts = {symbol: _symbol(symbol, vocabulary, names) for symbol in symbols(formula)}
            named = {symbol: text for symbol, text in texts.items() if text is not None}
            if len(named) == len(texts):
                known.update(named)
                lines.append(f"(assert {to_smtlib(formula, named)})\n")
        if lines:
            sections.append(f"{scope.text(Kind.PREDICATES)}:\n{''.join(lines)}\n")
    header = f"// {AUTOMATON} {digest(program)}\n{NOTE}\n"
    declared = sorted({f"(declare-fun {text} () {symbol.symbol_type().as_smtlib(funstyle=False)})" for symbol, text in known.items()})
    return header + "".join(f"{declaration}\n" for declaration in declared) + "\n" + "".join(sections)


def _symbol(symbol: FNode, vocabulary: Vocabulary, names: Names) -> str | None:
    """The text of a symbol as it is written; None for one that no variable has."""
    element = vocabulary.element(symbol)
    if element is None:
        return None
    storage, index = element
    return symbol_text(names.written(storage) + (f"[{index}]" if isinstance(storage, Array) else ""))


def values_text(program: Program, facts: Facts) -> str:
    """A variable-tracking precision; of an array one line for each element, at its byte offset."""
    names = Names(program)
    sections = [f"{AUTOMATON} {digest(program)}:\n"]
    for scope in sorted(facts, key=_order):
        entries = [entry for storage in sorted(facts[scope], key=lambda storage: storage.slot) for entry in _entries(storage, names)]
        if entries:
            sections.append(f"\n{scope.text(Kind.VALUES)}:\n" + "".join(f"{entry}\n" for entry in entries))
    return "".join(sections)


def _entries(storage: Storage, names: Names) -> Iterable[str]:
    name = names.written(storage)
    if not isinstance(storage, Array):
        return [name]
    size = -(-storage.type.width // 8)
    return [f"{name}/{index * size}" for index in range(storage.length)]


def _order(scope: Scope) -> tuple[str, int]:
    return scope.function, -1 if scope.node is None else scope.node
