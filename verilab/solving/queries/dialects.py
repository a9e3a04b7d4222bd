"""Interpolation problems as other solvers' regression tests have them: SMT-LIB 2 with each one's own question.

    (get-interpolants A B C)              SMTInterpol, OpenSMT, Princess: a sequence; a partition is a name or (and A B)
    (get-interpolants A (B C) D)          SMTInterpol: a tree in post-order, a parenthesis around each subtree: a cut for each node
    (get-interpolants)                    Princess: every named assertion, in their order
    (get-interpolants (A) (B C))          Bitwuzla: what the left side of each cut has more than the one before
    (get-interpolant (A B))               Bitwuzla, MathSAT: the left side, by names or :interpolation-group; all others are the right one
    (get-interpolant A B)                 a pair of names
    (get-interpolant I CONJECTURE ...)    cvc5: I is a new name; the right side is the conjecture, negated
    \\interpolant { A; B, C }              Princess' own language (``verilab.solving.queries.princess``)
    (get-unsat-model-interpolant)         Yices, behind (check-sat-assuming-model (x y) (1 2)): the right side is the model, x = 1 and y = 2

Assertions that no partition names belong to the last one.  Scopes are followed: of a file with several questions each is a query over
what is asserted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode

from verilab.solving.queries.derived_operators import derived_operators
from verilab.solving.queries.files import QueryFileError, RecordedQuery, commands
from verilab.solving.queries.princess import parse_princess
from verilab.solving.smtlib.printing import symbol_name
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError
from verilab.solving.theories import NoTheory, logic_of, needed_theories

_TERM_ERRORS = (SmtLibError, PysmtException, ValueError, TypeError, AssertionError, IndexError, KeyError, AttributeError, ZeroDivisionError)
_SILENT = frozenset({
    "set-option", "set-logic", "check-sat", "check-sat-assuming", "exit", "get-proof", "get-unsat-core", "get-model", "get-value", "echo",
    "get-info", "get-option", "get-assertions", "simplify", "get-interpolant-next", "get-assignment", "include", "print-stats",
})  # fmt: skip
"""Commands that change no query."""


_ARITHMETIC = frozenset({"+", "-", "*", "/", "<", "<=", ">", ">=", "=", "distinct", "ite"})


PRINCESS = ".pri"
"""How files of Princess' own language end."""


class Question(Enum):
    """How an interpolation problem was put."""

    SEQUENCE = "sequence"
    PAIR = "pair"
    TREE = "tree"
    CONJECTURE = "conjecture"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class ForeignQuery:
    """A query of another solver's file, at its ``line``; ``status``: what the file says of satisfiability, "" nothing."""

    query: RecordedQuery
    question: Question
    line: int
    status: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A question that is not read, at its line, and why: the theory or the command that there is not."""

    reason: str
    line: int


def read_foreign(path: Path, environment: Environment) -> Iterator[ForeignQuery | Unread]:
    """The queries of a file in one of the dialects, in their order; nothing for a file without questions.

    QueryFileError, with file and line, where it is no SMT-LIB.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    script = _Script(path, environment)
    yield from script.princess(text) if path.suffix == PRINCESS else script.questions(text)


@dataclass(slots=True)
class _Assertion:
    formula: FNode
    names: tuple[str, ...]


