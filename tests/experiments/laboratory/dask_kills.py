"""An experiment on the workers of a Dask scheduler that are killed all the while, and what becomes of its rows.

``python -m tests.experiments.laboratory.dask_kills --runs 40 --kills 5`` runs the same experiment on this machine, on two workers, and on
two workers of which now one, now the other is killed and replaced, and prints in what the tables differ.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import verilab
from tests.experiments.laboratory.cluster import TEXT, Cluster, cluster
from tests.experiments.laboratory.killing import begin, experiment, finish, kill, reported_rows, table

WORKERS = 2


@dataclass(slots=True)
class Outcome:
    """``both``, ``killed``: the rows on two workers, and on two that are killed, that are not those of this machine."""

    rows: int = 0
    kills: int = 0
    both: list[tuple[str, ...]] = field(default_factory=list)
    killed: list[tuple[str, ...]] = field(default_factory=list)
    doubled: int = 0
    attempts: Counter[int] = field(default_factory=Counter)
    seconds: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def text(self) -> str:
        """For people."""
        local, both, killed = self.seconds
        lines = [
            f"{self.rows} rows; this machine {local:.0f} s, two workers {both:.0f} s, two of which {self.kills} are killed {killed:.0f} s",
            f"two workers: {len(self.both)} rows are not those of this machine",
            f"with kills: {len(self.killed)} rows are not those of this machine, {self.doubled} are doubled; attempts "
            + ", ".join(f"{count} rows with {number}" for number, count in sorted(self.attempts.items())),
            *(" ".join(row) for row in (*self.both, *self.killed)[:20]),
        ]
        return "\n".join(lines)


def campaign(folder: Path, runs: int, kills: int, seed: int) -> Outcome:
    """Run an experiment of so many runs in the three ways."""
    file, outcome, chance = experiment(folder, runs // 2, TEXT), Outcome(), random.Random(seed)
    began = [time.monotonic()]
    assert finish(file, rows="local.duckdb") == 0
    began.append(time.monotonic())
    with cluster(folder, WORKERS) as workers:
        assert finish(file, "--dask", workers.address, rows="both.duckdb") == 0
        began.append(time.monotonic())
        outcome.kills = _with_kills(file, workers, chance, kills)
        began.append(time.monotonic())
    local, both, killed = (table(folder / f"{name}.duckdb") for name in ("local", "both", "killed"))
    outcome.rows, outcome.doubled = len(local), len(killed) - len({row[0] for row in killed})
    outcome.both = sorted(set(local) ^ set(both))
    outcome.killed = sorted(set(local) ^ set(killed))
    outcome.attempts = Counter(map(int, verilab.open(folder / "killed.duckdb").runs.attempts))
    outcome.seconds = (began[1] - began[0], began[2] - began[1], began[3] - began[2])
    return outcome


def _with_kills(file: Path, workers: Cluster, chance: random.Random, kills: int) -> int:
    """Run it once more, and kill a worker when some more rows are there; how many were killed."""
    rows, killed = file.with_name("killed.duckdb"), 0
    with begin(file, "--dask", workers.address, rows=rows.name) as coordinator:
        until = chance.randint(1, 4)
        while coordinator.poll() is None:
            if killed < kills and reported_rows(rows) >= until:
                time.sleep(chance.uniform(0.0, 1.0))
                victim = workers.workers.pop(chance.randrange(len(workers.workers)))
                killed += kill(victim.pid)
                workers.add_worker()
                until = reported_rows(rows) + chance.randint(1, 4)
            time.sleep(0.05)
    assert coordinator.returncode == 0
    return killed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(campaign(Path(name), arguments.runs, arguments.kills, arguments.seed).text())


if __name__ == "__main__":
    main()
