"""Who performs the runs: threads of this process, each with a process or control group for its run, or the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event

from verilab.errors import Refused
from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.design import PlannedRun
from verilab.experiments.laboratory.campaign import Submit
from verilab.experiments.laboratory.cores import CorePool
from verilab.experiments.laboratory.performing import Finished, perform
from verilab.experiments.runs.controlled import control_groups

INSTALL = 'pip install "verilab[cluster]"'
CONNECT_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Pool:
    """``slots`` runs at a time, on ``machines`` for people."""

    submit: Submit
    slots: int
    machines: str


@contextmanager
def local_pool(jobs: int, recorded: frozenset[str], *, in_control_groups: bool = False) -> Iterator[Pool]:
    """Runs of this machine; those that are not finished end when the pool does.

    ConfigurationError for more than it has cores, Refused where there are no control groups for them.
    """
    CorePool(jobs)  # said before anything is begun
    if in_control_groups:
        control_groups()
    stop = Event()
    run = partial(perform, recorded=recorded, slots=jobs, stop=stop, in_control_groups=in_control_groups)
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="run") as executor:
        try:
            yield Pool(lambda planned: executor.submit(run, planned), jobs, "this machine")
        finally:
            stop.set()
            executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def dask_pool(address: str, recorded: frozenset[str], *, in_control_groups: bool = False) -> Iterator[Pool]:
    """Runs on the workers of a scheduler, as many on each as it has threads.

    Every worker has verilab and the tasks' files under the same paths.  Refused where no scheduler answers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise Refused(f"--dask needs Dask, which is not installed ({error}); install it with: {INSTALL}") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ConfigurationError(
            f"--dask {address}: no scheduler answers ({error}); give an address such as tcp://127.0.0.1:8786"
        ) from None
    with client:
        threads = client.nthreads()
        if not threads:
            raise ConfigurationError(f"--dask {address}: the scheduler has no workers; start some with: dask worker {address}")
        executor = client.get_executor(pure=False)
        run = partial(perform_at_worker, recorded=recorded, in_control_groups=in_control_groups)
        try:
            yield Pool(lambda planned: executor.submit(run, planned), sum(threads.values()), f"{len(threads)} workers of {address}")
        finally:
            executor.shutdown(wait=False)


def perform_at_worker(run: PlannedRun, recorded: frozenset[str], *, in_control_groups: bool = False) -> Finished:
    """``perform`` with as many slots as the Dask worker that this is called in has threads."""
    from distributed import get_worker

    return perform(run, recorded, get_worker().state.nthreads, in_control_groups=in_control_groups)
