"""Started as a script between verilab and a solver: ``launcher.py PARENT MEGABYTES COMMAND...`` becomes COMMAND.

The command dies with the process PARENT (on Linux, by prctl), and its address space is limited to MEGABYTES (0: what the system
allows, not what the parent is limited to: a virtual machine reserves far more addresses than it uses).
To prctl the parent is the thread that starts a process: a solver that was started in a thread ends with that thread, and the next
question starts another.
Standard library only: it runs isolated, without site-packages.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent ends; elsewhere the end of standard input has to do."""
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):  # a C library without it: the parent kills instead
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the request
        sys.exit(1)


def limit_memory(megabytes: int) -> None:
    """Make allocations beyond the limit fail, where the system can; 0 lifts the parent's limit."""
    with suppress(ImportError, ValueError, OSError):  # where the system has no limits, there is none
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = megabytes << 20 if megabytes else hard
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def main() -> None:
    parent, megabytes, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    die_with(parent)
    limit_memory(megabytes)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
