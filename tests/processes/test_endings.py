"""How a process ended is told in the same words, whoever's it was."""

from __future__ import annotations

import signal

import pytest

from verilab.processes.endings import Ending

CRASH = """\
Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/z3/z3core.py", line 3 in Z3_solver_check
  File "/home/me/main.py", line 7 in main

Extension modules: one, two (total: 2)
"""


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        (Ending(-signal.SIGKILL), "the run died of SIGKILL"),
        (Ending(-signal.SIGKILL, "a warning of before"), "the run died of SIGKILL"),
        (Ending(-signal.SIGABRT, "one\nterminate called\n"), "the run died of SIGABRT: terminate called"),
        (Ending(-signal.SIGSEGV, CRASH), "the run died of SIGSEGV in Z3_solver_check of z3/z3core.py"),
        (Ending(-(signal.SIGRTMIN + 1)), f"the run died of signal {signal.SIGRTMIN + 1}"),
        (Ending(7), "the run ended with exit code 7"),
        (Ending(1, "Traceback\nValueError: no\n"), "the run ended with exit code 1: ValueError: no"),
        (Ending(None, "bye"), "the run closed its output: bye"),
        (Ending(-signal.SIGABRT, full=True), "the run is out of memory"),
    ],
)
def test_an_ending_is_told_with_what_says_why(ending: Ending, message: str) -> None:
    assert ending.described("the run") == message


@pytest.mark.parametrize("words", ["MemoryError", "what():  std::bad_alloc", "Out of memory!"])
def test_who_says_that_memory_is_lacking_is_out_of_memory(words: str) -> None:
    assert Ending(1, words).reason("the run") == "out of memory"
    assert Ending(1, "other").reason("the run") == "crash: the run ended with exit code 1: other"
