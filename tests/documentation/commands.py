"""The ``verilab`` of the documentation's shell blocks: a command that a process forks which has loaded everything.

Most commands of the documentation take less time than the start of an interpreter with what they import. The file ``verilab`` that goes in
front of the others on a block's path passes its arguments, folder, environment and descriptors to the process, which forks; the fork runs
``verilab.cli.main`` and ends as an interpreter does; its runs are forked from it. That a command loads what it needs is tested where one is
started anew (``tests/cli``).
"""

from __future__ import annotations

import atexit
import gc
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from verilab.cli import main
from verilab.verification import isolated
from verilab.verification.serving import processes
from verilab.verification.serving.own_server import ForkedServer

LOADED = ("verilab.cli.app", "verilab.verification.verification", "verilab_backends.z3.backend", "verilab_backends.cvc5.backend")
LABORATORY = ("duckdb", "pandas", "scipy.stats", "verilab.experiments.store.reading")
"""Loaded where they are installed."""
DESCRIPTORS = 3
LENGTH = 4
"""Bytes of a request's length, in front of it."""
CLIENT = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({address!r})
    request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [len(request).to_bytes({length}, "big")], [0, 1, 2])
    line.sendall(request)
    answer = line.recv(1)
sys.exit(answer[0] if answer else 70)
"""


@contextmanager
def command_folder(folder: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """The folder of a ``verilab`` that is forked; ``folder`` is empty and has a short path, as addresses are short."""
    address = str(folder / "line")
    code = f"import sys; sys.path[:] = {sys.path!r}; from tests.documentation.commands import serve; serve({address!r})"
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdin=subprocess.DEVNULL, stdout=writing, start_new_session=True
    )
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as ready:
            assert ready.read(1), "the server of the commands did not start"
        client = folder / "verilab"
        client.write_text(CLIENT.format(python=sys.executable, address=address, length=LENGTH))
        client.chmod(0o755)
        yield folder
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # with what a block that took too long has left
        server.wait()


def serve(address: str) -> None:
    """Fork a command for each request, until somebody ends the process."""
    for name in LOADED:
        importlib.import_module(name)
    for name in LABORATORY:
        if importlib.util.find_spec(name.partition(".")[0]) is not None:
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen()
    os.write(1, b"1")
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who waits for a command is a fork itself, and nobody waits for that one
    while True:
        line = listening.accept()[0]
        if not os.fork():
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            _answer(line)
            return
        line.close()


def _answer(line: socket.socket) -> None:
    """Run one command, in a fork that returns from here as the command's interpreter ends; its exit code goes back."""
    length, descriptors, _, _ = socket.recv_fds(line, LENGTH, DESCRIPTORS)
    with line.makefile("rb") as request:
        arguments, folder, environment = json.loads(request.read(int.from_bytes(length, "big")))
    if pid := os.fork():
        for descriptor in descriptors:
            os.close(descriptor)
        _, status = os.waitpid(pid, 0)
        line.sendall(bytes([os.waitstatus_to_exitcode(status) % 256]))
        os._exit(0)
    line.close()
    for place, descriptor in enumerate(descriptors):
        os.dup2(descriptor, place)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["verilab", *arguments]
    # What runs are forked from is not started anew either.
    server = ForkedServer()
    for module in (processes, isolated):
        vars(module)["fork_server"] = server
    atexit.register(server.close)
    main()
