"""Frames: what a block cannot have changed or learned (the frame rule, for regions that are diagrams over predicates).

Let T be the predicates that share a symbol with the block, directly or through other predicates of T, and U the rest.  T and the block
speak of other symbols than U, so a minterm t of T, a minterm u of U and the block are satisfiable together iff u is and t with the block
is.  Group the minterms of T by what the region says of U after them,

    region  =  or_j  T_j and U_j          with the U_j different

and the abstraction is  or_j  U_j and (abstraction of the block from T_j over T).  The T_j of single edges are few and the same again
and again, so that most of the abstractions are known already.

A wanted predicate of U that the region says nothing about may be new.  What the region means for it is what the minterms of its
component (the predicates that share symbols with it) allow: their satisfiable ones are enumerated once, whatever the block.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pysmt.fnode import FNode

from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.formulas.blocks.block import Block

LIMIT = 32
"""Different U_j past which a region is not split."""


@dataclass(frozen=True, slots=True)
class Frame:
    """T among some predicates, and the components of the others that have a member which the region does not speak about."""

    touched: frozenset[int]
    open: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Split:
    """``parts`` are the pairs (T_j, U_j); ``touched`` is T, as far as it is wanted after the block; ``open`` as of the frame."""

    parts: tuple[tuple[Bdd, Bdd], ...]
    touched: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]


class Frames:
    """Splits regions for blocks; what is touched is remembered per block and set of predicates."""

    def __init__(self, predicates: Predicates, regions: Regions) -> None:
        self._predicates = predicates
        self._regions = regions
        self._symbols: dict[Block, frozenset[FNode]] = {}
        self._frames: dict[tuple[Block, frozenset[int], frozenset[int]], Frame] = {}

    def split(self, block: Block, region: Bdd, numbers: Iterable[int]) -> Split | None:
        """The region's parts and the touched ones of ``numbers``; None where nothing is untouched or the parts are too many."""
        support, wanted = self._regions.support(region), frozenset(numbers)
        frame = self._frame(block, support, wanted)
        if support | wanted == frame.touched:
            return None
        parts = self._parts(region, sorted(support & frame.touched))
        return None if parts is None else Split(parts, tuple(sorted(frame.touched & wanted)), frame.open)

    def of(self, block: Block, support: frozenset[int], wanted: frozenset[int]) -> tuple[frozenset[int], tuple[tuple[int, ...], ...]]:
        """T among both, and the open components."""
        frame = self._frame(block, support, wanted)
        return frame.touched, frame.open

    def project(self, block: Block, region: Bdd) -> Bdd:
        """What the region says of the touched predicates."""
        support = self._regions.support(region)
        return self._regions.forget(region, support - self._frame(block, support, frozenset()).touched)

    def _parts(self, region: Bdd, touched: list[int]) -> tuple[tuple[Bdd, Bdd], ...] | None:
        regions = self._regions
        parts: dict[Bdd, Bdd] = {region: regions.true}
        for number in touched:
            following: dict[Bdd, Bdd] = {}
            for rest, condition in parts.items():
                for value in (False, True):
                    left = regions.cofactor(rest, number, value)
                    if left != regions.false:
                        case = condition & regions.cube([(number, value)])
                        following[left] = following[left] | case if left in following else case
            if len(following) > LIMIT:
                return None
            parts = following
        return tuple((condition, rest) for rest, condition in parts.items())

    def _frame(self, block: Block, support: frozenset[int], wanted: frozenset[int]) -> Frame:
        key = (block, support, wanted)
        frame = self._frames.get(key)
        if frame is None:
            rest = set(support | wanted)
            touched = self.component(rest, set(self._symbols_of(block)))
            components: list[tuple[int, ...]] = []
            for number in sorted(wanted - support - touched):
                if number in rest:
                    components.append(tuple(sorted(self.component(rest, set(self._predicates[number].symbols)))))
            frame = self._frames[key] = Frame(frozenset(touched), tuple(components))
        return frame

    def component(self, rest: set[int], symbols: set[FNode]) -> set[int]:
        """Take out of ``rest`` the predicates that share one of the symbols, directly or through each other."""
        reached: set[int] = set()
        while new := {number for number in rest if not symbols.isdisjoint(self._predicates[number].symbols)}:
            rest -= new
            reached |= new
            symbols.update(*(self._predicates[number].symbols for number in new))
        return reached

    def _symbols_of(self, block: Block) -> frozenset[FNode]:
        symbols = self._symbols.get(block)
        if symbols is None:
            elements = {*block.reads, *block.exit}
            symbols = self._symbols[block] = frozenset(block.entry_symbol(element) for element in elements)
        return symbols
