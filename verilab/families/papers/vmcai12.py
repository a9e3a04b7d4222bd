"""The ten programs of VMCAI'12 Table 1, rebuilt from what §2 and §5 say of them, and the sizes in which their families grow.

The paper's files are not published; only Fig. 1 (program 06) is printed.  Each program below is one of a task family that says in its
module why its verdict is what it is.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.families.family import Family, FamilyTask
from verilab.families.papers import (
    bit_counter,
    bounded_sum,
    exchange_loops,
    flat_counter,
    gripper,
    lockstep_loop,
    nested_counter,
)


@dataclass(frozen=True, slots=True)
class Program:
    """A row of Table 1: its number and the task that stands for it."""

    number: str
    family: Family
    size: int
    safe: bool = True

    @property
    def task(self) -> FamilyTask:
        """The program; unsafe is only number 05, gripper with a bug."""
        return self.family.generate(self.size, self.safe)

    @property
    def qualified(self) -> str:
        """The task's name in rows: its folder and its own."""
        return f"{self.family.name}/{self.task.name}"


TABLE_1 = (
    Program("01", nested_counter.FAMILY, 4),
    Program("02", lockstep_loop.FAMILY, 2),
    Program("03", exchange_loops.FAMILY, 2),
    Program("04", gripper.FAMILY, 2),
    Program("05", gripper.FAMILY, 2, safe=False),
    Program("06", bounded_sum.FAMILY, 3),
    Program("07", flat_counter.FAMILY, 4),
    Program("08", flat_counter.FAMILY, 8),
    Program("09", flat_counter.FAMILY, 16),
    Program("10", flat_counter.FAMILY, 32),
)

FIGURE_1 = TABLE_1[5]

_GROWING = (
    (nested_counter.FAMILY, (2, 4, 8, 16, 32, 64)),
    (flat_counter.FAMILY, (2, 4, 8, 16, 32, 64)),
    (bit_counter.FAMILY, (2, 4, 8, 16, 32, 64)),
    (bounded_sum.FAMILY, (2, 3, 4, 5, 6, 8)),
    (lockstep_loop.FAMILY, (2, 4, 8, 16, 32)),
    (exchange_loops.FAMILY, (1, 2, 3, 4)),
    (gripper.FAMILY, (2, 3, 4, 5, 6)),
)
"""The sizes of the growth table: bits, variables, counters, loops and balls."""

GROWTH: dict[str, tuple[int, ...]] = {family.name: sizes for family, sizes in _GROWING}
"""By the family's name."""


def growing_tasks() -> list[FamilyTask]:
    """The safe programs of the growth table, family by family, in rising size."""
    return [family.generate(size, True) for family, sizes in _GROWING for size in sizes]
