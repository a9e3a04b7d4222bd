"""What a process has started, as the kernel tells: CPU time and process groups of what lives below it (Linux)."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Collection, Iterator


def seconds_used_by(process: int) -> float:
    """The CPU time of another process, which may just have ended, and of all that it started; 0 where that is not known (not on Linux)."""
    if sys.platform != "linux":
        return 0.0
    return _ticks(process) / os.sysconf("SC_CLK_TCK") + seconds_below(process)


def seconds_below(process: int, apart: Collection[int] = ()) -> float:
    """The CPU time of what a process has started and still lives, with their own ended children; not those ``apart``, nor what is below."""
    return sum(map(_ticks, _live_below(process, apart))) / os.sysconf("SC_CLK_TCK")


def groups_below(process: int) -> set[int]:
    """The process groups of what another process has started and still lives: a compiler has its own.  None where not on Linux."""
    if sys.platform != "linux":
        return set()
    return {int(fields[2]) for fields in map(_stat, _live_below(process)) if fields}


def _stat(process: int) -> list[bytes]:
    """What the kernel tells of a process from its state on: parent at 1, group at 2, four times from 11; nothing of one that has ended."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []


def _ticks(process: int) -> int:
    """The clock ticks that a process and its ended children have used."""
    return sum(map(int, _stat(process)[11:15]))


def _live_below(process: int, apart: Collection[int] = ()) -> Iterator[int]:
    """What a process has started and what these have, as far as they live; not those ``apart``, nor what is below these."""
    children = _listed_children if os.path.exists(f"/proc/self/task/{os.getpid()}/children") else _children_by_parent()
    waiting = children(process)
    while waiting:
        below = waiting.pop()
        if below not in apart:
            yield below
            waiting += children(below)


def _listed_children(process: int) -> list[int]:
    """The live children of a process, those of each of its threads, as the kernel lists them."""
    children: list[int] = []
    with contextlib.suppress(OSError):  # the process has ended meanwhile
        for thread in os.listdir(f"/proc/{process}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{process}/task/{thread}/children") as file:  # a thread that has ended meanwhile
                children += map(int, file.read().split())
    return children


def _children_by_parent() -> Callable[[int], list[int]]:
    """The same for kernels without such lists (CONFIG_PROC_CHILDREN), from one look at every process of the machine."""
    children: dict[int, list[int]] = {}
    for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
        if fields := _stat(process):
            children.setdefault(int(fields[1]), []).append(process)
    return lambda parent: list(children.get(parent, ()))
