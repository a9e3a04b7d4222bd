"""Random testing as a phase of a run: the compiled program runs on inputs drawn at random until one execution reaches the error.
Where there are no inputs, the one execution is all that the program does, which may be a proof.

What covers new code is tried again with some of its inputs changed (greybox fuzzing).

What is found there is an execution of another program than the one that is analysed: the interpreter has to come to the error with the same
inputs, and its run is the violation, with the evidence that any other one needs.

Where that run has more steps than the interpreter takes in its time, and nothing in those that it takes is imprecise or undefined, the
compiled program's execution is the violation by itself (``verilab.evidence.compiler.compiled_execution``).  The only execution of a program
without inputs is also looked for in the program as the compiler optimizes it, which counts to a billion in a second.

Where memory is not modelled exactly the compiled program runs in memory that is provided, too: what it reaches the error through is not in
the model then, and its own execution is the violation as well.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle

from verilab.evidence.compiler.building import Builder, Executable
from verilab.evidence.compiler.compiled_execution import RebuiltProgram
from verilab.evidence.compiler.driver import Driven, GuidedRuns, drive
from verilab.evidence.compiler.executions import ProofExecutions
from verilab.evidence.interpretation.inputs import FromTheEnvironment, NoInputError
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, ReachedError, StepLimit
from verilab.evidence.results import InputVector
from verilab.program.cfa import Program
from verilab.program.compiled_execution import CompiledExecution
from verilab.program.counterexample import Counterexample
from verilab.program.lowering.options import NotModular
from verilab.program.memory.objects.placement import Placement
from verilab.program.only_execution import OnlyExecution
from verilab.program.tasks import Task
from verilab.program.types import IntType
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.engine import BesideTheLoop
from verilab.verification.phases.features import has_imprecise_memory
from verilab.verification.phases.phase import MOST_REJECTED
from verilab.verification.workshop import Workshop

FIRST_SECONDS, MOST_SECONDS = 0.05, 0.5
"""Of the driver's periods, each twice as long as the one before: between two of them the phase may stand still."""
BLOCKS = (20_000, 0, 20_000, 400_000)
"""The basic blocks of a run, in turn (0: any): many short runs find other errors than few long ones."""
MILLISECONDS, LONG_MILLISECONDS = 50, 1500
"""What a run may take, and where the program has no inputs, so that all its runs are one."""
PROVIDED_PERIODS = 3
"""In provided memory for one without: most of what is tried there comes farther."""
PROVIDED_MILLISECONDS = 100
"""Of a run in provided memory: each access to it takes two signals."""
RUNS = 1_000_000
WAIT_SECONDS = 0.05
STEPS = 20_000_000
"""Edges of the interpreter's run, which takes three seconds for so many."""
STEPS_AHEAD = 2_000_000
"""The same where the execution is known to be longer than that: whether it is one of the model so far."""
FAST_SECONDS, FAST_MILLISECONDS = 0.5, 4000
"""Of the optimized program's one run, which has four times the seconds."""
MOST_STRANGE, MOST_IMPRECISE = 200, 50
"""Executions that reach the error and that the interpreter does not follow there, or cannot, after which the search ends.

It does not where an execution depends on what memory happens to hold, or chooses more than inputs."""


