"""What a sweep on a cluster costs beside its runs: ``python -m benchmarks.cluster [--runs 10000] [--workers 2]``.

A Dask scheduler and workers on this machine get an experiment whose runs are simulated: a worker checks its sources and the task's files as
for any run, and answers with a row.  What is left is what a sweep of any size pays: the coordinator, which hands runs out and writes rows,
the scheduler, and the workers' own share.  Printed: runs a second, CPU milliseconds a run and peak memory of each part, and how many cores
each part keeps busy with runs of 20 s.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.runs_a_second import TINY
from verilab.experiments.design.design import PlannedRun, load_design
from verilab.experiments.laboratory import pools
from verilab.experiments.laboratory.campaign import run_design
from verilab.experiments.laboratory.performing import Finished
from verilab.experiments.laboratory.workers import Equipment, WorkerDiffers, equipment, files_of
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.manifest import manifest
from verilab.verification.schema import PropertyResult, Run, RunResult

SECONDS = 20
"""Of a run, for the cores that a part could keep busy."""


def simulated(run: PlannedRun, recorded: frozenset[str], ours: Equipment, files: Any, *, in_control_groups: bool = False) -> Finished:
    """``perform_at_worker`` but for the run itself."""
    if difference := ours.difference(equipment()):
        raise WorkerDiffers(difference)
    if tuple(files) != files_of(run.task):
        raise WorkerDiffers("other files")
    verdict = "true" if run.task.promised else "false"
    properties = tuple(PropertyResult(name, verdict, expected=expected) for name, expected in run.task.expectations.items())
    result = RunResult(run.task.name, verdict, configuration=run.configuration, expected=run.task.promised, properties=properties)
    return Finished(Record(Run(run.label, result), run.repetition), {})


@contextmanager
def cluster(workers: int, folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """A scheduler with so many workers of one thread: its address, and the processes by name."""
    from distributed import Client

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    options = {"dask_scheduler": ["--host", "127.0.0.1", "--port", port, "--no-dashboard"]}
    options["dask_worker"] = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    with ExitStack() as stack:
        processes = {}
        for name, command in [("scheduler", "dask_scheduler"), *((f"worker {number}", "dask_worker") for number in range(1, workers + 1))]:
            code = f"from distributed.cli.{command} import main; main()"
            process = stack.enter_context(
                subprocess.Popen([sys.executable, "-c", code, *options[command]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
            stack.callback(process.kill)
            processes[name] = process.pid
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, processes


def usage(processes: Mapping[str, int]) -> dict[str, tuple[float, float]]:
    """CPU seconds, and the most megabytes so far, of each process."""
    used = {}
    for name, process in processes.items():
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        peak = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmHWM"))
        used[name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(peak.split()[1]) / 1024
    return used


def measure(runs: int, workers: int) -> Iterator[str]:
    """The lines of the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        families = ", ".join(f'{{ name = "{family}", sizes = [{size}] }}' for family, size in TINY)
        text = f'repetitions = {max(1, runs // (2 * len(TINY)))}\n[tasks]\nfamilies = [{families}]\n[settings]\nanalysis = "value"\n'
        (folder / "experiment.toml").write_text(text)
        design = load_design(folder / "experiment.toml")
        with cluster(workers, folder) as (address, started), patch.object(pools, "perform_at_worker", simulated):
            processes = {"coordinator": os.getpid(), **started}
            rows = folder / "experiment.duckdb"
            with pools.dask_pool(address, design.record) as pool, ExperimentStore(rows) as store:
                store.begin(manifest(design.described()), design.tasks, design.configurations)
                before, begin = usage(processes), time.perf_counter()
                count = sum(1 for _ in run_design(design, store, pool.submit, pool.slots, pool.check))
                wall, after = time.perf_counter() - begin, usage(processes)
            size = rows.stat().st_size / 2**20
            yield f"{count} runs on {workers} workers in {wall:.1f} s: {count / wall:.0f} a second, rows of {size:.1f} MB"
            yield f"{'part':12} {'CPU ms a run':>12} {'MB at most':>10} {f'cores of {SECONDS} s runs':>18}"
            for part in processes:
                seconds = (after[part][0] - before[part][0]) / count
                feeds = f"{SECONDS / seconds:,.0f}" if seconds and not part.startswith("worker") else "-"
                yield f"{part:12} {1000 * seconds:>12.2f} {after[part][1]:>10.0f} {feeds:>18}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description="What a sweep on a cluster costs beside its runs.")
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    for line in measure(arguments.runs, arguments.workers):
        print(line, flush=True)


if __name__ == "__main__":
    main()
