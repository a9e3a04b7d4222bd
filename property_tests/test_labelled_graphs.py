"""Splitting, slicing, strengthening and covering against exhaustive execution (VMCAI'12, Lemmas 1 and 2, Theorems 1 and 2; IMPACT)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import TYPE, Statement, blocks, program_of, reachable
from verilab.analysis.arg import COVERED, EXPANDED, Arg, ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, Meeting
from verilab.analysis.invariants import Region
from verilab.analysis.paths import Path
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.waitlist import WaitlistOrder
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe, Verdict
from verilab.resources import OutOfTime

APPLIES = (
    "split-and-slice",
    "split-and-slice:full",
    "split-and-slice:minimal",
    "split-and-slice:path-insensitive",
    "split-and-slice:predicates",
    "split-and-slice:tree",
    "split-and-slice:full:tree",
    "strengthen",
    "strengthen:unforced",
    "strengthen:unforced:all-blocks",
)
SELECTIONS = (
    "rank=first propose=path select=first",
    "rank=first propose=sliced-prefixes select=domain-type:good,width:narrow,length:short",
    "rank=all propose=path select=join-all",
    "rank=first propose=path-invariants select=first",
    "rank=all propose=sliced-prefixes select=join-first:2:length:long",
    "rank=first propose=sliced-prefixes:slice=block select=length:long",
)
labelled = st.builds(
    lambda setting, selection, apply: replace(setting, strategy=f"{selection} apply={apply}"),
    settings_to_try,
    st.sampled_from(SELECTIONS),
    st.sampled_from(APPLIES),
)

checked = blocks(2).filter(lambda statements: "check" in str(statements))


class Watched(Apply):
    """Holds every edit against what it must keep."""

    def __init__(self, bench: Workbench, apply: Apply) -> None:
        self.bench = bench
        self.inner = apply
        self.explores_all = apply.explores_all
        self.states = reachable(bench.graph)
        self.refinements = 0

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        return self.inner.start(analysis, order)

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        following = self.inner(analysis, exploration, chosen)
        assert following is exploration, "each refinement makes progress, and keeps the model"
        self.refinements += 1
        assert not still_there(exploration.arg, (chosen.parts or (chosen,))[0].path)
        self._keeps_all_states(exploration)
        if exploration.meeting is Meeting.COVER:
            self._covers_soundly(exploration.arg)
        return following

    # Lemmas 1 and 2: what is feasible stays so.  Where nothing waits to be expanded, each concrete state is at a node of its point.
    def _keeps_all_states(self, exploration: Exploration) -> None:
        nodes: dict[object, list[ArgNode]] = {}
        for node in exploration.arg.nodes():
            nodes.setdefault(node.point, []).append(node)
        if exploration.meeting is Meeting.MERGE:
            for point, state in self.states:
                if point.location.is_loop_head or point.location.is_error:
                    assert any(self.bench.admits(node.state, state) for node in nodes.get(point, ())), (point, state)

    def _covers_soundly(self, arg: Arg) -> None:
        """Who covers is neither covered itself nor below who is, and has all its states."""
        for node in arg.nodes():
            if node.status != COVERED:
                continue
            by = arg.covered_by(node)
            assert by is not None
            assert by.point is node.point
            assert all(above.status <= EXPANDED for above in by.path())
            span = range(TYPE.minimum, TYPE.maximum + 1)
            for state in ((x, y, z) for x in span for y in span for z in span):
                assert not self.bench.admits(node.state, state) or self.bench.admits(by.state, state)


# Theorem 2: in each iteration the algorithm excludes one infeasible error path
def still_there(arg: Arg, path: Path) -> bool:
    """Whether every step of a path is an edge between nodes of the graph."""
    nodes = set(arg.nodes())
    steps = list(zip(path.nodes, path.steps, path.nodes[1:], strict=False))
    return all(
        target in nodes and any(e.source is source and e.step is step for e in arg.entering(target)) for source, step, target in steps
    )


def run(bench: Workbench, setting: Setting) -> tuple[Verdict, int]:
    """The verdict with every edit watched, and how many refinements there were."""
    strategy = parse_strategy(setting.strategy)
    watched = Watched(bench, strategy.apply)
    loop = RefinementLoop(bench.analysis, replace(strategy, apply=watched), order=setting.order, deadline=bench.deadline)
    try:
        return loop.run(), watched.refinements
    except OutOfTime:
        return Unknown("timeout"), watched.refinements


def test_every_strategy_on_every_encoding_agrees_with_exhaustive_execution_and_claims_what_holds() -> None:
    with Decided(least=0.7) as decided, Decided(least=0.15) as refined:

        @common
        @given(checked, labelled)
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), setting)
            try:
                verdict, refinements = run(bench, setting)
                states = reachable(bench.graph)
                fails = any(point.location.is_error for point, _ in states)
                assert not isinstance(verdict, Unsafe) or fails
                if isinstance(verdict, Safe):
                    assert not fails
                    claims = {point: claim.formula for point, claim in verdict.invariants.items() if isinstance(claim, Region)}
                    assert bench.satisfied(claims, states)
                decided.note(not isinstance(verdict, Unknown))
                refined.note(refinements > 0)
            finally:
                bench.close()

        holds()
