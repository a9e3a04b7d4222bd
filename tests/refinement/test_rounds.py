"""The targets of a round refuted together: same verdicts as one by one, one question for all, and nothing asked twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from tests.backends.required import need
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, TargetCoverage, never
from verilab.analysis.paths import Feasible
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.choices import Interpolate
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.scope import Scope
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import LOGICS, make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.control import ControlGraph
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.targets import extract_targets
from verilab.refinement.verdicts import Safe, Unsafe, Verdict
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext, SolverSession
from verilab.solving.interpolation import Failed, Outcome, TreeInterpolator
from verilab.solving.procedures import make_interpolator, make_tree_interpolator, split_procedure
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.plan import plan

BOUNDED = """
int main(void) {
  int x = __VERIFIER_nondet_int(), y, z = 0;
  if (x < 0) { x = 0; }
  if (x > 10) { x = 10; }
  y = x + 1;
  if (y < 1) { reach_error(); }
  if (__VERIFIER_nondet_int()) { z = y; if (z > 11) { reach_error(); } }
  else { z = x; if (z == 11) { reach_error(); } }
  if (z > y) { reach_error(); }
  return 0;
}
"""
"""Four errors that bounds of x exclude, behind branches that most paths share."""

CONTRADICTED_EARLY = """
int main(void) {
  int a = 1, x = __VERIFIER_nondet_int();
  if (a == 2) {
    if (x == 1) { reach_error(); }
    if (x == 2) { reach_error(); }
    if (x == 3) { reach_error(); }
  }
  return 0;
}
"""
"""Three errors behind one contradiction."""

BROKEN = BOUNDED.replace("z > 11", "z > 10")

PROGRAMS = {"bounded": (BOUNDED, True), "contradicted early": (CONTRADICTED_EARLY, True), "broken": (BROKEN, False)}
TOGETHER = [Interpolate.TREE, Interpolate.GLOBAL]
MULTI = parse_strategy("pcegar-multi")


@contextmanager
def bench(
    text: str,
    interpolate: Interpolate,
    procedures: Sequence[str] = ("z3:horn",),
    operator: BlockOperator | None = None,
    first: Sequence[TreeInterpolator] = (),
) -> Iterator[PredicateAnalysis]:
    """A predicate analysis whose queries are answered by the procedures in their order, trees by ``first`` before."""
    unit = parse_text(f"extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n{text}", "several.c", DataModel.ILP32)
    program = lower(unit, DataModel.ILP32, ["reach_error"], name="several.c")
    environment, graph = Environment(), ControlGraph(program)
    context = QueryContext(deadline=Deadline(60.0), timeout=10.0)
    backends = {name: need(name) for name in dict.fromkeys(["z3", *(split_procedure(procedure)[0] for procedure in procedures)])}
    logic = LOGICS["int"]

    def session() -> SolverSession:
        return backends["z3"].session(environment, logic=logic, context=context)

    def trees() -> list[TreeInterpolator]:
        named = [(backends[split_procedure(procedure)[0]], procedure) for procedure in procedures]
        able = [(backend, procedure) for backend, procedure in named if split_procedure(procedure)[1] in backend.capabilities.trees]
        return [
            *first,
            *(make_tree_interpolator(backend, procedure, environment, logic=logic, context=context) for backend, procedure in able),
        ]

    interpolators = [
        make_interpolator(backends[split_procedure(procedure)[0]], procedure, environment, logic=logic, context=context)
        for procedure in procedures
    ]
    blocks = BlockBuilder(graph, PathFormulas(program, make_encoding("int", environment)), operator or SingleBlock())
    options = PredicateOptions(interpolate=interpolate)
    analysis = PredicateAnalysis(blocks, session, interpolators, options, make_trees=trees)
    try:
        with closing(analysis):
            yield analysis
    finally:
        for interpolator in interpolators:
            interpolator.close()
        for backend in backends.values():
            backend.close()


def verdict(analysis: PredicateAnalysis, strategy: str = "pcegar-multi") -> Verdict:
    return RefinementLoop(analysis, parse_strategy(strategy), target_coverage=TargetCoverage.SEPARATE, deadline=Deadline(60.0)).run()


def first_round(analysis: PredicateAnalysis) -> list[ArgNode]:
    """The targets of the model before it is refined."""
    exploration = Exploration(analysis.cpa)
    exploration.separate_targets()
    exploration.run(never)
    return list(extract_targets(exploration))


@pytest.mark.parametrize("operator", [SingleBlock(), AdjustableBlock(2000)], ids=str)
@pytest.mark.parametrize("interpolate", TOGETHER)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_verdict_of_rounds_is_the_programs(name: str, interpolate: Interpolate, operator: BlockOperator) -> None:
    text, safe = PROGRAMS[name]
    with bench(text, interpolate, operator=operator) as analysis:
        assert isinstance(verdict(analysis), Safe if safe else Unsafe)


@pytest.mark.parametrize("strategy", ["pcegar-rt-s4", "pcegar-rb-s2", "rank=all apply=pivot", "rank=all apply=strengthen"])
@pytest.mark.parametrize("interpolate", TOGETHER)
def test_strategies_that_join_some_or_label_the_model_take_rounds_too(interpolate: Interpolate, strategy: str) -> None:
    for text, safe in PROGRAMS.values():
        with bench(text, interpolate) as analysis:
            assert isinstance(verdict(analysis, strategy), Safe if safe else Unsafe)


@pytest.mark.parametrize("procedure", ["z3:horn", "smtinterpol:proofs", "mathsat:proofs"])
def test_a_round_of_an_engine_with_trees_is_one_query(procedure: str) -> None:
    with bench(BOUNDED, Interpolate.TREE, (procedure,)) as analysis:
        targets = first_round(analysis)
        together = analysis.propose_together(targets)
        assert together is not None
        proposals = list(together)
        assert [target for target, _ in proposals] == targets
        assert len(targets) == 4
        assert all(isinstance(proposal, Candidate) for _, proposal in proposals)
        statistics = analysis.statistics()
    assert statistics["round_trees"] == 1
    assert statistics["interpolations"] == 0


def test_an_engine_without_trees_is_asked_for_each_contradiction() -> None:
    with bench(BOUNDED, Interpolate.TREE, ("z3:backward",)) as analysis:
        assert isinstance(verdict(analysis), Safe)
        statistics = analysis.statistics()
    assert statistics["round_trees"] == 0
    assert statistics["interpolations"] == statistics["round_contradictions"] > 0


class Mute:
    """Has no answer."""

    procedure = "mute:proofs"

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return Failed("no idea", self.procedure)

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        return Failed("no idea", self.procedure)

    def close(self) -> None:
        pass


def test_where_one_has_no_tree_the_next_is_asked_and_then_each_path() -> None:
    for procedure, provenance in (("z3:horn", "z3:horn, a tree of 4 paths"), ("z3:backward", "z3:backward")):
        with bench(BOUNDED, Interpolate.TREE, (procedure,), first=[Mute()]) as analysis:
            together = analysis.propose_together(first_round(analysis))
            assert together is not None
            candidates = [proposal for _, proposal in together if isinstance(proposal, Candidate)]
            assert len(candidates) == 4
            assert {candidate.provenance for candidate in candidates} == {f"{provenance} (after mute:proofs tree: no idea)"}


@pytest.mark.parametrize("interpolate", TOGETHER)
def test_what_targets_share_is_contradicted_once(interpolate: Interpolate) -> None:
    with bench(CONTRADICTED_EARLY, interpolate) as analysis:
        targets = first_round(analysis)
        together = analysis.propose_together(targets)
        assert together is not None
        candidates = [proposal for _, proposal in together if isinstance(proposal, Candidate)]
        statistics = analysis.statistics()
    assert len(candidates) == len(targets) == 3
    assert statistics["round_contradictions"] == 1
    assert len({candidate.increment.all for candidate in candidates}) == 1
    assert len({candidate.prefix.length for candidate in candidates}) == 1
    assert candidates[0].prefix.length < len(candidates[0].path.steps)


@pytest.mark.parametrize("interpolate", TOGETHER)
def test_every_candidate_of_a_round_excludes_its_path(interpolate: Interpolate) -> None:
    with bench(BOUNDED, interpolate) as analysis:
        together = analysis.propose_together(first_round(analysis))
        assert together is not None
        candidates = [proposal for _, proposal in together if isinstance(proposal, Candidate)]
        for candidate in candidates:
            assert analysis.refine(candidate.increment, Scope.LOCATED) or analysis.excludes(candidate.path)
            assert analysis.excludes(candidate.path)


@pytest.mark.parametrize("interpolate", TOGETHER)
def test_an_execution_ends_a_round_before_anything_is_interpolated(interpolate: Interpolate) -> None:
    with bench(BROKEN, interpolate) as analysis:
        together = analysis.propose_together(first_round(analysis))
        assert together is not None
        (only,) = list(together)
        statistics = analysis.statistics()
    assert isinstance(only[1], Feasible)
    assert statistics["round_trees"] == statistics["interpolations"] == 0


def test_a_target_alone_is_asked_for_alone() -> None:
    with bench(BOUNDED, Interpolate.PER_TARGET) as analysis:
        assert analysis.propose_together(first_round(analysis)) is None


@pytest.mark.parametrize("kind", ["tree", "global"])
def test_rounds_are_refused_where_there_are_none(kind: str) -> None:
    def refused(**settings: Any) -> str:
        with pytest.raises(ConfigurationError) as error:
            plan(Configuration(interpolate=kind, **settings))
        return str(error.value)

    assert "give analysis='predicate'" in refused(analysis="composite", strategy="pcegar-multi")
    assert "give analysis='predicate'" in refused(strategy="pcegar-multi")
    assert "rank=first keeps one" in refused(analysis="predicate")
    assert "rank=first:complete keeps one" in refused(analysis="predicate", strategy="pcegar-single")
    assert "give propose=path" in refused(analysis="predicate", strategy="rank=all propose=sliced-prefixes select=join-all:length:short")
    plan(Configuration(interpolate=kind, analysis="predicate", strategy="pcegar-multi"))


def test_values_are_interpolated_into_a_tree_globally_and_not_as_formulas() -> None:
    plan(Configuration(interpolate="global", analysis="value", strategy="pcegar-multi"))
    with pytest.raises(ConfigurationError, match="analysis='value' does not interpolate formulas alone"):
        Configuration(interpolate="tree", analysis="value", strategy="pcegar-multi")


def test_trees_are_not_recorded_as_sequences() -> None:
    with pytest.raises(ConfigurationError, match="record_queries writes sequences"):
        Configuration(interpolate="tree", analysis="predicate", strategy="pcegar-multi", record_queries="queries")
