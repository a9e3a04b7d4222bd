"""Who performs the runs: threads of this process, each with a process or control group for its run, or the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event

from verilab.data_classes import dataclass
from verilab.definitions import IMPORT
from verilab.errors import Refused
from verilab.experiments.design.design import PlannedRun
from verilab.experiments.laboratory.campaign import Submit
from verilab.experiments.laboratory.cores import CorePool
from verilab.experiments.laboratory.performing import Finished, perform
from verilab.experiments.laboratory.turns import nothing_to_check
from verilab.experiments.laboratory.workers import check_workers, equipment, files_of, perform_at_worker
from verilab.verification.configuration import ConfigurationError
from verilab.verification.controlled import control_groups
from verilab.verification.serving.own_server import named_objects

INSTALL = 'pip install "verilab[cluster]"'
CONNECT_SECONDS = 10


class SchedulerGone(Refused):
    """The scheduler was there, and is not any more."""


@dataclass(frozen=True, slots=True)
class Pool:
    """``slots`` runs at a time; ``check`` raises where none that was submitted will ever finish."""

    submit: Submit
    slots: int
    check: Callable[[], None] = nothing_to_check


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
            yield Pool(lambda planned: executor.submit(run, planned), jobs)
        finally:
            stop.set()
            executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def dask_pool(address: str, recorded: frozenset[str], *, in_control_groups: bool = False) -> Iterator[Pool]:
    """Runs on the workers of a scheduler, as many on each as it has threads.

    Every worker has the same verilab, and the tasks' files under the same paths.  ConfigurationError where no scheduler answers, or a
    worker has another verilab; runs raise WorkerDiffers, and waiting for them SchedulerGone.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise Refused(f"--dask needs Dask, which is not installed ({error}); install it with: {INSTALL}") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except Exception as error:  # what another service answers is taken for anything, up to the size of an array
        raise ConfigurationError(
            f"--dask {address}: no scheduler answers ({str(error) or type(error).__name__}); give an address such as tcp://127.0.0.1:8786"
        ) from None
    with client:
        threads = client.nthreads()
        if not threads:
            raise ConfigurationError(f"--dask {address}: the scheduler has no workers; start some with: dask worker {address}")
        check_workers(client, address)
        executor = client.get_executor(pure=False)
        run = partial(perform_at_worker, recorded=recorded, ours=equipment(), in_control_groups=in_control_groups)

        def check() -> None:
            if client.status not in ("running", "connecting"):  # it tries to come back for a while
                raise SchedulerGone(
                    f"--dask {address}: the scheduler is gone; the runs that have finished are in the rows, run the same again to go on"
                )

        def submit(planned: PlannedRun) -> Future[Finished]:
            for name in named_objects(planned.configuration):
                raise ConfigurationError(
                    f"--dask {address}: {name!r} is an object of this process, which the workers do not have; give one that they can "
                    f"import: {IMPORT}:MODULE.{name.partition('@')[0]}"
                )
            try:
                future: Future[Finished] = executor.submit(run, planned, files=files_of(planned.task))
            except Exception:  # raised again, unless it is because the scheduler is gone
                check()
                raise
            return future

        try:
            yield Pool(submit, sum(threads.values()), check)
        finally:
            with suppress(Exception):  # of a scheduler that is gone, nothing can be called off
                executor.shutdown(wait=False)
