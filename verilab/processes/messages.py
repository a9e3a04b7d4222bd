"""Messages as JSON, one a line: dataclasses whose fields say by their types how they are read.

A message is a dataclass; on the line it is the list of its class' name and its fields in their order, as every dataclass in it.
Enumerations go by name, sets and tuples as lists; a class that has ``to_json`` and ``from_json`` goes as these say.  What is read is of the
types that the fields have, so that nobody who hears a message looks into dictionaries; what is of another shape is ``Garbled``.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints, runtime_checkable

Reader = Callable[[Any], Any]


class Garbled(ValueError):
    """What came is no message that is understood here; the message says what it is."""


@runtime_checkable
class HasForm(Protocol):
    """A value that says itself what it is as plain JSON values; its class reads them by ``from_json``."""

    def to_json(self) -> Any: ...

    @staticmethod
    def from_json(data: Any) -> Any: ...


def encode(message: object) -> bytes:
    """The message, a dataclass, as one line."""
    return _ENCODER.encode(_plain(message)).encode() + b"\n"


def decode(line: bytes, kinds: Mapping[str, type]) -> Any:
    """The message on the line, of one of the ``kinds`` by their names.  Raises Garbled."""
    try:
        data = json.loads(line)
        return _reader(kinds[data[0]])(data)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Garbled(line[:80].decode(errors="replace").rstrip()) from error


def _dataclass_writer(kind: type) -> Callable[[Any], Any]:
    names = _names(kind)
    if not names:
        alone = (kind.__name__,)
        return lambda value: alone
    return attrgetter("__class__.__name__", *names)  # solvers are asked thousands of times a second


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: object) -> Any:
    """What JSON has no value for."""
    kind: type = type(value)
    return _writer(kind)(value)


@cache
def _writer(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, HasForm):
        return lambda value: value.to_json()
    if issubclass(kind, Enum):
        return {member: member.name for member in kind}.__getitem__
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    if issubclass(kind, AbstractSet):
        return list
    if issubclass(kind, Path):
        return str
    raise TypeError(f"{kind.__name__} does not go over a line")


_ENCODER = json.JSONEncoder(default=_plain, check_circular=False)


def _as_it_is(data: Any) -> Any:
    return data


@cache
def _reader(kind: Any) -> Reader:
    """What makes a value of the type of its plain JSON values."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _union_reader(arguments)
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin in (list, Sequence, frozenset, AbstractSet):
        return _sequence_reader(origin, _reader(arguments[0]))
    if origin in (dict, Mapping):
        return _mapping_reader(_reader(arguments[1]))
    if not isinstance(kind, type):
        return _as_it_is
    if issubclass(kind, HasForm):
        return kind.from_json
    if issubclass(kind, Enum):
        return {member.name: member for member in kind}.__getitem__
    if is_dataclass(kind):
        return _dataclass_reader(kind)
    return kind if kind is Path else _as_it_is


def _dataclass_reader(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = [(place, _reader(hints[name])) for place, name in enumerate(_names(kind), 1)]
    typed = [(place, reader) for place, reader in readers if reader is not _as_it_is]

    def read(data: Any) -> Any:
        for place, reader in typed:
            data[place] = reader(data[place])
        return kind(*data[1:])

    return read


def _union_reader(members: Sequence[Any]) -> Reader:
    """None stays None; one of several dataclasses is known by its name; of others there is only one that is no plain value."""
    classes: list[type] = [
        member for member in members if isinstance(member, type) and is_dataclass(member) and not issubclass(member, HasForm)
    ]
    tagged = {member.__name__: _reader(member) for member in classes}
    (other,) = [_reader(member) for member in members if member not in classes and _reader(member) is not _as_it_is] or [_as_it_is]

    def read(data: Any) -> Any:
        if isinstance(data, list) and tagged:
            return tagged[data[0]](data)
        return data if data is None or isinstance(data, (bool, int, float)) else other(data)

    return read


def _tuple_reader(members: Sequence[Any]) -> Reader:
    if len(members) == 2 and members[1] is Ellipsis:
        return _sequence_reader(tuple, _reader(members[0]))
    readers = [_reader(member) for member in members]
    return lambda data: tuple(read(part) for read, part in zip(readers, data, strict=True))


def _sequence_reader(origin: Any, read: Reader) -> Reader:
    make = {Sequence: list, AbstractSet: frozenset}.get(origin, origin)
    if read is _as_it_is:
        return _as_it_is if make is list else make
    return lambda data: make([read(part) for part in data])


def _mapping_reader(read: Reader) -> Reader:
    return _as_it_is if read is _as_it_is else lambda data: {name: read(value) for name, value in data.items()}
