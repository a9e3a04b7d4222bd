"""The programs of VMCAI'12 Table 1: what §2 and §5 say of them, and their verdicts against all short executions."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from verilab.experiments.papers.splitting.table_1 import PAPER, size_of
from verilab.families import FamilyTask, families
from verilab.families.papers.vmcai12 import GROWTH, TABLE_1, Program, growing_tasks

GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="gcc is not installed")

# Every sequence of LENGTH values out of VALUES is played, one run after the other; a run ends where it asks for more.  Programs have no
# globals, so that runs share nothing.  A run that asks for nothing is the only one.
HARNESS = """
#include <setjmp.h>
#include <stdio.h>
static const int values[] = {VALUES};
enum { COUNT = sizeof values / sizeof *values };
static int places[LENGTH], asked, most;
static jmp_buf again;
int verified_main(void);
int __VERIFIER_nondet_int(void) {
  if (asked == LENGTH)
    longjmp(again, 1);
  int value = values[places[asked++]];
  if (asked > most)
    most = asked;
  return value;
}
static int next(void) {
  int place = most;
  while (place-- > 0) {
    if (++places[place] < COUNT)
      return 1;
    places[place] = 0;
  }
  return 0;
}
int main(void) {
  long runs = 0;
  do {
    runs++;
    asked = 0;
    if (!setjmp(again))
      verified_main();
  } while (next());
  printf("%ld\\n", runs);
  return 0;
}
"""
REACHED = -6  # the process was ended by abort()


def play(task: FamilyTask, values: tuple[int, ...], length: int, folder: Path) -> tuple[int, int]:
    """All executions with so many values: how the process ended, and the number of executions (0 where the error was reached)."""
    harness = HARNESS.replace("VALUES", ", ".join(map(str, values))).replace("LENGTH", str(length))
    (folder / "harness.c").write_text(harness)
    (folder / "task.c").write_text(task.source.replace("int main(void)", "int verified_main(void)"))
    command = [str(GCC), "-std=gnu11", "-O1", "-fwrapv", "-o", str(folder / "task"), str(folder / "task.c"), str(folder / "harness.c")]
    subprocess.run(command, check=True, capture_output=True)
    process = subprocess.run([str(folder / "task")], capture_output=True, text=True, timeout=60, check=False)
    return process.returncode, int(process.stdout or 0)


CHOICES: dict[str, tuple[tuple[int, ...], int]] = {
    "nested-counter": ((0, 1), 8),
    "flat-counter": ((0, 1), 8),
    "bit-counter": ((0, 1), 8),
    "lockstep-loop": ((-2, 0, 1, 5, 1001), 1),
    "bounded-sum": ((-1, 0, 1, 2), 9),
    "exchange-loops": ((-1, 0, 1, 2), 9),
    "gripper": (tuple(range(9)), 5),
}
"""The values that the environment chooses from, and how often: actions of two balls are 0 to 8."""
QUICK = [program for program in TABLE_1 if program.size <= 16]  # a counter of 32 bits takes 2^31 rounds


@needs_gcc
@pytest.mark.parametrize("program", QUICK, ids=lambda program: program.number)
def test_every_short_execution_agrees_with_the_verdict(program: Program, tmp_path: Path) -> None:
    values, length = CHOICES[program.family.name]
    code, runs = play(program.task, values, length, tmp_path)
    assert code == (0 if program.safe else REACHED)
    asks = "__VERIFIER_nondet_int()" in program.task.source.partition("int main")[2]
    assert not program.safe or runs > (len(values) - 1 if asks else 0)


@needs_gcc
@pytest.mark.parametrize("name", CHOICES)
def test_some_short_execution_of_the_unsafe_program_reaches_the_error(name: str, tmp_path: Path) -> None:
    family = families()[name]
    values, length = CHOICES[name]
    size = next(program.size for program in TABLE_1 if program.family is family) if name != "bit-counter" else 4
    assert play(family.generate(size, False), values, length, tmp_path) == (REACHED, 0)


def test_the_table_has_the_paper_s_ten_programs_of_which_the_fifth_has_a_bug() -> None:
    assert [program.number for program in TABLE_1] == list(PAPER)
    assert [program.number for program in TABLE_1 if not program.safe] == ["05"]
    assert TABLE_1[3].family is TABLE_1[4].family


@pytest.mark.parametrize("program", TABLE_1, ids=lambda program: program.number)
def test_a_program_has_as_many_loops_as_in_the_paper(program: Program) -> None:
    assert size_of(program.task).loops == PAPER[program.number].loops


def test_the_counters_grow_by_as_many_nodes_per_bit_as_in_the_paper() -> None:
    """26, 50, 98 and 194 nodes: six per bit."""
    counters = [program for program in TABLE_1 if program.number >= "07"]
    differences = {size_of(program.task).nodes - PAPER[program.number].nodes for program in counters}
    assert [program.size for program in counters] == [4, 8, 16, 32]
    assert len(differences) == 1


@pytest.mark.parametrize("size", [4, 32])
def test_a_counter_has_an_if_then_else_per_bit(size: int) -> None:
    source = families()["flat-counter"].generate(size, True).source
    assert source.count("} else {") == size


def test_growing_tasks_are_safe_and_rise_in_size() -> None:
    tasks = growing_tasks()
    assert all(task.expected for task in tasks)
    assert all(list(sizes) == sorted(set(sizes)) and len(sizes) >= 4 for sizes in GROWTH.values())
    assert [(task.family, task.size) for task in tasks] == [(name, size) for name, sizes in GROWTH.items() for size in sizes]
