"""Independent check that no execution passes more cut points than a claim says, and that none reaches an error (``program.unrolled``).

Executions come first.  Then the naive translation's relation from each cut point to the next ones is written down once for each level
of the claim, the values behind one being those before the next:

    no relation from a point of level k leads to an error, or to a cut point that is not in level k + 1;   nothing is behind the last level

in bit vectors, level by level.  Loop heads and errors are all cut points.

A claim of k-induction, that an invariant J of the one loop's head excludes errors behind k rounds, is shown in two such sequences:

    from the entry:      no relation leads to an error, k rounds long, and the first one to the head comes to J
    from any state of J  whose values that no round changes are those of some way from the entry to the head:
                         a round comes to J again, and behind k rounds no relation leads to an error
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.data_classes import dataclass
from verilab.evidence.budget import Budget, Part
from verilab.evidence.executions.claims import state_tests
from verilab.evidence.executions.sampler import Sampler
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.inlining import Inlining
from verilab.evidence.naive.relation import Relation, RelationBuilder, TooLarge, Values
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.formulas.blocks.block_operator import always_cut
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.unrolled import Unrolled
from verilab.resources import OutOfTime
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status, Theory

EDGES = 100_000
"""Relations of more edges than this are not translated."""
SAMPLING_SHARE, SAMPLING_SECONDS = 0.06, 0.1
"""What executions may cost, as a share of the run so far and at least."""


def check_unrolled(
    program: Program, claim: Unrolled, *, backend: Backend, environment: Environment, context: QueryContext, began: float | None = None
) -> CheckResult:
    """Check the claim with ``backend``, which should not be the one that found it.

    ``began``: when the run started (``time.monotonic``, now by default).
    """

    def sequences(graph: ControlGraph) -> Iterator[Iterator[Step]]:
        levels = [frozenset(graph.point(point.location, point.stack) for point in level) for level in claim.levels]
        yield _Unrolling(graph, environment).steps(levels)

    leaving = "an execution reaches an error, or passes more loop heads than claimed"
    return _check(program, {}, sequences, leaving, backend, environment, context, began)


def check_k_induction(
    program: Program,
    invariants: Invariants,
    rounds: int,
    *,
    backend: Backend,
    environment: Environment,
    context: QueryContext,
    began: float | None = None,
) -> CheckResult:
    """Check the claim that these invariants exclude errors behind so many rounds, and that none comes before, likewise."""
    match [*invariants.items()]:
        case [(head, Region(formula=invariant, encoding="bv"))] if rounds > 0:
            pass
        case _:
            return Unchecked("k-induction takes one invariant, of the head of one loop, in bit vectors")

    def sequences(graph: ControlGraph) -> Iterator[Iterator[Step]]:
        point = graph.point(head.location, head.stack)
        yield _Unrolling(graph, environment).from_entry(point, invariant, rounds)
        yield _Unrolling(graph, environment).from_any_state(point, invariant, rounds)

    leaving = "an execution reaches an error, or leaves the invariant, or one that begins in it reaches an error after its rounds"
    return _check(program, invariants, sequences, leaving, backend, environment, context, began)


def _check(
    program: Program,
    invariants: Invariants,
    sequences: Callable[[ControlGraph], Iterator[Iterator[Step]]],
    leaving: str,
    backend: Backend,
    environment: Environment,
    context: QueryContext,
    began: float | None,
) -> CheckResult:
    """Executions, and then that no step of any sequence leaves the claim."""
    if Theory.BV not in backend.capabilities.theories:
        return Unchecked(f"{backend.name} has no bit-vectors")
    budget = Budget(context.deadline, time.monotonic() if began is None else began)
    graph = ControlGraph(program)
    status, reason = Status.UNSAT, ""
    try:
        tests = state_tests(invariants, Vocabulary(program, make_encoding("bv", environment)), graph)
        sampler = Sampler(program, graph, tests, environment, lambda: backend.session(environment, logic="QF_BV", context=context))
        sample = sampler.sample(budget.part(SAMPLING_SHARE, SAMPLING_SECONDS))
        if sample.contradiction:
            return Rejected(sample.contradiction, "executions")
        for steps in sequences(graph):
            if status is Status.UNSAT:
                session = backend.session(environment, logic="QF_BV", context=replace(context, once=True))
                try:
                    status = _leave(steps, session, environment)
                    reason = session.reason_unknown
                finally:
                    session.close()
    except OutOfTime:
        return Unchecked("timeout")
    except TooLarge:
        return Unchecked("the program is too large for the naive translation")
    except _Unfit as unfit:
        return Unchecked(str(unfit))
    if status is Status.UNKNOWN:
        return Unchecked(f"{backend.name}: {reason}")
    if status is Status.SAT:
        return Rejected(leaving, f"naive translation by {backend.name}")
    return Accepted(f"executions and naive translation by {backend.name}", sample.vectors)


class _Unfit(Exception):
    """The program, or the claim, is not one for k-induction; the message says why."""


def _leave(steps: Iterator[Step], session: SolverSession, environment: Environment) -> Status:
    """Whether an execution leaves the claim in some step.

    All steps are one question: the facts of a step exclude no execution, those that have left before it neither, and a solver that sees
    how the values of one come from those of another needs a tenth of the time that it takes step by step.  It sees them as they are, as
    with definitions put in their place it may need a hundred times longer; where these leave nothing open it is not asked.
    """
    terms = Terms(environment)
    inlining, facts, leaving, normal = Inlining(terms), list[FNode](), list[FNode](), list[FNode]()
    for step in steps:
        inlining.facts(step.facts)
        facts += step.facts
        leaving.append(step.leaving)
        normal.append(inlining.normal(step.leaving))
    if terms.disjunction(normal) is terms.false:
        return Status.UNSAT
    session.add(*facts, terms.disjunction(leaving))
    return session.check()


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

    def from_entry(self, head: ControlPoint, invariant: FNode, rounds: int) -> Iterator[Step]:
        """The way from the entry to the head, on which the invariant has to be reached, and so many rounds behind it; no error anywhere."""
        terms, point, arrival = self._terms, self._graph.entry, (self._terms.true, Values())
        for number in range(rounds + 1):
            behind, errors, facts = self._one_head(point, arrival, head)
            if number == 0 and behind is not None:
                errors.append(terms.conjunction((behind[0], terms.negation(self._of(invariant, behind[1])))))
            yield Step(facts, terms.disjunction(errors))
            if behind is None:
                return
            point, arrival = head, behind

    def from_any_state(self, head: ControlPoint, invariant: FNode, rounds: int) -> Iterator[Step]:
        """From all states of the invariant in which what no round changes is as some way from the entry has left it."""
        terms = self._terms
        begun, _, facts = self._one_head(self._graph.entry, (terms.true, {}), head)
        if begun is None:
            return
        values = dict(begun[1])
        again = self._relation(head).targets.get(head)
        for slot in sorted(again.values if again is not None else ()):
            element = self._vocabulary.elements[slot]
            assert element is not None
            values[slot] = self._operators.fresh(element[0].type)
        facts = [*facts, begun[0], self._of(invariant, values)]
        arrival = (begun[0], values)
        for number in range(rounds + 1):
            behind, errors, own = self._one_head(head, arrival, head)
            facts += own
            leaving = errors if number == rounds else []
            if number == 0 and behind is not None:
                leaving = [*leaving, terms.conjunction((behind[0], terms.negation(self._of(invariant, behind[1]))))]
            yield Step(facts, terms.disjunction(leaving))
            if behind is None:
                return
            facts, arrival = [], behind

    def _one_head(
        self, point: ControlPoint, arrival: tuple[FNode, Values], head: ControlPoint
    ) -> tuple[tuple[FNode, Values] | None, list[FNode], list[FNode]]:
        """What arrives at the head from there, the truths of what arrives at errors, and the constraints.  Raises _Unfit."""
        arrivals, facts = self._instance(self._relation(point), *arrival)
        if any(target is not head and not target.location.is_error and target.successors for target in arrivals):
            raise _Unfit("the program has several loops")
        return arrivals.get(head), [truth for target, (truth, _) in arrivals.items() if target.location.is_error], facts

    def _of(self, invariant: FNode, values: Values) -> FNode:
        """The invariant of these values.  Raises _Unfit."""

        def valued(symbol: FNode) -> FNode:
            slot = self._vocabulary.slot(symbol)
            if slot is None:
                raise _Unfit(f"the invariant speaks of {symbol}, which is no part of a state")
            return values.get(slot, symbol)

        return Rewriter(self._terms, valued)(invariant)

    def _relation(self, point: ControlPoint) -> Relation:
        relation = self._relations.get(point)
        if relation is None:
            relation = self._relations[point] = self._builder.build(point)
        return relation

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
            behind: Values = {}
            if not target.location.is_error:  # nothing goes on from there, and there may be as many as there are calls
                behind = {**values, **{slot: rewritten(term) for slot, term in arrival.values.items()}}
            arrivals[target] = terms.conjunction((truth, rewritten(arrival.reached))), behind
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
