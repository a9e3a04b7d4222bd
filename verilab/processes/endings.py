"""How a process ended, and what is told of it: of a run's, a phase's and a solver's in the same words."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from verilab.data_classes import dataclass

OUT_OF_MEMORY = "out of memory"
_MOST_OF_A_LINE = 200


@dataclass(frozen=True, slots=True)
class Ending:
    """``code`` as ``Popen.returncode``: negative is the signal that ended it; None where it closed its line and lives on.

    ``words``: the end of what it printed on standard error.  ``cpu_s``: the CPU seconds of it and of what it started, 0.0 where nobody
    counted.  ``full``: whether it had nearly all of its memory, so that it died of that.
    """

    code: int | None
    words: str = ""
    cpu_s: float = 0.0
    full: bool = False

    @property
    def is_out_of_memory(self) -> bool:
        """By what its parent saw, or by what Python, C++ or the system says of it."""
        return self.full or "MemoryError" in self.words or "bad_alloc" in self.words or "out of memory" in self.words.lower()

    def described(self, subject: str) -> str:
        """How the process that ``subject`` names ended, with what says why."""
        if self.full:
            return f"{subject} is {OUT_OF_MEMORY}"
        if self.code is None:
            return f"{subject} closed its output{self._last_line()}"
        if self.code >= 0:
            return f"{subject} ended with exit code {self.code}{self._last_line()}"
        name = _signal_name(-self.code)
        # What was said before says nothing of why somebody else killed it.
        return f"{subject} died of {name}" + ("" if name == "SIGKILL" else self._place() or self._last_line())

    def reason(self, subject: str) -> str:
        """Why there is no verdict of the process that ``subject`` names."""
        return OUT_OF_MEMORY if self.is_out_of_memory else f"crash: {self.described(subject)}"

    def _last_line(self) -> str:
        lines = self.words.strip().splitlines()
        return f": {lines[-1].strip()[:_MOST_OF_A_LINE]}" if lines else ""

    def _place(self) -> str:
        """The innermost Python function of the thread that crashed, as ``faulthandler`` writes it: of a solver the call of its library."""
        _, _, trace = self.words.rpartition("Fatal Python error: ")
        frame = re.search(r'^(?:Current thread|Thread) .*\n  File "(.*)", line \d+ in (.*)$', trace, re.MULTILINE)
        return f" in {frame[2]} of {'/'.join(Path(frame[1]).parts[-2:])}" if frame else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has no name of its own
        return f"signal {number}"
