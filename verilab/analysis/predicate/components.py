"""Which predicates share symbols, directly or through each other.

The predicates are the nodes of a graph whose edges join those that share a symbol.  Sets of predicates are bit masks here (bit n is
predicate n): the components of the graph within a set are asked for with each new block and region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pysmt.fnode import FNode

from verilab.analysis.predicate.predicates import Predicates


def mask(numbers: Iterable[int]) -> int:
    """The set of these predicates."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def members(bits: int) -> Iterator[int]:
    """The numbers of a set's predicates, ascending."""
    while bits:
        least = bits & -bits
        yield least.bit_length() - 1
        bits ^= least


class Components:
    """The graph of the predicates as far as they are known; components within a set are found once."""

    def __init__(self, predicates: Predicates) -> None:
        self._predicates = predicates
        self._neighbours: list[int] = []
        self._with: dict[FNode, int] = {}
        self._partitions: dict[int, tuple[int, ...]] = {0: ()}

    def sharing(self, symbols: Iterable[FNode]) -> int:
        """The predicates that have one of the symbols."""
        self._take_in()
        bits = 0
        for symbol in symbols:
            bits |= self._with.get(symbol, 0)
        return bits

    def partition(self, within: int) -> tuple[int, ...]:
        """The components of the graph that has these predicates only, by their least members."""
        parts = self._partitions.get(within)
        if parts is None:
            self._take_in()
            components, rest = list[int](), within
            while rest:
                component = self._reached(rest, rest & -rest)
                components.append(component)
                rest &= ~component
            parts = self._partitions[within] = tuple(components)
        return parts

    def reached(self, within: int, seeds: int) -> int:
        """The components of the graph that has the predicates ``within`` only, as far as one of the ``seeds`` is in them."""
        bits = 0
        for part in self.partition(within):
            if part & seeds:
                bits |= part
        return bits

    def _reached(self, within: int, seeds: int) -> int:
        bits = frontier = seeds
        while frontier:
            least = frontier & -frontier
            new = self._neighbours[least.bit_length() - 1] & within & ~bits
            bits |= new
            frontier = (frontier ^ least) | new
        return bits

    def _take_in(self) -> None:
        """Add the predicates that are new to the graph."""
        for number in range(len(self._neighbours), len(self._predicates)):
            neighbours = 0
            for symbol in self._predicates[number].symbols:
                sharing = self._with.get(symbol, 0)
                neighbours |= sharing
                self._with[symbol] = sharing | 1 << number
            for neighbour in members(neighbours):
                self._neighbours[neighbour] |= 1 << number
            self._neighbours.append(neighbours)
