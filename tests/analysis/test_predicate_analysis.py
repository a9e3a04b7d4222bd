"""The predicate analysis in the refinement loop: verdicts, invariants and executions on small programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from verilab_backends.z3.backend import Z3Backend

from tests.analysis.by_hand import predicate_analysis
from tests.analysis.predicate_programs import Writer, both_or_neither, counting, forte15_figure1, lock, vmcai12_figure1
from tests.program.lowered_programs import program as lowered
from verilab.analysis.cpa import Successor
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.predicate import sessions, transitions
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.choices import AbstractionKind, Extraction
from verilab.analysis.predicate.compared_variables import ComparedVariables
from verilab.analysis.predicate.cpa import PredicateCpa
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.predicate.precision import PredicateScope
from verilab.analysis.predicate.regions import Bdd
from verilab.analysis.predicate.transitions import Transitions
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.solving.backend import Backend, QueryContext


@pytest.fixture
def backend() -> Iterator[Backend]:
    backend = Z3Backend()
    yield backend
    backend.close()


def analysis_of(
    program: Program,
    backend: Backend,
    operator: BlockOperator | None = None,
    options: PredicateOptions | None = None,
    encoding: str = "int",
) -> PredicateAnalysis:
    context = QueryContext(deadline=Deadline(60.0))
    operator = operator or AdjustableBlock()
    return predicate_analysis(
        program, backend, procedures=("horn",), encoding=encoding, operator=operator, options=options, context=context
    )


def verdict_of(analysis: PredicateAnalysis, strategy: str = "single-path-located") -> Verdict:
    return RefinementLoop(analysis, parse_strategy(strategy)).run()


@pytest.mark.parametrize("strategy", ["single-path", "single-path-located", "lazy"])
@pytest.mark.parametrize("operator", [SingleBlock(), LargeBlock(), AdjustableBlock(3)], ids=str)
@pytest.mark.parametrize(
    ("program", "safe"),
    [(counting(3, 3), True), (counting(3, 2), False), (lock(safe=True), True), (lock(safe=False), False), (forte15_figure1(5), True)],
    ids=["counting", "miscounting", "lock", "broken lock", "FORTE'15 Fig. 1"],
)
def test_every_block_operator_and_strategy_finds_the_verdict(
    program: Program, safe: bool, operator: BlockOperator, strategy: str, backend: Backend
) -> None:
    assert isinstance(verdict_of(analysis_of(program, backend, operator), strategy), Safe if safe else Unsafe)


@pytest.mark.parametrize("kind", AbstractionKind)
@pytest.mark.parametrize("extraction", Extraction)
@pytest.mark.parametrize(("program", "safe"), [(lock(safe=True), True), (lock(safe=False), False)], ids=["lock", "broken lock"])
def test_every_abstraction_and_extraction_finds_the_verdict(
    program: Program, safe: bool, kind: AbstractionKind, extraction: Extraction, backend: Backend
) -> None:
    options = PredicateOptions(abstraction=kind, extraction=extraction)
    assert isinstance(verdict_of(analysis_of(program, backend, options=options)), Safe if safe else Unsafe)


@pytest.mark.parametrize(("kind", "safe"), [("boolean", True), ("lazy", True), ("cartesian", False)])
def test_a_lazy_abstraction_has_few_minterms_until_a_counterexample_comes_again(kind: str, safe: bool, backend: Backend) -> None:
    options = PredicateOptions(abstraction=AbstractionKind(kind), lazy_cubes=1)
    analysis = analysis_of(both_or_neither(), backend, LargeBlock(), options)
    verdict = verdict_of(analysis, "single-path")
    assert isinstance(verdict, Safe) == safe
    assert safe or (isinstance(verdict, Unknown) and verdict.reason == "repeated counterexample")
    assert (analysis.statistics()["abstractions_given_up"] > 0) == (kind == "lazy")


def test_a_broken_relation_is_refuted(backend: Backend) -> None:
    assert isinstance(verdict_of(analysis_of(vmcai12_figure1(safe=False), backend, LargeBlock())), Unsafe)


def test_the_bit_vector_encoding_finds_the_verdict(backend: Backend) -> None:
    assert isinstance(verdict_of(analysis_of(lock(safe=True), backend, encoding="bv")), Safe)
    assert isinstance(verdict_of(analysis_of(lock(safe=False), backend, encoding="bv")), Unsafe)


def test_single_edges_share_a_session_and_large_blocks_have_their_own(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ComparedVariables, "relation", lambda *_: None)  # else single edges hardly ask
    for questions, opened in ((2000, 1), (3, 2)):
        monkeypatch.setattr(sessions, "QUESTIONS", questions)
        edges = analysis_of(lock(safe=True), backend, SingleBlock())
        assert isinstance(verdict_of(edges, "single-path"), Safe)
        assert edges.statistics()["abstractions"] > opened
        assert (edges.statistics()["sessions_opened"] == 1) == (opened == 1)
        edges.close()
    blocks = analysis_of(lock(safe=True), backend, LargeBlock())
    assert isinstance(verdict_of(blocks, "single-path"), Safe)
    assert blocks.statistics()["sessions_opened"] > 1


def test_edges_that_do_the_same_ask_a_solver_once(backend: Backend) -> None:
    def abstractions(copies: int) -> float:
        write = Writer()
        (x,) = write.variables("x")
        for _ in range(copies):
            write.assign(x, 3)
        analysis = analysis_of(write.finish(), backend, SingleBlock())
        manager = analysis.vocabulary.terms.environment.formula_manager
        fact = manager.LE(analysis.vocabulary.slot_symbol(0), manager.Int(5))
        analysis.precision.add_everywhere(analysis.predicates.interned([fact]))
        Exploration(analysis.cpa).run(never)
        analysis.close()
        return analysis.statistics()["abstractions"]

    assert abstractions(5) == abstractions(2)


def test_after_it_is_sharpened_nothing_is_remembered_of_an_abstraction_that_was_too_coarse(backend: Backend) -> None:
    write = Writer()
    x, y = write.variables("x", "y")
    write.havoc(x)
    write.assign(y, write.binary("/", x, 2))
    write.branch("<=", x, 0, lambda: write.check("<=", y, 0))
    analysis = analysis_of(write.finish(), backend, SingleBlock(), PredicateOptions(AbstractionKind.LAZY, lazy_cubes=1))
    terms = analysis.vocabulary.terms.environment.formula_manager
    facts = [terms.LE(analysis.vocabulary.slot_symbol(slot), terms.Int(0)) for slot in range(2)]
    analysis.precision.add_everywhere(analysis.predicates.interned(facts))

    def targets() -> int:
        exploration = Exploration(analysis.cpa)
        exploration.run(never)
        return len(exploration.arg.targets)

    assert targets() == 1
    while analysis.abstraction.sharpen():
        pass
    assert targets() == 0
    analysis.close()


SEVERAL_CALL_STACKS = """
int steps;
void step(int *state) { if (*state == 2) *state = 5; else if (*state == 5) { *state = 2; steps++; } }
int main(void) {
  int left = 2, right = 5;
  while (__VERIFIER_nondet_int()) { step(&left); if (__VERIFIER_nondet_int()) { step(&right); step(&left); } step(&right); }
  if (left == 3 || right == 4) reach_error();
}
"""


def successors_that_remember_nothing(cpa: PredicateCpa, point: ControlPoint, state: Bdd) -> Iterator[Successor]:
    """The transfer relation as ``verilab.analysis.predicate.cpa`` states it."""
    regions, abstraction = cpa._regions, cpa._abstraction
    for block in cpa._blocks.blocks_from(point):
        if block.target.location.is_error:
            if abstraction.feasible(block, state):
                yield block.target, regions.true, block
        elif (after := abstraction.of(block, state, cpa.precision.at(block.target))) != regions.false:
            yield block.target, after, block


OPTIONS = {
    "as usual": PredicateOptions(),
    "each control point by itself": PredicateOptions(scope=PredicateScope.POINT),
    "relations that are given up": PredicateOptions(cube_limit=2),
    "abstractions that are sharpened": PredicateOptions(AbstractionKind.LAZY, lazy_cubes=1),
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("operator", [SingleBlock(), AdjustableBlock()], ids=str)
def test_what_call_stacks_share_of_an_edge_changes_no_state(
    operator: BlockOperator, options: PredicateOptions, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def labels() -> list[str]:
        analysis = analysis_of(lowered(SEVERAL_CALL_STACKS), backend, operator, options)
        assert isinstance(verdict_of(analysis), Safe)
        exploration = Exploration(analysis.cpa)
        exploration.run(never)
        texts = [f"{node.point} {analysis.labels.text(node.point, node.state)}" for node in exploration.arg.nodes()]
        analysis.close()
        return texts

    shared = labels()
    monkeypatch.setattr(Transitions, "_of_block", lambda _, block: transitions._OfBlock(block))
    monkeypatch.setattr(PredicateCpa, "successors", successors_that_remember_nothing)
    assert labels() == shared
