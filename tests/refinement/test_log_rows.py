"""A row of the refinement log says of each candidate what its analysis would say, in fewer words."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import REASONS
from tests.refinement.test_pcegar import rows_of
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.refinement.choice import choose
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.log import RefinementLog
from verilab.refinement.provident import Provident, provident_refine
from verilab.refinement.registry import operator_names
from verilab.refinement.strategy import parse_strategy

LOOP = "int main(void) { int x = 1, i = 0; while (i < 3) { i++; } if (x == 2) { if (i == 9) { reach_error(); } } return 0; }"


def interpolated(text: str, *, shared: bool = True) -> tuple[ValueAnalysis, tuple[Candidate, ...], list[dict[str, Any]]]:
    """The candidates for the first error path, and what the log has of them; interpolants that are equal are the same object or not."""
    analysis = ValueAnalysis(lowered_programs.program(text))
    exploration = Exploration(analysis.cpa)
    exploration.run()
    strategy = parse_strategy("propose=sliced-prefixes")
    provident = provident_refine(analysis, strategy.propose, exploration.arg.targets[:1])
    assert isinstance(provident, Provident)
    if not shared:
        copies = [
            replace(candidate, interpolants=[dict(interpolant) for interpolant in candidate.interpolants])
            for candidate in provident.candidates
        ]
        provident = replace(provident, candidates=tuple(copies))
    context = Context(Knowledge(analysis.program), analysis, exploration, 1)
    row = RefinementLog(io.StringIO()).row(context, strategy.select, provident, choose(strategy.select, provident.candidates, context))
    return analysis, provident.candidates, row["candidates"]


@pytest.mark.parametrize("text", [REASONS, LOOP])
@pytest.mark.parametrize("shared", [True, False])
def test_the_runs_of_interpolants_are_the_interpolants_one_by_one(text: str, shared: bool) -> None:
    analysis, candidates, rows = interpolated(text, shared=shared)
    assert len(candidates) == len(rows) > 1
    for candidate, row in zip(candidates, rows, strict=True):
        runs = row["interpolants"]
        one_by_one = [said for first, last, said in runs for _ in range(first, last + 1)]
        assert one_by_one == [analysis.facts.interpolant_text(each) for each in candidate.interpolants]
        assert [first for first, _, _ in runs] == [1, *(last + 1 for _, last, _ in runs[:-1])]
        assert all(before[2] != after[2] for before, after in pairwise(runs))
    assert any(1 < len(row["interpolants"]) < len(candidate.interpolants) for candidate, row in zip(candidates, rows, strict=True))


def test_a_score_in_its_default_form_is_in_the_log_once_and_another_number_beside_it() -> None:
    names = set(operator_names("score"))
    for select, more in (("domain-type:good,length:short", set()), ("random:7", {"random:7"})):
        for row in rows_of(LOOP, f"propose=sliced-prefixes select={select}"):
            for candidate in row["candidates"]:
                assert set(candidate["scores"]) == names | more
