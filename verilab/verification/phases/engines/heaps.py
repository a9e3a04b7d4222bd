"""The search for abstract heaps as a phase of a run: its lowering of the program, in which operations on memory stand as they are."""

from __future__ import annotations

from collections.abc import Callable

from verilab.other_engines.heaps.search import ErrorReached, HeapSearch
from verilab.program.abstract_heaps import NotModelled
from verilab.program.memory.objects.placement import Placement
from verilab.program.tasks import Task
from verilab.refinement.verdicts import Safe, Unknown, Verdict
from verilab.resources import Deadline
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.workshop import Workshop


class HeapEngine(BesideTheLoop):
    """One search."""

    def __init__(self, task: Task, workshop: Workshop, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._task = task
        self._measures: dict[str, float] = {}

    def run(self) -> Verdict:
        """A proof, or why there is none.  Raises OutOfTime."""
        if self._task.witness is not None or len(self.program.properties) > 1:
            return Unknown("no heaps: the task has a witness, or several properties")
        stands = load_program(self._task, self._workshop.configuration, executed=Placement.APART, as_it_stands=True)
        try:
            search = HeapSearch(stands, self._step)
        except NotModelled as refusal:
            return Unknown(f"no heaps: {refusal}")
        try:
            invariant = search.run()
        except NotModelled as refusal:
            return Unknown(f"no heaps: {refusal}")
        except ErrorReached:
            return Unknown("heaps: some lead to an error")
        finally:
            self._measures = {"heap_steps": search.steps}
        return Safe({}, heaps=invariant)

    def measures(self) -> dict[str, float]:
        """``heap_steps``: edges that heaps were carried along."""
        return self._measures
