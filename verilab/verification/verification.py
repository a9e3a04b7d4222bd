"""One verification in this process: front end, analyses phase by phase, evidence.

``auto`` asks the other engines (``verilab.other_engines``) for contracts where functions are recursive, for invariants of small programs
with loops and for executions of few steps, and runs the value analysis, the composite where memory is exact, the predicate analysis over
integers and, for what that encoding cannot tell, over bit vectors: in turns, each in a process of its own, or one after the other where a
run must be the same each time, or a program has several properties.
With a strategy that says which analyses propose (``analyses=``, SPIN'15 Table 3) it runs the composite.  The first certified answer ends
the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verilab.evidence.compiler.executions import Executions
from verilab.evidence.front_end.checked_executions import CheckedExecutions
from verilab.program.cfa import Program
from verilab.program.memory.objects.placement import Placement
from verilab.program.tasks import Task
from verilab.refinement.log import RefinementLog
from verilab.refinement.steering import Steering
from verilab.resources import CpuAllowance, Deadline
from verilab.solving.backend import Backend
from verilab.solving.records import Observer
from verilab.verification.compilation import begin_compilation
from verilab.verification.configuration import INITIAL_PRECISIONS, Configuration
from verilab.verification.costs import Costs, PhaseTimes
from verilab.verification.docket import Docket
from verilab.verification.frontend import load_program, program_size
from verilab.verification.phases.analysis import UNDIVIDED, analyse, certified
from verilab.verification.phases.interleaving import CAN_FORK, Interleaving
from verilab.verification.phases.phase import Phase
from verilab.verification.phases.plan import Plan, plan
from verilab.verification.phases.portfolio import fitting
from verilab.verification.proceedings import Proceedings
from verilab.verification.progress import Progress
from verilab.verification.recording import recorder_of
from verilab.verification.schema import KILLED, RunResult, combined
from verilab.verification.versions import versions
from verilab.verification.witnesses import NAME as CLAIM
from verilab.verification.witnesses import ClaimPhase
from verilab.verification.workshop import Workshop, named_backends


class _Run:
    """The state of one verification while it runs."""

    def __init__(
        self,
        task: Task,
        configuration: Configuration,
        progress: Callable[[Progress], None],
        log: RefinementLog | None,
        steering: Steering | None,
        executions: Executions | None,
        tells_invariants: bool,
        allowance: CpuAllowance | None,
    ) -> None:
        self.task = task
        self.configuration = configuration
        self.executions = executions
        self.backends: dict[str, Backend] = {}
        self.versions: dict[str, str] = {}
        costs = Costs()
        self.proceedings = Proceedings(
            task,
            configuration,
            Deadline(configuration.time_limit, allowance),
            Docket(task.expectations),
            costs,
            progress,
            log,
            steering,
            recorder_of(task, configuration),
            executions,
            {"phases": costs.phases},
            tells_invariants=tells_invariants,
        )

    def load_named(self, planned: Plan) -> None:
        """Load what the configuration names, precision files and backends; what they are not, or lack, is refused."""
        if self.configuration.initial_precision not in INITIAL_PRECISIONS or self.configuration.export_precision:
            from verilab.verification.precisions import PrecisionExchange  # few runs exchange any

            self.proceedings.precisions = PrecisionExchange(self.task, self.configuration, planned.phases)
        self.backends = named_backends(self.configuration)
        if planned.solves_loops:
            from verilab.verification.phases.engines.interpolators import loop_procedure  # few strategies ask for it

            loop_procedure(self.configuration, self.backends)

    def workshop(self) -> Workshop:
        """The lowered program, and what its phases share; what a witness claims of it is tried as a proof."""
        proceedings, costs = self.proceedings, self.proceedings.costs
        program = load_program(self.task, self.configuration)
        proceedings.details["program"] = program_size(program)
        if self.executions is not None:
            proceedings.executions = CheckedExecutions(self.executions, self.task.files[0], program, self._elsewhere)
        workshop = Workshop(
            program, self.configuration, proceedings.deadline, costs.clock, self.backends, self._observers(), began=costs.start
        )
        proceedings.claims = ClaimPhase(self.task, workshop)
        self._check_claim(workshop, proceedings.claims)
        return workshop

    def _elsewhere(self, placement: Placement) -> Program:
        return load_program(self.task, self.configuration, executed=placement)

    def _check_claim(self, workshop: Workshop, claims: ClaimPhase) -> None:
        """What a witness claims, as a proof; where that is none by itself, it is what the phases begin with."""
        self.proceedings.phase = CLAIM
        times = PhaseTimes()
        for safe, proof in claims.run(lambda safe: certified(self.proceedings, workshop, workshop.original, safe, CLAIM, times)):
            self.proceedings.docket.record(safe, proof)
        if claims.details:
            self.proceedings.details["witness"] = claims.details

    def takes_turns(self, phases: Sequence[Phase]) -> bool:
        """Not where a run is recorded or follows one, which must go the same way; nor where properties are set aside one by one."""
        return len(phases) > 1 and len(self.task.expectations) == 1 and self.is_free and CAN_FORK

    @property
    def is_free(self) -> bool:
        """Whether the run may go any way, which may depend on time."""
        return self.proceedings.steering is None and self.proceedings.recorder is None

    def _observers(self) -> list[Observer]:
        procedures, recorder = self.proceedings.costs.procedures, self.proceedings.recorder
        return [procedures] if recorder is None else [procedures, recorder]

    def end_processes(self) -> None:
        """End the solvers that run outside of this process; those inside end with it, and their sessions may still be in use."""
        for name, backend in list(self.backends.items()):
            self.versions[name] = backend.version
            if not backend.capabilities.in_process:
                del self.backends[name]
                backend.close()

    def result(self) -> RunResult:
        details = self.proceedings.details
        if self.proceedings.precisions is not None:
            self.proceedings.precisions.write(details)
        if killed := [*details.get(KILLED, ()), *self.proceedings.costs.clock.deaths]:
            details[KILLED] = killed
        properties = self.proceedings.docket.results()
        verdict, reason = combined(properties)
        return RunResult(
            task=self.task.name,
            verdict=verdict,
            reason=reason,
            evidence=next(result.evidence for result in properties if result.verdict == verdict),
            statistics=self.proceedings.costs.total(len(details.get("model_errors", ()))),
            configuration=self.configuration,
            versions=versions() | self.versions,
            expected=self.task.promised,
            details=details,
            properties=properties,
        )


def verify(
    task: Task,
    configuration: Configuration,
    progress: Callable[[Progress], None] = lambda progress: None,
    log: RefinementLog | None = None,
    steering: Steering | None = None,
    executions: Executions | None = None,
    *,
    tells_invariants: bool = False,
    allowance: CpuAllowance | None = None,
) -> RunResult:
    """Verify a task in this process, within the time limit as far as solvers obey theirs; of CPU time only ``run_isolated`` has a limit.

    ``log`` gets a row per refinement; ``steering`` says what some of them choose, and keeps a trace of all.  ``executions``: of the
    task's program, where its compilation has begun already; they are closed here.  ``tells_invariants``: those of a proof's loops go to the
    result's details, as C.  ``allowance``: of CPU time, of which the phases and their evidence have their shares.
    Raises InputError for wrong input, BackendError and StrategyError for names that do not exist.
    """
    run = _Run(task, configuration, progress, log, steering, executions or begin_compilation(task), tells_invariants, allowance)
    proceedings = run.proceedings
    try:
        proceedings.report()
        planned = plan(configuration)
        run.load_named(planned)
        workshop = run.workshop()
        phases = fitting(planned.phases, workshop.original, compiled=run.executions is not None and run.is_free)
        if proceedings.docket.is_over:
            pass  # the witness is the proof
        elif run.takes_turns(phases):
            run.end_processes()  # each phase has solvers of its own
            run.versions |= Interleaving(phases, proceedings, workshop).run()
        else:
            for number, phase in enumerate(phases):
                proceedings.docket.begin_phase()
                if number:
                    workshop.set_aside(proceedings.docket.set_aside)
                analyse(proceedings, workshop, phase, UNDIVIDED)
                if proceedings.docket.is_over or proceedings.deadline.remaining() == 0.0:
                    break
    finally:
        if run.executions is not None:
            run.executions.close()
        run.end_processes()
    if steering is not None:
        steering.end(proceedings.costs.measured())
    return run.result()
