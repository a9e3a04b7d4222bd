"""One verification in this process: front end, analyses phase by phase, evidence.

``auto`` runs the value analysis for a share of the time and then the predicate analysis, first over integers and, where that
encoding cannot tell, over bit vectors.  With a strategy that says which analyses propose (``analyses=``, SPIN'15 Table 3) it runs the
composite.  The first certified answer ends the run.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from verilab.analysis.factory import LOGICS
from verilab.analysis.refinable import RefinableAnalysis
from verilab.evidence.check import Certified, certify
from verilab.evidence.compiler.executions import Executions
from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.assembly import Workshop, named_backends
from verilab.experiments.runs.docket import Docket
from verilab.experiments.runs.frontend import load_program, program_size
from verilab.experiments.runs.phases import Phase, plan
from verilab.experiments.runs.versions import versions
from verilab.experiments.schema import RunResult, RunStatistics, combined
from verilab.program.tasks import Task
from verilab.program.tasks.properties import REACHABILITY
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import LoopStatistics, RefinementLoop
from verilab.refinement.steering import Diverged, Steering
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Unknown, Verdict
from verilab.resources import Deadline, OutOfTime, SolverClock, cpu_seconds
from verilab.solving.backend import Backend
from verilab.solving.queries.observation import Observer
from verilab.solving.queries.recorder import QueryRecorder
from verilab.solving.queries.statistics import ProcedureStatistics

Progress = Callable[[dict[str, Any]], None]

DIVERGED = "not deterministic"
"""The reason of a run that came to other candidates than the recorded one that it should follow."""


@dataclass(slots=True)
class _Times:
    """What a phase took, in seconds: its analysis (wall and CPU time) and its evidence; ``reason`` why it last found no verdict."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    evidence: float | None = None
    reason: str = ""


