"""Sliced prefixes of error paths (FORTE'15 §3) and sliced paths (SPIN'15 §2), in whatever domain, and how many of them are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from functools import cached_property

from verilab.data_classes import dataclass
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume


class Slice(Enum):
    """What is left out of a block of several edges that contradicts what precedes it.

    ASSUME: the condition of the block where the contradiction is, the rest stays.  BLOCK: all of it, which is the public implementation's.
    Of a block that is one edge it is the same: the assume.
    """

    ASSUME = "assume"
    BLOCK = "block"


@dataclass(frozen=True, slots=True, order=True)
class Condition:
    """A condition of a block of several edges: the step that is the block, the place among the block's conditions.

    The place behind the last one is that of the formula that labels the node behind the block.  ``edge`` assumes it, for who shows it;
    None where no single edge does.
    """

    step: int
    place: int
    edge: Edge | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Inside:
    """A block of several edges: how many conditions it has, and whether its end is labelled with one more."""

    conditions: int
    labelled: bool

    @property
    def count(self) -> int:
        """All places."""
        return self.conditions + self.labelled


@dataclass(frozen=True, slots=True)
class Front:
    """What of a sliced prefix goes, besides what is omitted already: its first ``cut`` steps, and some later ones."""

    cut: int
    omitted: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Prefix:
    """A sliced prefix of an error path (FORTE'15 §3): its first steps, some assumes among them replaced by no-ops.

    With a ``cut`` it is a sliced path (SPIN'15 §2): its first ``cut`` steps, whatever they are, are left out too.

    ``points`` has one entry more than there are steps.  ``edges`` has one entry per step: its CFA edge, None where the step is a
    block of several edges.  ``omitted`` are the steps that count as no-ops.  ``conditions`` are those that do not count of the blocks
    of several edges, ascending; the prefix may end inside its last block, then its conditions behind the end are among them.
    ``end`` is the last step's condition that ends the prefix, and how many there are of it; None where the whole step does.
    What is ``omitted``, or a condition that does not count, lies behind the cut.
    """

    points: tuple[ControlPoint, ...]
    edges: tuple[Edge | None, ...]
    omitted: frozenset[int] = frozenset()
    conditions: tuple[Condition, ...] = ()
    end: tuple[Condition, int] | None = None
    cut: int = 0

    def __post_init__(self) -> None:
        if len(self.points) != len(self.edges) + 1:
            raise ValueError(f"{len(self.edges)} steps have {len(self.edges) + 1} points, got {len(self.points)}")
        if self.cut and not 0 < self.cut < len(self.edges):
            raise ValueError(f"cut={self.cut}: of {len(self.edges)} steps the last one at least stays; give 0 to {len(self.edges) - 1}")
        for step in self.omitted:
            edge = self.edges[step]
            if edge is not None and not isinstance(edge.operation, Assume):
                raise ValueError(f"step {step} is no assume and cannot be omitted: {edge}")
        for condition in self.conditions:
            if self.edges[condition.step] is not None:
                raise ValueError(f"step {condition.step} is a single edge and has no conditions inside: {self.edges[condition.step]}")

    @property
    def length(self) -> int:
        """The number of steps from the path's first one on, no-ops and what is cut off included."""
        return len(self.edges)

    @cached_property
    def no_ops(self) -> frozenset[int]:
        """The steps that count as no-ops: those that are omitted, and those before the cut."""
        return self.omitted.union(range(self.cut)) if self.cut else self.omitted

    @property
    def reach(self) -> float:
        """The steps behind the cut, a block that the prefix ends in counted as far as it goes: by its conditions."""
        if self.end is None:
            return self.length - self.cut
        condition, count = self.end
        return self.length - self.cut - 1 + (condition.place + 1) / count

    @cached_property
    def left_out(self) -> tuple[Condition, ...]:
        """The conditions that are left out before the end."""
        end = None if self.end is None else self.end[0]
        return tuple(condition for condition in self.conditions if end is None or condition < end)

    @property
    def kept(self) -> tuple[Edge, ...]:
        """The edges that are no no-ops."""
        edges = enumerate(self.edges[self.cut :], start=self.cut)
        return tuple(edge for step, edge in edges if edge is not None and step not in self.omitted)

    def cut_off(self, front: Front) -> Prefix:
        """The sliced path that begins with a later step than this one.  ValueError like the class."""
        return replace(
            self,
            omitted=frozenset(step for step in self.omitted if step >= front.cut) | front.omitted,
            conditions=tuple(condition for condition in self.conditions if condition.step >= front.cut),
            cut=front.cut,
        )


def sliced_prefixes(
    points: Sequence[ControlPoint],
    edges: Sequence[Edge | None],
    ends: Sequence[int | Condition],
    inside: Mapping[int, Inside] | None = None,
) -> list[Prefix]:
    """The prefixes of a path that end with the steps or conditions ``ends``, ascending, each with the earlier ones of them omitted.

    ``inside``: the blocks that the conditions are of.  With a condition of its block a label goes, too, which may say the same.
    Raises ValueError like Prefix.
    """
    points, edges = tuple(points), tuple(edges)
    steps = [end for end in ends if isinstance(end, int)]
    Prefix(points, edges, frozenset(steps[:-1] if steps[-1:] == list(ends[-1:]) else steps))  # checks the steps once for all of them
    prefixes: list[Prefix] = []
    omitted: list[int] = []
    left_out: dict[Condition, None] = {}
    for end in ends:
        step = end if isinstance(end, int) else end.step
        prefix = object.__new__(Prefix)
        prefix.__dict__.update(points=points[: step + 2], edges=edges[: step + 1], omitted=frozenset(omitted))
        if isinstance(end, int):
            omitted.append(end)
            prefix.__dict__.update(conditions=tuple(sorted(left_out)))
        else:
            block = (inside or {})[step]
            behind = (Condition(step, place) for place in range(end.place + 1, block.count))
            prefix.__dict__.update(conditions=tuple(sorted({*left_out, *behind})), end=(end, block.count))
            left_out[end] = None
            if block.labelled:
                left_out[Condition(step, block.conditions)] = None
        prefixes.append(prefix)
    return prefixes


@dataclass(frozen=True, slots=True)
class Caps:
    """How many sliced prefixes of one path are wanted, and of how many steps; None for all.  The first one always is.

    ``slice`` says how blocks of several edges are sliced.  ``starts``: how many sliced paths with a front that is cut off each prefix
    gives besides itself.
    """

    count: int | None = None
    length: int | None = None
    slice: Slice = Slice.ASSUME
    starts: int = 0

    def admit(self, before: int, length: int) -> bool:
        """Whether one more prefix, of this length, is wanted after ``found`` others."""
        return not before or ((self.count is None or before < self.count) and (self.length is None or length <= self.length))
