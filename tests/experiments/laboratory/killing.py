"""An experiment in a process of its own, of which any process can be killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import verilab

EXPERIMENT = """\
record = ["refinements", "queries"]
[tasks]
files = ["*.c"]
[settings]
isolate = true
[axes]
analyses = ["value", "predicate"]
[limits]
wall = 60
"""
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {{}}
int main(void) {{
  int x = 0;
  while (__VERIFIER_nondet_int()) {{ x = 1 - x; }}
  if (x > 1 || ({number} % 3 == 1 && x == 1)) reach_error();
  return {number};
}}
"""


def experiment(folder: Path, tasks: int, text: str = EXPERIMENT) -> Path:
    """The file of an experiment of small programs, a third of them unsafe."""
    for number in range(tasks):
        (folder / f"t{number}.c").write_text(PROGRAM.format(number=number))
    file = folder / "experiment.toml"
    file.write_text(text)
    return file


def begin(file: Path, *options: str, rows: str = "experiment.duckdb") -> subprocess.Popen[bytes]:
    """``verilab experiment run`` in a process of its own."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from verilab.cli import main; main()"
    arguments = ["experiment", "run", str(file), "--rows", str(file.with_name(rows)), *options]
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finish(file: Path, *options: str, rows: str = "experiment.duckdb") -> int:
    """Run what is left; the exit code."""
    with begin(file, *options, rows=rows) as process:
        return process.wait()


def below(process: int) -> dict[int, str]:
    """The processes that a process started, directly or not, with their command lines."""
    parents, commands = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, IndexError):
            parents[int(name)] = int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1])
            commands[int(name)] = Path(f"/proc/{name}/cmdline").read_text().replace("\0", " ")
    found: dict[int, str] = {}
    waiting = [process]
    while waiting:
        parent = waiting.pop()
        for child in [each for each, its in parents.items() if its == parent and each not in found]:
            found[child] = commands.get(child, "")
            waiting.append(child)
    return found


def kill(process: int) -> bool:
    """Whether there was such a process."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        return True
    return False


def kill_at_random(coordinator: subprocess.Popen[bytes], chance: random.Random, seconds: float) -> int:
    """For some seconds kill what the coordinator started: the server of the runs, runs, solvers; how many there were."""
    killed = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end and coordinator.poll() is None:
        if victims := sorted(below(coordinator.pid)):
            killed += kill(chance.choice(victims))
        time.sleep(chance.uniform(0.1, 0.5))
    return killed


def table(rows: Path) -> list[tuple[str, ...]]:
    """What each run came to, without what is another at each time."""
    found = verilab.open(rows).sql("SELECT run, task, label, repetition, verdict, reason, refinements FROM runs ORDER BY ALL")
    return [tuple(map(str, row)) for row in found.itertuples(index=False)]
