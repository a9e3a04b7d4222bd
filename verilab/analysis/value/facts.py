"""The facts of the value analysis, which are the variables that it tracks, and its interpolants: values of some of their slots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

from verilab.analysis.candidates import Increment, Use, UseKind
from verilab.analysis.exploration import Exploration
from verilab.analysis.facts import Facts
from verilab.analysis.value.precision import Storage
from verilab.analysis.value.scheme import State
from verilab.program.cfa import Location, Program
from verilab.program.control import ControlPoint
from verilab.program.storages import Variable


class ValueFacts(Facts):
    """The facts of a program; ``layout`` says which storages the states at a location have, in their order."""

    def __init__(self, program: Program, layout: Callable[[Location], Sequence[Storage]]) -> None:
        self._program = program
        self._layout = layout
        self._use = cache(lambda storage: Use(UseKind.EQUALITY, frozenset({storage})))

    @cached_property
    def owners(self) -> list[Storage]:
        """The storage of every slot."""
        program = self._program
        owners: list[Storage] = []
        for storage, following in zip(program.storages, [*program.storages[1:], None], strict=True):
            end = program.slot_count if following is None else following.slot
            owners += [storage] * (end - storage.slot)
        return owners

    def uses(self, increment: Increment) -> frozenset[Use]:
        """Every tracked variable is tracked by its value."""
        return frozenset(map(self._use, increment.all))

    def text(self, fact: Any) -> str:
        return str(fact)

    def interpolant_text(self, interpolant: Any) -> str:
        parts = []
        for slot, value in sorted(interpolant.items()):
            owner = self.owners[slot]
            parts.append(f"{owner.name}{'' if isinstance(owner, Variable) else f'[{slot - owner.slot}]'} = {value}")
        return ", ".join(parts) or "true"

    def is_trivial(self, interpolant: Any) -> bool:
        return not interpolant

    def values_taken(self, exploration: Exploration, storage: Storage, limit: int) -> int:
        """The distinct values of the storage in the reached states where it is tracked."""
        return self.values_in(((node.point, node.state) for node in exploration.arg.nodes()), storage, limit)

    def values_in(self, reached: Iterable[tuple[ControlPoint, State]], storage: Storage, limit: int) -> int:
        """The distinct values of the storage in these states; counting stops past ``limit``."""
        values: set[Any] = set()
        for point, state in reached:
            layout = self._layout(point.location)
            if storage in layout:
                value = state[layout.index(storage)]
                if value is not None:
                    values.add(value)
                    if len(values) > limit:
                        break
        return len(values)
