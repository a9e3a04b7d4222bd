"""One verification in this process: front end, analyses phase by phase, evidence.

``auto`` searches for contracts where functions are recursive (``verilab.recursion``), and runs the value analysis, the predicate analysis
over integers and, for what that encoding cannot tell, over bit vectors: in turns whose slices of time double, or one after the other where
a run must be the same each time, or a program has several properties.  With a strategy that says which analyses propose (``analyses=``,
SPIN'15 Table 3) it runs the composite.  The first certified answer ends the run.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from verilab.analysis.exploration import TargetCoverage
from verilab.evidence.check import Certified, certify
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.witnesses.c_text import loop_claims
from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.analyses import make_analysis
from verilab.experiments.runs.compilation import begin_compilation
from verilab.experiments.runs.costs import Costs, Engine, PhaseTimes
from verilab.experiments.runs.docket import Docket
from verilab.experiments.runs.frontend import load_program, program_size
from verilab.experiments.runs.interleaving import interleave
from verilab.experiments.runs.phases import Phase, fitting, plan
from verilab.experiments.runs.recording import recorder_of
from verilab.experiments.runs.turns import Alone, Turn
from verilab.experiments.runs.versions import versions
from verilab.experiments.runs.violations import told
from verilab.experiments.runs.witnesses import NAME as CLAIM
from verilab.experiments.runs.witnesses import ClaimPhase
from verilab.experiments.runs.workshop import Workshop, named_backends
from verilab.experiments.schema import RunResult, combined
from verilab.formulas.encodings.by_name import LOGICS
from verilab.program.cfa import Program
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.program.tasks import Task
from verilab.program.tasks.properties import REACHABILITY
from verilab.refinement.counters import Counters
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.steering import Diverged, Steering
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline, OutOfTime, cpu_seconds
from verilab.solving.backend import Backend
from verilab.solving.queries.observation import Observer

Progress = Callable[[dict[str, Any]], None]

DIVERGED = "not deterministic"
"""The reason of a run that came to other candidates than the recorded one that it should follow."""


class _Run:
    """The state of one verification while it runs."""

    def __init__(
        self,
        task: Task,
        configuration: Configuration,
        progress: Progress,
        log: RefinementLog | None,
        steering: Steering | None,
        executions: Executions | None,
        tells_invariants: bool,
    ) -> None:
        self.tells_invariants = tells_invariants
        self.task = task
        self.configuration = configuration
        self.progress = progress
        self.log = log
        self.steering = steering
        self.costs = Costs()
        self.deadline = Deadline(configuration.time_limit)
        self.backends: dict[str, Backend] = {}
        self.recorder = recorder_of(task, configuration)
        self.phase = "front end"
        self.details: dict[str, Any] = {"phases": self.costs.phases}
        self.docket = Docket(task.expectations)
        self.executions = executions
        self.engines: dict[str, Engine] = {}

    def report(self) -> None:
        """Send a progress row."""
        self.progress({"phase": self.phase, "properties": self.docket.decided()} | self.costs.spent(self._counters()))

    def _counters(self) -> Counters:
        """Those of the phases that have begun and not ended."""
        return reduce(Counters.plus, (engine.statistics for engine in self.engines.values()), Counters())

    def verify(self) -> RunResult:
        try:
            self.report()
            strategies = [parse_strategy(phase.strategy) for phase in plan(self.configuration)]
            self.backends = named_backends(self.configuration)
            if any(strategy.propose.solves_loops for strategy in strategies):
                from verilab.experiments.runs.interpolators import loop_procedure  # few strategies ask for it

                loop_procedure(self.configuration, self.backends)
            self._answer()
        finally:
            self._end_processes()
        if self.steering is not None:
            self.steering.end(self.costs.measured())
        return self._result()

    def _answer(self) -> None:
        """Phase after phase until every property has a certified verdict, or the time is up."""
        program = load_program(self.task, self.configuration)
        self.details["program"] = program_size(program)
        costs = self.costs
        workshop = Workshop(program, self.configuration, self.deadline, costs.clock, self.backends, self._observers(), began=costs.start)
        phases = fitting(plan(self.configuration), program)
        self.claims = ClaimPhase(self.task, workshop)
        self._check_claim(workshop, self.claims)
        if not self.docket.open:
            return
        if self._takes_turns(phases):
            analyse, memory = partial(self._analyse, workshop), self.configuration.memory_limit
            interleave(phases, analyse, self.deadline, memory, lambda: not self.docket.open)
            return
        for number, phase in enumerate(phases):
            self.docket.begin_phase()
            if number:
                workshop.set_aside(self.docket.set_aside)
            self._analyse(workshop, phase, Alone())
            if not self.docket.open or self.deadline.remaining() == 0.0:
                break

    def _check_claim(self, workshop: Workshop, claims: ClaimPhase) -> None:
        """What a witness claims, as a proof; where that is none by itself, it is what the phases begin with."""
        self.phase = CLAIM
        times = PhaseTimes()
        for safe, certified in claims.run(lambda safe: self._certify(workshop, workshop.original, safe, CLAIM, times)):
            self.docket.record(safe, certified)
        if claims.told:
            self.details["witness"] = claims.told

    def _takes_turns(self, phases: Sequence[Phase]) -> bool:
        """Not where a run is recorded or follows one, which must go the same way; nor where properties are set aside one by one."""
        return len(phases) > 1 and len(self.task.expectations) == 1 and self.steering is None and self.recorder is None

    def _observers(self) -> list[Observer]:
        return [self.costs.procedures] if self.recorder is None else [self.costs.procedures, self.recorder]

    def _end_processes(self) -> None:
        """End the solvers that run outside of this process; those inside end with it, and their sessions may still be in use."""
        if self.executions is not None:
            self.executions.close()
        for backend in self.backends.values():
            if not backend.capabilities.in_process:
                backend.close()

    def _analyse(self, workshop: Workshop, phase: Phase, turn: Turn | Alone) -> None:
        """One phase: run its analysis until no property is left that it may still decide, pausing as ``turn`` has it."""
        self._begin(phase)
        self.report()
        rest = self.deadline.remaining()
        deadline = self.deadline if rest is None else self.deadline.within(rest * phase.share)
        if phase.analysis == "contracts":
            self._search_contracts(workshop, phase, turn, deadline)
            return
        strategy = parse_strategy(phase.strategy)
        analysis = make_analysis(workshop, phase, deadline, slices=strategy.propose.slices)
        self.claims.seed(analysis, phase.encoding)
        if self.steering is not None:
            strategy = self.steering.steer(strategy, lambda: self.costs.measured(self._counters()))
        loop = RefinementLoop(
            analysis,
            strategy,
            order=phase.order,
            deadline=deadline,
            dismissals=phase.dismissals,
            target_coverage=TargetCoverage(self.configuration.target_coverage),
            target_limit=self.configuration.target_limit,
            loop_counter=LoopCounterDefinition(self.configuration.loop_counter),
            log=self.log,
            progress=lambda _: self._ticked(phase, turn),
            now=turn.now,
        )
        if self.recorder is not None:
            self.recorder.phase, self.recorder.logic = phase.name, LOGICS[phase.encoding]
            self.recorder.iteration = lambda: loop.statistics.refinements
        self.engines[phase.name] = loop
        times = PhaseTimes()
        try:
            while True:
                verdict = self._run(loop, phase, times, turn)
                certified = self._certify(workshop, workshop.original, workshop.claimed(verdict), phase.name, times)
                self.docket.record(verdict, certified)
                self.report()
                if not self.docket.active:
                    break
                workshop.set_aside(self.docket.set_aside)
                analysis.renew()
        finally:
            del self.engines[phase.name]
            self.costs.add(phase.name, loop, times, undecided=bool(self.docket.open))

    def _search_contracts(self, workshop: Workshop, phase: Phase, turn: Turn | Alone, deadline: Deadline) -> None:
        """A phase that proves recursive functions by their contracts, on a lowering of its own."""
        from verilab.experiments.runs.contracts import ContractEngine  # few programs need it

        engine = ContractEngine(self.task, workshop, phase, deadline, lambda: self._ticked(phase, turn))
        self.engines[phase.name], times = engine, PhaseTimes()
        try:
            verdict = self._run(engine, phase, times, turn)
            self.docket.record(verdict, self._certify(workshop, engine.program, verdict, phase.name, times))
        finally:
            del self.engines[phase.name]
            self.costs.add(phase.name, engine, times, undecided=bool(self.docket.open))

    def _begin(self, phase: Phase) -> None:
        """What is told from here on is of this phase, which may decide what another one has given up."""
        self.docket.begin_phase()
        self.phase = phase.name
        if self.log is not None:
            self.log.phase = phase.name

    def _ticked(self, phase: Phase, turn: Turn | Alone) -> None:
        self.report()
        if turn.pause():
            self._begin(phase)

    def _run(self, engine: Engine, phase: Phase, times: PhaseTimes, turn: Turn | Alone) -> Verdict:
        """Explore and refine until the loop has a verdict on some property."""
        self.phase = phase.name
        began, cpu = turn.now(), cpu_seconds() - turn.waited_cpu
        try:
            return engine.run()
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
            times.seconds += turn.now() - began
            times.cpu_seconds += cpu_seconds() - turn.waited_cpu - cpu

    def _certify(self, workshop: Workshop, program: Program, verdict: Verdict, name: str, times: PhaseTimes) -> Certified:
        """``verdict``: on ``program``."""
        if isinstance(verdict, Unknown):
            times.reason = verdict.reason
            return Certified.unknown(verdict.reason)
        self.phase = f"evidence of {name}"
        self.report()
        began = time.monotonic()
        try:
            executions = self.executions if REACHABILITY in self.docket.active else None
            certified = certify(program, verdict, replace(workshop.checkers(), executions=executions))
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
        if isinstance(certified.verdict, Safe) and certified.verdict.modular is None and self.tells_invariants:
            self.details["invariants"] = loop_claims(
                workshop.original, certified.verdict.invariants, lambda name: workshop.formulas(name).vocabulary
            )
        if isinstance(certified.verdict, Unsafe):
            self.details["violation"] = told(certified.verdict.counterexample)
        if isinstance(certified.verdict, Unknown):
            times.reason = certified.verdict.reason
        return certified

    def _result(self) -> RunResult:
        properties = self.docket.results()
        verdict, reason = combined(properties)
        return RunResult(
            task=self.task.name,
            verdict=verdict,
            reason=reason,
            evidence=next(each.evidence for each in properties if each.verdict == verdict),
            statistics=self.costs.total(len(self.details.get("model_errors", ()))),
            configuration=self.configuration,
            versions=versions() | {name: backend.version for name, backend in self.backends.items()},
            expected=self.task.promised,
            details=self.details,
            properties=properties,
        )


def verify(
    task: Task,
    configuration: Configuration,
    progress: Progress = lambda row: None,
    log: RefinementLog | None = None,
    steering: Steering | None = None,
    executions: Executions | None = None,
    *,
    tells_invariants: bool = False,
) -> RunResult:
    """Verify a task in this process, within the time limit as far as solvers obey theirs; of CPU time only ``run_isolated`` has a limit.

    ``log`` gets a row per refinement; ``steering`` says what some of them choose, and keeps a trace of all.  ``executions``: of the
    task's program, where its compilation has begun already; they are closed here.  ``tells_invariants``: those of a proof's loops go to the
    result's details, as C.
    Raises InputError for wrong input, BackendError and StrategyError for names that do not exist.
    """
    return _Run(task, configuration, progress, log, steering, executions or begin_compilation(task), tells_invariants).verify()
