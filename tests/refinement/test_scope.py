"""How far a refinement reaches: the location of its facts, their function, everywhere."""

from __future__ import annotations

import pytest

from tests.analysis.by_hand import predicate_analysis
from tests.backends.required import need
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.cfa import Location, Program
from verilab.program.control import ControlGraph
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.presets import PRESETS
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

# What f writes matters up to where f reads it: at some locations of f.  main has locations before and after.
TEXT = """
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int flag, other;
void f(void) { other = __VERIFIER_nondet_int(); flag = 1; if (flag != 1) reach_error(); other = 2; }
int main(void) { other = 3; f(); other = 4; return 0; }
"""
REACHES = {
    "located": (False, True, False),
    "function": (True, True, False),
    "global": (True, True, True),
}
"""Whether the fact is tracked at all locations of f, at some of them, in main."""


def program() -> Program:
    return lower(parse_text(TEXT, "scope.c", DataModel.ILP32), DataModel.ILP32, ["reach_error"], name="scope")


def reached(tracked: dict[Location, bool]) -> tuple[bool, bool, bool]:
    inside = [value for location, value in tracked.items() if location.function.name == "f" and not location.is_error]
    outside = [value for location, value in tracked.items() if location.function.name == "main"]
    assert inside
    assert outside
    return all(inside), any(inside), any(outside)


@pytest.mark.parametrize("apply", ["restart", "pivot"])
@pytest.mark.parametrize("scope", REACHES)
def test_a_value_is_tracked_as_far_as_the_scope_says(apply: str, scope: str) -> None:
    analysis = ValueAnalysis(program())
    assert isinstance(RefinementLoop(analysis, parse_strategy(f"propose=path apply={apply}:{scope}")).run(), Safe)
    assert reached({location: bool(analysis.precision.at(location)) for location in analysis.program.locations}) == REACHES[scope]


@pytest.mark.parametrize("apply", ["restart", "pivot"])
@pytest.mark.parametrize("scope", REACHES)
def test_a_predicate_is_tracked_as_far_as_the_scope_says(apply: str, scope: str) -> None:
    graph = ControlGraph(program())
    analysis = predicate_analysis(graph, need("z3"), procedures=("newton-sp",))
    assert isinstance(RefinementLoop(analysis, parse_strategy(f"propose=path apply={apply}:{scope}")).run(), Safe)
    points = [graph.entry]
    for point in points:
        points += [target for _, target in point.successors if target not in points]
    tracked = {point.location: bool(analysis.precision.at(point)) for point in points}
    assert reached(tracked) == REACHES[scope]
    analysis.close()


@pytest.mark.parametrize("name", ["shortest", "longest", "score", "score-worst"])
def test_forte15_tracks_variables_in_their_scope_and_per_location_where_the_name_says_so(name: str) -> None:
    assert PRESETS[f"forte15-{name}"].endswith(" apply=restart:global")
    assert PRESETS[f"forte15-{name}-located"] == PRESETS[f"forte15-{name}"].replace("global", "located")
