"""Sequences whose neighbours are mostly the same object: the interpolants along a path, of which a refinement keeps few."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, repeat
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Runs(Sequence[T], Generic[T]):
    """The sequence of ``pairs`` (item, how often in a row); equal to any sequence with the same items."""

    def __init__(self, pairs: Sequence[tuple[T, int]]) -> None:
        self.pairs = tuple(pairs)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(count for _, count in self.pairs))

    def __len__(self) -> int:
        return self._ends[-1] if self.pairs else 0

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(repeat(item, count) for item, count in self.pairs)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(self)[index]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"index {index} of a sequence of {len(self)}")
        return self.pairs[bisect_right(self._ends, place)][0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Runs({self.pairs!r})"
