"""Functions that run others later, without calling them where they are registered: at the program's end, on a signal, in a thread."""

from __future__ import annotations

from verilab.program.lowering.context import Context
from verilab.program.lowering.session import Session

_REGISTERING = frozenset(("on_exit", "at_quick_exit", "__cxa_atexit", "sigaction", "sigqueue", "pthread_atfork"))
_THREADS = frozenset(("kthread_run", "kthread_create", "kthread_create_on_node", "kernel_thread", "vfork", "makecontext"))
_SIGNALS = frozenset(
    ("kill", "killpg", "pthread_kill", "tgkill", "alarm", "ualarm", "setitimer", "timer_create", "sigprocmask", "sigsuspend")
)


def calls_by_name(session: Session, *names: str) -> bool:
    """Whether a function of the file calls one of these."""
    return any(name in facts.called for facts in session.calls.facts.values() for name in names)


def may_run_later(ctx: Context, name: str) -> str | None:
    """Why functions may run after a call of ``name`` whenever they want; None where they do not."""
    if name in _THREADS:
        return f"concurrency ({name})"
    if name in _REGISTERING or (name in _SIGNALS and calls_by_name(ctx.session, "signal", "sigaction")):
        return f"a handler ({name})"
    return None
