"""Independent check that abstract heaps at loop heads are an inductive invariant that excludes every error.

    a heap of the entry describes the memory in front of everything
    from every heap of every loop head, along every path to the next loop heads: one of the heaps there describes what arrives
    no such path ends in an error

Loop heads are as the automaton marks them; a cycle without one is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.evidence.heaps.inclusion import describes
from verilab.evidence.heaps.memory import Box, Setting
from verilab.evidence.heaps.sketches import Sketch
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.abstract_heaps import HeapInvariant, NotModelled
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.memory.objects.objects import FOREIGN, Cell, MemoryObject, ObjectKind
from verilab.program.memory.raw.operations import addressed_objects
from verilab.program.storages import Array, Variable
from verilab.resources import Deadline, OutOfTime

WHO = "naive heaps"
MOST_EDGES = 100_000
"""Edges of one path, and of what is looked at behind one heap: no program that heaps are found of has nearly as many."""


def check_heaps(claim: HeapInvariant, deadline: Deadline | None = None) -> CheckResult:
    """Check the claim; Rejected where it does not hold, or not by this implementation of it."""
    try:
        failure = _Check(claim, deadline or Deadline()).failure()
    except OutOfTime:
        return Unchecked("timeout")
    except NotModelled as refusal:
        return Rejected(str(refusal), WHO)
    except RecursionError:
        return Unchecked("an expression is nested too deeply")
    return Rejected(failure, WHO) if failure else Accepted(WHO)


class _Check:
    def __init__(self, claim: HeapInvariant, deadline: Deadline) -> None:
        self._deadline = deadline
        program = claim.program
        self._imprecise = "recursion" in program.imprecisions
        where: dict[Variable | Array, tuple[MemoryObject, Cell]] = {}
        self._own: list[MemoryObject] = []
        for object in addressed_objects(program):
            if object.kind in FOREIGN or object.kind is ObjectKind.FUNCTION or object.size is None:
                continue
            self._own.append(object)
            for cell in object.cells:
                if cell.storage in where:
                    raise NotModelled(f"{cell.storage} is part of two objects")
                where[cell.storage] = object, cell
        compared = frozenset((id(left), id(right)) for left, right in program.compared_pointers)
        self._setting = Setting(where, program.data_model.pointer_width, compared)
        self._graph = ControlGraph(program)
        self._heaps = {self._graph.point(point.location, point.stack): heaps for point, heaps in claim.heaps.items()}

    def failure(self) -> str:
        """Why the claim does not hold, "" where it does.  Raises NotModelled and OutOfTime."""
        if self._imprecise:
            return "the program has recursion that is not unfolded"
        entry = self._graph.entry
        sketch = Sketch(self._setting)
        sketch.boxes = {owned: Box(owned.size or 0, False, False, owned) for owned in self._own}
        begins = [(entry, sketch)]
        failure = self._described(entry, sketch) if entry.location.is_loop_head else self._behind(begins)
        for point, heaps in self._heaps.items():
            for heap in heaps:
                failure = failure or self._behind(self._step(point, Sketch.of(heap, self._setting)))
        return failure

    def _behind(self, arrivals: Iterator[tuple[ControlPoint, Sketch]] | list[tuple[ControlPoint, Sketch]]) -> str:
        """Why what these arrivals lead to is not described at the next loop heads."""
        pending, edges = list(arrivals), 0
        while pending:
            point, sketch = pending.pop()
            edges += 1
            if edges > MOST_EDGES:
                return "too much lies between two loop heads"
            if point.location.is_error:
                return f"an error may be reached at {point!r}"
            if point.location.is_loop_head:
                failure = self._described(point, sketch)
                if failure:
                    return failure
            else:
                pending.extend(self._step(point, sketch))
        return ""

    def _step(self, point: ControlPoint, sketch: Sketch) -> Iterator[tuple[ControlPoint, Sketch]]:
        self._deadline.check()
        for edge, target in point.successors:
            for behind in sketch.copy().after(edge.operation):
                yield target, behind.copy()

    def _described(self, point: ControlPoint, sketch: Sketch) -> str:
        if any(describes(heap, sketch) for heap in self._heaps.get(point, ())):
            return ""
        return f"what arrives at {point!r} is not described"
