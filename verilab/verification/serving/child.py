"""What the process of a run does: it hears one request, tells its progress, and says what it came to."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from verilab import logs
from verilab.errors import Refused
from verilab.processes.forks import die_with_parent
from verilab.processes.lines import Line
from verilab.program.errors import InputError
from verilab.program.lowering.collection import end_with_the_run
from verilab.resources import CpuAllowance, cpu_seconds, limit_cpu_time, limit_memory
from verilab.verification.compilation import begin_compilation
from verilab.verification.progress import Progress, Throttle
from verilab.verification.serving.messages import TO_RUN, Finished, InputRejected, OutOfCpuTime, Request

if TYPE_CHECKING:
    from verilab.refinement.log import RefinementLog
    from verilab.refinement.steering import Steering

RARE_COLLECTIONS = (100_000, 50, 1000)
CPU_INTERVAL = 0.1
"""Seconds between two looks at the CPU time."""
CPU_GRACE = 1.0
"""Seconds of CPU time beyond the limit after which the system ends the process, where nothing in it has looked."""
LAST_CPU_SECONDS, LAST_SECONDS = 0.5, 2.0
"""What a run has beyond its limit, of CPU time and of wall time, to end by itself and tell what each phase has come to."""


def serve_request() -> None:
    """Hear the request on standard input, verify, and answer on standard output."""
    die_with_parent()
    # What is made is kept to the end, mostly: a program, its control points, its terms.  Looking through it for garbage takes a tenth of
    # the time, and the process ends with its run.
    gc.set_threshold(*RARE_COLLECTIONS)
    end_with_the_run()
    faulthandler.enable()  # a solver that crashes leaves where it was asked in the errors: see ``verilab.processes.endings``
    # Solver libraries may print, and what they start may read: the line is on descriptors of its own.
    line: Line[Request] = Line(os.dup(0), os.dup(1), TO_RUN)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    throttle = Throttle()

    def tell(progress: Progress) -> None:
        if throttle.passes(progress):
            line.send(progress)

    try:
        request = line.receive()
        assert request is not None
        allowance = _settle(request, line)
        executions = begin_compilation(request.task)
        # After the compilation has begun: where this is the first run of its server, these load beside it.
        from verilab.verification.verification import verify

        with _logged(request) as (log, steering):
            result = verify(
                request.task,
                request.configuration,
                tell,
                log,
                steering,
                executions,
                tells_invariants=request.tells_invariants,
                allowance=allowance,
            )
        line.send(Finished(result))
    except (InputError, Refused) as error:
        line.send(InputRejected(error.render()))
    except Exception:  # a defect: its text goes to whoever asked, who says that the run failed
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def _settle(request: Request, line: Line[Request]) -> CpuAllowance | None:
    """Run where and within what limits the client wants it; the CPU time that it allows."""
    if request.cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, request.cores)  # whatever this process starts inherits it
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    logs.attach()
    tempfile.tempdir = None  # the server may have asked for its own
    configuration = request.configuration
    if configuration.memory_limit is not None:
        limit_memory(configuration.memory_limit)
    if configuration.cpu_limit is None:
        return None
    limit_cpu_time(configuration.cpu_limit + CPU_GRACE)
    allowance = CpuAllowance(configuration.cpu_limit)
    Thread(target=_watch_cpu_time, args=(allowance, cpu_seconds(), line), daemon=True).start()
    return allowance


@contextmanager
def _logged(request: Request) -> Iterator[tuple[RefinementLog | None, Steering | None]]:
    """The refinement log and the steering that a client asks for, their files open."""
    with ExitStack() as stack:
        log = steering = None
        if request.log is not None:
            from verilab.refinement.log import RefinementLog

            log = RefinementLog(stack.enter_context(open(request.log, "a")), models=request.models)
        if request.trace is not None:
            from verilab.refinement.steering import Script, Steering

            script = Script() if request.script is None else Script.from_json(request.script)
            steering = Steering(script, stack.enter_context(open(request.trace, "w")))
        yield log, steering


def _watch_cpu_time(allowance: CpuAllowance, before: float, line: Line[Request]) -> None:
    """End this process, which may be inside a solver, when it and those below it have used what is allowed; they die with it.

    ``before``: what this process had used when the run began.
    """
    while (used := cpu_seconds()) < before + allowance.limit:
        allowance.tell(used - before)
        time.sleep(CPU_INTERVAL)
    line.send(OutOfCpuTime(round(used, 3)))
    allowance.tell(used - before)  # whatever looks at the deadline ends now
    end = time.monotonic() + LAST_SECONDS
    while time.monotonic() < end and cpu_seconds() < used + LAST_CPU_SECONDS:
        time.sleep(CPU_INTERVAL / 4)
    os._exit(0)
