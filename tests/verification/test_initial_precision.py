"""The value analysis that tracks everything from the start, alone and as a phase of ``auto``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from verilab.program.tasks import Task
from verilab.program.tasks.properties import ErrorConvention
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.frontend import load_program
from verilab.verification.phases import portfolio as portfolios
from verilab.verification.phases.plan import plan
from verilab.verification.phases.portfolio import (
    BESIDE_FORMS_SHARE,
    BESIDE_SELECTED_SHARE,
    FEW_INPUTS_SHARE,
    FULL_SHARE,
    IMPRECISE_SHARE,
    REFINED_SHARE,
    fitting,
)
from verilab.verification.verification import verify

DECLARED = "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n"
COUNTER = """\
int main(void) {
  int s = 0;
  while (1) {
    int i = __VERIFIER_nondet_int();
    if (i != 1 && i != 2) return 0;
    if (s == 3 && i == 2) s = 0;
    else if (s < 3 && i == 1) s++;
    if (s > MOST) reach_error();
  }
}
"""
UNKNOWN_ARRAY = """\
int a[3];
int main(void) {
  int n = 0, x = 0, y = 0;
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  while (n < 1) {
    if (a[0] == 7) x = 1; else x = 2;
    if (a[1] == 7) y = 1; else y = 2;
    n++;
  }
  if (x == 1 && y == 1) reach_error();
  return 0;
}
"""
FEW_INPUTS = (
    "int main(void) { int s = 0, i = __VERIFIER_nondet_int();"
    + "".join(f" if (s == {n} && i == {n % 3}) s = {n + 1};" for n in range(60))
    + " if (s == 70) reach_error(); }"
)


def task(folder: Path, program: str) -> Task:
    file = folder / "p.c"
    file.write_text(DECLARED + program)
    return Task("p", (file,), error_convention=ErrorConvention(frozenset({"reach_error"})))


@pytest.mark.parametrize(("most", "verdict"), [(3, "true"), (2, "false")])
@pytest.mark.parametrize("analysis", ["value", "composite"])
def test_what_is_tracked_from_the_start_needs_no_refinement(tmp_path: Path, analysis: str, most: int, verdict: str) -> None:
    settings = Configuration(analysis=analysis, initial_precision="full", time_limit=60)
    result = verify(task(tmp_path, COUNTER.replace("MOST", str(most))), settings)
    assert (result.verdict, result.evidence.accepted, result.statistics.refinements) == (verdict, True, 0)
    empty = verify(task(tmp_path, COUNTER.replace("MOST", str(most))), Configuration(analysis=analysis, time_limit=60))
    assert (empty.verdict, empty.statistics.refinements > 0) == (verdict, True)


@pytest.mark.parametrize("engine", ["chains", "edges"])
def test_a_chain_from_an_array_unknown_in_each_element_is_found_again(tmp_path: Path, engine: str) -> None:
    settings = Configuration(analysis="value", initial_precision="full", engine=engine, time_limit=60)
    result = verify(task(tmp_path, UNKNOWN_ARRAY), settings)
    assert (result.verdict, result.reason) == ("false", "")


def test_auto_has_a_phase_that_tracks_everything_unless_it_begins_with_that() -> None:
    names = [phase.name for phase in plan(Configuration()).phases]
    assert names[1:9] == ["linear-forms", "value (full)", "slicing", "heaps", "testing", "composite (int)", "pdr", "value"]
    names = [phase.name for phase in plan(Configuration(initial_precision="full")).phases]
    assert names[1] == "value (full)"
    assert "value" not in names
    assert "value (full)" not in [phase.name for phase in plan(Configuration(strategy="single-path")).phases]


@pytest.mark.parametrize(
    "analysis", ["predicate", "contracts", "induction", "testing", "unrolling", "pdr", "heaps", "linear-forms", "slicing"]
)
def test_an_analysis_without_values_refuses_the_full_precision(analysis: str) -> None:
    with pytest.raises(ConfigurationError, match=f"analysis='{analysis}' tracks no values; give 'value', 'composite' or 'auto'"):
        Configuration(analysis=analysis, initial_precision="full")


@pytest.mark.parametrize(
    ("program", "first", "share"),
    [
        ("int main(void) { int x = __VERIFIER_nondet_int(); if (x > 2 && x < 2) reach_error(); }", "value (full)", FULL_SHARE),
        ("extern int *f(void); int main(void) { int *p = f(); if (*p > 2 && *p < 2) reach_error(); }", "value", IMPRECISE_SHARE),
        (
            "int main(void) { int x = __VERIFIER_nondet_int(), y = x; while (x != y + 3) x++; if (x == y) reach_error(); }",
            "linear-forms",
            BESIDE_FORMS_SHARE,
        ),
        (FEW_INPUTS, "value (full)", BESIDE_SELECTED_SHARE),
    ],
    ids=["plain", "imprecise memory", "forms", "few inputs"],
)
def test_the_program_decides_when_everything_is_tracked_and_for_how_long(tmp_path: Path, program: str, first: str, share: float) -> None:
    lowered = load_program(task(tmp_path, program), Configuration())
    phases = fitting(plan(Configuration()).phases, lowered)
    assert phases[0].name == first
    assert first != "value" or phases[0].share == REFINED_SHARE
    assert {phase.name: phase.share for phase in phases}["value (full)"] == share
    assert [phase.name for phase in phases if phase.analysis == "value"] == (
        ["value (full)", "value"] if first != "value" else ["value", "value (full)"]
    )


def test_where_inputs_are_few_the_predicate_analysis_selects_among_prefixes_right_behind_testing(tmp_path: Path) -> None:
    phases = fitting(plan(Configuration()).phases, load_program(task(tmp_path, FEW_INPUTS), Configuration()))
    names = [phase.name for phase in phases]
    assert names.index("predicate (int)") == names.index("testing") + 1
    assert {phase.name: str(phase.strategy.propose) for phase in phases}["predicate (int)"] == "sliced-prefixes"


@pytest.mark.parametrize("configuration", [Configuration(block="large"), Configuration(strategy="single-path")])
def test_a_block_operator_or_a_strategy_that_is_given_is_kept(tmp_path: Path, configuration: Configuration) -> None:
    phases = fitting(plan(configuration).phases, load_program(task(tmp_path, FEW_INPUTS), configuration))
    assert {str(phase.strategy.propose) for phase in phases if phase.analysis == "predicate"} == {"path"}


def test_a_system_that_reacts_in_rounds_has_its_composite_before_its_rounds_are_unrolled(tmp_path: Path) -> None:
    asked = " else ".join(f"if (state == {number}) {{ if (hit) state = {number + 1}; }}" for number in range(60))
    inputs = "".join(f"if (__VERIFIER_nondet_int()) input = {number}; " for number in range(5))
    rounds = f"while (1) {{ int input = 0; {inputs} if (input) {{ {asked} }} if (state == 1 && !hit) reach_error(); }}"
    text = f"int main(void) {{ int state = 0, hit = __VERIFIER_nondet_int(); {rounds} }}"
    settings = Configuration(time_limit=20)
    names = [phase.name for phase in fitting(plan(settings).phases, load_program(task(tmp_path, text), settings))]
    assert names.index("testing") + 1 == names.index("composite (int)") == names.index("unrolling") - 1
    assert verify(task(tmp_path, text), replace(settings, analysis="composite")).verdict == "true"
    assert verify(task(tmp_path, text), replace(settings, analysis="value")).verdict == "unknown"


def test_a_larger_program_is_not_explored_anew_for_each_selection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolios, "SELECTED_EDGES", 100)
    phases = fitting(plan(Configuration()).phases, load_program(task(tmp_path, FEW_INPUTS), Configuration()))
    assert {phase.name: phase.share for phase in phases}["value (full)"] == FEW_INPUTS_SHARE
    assert {str(phase.strategy.propose) for phase in phases if phase.analysis == "predicate"} == {"path"}
