"""Tasks for tests of forked runs, in this process and in fresh ones."""

from __future__ import annotations

from pathlib import Path

from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) { int x = 0, y = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; y = 1 - y; } if (x != y) reach_error(); return 0; }
"""
ENDLESS = "extern void reach_error(void);\nint main(void) { unsigned x = 0; while (x != 4000000000u) x++; if (x == 1) reach_error(); }\n"
PREDICATE = Configuration(analysis="predicate")


def task(folder: Path, text: str = PROGRAM) -> Task:
    """The task of a program in a folder."""
    file = folder / "program.c"
    file.write_text(text)
    (loaded,) = load_tasks(file)
    return loaded


def print_figures(folder: str) -> None:
    """Print what a run in this process comes to."""
    result = verify(task(Path(folder)), PREDICATE)
    print(result.verdict, result.statistics.states, result.statistics.refinements, result.statistics.predicates)
