"""The contracts of the four operators, each checked around one call (see ``verilab.refinement.conformance``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.proposals import NextAnalysis, settled
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.strongest_post.post import Assignment, Contradiction
from verilab.program.cfa import Operation
from verilab.refinement.operators import Apply, Candidate, Context, Feasible, Proposal, Propose, Rank, SearchEnded, Select, Undecided
from verilab.refinement.targets import Levels

Answer = TypeVar("Answer")


class Mistake(Exception):
    """A contract that an operator broke; ``kind`` is the operator's, "all" for what no single one is to blame for."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class Contracts:
    """Calls operators on one analysis and checks what they answer."""

    def __init__(self, analysis: ValueAnalysis, *, safe: bool) -> None:
        self.analysis = analysis
        self.safe = safe
        self._refined: dict[tuple[int, ...], int] = {}

    def rank(self, rank: Rank, exploration: Exploration) -> Sequence[ArgNode]:
        """The ranked targets.  Raises Mistake."""
        given = list(exploration.arg.targets)
        ranked = self._pure("rank", exploration, lambda: list(rank(given, Levels(exploration.cpa))))
        if given != exploration.arg.targets:
            raise Mistake("rank", "changes the list of targets that it is given")
        if not ranked:
            raise Mistake("rank", "an empty list: nothing can be refined")
        if any(all(target is not known for known in given) for target in ranked):
            raise Mistake("rank", "names a node that is no target")
        if len({id(target) for target in ranked}) < len(ranked):
            raise Mistake("rank", "names a target twice")
        if self._guarded("rank", lambda: list(rank(given, Levels(exploration.cpa)))) != ranked:
            raise Mistake("rank", "another order when asked again")
        return ranked

    def propose(self, propose: Propose, exploration: Exploration, target: ArgNode) -> Sequence[Proposal]:
        """The proposals for a target.  Raises Mistake."""
        proposals = self._pure("propose", exploration, lambda: list(settled(propose(self.analysis, target))))
        if not proposals:
            raise Mistake("propose", "no proposal at all")
        again = self._guarded("propose", lambda: list(settled(propose(self.analysis, target))))
        if [_value(proposal) for proposal in proposals] != [_value(proposal) for proposal in again]:
            raise Mistake("propose", "other proposals when asked again")
        for proposal in proposals:
            match proposal:
                case Candidate():
                    self._candidate(proposal, target)
                case Feasible(counterexample=counterexample):
                    if self.safe:
                        raise Mistake("propose", "a violation of a safe program")
                    if not counterexample.edges or not counterexample.edges[-1].target.is_error:
                        raise Mistake("propose", "a violation that does not end in an error")
                case Undecided() | NextAnalysis():
                    pass
                case _:
                    raise Mistake("propose", f"{type(proposal).__name__} is neither Candidate nor Feasible nor Undecided")
        return proposals

    def select(self, select: Select, candidates: list[Candidate], context: Context) -> Candidate:
        """The selected refinement.  Raises Mistake, and SearchEnded where the selection ends the search."""
        given = list(candidates)
        chosen = self._pure("select", context.exploration, lambda: select(given, context))
        if len(given) != len(candidates) or any(now is not before for now, before in zip(given, candidates, strict=True)):
            raise Mistake("select", "changes the list of candidates that it is given")
        if all(chosen is not candidate for candidate in candidates):
            _check_join(chosen, candidates)
        if _value(self._guarded("select", lambda: select(given, context))) != _value(chosen):
            raise Mistake("select", "another choice when asked again")
        for candidate in candidates:
            alone = self._guarded("select", partial(select, [candidate], context))
            if alone.increment.facts != candidate.increment.facts:
                raise Mistake("select", "does not take the only candidate")
        return chosen

    def apply(self, apply: Apply, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        """The model to go on with.  Raises Mistake."""
        precision = self.analysis.precision
        path = tuple(edge.id for edge in self.analysis.path(chosen.target).single_edges())
        before = {point: precision.at(point.location) for point in chosen.increment.facts}
        new = any(set(facts) - before[point] for point, facts in chosen.increment.facts.items())
        labelled = exploration.labels is not None  # what is learned is written on the nodes, and the precision stays
        # Covering a labelled node removes what is below it; opened again, it is unwound again, with the paths that were refined there.
        opened = exploration.arg.edits.uncoverings if labelled else 0
        if path in self._refined and opened <= self._refined[path]:
            raise Mistake("apply", "a path comes back that was refined before")
        following = self._guarded("apply", lambda: apply(self.analysis, exploration, chosen))
        for point, facts in () if labelled else chosen.increment.facts.items():
            now = precision.at(point.location)
            if not set(facts) <= now:
                raise Mistake("apply", f"the precision at {point!r} does not have the increment's facts")
            if not before[point] <= now:
                raise Mistake("apply", f"the precision at {point!r} lost facts")
        if following is None:
            if new:
                raise Mistake("apply", "None, though the increment was new")
            return None
        # A target from before the last refinement may be removed without a new fact; it must not come back.
        if not new and following is not exploration:
            raise Mistake("apply", "starts again, though the increment adds nothing: the loop would not end")
        if any(target is chosen.target for target in following.arg.targets):
            raise Mistake("apply", "the refined target is still in the model")
        self._refined[path] = following.arg.edits.uncoverings if labelled else 0
        return following

    def _candidate(self, candidate: Candidate, target: ArgNode) -> None:
        """The contract of one candidate."""
        path = self.analysis.path(target)
        prefix = candidate.prefix
        if candidate.target is not target or candidate.path != path:
            raise Mistake("propose", "a candidate of another target or path")
        if not 0 < prefix.length <= len(path.edges) or prefix.edges != path.edges[: prefix.length]:
            raise Mistake("propose", "the prefix is no prefix of the path")
        if prefix.points != path.points[: prefix.length + 1]:
            raise Mistake("propose", "the prefix has other control points than the path")
        if any(point not in prefix.points for point in candidate.increment.facts):
            raise Mistake("propose", "the increment speaks of points that are not on the prefix")
        edges = path.single_edges()[: prefix.length]
        operations = [None if step in prefix.no_ops else edge.operation for step, edge in enumerate(edges)]
        if self._after(operations[:-1], {}) is None:
            raise Mistake("propose", "the prefix contradicts itself before its last step")
        if self._after(operations, {}) is not None:
            raise Mistake("propose", "the prefix is feasible")
        self._interpolants(candidate, operations)

    # SP_{op_i}(Gamma_{i-1}) => Gamma_i  for all i,  Gamma_0 = true,  and  Gamma_{n-1} and op_n  contradicting
    def _interpolants(self, candidate: Candidate, operations: Sequence[Operation | None]) -> None:
        if len(candidate.interpolants) != len(operations) - 1:
            raise Mistake("propose", f"{len(operations)} steps need {len(operations) - 1} interpolants")
        gamma: Assignment | None = {}
        for step, interpolant in enumerate(candidate.interpolants):
            after = self._after(operations[step : step + 1], gamma or {})
            if after is None or not interpolant.items() <= after.items():
                raise Mistake("propose", f"interpolant {step + 1} does not follow from the one before")
            gamma = interpolant
        if self._after(operations[-1:], gamma or {}) is not None:
            raise Mistake("propose", "the last interpolant does not contradict the last step")

    def _after(self, operations: Sequence[Operation | None], start: Assignment) -> Assignment | None:
        """SP of operations (None: a no-op) on an assignment; None where they contradict it."""
        assignment = dict(start)
        try:
            for operation in operations:
                if operation is not None:
                    self.analysis.cpa.post.apply(operation, assignment)
        except Contradiction:
            return None
        return assignment

    def _pure(self, kind: str, exploration: Exploration, call: Callable[[], Answer]) -> Answer:
        """The answer of a call that must leave precision and model as they are."""
        before = self._state(exploration)
        answer = self._guarded(kind, call)
        if self._state(exploration) != before:
            raise Mistake(kind, "changes the precision or the model")
        return answer

    def _guarded(self, kind: str, call: Callable[[], Answer]) -> Answer:
        try:
            return call()
        except (Mistake, SearchEnded):
            raise
        except (Exception, SystemExit) as error:  # whatever an operator raises is its mistake, and the kit goes on
            raise Mistake(kind, f"raises {type(error).__name__}: {error}") from error

    def _state(self, exploration: Exploration) -> Hashable:
        nodes = tuple(node.id for node in exploration.arg.nodes())
        targets = tuple(target.id for target in exploration.arg.targets)
        return self.analysis.precision.version, exploration.arg.nodes_created, nodes, targets, len(exploration.waitlist)


def _value(proposal: Any) -> Hashable:
    """What makes two answers the same."""
    if not isinstance(proposal, Candidate):
        return type(proposal).__name__
    facts = {point: frozenset(facts) for point, facts in proposal.increment.facts.items()}
    prefix = proposal.prefix
    return proposal.target.id, proposal.analysis, prefix.length, prefix.no_ops, prefix.conditions, frozenset(facts.items())


def _check_join(chosen: object, candidates: Sequence[Candidate]) -> None:
    """A join has what some of the candidates have, at the same points, and nothing else, and leads to a target of theirs."""
    if not isinstance(chosen, Candidate):
        raise Mistake("select", f"{type(chosen).__name__} is no candidate")
    if not chosen.increment:
        raise Mistake("select", "a join that adds nothing")
    if all(chosen.target is not candidate.target or chosen.path != candidate.path for candidate in candidates):
        raise Mistake("select", "a candidate of another target or path than those given")
    # An operator that unwinds or labels reads the sequence: where there is one it must be of a candidate.
    if chosen.interpolants and all(
        chosen.prefix != candidate.prefix or list(chosen.interpolants) != list(candidate.interpolants) for candidate in candidates
    ):
        raise Mistake("select", "interpolants that no candidate has")
    joined: set[tuple[object, object]] = {(point, fact) for point, facts in chosen.increment.facts.items() for fact in facts}
    parts = [{(point, fact) for point, facts in candidate.increment.facts.items() for fact in facts} for candidate in candidates]
    if joined != set().union(*(part for part in parts if part <= joined)):
        raise Mistake("select", "neither a candidate nor the union of some")
