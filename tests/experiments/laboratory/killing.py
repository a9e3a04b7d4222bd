"""An experiment in a process of its own, of which any process can be killed: coordinator, server of the runs, runs, solvers, tools."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import verilab
from tests.verification import forked_tasks

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
ENDLESS = """\
[tasks]
files = ["*.c"]
[axes]
analyses = ["value"]
[limits]
wall = 600
"""
WEIGHTS = {"solver": 4, "tool": 2, "run": 2, "server": 1, "other": 0.3}
"""How often a process of each kind is chosen, where there is one of each."""
SECONDS_BETWEEN_KILLS = 1.5
WRITING_SECONDS = 5.0
"""For how long a kill of the coordinator waits for a row that begins to be written."""


def experiment(folder: Path, tasks: int, text: str = EXPERIMENT) -> Path:
    """The file of an experiment of small programs, a third of them unsafe."""
    for number in range(tasks):
        (folder / f"t{number}.c").write_text(PROGRAM.format(number=number))
    file = folder / "experiment.toml"
    file.write_text(text)
    return file


def endless_experiment(folder: Path) -> Path:
    """The file of an experiment that ends when it is made to: its only run counts to four billion."""
    (folder / "endless.c").write_text(forked_tasks.ENDLESS)
    file = folder / "experiment.toml"
    file.write_text(ENDLESS)
    return file


def begin(file: Path, *options: str, rows: str = "experiment.duckdb") -> subprocess.Popen[bytes]:
    """``verilab experiment run`` in a process of its own."""
    # What is started in the background of a shell ignores interrupts, and so would the experiment.
    heeds = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"import sys; sys.path[:] = {sys.path!r}; {heeds}; from verilab.cli import main; main()"
    arguments = ["experiment", "run", str(file), "--rows", str(file.with_name(rows)), *options]
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finish(file: Path, *options: str, rows: str = "experiment.duckdb") -> int:
    """Run what is left; the exit code."""
    with begin(file, *options, rows=rows) as process:
        return process.wait()


@dataclass(frozen=True, slots=True)
class Process:
    """A live process; ``kind`` is one of WEIGHTS."""

    parent: int
    command: str
    kind: str


def below(process: int) -> dict[int, Process]:
    """The processes that a coordinator started, directly or not, by their ids."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, IndexError):
            children.setdefault(int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1]), []).append(int(name))
    descendants: dict[int, Process] = {}
    waiting = [process]
    while waiting:
        parent = waiting.pop()
        for child in children.get(parent, ()):
            with suppress(OSError):
                command = Path(f"/proc/{child}/cmdline").read_text(errors="replace").replace("\0", " ")
                descendants[child] = Process(parent, command, _kind(command, descendants.get(parent)))
            waiting.append(child)
    return descendants


def _kind(command: str, parent: Process | None) -> str:
    """By the command line, which a forked process has from its parent; "other" is who asks the engines for their versions."""
    if parent is not None and parent.kind == "other":
        return "other"
    if "solving.processes.main" in command or "smtlib/launcher.py" in command or (parent is not None and parent.kind == "solver"):
        return "solver"
    if "serving.fork_server" in command:
        return "server" if parent is None else "run"
    return "other" if parent is None else "tool"  # of the run's: the compiler, or what it made


def kill(process: int) -> bool:
    """Whether there was such a process."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
        return True
    return False


def kill_at_random(coordinator: subprocess.Popen[bytes], chance: random.Random, seconds: float, over: Callable[[], bool]) -> Counter[str]:
    """For some seconds, or until it is ``over``, kill what the coordinator started; how many there were of each kind."""
    killed: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end and not over() and coordinator.poll() is None:
        time.sleep(min(chance.expovariate(1 / SECONDS_BETWEEN_KILLS), max(0.0, end - time.monotonic())))
        by_kind: dict[str, list[int]] = {}
        for victim, process in sorted(below(coordinator.pid).items()):
            by_kind.setdefault(process.kind, []).append(victim)
        if by_kind:
            (kind,) = chance.choices(list(by_kind), [WEIGHTS[kind] for kind in by_kind])
            killed[kind] += kill(chance.choice(by_kind[kind]))
    return killed


def kill_coordinator(coordinator: subprocess.Popen[bytes], chance: random.Random, rows: Path) -> str:
    """Kill it now, or right after it began to write a row, or to make the folder of its queries; "" if it has ended by itself."""
    kind = "coordinator"
    if chance.random() < 0.5:
        before, end = _written(rows), time.monotonic() + WRITING_SECONDS
        while (now := _written(rows)) == before and time.monotonic() < end and coordinator.poll() is None:
            time.sleep(0.0005)
        if now != before:
            kind = "coordinator while it writes"
            time.sleep(chance.choice((0.0, chance.uniform(0.0, 0.01))))
    return kind if coordinator.poll() is None and kill(coordinator.pid) else ""


def reported_rows(rows: Path) -> int:
    """How many rows the progress beside a file of rows tells of, which others may read while the file is written."""
    with suppress(OSError, ValueError, KeyError):
        return int(json.loads(rows.with_name(f"{rows.name}.progress").read_text())["done"])
    return 0


def _written(rows: Path) -> tuple[object, ...]:
    """What changes when the database, or the folder of its queries, is written to."""
    states: list[object] = []
    for place in (rows, rows.with_name(f"{rows.name}.wal"), rows.with_suffix(".queries")):
        with suppress(OSError):
            state = place.stat()
            states += [place.name, state.st_size, state.st_mtime_ns]
    return tuple(states)


def table(rows: Path) -> list[tuple[str, ...]]:
    """What each run came to, without what is another at each time."""
    frame = verilab.open(rows).sql("SELECT run, task, label, repetition, verdict, reason, refinements FROM runs ORDER BY ALL")
    return [tuple(map(str, row)) for row in frame.itertuples(index=False)]
