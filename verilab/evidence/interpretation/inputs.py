"""Where the values of non-deterministic edges come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from verilab.program.cfa import Edge
from verilab.program.counterexample import Choice
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array
from verilab.program.types import IntType


class NoInputError(Exception):
    """The source has run dry."""


class WrongInputError(Exception):
    """The source's next value does not belong to the edge that asks; the message says why."""


def nondeterminism(edge: Edge) -> tuple[tuple[IntType, ...], NondetKind, str] | None:
    """The types of the values that the edge chooses, their kind and origin; None for a deterministic edge."""
    match edge.operation:
        case Assign(value=Nondet() as value) | Store(value=Nondet() as value):
            return (value.type,), value.kind, value.origin
        case Havoc(targets=targets, kind=kind, origin=origin):
            types: list[IntType] = []
            for target in targets:
                types.extend([target.type] * (target.length if isinstance(target, Array) else 1))
            return tuple(types), kind, origin
    return None


class InputSource(Protocol):
    """Gives the values for one execution of a non-deterministic edge; raises NoInputError or WrongInputError."""

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        """One value per type, or None where the kind is IMPRECISE: the real value is unknown."""
        ...


class FromChoices:
    """The recorded choices of a counterexample, in path order.  The values of imprecise choices are skipped, they prove nothing."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = choices
        self._next = 0

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        choice = self._choices[self._next] if self._next < len(self._choices) else None
        if kind is NondetKind.IMPRECISE:
            if choice is not None and choice.edge is edge:
                self._next += 1
            return None
        if choice is None:
            raise NoInputError
        if choice.edge is not edge:
            raise WrongInputError(f"the next recorded choice is of {choice.edge.position}: {choice.edge.text}")
        if len(choice.values) != len(types):
            raise WrongInputError(f"{len(choice.values)} values recorded where {len(types)} are needed")
        self._next += 1
        return choice.values


class FromFunction:
    """A value per scalar from a function of the edge and the type; it may raise NoInputError."""

    def __init__(self, function: Callable[[Edge, IntType], int]) -> None:
        self._function = function

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        if kind is NondetKind.IMPRECISE:
            return None
        return tuple(self._function(edge, type) for type in types)


class FromTheEnvironment:
    """Asks ``given`` for what the environment chooses; what was never given a value is zero, and over-approximated values are unknown."""

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        if kind is NondetKind.IMPRECISE:
            return None
        if kind is not NondetKind.INPUT:
            return (0,) * len(types)
        nondet = nondeterminism(edge)
        if nondet is None:
            raise NoInputError
        return self.given(nondet[2], types)

    def given(self, origin: str, types: tuple[IntType, ...]) -> tuple[int, ...]:
        """The next values of this origin; raises NoInputError."""
        raise NotImplementedError


Inputs = InputSource | Sequence[Choice] | Callable[[Edge, IntType], int]


def source_of(inputs: Inputs) -> InputSource:
    """The source behind a sequence of choices or a function; a source is returned as it is."""
    if isinstance(inputs, Sequence):
        return FromChoices(inputs)
    if callable(inputs):
        return FromFunction(inputs)
    return inputs
