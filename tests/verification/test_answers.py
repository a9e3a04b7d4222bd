"""What is told of a run whose process gave no result."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.verification.forked_tasks import task
from verilab.processes.endings import Ending
from verilab.verification.configuration import Configuration
from verilab.verification.progress import Progress
from verilab.verification.schema import PropertyResult, RunResult
from verilab.verification.serving.answers import Heard, RejectedInput, interpret
from verilab.verification.serving.messages import Finished, InputRejected, OutOfCpuTime


def answered(folder: Path, heard: Heard, ending: Ending | None, server: str = "") -> RunResult:
    return interpret(task(folder), Configuration(), heard, ending, 3.0, server)


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (Ending(-signal.SIGKILL), "crash: the run's process died of SIGKILL"),
        (Ending(-signal.SIGXCPU), "out of CPU time"),
        (Ending(1, "Traceback\nOSError: no space"), "crash: the run's process ended with exit code 1: OSError: no space"),
        (Ending(1, "terminate called\n  what():  std::bad_alloc"), "out of memory"),
        (None, "crash: the server of the runs died: ImportError: no"),
    ],
)
def test_the_reason_says_how_the_process_ended(tmp_path: Path, ending: Ending | None, reason: str) -> None:
    result = answered(tmp_path, Heard(), ending, "Traceback\nImportError: no")
    assert (result.verdict, result.reason) == ("unknown", reason)


def test_what_was_said_last_is_kept(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = []
    heard = Heard(rows.append)
    heard.hear(Progress("value", numbers={"states": 7, "wall_s": 1.0}))
    heard.hear(OutOfCpuTime(4.5))
    result = answered(tmp_path, heard, Ending(0, cpu_s=2.0))
    assert (result.reason, result.statistics.states, result.statistics.cpu_s) == ("out of CPU time", 7, 4.5)
    assert result.statistics.wall_s == 3.0
    assert rows == [{"phase": "value", "properties": [], "states": 7, "wall_s": 1.0}]


def test_a_verdict_that_was_told_survives_the_process(tmp_path: Path) -> None:
    (name,) = task(tmp_path).expectations
    heard = Heard()
    heard.hear(Progress("evidence of value", decided=[PropertyResult(name, "false")]))
    assert answered(tmp_path, heard, Ending(-signal.SIGSEGV)).verdict == "false"


def test_a_result_is_the_result_whatever_came_then(tmp_path: Path) -> None:
    heard = Heard()
    heard.hear(Finished(RunResult("t", "true")))
    result = answered(tmp_path, heard, Ending(-signal.SIGSEGV))
    assert (result.verdict, result.statistics.wall_s) == ("true", 3.0)


def test_wrong_input_is_raised_as_it_was_rendered(tmp_path: Path) -> None:
    heard = Heard()
    heard.hear(InputRejected("error: no such file"))
    with pytest.raises(RejectedInput, match="error: no such file"):
        answered(tmp_path, heard, Ending(0))
