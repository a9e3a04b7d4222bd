"""Trials: every run in a process of its own, forked from one that has imported the verifier with the fault.

The first process imports the solvers only, which take most of the time; one child per fault imports verilab with it and forks per run.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import threading
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from tests.seeded_faults.fault import Fault
from tests.seeded_faults.planting import check_planted, plant
from tests.seeded_faults.programs import SmallProgram
from tests.seeded_faults.verification import SECONDS, Outcome, verify

Trial = tuple[SmallProgram, str]
"""A program and the name of a setting."""

FRONT_END = ("verilab.program.syntax.grammar.parser", "verilab.program.syntax.preprocessing.preprocessor")
"""What is imported when there is a text to read."""
GRACE = 60.0  # seconds that a run with its evidence may take beyond its own limit

_forking = threading.Lock()  # a pipe's end that another thread's child inherits would stay open as long as that child lives


def warm_up() -> None:
    """Import what every run needs and no fault is in."""
    for name in ("cvc5", "pycparser", "pysmt.shortcuts", "z3"):
        import_module(name)


def isolated(function: Callable[[], Any], seconds: float | None = None) -> Any:
    """What the function returns in a fork of this process; None where that dies or takes longer than ``seconds``."""
    with _forking:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            _forking.release()
            os.close(reading)
            if seconds is not None:
                os.setpgid(0, 0)  # what it starts ends with it
            _answer(function, writing)
        os.close(writing)
    end = None if seconds is None else time.monotonic() + seconds
    data = b""
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        if not select.select([reading], [], [], left)[0]:
            os.killpg(child, signal.SIGKILL)
            break
        chunk = os.read(reading, 1 << 16)
        if not chunk:
            break
        data += chunk
    os.close(reading)
    os.waitpid(child, 0)
    try:
        answer = pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return None
    if isinstance(answer, _Raised):
        raise RuntimeError(answer.text)
    return answer


class _Raised:
    """An exception of a child."""

    def __init__(self, text: str) -> None:
        self.text = text


def _answer(function: Callable[[], Any], writing: int) -> None:
    """Write the function's result to the pipe and end the process."""
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 1)
    try:
        answer: Any = function()
    except BaseException as error:
        answer = _Raised(f"{type(error).__name__}: {error}")
    try:
        data = pickle.dumps(answer)
        while data:
            data = data[os.write(writing, data) :]
    finally:
        os._exit(0)


def with_fault(fault: Fault | None, trials: Sequence[Trial], evidences: list[str], enough: int = 0) -> list[tuple[Trial, Outcome]]:
    """The trials that end in a wrong claim with a fault (None: without any); no more trials after ``enough`` of them (0: all)."""

    def run() -> list[tuple[Trial, Outcome]]:
        if fault is not None:
            plant(fault)
        # What runs import when they come to it is imported here: a fault counts as planted where its module is one of the verifier's.
        preloaded = import_module("verilab.verification.serving.fork_server").PRELOADED
        for name in (*preloaded, *FRONT_END, "verilab_backends", "verilab_strategies"):
            import_module(name)
        if fault is not None:
            check_planted(fault)
        outcomes: list[tuple[Trial, Outcome]] = []
        for trial in trials:
            outcome = _tried(trial, evidences)
            if outcome.claim not in ("unknown", trial[0].verdict):
                outcomes.append((trial, outcome))
                if len(outcomes) == enough:
                    break
        return outcomes

    outcomes: list[tuple[Trial, Outcome]] = isolated(run)
    return outcomes


def _tried(trial: Trial, evidences: list[str]) -> Outcome:
    try:
        outcome: Outcome | None = isolated(lambda: verify(*trial, evidences), SECONDS + GRACE)
    except RuntimeError:  # the verifier refuses the program or fails: that is no wrong verdict
        outcome = None
    return outcome or Outcome("unknown", {})
