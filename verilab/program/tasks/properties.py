"""Properties to verify: SV-COMP property files (``.prp``), and the ways in which a program names its error.

verilab checks reachability: ``CHECK( init(main()), LTL(G ! call(reach_error())) )`` with any function name, or
``LTL(G ! label(ERROR))`` with any label.  Every other property of SV-COMP is recognised and refused by name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text

SUPPORTED = "CHECK( init(main()), LTL(G ! call(reach_error())) ), the same with another function, or LTL(G ! label(ERROR))"
REACHABILITY = "unreach-call"
"""The name of the property that no error function is called and no error label reached, beside those of observer automata."""
LARGEST_PROPERTY = 100_000  # characters


@dataclass(frozen=True, slots=True)
class ErrorConvention:
    """What counts as reaching the error: a call of one of ``functions``, or a statement that carries one of ``labels``."""

    functions: frozenset[str]
    labels: frozenset[str] = frozenset()

    def __str__(self) -> str:
        calls = [f"call({name}())" for name in sorted(self.functions)]
        return " or ".join([*calls, *(f"label({name})" for name in sorted(self.labels))])

    def __iter__(self) -> Iterator[str]:
        """The names as the lowering takes them: functions (``reach_error``), then labels (``label ERROR``), sorted."""
        yield from sorted(self.functions)
        yield from (f"label {name}" for name in sorted(self.labels))

    def to_json(self) -> dict[str, list[str]]:
        return {"functions": sorted(self.functions), "labels": sorted(self.labels)}

    @staticmethod
    def from_json(data: dict[str, list[str]]) -> ErrorConvention:
        return ErrorConvention(frozenset(data["functions"]), frozenset(data["labels"]))


# Where no property file says which convention a program follows, it may follow any.
ANY_CONVENTION = ErrorConvention(frozenset({"reach_error", "__VERIFIER_error"}), frozenset({"ERROR"}))
# Of a task that only automata observe: calling an error function is no violation.
NO_CONVENTION = ErrorConvention(frozenset())


class UnsupportedPropertyError(InputError):
    """A well-formed property that verilab does not check."""


_NAME = r"[A-Za-z_]\w*"
_HEAD = re.compile(r"\s*(CHECK|COVER)\s*\(\s*init\s*\(\s*([^(),\s]*)\s*\(\s*\)\s*\)\s*,\s*(LTL|FQL|CTL)\s*\(")
_CALL = re.compile(rf"G\s*!\s*call\s*\(\s*({_NAME})\s*\(\s*\)\s*\)")
_LABEL = re.compile(rf"G\s*!\s*label\s*\(\s*({_NAME})\s*\)")
_OTHERS = {
    "overflow": "no-overflow",
    "valid-free": "valid-memsafety",
    "valid-deref": "valid-memsafety",
    "valid-memtrack": "valid-memsafety",
    "valid-memcleanup": "valid-memcleanup",
    "data-race": "no-data-race",
    "def-behavior": "def-behavior",
    "deadlock": "no-deadlock",
    "end": "termination",
}


def load_property(path: str | os.PathLike[str]) -> ErrorConvention:
    """The error convention that a property file asks for; see ``parse_property``."""
    return parse_property(read_text(os.fspath(path)), os.fspath(path))


def parse_property(text: str, name: str = "<property>") -> ErrorConvention:
    """The error convention of a property text: all of its CHECKs together.

    Raises UnsupportedPropertyError for a property that is not reachability, InputError for text that is no property.
    """
    source = SourceText(name, text)
    if len(text) > LARGEST_PROPERTY:
        raise InputError("is too long for a property file", file=name, hint=SUPPORTED)
    functions: set[str] = set()
    labels: set[str] = set()
    offset = 0
    while text[offset:].strip():
        start = offset + len(text[offset:]) - len(text[offset:].lstrip())
        formula, offset = _statement(source, offset, start)
        call, label = _CALL.fullmatch(formula), _LABEL.fullmatch(formula)
        if call:
            functions.add(call[1])
        elif label:
            labels.add(label[1])
        else:
            raise _refusal(source, formula, start)
    if not functions and not labels:
        raise InputError("contains no property", file=name, hint=SUPPORTED)
    return ErrorConvention(frozenset(functions), frozenset(labels))


def _statement(source: SourceText, offset: int, start: int) -> tuple[str, int]:
    """The formula of the CHECK(...) at ``offset`` and the offset behind it; ``start`` is where its text begins."""
    text = source.text
    head = _HEAD.match(text, offset)
    if head is None:
        raise _at(source, start, InputError, "this is no property", SUPPORTED)
    if head[2] != "main":
        raise _at(source, head.start(2), UnsupportedPropertyError, f"the program starts in main, not in '{head[2][:40]}'", SUPPORTED)
    depth, position = 1, head.end()
    while position < len(text) and depth:
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    end = re.compile(r"\s*\)").match(text, position)
    if depth or end is None:
        raise _at(source, start, InputError, "a parenthesis of this property is never closed", SUPPORTED)
    return text[head.end() : position - 1].strip(), end.end()


def _refusal(source: SourceText, formula: str, start: int) -> InputError:
    # COVER( ..., FQL(...) ) asks for test inputs, not for a verdict.
    if formula.startswith("COVER") or source.text.startswith("COVER", start):
        return _at(source, start, UnsupportedPropertyError, "test generation (coverage) is not supported", SUPPORTED)
    for word, title in _OTHERS.items():
        if re.fullmatch(rf"[GF!\s]*{word}", formula):
            return _at(source, start, UnsupportedPropertyError, f"the property {title} is not supported", SUPPORTED)
    return _at(source, start, UnsupportedPropertyError, f"the formula '{formula[:60]}' is not supported", SUPPORTED)


def _at(source: SourceText, offset: int, kind: type[InputError], message: str, hint: str) -> InputError:
    line = source.text.count("\n", 0, offset) + 1
    column = offset - (source.text.rfind("\n", 0, offset) + 1) + 1
    return kind(message, file=source.name, line=line, column=column, hint=hint, source_line=source.line(line))
