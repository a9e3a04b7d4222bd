"""Independent check that no execution passes more cut points than a claim says, and that none reaches an error (``program.unrolled``).

Executions come first.  Then the naive translation's relation from each cut point to the next ones is written down once for each level
of the claim, the values behind one being those before the next:

    no relation from a point of level k leads to an error, or to a cut point that is not in level k + 1;   nothing is behind the last level

in bit vectors, level by level.  Loop heads and errors are all cut points.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.evidence.budget import Budget, Part
from verilab.evidence.executions.sampler import Sampler
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.relation import Relation, RelationBuilder, TooLarge, Values
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.formulas.blocks.block_operator import always_cut
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.unrolled import Unrolled
from verilab.resources import OutOfTime
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status, Theory

EDGES = 20_000
"""Relations of more edges than this are not translated."""
SAMPLING_SHARE, SAMPLING_SECONDS = 0.06, 0.1
"""What executions may cost, as a share of the run so far and at least."""


def check_unrolled(
    program: Program, claim: Unrolled, *, backend: Backend, environment: Environment, context: QueryContext, began: float | None = None
) -> CheckResult:
    """Check the claim with ``backend``, which should not be the one that found it.

    ``began``: when the run started (``time.monotonic``, now by default).
    """
    if Theory.BV not in backend.capabilities.theories:
        return Unchecked(f"{backend.name} has no bit-vectors")
    budget = Budget(context.deadline, time.monotonic() if began is None else began)
    graph = ControlGraph(program)
    try:
        sampler = Sampler(program, graph, {}, environment, lambda: backend.session(environment, logic="QF_BV", context=context))
        sample = sampler.sample(budget.part(SAMPLING_SHARE, SAMPLING_SECONDS))
        if sample.contradiction:
            return Rejected(sample.contradiction, "executions")
        levels = [frozenset(graph.point(point.location, point.stack) for point in level) for level in claim.levels]
        session = backend.session(environment, logic="QF_BV", context=context)
        try:
            status = _leave(_Unrolling(graph, environment).steps(levels), session, environment)
            reason = session.reason_unknown
        finally:
            session.close()
    except OutOfTime:
        return Unchecked("timeout")
    except TooLarge:
        return Unchecked("the program is too large for the naive translation")
    if status is Status.UNKNOWN:
        return Unchecked(f"{backend.name}: {reason}")
    if status is Status.SAT:
        return Rejected("an execution reaches an error, or passes more loop heads than claimed", f"naive translation by {backend.name}")
    return Accepted(f"executions and naive translation by {backend.name}", sample.vectors)


def _leave(steps: Iterator[Step], session: SolverSession, environment: Environment) -> Status:
    """Whether an execution leaves the claim: step by step, as those before have been shown to stay within it."""
    not_of = environment.formula_manager.Not
    for step in steps:
        session.add(*step.facts)
        session.push()
        try:
            session.add(step.leaving)
            status = session.check()
        finally:
            session.pop()
        if status is not Status.UNSAT:
            return status
        session.add(not_of(step.leaving))
    return Status.UNSAT


@dataclass(frozen=True, slots=True)
class Step:
    """The relations from the points of one level: ``facts`` say how they lead on, ``leaving`` that one leaves the claim."""

    facts: Sequence[FNode]
    leaving: FNode


class _Unrolling:
    """The naive relations of one program, once for each level."""

    def __init__(self, graph: ControlGraph, environment: Environment) -> None:
        self._graph = graph
        self._operators = BitVectors(environment)
        self._terms = self._operators.terms
        self._vocabulary = Vocabulary(graph.program, make_encoding("bv", environment))
        self._builder = RelationBuilder(self._vocabulary, self._operators, always_cut, EDGES, Part(float("inf")))
        self._relations: dict[ControlPoint, Relation] = {}
        self._count = 0

    def steps(self, levels: Sequence[frozenset[ControlPoint]]) -> Iterator[Step]:
        """One for each level; some execution leaves the levels if and only if it does so in one of them.  Raises TooLarge."""
        terms = self._terms
        reached: dict[ControlPoint, tuple[FNode, Values]] = {self._graph.entry: (terms.true, {})}
        if not levels or self._graph.entry not in levels[0]:
            yield Step((), terms.true)
        for following in (*levels[1:], frozenset[ControlPoint]()):
            facts, leaving = list[FNode](), list[FNode]()
            arriving: dict[ControlPoint, list[tuple[FNode, Values]]] = {}
            for point, (truth, values) in reached.items():
                arrivals, own = self._instance(self._relation(point), truth, values)
                facts += own
                for target, arrival in arrivals.items():
                    if target.location.is_error or target not in following:
                        if target.location.is_error or target.successors:
                            leaving.append(arrival[0])
                    else:
                        arriving.setdefault(target, []).append(arrival)
            reached = {target: self._meeting(arrivals, facts) for target, arrivals in arriving.items()}
            yield Step(facts, terms.disjunction(leaving))

    def _relation(self, point: ControlPoint) -> Relation:
        found = self._relations.get(point)
        if found is None:
            found = self._relations[point] = self._builder.build(point)
        return found

    def _instance(
        self, relation: Relation, truth: FNode, values: Mapping[int, FNode]
    ) -> tuple[dict[ControlPoint, tuple[FNode, Values]], list[FNode]]:
        """What arrives behind the relation from these values, and the constraints between; ``truth``: whether its source is reached."""
        self._count += 1
        number, vocabulary, terms = self._count, self._vocabulary, self._terms

        def renamed(symbol: FNode) -> FNode:
            slot = vocabulary.slot(symbol)
            if slot is not None:
                return values.get(slot, symbol)
            return terms.symbol(f"{symbol.symbol_name()}@{number}", symbol.symbol_type())

        rewritten = Rewriter(terms, renamed)
        arrivals: dict[ControlPoint, tuple[FNode, Values]] = {}
        for target, arrival in relation.targets.items():
            behind = {slot: rewritten(term) for slot, term in arrival.values.items()}
            arrivals[target] = terms.conjunction((truth, rewritten(arrival.reached))), {**values, **behind}
        return arrivals, [rewritten(constraint) for constraint in relation.constraints]

    def _meeting(self, arrivals: Sequence[tuple[FNode, Values]], facts: list[FNode]) -> tuple[FNode, Values]:
        """One of the arrivals: whether there is one, and its values; what says so goes to the facts."""
        if len(arrivals) == 1:
            return arrivals[0]
        operators, terms = self._operators, self._terms
        reached = operators.fresh_truth()
        facts.append(terms.node(op.IFF, (reached, terms.disjunction([truth for truth, _ in arrivals]))))
        values: Values = {}
        for slot in sorted({slot for _, behind in arrivals for slot in behind}):
            brought = [behind.get(slot, self._vocabulary.slot_symbol(slot)) for _, behind in arrivals]
            if all(term is brought[0] for term in brought):
                values[slot] = brought[0]
                continue
            element = self._vocabulary.elements[slot]
            assert element is not None
            values[slot] = symbol = operators.fresh(element[0].type)
            # An execution has come by one of the arrivals only.
            facts.append(operators.equal(symbol, operators.first([truth for truth, _ in arrivals], brought)))
        return reached, values
