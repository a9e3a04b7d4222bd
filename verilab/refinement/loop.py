"""The refinement loop: explore, rank, propose, select, apply.

It is PCEGAR (thesis Algorithm 3.1); CEGAR (FORTE'15 Alg. 1), which stops at the first target, is its simplest instance.

repeat
    explore the abstract model;  targets := extract_targets(reached);  none: Safe
    candidates := concatenation of propose(t) for t in rank(targets) (provident refinement);  a feasible one: Unsafe
    apply(model, select(candidates));  nothing new: Unknown(repeated counterexample)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from time import perf_counter

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration, TargetCoverage, at_first_target, never, rare_collections
from verilab.analysis.timers import Timers
from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.cfa import Edge
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.counters import Counters
from verilab.refinement.joining import contained
from verilab.refinement.log import RefinementLog
from verilab.refinement.operators import ByPrefix, Candidate, RefinableAnalysis, SearchEnded, Undecided
from verilab.refinement.provident import Provident, Reached, provident_refine
from verilab.refinement.strategy import Strategy
from verilab.refinement.targets import Levels, extract_targets, violated
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline


class UselessChoice(Enum):
    """What follows a choice that adds nothing: the next best candidate, or the end, as Refine+ (FORTE'15 Alg. 4) returns one precision."""

    NEXT = "next"
    END = "end"


@dataclass(frozen=True, slots=True)
class RefinementRow:
    """One refinement, as the run's report keeps it: how long the path was, what was proposed for how many targets, what was learned."""

    number: int
    path_nodes: int
    candidates: int
    provenance: str
    facts: int
    states: int
    scores: dict[str, float] = field(default_factory=dict)
    targets: int = 1


@dataclass(slots=True)
class LoopStatistics(Counters):
    """Counters that grow while the loop runs, and a row per refinement."""

    rows: list[RefinementRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Refining:
    """A refinement that is about to be applied: the model as it is, what was proposed for its ranked targets, what the strategy chose.

    ``candidates`` are those that are left: where a choice added nothing, the refinement is chosen again, under the same number.
    """

    context: Context
    targets: Sequence[ArgNode]
    candidates: Sequence[Candidate]
    chosen: Candidate


Refinements = Generator[Refining, Candidate | None, Verdict]
"""The refinements of a run, one by one, each applied when the next one is asked for; what is sent is applied instead of the choice."""


class RefinementLoop:
    """One run of a strategy on an analysis.

    ``progress`` is called at every tick with the statistics so far; ``log`` gets a row per refinement.  ``target_coverage``: see there.
    Of the ranked targets a refinement asks for the first ``target_limit`` (0: all); the others stay in the model and wait.
    ``loop_counter``: what selections take for one.  ``useless_choice``: see there.  ``now`` tells the seconds that its statistics have.
    ``supposes``: where formulas exclude all paths to the targets that were set aside, invariants without these targets are supposed, to
    be checked by somebody else.
    ``defers``: a selection that looks at prefixes only has the one that it chooses interpolated, and no other; a log has all of them.
    """

    def __init__(
        self,
        analysis: RefinableAnalysis,
        strategy: Strategy,
        *,
        order: WaitlistOrder = WaitlistOrder.BFS,
        deadline: Deadline | None = None,
        dismissals: int = 0,
        target_coverage: TargetCoverage = TargetCoverage.COVERED,
        target_limit: int = 0,
        loop_counter: LoopCounterDefinition = LoopCounterDefinition.EXIT_READ,
        useless_choice: UselessChoice = UselessChoice.NEXT,
        log: RefinementLog | None = None,
        progress: Callable[[LoopStatistics], None] = lambda statistics: None,
        now: Callable[[], float] = perf_counter,
        defers: bool = False,
        supposes: bool = False,
    ) -> None:
        self.analysis = analysis
        self.strategy = strategy
        self.order = order
        self.deadline = deadline or Deadline()
        self.progress = progress
        self._now = now
        self.dismissals = dismissals
        self.target_coverage = target_coverage
        self.target_limit = target_limit
        self.useless_choice = useless_choice
        self.log = log
        self._supposes = supposes
        select = strategy.select
        self._defers = defers and log is None and isinstance(select, ByPrefix) and select.by_prefix
        self.statistics = LoopStatistics()
        self._knowledge = Knowledge(analysis.program, loop_counter)
        self._dismissed: list[tuple[ArgNode, Undecided]] = []
        self._undecided = 0
        self._rejected: dict[tuple[Edge, ...], str] = {}
        self._reached: Reached | None = None
        self._counted = 0
        self._exploration: Exploration | None = None
        self._levels = Levels(analysis.cpa)
        self._edits: dict[str, int] = {}
        self._told: dict[str, int] = {}
        # States of values are found and compared faster than a clock is read.
        self._timers = None if analysis.name == "value" else Timers()

    def run(self) -> Verdict:
        """The verdict; raises OutOfTime when the deadline passes.

        Run again, it starts with a new model and what the precision has become: for the properties that are left when the program has
        set others aside and the analysis is renewed.
        """
        return _exhausted(self.refinements())

    def refinements(self) -> Refinements:
        """What ``run`` does, refinement by refinement; its result is the verdict."""
        self._dismissed = []
        self._undecided = 0
        self._rejected.clear()
        return (yield from self._follow(self._start()))

    def go_on(self, reason: str) -> Verdict:
        """After a violation that was not accepted, for this ``reason``: set it aside and look for another, as ``run`` does.

        Its path, like one that can neither be executed nor excluded, keeps the verdict from being Safe.
        """
        return _exhausted(self.further_refinements(reason))

    def further_refinements(self, reason: str) -> Refinements:
        """What ``go_on`` does, refinement by refinement."""
        assert self._reached is not None
        assert self._exploration is not None
        self._rejected[self._reached.counterexample.edges] = reason
        self._set_aside(self._reached.target, reason)
        return (yield from self._follow(self._exploration))

    def _set_aside(self, target: ArgNode, reason: str) -> None:
        assert self._exploration is not None
        self._dismissed.append((target, Undecided(reason)))
        self._exploration.arg.dismiss([target])

    def _follow(self, exploration: Exploration) -> Refinements:
        abort = never if self.strategy.rank.explores_all or self.strategy.apply.explores_all else at_first_target
        while True:
            began = self._now()
            try:
                exploration.run(abort)
                self._tick()
            finally:
                self.statistics.exploration_s += self._now() - began
            targets = extract_targets(exploration)
            if not targets:
                return self._ended(exploration, targets, self._complete(exploration))
            began = self._now()
            try:
                outcome = yield from self._refine(exploration, targets)
            except SearchEnded as ended:
                return self._ended(exploration, targets, Unknown(str(ended)))
            finally:
                self.statistics.refinement_s += self._now() - began
            if not isinstance(outcome, Exploration):
                return self._ended(exploration, targets, outcome)
            if outcome is not exploration:
                exploration = self._adopt(outcome)

    def _complete(self, exploration: Exploration) -> Verdict:
        """The verdict of a model without targets.

        Formulas may have excluded every path that was set aside, and the states in front of the errors be precise enough for formulas
        to exclude them altogether: whoever checks the invariants finds out.
        """
        if not self._dismissed:
            return Safe(self.analysis.invariants(exploration))
        given_up = self._given_up()
        if not self._supposes or not all(undecided.infeasible for _, undecided in self._dismissed):
            return given_up
        return Safe(self.analysis.invariants(exploration), supposed=given_up.reason)

    def measures(self) -> dict[str, float]:
        """What the analysis and the edits of its models are measured by, by name."""
        return self.analysis.statistics() | self.edits()

    def edits(self) -> dict[str, int]:
        """How often each edit was done to the models of the run so far."""
        found: Counter[str] = Counter(self._edits)
        if self._exploration is not None:
            found.update(asdict(self._exploration.arg.edits))
        return dict(found)

    def _new_edits(self) -> dict[str, int]:
        """The edits since this was asked before, those that were done at all."""
        now, before = self.edits(), self._told
        self._told = now
        return {name: more for name, count in now.items() if (more := count - before.get(name, 0))}

    def _start(self) -> Exploration:
        return self._adopt(self.strategy.apply.start(self.analysis, self.order))

    def _adopt(self, exploration: Exploration) -> Exploration:
        """Make ``exploration`` the current one: its nodes count from here on, its ticks come to this loop."""
        exploration.tick = self._tick
        exploration.timers = self._timers
        if self.target_coverage is TargetCoverage.SEPARATE:
            exploration.separate_targets()  # also of a model that an operator made by itself
        self._edits = self.edits()
        self._exploration = exploration
        self._levels = Levels(exploration.cpa)
        self._counted = 0
        return exploration

    def _refine(self, exploration: Exploration, targets: Sequence[ArgNode]) -> Generator[Refining, Candidate | None, Exploration | Verdict]:
        ranked = self.strategy.rank(targets, self._levels.renew())
        context = Context(self._knowledge, self.analysis, exploration, self.statistics.refinements + 1)
        found = self._offered(ranked, context)
        if isinstance(found, Reached):
            if found.counterexample.edges in self._rejected:  # of an earlier model
                self._set_aside(found.target, self._rejected[found.counterexample.edges])
                return exploration
            self._reached = found
            return Unsafe(found.counterexample)
        self.statistics.targets += len(targets)
        self.statistics.provident += len(found.ranked)
        self.statistics.targets_passed_over += found.passed_over
        if not found.candidates:
            self._dismissed += found.undecided
            self._undecided += len(found.undecided)
            if self._undecided > self.dismissals:
                return self._given_up()
            exploration.arg.dismiss(found.ranked)
            return exploration
        self.statistics.refinements += 1
        self.statistics.candidates += len(found.candidates)
        self.statistics.choices += len(found.candidates) > 1
        return (yield from self._choose(exploration, found, ranked))

    def _offered(self, ranked: Sequence[ArgNode], context: Context) -> Provident | Reached:
        """What there is to choose from, the candidate that will be chosen interpolated."""
        if self._defers:
            found = self._provident(ranked, defers=True)
            if isinstance(found, Reached) or not found.deferred:
                return found
            if (first := found.settled(self.strategy.select(found.candidates, context))) is not None:
                return first
        return self._provident(ranked, lambda candidates: self.strategy.select.suffices(candidates, context))

    def _provident(
        self,
        ranked: Sequence[ArgNode],
        suffices: Callable[[Sequence[Candidate]], bool] = lambda candidates: False,
        *,
        defers: bool = False,
    ) -> Provident | Reached:
        return provident_refine(
            self.analysis, self.strategy.propose, ranked, self.deadline.check, self.target_limit, suffices, defers=defers
        )

    def _choose(
        self, exploration: Exploration, found: Provident, ranked: Sequence[ArgNode]
    ) -> Generator[Refining, Candidate | None, Exploration | Verdict]:
        """Select and apply; a choice that adds nothing is set aside, and the next best of the others gets its turn.

        Where all that was asked for adds nothing, the analyses that were not asked are.
        """
        strategy, analysis, candidates = self.strategy, self.analysis, found.candidates
        context = Context(self._knowledge, analysis, exploration, self.statistics.refinements)
        rejected: list[Candidate] = []
        while True:
            left = [candidate for candidate in candidates if all(candidate is not each for each in rejected)]
            chosen = strategy.select(left, context)
            if id(chosen) in found.deferred:  # the one that was interpolated adds nothing
                more = found.settled(chosen) or self._provident(ranked)
                if not isinstance(more, Provident) or not more.candidates:
                    break
                found, candidates = more, more.candidates
                continue
            began = self._now()
            sent = yield Refining(context, found.ranked, left, chosen)
            self.statistics.refinement_s -= self._now() - began  # whoever looks at it takes time that is none of the refinement
            chosen = chosen if sent is None else sent
            states = exploration.arg.nodes_created
            row = self.log.row(context, strategy.select, found, chosen, rejected) if self.log is not None else None
            following = strategy.apply(analysis, exploration, chosen)
            progressed = following is not None
            useless = _useless(chosen, left)
            if progressed or not useless or self.useless_choice is UselessChoice.END:
                break
            rejected += useless
            if len(useless) < len(left):
                continue
            more = self._provident(ranked) if found.withheld else found
            if not isinstance(more, Provident) or len(more.candidates) == len(candidates):
                break
            found, candidates, rejected = more, more.candidates, []
        self.statistics.rows.append(
            RefinementRow(
                self.statistics.refinements,
                len(chosen.path.nodes),
                len(candidates),
                chosen.provenance,
                len(chosen.increment.all),
                states,
                dict(chosen.scores),
                len(found.ranked),
            )
        )
        if self.log is not None and row is not None:
            row |= {"edits": self._new_edits()} | self.log.applied(following)
            self.log.write(row if progressed else row | {"why": row["why"] + "; it adds nothing to the precision"})
        if following is None:
            trouble = self.analysis.trouble()
            why = f"repeated counterexample, after a solver had no answer: {trouble}" if trouble else "repeated counterexample"
            return Unknown(why, violated(candidate.target for candidate in candidates))
        return following

    def _ended(self, exploration: Exploration, targets: Sequence[ArgNode], verdict: Verdict) -> Verdict:
        if self.log is not None:
            self.log.end(self.analysis, exploration, targets)
        return verdict

    def _given_up(self) -> Unknown:
        """The first reason, and the properties of all targets that no refinement excludes."""
        return Unknown(self._dismissed[0][1].reason, violated(target for target, _ in self._dismissed))

    def _tick(self) -> None:
        exploration = self._exploration
        if exploration is not None:
            self.statistics.states += exploration.arg.nodes_created - self._counted
            self._counted = exploration.arg.nodes_created
        if self._timers is not None:
            self.statistics.stop_s, self.statistics.precision_s = self._timers.stop, self._timers.precision
        self.progress(self.statistics)
        self.deadline.check()


def _exhausted(refinements: Refinements) -> Verdict:
    """The verdict that they come to, nothing sent."""
    with rare_collections():
        while True:
            try:
                next(refinements)
            except StopIteration as end:
                verdict: Verdict = end.value
                return verdict


def _useless(chosen: Candidate, left: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that add nothing if ``chosen`` does not: itself, or of a join what it contains."""
    if any(candidate is chosen for candidate in left):
        return [chosen]
    return [candidate for candidate in left if contained(candidate, chosen)]
