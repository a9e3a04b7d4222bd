"""The screen for tasks with a choice ends at the first one, and is plain CEGAR until then."""

from __future__ import annotations

from pathlib import Path

import pytest

import verilab as vl

SCREEN = "propose=sliced-prefixes select=until-choice apply=restart"
FIRST = "propose=sliced-prefixes select=first apply=restart"

TWO_REASONS = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int flag = 0, i = 0;
  while (i < 3) { i++; }
  if (flag == 1 && i != 3) { reach_error(); }
  return 0;
}
"""
ONE_REASON = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
  int flag = 1;
  if (__VERIFIER_nondet_int()) { flag = 2; }
  if (flag == 3) { reach_error(); }
  return 0;
}
"""


@pytest.mark.parametrize("analysis", ["value", "predicate"])
def test_a_run_ends_at_its_first_choice(analysis: str, tmp_path: Path) -> None:
    result = verified(TWO_REASONS, SCREEN, analysis, tmp_path)
    assert result.verdict == "unknown"
    assert "a choice of" in result.reason
    plain = verified(TWO_REASONS, FIRST, analysis, tmp_path)
    assert plain.verdict == "true"
    assert plain.statistics.choices >= 1
    assert result.statistics.states < plain.statistics.states


@pytest.mark.parametrize("analysis", ["value", "predicate"])
def test_without_a_choice_it_is_the_run_without_selection(analysis: str, tmp_path: Path) -> None:
    screened, plain = (verified(ONE_REASON, strategy, analysis, tmp_path) for strategy in (SCREEN, FIRST))
    assert plain.statistics.choices == 0
    assert (screened.verdict, screened.statistics.refinements) == (plain.verdict, plain.statistics.refinements)
    assert screened.verdict == "true"


def verified(source: str, strategy: str, analysis: str, folder: Path) -> vl.RunResult:
    (folder / "task.c").write_text(source)
    return vl.verify(folder / "task.c", vl.Configuration(analysis=analysis, strategy=strategy, block="single"))
