"""A fork of this process with a line to it: the phases of a run are."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import warnings
from collections.abc import Callable
from typing import Any, Generic

from verilab.processes.endings import Ending
from verilab.processes.lines import Heard, Line
from verilab.processes.tree import groups_below


class Forked(Generic[Heard]):
    """A fork of this process, in a process group of its own, which does ``serve`` with its end of the line and leaves.

    ``hears`` are the messages that come from it, ``says`` those that go to it.
    """

    def __init__(self, serve: Callable[[Line[Any]], None], *, hears: tuple[type[Heard], ...], says: tuple[type[Any], ...]) -> None:
        mine, theirs = socket.socketpair()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which the child does without
            self.pid = os.fork()
        if not self.pid:
            try:
                os.setpgid(0, 0)
                mine.close()
                serve(Line.of_socket(theirs, says))
            finally:
                os._exit(1)
        with contextlib.suppress(OSError):  # whichever of the two is first
            os.setpgid(self.pid, self.pid)
        theirs.close()
        self.line = Line.of_socket(mine, hears)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it and all that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended, or is no child any more
            os.killpg(self.pid, number)

    def end(self) -> Ending:
        """End it, and what it has started, whatever is left of them; how it ended if it had before."""
        below = groups_below(self.pid) - {os.getpgrp()}  # not ours, which something below it may have for a moment
        self.signal(signal.SIGKILL)
        for group in below:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.signal(signal.SIGKILL)  # what it started meanwhile
        self.line.close()
        return Ending(os.waitstatus_to_exitcode(status))
