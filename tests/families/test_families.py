"""The task families hold what they promise: valid C, and verdicts that executions confirm."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from verilab.families import Family, FamilyTask, Proof, demo_tasks, families, write, write_all
from verilab.program.syntax import parse_text
from verilab.program.tasks import load_tasks

GCC = shutil.which("gcc")
needs_gcc = pytest.mark.skipif(GCC is None, reason="gcc is not installed")
FAMILIES = [family for family in families().values() if family.name != "kernel-module"]  # its errors are the automata's
EVERY = list(families().values())
CASES = [(family, size, safe) for family in FAMILIES for size in family.sizes[:2] for safe in family.verdicts]
IDS = [f"{family.name}-{size}-{'safe' if safe else 'unsafe'}" for family, size, safe in CASES]

# Values come from the file named by the first argument; the program ends well when they are used up.
HARNESS = """
#include <stdio.h>
#include <stdlib.h>
static FILE *values;
int verified_main(void);
int __VERIFIER_nondet_int(void) {
  int value;
  if (fscanf(values, "%d", &value) != 1)
    exit(0);
  return value;
}
int main(int argc, char **argv) {
  values = fopen(argv[argc - 1], "r");
  return values == NULL ? 2 : verified_main() & 0;
}
"""
REACHED = -6  # the process was ended by abort()


def compiled(task: FamilyTask, folder: Path) -> Path:
    (folder / "harness.c").write_text(HARNESS)
    (folder / "task.c").write_text(task.source.replace("int main(void)", "int verified_main(void)"))
    executable = folder / "task"
    command = [str(GCC), "-std=c11", "-fwrapv", "-o", str(executable), str(folder / "task.c"), str(folder / "harness.c")]
    subprocess.run(command, check=True, capture_output=True)
    return executable


def run(executable: Path, values: tuple[int, ...]) -> int:
    file = executable.parent / "values"
    file.write_text(" ".join(map(str, values)))
    return subprocess.run([str(executable), str(file)], timeout=20, capture_output=True).returncode


@needs_gcc
@pytest.mark.parametrize(("family", "size", "safe"), CASES, ids=IDS)
def test_every_program_is_valid_c(family: Family, size: int, safe: bool, tmp_path: Path) -> None:
    (tmp_path / "task.c").write_text(family.generate(size, safe).source)
    command = [str(GCC), "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", str(tmp_path / "task.c")]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""


@needs_gcc
@pytest.mark.parametrize(("family", "size", "safe"), [case for case in CASES if not case[2]], ids=[i for i in IDS if "unsafe" in i])
def test_the_inputs_of_an_unsafe_program_reach_the_error(family: Family, size: int, safe: bool, tmp_path: Path) -> None:
    for seed in range(2):
        task = family.generate(size, safe, seed)
        assert task.inputs is not None
        assert run(compiled(task, tmp_path), task.inputs) == REACHED


@needs_gcc
@pytest.mark.parametrize(("family", "size", "safe"), [case for case in CASES if case[2]], ids=[i for i in IDS if "unsafe" not in i])
def test_random_inputs_do_not_reach_the_error_of_a_safe_program(family: Family, size: int, safe: bool, tmp_path: Path) -> None:
    executable = compiled(family.generate(size, safe), tmp_path)
    generator = random.Random(size)
    for _ in range(10):
        values = tuple(generator.choice((0, 0, 1, 1, 2, 3, generator.randint(0, 4 * size))) for _ in range(300))
        assert run(executable, values) == 0


@needs_gcc
@pytest.mark.parametrize("family", [family for family in FAMILIES if len(family.verdicts) == 2], ids=lambda family: family.name)
def test_the_inputs_of_the_unsafe_program_do_not_reach_the_error_of_the_safe_one(family: Family, tmp_path: Path) -> None:
    size = family.sizes[1]
    task = family.generate(size, False)
    assert task.inputs is not None
    assert run(compiled(family.generate(size, True), tmp_path), task.inputs) == 0


@pytest.mark.parametrize(("family", "size", "safe"), CASES, ids=IDS)
def test_every_program_parses_and_is_the_same_each_time(family: Family, size: int, safe: bool) -> None:
    task = family.generate(size, safe, seed=1)
    assert parse_text(task.source).ast.ext
    assert task == family.generate(size, safe, seed=1)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_programs_grow_with_their_size(family: Family) -> None:
    safe = family.verdicts[0]
    small, large = family.generate(family.sizes[0], safe), family.generate(family.sizes[-1], safe)
    assert small.source != large.source
    assert len(large.source) >= len(small.source)


def test_there_are_enough_families_with_both_verdicts() -> None:
    assert len([family for family in FAMILIES if family.verdicts == (True, False)]) >= 8
    assert all(list(family.sizes) == sorted(set(family.sizes)) for family in FAMILIES)
    assert any(family.proofs == {Proof.PREDICATE} for family in FAMILIES)


def test_what_a_family_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="the smallest is 2"):
        families()["gripper"].generate(1, True)
    with pytest.raises(ValueError, match="only unsafe"):
        families()["counted-loop"].generate(3, True)


def test_families_are_written_as_tasks(tmp_path: Path) -> None:
    definitions = write(tmp_path, [families()["gripper"]], sizes=[1, 2, 3])
    tasks = [task for definition in definitions for task in load_tasks(definition)]
    assert [(task.name, task.expected) for task in tasks] == [
        ("gripper/gripper-2-safe", True),
        ("gripper/gripper-2-unsafe", False),
        ("gripper/gripper-3-safe", True),
        ("gripper/gripper-3-unsafe", False),
    ]
    assert list(tasks[0].error_convention) == ["reach_error"]


def test_all_families_are_written(tmp_path: Path) -> None:
    count = write_all(tmp_path, 1)
    assert count == sum(len(family.verdicts) for family in EVERY)
    assert len(list(tmp_path.rglob("*.yml"))) == count
    assert len(demo_tasks(1)) == count
