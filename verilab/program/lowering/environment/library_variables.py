"""Variables of the C library that its functions change though no argument leads to them: ``errno``, ``optind``, ``signgam``.

Any function of the library may set ``errno``, whether or not there is an error (C11 7.5p3).  Those that are written as C source set what
their source says; those that look at memory or move it set nothing.
"""

from __future__ import annotations

from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import deferred, library_sources, standard
from verilab.program.lowering.expressions import assignments
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.operations import NondetKind

ERRNO_PLACE = "__errno_location"
_NUMBERS = frozenset(("optind", "opterr", "optopt", "signgam", "h_errno", "getdate_err", "daylight", "timezone", "errno"))
_NEUTRAL = frozenset(
    (
        *("memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strlen"),
        *("strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "abs", "labs", "llabs"),
        *("abort", "exit", "_exit", "_Exit", "__assert_fail", "__assert", ERRNO_PLACE),
    )
)
"""Functions that report no errors: they look at memory, move it, or do not return."""


def may_change(ctx: Context, name: str) -> None:
    """After a call of a function of the library without source: what the library's variables hold is its choice."""
    if ctx.function is None or ctx.current is None or not standard.defines(name):
        return
    if name in _NEUTRAL or name.startswith("__builtin_"):
        return
    for symbol in _named(ctx.session):
        assignments.havoc_object(ctx, ctx.session.object_of(symbol), NondetKind.IMPRECISE, f"a variable of the library after {name}")


def _named(session: Session) -> list[ObjectSymbol]:
    """Those that the program can see."""
    if session.library_variables is None:
        names = session.file_scope.names
        declared = [names[name] for name in sorted(_NUMBERS & names.keys())]
        session.library_variables = [each for each in declared if isinstance(each, ObjectSymbol) and not each.defined]
        if deferred.names_any(session, ERRNO_PLACE):
            session.library_variables += [library_sources.variable(session, ERRNO_PLACE, "error_number")]
    return session.library_variables
