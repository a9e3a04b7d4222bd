"""YAML as a tree of texts with places, bounded: witnesses come from anywhere.

Every scalar stays the text that it is, so that nothing is ever constructed from a tag.  Anchors, aliases, tags and several documents are
refused: the format needs none, and aliases make small files of exponential size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from yaml.reader import ReaderError

from verilab.data_classes import dataclass
from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.witnesses.model import Place

LARGEST = 8 << 20  # characters of a witness
DEEPEST = 20  # nested collections; the format has 7
_Loader: Any = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


@dataclass(frozen=True, slots=True)
class Scalar:
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: dict[str, tuple[Place, Node]]
    """By key, the key's place and the value."""
    place: Place


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    place: Place


Node = Scalar | Mapping | Sequence


def read_yaml(source: SourceText) -> Node:
    """The one document of the text.  Raises InputError with the place of whatever is wrong."""
    if len(source.text) > LARGEST:
        raise InputError(f"is larger than {LARGEST >> 20} million characters", file=source.name, hint="a witness was expected")
    try:
        return _Reader(source).document()
    except yaml.YAMLError as problem:
        mark, message = _mark_and_message(problem)
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else _character(source, problem)
        raise source.error(f"YAML: {message}", line, column, "a list of entries was expected: - entry_type: ...") from None


def _mark_and_message(problem: yaml.YAMLError) -> tuple[Any, str]:
    """The mark of the place, None where there is none, and what is wrong there."""
    mark, message = None, None
    if isinstance(problem, yaml.MarkedYAMLError):
        mark, message = problem.problem_mark or problem.context_mark, problem.problem
    elif isinstance(problem, ReaderError):
        message = problem.reason
    return mark, message or "this is no YAML"


def _character(source: SourceText, problem: yaml.YAMLError) -> tuple[int, int]:
    """The place of a character that YAML does not allow."""
    before = source.text[: problem.position if isinstance(problem, ReaderError) else 0]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._events: Iterator[Any] = yaml.parse(source.text, Loader=_Loader)

    def document(self) -> Node:
        root: Node | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                raise self._error(event, "a second document begins here", "a witness is one document")
            if isinstance(event, yaml.NodeEvent):
                root = self._node(event, 0)
        if root is None:
            raise self._source.error("the file is empty", 1, 1, "a list of entries was expected: - entry_type: ...")
        return root

    def _node(self, event: Any, depth: int) -> Node:
        self._check(event, depth)
        place = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(event.value, place)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
                items.append(self._node(event, depth + 1))
            return Sequence(tuple(items), place)
        entries: dict[str, tuple[Place, Node]] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                raise self._error(event, "a key was expected here", "keys are words: entry_type, metadata, content")
            if key.text in entries:
                raise self._error(event, f"the key '{key.text[:40]}' is given twice", "give each key once")
            entries[key.text] = key.place, self._node(next(self._events), depth + 1)
        return Mapping(entries, place)

    def _check(self, event: Any, depth: int) -> None:
        if depth > DEEPEST:
            raise self._error(event, "this is nested too deeply", f"a witness has at most {DEEPEST} levels")
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise self._error(event, "anchors and aliases are not part of the format", "write the value out")
        if event.tag is not None:
            raise self._error(event, f"the tag {event.tag[:40]} is not part of the format", "leave the tag out")

    def _error(self, event: Any, message: str, hint: str) -> InputError:
        place = _place(event)
        return self._source.error(message, place.line, place.column, hint)


def _place(event: Any) -> Place:
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)