class _Reader(SmtLibReader):
    """Terms with the functions that a script has defined."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.macros: dict[str, tuple[list[str], Sexp]] = {}
        self._derived = derived_operators(environment)

    # SMT-LIB's numerals are reals where a logic has no integers
    def _of_one_sort(self, head: Sexp, arguments: list[FNode]) -> list[FNode]:
        """The arguments of an arithmetic operator, integers as reals where others are real."""
        if not isinstance(head, str) or head not in _ARITHMETIC:
            return arguments
        sorts = [self.environment.stc.get_type(each) for each in arguments]
        if head != "/" and not any(sort.is_real_type() for sort in sorts):
            return arguments
        m = self.environment.formula_manager
        return [
            each if not sort.is_int_type() else m.Real(each.constant_value()) if each.is_int_constant() else m.ToReal(each)
            for each, sort in zip(arguments, sorts, strict=True)
        ]

    def application(self, head: Sexp, arguments: list[FNode]) -> FNode:
        macro = self.macros.get(head) if isinstance(head, str) else None
        if macro is None:
            if isinstance(head, str) and head in self._derived:
                return self._derived[head](*arguments)
            return super().application(head, self._of_one_sort(head, arguments))
        parameters, body = macro
        before = dict(self.names)
        try:
            self.names.update(zip(parameters, arguments, strict=True))
            return self.build(body)
        finally:
            self.names = before


@dataclass(slots=True)
class _Script:
    """The state of reading one file: the assertions of each scope, and why what comes of them may not be read."""

    path: Path
    environment: Environment
    reader: _Reader = field(init=False)
    scopes: list[list[_Assertion | Unread]] = field(default_factory=lambda: [[]])
    trouble: Unread | None = None
    status: str = ""
    model: FNode | None = None

    def __post_init__(self) -> None:
        self.reader = _Reader(self.environment)

    def questions(self, text: str) -> Iterator[ForeignQuery | Unread]:
        for line, command in commands(self.path, text):
            try:
                match command:
                    case [str(word), *_] if word in ("get-interpolants", "get-interpolant", "get-unsat-model-interpolant"):
                        assert isinstance(command, list)
                        yield from self._asked(line, word, command[1:])
                    case _:
                        self._command(line, command)
            except RecursionError:
                yield Unread("a term that is nested too deeply", line)

    def _command(self, line: int, command: Sexp) -> None:
        try:
            match command:
                case ["declare-fun", str(name), list(parameters), result]:
                    self._declare(name, parameters, result)
                case ["declare-const", str(name), result]:
                    self._declare(name, [], result)
                case ["define-fun", str(name), [], _, body] | ["define-const", str(name), _, body]:
                    self.reader.names[name] = self.reader.build(body)
                case ["define-fun", str(name), [*parameters], _, body]:
                    self.reader.macros[name] = ([str(each[0]) for each in parameters], body)
                case ["assert", term]:
                    self.scopes[-1].append(self._assertion(term))
                case ["push", *levels]:
                    self.scopes += [[] for _ in range(int(str(levels[0])) if levels else 1)]
                case ["pop", *levels]:
                    count = int(str(levels[0])) if levels else 1
                    del self.scopes[max(1, len(self.scopes) - count) :]
                case ["reset-assertions"] | ["reset"]:
                    self.scopes = [[]]
                case ["set-info", ":status", str(status)]:
                    self.status = status
                case ["check-sat-assuming-model", list(names), list(values)]:
                    self.model = self._model(names, values)
                case [str(word), *_] if word in _SILENT or word.startswith("set-info"):
                    pass
                case [str(word), *_]:
                    self.trouble = self.trouble or Unread(f"the command {word}", line)
                case _:
                    raise QueryFileError(self.path, line, "expected a command in parentheses")
        except (OutsideTheories, NoTheory) as error:
            self._leave_out(line, command, str(error))
        except _TERM_ERRORS as error:
            if isinstance(error, QueryFileError):
                raise
            self._leave_out(line, command, str(error) or type(error).__name__)

    def _leave_out(self, line: int, command: Sexp, reason: str) -> None:
        """What is not read keeps the questions of its scope from being read."""
        self.scopes[-1].append(Unread(_short(reason), line))

    def _declare(self, name: str, parameters: list[Sexp], result: Sexp) -> None:
        sort = self.reader.sort(result)
        if parameters:
            sort = self.environment.type_manager.FunctionType(sort, [self.reader.sort(each) for each in parameters])
        self.environment.formula_manager.Symbol(symbol_name(name), sort)

    def _assertion(self, term: Sexp) -> _Assertion:
        names: list[str] = []
        match term:
            case ["!", inner, *attributes]:
                for key, value in zip(attributes[::2], attributes[1::2], strict=False):
                    if key in (":named", ":interpolation-group") and isinstance(value, str):
                        names.append(value)
                term = inner
        formula = self._boolean(term)
        self.reader.names.update({name: formula for name in names if name not in self.environment.formula_manager.symbols})
        return _Assertion(formula, tuple(names))

    def _boolean(self, term: Sexp) -> FNode:
        formula = self.reader.build(term)
        if not self.environment.stc.get_type(formula).is_bool_type():
            raise SmtLibError("an assertion must be Boolean")
        return formula

    def _model(self, names: list[Sexp], values: list[Sexp]) -> FNode:
        equal = [self._boolean(["=", name, value]) for name, value in zip(names, values, strict=True)]
        return self.environment.formula_manager.And(equal)

    def princess(self, text: str) -> Iterator[ForeignQuery | Unread]:
        """The questions of a problem in Princess' own language."""
        try:
            problem = parse_princess(text)
            for name, arguments, sort in problem.declared:
                self._declare(f"|{name}|", list(arguments), sort)
            self.scopes = [[_Assertion(self._boolean(formula), (name,) if name else ()) for name, formula in problem.parts]]
        except RecursionError:
            yield Unread("a term that is nested too deeply", 1)
            return
        except _TERM_ERRORS as error:
            yield Unread(_short(str(error) or type(error).__name__), 1)
            return
        self.status = "unsat"
        for groups in problem.questions:
            yield from self._asked(1, "get-interpolants", [["and", *group] for group in groups])

    # -- questions ----------------------------------------------------------------------------------------------------------------

    def _asked(self, line: int, word: str, arguments: list[Sexp]) -> Iterator[ForeignQuery | Unread]:
        current = [each for scope in self.scopes for each in scope]
        unread = self.trouble or next((each for each in current if isinstance(each, Unread)), None)
        if unread is not None:
            yield Unread(unread.reason, line)
            return
        asserted = [each for each in current if isinstance(each, _Assertion)]
        try:
            found = list(self._partitions(word, arguments, asserted))
        except _TERM_ERRORS as error:
            yield Unread(_short(str(error) or type(error).__name__), line)
            return
        for question, partitions in found:
            try:
                logic = logic_of(needed_theories(partitions))
            except NoTheory as error:
                yield Unread(str(error), line)
                continue
            yield ForeignQuery(RecordedQuery(tuple(partitions), logic), question, line, self.status)

    def _partitions(self, word: str, arguments: list[Sexp], asserted: list[_Assertion]) -> Iterator[tuple[Question, Sequence[FNode]]]:
        m = self.environment.formula_manager
        everything = m.And([each.formula for each in asserted])
        if word == "get-unsat-model-interpolant":
            if self.model is None:
                raise SmtLibError("no model is assumed: (check-sat-assuming-model ...) is missing")
            yield Question.MODEL, (everything, self.model)
            return
        known = {name for each in asserted for name in each.names}
        match arguments:
            case [str(name), conjecture, *_] if word == "get-interpolant" and name not in known:
                yield Question.CONJECTURE, (everything, m.Not(self._boolean(conjecture)))
            case [list(left)] if left and left[0] != "and":
                yield Question.PAIR, self._sequence([self._members(["and", *left], asserted), set()], asserted)
            case []:
                named = [{place} for place, each in enumerate(asserted) if each.names]
                yield Question.SEQUENCE, self._sequence(named or [{place} for place in range(len(asserted))], asserted)
            case _ if all(_is_group(each) for each in arguments):
                groups = [self._members(["and", *each], asserted) for each in arguments]
                yield Question.SEQUENCE, self._sequence([*groups, set()], asserted)
            case _ if any(_is_group(each) for each in arguments):
                yield from self._tree(arguments, asserted)
            case _:
                yield Question.SEQUENCE, self._sequence([self._members(each, asserted) for each in arguments], asserted)

    def _members(self, partition: Sexp, asserted: list[_Assertion]) -> set[int]:
        """The assertions of a partition: of a name, of a term that is asserted, or of (and ...) of these."""
        if isinstance(partition, list) and partition and partition[0] == "and":
            return set().union(*(self._members(each, asserted) for each in partition[1:]))
        found = {place for place, each in enumerate(asserted) if partition in each.names}
        if not found:
            formula = self.reader.build(partition)
            found = {place for place, each in enumerate(asserted) if each.formula is formula}
        if not found:
            raise SmtLibError("a partition that is not asserted")
        return found

    def _sequence(self, groups: Sequence[set[int]], asserted: list[_Assertion]) -> Sequence[FNode]:
        """The formulas of groups of assertions; the last one has what is in none."""
        rest = set(range(len(asserted))).difference(*groups)
        members = [*groups[:-1], groups[-1] | rest]
        if len(members) < 2:
            raise SmtLibError("a query of a single partition")
        return [self.environment.formula_manager.And([asserted[place].formula for place in sorted(group)]) for group in members]

    def _tree(self, arguments: list[Sexp], asserted: list[_Assertion]) -> Iterator[tuple[Question, Sequence[FNode]]]:
        """A pair for each node but the root: its subtree, and all that is not in it."""
        nodes: list[set[int]] = []
        starts: list[int] = []

        def walk(items: list[Sexp]) -> None:
            start = len(nodes)
            for item in items:
                if _is_group(item):
                    walk(list(item))
                else:
                    nodes.append(self._members(item, asserted))
                    starts.append(start)

        walk(arguments)
        for place, start in enumerate(starts[:-1]):
            yield Question.TREE, self._sequence([set().union(*nodes[start : place + 1]), set()], asserted)


def _is_group(partition: Sexp) -> bool:
    """Whether it is a list of partitions, not one: (and A B) is one."""
    return isinstance(partition, list) and bool(partition) and partition[0] != "and"


def _short(reason: str) -> str:
    """A reason without the names of the file's own symbols, so that reasons can be counted."""
    first = reason.splitlines()[0] if reason else "?"
    return first.partition(": ")[0] if first.startswith("a quantifier") else first[:90]
