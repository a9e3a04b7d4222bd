"""One run in a process of its own, with hard limits: whatever a solver does there, only that run is lost.

The process is forked from a server that has its modules loaded (``fork_server``), or is a fork of this process where the configuration
names an object that is defined here (``own_server``).  It reads one JSON request from its standard input and
answers with JSON lines: ``{"progress": {...}}`` any number of times, then one ``{"result": {...}}``, ``{"input_error": "..."}`` or
``{"ended": reason}``.
"""

from __future__ import annotations

import json
import os
import selectors
import tempfile
import time
from collections.abc import Collection
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from verilab.verification.configuration import Configuration
from verilab.verification.schema import RunResult
from verilab.verification.serving.answers import Progress, accept, interpret, request_of
from verilab.verification.serving.own_server import named_objects, own_server
from verilab.verification.serving.processes import Ended, RunProcess, fork_server

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task
    from verilab.refinement.steering import Script

GRACE_SECONDS = 2.0
"""What a child gets beyond the time limit to end by itself and report what it has."""

STOP_INTERVAL = 0.1
"""Seconds between two looks at whether a run is still wanted."""


class Stopped(Exception):
    """The run was ended because nobody wants its result any more."""


def run_isolated(
    task: Task,
    configuration: Configuration,
    progress: Progress = lambda row: None,
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
    request = request_of(
        task, configuration, log, script=script, trace=trace, cores=cores, tells_invariants=tells_invariants, models=models
    )
    with tempfile.TemporaryDirectory(prefix="verilab-run-", ignore_cleanup_errors=True) as scratch:
        request["environment"]["TMPDIR"] = scratch  # a run that is killed, and what it has started, removes nothing itself
        return _answered(task, configuration, request, progress, stop)


def _answered(task: Task, configuration: Configuration, request: dict[str, Any], progress: Progress, stop: Event | None) -> RunResult:
    """What a run's process answers to the request, which nothing of it outlives."""
    start = time.monotonic()
    server = own_server() if named_objects(configuration) else fork_server
    child = server.fork(json.dumps(request).encode())
    latest: dict[str, Any] = {}

    def keep(row: dict[str, Any]) -> None:
        latest.update(row)
        progress(row)

    ended: Ended | None = None
    try:
        limit = None if configuration.time_limit is None else start + configuration.time_limit + GRACE_SECONDS
        lines, errors, timed_out = _collect(child, limit, keep, stop)
    finally:
        ended = child.end()
    if ended is None:
        errors += server.last_words()
    return interpret(task, configuration, lines, errors, timed_out, ended, time.monotonic() - start, latest)


def _collect(child: RunProcess, limit: float | None, progress: Progress, stop: Event | None) -> tuple[list[dict[str, Any]], str, bool]:
    """Read both streams until they close or the limit passes; progress lines are handed on at once."""
    answers: list[dict[str, Any]] = []
    errors = bytearray()
    pending = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(child.answers, selectors.EVENT_READ)
        selector.register(child.errors, selectors.EVENT_READ)
        while selector.get_map():
            rest = None if limit is None else limit - time.monotonic()
            if rest is not None and rest <= 0:
                return answers, errors.decode(errors="replace"), True
            if stop is not None:
                if stop.is_set():
                    raise Stopped
                rest = STOP_INTERVAL if rest is None else min(rest, STOP_INTERVAL)
            for key, _ in selector.select(rest):
                chunk = os.read(key.fd, 1 << 16)
                if not chunk:
                    selector.unregister(key.fd)
                elif key.fd == child.errors:
                    errors += chunk
                    del errors[:-20_000]
                else:
                    pending += chunk
                    *complete, rest_of_line = pending.split(b"\n")
                    pending = bytearray(rest_of_line)
                    for line in complete:
                        accept(bytes(line), answers, progress)
    return answers, errors.decode(errors="replace"), False
