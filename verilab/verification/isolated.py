"""One run in a process of its own, with hard limits: whatever a solver does there, only that run is lost.

The process is forked from a server that has its modules loaded (``fork_server``), or from a fork of this process where the configuration
names an object that is defined here (``own_server``); what is said over the line to it: ``verilab.verification.serving.messages``.
"""

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from verilab.processes.messages import Garbled
from verilab.verification.configuration import Configuration
from verilab.verification.progress import OnProgress
from verilab.verification.schema import RunResult
from verilab.verification.serving.answers import TIMEOUT, Heard, interpret
from verilab.verification.serving.messages import Request
from verilab.verification.serving.own_server import named_objects, own_server
from verilab.verification.serving.processes import RunProcess, fork_server

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task
    from verilab.refinement.steering import Script

_LOGGER = logging.getLogger("verilab.verification")

GRACE_SECONDS = 2.0
"""What a child gets beyond the time limit to end by itself and report what it has."""

STOP_INTERVAL = 0.1
"""Seconds between two looks at whether a run is still wanted."""


class Stopped(Exception):
    """The run was ended because nobody wants its result any more."""


def run_isolated(
    task: Task,
    configuration: Configuration,
    progress: OnProgress = lambda row: None,
    log: Path | None = None,
    *,
    script: Script | None = None,
    trace: Path | None = None,
    stop: Event | None = None,
    cores: Collection[int] = (),
    tells_invariants: bool = False,
    models: bool = False,
) -> RunResult:
    """Verify a task in a child process; its refinements are logged to the file ``log``, row by row.

    ``script`` says what some refinements choose; it takes effect with a file ``trace`` for what was chosen.  ``cores``: the only ones that
    the child and what it starts may use; all without any.
    ``tells_invariants``: those of a proof's loops go to the result's details, as C.  ``models``: the log has the abstract models, too.
    Raises RejectedInput for wrong input, Stopped soon after ``stop`` is set.  A child that dies or overruns its limits gives the
    verdict unknown with the reason.
    """
    with tempfile.TemporaryDirectory(prefix="verilab-run-", ignore_cleanup_errors=True) as scratch:
        request = Request(
            task,
            configuration,
            Path.cwd(),
            os.environ | {"TMPDIR": scratch},  # a run that is killed, and what it has started, removes nothing itself
            log=log,
            models=models,
            tells_invariants=tells_invariants,
            cores=sorted(cores),
            trace=trace,
            script=None if script is None else script.to_json(),
        )
        _LOGGER.info("%s: begins, %s %s", task.name, configuration.analysis, configuration.strategy or "default")
        start = time.monotonic()
        server = own_server() if named_objects(configuration) else fork_server
        run, heard = server.fork(), Heard(progress)
        try:
            with suppress(OSError):  # it has died before it could hear it, which is noticed next
                run.line.send(request)
            limit = None if configuration.time_limit is None else start + configuration.time_limit + GRACE_SECONDS
            if not _follow(run, heard, limit, stop):
                heard.reason = TIMEOUT
        finally:
            ending = run.end()
    seconds = time.monotonic() - start
    result = interpret(task, configuration, heard, ending, seconds, "" if ending is not None else server.last_words())
    _LOGGER.info("%s: %s after %.1f s%s", task.name, result.verdict, seconds, f" ({result.reason})" if result.reason else "")
    return result


def _follow(run: RunProcess, heard: Heard, limit: float | None, stop: Event | None) -> bool:
    """Hear a run until it has ended; False where the limit passes before.  Raises Stopped where ``stop`` is set."""
    with suppress(EOFError):  # it has said its last, or has died, which its end tells
        while True:
            rest = None if limit is None else limit - time.monotonic()
            if rest is not None and rest <= 0:
                return False
            if stop is not None:
                if stop.is_set():
                    raise Stopped
                rest = STOP_INTERVAL if rest is None else min(rest, STOP_INTERVAL)
            with suppress(Garbled):  # a solver library that prints where it should not
                message = run.receive(rest)
                if message is not None:
                    heard.hear(message)
    return True
