"""Recursion as deep as real programs nest: thousands of ``else if``, thousands of parentheses.

The parser, and whoever walks a syntax tree recursively, runs on a thread with a large stack and a raised recursion limit.  The limit
belongs to the interpreter and is restored when the outermost such call ends.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

RECURSION_LIMIT = 400_000  # Python frames; one nested parenthesis takes up to 10
STACK_SIZES = (512 << 20, 128 << 20, 32 << 20)  # bytes of address space, touched only where used; smaller where that is limited

_Result = TypeVar("_Result")


class _Here(threading.local):
    """Whether this thread has the deep stack."""

    deep = False


_here = _Here()
_lock = threading.Lock()
_depth = 0
_saved_limit = 0


def with_deep_stack(function: Callable[[], _Result]) -> _Result:
    """The result (or exception) of ``function``, called with room for ``RECURSION_LIMIT`` frames.

    Nested calls run directly.  Deeper recursion than that still raises RecursionError: the caller turns it into its own error.
    """
    if _here.deep:
        return function()
    results: list[_Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        _here.deep = True
        try:
            results.append(function())
        except BaseException as failure:  # every exception is handed on to the calling thread, below
            failures.append(failure)

    _raise_limit()
    try:
        thread = _start(run)
        thread.join()
    finally:
        _restore_limit()
    if failures:
        raise failures[0]
    return results[0]


def _start(run: Callable[[], None]) -> threading.Thread:
    for size in STACK_SIZES:
        thread = threading.Thread(target=run, name="deep-stack", daemon=True)
        previous = threading.stack_size()
        threading.stack_size(size)
        try:
            thread.start()
        except RuntimeError:  # no address space for such a stack
            if size == STACK_SIZES[-1]:
                raise
            continue
        finally:
            threading.stack_size(previous)
        return thread
    raise AssertionError("STACK_SIZES is empty")


def _raise_limit() -> None:
    global _depth, _saved_limit
    with _lock:
        if _depth == 0:
            _saved_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_saved_limit, RECURSION_LIMIT))
        _depth += 1


def _restore_limit() -> None:
    global _depth
    with _lock:
        _depth -= 1
        if _depth == 0:
            sys.setrecursionlimit(_saved_limit)
