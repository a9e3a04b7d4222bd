"""The strategy conformance kit accepts every strategy of ours and names what is wrong with each broken operator."""

from __future__ import annotations

import pytest

from tests.refinement import broken_operators as broken
from verilab.errors import Refused
from verilab.refinement.conformance import check_operator, check_strategy
from verilab.refinement.presets import PRESETS
from verilab.refinement.registry import make_operator, operator_names
from verilab.refinement.strategy import KINDS, parse_strategy, strategy


@pytest.mark.parametrize("preset", [name for name, text in PRESETS.items() if "analyses=predicate" not in text and "split" not in text])
def test_every_preset_conforms(preset: str) -> None:
    report = check_strategy(parse_strategy(preset))
    assert report.failures == ()
    assert max(row.refinements for row in report.rows) >= 2


OF_PREDICATES = [("apply", "split-and-slice"), *(("propose", name) for name in ("path-invariants", "strengths", "unsat-cores"))]
OF_VALUES = [(kind, name) for kind in KINDS for name in operator_names(kind) if (kind, name) not in OF_PREDICATES]


@pytest.mark.parametrize(("kind", "name"), OF_PREDICATES)
def test_what_refines_no_values_is_refused_by_name(kind: str, name: str) -> None:
    with pytest.raises(Refused, match=f"{name} refines predicate"):
        check_operator(kind, make_operator(kind, name))


@pytest.mark.parametrize(("kind", "name"), OF_VALUES)
def test_every_operator_conforms_in_every_surrounding(kind: str, name: str) -> None:
    assert check_operator(kind, make_operator(kind, name)).failures == ()


@pytest.mark.parametrize("name", operator_names("score"))
def test_every_score_selects_within_the_contract(name: str) -> None:
    assert check_strategy(strategy(propose="sliced-prefixes", select=name)).failures == ()


@pytest.mark.parametrize(
    ("kind", "operator", "complaint"),
    [
        ("rank", broken.rank_nothing, "empty list"),
        ("rank", broken.rank_twice, "twice"),
        ("rank", broken.rank_the_root, "no target"),
        ("rank", broken.rank_by_removing, "changes the list"),
        ("rank", broken.RankRoundRobin(), "asked again"),
        ("propose", broken.propose_nothing, "no proposal"),
        ("propose", broken.propose_and_refine, "changes the precision"),
        ("propose", broken.propose_without_interpolants, "does not contradict the last step"),
        ("propose", broken.propose_one_step_too_many, "contradicts itself before its last step"),
        ("propose", broken.ProposeFewerEachTime(fewer_first=False), "asked again"),
        ("propose", broken.ProposeFewerEachTime(fewer_first=True), "asked again"),
        ("propose", broken.propose_an_empty_prefix, "no prefix of the path"),
        ("propose", broken.propose_with_an_interpolant_missing, "interpolants"),
        ("propose", broken.ProposeHalfAViolation(steps=True), "does not end in an error"),
        ("propose", broken.ProposeHalfAViolation(steps=False), "does not end in an error"),
        ("propose", broken.propose_for_the_parent, "another target"),
        ("propose", broken.propose_the_whole_path_feasibly, "feasible"),
        ("select", broken.select_by_removing, "changes the list"),
        ("select", broken.select_by_reordering, "changes the list"),
        ("select", broken.select_an_invention, "nor the union"),
        ("select", broken.SelectAlternately(), "asked again"),
        ("select", broken.select_with_side_effect, "changes the precision"),
        ("select", broken.select_only_of_many, "raises IndexError"),
        ("select", broken.select_for_the_root, "another target"),
        ("select", broken.select_without_interpolants, "interpolants that no candidate has"),
        ("select", broken.select_by_ending_the_process, "raises SystemExit"),
        ("select", broken.SelectOnce(), "raises RuntimeError: asked twice"),
        ("apply", broken.apply_without_refining, "does not have"),
        ("apply", broken.apply_without_removing, "still in the model"),
        ("apply", broken.apply_and_give_up, "None"),
        ("apply", broken.apply_half, "does not have"),
        ("apply", broken.apply_by_dismissing, "lost a violation"),
        ("apply", broken.ApplyForgetting(), "a path comes back"),
    ],
)
def test_a_broken_operator_is_rejected_with_what_it_broke(kind: str, operator: object, complaint: str) -> None:
    failures = check_operator(kind, operator).failures
    assert failures
    assert any(complaint in str(row) for row in failures), "\n".join(map(str, failures))
    assert all(row.mistake is not None and row.mistake.kind in (kind, "all") for row in failures), "\n".join(map(str, failures))


def test_only_kinds_of_operators_can_be_checked() -> None:
    with pytest.raises(ValueError, match="known: rank, propose"):
        check_operator("score", None)
