"""Witnesses of our own verdicts: other readers of the format can make something of them, and so can we."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verification.validation.test_validation import CALLS, COUNT, LABEL
from verilab.program.tasks import Task
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.witnesses.model import CorrectnessWitness, ViolationWitness
from verilab.program.witnesses.reader import parse_witness
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.validation.export import exported

NAMES = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
unsigned g;
static void up(unsigned to) {
  while (g < to) g++;
}
int main(void) {
  { unsigned to = 9; g = to - 9; }
  up(5);
  if (g != 5) reach_error();
  return 0;
}
"""
LIMITS = Configuration(time_limit=60)


def written(folder: Path, program: str, settings: Configuration = LIMITS) -> str:
    file = folder / "p.c"
    file.write_text(program)
    convention = ErrorConvention(frozenset({"reach_error"}), frozenset({"ERROR"}) if program is LABEL else frozenset())
    task = Task("p", (file,), error_convention=convention if program is not LABEL else ErrorConvention(frozenset(), frozenset({"ERROR"})))
    for _ in range(2):  # a machine that is short of something for a moment may cost a run its verdict
        text, reason = exported(task, run_isolated(task, settings, tells_invariants=True), settings, "1")
        if text:
            break
    assert text, reason
    return text


@pytest.mark.parametrize("encoding", ["int", "bv"])
@pytest.mark.parametrize("program", [COUNT, NAMES])
def test_proofs_have_the_invariants_of_their_loops(tmp_path: Path, program: str, encoding: str) -> None:
    settings = Configuration(analysis="predicate", encoding=encoding, time_limit=60)
    witness = parse_witness(written(tmp_path, program, settings))
    assert isinstance(witness, CorrectnessWitness)
    assert witness.invariants


@pytest.mark.parametrize("program", [CALLS, LABEL])
def test_violations_have_what_inputs_were_and_where_the_error_is(tmp_path: Path, program: str) -> None:
    witness = parse_witness(written(tmp_path, program))
    assert isinstance(witness, ViolationWitness)
    first, *_, last = witness.sequences[0]
    assert first.follow.condition is not None
    assert first.follow.condition.text == ("\\result == 3" if program is CALLS else "\\result == 7")
    assert last.follow.location.line == (8 if program is CALLS else 7)
    assert first.follow.location.column is not None


def test_a_program_without_loops_is_its_own_witness(tmp_path: Path) -> None:
    program = "void reach_error(void);\nint main(void) { int x = 1; if (x > 2) reach_error(); return 0; }\n"
    witness = parse_witness(written(tmp_path, program))
    assert isinstance(witness, CorrectnessWitness)
    assert not witness.invariants
