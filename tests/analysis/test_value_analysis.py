"""The value analysis tracks what its precision says, learns what FORTE'15 §2 says, and refines until a verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from benchmarks.successors import event_condition_action, measure
from tests.analysis.by_hand import explored
from tests.program.lowered_programs import program as lowered
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.invariants import Assignments
from verilab.analysis.paths import Feasible, Infeasible, Undecided
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.compiled.chains import COPIES, Chains
from verilab.analysis.value.compiled.section import LIMIT
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.liveness import Liveness
from verilab.analysis.value.precision import ARRAY_LIMIT, StorageScope, ValuePrecision
from verilab.analysis.value.scheme import Scheme
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Function, Location, Operation, Program
from verilab.program.counterexample import Counterexample
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT
from verilab.resources import Deadline, OutOfTime

ENGINES = pytest.mark.parametrize("engine", list(EngineKind))
INPUT = Nondet(INT, NondetKind.INPUT, "__VERIFIER_nondet_int")


def number(value: int) -> Constant:
    return Constant(value, INT)


def compare(variable: Variable, operator: str, value: int) -> Expression:
    return Binary(operator, Read(variable), number(value), INT)


class Straight:
    """Builds main as a sequence of operations with branches to the error."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main: Function = self.builder.function("main")
        self.at: Location = self.main.entry

    def variable(self, name: str) -> Variable:
        return self.builder.variable(name, INT)

    def do(self, *operations: Operation) -> Straight:
        for operation in operations:
            following = self.builder.location(self.main)
            self.builder.edge(self.at, following, operation)
            self.at = following
        return self

    def require(self, condition: Expression) -> Straight:
        """An assertion."""
        following, error = self.builder.location(self.main), self.builder.location(self.main)
        error.is_error = True
        self.builder.branch(self.at, Assume(condition, True), following, error)
        self.at = following
        return self

    def finish(self) -> Program:
        return self.builder.finish(self.main)


def counting_loop(bound: int) -> tuple[Program, Variable, Variable]:
    """x counts to ``bound``, y twice as fast; y == 2 * bound is asserted."""
    straight = Straight()
    x, y = straight.variable("x"), straight.variable("y")
    straight.do(Assign(x, number(0)), Assign(y, number(0)))
    head, builder = straight.at, straight.builder
    body, middle, after = (builder.location(straight.main) for _ in range(3))
    builder.branch(head, Assume(compare(x, "<", bound), True), body, after)
    builder.edge(body, middle, Assign(x, Binary("+", Read(x), number(1), INT)))
    builder.edge(middle, head, Assign(y, Binary("+", Read(y), number(2), INT)))
    straight.at = after
    straight.require(compare(y, "==", 2 * bound))
    return straight.finish(), x, y


def refine_to_the_end(analysis: ValueAnalysis, reach: Scope, *, lazy: bool) -> Feasible | Undecided | Exploration:
    exploration = Exploration(analysis.cpa)
    for _ in range(100):
        exploration.run()
        if not exploration.arg.targets:
            return exploration
        proposal = next(analysis.propose(analysis.path(exploration.arg.targets[0])))
        if isinstance(proposal, Feasible | Undecided):
            return proposal
        assert isinstance(proposal, Candidate)
        assert analysis.refine(proposal.increment, reach) or lazy
        if lazy:
            assert proposal.pivot is not None
            exploration.reopen(exploration.arg.prune(proposal.pivot))
        else:
            exploration = Exploration(analysis.cpa)
    raise AssertionError("refinement does not end")


@ENGINES
@pytest.mark.parametrize("reach", Scope)
@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("scope", list(StorageScope))
def test_a_loop_is_unrolled_once_its_variables_are_known_to_matter(
    engine: EngineKind, reach: Scope, lazy: bool, scope: StorageScope
) -> None:
    program, x, y = counting_loop(10)
    analysis = ValueAnalysis(program, engine=engine, scope=scope)
    exploration = refine_to_the_end(analysis, reach, lazy=lazy)
    assert isinstance(exploration, Exploration)
    assert set(analysis.precision.storages()) == {x, y}
    (head,) = [point for point in analysis.invariants(exploration) if point.location.is_loop_head]
    claim = analysis.invariants(exploration)[head]
    assert isinstance(claim, Assignments)
    assert {element[0] for element in claim.elements} == {x, y}
    assert (10, 20) in claim.rows


def test_an_empty_precision_follows_the_control_flow_only() -> None:
    program, _, _ = counting_loop(10)
    analysis = ValueAnalysis(program)
    exploration = explored(analysis)
    assert exploration.arg.nodes_created == 3
    assert len(exploration.arg.targets) == 1


def excluded(*operations: Operation, straight: Straight, condition: Expression) -> bool:
    """Whether the assertion of ``condition`` holds after the operations when everything is tracked."""
    program = straight.do(*operations).require(condition).finish()
    analysis = ValueAnalysis(program, precision=ValuePrecision(program.storages))
    exploration = explored(analysis)
    return not exploration.arg.targets


@pytest.mark.parametrize(
    ("assumed", "positive", "known"),
    [
        (lambda x: compare(x, "==", 5), True, 5),
        (lambda x: compare(x, "!=", 5), False, 5),
        (lambda x: Binary("==", Binary("+", Read(x), number(1), INT), number(6), INT), True, 5),
        (lambda x: Binary("==", Binary("-", number(9), Read(x), INT), number(4), INT), True, 5),
        (lambda x: Binary("!=", compare(x, "==", 5), number(0), INT), True, 5),
        (lambda x: Read(x), False, 0),
        (lambda x: compare(x, ">", 5), True, None),
        (lambda x: compare(x, "==", 5), False, None),
    ],
)
def test_an_assume_teaches_the_value_it_implies(assumed: Callable[[Variable], Expression], positive: bool, known: int | None) -> None:
    straight = Straight()
    x = straight.variable("x")
    holds = excluded(
        Assign(x, INPUT), Assume(assumed(x), positive), straight=straight, condition=compare(x, "==", 5 if known is None else known)
    )
    assert holds == (known is not None)


