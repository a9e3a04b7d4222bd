"""One run in a control group of the system, limited and measured by BenchExec's RunExecutor (Beyer, Loewe, Wendler, STTT 2019).

The kernel counts the CPU time and the memory of the group, whatever the run has started.  The process is that of
``verilab.verification.isolated`` with the same request and answers, but a new one: it loads its modules itself.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.processes.endings import OUT_OF_MEMORY, Ending
from verilab.processes.lines import Line
from verilab.processes.messages import Garbled, encode
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import GRACE_SECONDS, STOP_INTERVAL, Stopped
from verilab.verification.schema import RunResult
from verilab.verification.serving.answers import OUT_OF_CPU_TIME, TIMEOUT, Heard, interpret
from verilab.verification.serving.messages import FROM_RUN, FromRun, Request

if TYPE_CHECKING:
    from benchexec.runexecutor import RunExecutor

    from verilab.program.tasks import Task

INSTALL = 'pip install "verilab[benchexec]"'
START_MEGABYTES = 500
"""What the interpreter and its solvers take at their start, which a run's memory limit does not count."""
_COMMAND = (
    "import json, os, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from verilab.verification.serving.child import serve_request; serve_request(); os._exit(0)"
)
_ENDED = {"memory": OUT_OF_MEMORY, "cputime": OUT_OF_CPU_TIME, "cputime-soft": OUT_OF_CPU_TIME}
"""Why a run ended that reached a limit of its group, by BenchExec's name of the limit; that of wall time is a timeout."""


@cache
def control_groups() -> str:
    """Who limits runs here: BenchExec's name and version.  Refused where it is missing, or may not make control groups."""
    try:
        from benchexec import __version__
        from benchexec.runexecutor import RunExecutor
    except ImportError as error:
        raise Refused(f"control groups need BenchExec, which is not installed ({error}); install it with: {INSTALL}") from None
    with tempfile.TemporaryDirectory(prefix="verilab-") as folder:
        try:
            executor = RunExecutor(use_namespaces=False)
            measured = executor.execute_run(
                ["/bin/true"], os.path.join(folder, "output"), hardtimelimit=10, walltimelimit=10, memlimit=100 << 20, write_header=False
            )
        except SystemExit as error:
            raise Refused(f"BenchExec may not use the control groups of this machine: {error}") from None
    if "cputime" not in measured or "memory" not in measured:
        raise Refused("BenchExec measures no CPU time or no memory here: control groups for them are missing")
    return f"BenchExec {__version__} (control group)"


def run_controlled(
    task: Task,
    configuration: Configuration,
    log: Path | None = None,
    *,
    stop: Event | None = None,
    cores: Collection[int] = (),
    models: bool = False,
) -> RunResult:
    """Verify a task in a control group; CPU and wall time of the result are those that the group had.

    The parameters are those of ``run_isolated``.  Raises Refused where there are no control groups (``control_groups``), RejectedInput for
    wrong input, Stopped soon after ``stop`` is set.
    """
    control_groups()
    from benchexec.runexecutor import RunExecutor

    executor = RunExecutor(use_namespaces=False)
    request = Request(task, configuration, Path.cwd(), dict(os.environ), log=log, models=models, cores=sorted(cores))
    with tempfile.TemporaryDirectory(prefix="verilab-") as name, _stopping(executor, stop):
        folder = Path(name)
        (folder / "request").write_bytes(encode(request))
        with open(folder / "request") as file:
            measured = executor.execute_run(
                [sys.executable, "-c", _COMMAND, json.dumps([os.path.abspath(place) for place in sys.path])],
                str(folder / "answers"),
                stdin=file,
                error_filename=str(folder / "errors"),
                write_header=False,
                cores=sorted(cores) or None,
                **_limits(configuration),
            )
        errors = (folder / "errors").read_text(errors="replace")[-20_000:]
        if stop is not None and stop.is_set():
            raise Stopped
        return _result(task, configuration, folder / "answers", errors, measured)


def _limits(configuration: Configuration) -> dict[str, Any]:
    """The group's: a grace beyond those that the process keeps itself, so that it can tell what it has."""
    limits: dict[str, Any] = {}
    if configuration.time_limit is not None:
        limits["walltimelimit"] = math.ceil(configuration.time_limit + GRACE_SECONDS)
    if configuration.cpu_limit is not None:
        limits["hardtimelimit"] = math.ceil(configuration.cpu_limit + GRACE_SECONDS)
    if configuration.memory_limit is not None:
        limits["memlimit"] = (configuration.memory_limit + START_MEGABYTES) * 1_000_000
    return limits


def _result(task: Task, configuration: Configuration, answers: Path, errors: str, measured: dict[str, Any]) -> RunResult:
    """The process's own result with the group's times, or what became of it."""
    heard = Heard()
    with open(answers, "rb") as file, suppress(EOFError):  # the run has said its last
        line: Line[FromRun] = Line(file.fileno(), file.fileno(), FROM_RUN)
        while True:
            with suppress(Garbled):  # a solver library that prints where it should not
                message = line.receive()
                assert message is not None
                heard.hear(message)
    reason: str = measured.get("terminationreason") or ""
    heard.reason = _ENDED.get(reason, TIMEOUT if reason == "walltime" else heard.reason)
    code = measured["exitcode"]
    ending = Ending(-code.signal if code.signal else code.value or 0, errors, float(measured.get("cputime", 0.0)))
    result = interpret(task, configuration, heard, ending, float(measured["walltime"]))
    times = replace(result.statistics, wall_s=round(float(measured["walltime"]), 3), cpu_s=round(ending.cpu_s, 3))
    return replace(result, statistics=times)


@contextmanager
def _stopping(executor: RunExecutor, stop: Event | None) -> Iterator[None]:
    """End the executor's run soon after ``stop`` is set."""
    if stop is None:
        yield
        return
    over = Event()

    def watch() -> None:
        while not over.wait(STOP_INTERVAL):
            if stop.is_set():
                executor.stop()
                return

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
