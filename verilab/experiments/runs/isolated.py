"""One run in a process of its own, with hard limits: whatever a solver does there, only that run is lost.

The process is forked from a server that has its modules loaded (``fork_server``).  It reads one JSON request from its standard input and
answers with JSON lines: ``{"progress": {...}}`` any number of times, then one ``{"result": {...}}``, ``{"input_error": "..."}`` or
``{"ended": reason}``.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable, Collection
from dataclasses import fields, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.processes import RunProcess, fork_server
from verilab.experiments.schema import PropertyResult, RunResult, RunStatistics, combined

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task
    from verilab.refinement.steering import Script

GRACE_SECONDS = 2.0
"""What a child gets beyond the time limit to end by itself and report what it has."""
_REPORTED = frozenset(each.name for each in fields(RunStatistics)) - {"wall_s"}
"""What is kept, where a child reported it, when the child has to be killed."""

SERVER_DIED = "crash: the server of the runs died"
"""Why a run ended with which the process died that it was forked from."""

STOP_INTERVAL = 0.1
"""Seconds between two looks at whether a run is still wanted."""

Progress = Callable[[dict[str, Any]], None]


class RejectedInput(Refused):
    """The child found the input wrong; the message is the rendered error."""

    def render(self) -> str:
        return str(self)


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
) -> RunResult:
    """Verify a task in a child process; its refinements are logged to the file ``log``, row by row.

    ``script`` says what some refinements choose; it takes effect with a file ``trace`` for what was chosen.  ``cores``: the only ones that
    the child and what it starts may use; all without any.
    ``tells_invariants``: those of a proof's loops go to the result's details, as C.
    Raises RejectedInput for wrong input, Stopped soon after ``stop`` is set.  A child that dies or overruns its limits gives the
    verdict unknown with the reason.
    """
    request: dict[str, Any] = {
        "task": task.to_json(),
        "configuration": configuration.to_json(),
        "log": None if log is None else str(log),
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "cores": sorted(cores),
        "invariants": tells_invariants,
    }
    if trace is not None:
        request |= {"trace": str(trace), "script": None if script is None else script.to_json()}
    start = time.monotonic()
    child = fork_server.fork(json.dumps(request).encode())
    latest: dict[str, Any] = {}

    def keep(row: dict[str, Any]) -> None:
        latest.update(row)
        progress(row)

    code: int | None = None
    try:
        limit = None if configuration.time_limit is None else start + configuration.time_limit + GRACE_SECONDS
        lines, errors, timed_out = _collect(child, limit, keep, stop)
    finally:
        code = child.end()
    if code is None:
        errors += fork_server.last_words()
    return _interpret(task, configuration, lines, errors, timed_out, code, time.monotonic() - start, latest)


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
                        _accept(bytes(line), answers, progress)
    return answers, errors.decode(errors="replace"), False


def _accept(line: bytes, answers: list[dict[str, Any]], progress: Progress) -> None:
    try:
        message = json.loads(line)
    except ValueError:
        return  # a solver library that prints to standard output
    if isinstance(message, dict) and "progress" in message:
        progress(message["progress"])
    elif isinstance(message, dict):
        answers.append(message)


def _interpret(
    task: Task,
    configuration: Configuration,
    answers: list[dict[str, Any]],
    errors: str,
    timed_out: bool,
    return_code: int | None,
    wall: float,
    latest: dict[str, Any],
) -> RunResult:
    """The child's own result, or what became of it with the counters that it last reported."""
    for answer in answers:
        if "result" in answer:
            result = RunResult.from_json(answer["result"])
            return replace(result, statistics=replace(result.statistics, wall_s=round(wall, 3)))
        if "input_error" in answer:
            raise RejectedInput(answer["input_error"])
    ended = next((answer["ended"] for answer in answers if "ended" in answer), "timeout" if timed_out else "")
    if ended:
        reason = ended
    elif "MemoryError" in errors or "bad_alloc" in errors or "out of memory" in errors.lower():
        reason = "out of memory"
    elif return_code is not None and return_code < 0:
        reason = f"crash: the run's process died of {signal.Signals(-return_code).name}"
    else:
        last = errors.strip().splitlines()
        reason = (
            f"crash: {last[-1] if last else f'exit status {return_code}'}"
            if return_code is not None
            else ": ".join([SERVER_DIED, *last[-1:]])
        )
    known = {each["name"]: PropertyResult.from_json(each) for each in latest.get("properties", ())}
    properties = [known.get(name, PropertyResult(name, "unknown", reason, expected=task.expectations[name])) for name in task.expectations]
    verdict, why = combined(properties)
    return RunResult(
        task=task.name,
        verdict=verdict,
        reason=why,
        properties=tuple(properties),
        evidence=next((each.evidence for each in properties if each.verdict == verdict), Evidence()),
        statistics=RunStatistics(wall_s=round(wall, 3), **{name: number for name, number in latest.items() if name in _REPORTED}),
        configuration=configuration,
        expected=task.promised,
        details={"stderr": errors[-4000:]} if reason.startswith("crash") else {},
    )
