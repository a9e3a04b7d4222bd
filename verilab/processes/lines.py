"""The line between two processes: typed messages each way, one a line, over any two descriptors."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import Generic, TypeVar

from verilab.processes.messages import decode, encode

Heard = TypeVar("Heard")
_CHUNK = 1 << 16


class Line(Generic[Heard]):
    """One end of a line: messages of the classes ``hears`` are read from one descriptor, any are written to the other.

    The descriptors are the caller's, unless he gives them up to ``close``.
    """

    def __init__(self, reading: int, writing: int, hears: tuple[type[Heard], ...]) -> None:
        self.waiting: Callable[[], AbstractContextManager[None]] = nullcontext
        """What is around every wait for a message."""
        self._reading, self._writing = reading, writing
        self._hears = {kind.__name__: kind for kind in hears}
        self._pending = bytearray()
        self._turn = Lock()  # where two threads send, a message must not be inside another
        self._poll = select.poll()
        self._poll.register(reading, select.POLLIN)

    @staticmethod
    def of_socket(end: socket.socket, hears: tuple[type[Heard], ...]) -> Line[Heard]:
        """The line over a socket, whose descriptor it takes."""
        descriptor = end.detach()
        return Line(descriptor, descriptor, hears)

    def send(self, message: object) -> None:
        """Raises OSError where the other end is closed."""
        rest = memoryview(encode(message))
        with self._turn:
            while rest:
                rest = rest[os.write(self._writing, rest) :]

    def receive(self, seconds: float | None = None) -> Heard | None:
        """The next message; None where none has come after so many seconds.

        Raises EOFError when the other end is closed, Garbled for what is no message; the next one may be.
        """
        until = None if seconds is None else time.monotonic() + seconds
        searched = 0
        while (end := self._pending.find(b"\n", searched)) < 0:
            searched = len(self._pending)
            rest = None if until is None else 1000 * max(0.0, until - time.monotonic())
            with self.waiting():
                if not self._poll.poll(rest):
                    return None
            try:
                chunk = os.read(self._reading, _CHUNK)
            except ConnectionError:
                chunk = b""
            if not chunk:
                raise EOFError
            self._pending += chunk
        line = bytes(self._pending[:end])
        del self._pending[: end + 1]
        message: Heard = decode(line, self._hears)
        return message

    def fileno(self) -> int:
        """The descriptor that messages come from."""
        return self._reading

    @property
    def has_pending(self) -> bool:
        """Whether a whole message has come that was not received yet."""
        return b"\n" in self._pending

    def close(self) -> None:
        """Close the descriptors."""
        for descriptor in {self._reading, self._writing}:
            os.close(descriptor)