class _Run:
    """The state of one verification while it runs."""

    def __init__(
        self, task: Task, configuration: Configuration, progress: Progress, log: RefinementLog | None, steering: Steering | None
    ) -> None:
        self.task = task
        self.configuration = configuration
        self.progress = progress
        self.log = log
        self.steering = steering
        self.start = time.monotonic()
        self.deadline = Deadline(configuration.time_limit)
        self.clock = SolverClock()
        self.backends: dict[str, Backend] = {}
        self.procedures = ProcedureStatistics()
        self.recorder = _recorder(task, configuration)
        self.states = 0
        self.refinements = self.provident = self.candidates = self.choices = 0
        self.analysis_seconds = 0.0
        self.predicates = 0
        self.phase = "front end"
        self.details: dict[str, Any] = {"phases": []}
        self.docket = Docket(task.expectations)
        self.executions: Executions | None = None

    def report(self, statistics: LoopStatistics | None = None) -> None:
        """Send a progress row."""
        self.progress({"phase": self.phase, "properties": self.docket.decided()} | self.spent(statistics))

    def spent(self, statistics: LoopStatistics | None = None) -> dict[str, float]:
        """What the run has cost so far: the phases that have ended, and the one whose statistics are given."""
        return {
            "states": self.states + (statistics.states if statistics else 0),
            "refinements": self.refinements + (statistics.refinements if statistics else 0),
            "provident": self.provident + (statistics.provident if statistics else 0),
            "candidates": self.candidates + (statistics.candidates if statistics else 0),
            "choices": self.choices + (statistics.choices if statistics else 0),
            "solver_s": round(self.clock.seconds, 3),
            "wall_s": round(time.monotonic() - self.start, 3),
        }

    def verify(self) -> RunResult:
        self.report()
        for phase in plan(self.configuration):
            parse_strategy(phase.strategy)
        self.backends = named_backends(self.configuration)
        if len(self.task.files) == 1 and list(self.task.error_convention):
            self.executions = Executions(self.task.files[0], self.task.data_model, self.task.error_convention)
        try:
            self._answer()
        finally:
            self._end_processes()
        if self.steering is not None:
            self.steering.end(self._measure())
        return self._result()

    def _measure(self, statistics: LoopStatistics | None = None) -> dict[str, float]:
        return self.spent(statistics) | {"cpu_s": round(cpu_seconds(), 3)}

    def _answer(self) -> None:
        """Phase after phase until every property has a certified verdict, or the time is up."""
        program = load_program(self.task, self.configuration)
        self.details["program"] = program_size(program)
        workshop = Workshop(program, self.configuration, self.deadline, self.clock, self.backends, self._observers(), began=self.start)
        for number, phase in enumerate(plan(self.configuration)):
            self.docket.begin_phase()
            if number:
                workshop.set_aside(self.docket.set_aside)
            self._analyse(workshop, phase)
            if not self.docket.open or self.deadline.remaining() == 0.0:
                break

    def _observers(self) -> list[Observer]:
        return [self.procedures] if self.recorder is None else [self.procedures, self.recorder]

    def _end_processes(self) -> None:
        """End the solvers that run outside of this process; those inside end with it, and their sessions may still be in use."""
        if self.executions is not None:
            self.executions.close()
        for backend in self.backends.values():
            if not backend.capabilities.in_process:
                backend.close()

    def _analyse(self, workshop: Workshop, phase: Phase) -> None:
        """One phase: run its analysis until no property is left that it may still decide."""
        self.phase = phase.name
        self.report()
        rest = self.deadline.remaining()
        deadline = self.deadline if rest is None else self.deadline.within(rest * phase.share)
        strategy = parse_strategy(phase.strategy)
        analysis = _make_analysis(workshop, phase, deadline, slices=strategy.propose.slices)
        if self.log is not None:
            self.log.phase = phase.name
        if self.steering is not None:
            strategy = self.steering.steer(strategy, lambda: self._measure(loop.statistics))
        loop = RefinementLoop(
            analysis,
            strategy,
            order=phase.order,
            deadline=deadline,
            dismissals=phase.dismissals,
            log=self.log,
            progress=self.report,
        )
        if self.recorder is not None:
            self.recorder.phase, self.recorder.logic = phase.name, LOGICS[phase.encoding]
            self.recorder.iteration = lambda: loop.statistics.refinements
        times = _Times()
        while True:
            verdict = self._run(loop, phase, times)
            self.docket.record(verdict, self._certify(workshop, phase, verdict, times))
            self.report(loop.statistics)
            if not self.docket.active:
                break
            workshop.set_aside(self.docket.set_aside)
            analysis.renew()
        self._account(phase, loop, times)

    def _run(self, loop: RefinementLoop, phase: Phase, times: _Times) -> Verdict:
        """Explore and refine until the loop has a verdict on some property."""
        self.phase = phase.name
        began, cpu = time.monotonic(), cpu_seconds()
        try:
            return loop.run()
        except OutOfTime:
            return Unknown("timeout")
        except Diverged as error:
            return Unknown(f"{DIVERGED}: {error}")
        except MemoryError:
            return Unknown("out of memory")
        except Exception as error:  # a defect of one analysis must not lose the others' answers; it is reported, and evidence is checked
            self.details.setdefault("tracebacks", []).append(traceback.format_exc())
            return Unknown(f"internal error in {phase.name}: {type(error).__name__}: {error}")
        finally:
            times.seconds += time.monotonic() - began
            times.cpu_seconds += cpu_seconds() - cpu

    def _account(self, phase: Phase, loop: RefinementLoop, times: _Times) -> None:
        """Add what a phase did to the run's totals and its row."""
        statistics = {key: round(value, 3) for key, value in loop.analysis.statistics().items()}
        self.states += loop.statistics.states
        self.refinements += loop.statistics.refinements
        self.provident += loop.statistics.provident
        self.candidates += loop.statistics.candidates
        self.choices += loop.statistics.choices
        self.analysis_seconds += times.cpu_seconds
        self.predicates = max(self.predicates, int(statistics.get("predicates", 0)))
        self.details["phases"].append(
            {
                "phase": phase.name,
                "seconds": round(times.seconds, 3),
                "states": loop.statistics.states,
                "refinements": loop.statistics.refinements,
                "provident": loop.statistics.provident,
                "candidates": loop.statistics.candidates,
                "choices": loop.statistics.choices,
                "cpu_seconds": round(times.cpu_seconds, 3),
                "statistics": statistics,
            }
            | ({} if times.evidence is None else {"evidence_seconds": round(times.evidence, 3)})
            | ({"reason": times.reason} if self.docket.open else {})
        )

    def _certify(self, workshop: Workshop, phase: Phase, verdict: Verdict, times: _Times) -> Certified:
        if isinstance(verdict, Unknown):
            times.reason = verdict.reason
            return Certified.unknown(verdict.reason)
        self.phase = f"evidence of {phase.name}"
        self.report()
        began = time.monotonic()
        try:
            executions = self.executions if REACHABILITY in self.docket.active else None
            certified = certify(workshop.program, verdict, replace(workshop.checkers(), executions=executions))
        except OutOfTime:
            certified = Certified.unknown("timeout while checking the evidence")
        except MemoryError:
            certified = Certified.unknown("out of memory while checking the evidence")
        except Exception as error:  # see _run
            self.details.setdefault("tracebacks", []).append(traceback.format_exc())
            certified = Certified.unknown(f"internal error while checking the evidence: {type(error).__name__}: {error}")
        if certified.evidence.model_error:
            self.details.setdefault("model_errors", []).append(certified.evidence.model_error)
        if certified.harness:
            self.details["harness"] = certified.harness
        times.evidence = (times.evidence or 0.0) + time.monotonic() - began
        if isinstance(certified.verdict, Unknown):
            times.reason = certified.verdict.reason
        return certified

    def _result(self) -> RunResult:
        properties = self.docket.results()
        verdict, reason = combined(properties)
        wall = time.monotonic() - self.start
        return RunResult(
            task=self.task.name,
            verdict=verdict,
            reason=reason,
            evidence=next(each.evidence for each in properties if each.verdict == verdict),
            statistics=RunStatistics(
                wall_s=round(wall, 3),
                cpu_s=round(cpu_seconds(), 3),
                solver_s=round(self.clock.seconds, 3),
                own_s=round(max(0.0, wall - self.clock.seconds), 3),
                analysis_s=round(self.analysis_seconds, 3),
                states=self.states,
                refinements=self.refinements,
                provident=self.provident,
                candidates=self.candidates,
                choices=self.choices,
                predicates=self.predicates,
                model_errors=len(self.details.get("model_errors", ())),
                interpolation=self.procedures.to_json(),
            ),
            configuration=self.configuration,
            versions=versions() | {name: backend.version for name, backend in self.backends.items()},
            expected=self.task.promised,
            details=self.details,
            properties=properties,
        )


