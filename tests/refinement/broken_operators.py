"""Operators that each break one contract in one way, for the test of the conformance kit."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from verilab_strategies import ApplyStrengthen

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Feasible, Path
from verilab.analysis.scope import Scope
from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.operations import Assume
from verilab.refinement.operators import (
    Candidate,
    Caps,
    Context,
    Increment,
    Level,
    Prefix,
    Proposal,
    Propose,
    Rank,
    RefinableAnalysis,
    Select,
    settled,
)


class Function:
    """A function as an operator of any kind."""

    explores_all = False
    slices = False
    analyses = ""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *arguments: object) -> Any:
        return self.function(*arguments)

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        return Exploration(analysis.cpa, order)

    def reason(self, chosen: Candidate, candidates: Sequence[Candidate]) -> str:
        return self.function.__name__


Targets = Sequence[ArgNode]
Candidates = Sequence[Candidate]


@Function
def rank_nothing(targets: Targets, level: Level) -> Targets:
    return []


@Function
def rank_twice(targets: Targets, level: Level) -> Targets:
    return [*targets, targets[0]]


@Function
def rank_the_root(targets: Targets, level: Level) -> Targets:
    return [targets[0].path()[0]]


@Function
def rank_by_removing(targets: Targets, level: Level) -> Targets:
    assert isinstance(targets, list)
    return [targets.pop()]


class RankRoundRobin(Rank):
    """Starts at another target each time."""

    def __init__(self) -> None:
        self.turn = itertools.count()

    def __call__(self, targets: Targets, level: Level) -> Targets:
        turn = next(self.turn) % len(targets)
        return [*targets[turn:], *targets[:turn]]


@Function
def propose_nothing(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    return []


@Function
def propose_and_refine(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    proposal = next(analysis.propose(analysis.path(target)))
    if isinstance(proposal, Candidate):
        analysis.refine(proposal.increment, Scope.GLOBAL)
    return [proposal]


class ProposeFewerEachTime(Propose):
    """All sliced prefixes at first, then only one, and again all."""

    def __init__(self, *, fewer_first: bool) -> None:
        self.turn = itertools.count(int(fewer_first))

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        return list(analysis.propose(analysis.path(target), Caps(count=1) if next(self.turn) % 2 else Caps()))


def _later(proposal: Proposal, path: Path, steps: int) -> Proposal:
    """The candidate with its prefix made longer, past its contradiction, and as many interpolants as that needs."""
    if not isinstance(proposal, Candidate) or proposal.prefix.length + steps > len(path.edges):
        return proposal
    length = proposal.prefix.length + steps
    prefix = Prefix(path.points[: length + 1], path.edges[:length], proposal.prefix.omitted)
    return replace(proposal, prefix=prefix, interpolants=(*proposal.interpolants, *({},) * steps))


@Function
def propose_one_step_too_many(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    path = analysis.path(target)
    return [_later(proposal, path, 1) for proposal in settled(analysis.propose(path, Caps()))]


@Function
def propose_an_empty_prefix(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    points = analysis.path(target).points
    return _changed(analysis, target, prefix=Prefix(points[:1], (), frozenset()), interpolants=())


@Function
def propose_with_an_interpolant_missing(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    proposal = next(analysis.propose(analysis.path(target)))
    return _changed(analysis, target, interpolants=proposal.interpolants[:-1]) if isinstance(proposal, Candidate) else [proposal]


class ProposeHalfAViolation(Propose):
    """Violations without their last step, or without any step."""

    def __init__(self, *, steps: bool) -> None:
        self.steps = steps

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        proposal = next(analysis.propose(analysis.path(target)))
        if not isinstance(proposal, Feasible):
            return [proposal]
        counterexample = proposal.counterexample
        return [replace(proposal, counterexample=replace(counterexample, edges=counterexample.edges[:-1] if self.steps else ()))]


def _changed(analysis: RefinableAnalysis, target: ArgNode, /, **change: Any) -> Sequence[Proposal]:
    proposal = next(analysis.propose(analysis.path(target)))
    return [replace(proposal, **change) if isinstance(proposal, Candidate) else proposal]


@Function
def propose_without_interpolants(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    proposal = next(analysis.propose(analysis.path(target)))
    count = len(proposal.interpolants) if isinstance(proposal, Candidate) else 0
    return _changed(analysis, target, interpolants=({},) * count)


@Function
def propose_for_the_parent(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    assert target.parent is not None
    return _changed(analysis, target, target=target.parent)


@Function
def propose_the_whole_path_feasibly(analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
    """Slices away every assume: nothing is left that could contradict."""
    proposal = next(analysis.propose(analysis.path(target)))
    if not isinstance(proposal, Candidate):
        return [proposal]
    edges = proposal.prefix.edges
    omitted = frozenset(step for step, edge in enumerate(edges) if edge is not None and isinstance(edge.operation, Assume))
    return [replace(proposal, prefix=Prefix(proposal.prefix.points, edges, omitted))]


@Function
def select_an_invention(candidates: Candidates, context: Context) -> Candidate:
    point, _ = next(iter(candidates[0].increment.facts.items()))
    return replace(candidates[0], increment=Increment({point: frozenset(context.analysis.program.storages)}))


class SelectAlternately(Select):
    """First the first, then the last."""

    def __init__(self) -> None:
        self.turn = itertools.count()

    def __call__(self, candidates: Candidates, context: Context) -> Candidate:
        return candidates[-(next(self.turn) % 2)]


@Function
def select_with_side_effect(candidates: Candidates, context: Context) -> Candidate:
    context.analysis.refine(candidates[0].increment, Scope.LOCATED)
    return candidates[0]


@Function
def select_by_removing(candidates: Candidates, context: Context) -> Candidate:
    assert isinstance(candidates, list)
    chosen: Candidate = candidates.pop() if len(candidates) > 1 else candidates[0]
    return chosen


@Function
def select_by_reordering(candidates: Candidates, context: Context) -> Candidate:
    assert isinstance(candidates, list)
    candidates.reverse()
    first: Candidate = candidates[0]
    return first


@Function
def select_only_of_many(candidates: Candidates, context: Context) -> Candidate:
    return sorted(candidates, key=lambda candidate: candidate.prefix.length)[1]


@Function
def select_for_the_root(candidates: Candidates, context: Context) -> Candidate:
    return replace(candidates[0], target=candidates[0].target.path()[0])


@Function
def select_without_interpolants(candidates: Candidates, context: Context) -> Candidate:
    return replace(candidates[0], interpolants=[{}] * len(candidates[0].interpolants))


@Function
def select_by_ending_the_process(candidates: Candidates, context: Context) -> Candidate:
    raise SystemExit(0)


class SelectOnce(Select):
    """Raises when it is asked again."""

    def __init__(self) -> None:
        self.asked: set[int] = set()

    def __call__(self, candidates: Candidates, context: Context) -> Candidate:
        if id(candidates) in self.asked:
            raise RuntimeError("asked twice")
        self.asked.add(id(candidates))
        return candidates[0]


@Function
def apply_without_refining(analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
    return Exploration(analysis.cpa, exploration.order)


@Function
def apply_without_removing(analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
    return exploration if analysis.refine(chosen.increment, Scope.LOCATED) else None


@Function
def apply_and_give_up(analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
    analysis.refine(chosen.increment, Scope.LOCATED)
    return None


@Function
def apply_half(analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
    facts = dict(list(chosen.increment.facts.items())[1:])
    analysis.refine(Increment(facts), Scope.LOCATED)
    return Exploration(analysis.cpa, exploration.order)


@Function
def apply_by_dismissing(analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
    """Refines, but drops all targets from the model it keeps, the others too: violations among them are lost."""
    analysis.refine(chosen.increment, Scope.LOCATED)
    exploration.arg.targets.clear()
    return exploration


class ApplyForgetting(ApplyStrengthen):
    """Strengthens the labels, then starts a tree without them: the refined path is there again, though nothing was uncovered."""

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        super().__call__(analysis, exploration, chosen)
        return self.start(analysis, exploration.order)
