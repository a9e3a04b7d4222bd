"""How a whole verification grows with the work: ``python -m benchmarks.growth [--axes NAME ...] [--analyses NAME ...] [--steps N]``.

Safe programs are made larger along one axis at a time: lines, variables, the bound of a loop, branches in a row (n of them are 2^n paths).
Per axis and analysis the CPU seconds of the run (evidence included), those of the analysis alone, and the megabytes of the largest process
that was waited for; the exponent is the slope of least squares on logarithmic scales (1: linear growth) over the sizes that were solved, a
fixed cost per run taken off: the numbers of the smallest size.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verilab.experiments.statistics.power_law import exponent

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { if (!locked) reach_error(); locked = 0; }
"""


def with_lines(size: int) -> str:
    """Functions of ten lines in a row, each of which takes the lock and gives it back on one of two ways."""
    functions = "".join(
        f"""static int step_{number}(int x)
{{
  int y = x + {number};
  lock();
  if (y > {number % 7}) {{
    y = y - 1;
  }}
  unlock();
  return y;
}}
"""
        for number in range(size)
    )
    calls = "".join(f"  x = step_{number}(__VERIFIER_nondet_int() & 15);\n" for number in range(size))
    return f"{HEAD}{functions}int main(void) {{\n  int x;\n{calls}  return 0;\n}}\n"


def with_variables(size: int) -> str:
    """A loop that moves units between variables which the property does not speak of."""
    names = [f"v{number}" for number in range(size)]
    declared = "".join(f"  int {name} = 0;\n" for name in names)
    following = names[1:] + names[:1]
    moved = "".join(f"    if (__VERIFIER_nondet_int()) {name} = {other};\n" for name, other in zip(names, following, strict=True))
    loop = f"  while (__VERIFIER_nondet_int()) {{\n    lock();\n{moved}    unlock();\n  }}\n"
    return f"{HEAD}int main(void) {{\n{declared}{loop}  return 0;\n}}\n"


def with_bound(size: int) -> str:
    """A loop of so many rounds, which the property counts."""
    loop = f"  for (i = 0; i < {size}; i++) n++;\n  if (n != {size}) reach_error();\n"
    return f"{HEAD}int main(void) {{\n  int i, n = 0;\n{loop}  return 0;\n}}\n"


def with_branches(size: int) -> str:
    """Branches in a row, all joined before the next; what each does the property does not see."""
    branches = "".join(f"  if (__VERIFIER_nondet_int()) x = x + {number % 5}; else x = x - 1;\n" for number in range(size))
    return f"{HEAD}int main(void) {{\n  int x = 0;\n  lock();\n{branches}  unlock();\n  return 0;\n}}\n"


@dataclass(frozen=True, slots=True)
class Axis:
    """What grows, the sizes, and what one of them is."""

    program: Callable[[int], str]
    sizes: tuple[int, ...]
    unit: str


AXES = {
    "lines": Axis(with_lines, (20, 50, 100, 200, 400, 800), "functions of ten lines"),
    "variables": Axis(with_variables, (5, 10, 20, 40, 80, 160), "variables"),
    "bound": Axis(with_bound, (1_000, 3_000, 10_000, 30_000, 100_000, 300_000), "rounds"),
    "branches": Axis(with_branches, (5, 10, 20, 40, 80, 160), "branches"),
}
ANALYSES = ("auto", "predicate", "value")


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: its verdict, CPU seconds in all and of the analysis, and the megabytes of its largest process."""

    verdict: str
    cpu_s: float
    analysis_s: float
    megabytes: float


def measured(program: Path, analysis: str, seconds: float) -> Measured:
    """A run of its own, of at most so many seconds of CPU time."""
    command = [sys.executable, "-m", "verilab", "verify", str(program), "--json", "--analysis", analysis, "--cpu-limit", str(seconds)]
    with subprocess.Popen([*command, "--time-limit", str(10 * seconds)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        answer = json.loads(process.stdout.read())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    statistics = answer["statistics"]
    return Measured(answer["verdict"], statistics["cpu_s"], statistics["analysis_s"], usage.ru_maxrss / 1024)


def above_smallest(points: Sequence[tuple[int, float]]) -> float | None:
    """The exponent of what a size adds to the smallest one."""
    (smallest, fixed), *rest = points
    return exponent([(size - smallest, number - fixed) for size, number in rest]) if len(points) > 1 else None


def lines_of(name: str, axis: Axis, analysis: str, sizes: Sequence[int], seconds: float) -> Iterator[str]:
    """The table's lines of one axis under one analysis."""
    solved: list[tuple[int, Measured]] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            program = Path(folder) / f"{name}_{size}.c"
            program.write_text(axis.program(size))
            run = measured(program, analysis, seconds)
            yield f"{name:10} {analysis:10} {size:>8} {run.verdict:8} {run.cpu_s:>8.2f} {run.analysis_s:>9.2f} {run.megabytes:>7.0f}"
            if run.verdict != "true":
                break
            solved.append((size, run))
    exponents = [
        above_smallest([(size, getattr(run, field)) for size, run in solved] or [(0, 0)]) for field in ("cpu_s", "analysis_s", "megabytes")
    ]
    shown = ["-" if slope is None else f"{slope:.2f}" for slope in exponents]
    yield f"{name:10} {analysis:10} {'exponent':>17} {shown[0]:>8} {shown[1]:>9} {shown[2]:>7}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description="How a whole verification grows with the work.")
    parser.add_argument("--axes", nargs="+", choices=AXES, default=list(AXES))
    parser.add_argument("--analyses", nargs="+", default=list(ANALYSES))
    parser.add_argument("--steps", type=int, default=6, help="how many sizes of each axis")
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time at most, for one run")
    arguments = parser.parse_args()
    print(f"{'axis':10} {'analysis':10} {'size':>8} {'verdict':8} {'CPU s':>8} {'analysis':>9} {'MB':>7}")
    for name in arguments.axes:
        for analysis in arguments.analyses:
            for line in lines_of(name, AXES[name], analysis, AXES[name].sizes[: arguments.steps], arguments.seconds):
                print(line, flush=True)


if __name__ == "__main__":
    main()
