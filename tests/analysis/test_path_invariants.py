"""Path invariants: the path programs that they are of, what one refinement by them excludes, and when there are none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.backends.required import need
from tests.program.lowered_programs import program as lowered
from tests.refinement.benches import Bench
from verilab import Configuration, load_tasks, verify
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.predicate.path_programs import PathProgram
from verilab.analysis.scope import Scope
from verilab.errors import Refused
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.program.tasks import Task
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unsafe, Verdict
from verilab.solving.backend import Status

FORTY = "int main(void) { int i = 0; while (i < 40) { i++; } if (i != 40) { reach_error(); } return 0; }"
TWO_LOOPS = """
int main(void) {
  int i = 0, j = 0, n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  while (i < n) { i++; }
  while (j < i) { j++; }
  if (j != n) { reach_error(); }
  return 0;
}
"""
FAILS = "int main(void) { int i = 0; while (i < 5) { i++; } if (i == 5) { reach_error(); } return 0; }"
APPLY = ["restart", "restart:located", "pivot", "strengthen", "split-and-slice"]


@pytest.fixture
def benches() -> Iterator[list[Bench]]:
    opened: list[Bench] = []
    yield opened
    for open_bench in opened:
        open_bench.close()


@pytest.fixture
def task(tmp_path: Path) -> Task:
    source = tmp_path / "forty.c"
    source.write_text(FORTY)
    (loaded,) = load_tasks(source)
    return loaded


def bench_of(benches: list[Bench], text: str, encoding: str = "int") -> Bench:
    benches.append(Bench(lowered(text), encoding=encoding, operator=LargeBlock()))
    return benches[-1]


def run(bench: Bench, strategy: str) -> tuple[Verdict, RefinementLoop]:
    loop = RefinementLoop(bench.analysis, parse_strategy(strategy))
    return loop.run(), loop


@pytest.mark.parametrize("encoding", ["int", "bv"])
def test_one_refinement_excludes_all_unrollings_of_a_loop(benches: list[Bench], encoding: str) -> None:
    """The first one is of the path past the loop."""
    bench = bench_of(benches, FORTY, encoding)
    verdict, loop = run(bench, "propose=path-invariants")
    assert isinstance(verdict, Safe)
    assert [row.provenance for row in loop.statistics.rows] == ["z3:horn", "z3:path-invariants"]
    assert (bench.analysis.statistics()["path_programs"], bench.analysis.statistics()["path_invariants"]) == (1, 1)


def test_interpolants_of_the_path_unroll_it(benches: list[Bench]) -> None:
    verdict, loop = run(bench_of(benches, FORTY), "propose=path")
    assert isinstance(verdict, Safe)
    assert loop.statistics.refinements > 20


@pytest.mark.parametrize("apply", APPLY)
@pytest.mark.parametrize("text", [FORTY, TWO_LOOPS])
def test_every_apply_takes_them(benches: list[Bench], text: str, apply: str) -> None:
    bench = bench_of(benches, text)
    verdict, loop = run(bench, f"propose=path-invariants apply={apply}")
    assert isinstance(verdict, Safe)
    assert bench.analysis.statistics()["path_invariants"] >= 1
    assert loop.statistics.refinements <= 6


def targets(bench: Bench, most: int) -> Iterator[ArgNode]:
    """The targets of the first rounds of a loop that refines by interpolants of paths."""
    for _ in range(most):
        exploration = Exploration(bench.analysis.cpa)
        exploration.run()
        if not exploration.arg.targets:
            return
        yield exploration.arg.targets[0]
        proposal = next(bench.analysis.propose(bench.analysis.path(exploration.arg.targets[0])))
        if not isinstance(proposal, Candidate):
            return
        bench.analysis.refine(proposal.increment, Scope.GLOBAL)


@pytest.mark.parametrize("text", [FORTY, TWO_LOOPS])
def test_they_are_an_inductive_sequence_along_the_path(benches: list[Bench], text: str) -> None:
    bench = bench_of(benches, text)
    not_ = bench.environment.formula_manager.Not
    judged = 0
    checker = need("cvc5")
    session = checker.session(bench.environment)
    for target in targets(bench, 4):
        proposal = next(bench.analysis.propose_path_invariants(bench.analysis.path(target)))
        assert isinstance(proposal, Candidate)
        if proposal.provenance != "z3:path-invariants":
            continue
        path = proposal.path
        trace = bench.analysis.blocks.formulas.trace(path.steps, whole_state=True)
        true = bench.analysis.vocabulary.terms.true
        sequence = [true, *proposal.interpolants, not_(true)]
        said = [trace.from_state(formula, cut) for cut, formula in enumerate(sequence)]
        for partition, (before, after) in zip(trace.partitions, pairwise(said), strict=True):
            assert session.check([before, partition, not_(after)]) is Status.UNSAT
            judged += 1
        # one formula per control point
        by_point = list(zip(trace.points[1:-1], proposal.interpolants, strict=True))
        assert len(set(by_point)) == len({point for point, _ in by_point}) < len(by_point)
    session.close()
    checker.close()
    assert judged >= 3


def test_a_path_program_has_each_block_of_the_path_once(benches: list[Bench]) -> None:
    bench = bench_of(benches, FORTY)
    programs = [PathProgram.of(bench.analysis.trace(bench.analysis.path(target))) for target in targets(bench, 4)]
    assert programs[0] is None, "the first path passes the loop"
    second, third = programs[1], programs[2]
    assert second is not None
    assert third is not None
    assert len(second.blocks) == 3
    assert len(second.points) == 1
    assert set(third.blocks) == set(second.blocks), "one more unrolling is no more program"
    system = second.system(bench.analysis.blocks.formulas)
    assert [(clause.source, clause.target) for clause in system.clauses] == [(None, 0), (0, 0), (0, None)]
    assert [str(symbol) for symbol in system.parameters[0]] == ["'main::i'"]


@pytest.mark.parametrize("apply", APPLY)
def test_where_the_path_program_is_unsafe_the_interpolants_of_the_path_are_taken(benches: list[Bench], apply: str) -> None:
    bench = bench_of(benches, FAILS)
    verdict, loop = run(bench, f"propose=path-invariants apply={apply}")
    assert isinstance(verdict, Unsafe)
    provenances = [row.provenance for row in loop.statistics.rows]
    assert any(text.endswith("(no path invariants: the path program is unsafe)") for text in provenances), provenances
    assert bench.analysis.statistics()["path_invariants"] == 0


def test_a_path_program_that_has_an_unsafe_one_in_it_is_not_asked_about(benches: list[Bench]) -> None:
    bench = bench_of(benches, FAILS)
    _, loop = run(bench, "propose=path-invariants")
    assert sum("is unsafe" in row.provenance for row in loop.statistics.rows) >= 2
    assert bench.analysis.statistics()["path_programs"] == 1


def test_it_is_refused_before_the_run_where_nobody_solves_loops(task: Task) -> None:
    with pytest.raises(Refused, match="which cvc5 has not; give backend='z3'"):
        verify(task, Configuration(analysis="predicate", backend="cvc5", strategy="propose=path-invariants"))


@pytest.mark.parametrize("analysis", ["value", "composite"])
def test_it_is_refused_for_an_analysis_without_formulas_of_its_own(task: Task, analysis: str) -> None:
    with pytest.raises(Refused, match=f"propose=path-invariants refines no {analysis} analysis; give analysis='predicate'"):
        verify(task, Configuration(analysis=analysis, strategy="propose=path-invariants"))
