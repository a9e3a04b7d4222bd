"""Functions that run others later, without calling them where they are registered: at the program's end, on a signal, in a thread.

Of the C library's functions that get a function, those that call it before they return are listed; any other may keep it.
"""

from __future__ import annotations

from verilab.program.c_types.types import CType, FunctionType, PointerType
from verilab.program.lowering.context import Context
from verilab.program.lowering.facts.library_names import defines
from verilab.program.lowering.session import Session

SIGNALLING = ("signal", "ssignal", "bsd_signal")
"""The function that says what a signal does, by its names."""
_REGISTERING = frozenset(
    ("sysv_signal", "__sysv_signal", "sigset", "on_exit", "at_quick_exit", "__cxa_atexit", "sigaction", "sigqueue", "pthread_atfork")
)
_THREADS = frozenset(("kthread_run", "kthread_create", "kthread_create_on_node", "kernel_thread", "vfork", "makecontext"))
_SIGNALS = frozenset(
    ("kill", "killpg", "pthread_kill", "tgkill", "alarm", "ualarm", "setitimer", "timer_create", "sigprocmask", "sigsuspend")
)
_AT_ONCE = frozenset(
    (
        *("pthread_once", "call_once", "twalk", "twalk_r", "tdestroy", "tsearch", "tfind", "tdelete", "ftw", "ftw64", "nftw", "nftw64"),
        *("scandir", "scandir64", "scandirat", "scandirat64", "glob", "glob64", "qsort_r", "qsort", "bsearch", "lfind", "lsearch"),
        *("dl_iterate_phdr", *SIGNALLING, "atexit"),
    )
)  # signals have rules of their own


def names_any(session: Session, *names: str) -> bool:
    """Whether the file names one of these functions, or another name of it: who is named may be called, directly or by a pointer."""
    return not session.calls.named.isdisjoint(names)


def may_run_later(ctx: Context, name: str, type: FunctionType) -> str | None:
    """Why functions may run after a call of ``name`` whenever they want; None where they do not."""
    if name in _THREADS:
        return f"concurrency ({name})"
    if name in _REGISTERING or (name in _SIGNALS and names_any(ctx.session, *SIGNALLING, "sigaction")):
        return f"a handler ({name})"
    keeps = defines(name) and not name.startswith("__builtin_") and name not in _AT_ONCE
    if keeps and any(map(_is_callback, type.parameters or ())):
        return f"a function that is kept ({name})"
    return None


def _is_callback(parameter: CType) -> bool:
    return isinstance(parameter, PointerType) and isinstance(parameter.target, FunctionType)
