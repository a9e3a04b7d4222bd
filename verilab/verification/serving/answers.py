"""What a client has heard of a run, and what became of a run that gave no result."""

from __future__ import annotations

import signal
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.processes.endings import Ending
from verilab.verification.configuration import Configuration
from verilab.verification.progress import OnProgress, Progress
from verilab.verification.schema import PropertyResult, RunResult, RunStatistics, combined
from verilab.verification.serving.messages import Finished, FromRun, InputRejected, OutOfCpuTime

if TYPE_CHECKING:  # what the forked process loads, this one may do without
    from verilab.program.tasks import Task

_REPORTED = frozenset(field.name for field in fields(RunStatistics)) - {"wall_s"}
"""What is kept, where a child reported it, when the child has to be killed."""

SERVER_DIED = "crash: the server of the runs died"
"""Why a run ended with which the process died that it was forked from."""
OUT_OF_CPU_TIME = "out of CPU time"
TIMEOUT = "timeout"


class RejectedInput(Refused):
    """The child found the input wrong; the message is the rendered error."""

    def render(self) -> str:
        return str(self)


@dataclass(slots=True)
class Heard:
    """What a run's process has said so far; progress is handed on.

    ``reason``: why it was ended, or has ended itself, without a result.
    """

    on_progress: OnProgress = lambda row: None
    latest: Progress = field(default_factory=lambda: Progress(""))
    result: RunResult | None = None
    rejected: InputRejected | None = None
    reason: str = ""

    def hear(self, message: FromRun) -> None:
        """Take in one message."""
        match message:
            case Progress():
                self.latest = message
                self.on_progress(message.row())
            case Finished(result=result):
                self.result = result
            case InputRejected():
                self.rejected = message
            case OutOfCpuTime(cpu_s=seconds):
                self.latest = replace(self.latest, numbers=self.latest.numbers | {"cpu_s": seconds})
                self.reason = OUT_OF_CPU_TIME


def interpret(task: Task, configuration: Configuration, heard: Heard, ending: Ending | None, wall: float, server: str = "") -> RunResult:
    """The run's own result, or what became of it with the counters that it last reported; RejectedInput where the input was wrong.

    ``ending`` is None where the server died that it was forked from, whose last words ``server`` are.
    """
    if heard.result is not None:
        result = replace(heard.result, statistics=replace(heard.result.statistics, wall_s=round(wall, 3)))
        return _out_of_cpu_time(result) if heard.reason == OUT_OF_CPU_TIME else result
    if heard.rejected is not None:
        raise RejectedInput(heard.rejected.text)
    counters = {name: number for name, number in heard.latest.numbers.items() if name in _REPORTED}
    if ending is None:
        reason = ": ".join([SERVER_DIED, *server.strip().splitlines()[-1:]])
    else:
        reason = OUT_OF_CPU_TIME if ending.code == -signal.SIGXCPU else ending.reason("the run's process")
        counters["cpu_s"] = max(ending.cpu_s, counters.get("cpu_s", 0.0))
    reason = heard.reason or reason
    known = {result.name: result for result in heard.latest.decided}
    properties = [known.get(name, PropertyResult(name, "unknown", reason, expected=task.expectations[name])) for name in task.expectations]
    verdict, why = combined(properties)
    words = server if ending is None else ending.words
    return RunResult(
        task=task.name,
        verdict=verdict,
        reason=why,
        properties=tuple(properties),
        evidence=next((result.evidence for result in properties if result.verdict == verdict), Evidence()),
        statistics=RunStatistics(wall_s=round(wall, 3), **counters),
        configuration=configuration,
        expected=task.promised,
        details={"stderr": words[-4000:]} if reason.startswith("crash") else {},
    )


def _out_of_cpu_time(result: RunResult) -> RunResult:
    """What a run came to that ended by itself when its CPU time was used: whatever is not decided has that reason."""
    properties = tuple(replace(one, reason=OUT_OF_CPU_TIME) if one.verdict == "unknown" else one for one in result.properties)
    verdict, reason = combined(properties) if properties else (result.verdict, OUT_OF_CPU_TIME)
    return replace(result, verdict=verdict, reason=reason, properties=properties)
