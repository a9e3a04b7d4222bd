"""A process that is started by its command when it is needed, and again where it has died: the solvers' are."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence

from verilab.processes.endings import Ending

_LOGGER = logging.getLogger("verilab.processes")

_LAST_WORDS = 2000
"""Bytes of standard error in which the last line is looked for."""


class ChildProcess:
    """At most one live process with pipes to its standard input and output; its standard error is kept for its ``Ending``.

    ``generation`` counts the starts, so that clients know when what they sent is lost.
    """

    def __init__(self) -> None:
        self.generation = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as this object)

    @property
    def pid(self) -> int | None:
        """The live process's id."""
        return None if self.process is None else self.process.pid

    @property
    def alive(self) -> bool:
        """In a fork of the process that started it, it is not: two clients of one pipe would read each other's answers."""
        return self.process is not None and self._owner == os.getpid() and self.process.poll() is None

    def start(
        self, command: Sequence[str], *, buffer_size: int = -1, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a process in the place of one that has ended; OSError where that is impossible."""
        self.bury()
        self._errors.seek(0)
        self._errors.truncate()
        self.process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=buffer_size, env=environment
        )
        self._owner = os.getpid()
        self.generation += 1
        _LOGGER.debug("process %d started, the %d. of its kind: %s", self.process.pid, self.generation, os.path.basename(command[0]))
        return self.process

    def ending(self) -> Ending:
        """How the process ended, which has closed its output; and bury it."""
        assert self.process is not None
        try:
            code: int | None = self.process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:  # it closed its output and lives on
            code = None
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - _LAST_WORDS))
        words = self._errors.read().decode(errors="replace")
        ending = Ending(code, words)
        _LOGGER.debug("process %d ended: %s", self.process.pid, ending.described("it"))
        self.kill()
        return ending

    def kill(self) -> None:
        """End the process at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.bury()

    def bury(self) -> None:
        """Close the pipes of a process that has ended."""
        process, self.process = self.process, None
        if process is not None:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):  # closing flushes what a dead process can no longer read
                        stream.close()

    def close(self) -> None:
        """End the process; none can be started afterwards."""
        self.kill()
        self._errors.close()


class ProcessClient:
    """What talks to a child process that is started when it is needed."""

    def __init__(self) -> None:
        self._child = ChildProcess()

    @property
    def pid(self) -> int | None:
        """The live process's id."""
        return self._child.pid

    @property
    def generation(self) -> int:
        """How many processes were started."""
        return self._child.generation

    def kill(self) -> None:
        """End the process at once."""
        self._child.kill()

    def close(self) -> None:
        """End the process; nothing can be asked afterwards."""
        self._child.close()
