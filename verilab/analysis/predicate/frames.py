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

from pysmt.fnode import FNode

from verilab.analysis.predicate.components import Components, mask, members
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.data_classes import dataclass
from verilab.formulas.blocks.block import Block

LIMIT = 32
"""Different U_j past which a region is not split."""


@dataclass(frozen=True, slots=True)
class Split:
    """``parts`` are the pairs (T_j, U_j); ``touched`` is T, as far as it is wanted after the block.

    ``open``: the components of the other predicates that have a member of which the region says nothing.
    """

    parts: tuple[tuple[Bdd, Bdd], ...]
    touched: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]


class Frames:
    """Splits regions for blocks; sets of predicates are bit masks (see ``components``)."""

    def __init__(self, predicates: Predicates, regions: Regions) -> None:
        self.components = Components(predicates)
        self._predicates = predicates
        self._regions = regions
        self._symbols: dict[Block, frozenset[FNode]] = {}
        self._sharing: dict[Block, int] = {}
        self._size = 0

    def split(self, block: Block, region: Bdd, numbers: Iterable[int]) -> Split | None:
        """The region's parts and the touched ones of ``numbers``; None where nothing is untouched or the parts are too many."""
        spoken, wanted = mask(self._regions.support(region)), mask(numbers)
        touched, new = self.of(block, spoken, wanted)
        if spoken | wanted == touched:
            return None
        parts = self._parts(region, members(spoken & touched))
        return None if parts is None else Split(parts, tuple(members(touched & wanted)), new)

    def of(self, block: Block, spoken: int, wanted: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """T among the predicates of a region and those wanted, and the open components (see ``Split``)."""
        sharing = self._sharing_with(block)
        touched, new = 0, []
        for part in self.components.partition(spoken | wanted):
            if part & sharing:
                touched |= part
            elif part & ~spoken:
                new.append(tuple(members(part)))
        return touched, tuple(new)

    def project(self, block: Block, region: Bdd) -> Bdd:
        """What the region says of the touched predicates."""
        support = self._regions.support(region)
        touched, _ = self.of(block, mask(support), 0)
        return self._regions.forget(region, support.difference(members(touched)))

    def _parts(self, region: Bdd, touched: Iterable[int]) -> tuple[tuple[Bdd, Bdd], ...] | None:
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

    def _sharing_with(self, block: Block) -> int:
        """The predicates that share a symbol with the block."""
        if self._size != len(self._predicates):
            self._size = len(self._predicates)
            self._sharing.clear()
        sharing = self._sharing.get(block)
        if sharing is None:
            sharing = self._sharing[block] = self.components.sharing(self._symbols_of(block))
        return sharing

    def _symbols_of(self, block: Block) -> frozenset[FNode]:
        symbols = self._symbols.get(block)
        if symbols is None:
            elements = {*block.reads, *block.exit}
            symbols = self._symbols[block] = frozenset(block.entry_symbol(element) for element in elements)
        return symbols
