"""SMT-LIB 2 scripts as solvers' own tests have them: what is declared, defined and asserted, in which scope, up to any command."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field
from pathlib import Path
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.queries.derived_operators import derived_operators
from verilab.solving.queries.files import TERM_ERRORS, QueryFileError
from verilab.solving.smtlib.printing import symbol_name
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError
from verilab.solving.theories import NoTheory

_SILENT = frozenset({
    "set-option", "set-logic", "check-sat", "check-sat-assuming", "exit", "get-proof", "get-unsat-core", "get-model", "get-value", "echo",
    "get-info", "get-option", "get-assertions", "simplify", "get-interpolant-next", "get-assignment", "include", "print-stats",
})  # fmt: skip
"""Commands that change no query."""

_ARITHMETIC = frozenset({"+", "-", "*", "/", "<", "<=", ">", ">=", "=", "distinct", "ite"})


@dataclass(frozen=True, slots=True)
class Unread:
    """A question that is not read, at its line, and why: the theory or the command that there is not."""

    reason: str
    line: int


@dataclass(slots=True)
class Assertion:
    """What is asserted, under the names that partitions may call it by."""

    formula: FNode
    names: tuple[str, ...]


class ScriptReader(SmtLibReader):
    """Terms with the functions and sorts that a script has defined.

    A sort that a script declares is read as the integers.  Formulas of functions and arrays without quantifiers do not tell the two apart:
    one that has a model has one where each declared sort is infinite.  Constant arrays and quantifiers do, and are refused beside such a
    sort.
    """

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.macros: dict[str, tuple[list[str], Sexp]] = {}
        self.declared_sorts: set[str] = set()
        self.defined_sorts: dict[str, tuple[list[str], Sexp]] = {}
        self._derived = derived_operators(environment)

    @property
    def operators(self) -> Collection[str]:
        """The names that mean an operator, whatever a script declares."""
        return self._operators.keys() | self._derived.keys()

    def sort(self, expression: Sexp) -> Any:
        match expression:
            case str(name) if symbol_name(name) in self.declared_sorts:
                return self.environment.type_manager.INT()
            case str(name) if symbol_name(name) in self.defined_sorts:
                return self.sort(self.defined_sorts[symbol_name(name)][1])
            case [str(name), *arguments] if symbol_name(name) in self.defined_sorts:
                parameters, body = self.defined_sorts[symbol_name(name)]
                return self.sort(_replaced(body, dict(zip(parameters, arguments, strict=True))))
        return super().sort(expression)

    def quantified(self, kind: str, bound: list[FNode], body: FNode) -> FNode:
        if self.declared_sorts:
            raise OutsideTheories("a quantifier beside a declared sort")
        return super().quantified(kind, bound, body)

    # SMT-LIB's numerals are reals where a logic has no integers
    def _of_one_sort(self, head: Sexp, arguments: list[FNode]) -> list[FNode]:
        """The arguments of an arithmetic operator, integers as reals where others are real."""
        if not isinstance(head, str) or head not in _ARITHMETIC:
            return arguments
        sorts = [self.environment.stc.get_type(argument) for argument in arguments]
        if head != "/" and not any(sort.is_real_type() for sort in sorts):
            return arguments
        m = self.environment.formula_manager
        return [
            argument if not sort.is_int_type() else m.Real(argument.constant_value()) if argument.is_int_constant() else m.ToReal(argument)
            for argument, sort in zip(arguments, sorts, strict=True)
        ]

    def application(self, head: Sexp, arguments: list[FNode]) -> FNode:
        macro = self.macros.get(head) if isinstance(head, str) else None
        if macro is None:
            if isinstance(head, str) and head in self._derived:
                return self._derived[head](*arguments)
            if self.declared_sorts and isinstance(head, list) and head[:2] == ["as", "const"]:
                raise OutsideTheories("a constant array beside a declared sort")
            return super().application(head, self._of_one_sort(head, arguments))
        parameters, body = macro
        before = dict(self.names)
        try:
            self.names.update(zip(parameters, arguments, strict=True))
            return self.build(body)
        finally:
            self.names = before


@dataclass(slots=True)
class Script:
    """The state of reading one file: the assertions of each scope, and why what comes of them may not be read."""

    path: Path
    environment: Environment
    reader: ScriptReader = field(init=False)
    scopes: list[list[Assertion | Unread]] = field(default_factory=lambda: [[]])
    trouble: Unread | None = None
    status: str = ""
    model: FNode | None = None

    def __post_init__(self) -> None:
        self.reader = ScriptReader(self.environment)

    def command(self, line: int, command: Sexp) -> None:
        try:
            match command:
                case ["declare-sort", str(name)] | ["declare-sort", str(name), "0"]:
                    self.reader.declared_sorts.add(symbol_name(name))
                case ["define-sort", str(name), list(parameters), sort]:
                    self.reader.defined_sorts[symbol_name(name)] = ([str(parameter) for parameter in parameters], sort)
                case ["declare-fun", str(name), list(parameters), result]:
                    self.declare(name, parameters, result)
                case ["declare-const", str(name), result] | ["declare-const", str(name), [], result]:  # OpenSMT takes the latter, too
                    self.declare(name, [], result)
                case ["define-fun", str(name), [], _, body] | ["define-const", str(name), _, body]:
                    self.reader.names[name] = self.reader.build(body)
                case ["define-fun", str(name), [*parameters], _, body]:
                    self.reader.macros[name] = ([str(parameter[0]) for parameter in parameters], body)
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
        except TERM_ERRORS as error:
            if isinstance(error, QueryFileError):
                raise
            self._leave_out(line, command, str(error) or type(error).__name__)

    def _leave_out(self, line: int, command: Sexp, reason: str) -> None:
        """What is not read keeps the questions of its scope from being read."""
        self.scopes[-1].append(Unread(short(reason), line))

    def declare(self, name: str, parameters: list[Sexp], result: Sexp) -> None:
        if name[:1].isdigit() or name in self.reader.operators:
            raise OutsideTheories("a numeral or an operator of SMT-LIB as a name")
        sort = self.reader.sort(result)
        if parameters:
            sort = self.environment.type_manager.FunctionType(sort, [self.reader.sort(parameter) for parameter in parameters])
        self.environment.formula_manager.Symbol(symbol_name(name), sort)

    def _assertion(self, term: Sexp) -> Assertion:
        names: list[str] = []
        match term:
            case ["!", inner, *attributes]:
                for key, value in zip(attributes[::2], attributes[1::2], strict=False):
                    if key in (":named", ":interpolation-group") and isinstance(value, str):
                        names.append(value)
                term = inner
        formula = self.boolean(term)
        self.reader.names.update({name: formula for name in names if name not in self.environment.formula_manager.symbols})
        return Assertion(formula, tuple(names))

    def boolean(self, term: Sexp) -> FNode:
        formula = self.reader.build(term)
        if not self.environment.stc.get_type(formula).is_bool_type():
            raise SmtLibError("an assertion must be Boolean")
        return formula

    def _model(self, names: list[Sexp], values: list[Sexp]) -> FNode:
        equal = [self.boolean(["=", name, value]) for name, value in zip(names, values, strict=True)]
        return self.environment.formula_manager.And(equal)

    def asserted(self) -> list[Assertion] | Unread:
        """What is asserted now; or why it is not read."""
        current = [part for scope in self.scopes for part in scope]
        unread = self.trouble or next((part for part in current if isinstance(part, Unread)), None)
        return unread or [part for part in current if isinstance(part, Assertion)]


def _replaced(sort: Sexp, by: dict[str, Sexp]) -> Sexp:
    """A sort with its parameters replaced."""
    return by.get(sort, sort) if isinstance(sort, str) else [_replaced(part, by) for part in sort]


def short(reason: str) -> str:
    """A reason without the names of the file's own symbols, so that reasons can be counted."""
    first = reason.splitlines()[0] if reason else "?"
    return first.partition(": ")[0] if first.startswith("a quantifier") else first[:90]
