"""What slicing a path and scoring its candidates costs: refinements with and without selection on the same targets.

A task is verified twice by the same refinement selection (SPIN'15, good and narrow).  In one run every refinement is timed as it is, in
the other each target is first refined without selection, on the clock, and then with it, off the clock: provident refinement has no side
effects, so that both runs have the same targets, and each arm finds the caches as it would find them alone.  Cost is CPU time of
this process, divided into the solver's and verilab's own.  What a run computes once for all refinements (domain types) is counted apart.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.proposals import Proposal, settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.program.tasks import Task
from verilab.refinement.context import Context
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Propose, Select
from verilab.refinement.strategy import Strategy, parse_strategy, strategy
from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.verification.configuration import Configuration
from verilab.verification.frontend import load_program
from verilab.verification.phases.engines.analyses import predicate_analysis, value_analysis
from verilab.verification.phases.phase import DISMISSALS
from verilab.verification.workshop import Workshop, named_backends

WITHOUT = parse_strategy("spin15-none")
WITH = strategy(propose="sliced-prefixes", select="domain-type:good,width:narrow,length:short")


@dataclass(slots=True)
class Cost:
    """CPU seconds of one refinement, our own and the solver's.

    ``candidates``: how many, and ``steps`` of the longest prefix among them; ``target``: its number and the length of its path.
    """

    target: tuple[int, int]
    own: float = 0.0
    solver: float = 0.0
    candidates: int = 0
    steps: int = 0


@dataclass(slots=True)
class Timing:
    """The refinements of one run in their order, the CPU seconds that its domain types took, and how it ended."""

    costs: list[Cost] = field(default_factory=list)
    domain_types: float = 0.0
    outcome: str = ""


class Timed:
    """Propose and select of one strategy, on the clock; the run goes on with what another one selects."""

    def __init__(self, timed: Strategy, followed: Strategy, clock: SolverClock, timing: Timing) -> None:
        self._timed = timed
        self._followed = followed
        self._clock = clock
        self._timing = timing
        self._proposals: Sequence[Proposal] = ()
        self._cost = Cost((0, 0))

    def propose(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        """What the followed strategy proposes."""
        self._cost = Cost((target.id, len(target.path())))
        with self._measured():
            self._proposals = list(settled(self._timed.propose(analysis, target)))
        return self._proposals if self._timed is self._followed else list(self._followed.propose(analysis, target))

    def select(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        """What the followed strategy selects."""
        began = time.process_time()
        assert context.domain_types is not None  # computed here, once
        self._timing.domain_types += time.process_time() - began
        if self._timed is self._followed:
            return self._select(candidates, context)
        proposed = [proposal for proposal in self._proposals if isinstance(proposal, Candidate)]
        if proposed:
            self._select(proposed, context)
        return self._followed.select(candidates, context)

    def _select(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        cost, costs = self._cost, self._timing.costs
        if not cost.candidates:  # else this is another choice from the same proposals
            cost.candidates, cost.steps = len(candidates), max(candidate.prefix.length for candidate in candidates)
            costs.append(cost)
        with self._measured():
            return self._timed.select(candidates, context)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        solver, began = self._clock.seconds, time.process_time()
        yield
        seconds, solver = time.process_time() - began, self._clock.seconds - solver
        self._cost.own += seconds - solver
        self._cost.solver += solver


class TimedPropose(Propose):
    """The proposals of ``timed``."""

    def __init__(self, timed: Timed) -> None:
        self._timed = timed

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        return self._timed.propose(analysis, target)


class TimedSelect(Select):
    """The selection of ``timed``."""

    def __init__(self, timed: Timed) -> None:
        self._timed = timed

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        return self._timed.select(candidates, context)


def time_refinements(task: Task, configuration: Configuration, timed: Strategy, followed: Strategy) -> Timing:
    """One run of a task by the configuration's analysis, "value" or "predicate", and its time limit.

    Raises InputError for a task that cannot be read.
    """
    timing = Timing()
    clock = SolverClock(now=time.process_time)
    deadline = Deadline(configuration.time_limit)
    workshop = Workshop(load_program(task, configuration), configuration, deadline, clock, named_backends(configuration))
    value = configuration.analysis == "value"
    analysis: RefinableAnalysis = (
        value_analysis(workshop, deadline) if value else predicate_analysis(workshop, configuration.encoding, deadline, slices=True)
    )
    operators = Timed(timed, followed, clock, timing)
    timed_strategy = strategy(propose=TimedPropose(operators), select=TimedSelect(operators), apply=followed.apply, text=str(followed))
    loop = RefinementLoop(analysis, timed_strategy, deadline=deadline, dismissals=DISMISSALS if value else 0)
    try:
        timing.outcome = type(loop.run()).__name__.lower()
    except OutOfTime:
        timing.outcome = "timeout"
    return timing


@dataclass(frozen=True, slots=True)
class Comparison:
    """The refinements of a task that both runs made, each as (without selection, with selection)."""

    task: str
    pairs: Sequence[tuple[Cost, Cost]]
    domain_types: float
    outcome: str


def compare(task: Task, configuration: Configuration) -> Comparison:
    """Both runs of a task, as far as they have the same targets (a time limit may end one of them earlier)."""
    selection = time_refinements(task, configuration, WITH, WITH)
    plain = time_refinements(task, configuration, WITHOUT, WITH)
    costs = {(number, cost.target): cost for number, cost in enumerate(plain.costs)}
    keys = [(number, cost.target) for number, cost in enumerate(selection.costs)]
    pairs = [(costs[key], cost) for key, cost in zip(keys, selection.costs, strict=True) if key in costs]
    return Comparison(task.name, pairs, selection.domain_types, selection.outcome)
