"""The refinement loop: explore, rank, propose, select, apply.

It is PCEGAR (thesis Algorithm 3.1); CEGAR (FORTE'15 Alg. 1), which stops at the first target, is its simplest instance.

repeat
    explore the abstract model;  targets := extract_targets(reached);  none: Safe
    candidates := concatenation of propose(t) for t in rank(targets) (provident refinement);  a feasible one: Unsafe
    apply(model, select(candidates));  nothing new: Unknown(repeated counterexample)

What is proposed stands in ``provident``, which candidate is next where a choice adds nothing in ``contenders``, what becomes of targets
that nobody can decide in ``set_aside``; ``statistics`` and ``log`` are told of each step (``observers``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from time import perf_counter

from verilab.analysis.arg import ArgNode
from verilab.analysis.capabilities import Coarsens
from verilab.analysis.exploration import Exploration, TargetCoverage, at_first_target, never, rare_collections
from verilab.analysis.timers import Timers
from verilab.analysis.waitlist import WaitlistOrder
from verilab.data_classes import dataclass
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition
from verilab.refinement.choice import Choice
from verilab.refinement.contenders import Contenders, UselessChoice
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.log import LoopLog, RefinementLog
from verilab.refinement.observers import Observers
from verilab.refinement.operators import Candidate, RefinableAnalysis, SearchEnded
from verilab.refinement.provident import Proposer, Reached
from verilab.refinement.set_aside import SetAside
from verilab.refinement.statistics import LoopStatistics, StatisticsObserver
from verilab.refinement.strategy import Strategy
from verilab.refinement.targets import Levels, extract_targets, violated
from verilab.refinement.verdicts import Unknown, Unsafe, Verdict
from verilab.resources import Deadline


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
    ``dismissals``, ``supposes``: of the targets that are ``SetAside``.
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
        self._order = order
        self._deadline = deadline or Deadline()
        self._target_coverage = target_coverage
        self._useless_choice = useless_choice
        self._progress = progress
        explores_all = strategy.rank.explores_all or strategy.apply.explores_all
        self._abort = never if explores_all else at_first_target
        self._proposer = Proposer(
            analysis, strategy.propose, strategy.select, self._deadline.check, target_limit, defers=defers and log is None
        )
        self._knowledge = Knowledge(analysis.program, loop_counter)
        self._set_aside = SetAside(dismissals, supposes=supposes)
        self._violation: Reached | None = None
        self._model: Exploration | None = None
        self._levels = Levels(analysis.cpa)
        self._statistics = StatisticsObserver(Timers() if analysis.timed else None, now)
        logs = () if log is None else (LoopLog(log, analysis, strategy.select, self._statistics.edits),)
        self._observers = Observers(self._statistics, *logs)

    @property
    def statistics(self) -> LoopStatistics:
        """What the loop has done so far."""
        return self._statistics.statistics

    def measures(self) -> dict[str, float]:
        """What the analysis and the edits of its models are measured by, by name."""
        return self.analysis.statistics() | self._statistics.edits()

    def run(self) -> Verdict:
        """The verdict; raises OutOfTime when the deadline passes.

        Run again, it starts with a new model and what the precision has become: for the properties that are left when the program has
        set others aside and the analysis is renewed.
        """
        return _exhausted(self.refinements())

    def refinements(self) -> Refinements:
        """What ``run`` does, refinement by refinement; its result is the verdict."""
        self._set_aside.clear()
        return (yield from self._to_the_end(self._adopt(self.strategy.apply.start(self.analysis, self._order))))

    def go_on(self, reason: str) -> Verdict:
        """After a violation that was not accepted, for this ``reason``: set it aside and look for another, as ``run`` does.

        Its path, like one that can neither be executed nor excluded, keeps the verdict from being Safe.
        """
        return _exhausted(self.further_refinements(reason))

    def further_refinements(self, reason: str) -> Refinements:
        """What ``go_on`` does, refinement by refinement."""
        assert self._violation is not None
        assert self._model is not None
        self._set_aside.reject(self._model, self._violation, reason)
        return (yield from self._to_the_end(self._model))

    def _to_the_end(self, model: Exploration) -> Refinements:
        try:
            verdict = yield from self._pcegar(model)
        except SearchEnded as ended:
            verdict = Unknown(str(ended))
        self._observers.ended(self._model or model)
        return verdict

    # Thesis Algorithm 3.1, its lines beside the steps that they are
    def _pcegar(self, model: Exploration) -> Refinements:
        strategy, clock, set_aside = self.strategy, self._statistics, self._set_aside
        while True:
            with clock.exploring():  # (reached, waitlist) := CPA++(D, reached, waitlist, abort)
                model.run(self._abort)
                self._tick()
            targets = extract_targets(model)
            if not targets:
                return set_aside.verdict(partial(self.analysis.invariants, model))
            with clock.refining():
                ranked = strategy.rank(targets, self._levels.renew())  # targets := rank(targets)
                context = Context(self._knowledge, self.analysis, model, self.statistics.refinements + 1)
                provident = self._proposer.propose(ranked, context)  # candidates := union of provident_refine(t)
                if isinstance(provident, Reached):
                    if set_aside.has_rejected(model, provident):
                        continue
                    self._violation = provident
                    return Unsafe(provident.counterexample)
                self._observers.proposed(targets, provident)
                if not provident.candidates:
                    if not set_aside.give_up(model, provident):
                        return set_aside.unknown()
                    continue
                contenders = Contenders(provident, partial(self._proposer.propose_all, ranked), self._useless_choice)
                following = None
                for choice in contenders.choices(strategy.select, context):  # s := select(candidates)
                    refining = Refining(context, provident.ranked, contenders.left, choice.candidate)
                    sent: Candidate | None = yield from clock.outside(refining)
                    chosen = choice if sent is None else Choice(sent, lambda: "sent instead of the choice", choice.scores)
                    self._observers.chosen(context, contenders, chosen)
                    following = strategy.apply(self.analysis, model, chosen.candidate)  # (reached, waitlist) := apply(.., s)
                    if following is not None:
                        break
                    contenders.reject(chosen.candidate)
                self._observers.refined(contenders, following)
                if following is None:
                    return self._repeated(contenders)
            if following is not model:
                model = self._adopt(following)

    def _adopt(self, model: Exploration) -> Exploration:
        """Make it the current model: its ticks come to this loop."""
        model.tick = self._tick
        model.timers = self._statistics.timers
        if self._target_coverage is TargetCoverage.SEPARATE:
            model.separate_targets()  # also of a model that an operator made by itself
        self._observers.started(model)
        self._model = model
        self._levels = Levels(model.cpa)
        return model

    def _tick(self) -> None:
        if self._model is not None:
            self._observers.ticked(self._model)
        self._progress(self.statistics)
        self._deadline.check()

    def _repeated(self, contenders: Contenders) -> Unknown:
        """Nothing that was proposed adds anything to the precision."""
        trouble = self.analysis.trouble() if isinstance(self.analysis, Coarsens) else ""
        reason = f"repeated counterexample, after a solver had no answer: {trouble}" if trouble else "repeated counterexample"
        return Unknown(reason, violated(candidate.target for candidate in contenders.provident.candidates))


def _exhausted(refinements: Refinements) -> Verdict:
    """The verdict that they come to, nothing sent."""
    with rare_collections():
        while True:
            try:
                next(refinements)
            except StopIteration as end:
                verdict: Verdict = end.value
                return verdict
