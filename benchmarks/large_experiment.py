"""How long the tables of a large experiment take: ``python -m benchmarks.large_experiment --refinements 1000000``.

The file is made first, in a temporary folder or at ``--file``: runs of several configurations, among which the refinements are shared out
at random, each row with other numbers and texts.  Then each table is made several times; the median of the wall and of the CPU seconds
is printed, and for the command line also those of a whole process, from its start.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median

from verilab.experiments.sheets import render
from verilab.experiments.sheets.runs import refinement_sheet
from verilab.experiments.sheets.summaries import summarise, summary_sheets
from verilab.experiments.store import ExperimentStore, Record, StoredExperiment
from verilab.experiments.store.database import connected
from verilab.experiments.store.manifest import manifest
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

LABELS = tuple(f"{analysis} {strategy}" for analysis in ("value", "predicate") for strategy in ("none", "good", "narrow", "random"))
TASKS = 250
ROUNDS = 5

# Of DuckDB's own random numbers: a million rows through Python would take minutes.
_REFINEMENTS = """
    INSERT INTO refinements BY NAME
    WITH drawn AS (
        SELECT (SELECT list(run ORDER BY run) FROM runs) AS names, i, random() AS a, random() AS b, random() AS c, md5(i::VARCHAR) AS digest
        FROM range($count) AS r(i)
    ),
    shared AS (SELECT names[1 + (a * len(names))::BIGINT % len(names)] AS run, i, a, b, c, digest FROM drawn)
    SELECT
        run,
        (row_number() OVER (PARTITION BY run ORDER BY i))::INTEGER AS place, place AS number,
        CASE WHEN b < 0.5 THEN 'value' ELSE 'predicate' END AS phase,
        (10 + 1e5 * a * b)::BIGINT AS states, (1 + 9 * b)::INTEGER AS found,
        (1 + 19 * c)::INTEGER AS candidates, (19 * c * a)::INTEGER AS chosen,
        CASE WHEN a < 0.1 THEN [0, (9 * b)::INTEGER] ELSE [] END AS joined, CASE WHEN c < 0.05 THEN [1] ELSE [] END AS rejected,
        'good ' || digest AS why,
        json_array(json_object(
            'location', digest, 'file', 'program.c', 'line', (1e4 * b)::INTEGER, 'property', 'unreach-call', 'path', json_array()
        )) AS targets,
        json_array(json_object('fact', digest || ' <= ' || (1e6 * c)::INTEGER, 'points', [digest[1:8], digest[9:16]])) AS increment,
        json_object('splits', (9 * a)::INTEGER) AS edits
    FROM shared
"""


def fill(path: Path, refinements: int, seed: int = 0) -> None:
    """Make a file of rows that differ from each other, the same for the same seed."""
    chance = random.Random(seed)
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "benchmark"}), [], {})
        store.add([Record(_run(number, label, chance)) for number in range(TASKS) for label in LABELS])
    with connected(path, writing=True) as connection:
        connection.execute(f"SELECT setseed({(seed % 1000) / 1000})")
        connection.execute("SET threads = 1")  # else the numbers are drawn in another order each time
        connection.execute(_REFINEMENTS, {"count": refinements})


def _run(number: int, label: str, chance: random.Random) -> Run:
    verdict = chance.choice(("true", "true", "unknown"))
    seconds = chance.lognormvariate(0, 2)
    statistics = RunStatistics(seconds * 1.1, seconds, seconds * 0.4, seconds * 0.6, refinements=chance.randrange(1000))
    reason = chance.choice(("timeout", "out of memory")) if verdict == "unknown" else ""
    configuration = Configuration(analysis=label.split()[0], seed=number)
    return Run(label, RunResult(f"family-{number % 9}/task-{number}", verdict, reason, statistics=statistics, configuration=configuration))


def measure(action: Callable[[], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """The median wall and CPU seconds of doing it, those of its child processes included."""
    times = []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), _cpu()
        action()
        times.append((time.perf_counter() - wall, _cpu() - cpu))
    return median(wall for wall, _ in times), median(cpu for _, cpu in times)


def _cpu() -> float:
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def tables(path: Path) -> dict[str, Callable[[], object]]:
    """What is measured, by its name."""
    grouped = "SELECT phase, count(*) AS n, avg(candidates) AS candidates, median(states) AS states FROM refinements GROUP BY phase"
    script = f"import sys; sys.path[:] = {sys.path!r}; from verilab.cli import main; main()"
    command = [sys.executable, "-c", script, "experiment", "table", str(path), "--of", "refinements"]
    return {
        "table of the runs": lambda: render(summary_sheets(summarise(StoredExperiment(path).results()))),
        "table of the refinements": lambda: render([refinement_sheet(StoredExperiment(path))]),
        "a statement of SQL as a data frame": lambda: StoredExperiment(path).sql(grouped),
        "verilab experiment table --of refinements": lambda: subprocess.run(command, check=True, capture_output=True),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large_experiment", description="Tables of a large experiment.")
    parser.add_argument("--refinements", type=int, default=1_000_000, help="how many (1000000)")
    parser.add_argument("--file", type=Path, help="keep the file of rows here (.duckdb), or take it from here")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = given.file or Path(folder) / "benchmark.duckdb"
        if not path.exists():
            fill(path, given.refinements)
        stored = StoredExperiment(path)
        ((count, different),) = stored.rows("SELECT count(*), count(DISTINCT increment::VARCHAR) FROM refinements")
        ((runs,),) = stored.rows("SELECT count(*) FROM runs")
        print(f"{count} refinements ({different} different increments) of {runs} runs, {path.stat().st_size >> 20} MB")
        for name, action in tables(path).items():
            wall, cpu = measure(action)
            print(f"{wall:7.2f} s wall {cpu:7.2f} s CPU  {name}", flush=True)


if __name__ == "__main__":
    main()
