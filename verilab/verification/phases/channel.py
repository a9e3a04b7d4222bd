"""The line between a run and one of its phases: JSON messages, one a line, and a clock that both read.

The phase sends ``progress``, ``log``, ``execute``, ``build``, ``paused``, ``held`` and at last ``ended``; it gets ``go``, ``stop``,
``executed`` or ``built``.
"""

from __future__ import annotations

import json
import mmap
import select
import socket
import struct
import time
from typing import Any


class Line:
    """One end of the line; what the other end sends is a sequence of JSON objects."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._pending = bytearray()

    @classmethod
    def pair(cls) -> tuple[Line, Line]:
        one, other = socket.socketpair()
        return cls(one), cls(other)

    def send(self, message: dict[str, Any]) -> None:
        """Raises OSError where the other end is closed."""
        self._end.sendall(json.dumps(message).encode() + b"\n")

    def receive(self, seconds: float | None = None) -> dict[str, Any] | None:
        """The next message; None where none has come after so many seconds.  Raises EOFError when the other end is closed."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            line, found, rest = self._pending.partition(b"\n")
            if found:
                self._pending = rest
                message: dict[str, Any] = json.loads(line)
                return message
            wait = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._end], [], [], wait)[0]:
                return None
            try:
                chunk = self._end.recv(1 << 16)
            except ConnectionError:
                chunk = b""
            if not chunk:
                raise EOFError
            self._pending += chunk

    def fileno(self) -> int:
        return self._end.fileno()

    @property
    def has_pending(self) -> bool:
        """Whether a whole message has come that was not received yet."""
        return b"\n" in self._pending

    def close(self) -> None:
        self._end.close()


class SharedClock:
    """Two numbers in memory that a run shares with one phase: when its slice ends, and how long it has waited for its turns.

    ``until``: a time of ``time.monotonic``.  ``waited``: seconds.  Written by the run only, while the phase stands still or has just begun.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 16)

    @property
    def until(self) -> float:
        return float(struct.unpack_from("d", self._memory, 0)[0])

    @until.setter
    def until(self, moment: float) -> None:
        struct.pack_into("d", self._memory, 0, moment)

    @property
    def waited(self) -> float:
        return float(struct.unpack_from("d", self._memory, 8)[0])

    @waited.setter
    def waited(self, seconds: float) -> None:
        struct.pack_into("d", self._memory, 8, seconds)
