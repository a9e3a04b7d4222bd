"""Messages cross a line as they are, of the types that their fields have."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from verilab.processes.messages import Garbled, decode, encode


class Colour(Enum):
    RED = 1
    GREEN = 2


@dataclass(frozen=True)
class Nothing:
    pass


@dataclass(frozen=True)
class Leaf:
    names: tuple[str, ...]
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Shown:
    """Says itself what it is."""

    number: int

    def to_json(self) -> Any:
        return {"roman": "I" * self.number}

    @staticmethod
    def from_json(data: Any) -> Shown:
        return Shown(len(data["roman"]))


@dataclass(frozen=True)
class Everything:
    leaves: list[Leaf] = field(default_factory=list)
    either: Leaf | Nothing | None = None
    numbers: tuple[bool | int | Leaf, ...] = ()
    pairs: list[tuple[tuple[str, int], ...]] = field(default_factory=list)
    colours: frozenset[Colour] = frozenset()
    by_name: dict[str, frozenset[Colour]] = field(default_factory=dict)
    file: Path | None = None
    shown: Shown | None = None
    plain: dict[str, Any] = field(default_factory=dict)


KINDS = {kind.__name__: kind for kind in (Nothing, Leaf, Everything)}


def with_types(value: object) -> object:
    """A value beside its type, and so are its parts: what is equal and of another type (``True`` and ``1``) differs."""
    if is_dataclass(value):
        return type(value), [with_types(getattr(value, part.name)) for part in fields(value)]
    if isinstance(value, dict):
        return dict, [(with_types(key), with_types(part)) for key, part in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [with_types(part) for part in value]
    if isinstance(value, frozenset):  # whose order is that of hashes, another one in each process
        return frozenset, {(type(part), part) for part in value}
    return type(value), value


@pytest.mark.parametrize(
    "message",
    [
        Nothing(),
        Leaf(("a", "b"), Colour.GREEN),
        Everything(),
        Everything(leaves=[Leaf(()), Leaf(("ä\n",))], either=Nothing()),
        Everything(either=Leaf(("x",)), numbers=(True, 2**80, Leaf(()), False, -7)),
        Everything(pairs=[(("f", 1), ("g", -2)), ()], colours=frozenset(Colour), by_name={"a": frozenset({Colour.RED}), "b": frozenset()}),
        Everything(file=Path("/a/b.c"), shown=Shown(3), plain={"a": [1, 2.5, None, {"b": "c"}]}),
    ],
)
def test_what_is_read_is_what_was_written_with_its_types(message: object) -> None:
    line = encode(message)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    read = decode(line, KINDS)
    assert read == message
    assert with_types(read) == with_types(message)


def test_the_comparison_sees_another_type() -> None:
    assert with_types(Leaf(("a",))) != with_types(Leaf(["a"]))  # type: ignore[arg-type]  # what a reader of messages must not do
    assert with_types(Everything(numbers=(1,))) != with_types(Everything(numbers=(True,)))


@pytest.mark.parametrize(
    "line", [b"warning: no such thing", b"", b"3", b"[]", b"{}", b'["Unknown", 1]', b'["Leaf", ["a"], "BLUE"]', b'["Leaf", 1, 2, 3]']
)
def test_what_is_no_message_is_garbled(line: bytes) -> None:
    with pytest.raises(Garbled):
        decode(line, KINDS)


def test_what_has_no_form_is_refused_where_it_is_sent() -> None:
    with pytest.raises(TypeError, match="object does not go over a line"):
        encode(Everything(plain={"a": object()}))
