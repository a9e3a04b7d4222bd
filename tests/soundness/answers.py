"""What verilab answers for one small program: a verification in a process forked from one that has everything loaded.

Starting an interpreter and the solvers costs more than most of these programs; a fork of a server that has loaded them costs nothing.
"""

from __future__ import annotations

import fcntl
import json
import multiprocessing
import os
import resource
import signal
import tempfile
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.allowances import INTERVAL, allowance_of
from tests.soundness.table import Row
from verilab.processes.tree import seconds_used_by
from verilab.program.errors import InputError
from verilab.program.tasks import load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

SECONDS = float(os.environ.get("VERILAB_SOUNDNESS_SECONDS", "6"))
"""The limit of CPU time of a run.  Nearly all answers come within it; what finds errors in the others is a longer one, at night."""
SHARE = float(os.environ.get("VERILAB_SOUNDNESS_SHARE", "0.33"))
"""How much of it a program has that had no answer within it before (``unanswered.txt``): at night, all."""
WALL = 8
"""Seconds of wall time for one of CPU time: machines that run tests are busy, and how busy they are must decide no answer."""
GRACE = 20
"""Seconds of wall time more after which a run that does not end by itself is killed."""
CPU_GRACE = 1.0
"""Seconds of CPU time that a run has beyond its limit to end by itself."""
MEGABYTES = 4000
PRELOADED = ["verilab.verification.verification", "verilab.program.tasks", "z3", "cvc5", "verilab_backends", "verilab_strategies"]
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(PRELOADED)


@dataclass(frozen=True, slots=True)
class Answer:
    """``true``, ``false``, ``unknown``, ``refused`` (the program, as wrong input) or ``failed`` (an exception), and why."""

    verdict: str
    reason: str


def answer(row: Row, seconds: float = SECONDS) -> Answer:
    """The answer for the program under ``auto`` within so many seconds of CPU time; unknown if the process dies or does not end."""
    receiver, sender = _server.Pipe(duplex=False)
    process = _server.Process(target=_serve, args=(row, sender, seconds))
    process.start()
    sender.close()
    try:
        return receiver.recv() if _waited(receiver, process.pid or 0, seconds) else Answer("unknown", "killed")
    except EOFError:
        return Answer("unknown", "the process died")
    finally:
        _end(process.pid)
        process.join()
        receiver.close()


def _waited(receiver: Connection, pid: int, seconds: float) -> bool:
    """Whether there is an answer before a run has used more than its limits."""
    end = time.monotonic() + WALL * seconds + GRACE
    while not receiver.poll(INTERVAL):
        if time.monotonic() > end or seconds_used_by(pid) > seconds + CPU_GRACE:
            return receiver.poll()
    return True


def remembered(row: Row, folder: Path) -> Answer:
    """The answer, computed once for all who ask with the same folder, also other processes."""
    memory = folder / (row.program.replace("/", "-") + ".json")
    with open(memory, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if text := file.read():
            return Answer(**json.loads(text))
        computed = answer(row, SECONDS if row.is_answered else SHARE * SECONDS)
        json.dump(asdict(computed), file)
    return computed


def _serve(row: Row, sender: Connection, seconds: float) -> None:
    # A group of its own: what the run starts ends with it.
    os.setsid()
    limit = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with tempfile.TemporaryDirectory() as name:
        sender.send(_verified(row, Path(name), seconds))


def _verified(row: Row, folder: Path, seconds: float) -> Answer:
    (folder / "unreach-call.prp").write_text(PROPERTY)
    task: dict[str, Any] = {
        "format_version": "2.0",
        "input_files": str(row.path.resolve()),
        "properties": [{"property_file": "unreach-call.prp", "expected_verdict": row.verdict == "true"}],
        "options": {"language": "C", "data_model": row.data_model},
    }
    # JSON is YAML.
    (folder / "task.yml").write_text(json.dumps(task))
    try:
        (loaded,) = load_tasks(folder / "task.yml")
        with allowance_of(seconds) as allowance:
            result = verify(loaded, Configuration(time_limit=WALL * seconds, cpu_limit=seconds), allowance=allowance)
    except InputError as error:
        return Answer("refused", error.render())
    except Exception as error:  # Whatever it is, it is the answer for this program.
        return Answer("failed", f"{type(error).__name__}: {error}")
    return Answer(result.verdict, result.reason or "")


def _end(pid: int | None) -> None:
    if pid is None:
        return
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
