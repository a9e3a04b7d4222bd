"""A symbol that two branches share is defined wherever it is needed, also where only one of them leads to the target."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

# x / 10 has one quotient in both branches; the way to the first error passes only one of them, and does not read y.
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), z = 0, w = 0;
  while (__VERIFIER_nondet_int()) {
    if (c) z = x / 10;
    if (z == 5 && x < %d) reach_error();
    if (y) w = x / 10;
    if (w == 7 && x < 70) reach_error();
  }
  return 0;
}
"""


@pytest.mark.parametrize(("limit", "verdict"), [(50, "true"), (51, "false")])
@pytest.mark.parametrize("encoding", ["int", "bv"])
def test_a_quotient_is_defined_on_the_way_to_every_target(tmp_path: Path, limit: int, verdict: str, encoding: str) -> None:
    program = tmp_path / "program.c"
    program.write_text(PROGRAM % limit)
    (task,) = load_tasks(program)
    result = verify(task, Configuration(analysis="predicate", encoding=encoding, time_limit=60))
    assert (result.verdict, result.evidence.accepted) == (verdict, True), result.reason
