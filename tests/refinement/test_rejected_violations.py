"""A violation that is not accepted is one counterexample: the loop sets it aside and looks for another, and never calls the rest safe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.program import lowered_programs
from verilab.analysis.arg import ArgNode
from verilab.analysis.paths import Feasible, Infeasible, Undecided
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.cfa import Edge
from verilab.program.counterexample import Counterexample
from verilab.program.tasks import load_tasks
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.operators import Proposal, Propose, RefinableAnalysis
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

HEAD = "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
ONE_LINE = "int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; if (x > 0 && y < 0) reach_error(); %s return 0; }\n"
IN_A_LOOP = """\
int main(void) { int x = __VERIFIER_nondet_int(), s = 0;
  for (int k = 0; k < 3; k++) { int y = x + k; if (x > 5 && y < 0) reach_error(); s++; }
  if (s == 3 && x == %d) reach_error();
  return 0; }
"""


@pytest.mark.parametrize("analysis", ["auto", "value", "predicate"])
@pytest.mark.parametrize("body", [ONE_LINE % "if (x == 77) reach_error();", IN_A_LOOP % 12345])
def test_the_next_violation_is_found_behind_one_that_only_an_overflow_reaches(body: str, analysis: str, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(HEAD + body)
    (task,) = load_tasks(tmp_path / "program.c")
    result = verify(task, Configuration(analysis=analysis, time_limit=60))
    assert result.verdict == "false", result.reason
    assert result.evidence.accepted


@pytest.mark.parametrize("analysis", ["auto", "value", "predicate"])
@pytest.mark.parametrize("body", [ONE_LINE % "", ONE_LINE % "if (x == 77 && y != 78) reach_error();"])
def test_where_only_an_overflow_violates_the_verdict_is_unknown_and_says_so(body: str, analysis: str, tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(HEAD + body)
    (task,) = load_tasks(tmp_path / "program.c")
    # Phases that find no violation search until the limit; the reason is that of those which did, in their first second.
    result = verify(task, Configuration(analysis=analysis, time_limit=4))
    assert result.verdict == "unknown"
    assert "signed overflow" in result.reason


def test_every_violation_that_is_set_aside_is_found_once_and_keeps_the_program_from_being_safe() -> None:
    text = "extern int n(void); void reach_error(void) {}\nint main(void) { int x = n();\n" + "".join(
        f"  if (x == {number}) reach_error();\n" for number in range(5)
    )
    program = lowered_programs.program(text + "  return 0; }\n")
    analysis = ValueAnalysis(program, path_checker=lambda edges: Feasible(Counterexample(tuple(edges), ())))
    loop = RefinementLoop(analysis, parse_strategy(""))
    verdict, paths = loop.run(), set()
    while isinstance(verdict, Unsafe):
        assert verdict.counterexample.edges not in paths
        paths.add(verdict.counterexample.edges)
        verdict = loop.go_on(f"rejected {len(paths)}")
    assert verdict == Unknown("rejected 1")
    assert len(paths) >= 5


def test_a_proof_is_supposed_where_formulas_exclude_all_that_was_set_aside() -> None:
    text = "extern int n(void); void reach_error(void) {}\nint main(void) { int x = n();\n"
    program = lowered_programs.program(text + "if (x < 0 && x > 9) reach_error(); if (x < 1 && x > 8) reach_error(); return 0; }\n")
    said = iter([Infeasible("one reason"), Infeasible("another reason")])
    verdict = RefinementLoop(
        ValueAnalysis(program, path_checker=lambda edges: next(said)), parse_strategy(""), dismissals=9, supposes=True
    ).run()
    assert isinstance(verdict, Safe)
    assert verdict.supposed == "the value domain cannot exclude the path: one reason"
    assert next(said, None) is None


def test_nothing_is_supposed_unless_asked_for_and_not_if_one_path_is_undecided() -> None:
    program = lowered_programs.program(
        HEAD + "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 && x > 9) reach_error(); return 0; }"
    )
    for answer, supposes in ((Infeasible("why"), False), (Undecided("why"), True)):
        analysis = ValueAnalysis(program, path_checker=always(answer))
        assert isinstance(RefinementLoop(analysis, parse_strategy(""), dismissals=9, supposes=supposes).run(), Unknown)


def always(answer: Infeasible | Undecided) -> Callable[[Sequence[Edge]], Infeasible | Undecided]:
    return lambda edges: answer


class ProposeNothing(Propose):
    """Breaks its contract: there is nothing for any target."""

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        return iter(())


def test_a_target_that_nothing_is_proposed_for_keeps_the_program_from_being_safe() -> None:
    program = lowered_programs.program("void reach_error(void) {}\nint main(void) { reach_error(); return 0; }\n")
    loop = RefinementLoop(ValueAnalysis(program), Strategy(propose=ProposeNothing()), dismissals=1)
    assert loop.run() == Unknown("nothing was proposed for its path")