def _recorder(task: Task, configuration: Configuration) -> QueryRecorder | None:
    """The recorder of a run's queries; a run is the same whatever its limits of time and memory."""
    if not configuration.record_queries:
        return None
    run = configuration.to_json()
    for limit in ("time_limit", "memory_limit", "solver_memory", "record_queries"):
        del run[limit]
    return QueryRecorder(Path(configuration.record_queries), task.name, run, versions().get("verilab", "not installed"))


def _make_analysis(workshop: Workshop, phase: Phase, deadline: Deadline, *, slices: bool) -> RefinableAnalysis:
    if phase.analysis == "value":
        return workshop.value_analysis(deadline)
    if phase.analysis == "composite":
        return workshop.composite_analysis(phase.encoding, deadline)
    return workshop.predicate_analysis(phase.encoding, deadline, slices=slices)


def verify(
    task: Task,
    configuration: Configuration,
    progress: Progress = lambda row: None,
    log: RefinementLog | None = None,
    steering: Steering | None = None,
) -> RunResult:
    """Verify a task in this process, within the time limit as far as solvers obey theirs.

    ``log`` gets a row per refinement; ``steering`` says what some of them choose, and keeps a trace of all.
    Raises InputError for wrong input, BackendError and StrategyError for names that do not exist.
    """
    return _Run(task, configuration, progress, log, steering).verify()
