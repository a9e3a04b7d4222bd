"""The process that runs are forked from: it has their modules loaded, so that many runs pay for the imports once.

It is one thread that waits and forks; no solver is asked anything in it.  What goes between it and its client
(``verilab.verification.serving.processes``), for each run: one byte with three descriptors, which become the run's end of the line (as its
standard input and output), its standard error, and its *life*.  A life that its client shuts down is ended with all below it;
when the run ends, whatever it left behind is ended too, and its exit code and CPU seconds go back through the life.  A client that is gone
ends everything.

A run tells at its end which modules it had to load itself; the server loads them for the next one, and makes what each would make anew
(``verilab.processes.forks.before_forks``, ``verilab.data_classes``).  So a single run imports only what it needs, and the runs of a sweep
import nothing.  What every run needs is loaded before, as long as none is asked for: the first run loads the rest beside the compilation
of its program.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import selectors
import signal
import socket
import sys
from collections.abc import Callable

from verilab.data_classes import compile_methods, dataclass
from verilab.processes.forks import prepare_forks
from verilab.processes.tree import groups_below, seconds_used_by

DESCRIPTORS = 3
PATIENCE = 0.2
"""Seconds in which a client that wanted one run is gone."""
PRELOADED = (
    "verilab.verification.serving.child",
    "verilab.verification.frontend",
    "verilab.analysis.value.analysis",
    "verilab.refinement.loop",
    "verilab.evidence.check",
    "verilab.verification.verification",
)
_PACKAGES = ("verilab", "verilab_backends", "verilab_strategies")
"""Whose modules are loaded for the next run; what these import comes along."""


@dataclass(slots=True)
class _Run:
    """A live run: its process, which leads a group, its life, and the pipe that its modules' names come through.

    ``cpu_s``: what it had used, with all below it, when it was killed.
    """

    pid: int
    life: socket.socket
    modules: int
    cpu_s: float = 0.0


class _Server:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._runs: dict[int, _Run] = {}
        self._loaded: list[bytes] = []
        self._selector = selectors.DefaultSelector()
        self._ended, self._wake = socket.socketpair()
        for end in (self._ended, self._wake):
            end.setblocking(False)

    def serve(self) -> None:
        """Fork until the client is gone."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the client's: it ends the runs
        signal.signal(signal.SIGCHLD, lambda number, frame: None)  # only then the wake-up descriptor is written to
        signal.set_wakeup_fd(self._wake.fileno())
        self._watch(self._control, self._fork)
        self._watch(self._ended, self._bury)
        while True:
            ready = self._selector.select(PATIENCE if self._loaded else None)
            for key, _ in ready:
                key.data()
            if not ready:
                self._load()

    def _watch(self, source: socket.socket, act: Callable[[], None]) -> None:
        self._selector.register(source, selectors.EVENT_READ, act)

    def _fork(self) -> None:
        message, descriptors, _, _ = socket.recv_fds(self._control, 1, DESCRIPTORS)
        if not message:
            self._leave()
        self._load()
        line, errors, life = descriptors
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            try:
                self._become(line, errors)
                from verilab.verification.serving.child import serve_request

                before = frozenset(sys.modules)
                serve_request()
                _tell_modules(writing, before)
                # Interpreter shutdown would free millions of objects one by one for nothing.
                os._exit(0)
            finally:
                os._exit(70)
        with contextlib.suppress(OSError):  # whoever of the two comes first
            os.setpgid(pid, pid)
        for descriptor in (line, errors, writing):
            os.close(descriptor)
        run = _Run(pid, socket.socket(fileno=life), reading)
        self._runs[pid] = run
        self._watch(run.life, lambda: self._end(run))

    def _become(self, line: int, errors: int) -> None:
        """The forked process: nothing of the server is left but its modules."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with contextlib.suppress(OSError):  # its parent may have done so
            os.setpgid(0, 0)
        for end in (self._control, self._ended, self._wake, *(run.life for run in self._runs.values())):
            end.close()
        self._selector.close()
        for place, stream in enumerate((line, line, errors)):
            os.dup2(stream, place)
        os.close(line)
        os.close(errors)

    def _end(self, run: _Run) -> None:
        """Its client wants no more of it."""
        if run.pid in self._runs:  # else it has ended by itself while this was on its way
            self._selector.unregister(run.life)
            run.cpu_s = seconds_used_by(run.pid)  # while what it started is still known to be its own
            for group in (run.pid, *groups_below(run.pid)):
                _kill(group)

    def _bury(self) -> None:
        """Runs have ended: end what they left, and tell their clients how."""
        with contextlib.suppress(BlockingIOError):  # all is read
            while self._ended.recv(4096):
                pass
        for run in list(self._runs.values()):
            if os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                continue
            run.cpu_s = max(run.cpu_s, seconds_used_by(run.pid))
            _kill(run.pid)  # while its number still is its group's
            _, status = os.waitpid(run.pid, 0)
            del self._runs[run.pid]
            with contextlib.suppress(KeyError):  # ended by its client
                self._selector.unregister(run.life)
            with contextlib.suppress(OSError):  # nobody waits for it any more
                run.life.send(f"{os.waitstatus_to_exitcode(status)} {run.cpu_s:.3f}".encode())
            run.life.close()
            with os.fdopen(run.modules, "rb") as pipe:
                self._loaded.append(pipe.read())

    def _load(self) -> None:
        """Load what ended runs had to load themselves: for the next one, or while nothing is asked for."""
        for names in filter(None, self._loaded):  # one that was killed told nothing
            for name in json.loads(names):
                with contextlib.suppress(Exception):  # a run that needs it will say what is wrong
                    importlib.import_module(name)
        if self._loaded:
            compile_methods()
            prepare_forks()
            gc.freeze()
        self._loaded.clear()

    def _leave(self) -> None:
        for pid in self._runs:
            _kill(pid)
        os._exit(0)


def _tell_modules(pipe: int, before: frozenset[str]) -> None:
    """Tell the server what this run had to load."""
    os.set_blocking(pipe, False)
    with contextlib.suppress(OSError):  # more names than a pipe holds: the next run loads them itself
        os.write(pipe, json.dumps([name for name in sys.modules if name not in before and _is_ours(name)]).encode())


def _kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # all of it has ended
        os.killpg(group, signal.SIGKILL)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _PACKAGES


def main(control: int) -> None:
    """Load what every run needs until one is asked for, then serve the client at the other end of the descriptor."""
    client = socket.socket(fileno=control)
    gc.disable()  # imports make no garbage worth looking for, and what they make stays
    for module in PRELOADED:
        if select.select([client], [], [], 0.0)[0] and module is not PRELOADED[0]:
            break
        importlib.import_module(module)
    gc.freeze()
    gc.enable()
    _Server(client).serve()
