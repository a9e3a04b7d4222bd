"""What goes to a run's process and what comes back, and what became of a run that gave no result.

The process reads one JSON request from its standard input and answers with JSON lines: see ``verilab.verification.isolated``.
"""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Collection
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.verification.configuration import Configuration
from verilab.verification.schema import PropertyResult, RunResult, RunStatistics, combined
from verilab.verification.serving.processes import Ended

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task
    from verilab.refinement.steering import Script

_REPORTED = frozenset(each.name for each in fields(RunStatistics)) - {"wall_s"}
"""What is kept, where a child reported it, when the child has to be killed."""

SERVER_DIED = "crash: the server of the runs died"
"""Why a run ended with which the process died that it was forked from."""

Progress = Callable[[dict[str, Any]], None]


class RejectedInput(Refused):
    """The child found the input wrong; the message is the rendered error."""

    def render(self) -> str:
        return str(self)


def request_of(
    task: Task,
    configuration: Configuration,
    log: Path | None = None,
    *,
    script: Script | None = None,
    trace: Path | None = None,
    cores: Collection[int] = (),
    tells_invariants: bool = False,
    models: bool = False,
) -> dict[str, Any]:
    """What the process is asked for; the parameters are those of ``run_isolated``."""
    request: dict[str, Any] = {
        "task": task.to_json(),
        "configuration": configuration.to_json(),
        "log": None if log is None else str(log),
        "models": models,
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "cores": sorted(cores),
        "invariants": tells_invariants,
    }
    if trace is not None:
        request |= {"trace": str(trace), "script": None if script is None else script.to_json()}
    return request


def accept(line: bytes, answers: list[dict[str, Any]], progress: Progress) -> None:
    """Take in one line of the process: progress is handed on, anything else that is an object is an answer."""
    try:
        message = json.loads(line)
    except ValueError:
        return  # a solver library that prints to standard output
    if isinstance(message, dict) and "progress" in message:
        progress(message["progress"])
    elif isinstance(message, dict):
        answers.append(message)


def where_it_crashed(errors: str) -> str:
    """The innermost Python function of the thread that crashed, as ``faulthandler`` writes it: of a solver the call of its library."""
    _, _, trace = errors.rpartition("Fatal Python error: ")
    frame = re.search(r'^(?:Current thread|Thread) .*\n  File "(.*)", line \d+ in (.*)$', trace, re.MULTILINE)
    return f" in {frame[2]} of {'/'.join(Path(frame[1]).parts[-2:])}" if frame else ""


def interpret(
    task: Task,
    configuration: Configuration,
    answers: list[dict[str, Any]],
    errors: str,
    timed_out: bool,
    process: Ended | None,
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
    elif process is not None and process.code < 0:
        reason = f"crash: the run's process died of {signal.Signals(-process.code).name}{where_it_crashed(errors)}"
    else:
        last = errors.strip().splitlines()
        reason = (
            f"crash: {last[-1] if last else f'exit status {process.code}'}" if process is not None else ": ".join([SERVER_DIED, *last[-1:]])
        )
    known = {each["name"]: PropertyResult.from_json(each) for each in latest.get("properties", ())}
    properties = [known.get(name, PropertyResult(name, "unknown", reason, expected=task.expectations[name])) for name in task.expectations]
    verdict, why = combined(properties)
    counters = {name: number for name, number in latest.items() if name in _REPORTED}
    if process is not None:
        counters["cpu_s"] = max(process.cpu_s, counters.get("cpu_s", 0.0))
    return RunResult(
        task=task.name,
        verdict=verdict,
        reason=why,
        properties=tuple(properties),
        evidence=next((each.evidence for each in properties if each.verdict == verdict), Evidence()),
        statistics=RunStatistics(wall_s=round(wall, 3), **counters),
        configuration=configuration,
        expected=task.promised,
        details={"stderr": errors[-4000:]} if reason.startswith("crash") else {},
    )
