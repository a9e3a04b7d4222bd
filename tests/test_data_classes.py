"""Data classes whose methods are compiled late do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from verilab import data_classes

KINDS = [dataclasses.dataclass, data_classes.dataclass]


def point(dataclass: Callable[..., Any], **options: Any) -> Any:
    """The same class by each of the decorators."""

    @dataclass(**options)
    class Point:
        x: int
        y: int = 2
        names: list[str] = field(default_factory=list, compare=False)
        cached: int = field(default_factory=int, init=False, repr=False, compare=False)

        def moved(self) -> Any:
            return replace(self, x=self.x + 1)

    return Point


@pytest.fixture(
    params=[{}, {"slots": True}, {"frozen": True}, {"frozen": True, "slots": True}, {"eq": False}, {"repr": False, "slots": True}]
)
def options(request: pytest.FixtureRequest) -> dict[str, Any]:
    chosen: dict[str, Any] = request.param
    return chosen


def behaviour(cls: Any) -> dict[str, Any]:
    """What can be seen of a class."""

    def attempt(act: Callable[[], Any]) -> Any:
        try:
            return act()
        except (TypeError, AttributeError) as refusal:
            return type(refusal), str(refusal)

    one = cls(1)
    shown = attempt(lambda: repr(one))
    return {
        "signature": str(inspect.signature(cls)),
        "repr": shown if "object at" not in shown else "",
        "doc": cls.__doc__ if cls.__doc__ and "(" not in cls.__doc__ else None,
        "fields": [(each.name, each.type) for each in fields(cls)],
        "match": cls.__match_args__,
        "equal": (cls(1) == cls(1), cls(1) == cls(2), cls(1) == 1, cls(1, names=["a"]) == cls(1)),
        "hash": attempt(lambda: isinstance(hash(cls(1)), int)),
        "hashes": attempt(lambda: hash(cls(1, 3)) == hash(cls(1, 3)) == hash((1, 3))),
        "default factory": (one.names, one.names is cls(1).names, cls(1, names=None).names),
        "replaced": (one.moved().x, one.moved().y),
        "as dictionary": dataclasses.asdict(one),
        "copy": dataclasses.asdict(copy.deepcopy(one)),
        "set": attempt(lambda: setattr(one, "x", 5)),
        "deleted": attempt(lambda: delattr(one, "y")),
        "missing": attempt(lambda: cls()),
        "too many": attempt(lambda: cls(1, 2, [], 3)),
        "unknown": attempt(lambda: cls(1, z=3)),
        "has a dict": hasattr(one, "__dict__"),
    }


def test_classes_behave_as_those_of_the_standard_decorator(options: dict[str, Any]) -> None:
    standard, ours = (behaviour(point(kind, **options)) for kind in KINDS)
    for name in standard:
        assert ours[name] == standard[name], name


@data_classes.dataclass(frozen=True, slots=True)
class Kept:
    """One that can be pickled."""

    value: int
    others: tuple[Kept, ...] = ()


def test_a_frozen_class_with_slots_is_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept(1, (Kept(2),)))) == Kept(1, (Kept(2),))


def test_what_is_unpickled_first_is_compared_and_hashed() -> None:
    @data_classes.dataclass(frozen=True, slots=True)
    class Late:
        value: int

    late = object.__new__(Late)
    late.__setstate__([3])  # type: ignore[attr-defined]  # as pickle does
    assert late == Late(3)
    assert hash(late) == hash(Late(3))


def test_subclasses_have_the_fields_of_both_and_methods_of_their_own() -> None:
    @data_classes.dataclass(frozen=True, slots=True)
    class Base:
        first: int

        def __post_init__(self) -> None:
            if self.first < 0:
                raise ValueError("negative")

    @data_classes.dataclass(frozen=True, slots=True)
    class Both(Base):
        second: int = 7

    assert repr(Both(1)).endswith("Both(first=1, second=7)")
    assert Both(1) != Base(1)
    assert isinstance(Both(1), Base)
    with pytest.raises(ValueError, match="negative"):
        Both(-1)
    name = "second"
    with pytest.raises(FrozenInstanceError):
        setattr(Both(1), name, 8)


def test_own_methods_are_kept() -> None:
    @data_classes.dataclass(frozen=True)
    class Own:
        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 5

        def __repr__(self) -> str:
            return "own"

        @cached_property
        def twice(self) -> int:
            return 2 * self.value

    assert Own(1) == Own(2)
    assert (hash(Own(1)), repr(Own(1)), Own(2).twice) == (5, "own", 4)


def test_names_of_fields_hide_nothing_that_methods_need() -> None:
    @data_classes.dataclass(frozen=True, slots=True)
    class Hiding:
        hash: int
        object: int
        list: tuple[int, ...] = ()
        other: dict[str, int] = field(default_factory=dict, hash=False)

    assert Hiding(1, 2) == Hiding(1, 2, (), {})
    assert isinstance(hash(Hiding(1, 2)), int)


def test_a_cycle_is_shown_as_such() -> None:
    @data_classes.dataclass(slots=True)
    class Ring:
        following: Ring | None = None

    ring = Ring()
    ring.following = ring
    assert repr(ring).endswith("Ring(following=...)")


def test_an_ordered_class_is_ordered() -> None:
    @data_classes.dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        value: int

    assert Ordered(1) < Ordered(2)


def test_all_methods_are_compiled_at_once_where_processes_are_forked() -> None:
    @data_classes.dataclass(frozen=True, slots=True)
    class Unused:
        value: int

    data_classes.compile_methods()
    assert not hasattr(Unused.__init__, "compile")
    assert Unused(1) == Unused(1)
