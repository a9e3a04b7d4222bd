"""What the rooms log (one logger of the standard library each), from every process of a command to its standard error.

A run, its phases and its solvers are processes of their own, and a run's standard error is kept for how it ends.  So the command listens at
a named pipe; its path and the level are in the environment, which every process is given.  Nothing waits for a reader: a line that finds
no room is lost.  Without ``listening`` there is no handler, and a call of a logger looks at its level.
"""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

VARIABLE = "VERILAB_LOG"
ROOT = "verilab"
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""By how often ``--verbose`` is given."""

_FORMAT = logging.Formatter("%(asctime)s.%(msecs)03d %(process)d %(name)s: %(message)s", "%H:%M:%S")
_LONGEST = 4000
"""Characters of a line, such that the system writes it whole."""


class _PipeHandler(logging.Handler):
    """Writes each record as a line to a descriptor."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self.setFormatter(_FORMAT)

    def emit(self, record: logging.LogRecord) -> None:
        line = " ".join(self.format(record).splitlines())
        with suppress(OSError):  # nobody reads, or not fast enough
            os.write(self._descriptor, line.encode(errors="replace")[:_LONGEST] + b"\n")

    def close(self) -> None:
        os.close(self._descriptor)
        super().close()


def attach() -> None:
    """Log from this process to whoever listens, where the environment names one."""
    level, _, path = os.environ.get(VARIABLE, "").partition(":")
    if not path:
        return
    with suppress(OSError, ValueError):  # who listened has gone
        handler = _PipeHandler(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        logger = logging.getLogger(ROOT)
        logger.setLevel(int(level))
        logger.handlers = [handler]
        logger.propagate = False


@contextmanager
def listening(verbose: int) -> Iterator[None]:
    """While it is open, what is logged in this process and those that it starts is written to standard error.

    ``verbose``: 0 nothing, 1 what is planned and which runs and phases begin and end, 2 refinements and solver processes, too.
    """
    if not verbose or not hasattr(os, "mkfifo"):
        yield
        return
    logger, before = logging.getLogger(ROOT), os.environ.get(VARIABLE)
    known = logger.level, logger.handlers, logger.propagate
    with tempfile.TemporaryDirectory(prefix="verilab-log-") as folder:
        path = os.path.join(folder, "lines")
        os.mkfifo(path)
        # For writing too, so that it does not end while no other process has it open.
        descriptor = os.open(path, os.O_RDWR)
        reader = Thread(target=_show, args=(descriptor,), daemon=True)
        reader.start()
        os.environ[VARIABLE] = f"{LEVELS[min(verbose, len(LEVELS) - 1)]}:{path}"
        attach()
        try:
            yield
        finally:
            for handler in logger.handlers:
                handler.close()
            level, logger.handlers, logger.propagate = known
            logger.setLevel(level)
            os.environ.pop(VARIABLE)
            if before is not None:
                os.environ[VARIABLE] = before
            os.write(descriptor, _END)
            reader.join(timeout=2)
            os.close(descriptor)


_END = b"\0\n"


def _show(descriptor: int) -> None:
    """Write lines to standard error as they come, up to the end."""
    kept = b""
    while True:
        kept += os.read(descriptor, 65536)
        *lines, kept = kept.split(b"\n")
        for line in lines:
            if line + b"\n" == _END:
                return
            sys.stderr.write(line.decode(errors="replace") + "\n")
        sys.stderr.flush()
