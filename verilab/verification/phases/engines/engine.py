"""What the engines beside the refinement loop have of their run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.other_engines.induction.houdini import reachable_blocks
from verilab.refinement.counters import Counters
from verilab.resources import Deadline
from verilab.verification.workshop import Workshop

if TYPE_CHECKING:
    from verilab.refinement.loop import RefinementLoop


class BesideTheLoop:
    """One search in a run; ``program`` is what its verdict is on.  ``tick`` is called where the search may stand still."""

    attempts = 1

    def __init__(self, workshop: Workshop, deadline: Deadline, tick: Callable[[], None]) -> None:
        self.program = workshop.original
        self._workshop = workshop
        self._deadline = deadline
        self._tick = tick
        self._loop: RefinementLoop | None = None

    @property
    def statistics(self) -> Counters:
        """Of the loop that the engine asks last, if it asks one."""
        return Counters() if self._loop is None else self._loop.statistics

    def _step(self) -> None:
        self._deadline.check()
        self._tick()

    def _blocks(self, builder: BlockBuilder) -> list[Block]:
        """All blocks of the program.  Raises OutOfTime."""
        blocks = []
        for block in reachable_blocks(builder):
            self._step()
            blocks.append(block)
        return blocks