def test_signed_arithmetic_wraps() -> None:
    straight = Straight()
    x = straight.variable("x")
    increment = Assign(x, Binary("+", Read(x), number(1), INT))
    assert excluded(Assign(x, number(INT.maximum)), increment, straight=straight, condition=compare(x, "==", INT.minimum))


@pytest.mark.parametrize(("left", "right", "quotient", "rest"), [(7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1)])
def test_division_truncates_toward_zero(left: int, right: int, quotient: int, rest: int) -> None:
    for operator, result in (("/", quotient), ("%", rest)):
        straight = Straight()
        x = straight.variable("x")
        divide = Assign(x, Binary(operator, Read(x), number(right), INT))
        assert excluded(Assign(x, number(left)), divide, straight=straight, condition=compare(x, "==", result))


def test_a_layout_stays_what_it_was_when_the_precision_grows_at_a_location_it_was_not_asked_about() -> None:
    program, x, y = counting_loop(3)
    precision = ValuePrecision()
    first, second = program.entry.locations[1:3]
    precision.add(StorageScope.LOCATION, first, {x})
    before = Scheme(precision, Liveness(program))
    precision.add(StorageScope.LOCATION, second, {y})
    precision.add(StorageScope.LOCATION, first, {y})
    assert before.layout(second) == ()
    assert y not in before.layout(first)


def test_long_arrays_are_never_tracked() -> None:
    straight = Straight()
    short, long = (straight.builder.array(name, INT, length) for name, length in (("short", ARRAY_LIMIT), ("long", ARRAY_LIMIT + 1)))
    assert ValuePrecision([short, long]).storages() == [short]


def test_a_path_that_the_domain_cannot_exclude_goes_to_the_path_checker() -> None:
    straight = Straight()
    x = straight.variable("x")
    program = straight.do(Assign(x, INPUT)).require(compare(x, ">", 0)).finish()
    asked: list[Sequence[Edge]] = []

    def feasible(edges: Sequence[Edge]) -> Feasible:
        asked.append(edges)
        return Feasible(Counterexample(tuple(edges), ()))

    assert isinstance(refine_to_the_end(ValueAnalysis(program, path_checker=feasible), Scope.GLOBAL, lazy=False), Feasible)
    assert [len(edges) for edges in asked] == [2]
    outcome = refine_to_the_end(ValueAnalysis(program, path_checker=lambda edges: Infeasible("unsat")), Scope.GLOBAL, lazy=False)
    assert outcome == Undecided("the value domain cannot exclude the path: unsat", infeasible=True)


def test_sliced_prefixes_are_infeasible_for_different_reasons() -> None:
    straight = Straight()
    b, i = straight.variable("b"), straight.variable("i")
    straight.do(Assign(b, number(0)), Assign(i, number(0)))
    straight.do(Assume(compare(i, "==", 3), True), Assume(compare(b, "==", 1), True))
    straight.at.is_error = True
    analysis = ValueAnalysis(straight.finish())
    exploration = Exploration(analysis.cpa)
    exploration.run()
    first, second = analysis.sliced_prefixes(analysis.path(exploration.arg.targets[0]))
    assert first.increment.all == {i}
    assert second.increment.all == {b}


def test_a_deadline_ends_a_chain_that_forks_without_end() -> None:
    analysis = ValueAnalysis(event_condition_action(20, 4), deadline=Deadline(0.0))
    with pytest.raises(OutOfTime):
        Exploration(analysis.cpa).run(never)


def test_both_engines_reach_the_same_states_of_an_event_condition_action_program() -> None:
    program = event_condition_action(60, 3)
    edges, chains = (measure(program, engine) for engine in (EngineKind.EDGES, EngineKind.CHAINS))
    assert edges.heads == chains.heads
    assert len(edges.heads) > 3
    assert chains.nodes * 5 < edges.nodes


def test_sections_of_generated_code_have_few_copies_of_what_they_have_in_common() -> None:
    """Each entry behind the end of a section once had its own code for all that follows: six times as much as there are keys."""
    program = event_condition_action(400, 4)
    analysis = ValueAnalysis(program, precision=ValuePrecision(program.storages))
    Exploration(analysis.cpa).run(never)
    chains = analysis.cpa.engine
    assert isinstance(chains, Chains)
    assert len(chains.copies) > 2 * LIMIT
    assert max(chains.copies.values()) <= COPIES + 1
    assert sum(chains.copies.values()) < 1.2 * len(chains.copies)


@ENGINES
def test_a_value_assigned_at_the_end_of_one_call_is_not_the_argument_of_the_next(engine: EngineKind) -> None:
    """Chains once carried ``m`` past edges that forget it, and proved that the second call cannot fail."""
    program = lowered(
        """
        int f(int m) {
          int res;
          while (__VERIFIER_nondet_int()) { }
          if (m == 7) { reach_error(); }
          m = m + 1;
          res = m;
          return res;
        }
        int main(void) {
          int y = f(0);
          f(__VERIFIER_nondet_int());
          while (y < 5) { y = y + 1; }
          return 0;
        }
        """
    )
    analysis = ValueAnalysis(program, engine=engine, path_checker=lambda edges: Feasible(Counterexample(tuple(edges), ())))
    assert isinstance(refine_to_the_end(analysis, Scope.GLOBAL, lazy=False), Feasible)
