"""The two formats: predicate maps and variable-tracking precisions, as sections of lines with their places.

Predicate map (CPAchecker, ``PredicateMapParser``):

    // a comment
    (declare-fun |main::x| () Int)            the first section, up to a blank line: declarations and definitions of SMT-LIB 2
    (define-fun .def_1 () Bool (<= |main::x| 3))

    *:                                        a scope: "*" everywhere, "f" in a function, "f N12" at a node of its automaton
    (assert .def_1)                           one predicate a line; a blank line ends the section

Variable-tracking precision (``VariableTrackingPrecision.serialize``): sections of the scopes "*:", "f:" or "N12:", and the qualified name
of one variable a line, ``f::x``, ``g``, or with a byte offset into it, ``f::a/8``.

Node numbers are of one automaton of one tool.  What is written here says of which; only whoever has that one reads them as nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import Enum

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.solving.smtlib.syntax import SmtLibError, read_sexps


class Kind(Enum):
    """What the facts of a file are."""

    PREDICATES = "predicates"
    VALUES = "values"


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """Where facts are tracked: everywhere, in ``function``, or at its ``node``; of variables a node comes without its function."""

    function: str = ""
    node: int | None = None

    def text(self, kind: Kind) -> str:
        """The key of a section."""
        if self.node is None:
            return self.function or "*"
        return f"N{self.node}" if kind is Kind.VALUES else f"{self.function} N{self.node}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file and its number, from 1."""

    text: str
    number: int


@dataclass(slots=True)
class Section:
    """The facts of one scope; its key stands on line ``number``."""

    scope: Scope
    number: int
    facts: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PrecisionFile:
    """A file as it is read: ``definitions`` are those of SMT-LIB; ``automaton`` is the digest of the one whose nodes it has, "" unknown."""

    path: str
    kind: Kind
    definitions: Sequence[Line]
    sections: Sequence[Section]
    automaton: str

    def error(self, line: Line, message: str, token: str = "") -> InputError:
        """What is wrong with a line, at the column of ``token`` where it stands there."""
        column = line.text.find(token) + 1 if token else 0
        return InputError(message, file=self.path, line=line.number, column=column or _indent(line.text) + 1, source_line=line.text)


AUTOMATON = "verilab, nodes of the automaton"
_AUTOMATON = re.compile(rf"(?://\s*)?{AUTOMATON} ([0-9a-f]+):?\s*\Z")
_FUNCTION = re.compile(r"[_a-zA-Z][_a-zA-Z0-9]*\Z")
_FUNCTION_NODE = re.compile(r"([_a-zA-Z][_a-zA-Z0-9]*) N([0-9]+)(?:@[0-9]+)?\Z")
_NODE = re.compile(r"N([0-9]+)\Z")
_KEYS = {
    Kind.PREDICATES: "the keys of sections are '*:', 'FUNCTION:' and 'FUNCTION N12:'",
    Kind.VALUES: "the keys of sections are '*:', 'FUNCTION:' and 'N12:'",
}


def parse(text: str, path: str) -> PrecisionFile:
    """The precision of a text.  InputError with file, line and column where it is neither of the formats."""
    lines = [Line(line, number) for number, line in enumerate(text.splitlines(), start=1)]
    kind = Kind.PREDICATES if any(line.text.lstrip().startswith(("(", "//")) for line in lines) else Kind.VALUES
    automaton = next((match.group(1) for line in lines if (match := _AUTOMATON.match(line.text.strip()))), "")
    reading = PrecisionFile(path, kind, [], [], automaton)
    content = [line for line in lines if not line.text.lstrip().startswith("//")]
    if kind is Kind.PREDICATES:
        definitions, content = _definitions(reading, content)
        sections = _sections(reading, content)
        for section in sections:
            for fact in section.facts:
                _check_assertion(reading, fact)
        return PrecisionFile(path, kind, definitions, sections, automaton)
    return PrecisionFile(
        path, kind, [], _sections(reading, [line for line in content if not _AUTOMATON.match(line.text.strip())]), automaton
    )


def _definitions(reading: PrecisionFile, lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The definitions, and the lines behind the blank one that ends them."""
    end = next((place for place, line in enumerate(lines) if not line.text.strip()), len(lines))
    for line in lines[:end]:
        if not line.text.strip().startswith("("):
            raise _with_hint(
                reading.error(line, "is no definition of SMT-LIB"),
                "a predicate map begins with these, or with a blank line where it has none",
            )
        _check_parentheses(reading, line)
    return list(lines[:end]), list(lines[end:])


def _sections(reading: PrecisionFile, lines: Iterable[Line]) -> list[Section]:
    sections: list[Section] = []
    current: Section | None = None
    for line in lines:
        text = line.text.strip()
        if not text:
            # Variables go on behind a blank line: it is their scope alone that begins a section.
            current = None if reading.kind is Kind.PREDICATES else current
        elif text.endswith(":") and (current is None or reading.kind is Kind.VALUES):
            current = Section(_scope(reading, line), line.number)
            sections.append(current)
        elif current is None:
            if reading.kind is Kind.PREDICATES:
                raise _with_hint(reading.error(line, "is no key of a section"), _KEYS[reading.kind])
            current = Section(Scope(), line.number, [line])
            sections.append(current)
        else:
            current.facts.append(line)
    return sections


def _scope(reading: PrecisionFile, line: Line) -> Scope:
    key = line.text.strip().removesuffix(":").strip()
    if key == "*":
        return Scope()
    if _FUNCTION.match(key) and not (reading.kind is Kind.VALUES and _NODE.match(key)):
        return Scope(key)
    if reading.kind is Kind.PREDICATES and (match := _FUNCTION_NODE.match(key)):
        return Scope(match.group(1), int(match.group(2)))
    if reading.kind is Kind.VALUES and (match := _NODE.match(key)):
        return Scope("", int(match.group(1)))
    raise _with_hint(reading.error(line, f"{key!r} is no scope", key), _KEYS[reading.kind])


def _check_assertion(reading: PrecisionFile, line: Line) -> None:
    if not line.text.strip().startswith("(assert "):
        raise _with_hint(reading.error(line, "is no predicate"), "a predicate is one line, (assert TERM); a blank line ends a section")
    _check_parentheses(reading, line)


def _check_parentheses(reading: PrecisionFile, line: Line) -> None:
    try:
        expressions = read_sexps(line.text)
    except SmtLibError as error:
        raise _with_hint(reading.error(line, str(error)), "a definition or a predicate is one line") from None
    if len(expressions) != 1:
        raise reading.error(line, f"{len(expressions)} expressions on a line that has one")


def _with_hint(error: InputError, hint: str) -> InputError:
    error.hint = hint
    return error


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
