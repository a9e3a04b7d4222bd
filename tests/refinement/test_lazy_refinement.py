"""Lazy refinement keeps what it can of the model; what no refinement excludes is set aside as long as that is allowed."""

from __future__ import annotations

import pytest

from tests.program import lowered_programs
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Apply
from verilab.refinement.registry import make_operator
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Unknown

LATE = "int main(void) { int n = __VERIFIER_nondet_int(); n = n + 1; int x = 1; if (x == 2) { reach_error(); } return 0; }"
"""Nothing has to be tracked before x is assigned."""


def test_the_model_before_the_pivot_is_kept() -> None:
    analysis = ValueAnalysis(lowered_programs.program(LATE))
    exploration = Exploration(analysis.cpa)
    exploration.run()
    candidate = next(analysis.propose(analysis.path(exploration.arg.targets[0])))
    assert isinstance(candidate, Candidate)
    assert candidate.pivot is not None
    assert candidate.pivot.parent is not None
    before = set(candidate.pivot.parent.path())
    lazy: Apply = make_operator("apply", "pivot")
    following = lazy(analysis, exploration, candidate)
    assert following is exploration
    assert before <= set(following.arg.nodes())
    assert not set(candidate.path.nodes) - before & set(following.arg.nodes())


UNDECIDED = "if (n > n) { reach_error(); } "


@pytest.mark.parametrize(("allowed", "proposals"), [(0, 1), (1, 2), (2, 3)])
def test_so_many_targets_are_set_aside_before_the_loop_gives_up(allowed: int, proposals: int) -> None:
    """Values cannot exclude any of the four targets, and nobody checks their paths."""
    text = f"int main(void) {{ int n = __VERIFIER_nondet_int(); {UNDECIDED * 4} return 0; }}"
    loop = RefinementLoop(ValueAnalysis(lowered_programs.program(text)), parse_strategy(""), dismissals=allowed)
    assert loop.run() == Unknown("no solver to check the path with")
    assert loop.statistics.provident == proposals
    assert loop.statistics.refinements == 0
