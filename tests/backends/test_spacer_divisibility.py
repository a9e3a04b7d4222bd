"""z3:horn where a pointer's distance has to be divisible: a walk that sets every member of a structure to zero, four bytes at a time.

z3 5.4.1 projected the quotient out of a model by two functions that called each other until the stack was used up.
"""

from pathlib import Path

import pytest

from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated

PROGRAM = """
extern void reach_error(void);
struct pair { int row[2]; int last; } object = {{4, 5}, 6};
void reset(void *start, int size) { char *at = start; for (int i = 0; i < size; i += 4) *(int *)(at + i) = 0; }
int main(void) { reset(&object, sizeof object); if (object.last != LAST) reach_error(); return 0; }
"""


@pytest.mark.parametrize(("last", "verdict"), [("0", "true"), ("6", "false")])
def test_a_walk_over_a_structure_has_its_answer(last: str, verdict: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM.replace("LAST", last))
    (task,) = load_tasks(source)
    result = run_isolated(task, Configuration(analysis="predicate", time_limit=60))
    assert (result.verdict, result.reason) == (verdict, "")
