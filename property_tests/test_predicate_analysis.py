"""The predicate analysis against exhaustive execution, on random programs over three variables of three bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from tests.analysis.predicate_programs import Writer
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.factory import predicate_analysis
from verilab.analysis.predicate.abstraction import AbstractionKind
from verilab.analysis.predicate.analysis import PredicateOptions
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.predicates import Extraction
from verilab.analysis.refinable import Candidate, Proposal
from verilab.analysis.waitlist import WaitlistOrder
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.terms.inspection import Evaluation
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet
from verilab.program.semantics import binary
from verilab.program.storages import Variable
from verilab.program.types import IntType
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext

backends = pytest.importorskip("verilab_backends.z3.backend", reason="z3 is not installed")

TYPE = IntType(3, True)
NAMES = ("x", "y", "z")

Statement = tuple[object, ...]
numbers = st.integers(TYPE.minimum, TYPE.maximum)
names = st.sampled_from(NAMES)
operands = st.one_of(names, numbers)
conditions = st.tuples(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), names, operands)


def blocks(depth: int) -> st.SearchStrategy[list[Statement]]:
    simple: list[st.SearchStrategy[Statement]] = [
        st.tuples(st.just("assign"), names, st.sampled_from(["+", "-"]), operands, operands),
        st.tuples(st.just("havoc"), names),
        st.tuples(st.just("check"), conditions),
    ]
    if depth:
        simple.append(st.tuples(st.just("loop"), conditions, blocks(depth - 1)))
        simple.append(st.tuples(st.just("branch"), conditions, blocks(depth - 1), blocks(depth - 1)))
    return st.lists(st.one_of(simple), min_size=1, max_size=4)


def program_of(statements: list[Statement]) -> Program:
    """The program, its variables zero at first."""
    write = Writer(TYPE)
    variables = dict(zip(NAMES, write.variables(*NAMES), strict=True))

    def operand(value: object) -> Variable | int:
        return variables[value] if isinstance(value, str) else int(str(value))

    def writer(body: object) -> Callable[[], None]:
        def run() -> None:
            assert isinstance(body, list)
            for statement in body:
                emit(statement)

        return run

    def emit(statement: Statement) -> None:
        match statement:
            case ("assign", str(name), str(operator), left, right):
                write.assign(variables[name], write.binary(operator, operand(left), operand(right)))
            case ("havoc", str(name)):
                write.havoc(variables[name])
            case ("check", (str(operator), left, right)):
                write.check(operator, operand(left), operand(right))
            case ("loop", (str(operator), left, right), body):
                write.loop(operator, operand(left), operand(right), writer(body))
            case ("branch", (str(operator), left, right), then, otherwise):
                write.branch(operator, operand(left), operand(right), writer(then), writer(otherwise))

    for name in NAMES:
        write.assign(variables[name], 0)
    writer(statements)()
    return write.finish()


State = tuple[ControlPoint, tuple[int, ...]]


def value(expression: Expression, state: tuple[int, ...]) -> int:
    match expression:
        case Constant(value=number):
            return number
        case Read(variable=variable):
            return state[variable.slot]
        case Binary(operator=operator, left=left, right=right):
            result = binary(operator, value(left, state), value(right, state), left.type)
            assert result is not None
            return result
    raise AssertionError(expression)


def reachable(graph: ControlGraph) -> set[State]:
    """All concrete states, from all initial values of the variables."""
    span = range(TYPE.minimum, TYPE.maximum + 1)
    pending: list[State] = [(graph.entry, (x, y, z)) for x in span for y in span for z in span]
    seen = set(pending)
    while pending:
        point, state = pending.pop()
        for edge, target in point.successors:
            operation = edge.operation
            following: list[tuple[int, ...]] = []
            match operation:
                case Assume(condition=condition, positive=positive):
                    following = [state] if bool(value(condition, state)) == positive else []
                case Assign(target=variable, value=assigned):
                    results = span if isinstance(assigned, Nondet) else [value(assigned, state)]
                    following = [(*state[: variable.slot], result, *state[variable.slot + 1 :]) for result in results]
            for each in following:
                if (target, each) not in seen:
                    seen.add((target, each))
                    pending.append((target, each))
    return seen


@dataclass(frozen=True)
class Setting:
    """An analysis to be tried."""

    operator: BlockOperator
    encoding: str
    kind: AbstractionKind
    extraction: Extraction
    new_only: bool
    order: WaitlistOrder
    strategy: str


settings_to_try = st.builds(
    Setting,
    st.sampled_from([SingleBlock(), LargeBlock(), AdjustableBlock(3)]),
    st.sampled_from(["int", "bv"]),
    st.sampled_from(AbstractionKind),
    st.sampled_from(Extraction),
    st.booleans(),
    st.sampled_from(WaitlistOrder),
    st.sampled_from(["single-path", "single-path-located", "lazy", "forte15-score", "spin15-good-narrow", "spin15-random", "spin15-bad"]),
)


def _value_of(values: dict[FNode, int], mask: int | None, symbol: FNode) -> int:
    """The value of a slot's symbol: as a number, or as the bits that ``mask`` keeps of it."""
    return values[symbol] if mask is None else values[symbol] & mask


