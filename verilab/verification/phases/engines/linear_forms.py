"""The value analysis of the program whose variables are linear forms, too, as a phase of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from verilab.analysis.path_checker import PathChecker
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.precision import ValuePrecision
from verilab.program.linear_forms.extension import Extension, extended
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.phases.engines.analyses import FALLBACK_SECONDS
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.phase import Phase
from verilab.verification.workshop import Workshop


class LinearFormsEngine(BesideTheLoop):
    """One exploration, which tracks the values of the forms and of all variables that these do not replace."""

    def __init__(self, workshop: Workshop, phase: Phase, deadline: Deadline, tick: Callable[[], None]) -> None:
        super().__init__(workshop, deadline, tick)
        self._phase = phase
        self._forms = 0

    def run(self) -> Verdict:
        """A verdict on the program.  Raises OutOfTime."""
        program = self.program
        if len(program.properties) > 1 or program.recursive_calls:
            return Unknown("no linear forms: the program has several properties, or calls that are not unfolded")
        extension = extended(program)
        if extension is None:
            return Unknown("no linear forms: none of them is moved and cancels, or they are too many")
        self._forms = len(extension.forms)
        verdict = self._verdict(extension)
        match verdict:
            case Safe():
                return replace(verdict, extension=extension)
            case Unsafe(counterexample=counterexample):
                return Unsafe(extension.original_counterexample(counterexample))
        return verdict

    def _verdict(self, extension: Extension) -> Verdict:
        workshop, phase = self._workshop.of(extension.program, self._deadline), self._phase
        check = PathChecker(workshop.formulas("bv"), workshop.graph, workshop.exact_sessions(self._deadline), seconds=FALLBACK_SECONDS)
        analysis = ValueAnalysis(
            workshop.graph,
            path_checker=check,
            precision=ValuePrecision(storage for storage in extension.program.storages if storage not in extension.replaced),
            engine=workshop.choices.engine,
            interpolation=workshop.choices.value_interpolation,
            deadline=self._deadline,
        )
        self._loop = RefinementLoop(
            analysis,
            phase.strategy,
            order=phase.order,
            deadline=self._deadline,
            dismissals=phase.dismissals,
            progress=lambda _: self._tick(),
            defers=True,
        )
        return self._loop.run()

    def measures(self) -> dict[str, float]:
        """``forms``: how many there are."""
        return {"forms": self._forms} | ({} if self._loop is None else self._loop.measures())
