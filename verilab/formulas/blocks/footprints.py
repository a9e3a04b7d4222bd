"""What a term depends on: its symbols, the symbols in the definitions of those, and why they are imprecise; as bit sets.

footprint(symbol) = {symbol} and the footprints of its definition and its marks;   footprint(f(t1, ..)) = union of footprint(ti).
Bit sets make the cone of influence of a target the union of a few integers, however many targets a block's source has.
"""

from __future__ import annotations

from collections.abc import Iterable

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.encodings.definitions import Definitions


class Footprints:
    """Footprints under some definitions; ``of`` may be asked as soon as the auxiliary symbols in a term are defined."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._masks: dict[int, int] = {}
        self._bits: dict[FNode | str, int] = {}
        self._admitted = 0

    def bit(self, what: FNode | str) -> int:
        """The bit of a symbol, or of a mark (a reason of imprecision)."""
        bit = self._bits.get(what)
        if bit is None:
            bit = self._bits[what] = 1 << len(self._bits)
        return bit

    def of(self, term: FNode) -> int:
        """The footprint of a term."""
        mask = self._masks.get(term._node_id)
        if mask is not None:
            return mask
        self._admit()
        return self._computed(term)

    def _computed(self, term: FNode) -> int:
        masks = self._masks
        stack = [term]
        while stack:
            node = stack[-1]
            arguments = node._content.args
            if not arguments:
                stack.pop()
                if node._node_id not in masks:
                    masks[node._node_id] = self.bit(node) if node._content.node_type == op.SYMBOL else 0
                continue
            mask = 0
            complete = True
            for argument in arguments:
                known = masks.get(argument._node_id)
                if known is None:
                    stack.append(argument)
                    complete = False
                else:
                    mask |= known
            if complete:
                stack.pop()
                masks[node._node_id] = mask
        return masks[term._node_id]

    def _admit(self) -> None:
        """Give the auxiliary symbols that are new their footprints; definitions refer to older symbols only."""
        definitions, masks = self._definitions, self._masks
        for symbol in definitions.order[self._admitted :]:
            mask = self.bit(symbol)
            for mark in definitions.marks.get(symbol, ()):
                mask |= self.bit(mark)
            for constraint in definitions.constraints[symbol]:
                arguments = constraint._content.args
                if len(arguments) == 2 and arguments[0] is symbol:
                    mask |= self._computed(arguments[1])
                else:
                    mask |= self._around(symbol, constraint)
            masks[symbol._node_id] = mask
        self._admitted = len(definitions.order)

    def _around(self, symbol: FNode, constraint: FNode) -> int:
        """The footprint of a constraint on a symbol, whose own footprint is not known yet: inner terms are not remembered."""
        masks, mask = self._masks, 0
        seen: set[int] = {symbol._node_id}
        stack = [constraint]
        while stack:
            node = stack.pop()
            if node._node_id in seen:
                continue
            seen.add(node._node_id)
            known = masks.get(node._node_id)
            if known is not None:
                mask |= known
            elif node._content.args:
                stack += node._content.args
            elif node._content.node_type == op.SYMBOL:
                mask |= self.bit(node)
        return mask

    def union(self, terms: Iterable[FNode]) -> int:
        mask = 0
        for term in terms:
            mask |= self.of(term)
        return mask

    def members(self, mask: int) -> list[FNode | str]:
        """The symbols and marks in a footprint, in the order in which they were met."""
        return [what for what, bit in self._bits.items() if mask & bit]
