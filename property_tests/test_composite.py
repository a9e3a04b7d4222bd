"""The composite on random programs: its verdict is that of exhaustive execution, and its proofs are accepted."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from property_tests.composite_programs import Drawn, drawn
from tests.backends.required import need
from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.exploration import TargetCoverage
from verilab.evidence.interpretation.replay import replay
from verilab.evidence.invariants import check_invariants
from verilab.evidence.results import Accepted
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unsafe
from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext

SECONDS = 8.0
STRATEGIES = (
    "spin15-pa",
    "spin15-va-pa",
    "spin15-va+pa+",
    "spin15-(va+pa+)+",
    "spin15-(va+pa+)+list",
    "propose=sliced-prefixes:analyses=all select=analysis:threshold=8 apply=restart:located",
    "propose=sliced-prefixes:analyses=all select=analysis apply=pivot",
    "propose=path:analyses=in-turn apply=pivot",
    "rank=all propose=path:analyses=all select=join-all",
    "rank=all propose=sliced-prefixes:analyses=all select=join-all:analysis apply=restart:located",
)


def verdict_is_right(program: Drawn, text: str, encoding: str) -> None:
    """No verdict within some seconds is no wrong one: solvers may interpolate a loop round by round."""
    bench = Bench(lowered_programs.program(program.text), encoding, seconds=SECONDS)
    try:
        coverage = TargetCoverage.SEPARATE if len(program.text) % 2 else TargetCoverage.COVERED
        loop = RefinementLoop(bench.composite(), parse_strategy(text), deadline=bench.context.deadline, target_coverage=coverage)
        try:
            verdict = loop.run()
        except OutOfTime:
            return
        assert isinstance(verdict, Safe if program.safe else Unsafe), verdict
        if isinstance(verdict, Safe):
            result = check_invariants(
                bench.program, verdict.invariants, backend=need("cvc5"), environment=bench.environment, context=QueryContext()
            )
            assert isinstance(result, Accepted), result
        else:
            assert isinstance(verdict, Unsafe)
            assert replay(bench.program, verdict.counterexample).accepted
    finally:
        bench.close()


@pytest.mark.parametrize("text", STRATEGIES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn)
def test_the_verdict_is_that_of_exhaustive_execution(text: str, program: Drawn) -> None:
    verdict_is_right(program, text, "int")


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(drawn, st.sampled_from(STRATEGIES))
def test_it_is_so_over_bit_vectors_too(program: Drawn, text: str) -> None:
    verdict_is_right(program, text, "bv")
