"""The targets of a round refuted together, on random programs with many errors: verdicts are those of exhaustive execution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.target_programs import Drawn, drawn
from tests.backends.required import need
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, TargetCoverage, never
from verilab.analysis.paths import Feasible
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.choices import Interpolate
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.predicate.paths import blocks_along, labels_along
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.interpolation import ValueInterpolation
from verilab.analysis.value.precision import StorageScope
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.branching import Branch, BranchingTraces
from verilab.program.control import ControlGraph
from verilab.program.counterexample import Counterexample
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.targets import extract_targets
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext, Status
from verilab.solving.procedures import make_interpolator, make_tree_interpolator

SOME = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
TOGETHER = st.sampled_from([Interpolate.TREE, Interpolate.GLOBAL])
BLOCKS = st.sampled_from([SingleBlock(), AdjustableBlock(2000)])


@contextmanager
def bench(program: Drawn, interpolate: Interpolate, operator: BlockOperator) -> Iterator[PredicateAnalysis]:
    environment, graph = Environment(), ControlGraph(program.scenario().analysis().program)
    context = QueryContext(deadline=Deadline(20.0), timeout=10.0)
    with closing(need("z3")) as backend:
        interpolator = make_interpolator(backend, "horn", environment, context=context)
        blocks = BlockBuilder(graph, PathFormulas(graph.program, make_encoding("int", environment)), operator)
        analysis = PredicateAnalysis(
            blocks,
            lambda: backend.session(environment, context=context),
            [interpolator],
            PredicateOptions(interpolate=interpolate),
            make_trees=lambda: [make_tree_interpolator(backend, "horn", environment, context=context)],
        )
        with closing(analysis):
            yield analysis
        interpolator.close()


@SOME
@given(drawn, TOGETHER, BLOCKS, st.sampled_from(["pcegar-multi", "pcegar-rb-s2", "rank=all apply=strengthen", "rank=all apply=pivot"]))
def test_no_verdict_of_rounds_is_wrong(program: Drawn, interpolate: Interpolate, operator: BlockOperator, strategy: str) -> None:
    with bench(program, interpolate, operator) as analysis:
        try:
            loop = RefinementLoop(analysis, parse_strategy(strategy), target_coverage=TargetCoverage.SEPARATE, deadline=Deadline(15.0))
            verdict = loop.run()
        except OutOfTime:
            verdict = Unknown("timeout")
    assume(not isinstance(verdict, Unknown))
    assert isinstance(verdict, Safe if program.safe else Unsafe)


@SOME
@given(drawn, BLOCKS)
def test_paths_that_share_their_beginnings_are_executions_exactly_where_they_are_alone(program: Drawn, operator: BlockOperator) -> None:
    with bench(program, Interpolate.PER_TARGET, operator) as analysis:
        exploration = Exploration(analysis.cpa)
        exploration.separate_targets()
        exploration.run(never)
        paths = [analysis.path(target) for target in extract_targets(exploration)]
        assume(paths)
        tree = BranchingTraces(
            analysis.blocks.formulas.instances, [Branch(blocks_along(analysis.blocks, p), labels_along(p)) for p in paths]
        )
        with closing(need("z3")) as judge, closing(judge.session(analysis.vocabulary.terms.environment)) as session:

            def status(partitions: Sequence[FNode]) -> Status:
                session.push()
                session.add(*partitions)
                answer = session.check()
                session.pop()
                return answer

            for number, path in enumerate(paths):
                nodes = tree.nodes[number]
                assert len(nodes) == len(path.steps)
                alone = status(analysis.trace(path).partitions)
                assert status([tree.partitions[node] for node in nodes]) is alone
                assert status(tree.traces[number].partitions) is alone
        # What two paths share they share to where they part, and nothing behind it.
        for first, one in enumerate(tree.nodes):
            for other in tree.nodes[:first]:
                common = set(one) & set(other)
                assert one[: len(common)] == other[: len(common)]


@SOME
@given(drawn, TOGETHER)
def test_each_target_of_a_round_has_its_own_candidate_and_nothing_is_changed(program: Drawn, interpolate: Interpolate) -> None:
    with bench(program, interpolate, SingleBlock()) as analysis:
        exploration = Exploration(analysis.cpa)
        exploration.separate_targets()
        exploration.run(never)
        targets = list(extract_targets(exploration))
        before = analysis.precision.count(), len(list(exploration.arg.nodes()))
        together = analysis.propose_together(targets)
        assert together is not None
        proposals = list(together)
        assert (analysis.precision.count(), len(list(exploration.arg.nodes()))) == before
        assume(all(isinstance(proposal, Candidate) for _, proposal in proposals))
        assert [target for target, _ in proposals] == targets
        assert [proposal.target for _, proposal in proposals if isinstance(proposal, Candidate)] == targets


@SOME
@given(drawn, st.sampled_from(ValueInterpolation), st.sampled_from(["pcegar-multi", "pcegar-rt-s4", "rank=all apply=pivot"]))
def test_verdicts_of_a_tree_of_value_interpolants_are_those_of_execution(
    program: Drawn, interpolation: ValueInterpolation, strategy: str
) -> None:
    graph = ControlGraph(program.scenario().analysis().program)
    # Exact here: what the domain cannot contradict is an execution (``Drawn``).
    analysis = ValueAnalysis(
        graph,
        path_checker=lambda edges: Feasible(Counterexample(tuple(edges), ())),
        scope=StorageScope.LOCATION,
        interpolation=interpolation,
        shares=True,
    )
    verdict = RefinementLoop(analysis, parse_strategy(strategy), target_coverage=TargetCoverage.SEPARATE).run()
    assert isinstance(verdict, Safe if program.safe else Unsafe)