class Workbench:
    """One analysis of one program."""

    def __init__(self, program: Program, setting: Setting) -> None:
        self.backend = backends.Z3Backend()
        context = QueryContext(deadline=Deadline(5.0))
        self.graph = ControlGraph(program)
        self.deadline = context.deadline
        self.analysis = predicate_analysis(
            self.graph,
            self.backend,
            procedures=("horn", "backward"),
            encoding=setting.encoding,
            operator=setting.operator,
            options=PredicateOptions(abstraction=setting.kind, extraction=setting.extraction, interpolation_seconds=2.0),
            context=context,
        )
        self.vocabulary = self.analysis.vocabulary

    def close(self) -> None:
        self.analysis.close()
        self.backend.close()

    def facts(self, wanted: list[tuple[str, str, object]]) -> list[int]:
        """The numbers of the predicates of some conditions."""
        vocabulary, environment = self.vocabulary, self.vocabulary.terms.environment
        manager = environment.formula_manager
        symbols = {name: vocabulary.slot_symbol(slot) for slot, name in enumerate(NAMES)}
        numbers_of_facts = []
        for operator, left, right in wanted:
            first = symbols[left]
            second = symbols[right] if isinstance(right, str) else vocabulary.encoding.constant_term(int(str(right)), TYPE)
            if vocabulary.encoding.name == "int":
                formula = manager.Equals(first, second) if operator in ("==", "!=") else manager.LE(first, second)
            else:
                formula = manager.Equals(first, second) if operator in ("==", "!=") else manager.BVSLE(first, second)
            numbers_of_facts += [self.analysis.predicates.intern(fact).number for fact in self.analysis.predicates.extract(formula)]
        return numbers_of_facts

    def contained(self, exploration: Exploration, states: set[State]) -> bool:
        """Whether every concrete state at a point where blocks end lies in a reached region."""
        index = exploration.arg.reached
        assert isinstance(index, RegionIndex)
        claims = {
            point: self.analysis.regions.translate(index.union(point), lambda number: self.analysis.predicates[number].formula)
            for point in index.points()
            if point.location.is_loop_head
        }
        for point, state in states:
            if not point.location.is_loop_head:
                continue
            values = {self.vocabulary.slot_symbol(slot): number for slot, number in enumerate(state)}
            mask = None if self.vocabulary.encoding.name == "int" else (1 << TYPE.width) - 1
            model = Evaluation(partial(_value_of, values, mask))
            if point not in claims or not model.holds(claims[point]):
                return False
        return True


common = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@common
@given(blocks(2), settings_to_try)
def test_verdicts_agree_with_exhaustive_execution(statements: list[Statement], setting: Setting) -> None:
    program = program_of(statements)
    bench = Workbench(program, setting)
    try:
        states = reachable(bench.graph)
        fails = any(point.location.is_error for point, _ in states)
        loop = RefinementLoop(bench.analysis, parse_strategy(setting.strategy), order=setting.order, deadline=bench.deadline)
        try:
            verdict = loop.run()
        except OutOfTime:
            verdict = Unknown("timeout")
        assert not isinstance(verdict, Safe) or not fails
        assert not isinstance(verdict, Unsafe) or fails
        if isinstance(verdict, Unknown) and setting.kind is AbstractionKind.BOOLEAN and setting.strategy != "lazy":
            assert "repeated" not in verdict.reason
    finally:
        bench.close()


@common
@given(blocks(2), settings_to_try, st.lists(conditions, max_size=4))
def test_regions_contain_every_concrete_state(statements: list[Statement], setting: Setting, wanted: list[tuple[str, str, object]]) -> None:
    bench = Workbench(program_of(statements), setting)
    try:
        bench.analysis.precision.add_everywhere(bench.facts(wanted))
        exploration = Exploration(bench.analysis.cpa, setting.order, new_only=setting.new_only)
        exploration.run(never)
        assert bench.contained(exploration, reachable(bench.graph))
    finally:
        bench.close()


@common
@given(blocks(2), settings_to_try)
def test_a_refined_precision_excludes_its_path(statements: list[Statement], setting: Setting) -> None:
    if setting.kind is AbstractionKind.CARTESIAN:
        return  # a conjunction of literals may be too weak for a disjunctive interpolant
    bench = Workbench(program_of(statements), setting)
    analysis = bench.analysis
    try:
        exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
        for _ in range(6):
            exploration.run()
            if not exploration.arg.targets:
                return
            proposal: Proposal = analysis.propose(exploration.arg.targets[0])
            if not isinstance(proposal, Candidate):
                return
            analysis.refine(proposal.increment, located=setting.strategy != "single-path")
            assert analysis.excludes(proposal.path)
            exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
    except OutOfTime:
        return
    finally:
        bench.close()
