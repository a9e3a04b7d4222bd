"""Interpolation queries as SMT-LIB 2 files: partitions as named assertions, where they come from as ``set-info``.

What is read: declarations without or with arguments, assertions (of one ``:interpolation-group`` together, else each a partition of its
own), ``define-fun`` without arguments, and the commands that change nothing (``set-*``, ``check-sat``, ``exit``, ``get-*``, ``echo``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.solving.smtlib.printing import declarations, symbol_name, to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader
from verilab.solving.smtlib.syntax import Sexp, SmtLibError, Unbalanced, expressions

_SILENT = ("set-option", "check-sat", "exit", "get-interpolants", "get-interpolant", "get-unsat-core", "get-model", "echo")
TERM_ERRORS = (SmtLibError, PysmtException, ValueError, TypeError, AssertionError, IndexError, KeyError, AttributeError, ZeroDivisionError)
"""What the building of a term raises where the text is none, pySMT's ways included."""


class QueryFileError(Refused):
    """A file that is no interpolation query; the message starts with ``file:line`` and says what is wrong."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")


@dataclass(frozen=True, slots=True)
class RecordedQuery:
    """Partitions in their order, the SMT-LIB logic, and the origin: ``set-info`` keys without the prefix ``:verilab-``, as text."""

    partitions: tuple[FNode, ...]
    logic: str
    origin: Mapping[str, str] = field(default_factory=dict)


def query_text(query: RecordedQuery, status: str = "unknown") -> str:
    """The file's text; ``status``: unsat, sat or unknown, as far as it is known."""
    lines = ["; an interpolation query of verilab: partition k is the assertion Ak", f"(set-logic {query.logic})"]
    lines += [f"(set-info :verilab-{key} {_string(value)})" for key, value in query.origin.items()]
    lines.append(f"(set-info :status {status})")
    symbols = {symbol for partition in query.partitions for symbol in partition.get_free_variables()}
    lines += declarations(sorted(symbols, key=lambda symbol: str(symbol.symbol_name())))
    lines += [f"(assert (! {to_smtlib(partition)} :named A{index}))" for index, partition in enumerate(query.partitions, start=1)]
    lines.append("(check-sat)")
    names = " ".join(f"A{index}" for index in range(1, len(query.partitions) + 1))
    lines.append(f"; (get-interpolants {names})")
    return "\n".join(lines) + "\n"


def _string(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def read_query(path: Path, environment: Environment) -> RecordedQuery:
    """The query of a file, over ``environment``.  Raises QueryFileError, OSError where there is no such file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise QueryFileError(path, 1, "is no text in UTF-8") from error
    return _Reading(path, environment).query(text)


class _Reading:
    """The state of reading one file."""

    def __init__(self, path: Path, environment: Environment) -> None:
        self._path = path
        self._environment = environment
        self._reader = SmtLibReader(environment)
        self._logic = ""
        self._origin: dict[str, str] = {}
        self._groups: dict[str, list[FNode]] = {}
        self._macros: dict[str, Sexp] = {}
        self._declared: set[str] = set()

    def query(self, text: str) -> RecordedQuery:
        line = 1
        for line, command in commands(self._path, text):
            try:
                self._command(line, command)
            except RecursionError as error:
                raise QueryFileError(self._path, line, "a term that is nested too deeply") from error
        if not self._groups:
            raise QueryFileError(self._path, line, "asserts nothing; a query needs its partitions as assertions")
        manager = self._environment.formula_manager
        return RecordedQuery(tuple(manager.And(group) for group in self._groups.values()), self._logic or "ALL", self._origin)

    def _command(self, line: int, command: Sexp) -> None:
        match command:
            case ["set-logic", str(logic)]:
                self._logic = logic
            case ["set-info", str(key), *values]:
                if key.startswith(":verilab-") and len(values) == 1 and isinstance(values[0], str):
                    self._origin[key.removeprefix(":verilab-")] = values[0][1:-1].replace('""', '"')
            case ["declare-fun", str(name), list(parameters), result]:
                self._declare(line, name, parameters, result)
            case ["declare-const", str(name), result]:
                self._declare(line, name, [], result)
            case ["define-fun", str(name), [], _, body]:
                self._macros[name] = body
            case ["assert", term]:
                self._assertion(line, term)
            case [str(word), *_] if word in _SILENT:
                return
            case [str(word), *_]:
                raise QueryFileError(self._path, line, f"the command {word!r}, or this form of it, has no place in a query file")
            case _:
                raise QueryFileError(self._path, line, "expected a command in parentheses")

    def _declare(self, line: int, name: str, parameters: list[Sexp], result: Sexp) -> None:
        types = self._environment.type_manager
        try:
            sort = self._reader.sort(result)
            if parameters:
                sort = types.FunctionType(sort, [self._reader.sort(parameter) for parameter in parameters])
            self._environment.formula_manager.Symbol(symbol_name(name), sort)
            self._declared.add(symbol_name(name))
        except TERM_ERRORS as error:
            raise QueryFileError(self._path, line, f"cannot declare {name}: {error}") from error

    def _assertion(self, line: int, term: Sexp) -> None:
        group = f"assertion {len(self._groups)}"
        match term:
            case ["!", inner, *attributes]:
                named = {str(key): str(value) for key, value in zip(attributes[::2], attributes[1::2], strict=False)}
                group = named.get(":interpolation-group", group)
                term = inner
        try:
            formula = self._reader.build(_expanded(term, self._macros))
            if not self._environment.stc.get_type(formula).is_bool_type():
                raise SmtLibError("an assertion must be Boolean")
            unknown = sorted({str(symbol.symbol_name()) for symbol in formula.get_free_variables()} - self._declared)
            if unknown:  # declared by another file of the same environment
                raise SmtLibError(f"unknown symbol {unknown[0]}")
        except TERM_ERRORS as error:
            raise QueryFileError(self._path, line, f"not a term that verilab reads: {error or type(error).__name__}") from error
        self._groups.setdefault(group, []).append(formula)


def _expanded(term: Sexp, macros: Mapping[str, Sexp]) -> Sexp:
    """The term under ``let``s of the macros, later ones first, so that each is read once."""
    for name, body in reversed(list(macros.items())):
        term = ["let", [[name, body]], term]
    return term


def commands(path: Path, text: str) -> Iterator[tuple[int, Sexp]]:
    """The top-level expressions with the lines where they start.  QueryFileError for what stands outside of parentheses."""
    line, counted = 1, 0
    try:
        for offset, expression in expressions(text):
            line, counted = line + text.count("\n", counted, offset), offset
            if isinstance(expression, str):
                raise QueryFileError(path, line, f"expected a command in parentheses, found {expression[:40]!r}")
            yield line, expression
    except Unbalanced as error:
        raise QueryFileError(path, 1 + text.count("\n", 0, error.offset), str(error)) from None


def query_files(folder: Path) -> Sequence[Path]:
    """All ``.smt2`` files of a folder and its subfolders in their order; the file itself where it is one."""
    return [folder] if folder.is_file() else sorted(folder.rglob("*.smt2"))
