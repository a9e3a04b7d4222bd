"""A driver that learns from what its runs cover comes to states that no run reaches by chance, and goes on whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from verilab.evidence.compiler.building import Executable
from verilab.evidence.compiler.driver import Driven, GuidedRuns, drive
from verilab.evidence.compiler.executions import Executions
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel

pytestmark = pytest.mark.skipif(gcc_version("-m64") is None, reason="no gcc: .ci/run has one")

DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"
MAGIC = "int a = __VERIFIER_nondet_int(); if (a == 19088743) { int b = __VERIFIER_nondet_int(); if (b == a / 3) reach_error(); }"
MOST_PERIODS = 3000
"""Of .1 s each, in which the values are found; a few are enough where nothing else is done."""


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Executable]:
    source = tmp_path / "task.c"
    source.write_text(f"{DECLARED}int main(void) {{ {MAGIC} return 0; }}\n")
    compiled = Executions(source, DataModel.LP64, ErrorConvention(frozenset({"reach_error"}), frozenset()))
    try:
        executable = compiled.executable(60.0)
        assert isinstance(executable, Executable)
        yield executable
    finally:
        compiled.close()


def guided(executable: Executable, blocks: int = 0, periods: int = MOST_PERIODS) -> list[Driven]:
    runs = GuidedRuns(executable, 1_000_000)
    try:
        driven: list[Driven] = []
        while len(driven) < periods and (not driven or driven[-1].seed is None):
            driven.append(runs.go_on(0.1, milliseconds=50, blocks=blocks))
        return driven
    finally:
        runs.close()


def test_what_is_compared_guides_to_values_that_stand_nowhere_in_the_program(built: Executable) -> None:
    last = guided(built)[-1]
    assert last.seed is not None
    assert [value for _, value in last.inputs] == [19088743, 19088743 // 3]
    assert not last.unrecorded


def test_runs_without_guidance_do_not_find_them(built: Executable) -> None:
    assert drive(built, 1.0, runs=1000, milliseconds=20).seed is None


def test_a_run_ends_after_its_blocks(built: Executable) -> None:
    driven_runs = guided(built, blocks=1, periods=10)
    assert all(driven.cut == driven.runs for driven in driven_runs)
    assert sum(driven.runs for driven in driven_runs) > 0


def test_inputs_that_cover_something_new_are_kept(built: Executable) -> None:
    driven_runs = guided(built)
    assert driven_runs[-1].kept >= 2  # the branches that are not taken, and the first that is
    assert [driven.kept for driven in driven_runs] == sorted(driven.kept for driven in driven_runs)


def test_after_its_end_there_are_no_runs(built: Executable) -> None:
    runs = GuidedRuns(built, 10)
    runs.close()
    assert runs.go_on(0.1, milliseconds=50) == Driven(0)