class RandomTesting(BesideTheLoop):
    """One search; ``run`` may be called again after a violation that was not accepted, for the next one.

    ``program`` is what its verdicts are on.
    """

    attempts = MOST_REJECTED

    def __init__(
        self, task: Task, workshop: Workshop, executions: ProofExecutions | None, deadline: Deadline, tick: Callable[[], None]
    ) -> None:
        super().__init__(workshop, deadline, tick)
        self._task = task
        self._interpreter: Interpreter | None = None
        self._executions = executions
        self._runs = 0
        self._strange = 0
        self._imprecise = 0
        self._periods: Iterator[tuple[Driven, bool]] | None = None
        self._no_more = ""
        self._is_only = self._is_long = False
        self._claims: Iterator[Safe] | None = None

    def run(self) -> Verdict:
        """The next violation; Unknown where there is no use in looking further.  Raises OutOfTime."""
        self._periods = self._periods or self._driven()
        claim = self._next_claim()
        while claim is None:
            period = next(self._periods, None)
            if period is None:
                return Unknown(f"testing: {self._no_more}")
            driven, in_memory = period
            if driven.seed is None:
                claim = self._next_claim()
                continue
            if in_memory:
                if driven.unrecorded or driven.before_main:
                    continue
                return self._compiled(driven.inputs, provided=True)
            violation = None if driven.unrecorded or driven.before_main else self._followed(driven.inputs)
            if violation is not None:
                return violation
            self._strange += 1
            if self._strange == MOST_STRANGE or self._imprecise == MOST_IMPRECISE or not driven.drew:  # the next run is the same
                return Unknown("testing: executions of the compiled program reach the error, and the interpreter does not follow them")
        return claim

    def _next_claim(self) -> Safe | None:
        """What the one execution proves, as soon as it is known to be the only one; None where that is said, or not known."""
        if self._claims is None and self._is_only:
            self._claims = self._only_execution()
        return None if self._claims is None else next(self._claims, None)

    def measures(self) -> dict[str, float]:
        """``executions`` of the compiled program, and those that reach the error in a way that the interpreter does not follow."""
        return {"executions": self._runs, "executions_not_followed": self._strange}

    def _built(self) -> Executable | str:
        if self._executions is None:
            return "no compiled program decides the property"
        while True:
            executable = self._executions.executable(WAIT_SECONDS)
            if executable is not None:
                return executable
            self._deadline.check()
            self._tick()

    def _driven(self) -> Iterator[tuple[Driven, bool]]:
        """Period after period of runs, and whether they are in provided memory; ends where another one would show nothing new."""
        executable = self._built()
        if isinstance(executable, str):
            self._no_more = executable
            return
        with contextlib.ExitStack() as closed:
            runs = closed.enter_context(contextlib.closing(GuidedRuns(executable, RUNS)))
            alone = self._guided(runs)
            provided = self._guided_in_memory(closed) if has_imprecise_memory(self._workshop.original) else iter(())
            turns = cycle(((alone, False), *([(provided, True)] * PROVIDED_PERIODS)))
            ended: set[bool] = set()
            while len(ended) < 2:
                periods, in_memory = next(turns)
                driven = next(periods, None)
                if driven is None:
                    ended.add(in_memory)
                else:
                    yield driven, in_memory

    def _guided(self, runs: GuidedRuns) -> Iterator[Driven]:
        seconds, number, milliseconds, has_inputs = FIRST_SECONDS, 0, MILLISECONDS, True
        while True:
            driven = self._period(runs, seconds, milliseconds, BLOCKS[number % len(BLOCKS)] * has_inputs)
            self._is_only = bool(driven.runs) and driven.seed is None and not driven.drew and not driven.cut
            yield driven
            if not driven.runs:
                self._no_more = "the compiled program cannot be run here"
                return
            if driven.seed is not None:
                continue
            if not driven.drew:
                if driven.cut and has_inputs:
                    milliseconds, has_inputs = LONG_MILLISECONDS, False  # once more, as long as it takes
                    continue
                if driven.cut and not self._is_long:
                    self._is_long = True
                    yield self._optimized()
                self._no_more = "the program has no inputs, and its execution reaches no error" + " in time" * bool(driven.cut)
                return
            seconds, number = min(2 * seconds, MOST_SECONDS), number + 1

    def _optimized(self) -> Driven:
        """The one run of the program as the compiler optimizes it: what it shows is to be checked with its undefined behaviour."""
        self._deadline.check()
        self._tick()
        with contextlib.closing(self._rebuilt(provided=False)) as program:
            executable = program.build(self._deadline.remaining(), Builder.build_fast)
            if isinstance(executable, str):
                return Driven(0)
            return drive(executable, FAST_SECONDS, runs=1, milliseconds=FAST_MILLISECONDS)

    def _rebuilt(self, *, provided: bool) -> RebuiltProgram:
        return RebuiltProgram(self._task.files[0], self._task.data_model, self._task.error_convention, provided=provided)

    def _guided_in_memory(self, closed: contextlib.ExitStack) -> Iterator[Driven]:
        """Periods of runs in provided memory, none where there is no executable for them, or the runs choose nothing."""
        provided = closed.enter_context(contextlib.closing(self._rebuilt(provided=True)))
        executable = provided.build(self._deadline.remaining())
        if isinstance(executable, str):
            return
        runs = closed.enter_context(contextlib.closing(GuidedRuns(executable, RUNS)))
        seconds, number, driven = FIRST_SECONDS, 0, Driven(1, drew=True)
        while driven.runs and driven.drew:
            driven = self._period(runs, seconds, PROVIDED_MILLISECONDS, BLOCKS[number % len(BLOCKS)])
            yield driven
            seconds, number = min(2 * seconds, MOST_SECONDS), number + 1

    def _period(self, runs: GuidedRuns, seconds: float, milliseconds: int, blocks: int) -> Driven:
        self._deadline.check()
        self._tick()
        driven = runs.go_on(seconds, milliseconds=milliseconds, blocks=blocks)
        self._runs += driven.runs
        return driven

    def _compiled(self, inputs: InputVector, *, provided: bool) -> Unsafe:
        """The violation by an execution of the compiled program alone; with the edge to the error where there is one only."""
        self.program = self._workshop.original
        reaching = [edge for edge in self.program.edges if edge.target.is_error]
        claim = CompiledExecution(self._task.files[0], self._task.data_model, self._task.error_convention, inputs, provided)
        return Unsafe(Counterexample(tuple(reaching) if len(reaching) == 1 else (), ()), claim)

    def _followed(self, inputs: InputVector) -> Unsafe | None:
        """The violation by the interpreter's run with these inputs, where it reaches an error or comes to no end before it is too long.

        Without any, of the program as it is executed only.
        """
        if self._interpreter is None:
            self.program = _as_deep_as_it_goes(self._task, self._workshop)
            self._interpreter = Interpreter(self.program)
        run = self._interpreter.run(InputsByFunction(inputs), step_limit=STEPS_AHEAD if self._is_long else STEPS, deadline=self._deadline)
        if isinstance(run.outcome, DependsOnImprecise):
            self._imprecise += 1
            if not inputs:
                self.program = self._executed()
                run = Interpreter(self.program).run(InputsByFunction(inputs), step_limit=STEPS, deadline=self._deadline)
        if isinstance(run.outcome, StepLimit) and not run.notes:
            return self._compiled(inputs, provided=False)
        return Unsafe(Counterexample(run.edges, run.choices)) if isinstance(run.outcome, ReachedError) else None

    def _executed(self, placement: Placement = Placement.APART) -> Program:
        """The program as it is executed only: larger than what can be reasoned about."""
        with contextlib.suppress(NotModular):  # then recursion is cut, as for the analyses
            if "recursion" in self._workshop.original.imprecisions:
                return load_program(self._task, self._workshop.configuration, recursive_calls=True, executed=placement)
        return load_program(self._task, self._workshop.configuration, executed=placement)

    def _only_execution(self) -> Iterator[Safe]:
        """The claims that the one execution proves the program safe: with memory as it stands, which is soon known, and resolved."""
        convention = self._task.error_convention
        self.program = self._workshop.original
        if self.program.addresses:
            stands = load_program(self._task, self._workshop.configuration, executed=Placement.APART, as_it_stands=True)
            yield Safe({}, execution=OnlyExecution(stands, convention, has_memory=True))
        self.program = self._executed()
        others = (Placement.ASCENDING, Placement.DESCENDING) if self.program.addresses else ()
        elsewhere = tuple(partial(self._executed, placement) for placement in others)
        yield Safe({}, execution=OnlyExecution(self.program, convention, elsewhere))


def _as_deep_as_it_goes(task: Task, workshop: Workshop) -> Program:
    """The program with recursive calls as they are, where the analyses have them up to a bound only."""
    if "recursion" in workshop.original.imprecisions:
        with contextlib.suppress(NotModular):  # then it is followed as deep as the analyses go
            return load_program(task, workshop.configuration, recursive_calls=True)
    return workshop.original


class InputsByFunction(FromTheEnvironment):
    """Gives each external function its own values in their order: two of them may be called in another order than the compiler's."""

    def __init__(self, inputs: InputVector) -> None:
        self._left: dict[str, deque[int]] = {}
        for name, value in inputs:
            self._left.setdefault(name, deque()).append(value)

    def given(self, origin: str, types: tuple[IntType, ...]) -> tuple[int, ...]:
        left = self._left.get(origin)
        if not left or len(types) != 1:
            raise NoInputError
        return (types[0].wrap(left.popleft()),)
