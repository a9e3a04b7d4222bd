"""How many runs this machine performs in a second: ``python -m benchmarks.runs_a_second --tiny 1000``.

Two figures of the predicate analysis over generated tasks, each run with its evidence and its row in a file: the runs a second of tiny
tasks, as many at a time as there are cores; and how much more is done with so many at a time than with one, on tasks of a second and more,
in pairs, so that a machine whose speed changes compares with itself.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median

from verilab.experiments.design.design import load_design
from verilab.experiments.laboratory.campaign import run_design
from verilab.experiments.laboratory.cores import available_cores, busy_cores
from verilab.experiments.laboratory.pools import local_pool
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.manifest import manifest

TINY = (("call-chain", 8), ("event-condition-action", 2), ("flat-counter", 16), ("lockstep-loop", 8), ("boolean-or-counter", 1))
"""Families and sizes, each with a safe and an unsafe program."""
LONGER = """\
families = [
  { name = "counted-loop", sizes = [24, 28, 32, 36] },
  { name = "gripper", sizes = [3, 4], verdicts = ["true"] },
  { name = "bounded-sum", sizes = [7, 8], verdicts = ["true"] },
]
"""
_EXPERIMENT = """\
repetitions = {repetitions}
[tasks]
{tasks}
[settings]
analysis = "predicate"
[limits]
wall = 60
"""


@dataclass(frozen=True, slots=True)
class Performance:
    """``runs`` in ``wall`` seconds, with ``cpu`` seconds of all processes; ``shortest``: the wall seconds of the shortest run."""

    runs: int
    verdicts: Counter[str]
    wall: float
    cpu: float
    shortest: float

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        rate = f"{self.runs / self.wall:.2f} a second, {self.cpu / self.runs:.3f} s CPU each"
        return f"{self.runs} runs ({verdicts}) in {self.wall:.1f} s: {rate}"


def perform(folder: Path, tasks: str, repetitions: int, jobs: int) -> Performance:
    """Run an experiment of these tasks, so many at a time, into a new file of rows."""
    file, rows = folder / "experiment.toml", folder / "experiment.duckdb"
    file.write_text(_EXPERIMENT.format(tasks=tasks, repetitions=repetitions))
    rows.unlink(missing_ok=True)
    design = load_design(file)
    about = manifest(design.described())
    wall, cpu = time.perf_counter(), _cpu()
    results = []
    with local_pool(jobs, design.record) as pool, ExperimentStore(rows) as store:
        store.begin(about, design.tasks, design.configurations)
        for record in run_design(design, store, pool.submit, pool.slots):
            results.append(record.run.result)
    passed = time.perf_counter() - wall
    verdicts = Counter(result.verdict for result in results)
    # The server of the runs lives on: what they told of themselves is counted in its place.
    used = _cpu() - cpu + sum(result.statistics.cpu_s for result in results)
    return Performance(len(results), verdicts, passed, used, min(result.statistics.wall_s for result in results))


def _cpu() -> float:
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.runs_a_second", description="Runs a second.")
    parser.add_argument("--tiny", type=int, default=1000, help="runs of tiny tasks (1000); 0 for none")
    parser.add_argument("--pairs", type=int, default=3, help="pairs of one and of several at a time on longer tasks (3); 0 for none")
    given = parser.parse_args(arguments)
    cores = len(available_cores())
    print(f"{cores} cores, {busy_cores():.1f} of them in use", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.tiny:
            repetitions = max(1, round(given.tiny / (2 * len(TINY))))
            families = ", ".join(f'{{ name = "{family}", sizes = [{size}] }}' for family, size in TINY)
            print(f"tiny, {cores} at a time: {perform(folder, f'families = [{families}]', repetitions, cores)}", flush=True)
        ratios = []
        for _ in range(given.pairs):
            alone, together = perform(folder, LONGER, 4, 1), perform(folder, LONGER, 4, cores)
            ratios.append(alone.wall / together.wall)
            print(f"longer, 1 at a time: {alone}; the shortest {alone.shortest:.2f} s", flush=True)
            print(f"longer, {cores} at a time: {together}; {ratios[-1]:.2f} times as many", flush=True)
        if ratios:
            print(f"{cores} at a time do {median(ratios):.2f} times as much as one (median of {len(ratios)})")


if __name__ == "__main__":
    main()
