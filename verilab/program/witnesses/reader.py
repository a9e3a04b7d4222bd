"""Witness files, checked against the format: every key that must be there, every value that may.

    - entry_type: invariant_set | violation_sequence
      metadata: {format_version: 2.x, uuid, creation_time, producer: {name, version}, task: {input_files, input_file_hashes, ...}}
      content:
      - invariant: {type, location: {file_name, line, column?, function?}, value, format: c_expression}
      - segment:
        - waypoint: {type, action: follow | avoid, location, constraint?: {value, format?}}

Keys that the format does not know are passed over, as it allows; what versions after 2.0 added and we cannot check is refused by name.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.types import DataModel
from verilab.program.witnesses.model import (
    ClaimedInvariant,
    Condition,
    CorrectnessWitness,
    InvariantKind,
    Place,
    Segment,
    ViolationWitness,
    Waypoint,
    WaypointKind,
    Witness,
    WitnessLocation,
    WitnessTask,
)
from verilab.program.witnesses.yaml_tree import Mapping, Node, Scalar, Sequence, read_yaml

INVARIANTS, VIOLATION = "invariant_set", "violation_sequence"
MOST_PARTS = 20_000  # invariants or waypoints of one witness
_HASH = re.compile(r"[0-9a-fA-F]{64}")
_NUMBER = re.compile(r"[0-9]{1,9}")
_BRANCH = re.compile(r"true|false|default|-?[0-9]{1,20}")
_FORMATS = {WaypointKind.FUNCTION_RETURN: ("acsl_expression", "c_expression"), WaypointKind.ASSUMPTION: ("c_expression",)}

VERSION_HINT = 'give a witness of format_version "2.0"'
_ELSEWHERE = {
    "entry_type": {
        "ghost_instrumentation": "ghost variables (a later version)",
        **dict.fromkeys(
            ("loop_invariant", "location_invariant", "precondition_loop_invariant", "loop_invariant_certificate"), "format_version 0.1"
        ),
    },
    "type": dict.fromkeys(("loop_transition_invariant", "location_transition_invariant"), "transition invariants (a later version)"),
    "format": {"ext_c_expression": "extended C expressions (a later version)"},
}
_PARTS_ELSEWHERE = {
    "function_contract": "function contracts (a later version)",
    "cycle": "cycles (a later version)",
    "transition_invariant": "transition invariants (a later version)",
}
"""Words that other versions of the format have, and what they are: not wrong, but not read either."""

AnEnum = TypeVar("AnEnum", bound=Enum)


class NotRead(InputError):
    """What another version of the format has, or another property would need: nothing is said of whether the witness is true."""


def parse_witness(text: str, name: str = "<witness>") -> Witness:
    """The witness of a text, called ``name`` in messages.

    Raises InputError with the place of whatever is wrong, and NotRead where it is not wrong, but beyond what is read.
    """
    source = SourceText(name, text)
    if text.lstrip().startswith("<"):
        raise _not_read(source, Place(1, 1), "witnesses in XML (GraphML, format 1.0)", VERSION_HINT + " (YAML)")
    return _Reader(source).witness(read_yaml(source))


def _not_read(source: SourceText, place: Place, what: str, hint: str) -> NotRead:
    return NotRead(
        f"{what}: not read", file=source.name, line=place.line, column=place.column, hint=hint, source_line=source.line(place.line)
    )


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self._source = source

    def error(self, place: Place, message: str, hint: str) -> InputError:
        return self._source.error(message, place.line, place.column, hint)

    # -- shapes -------------------------------------------------------------------------------------------------------------------

    def mapping(self, node: Node, what: str, keys: Iterable[str]) -> Mapping:
        if not isinstance(node, Mapping):
            raise self.error(node.place, f"{what} is a mapping", f"give the keys {', '.join(keys)}")
        for key in keys:
            if key not in node.entries:
                near = difflib.get_close_matches(key, node.entries, n=1)
                place = node.entries[near[0]][0] if near else node.place
                hint = f"'{near[0]}' is none of its keys; did you mean {key}?" if near else f"give {key}: ..."
                raise self.error(place, f"{what} has no '{key}'", hint)
        return node

    def sequence(self, node: Node, what: str, *, empty: bool = False) -> tuple[Node, ...]:
        if not isinstance(node, Sequence):
            raise self.error(node.place, f"{what} is a list", "begin each of its items with '- '")
        if not node.items and not empty:
            raise self.error(node.place, f"{what} is empty", "give at least one item")
        return node.items

    def scalar(self, node: Node, what: str) -> Scalar:
        if not isinstance(node, Scalar):
            raise self.error(node.place, f"{what} is a text", f'write {what} as one value: "..."')
        return node

    def text(self, mapping: Mapping, key: str) -> tuple[str, Place]:
        scalar = self.scalar(mapping.entries[key][1], key)
        if not scalar.text.strip():
            raise self.error(scalar.place, f"'{key}' is empty", f"give {key} a value")
        return scalar.text, scalar.place

    def word(self, mapping: Mapping, key: str, known: Iterable[str]) -> str:
        text, place = self.text(mapping, key)
        if text not in (names := tuple(known)):
            if text in _ELSEWHERE.get(key, ()):
                raise _not_read(self._source, place, _ELSEWHERE[key][text], VERSION_HINT)
            near = difflib.get_close_matches(text, names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            raise self.error(place, f"{key} '{text[:40]}' is unknown", hint)
        return text

    def kind(self, mapping: Mapping, kinds: type[AnEnum]) -> AnEnum:
        return kinds(self.word(mapping, "type", [member.value for member in kinds]))

    def number(self, mapping: Mapping, key: str) -> int:
        text, place = self.text(mapping, key)
        if not _NUMBER.fullmatch(text) or not int(text):
            raise self.error(place, f"{key} '{text[:40]}' is no number of a {key}", "lines and columns count from 1")
        return int(text)

    # -- the witness --------------------------------------------------------------------------------------------------------------

    def part(self, node: Node, kind: str) -> Node:
        """What an item of content has under its only key."""
        entries = node.entries if isinstance(node, Mapping) else {}
        for name in _PARTS_ELSEWHERE.keys() & entries.keys():
            raise _not_read(self._source, entries[name][0], _PARTS_ELSEWHERE[name], VERSION_HINT)
        return self.mapping(node, "an item of content", (kind,)).entries[kind][1]

    def witness(self, root: Node) -> Witness:
        for entry in root.items if isinstance(root, Sequence) else ():
            if isinstance(entry, Mapping) and "entry_type" in entry.entries:  # of another version the other keys are others, too
                self.word(entry, "entry_type", (INVARIANTS, VIOLATION))
        entries = [self.mapping(entry, "an entry", ("entry_type", "metadata", "content")) for entry in self.sequence(root, "a witness")]
        kinds = [self.word(entry, "entry_type", (INVARIANTS, VIOLATION)) for entry in entries]
        mixed = next((entry for entry, kind in zip(entries, kinds, strict=True) if kind != kinds[0]), None)
        if mixed is not None:
            raise self.error(mixed.place, f"entries of {INVARIANTS} and {VIOLATION} in one witness", "give each a file of its own")
        tasks = [self.metadata(entry.entries["metadata"][1]) for entry in entries]
        producer = self.producer(entries[0])
        contents = [entry.entries["content"][1] for entry in entries]
        if kinds[0] == INVARIANTS:
            invariants = [self.invariant(node) for content in contents for node in self.sequence(content, "content", empty=True)]
            self.check_size(len(invariants), contents[0])
            return CorrectnessWitness(self._source, tasks[0], tuple(invariants), producer)
        sequences = tuple(self.segments(content) for content in contents)
        return ViolationWitness(self._source, tasks[0], sequences, producer)

    def check_size(self, parts: int, content: Node) -> None:
        if parts > MOST_PARTS:
            raise self.error(content.place, f"the witness has {parts} parts", f"at most {MOST_PARTS} are read")

    def producer(self, entry: Mapping) -> str:
        metadata = entry.entries["metadata"][1]
        assert isinstance(metadata, Mapping)
        name = self.mapping(metadata.entries["producer"][1], "producer", ("name",))
        return self.text(name, "name")[0]

    def metadata(self, node: Node) -> WitnessTask:
        metadata = self.mapping(node, "metadata", ("format_version", "producer", "task"))
        version, place = self.text(metadata, "format_version")
        if not re.fullmatch(r"2\.[0-9]+", version):
            raise _not_read(self._source, place, f"format_version '{version[:20]}'", VERSION_HINT)
        keys = ("input_files", "input_file_hashes", "specification", "data_model", "language")
        task = self.mapping(metadata.entries["task"][1], "task", keys)
        self.word(task, "language", ("C",))
        files = [self.scalar(file, "a file") for file in self.sequence(task.entries["input_files"][1], "input_files")]
        if len(files) != 1:
            raise _not_read(self._source, files[1].place, f"programs of {len(files)} files", "verilab takes programs of one file")
        model = DataModel(self.word(task, "data_model", [member.value for member in DataModel]))
        data_model = model, task.entries["data_model"][0]
        return WitnessTask(
            tuple((file.text, file.place) for file in files), self.hashes(task), self.text(task, "specification"), data_model
        )

    def hashes(self, task: Mapping) -> tuple[tuple[str, str, Place], ...]:
        node = self.mapping(task.entries["input_file_hashes"][1], "input_file_hashes", ())
        digests = []
        for name, (_, value) in node.entries.items():
            digest = self.scalar(value, "a hash")
            if not _HASH.fullmatch(digest.text):
                raise self.error(digest.place, f"this is no SHA-256 hash of {name[:60]}", "give its 64 hexadecimal digits (sha256sum)")
            digests.append((name, digest.text.lower(), digest.place))
        return tuple(digests)

    def location(self, holder: Mapping) -> WitnessLocation:
        location = self.mapping(holder.entries["location"][1], "location", ("file_name", "line"))
        column = self.number(location, "column") if "column" in location.entries else None
        function = self.text(location, "function")[0] if "function" in location.entries else None
        return WitnessLocation(self.text(location, "file_name")[0], self.number(location, "line"), column, function, location.place)

    def condition(self, holder: Mapping, formats: tuple[str, ...]) -> Condition:
        if "format" in holder.entries:
            self.word(holder, "format", formats)
        return Condition(*self.text(holder, "value"))

    def invariant(self, node: Node) -> ClaimedInvariant:
        invariant = self.mapping(self.part(node, "invariant"), "invariant", ("type", "location", "value", "format"))
        return ClaimedInvariant(self.kind(invariant, InvariantKind), self.location(invariant), self.condition(invariant, ("c_expression",)))

    def segments(self, content: Node) -> tuple[Segment, ...]:
        segments = tuple(self.segment(part) for part in self.sequence(content, "content"))
        self.check_size(sum(1 + len(part.avoid) for part in segments), content)
        for number, segment in enumerate(segments, start=1):
            final, place = number == len(segments), segment.follow.location.place
            if (segment.follow.kind is WaypointKind.TARGET) is not final:
                raise self.error(
                    place,
                    "the last segment does not end in a target" if final else "a target ends a segment before the last",
                    "the last waypoint, and no other, has type: target",
                )
        return segments

    def segment(self, node: Node) -> Segment:
        avoid: list[Waypoint] = []
        items = self.sequence(self.part(node, "segment"), "segment")
        for item in items:
            holder = self.mapping(item, "an item of a segment", ("waypoint",))
            waypoint = self.mapping(holder.entries["waypoint"][1], "waypoint", ("type", "action", "location"))
            parsed = self.waypoint(waypoint)
            follow = self.word(waypoint, "action", ("follow", "avoid")) == "follow"
            if follow is not (item is items[-1]):
                message = "a segment has one waypoint to follow, its last" if follow else "the last waypoint of a segment is to be followed"
                raise self.error(waypoint.place, message, "give action: avoid to all but the last, action: follow to the last")
            if follow:
                return Segment(parsed, tuple(avoid))
            if parsed.kind is WaypointKind.TARGET:
                raise self.error(waypoint.place, "a target cannot be avoided", "give action: follow")
            avoid.append(parsed)
        raise AssertionError("a segment is not empty")

    def waypoint(self, waypoint: Mapping) -> Waypoint:
        kind = self.kind(waypoint, WaypointKind)
        location = self.location(waypoint)
        given = "constraint" in waypoint.entries
        if kind in (WaypointKind.TARGET, WaypointKind.FUNCTION_ENTER):
            if given:
                raise self.error(waypoint.entries["constraint"][0], f"a {kind.value} waypoint has no constraint", "leave it out")
            return Waypoint(kind, location)
        if not given:
            if kind is WaypointKind.FUNCTION_RETURN:
                return Waypoint(kind, location)
            raise self.error(waypoint.place, f"the {kind.value} waypoint has no 'constraint'", "give constraint: {value: ...}")
        constraint = self.mapping(waypoint.entries["constraint"][1], "constraint", ("value",))
        if kind is not WaypointKind.BRANCHING:
            return Waypoint(kind, location, self.condition(constraint, _FORMATS[kind]))
        branch, place = self.text(constraint, "value")
        if not _BRANCH.fullmatch(branch):
            raise self.error(place, f"'{branch[:40]}' is no branch", "give true or false, of a switch the integer of a case or default")
        return Waypoint(kind, location, Condition(branch, place), branch)
