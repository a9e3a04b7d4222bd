"""FORTE'15 Fig. 1: which prefix a heuristic selects decides whether the loop is unrolled.

The golden file has the numbers of refinements and states, and how often one path comes to the loop head in the final model;
``VERILAB_UPDATE_GOLDEN=1`` writes it anew.  The figure's program tests i and then b.  On its path through the loop the prefix about b is
the longest one, so that "long" and "wide" do well there by accident; the mirrored program tests b first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import Bench
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.cfa import Program
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

GOLDEN = Path(__file__).parents[1] / "golden" / "forte15-figure-1.txt"
ROUNDS = {"value": 1000, "predicate": 6}
HEURISTICS = (
    "domain-type:good",
    "domain-type:bad",
    "length:short",
    "length:long",
    "width:narrow",
    "width:wide",
    "pivot-depth:shallow",
    "pivot-depth:deep",
    "uses:good",
    "loop-counter-values:3,length:short",
)
TESTS = {"figure": "if (i != 0) { if (!b) { reach_error(); } }", "mirrored": "if (!b) { if (i != 0) { reach_error(); } }"}


def program(order: str, analysis: str) -> Program:
    """The figure's program; for the value domain b is made a visible 0 or 1, as the paper's tool treats booleans."""
    choice = "__VERIFIER_nondet_int()" if analysis == "predicate" else "0; if (__VERIFIER_nondet_int()) { b = 1; }"
    return lowered_programs.program(
        f"int main(void) {{ int b = {choice}; int i = 0; if (b) {{ while (i < {ROUNDS[analysis]}) {{ i++; }} }} {TESTS[order]} return 0; }}"
    )


def visits(loop: RefinementLoop) -> int:
    """How often a path of the final model comes to the loop head, at most."""
    assert loop._model is not None
    nodes = [node for node in loop._model.arg.nodes() if not node.children]
    return max(sum(ancestor.point.location.is_loop_head for ancestor in node.path()) for node in nodes)


def run(analysis: RefinableAnalysis, heuristic: str) -> tuple[int, int, int]:
    """Refinements, states, visits."""
    loop = RefinementLoop(analysis, parse_strategy(f"propose=sliced-prefixes select={heuristic} apply=restart:located"))
    assert isinstance(loop.run(), Safe)
    return loop.statistics.refinements, loop.statistics.states, visits(loop)


def rows(kind: str) -> Iterator[str]:
    for order in TESTS:
        for heuristic in HEURISTICS:
            if kind == "value":
                numbers = run(ValueAnalysis(program(order, kind)), heuristic)
            else:
                bench = Bench(program(order, kind))
                numbers = run(bench.analysis, heuristic)
                bench.close()
            yield f"{kind:10} {order:9} {heuristic:34} " + " ".join(f"{number:7}" for number in numbers)


def golden(kind: str) -> list[str]:
    return [line for line in GOLDEN.read_text().splitlines() if line.startswith(kind)]


def header() -> str:
    return f"# z3 {version('z3-solver')}\n# {'analysis':8} {'program':9} {'select':34} refinem.  states  visits\n"


@pytest.mark.skipif("VERILAB_UPDATE_GOLDEN" not in os.environ, reason="VERILAB_UPDATE_GOLDEN is not set")
def test_write_the_golden_file() -> None:
    GOLDEN.write_text(header() + "".join(f"{row}\n" for kind in ROUNDS for row in rows(kind)))


def test_refinements_and_states_of_the_value_analysis_are_golden() -> None:
    assert list(rows("value")) == golden("value")


def test_refinements_and_states_of_the_predicate_analysis_are_golden() -> None:
    lines = list(rows("predicate"))
    if f"# z3 {version('z3-solver')}\n" in GOLDEN.read_text():
        assert lines == golden("predicate")
    else:  # another solver interpolates differently; whether the loop is unrolled stays
        assert [int(row.split()[-1]) > 6 for row in lines] == [int(row.split()[-1]) > 6 for row in golden("predicate")]


def unrolling() -> dict[tuple[str, str, str], bool]:
    unrolled = {}
    for line in (*golden("value"), *golden("predicate")):
        kind, order, heuristic, *numbers = line.split()
        unrolled[kind, order, heuristic] = int(numbers[-1]) > ROUNDS[kind]
    return unrolled


def test_good_domain_types_never_unroll_the_loop_and_bad_ones_always_do() -> None:
    unrolls = unrolling()
    for kind in ROUNDS:
        for order in TESTS:
            assert not unrolls[kind, order, "domain-type:good"]
            assert unrolls[kind, order, "domain-type:bad"]
            assert unrolls[kind, order, "length:short"]


def test_wide_and_long_prefixes_unroll_the_loop_where_the_counter_is_tested_last() -> None:
    unrolls = unrolling()
    assert unrolls["value", "mirrored", "length:long"]
    assert unrolls["value", "figure", "length:long"]
    assert unrolls["predicate", "mirrored", "width:wide"]


def test_the_boolean_is_all_that_the_selected_prefix_speaks_of() -> None:
    analysis = ValueAnalysis(program("figure", "value"))
    loop = RefinementLoop(analysis, parse_strategy("forte15-score"))
    loop.run()
    chosen = [row for row in loop.statistics.rows if row.candidates > 1]
    assert chosen
    assert all(row.scores["domain-type:good"] == 2 for row in chosen)
    assert {str(storage) for storage in analysis.precision.storages()} == {"main::b", "main::i"}
