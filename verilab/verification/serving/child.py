"""What a forked run does (``verilab.verification.isolated``): one request in, progress and one result out, as JSON lines."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from threading import Lock, Thread
from typing import Any, TextIO

from verilab.errors import Refused
from verilab.processes.forks import die_with_parent
from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.resources import cpu_seconds, mapped_megabytes
from verilab.verification.compilation import begin_compilation
from verilab.verification.configuration import Configuration

PROGRESS_INTERVAL = 0.2
"""Seconds between two progress lines."""
CPU_INTERVAL = 0.1
"""Seconds between two looks at the CPU time."""
OUT_OF_CPU_TIME = "out of CPU time"


class _Reporter:
    """Writes JSON lines to the original standard output, progress at most every PROGRESS_INTERVAL."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._next = 0.0
        self._decided: Any = None
        self._turn = Lock()  # two threads send: a line must not be inside another

    def progress(self, row: dict[str, Any]) -> None:
        now = time.monotonic()
        # A verdict on a property goes at once: it must survive whatever happens to this process.
        if now >= self._next or row.get("properties") != self._decided:
            self._decided = row.get("properties")
            self._next = now + PROGRESS_INTERVAL
            self.send({"progress": row})

    def send(self, message: dict[str, Any]) -> None:
        with self._turn:
            self._stream.write(json.dumps(message) + "\n")
            self._stream.flush()


def _limit_memory(megabytes: int | None) -> None:
    """Limit the address space to what is mapped now plus ``megabytes``: an allocation past it fails in this process only.

    Only the soft limit: a virtual machine reserves far more addresses than it uses, and whoever starts one lifts the limit for it.
    """
    if megabytes is None:
        return
    limit = int(mapped_megabytes() * (1 << 20)) + (megabytes << 20)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _watch_cpu_time(limit: float, reporter: _Reporter) -> None:
    """End this process, which may be inside a solver, when it and those below it have used so many seconds; they die with it."""
    while (used := cpu_seconds()) < limit:
        time.sleep(CPU_INTERVAL)
    reporter.send({"progress": {"cpu_s": round(used, 3)}})
    reporter.send({"ended": OUT_OF_CPU_TIME})
    os._exit(0)


def serve_request() -> None:
    """Read the request from standard input, verify, and answer on standard output."""
    die_with_parent()
    faulthandler.enable()  # a solver that crashes leaves where it was asked in the errors: see ``answers.where_it_crashed``
    # Solver libraries may print: their output must not mix with the answers, so the answers get a descriptor of their own.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    reporter = _Reporter(answers)
    request = json.loads(sys.stdin.read())
    try:
        if request["cores"] and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, request["cores"])  # whatever this process starts inherits it
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        tempfile.tempdir = None  # the server may have asked for its own
        _answer(request, reporter)
    except Exception:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    answers.flush()


def _answer(request: dict[str, Any], reporter: _Reporter) -> None:
    configuration = Configuration.from_json(request["configuration"])
    if sys.platform == "linux":
        _limit_memory(configuration.memory_limit)
    if configuration.cpu_limit is not None:
        Thread(target=_watch_cpu_time, args=(cpu_seconds() + configuration.cpu_limit, reporter), daemon=True).start()
    task = Task.from_json(request["task"])
    executions = begin_compilation(task)
    # After the compilation has begun: where this is the first run of its server, these load beside it.
    from verilab.refinement.log import RefinementLog
    from verilab.refinement.steering import Script, Steering
    from verilab.verification.verification import verify

    try:
        with contextlib.ExitStack() as stack:
            log = None
            if request.get("log") is not None:
                log = RefinementLog(stack.enter_context(open(request["log"], "a")), models=bool(request.get("models")))
            steering = None
            if request.get("trace") is not None:
                script = Script() if request["script"] is None else Script.from_json(request["script"])
                steering = Steering(script, stack.enter_context(open(request["trace"], "w")))
            result = verify(
                task, configuration, reporter.progress, log, steering, executions, tells_invariants=bool(request.get("invariants"))
            )
    except (InputError, Refused) as error:
        reporter.send({"input_error": error.render()})
    else:
        reporter.send({"result": result.to_json()})
