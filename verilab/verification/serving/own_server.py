"""A server of runs that is forked from this process: its runs have the objects that a script or notebook has defined.

It is that of ``fork_server`` in all else.  One is made for every state of the definitions; those of an earlier one end with their last run.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import socket
import sys
import traceback
import warnings
from contextlib import suppress
from threading import Lock
from typing import IO

from verilab.definitions import DEFINITIONS, objects_named
from verilab.verification.configuration import Configuration
from verilab.verification.serving.processes import ForkServer, RunProcess, ServerProcess


class ForkedServer(ForkServer):
    """A fork server that is a fork of this process."""

    def __init__(self) -> None:
        super().__init__()
        self._forked: list[RunProcess] = []

    def fork(self) -> RunProcess:
        self._forked = [*(run for run in self._forked if not run.has_ended), process := super().fork()]
        return process

    @property
    def is_idle(self) -> bool:
        """Whether none of its runs goes on."""
        return all(process.has_ended for process in self._forked)

    def _begin(self, control: socket.socket, errors: IO[bytes]) -> ServerProcess:
        from verilab.verification.serving.fork_server import main  # here, so that the fork has it

        assert self._control is not None
        ours = self._control
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # Newer Pythons warn where there are threads: ``verilab.sweep`` forks before it has any.
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid:
            return _Forked(pid)
        status = 1
        try:
            os.setsid()
            ours.close()  # else it would never see that its client is gone
            with open(os.devnull, "r+b", buffering=0) as nothing:
                os.dup2(nothing.fileno(), 0)
                os.dup2(nothing.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            # What a notebook or a test has put in their places speaks with threads and files of the parent.
            sys.stdin = os.fdopen(0, "r", closefd=False)
            sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
            gc.freeze()
            main(control.detach())
            status = 0
        except BaseException:  # whatever it is, it must not go on into what the parent was doing
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(status)


class _Forked:
    """A forked process, as far as a client asks for it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        return self._wait(os.WNOHANG)

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int | None:
        return self._wait(0)

    def _wait(self, options: int) -> int | None:
        if self._status is None:
            pid, status = self.pid, 0
            with suppress(ChildProcessError):  # somebody has waited for all children
                pid, status = os.waitpid(self.pid, options)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status


class _OwnServers:
    """The servers that are forks of this process, by the version of the definitions that they have."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner = 0
        self._servers: dict[int, ForkedServer] = {}

    def current(self) -> ForkedServer:
        """One that has all definitions."""
        with self._lock:
            if self._owner != os.getpid():  # in a fork of this process: they are the parent's
                self._owner, self._servers = os.getpid(), {}
            for version, server in list(self._servers.items()):
                if version != DEFINITIONS.version and server.is_idle:
                    self._servers.pop(version).close()
            return self._servers.setdefault(DEFINITIONS.version, ForkedServer())

    def close(self) -> None:
        """End them with all of their runs."""
        if self._owner == os.getpid():
            for server in self._servers.values():
                server.close()


_own_servers = _OwnServers()
atexit.register(_own_servers.close)


def named_objects(configuration: Configuration) -> list[str]:
    """The names of the objects that a configuration names and a script defines."""
    fields = (configuration.strategy, configuration.backend, configuration.checker, configuration.interpolation)
    return [name for text in fields for name in objects_named(text)]


def own_server() -> ForkServer:
    """The server that is a fork of this process and has all that is defined in it."""
    return _own_servers.current()
