"""Verdicts on many small programs: each in a forked process, so that nothing is loaded twice and nothing outlives its program."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verilab.program.errors import InputError
from verilab.program.tasks import Task
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

_GRACE = 3.0
CONVENTION = ErrorConvention(frozenset({"reach_error"}))


@dataclass(frozen=True, slots=True)
class Answer:
    """``verdict``: true, false, unknown or refused (valid C that was rejected, or an internal error)."""

    verdict: str
    reason: str = ""
    checked_by: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def answer(text: str, directory: Path, seconds: float, model: DataModel = DataModel.LP64, **options: Any) -> Answer:
    """What verilab says of the program within the time; ``options`` are fields of its configuration."""
    source = directory / "program.c"
    source.write_text(text)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _serve(source, model, Configuration(time_limit=seconds, **options), writer)
    os.close(writer)
    received, end = bytearray(), time.monotonic() + seconds + _GRACE
    while select.select([reader], [], [], max(0.0, end - time.monotonic()))[0]:
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            break
        received += chunk
    os.close(reader)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Answer(**json.loads(received)) if received else Answer("unknown", "timeout")


def _serve(source: Path, model: DataModel, configuration: Configuration, writer: int) -> None:
    os.setsid()
    try:
        result = verify(Task(source.stem, (source,), model, CONVENTION), configuration)
        kind = "refused" if "internal error" in result.reason else result.verdict
        details = {"model_errors": result.details.get("model_errors", [])}
        outcome = {"verdict": kind, "reason": result.reason, "checked_by": result.evidence.checked_by, "details": details}
    except InputError as error:
        outcome = {"verdict": "refused", "reason": error.render()}
    except Exception as error:  # whatever it is belongs into the campaign's table
        outcome = {"verdict": "refused", "reason": f"{type(error).__name__}: {error}"}
    os.write(writer, json.dumps(outcome, default=str).encode())
    os._exit(0)
