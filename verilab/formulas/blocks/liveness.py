"""What the blocks of a program, or of a part of it, still read of the state at their ends.

live(l)  =  union over the blocks from l to l' of:  what the block reads to write live(l'),  live(l') without what it writes
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.formulas.blocks.block import Block
from verilab.program.control import ControlPoint
from verilab.program.elements import Element


def live_elements(blocks: Sequence[Block]) -> dict[ControlPoint, list[Element]]:
    """Per end of a block the elements that a block behind it reads, in slot order; none where no block begins."""
    live: dict[ControlPoint, set[Element]] = {point: set() for block in blocks for point in (block.source, block.target)}
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            wanted = live[block.target]
            needed = wanted - block.exit.keys()
            needed.update(block.cone(element for element in block.exit if element in wanted).reads)
            if not needed <= live[block.source]:
                live[block.source] |= needed
                changed = True
    return {point: sorted(elements, key=lambda element: element[0].slot + element[1]) for point, elements in live.items()}
