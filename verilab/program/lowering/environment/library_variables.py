"""Variables of the C library that its functions change though no argument leads to them: ``errno``, ``optind``, ``signgam``.

Any function of the library may set ``errno``, whether or not there is an error (C11 7.5p3).  Those that are written as C source set what
their source says; those that look at memory or move it set nothing.  A function of another file may call the library.
"""

from __future__ import annotations

from verilab.program.c_types.types import PointerType
from verilab.program.expressions import Expression
from verilab.program.lowering import unsupported
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment import deferred, kept_memory, library_sources
from verilab.program.lowering.expressions import assignments
from verilab.program.lowering.facts.library_names import defines
from verilab.program.lowering.session import Session
from verilab.program.lowering.symbols import ObjectSymbol
from verilab.program.memory.raw.operations import external_pointer
from verilab.program.operations import NondetKind
from verilab.program.storages import Variable

ERRNO_PLACE = "__errno_location"
_OWN_ERROR_NUMBER = "error_number"
"""What our source of the library calls the variable that ``errno`` is."""
_UNCHANGING = frozenset(("pure", "const"))
"""What a function is declared that changes no variable."""
_NUMBERS = frozenset(
    (
        *("optind", "opterr", "optopt", "signgam", "__signgam", "h_errno", "getdate_err", "errno"),
        *("daylight", "__daylight", "timezone", "__timezone", "error_message_count", "re_syntax_options"),
        *("_nl_msg_cat_cntr", "__libc_single_threaded"),
    )
)
_NEUTRAL = frozenset(
    (
        *("memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memset", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strlen"),
        *("strncat", "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "abs", "labs", "llabs"),
        *("wcslen", "wcscpy", "wcscat", "wcsncpy", "wcsncat", "wcschr", "wcscmp", "wcsncmp", "wmemset", "wmemcpy", "wmemmove", "wmemcmp"),
        *("abort", "exit", "_exit", "_Exit", "__assert_fail", "__assert", ERRNO_PLACE),
    )
)
"""Functions that report no errors: they look at memory, move it, or do not return."""


_POINTERS = frozenset(("optarg", "environ", "__environ", "_environ", "tzname", "__tzname", "__curbrk"))
_NAMES = frozenset(("program_invocation_name", "program_invocation_short_name", "__progname", "__progname_full"))
_ALL = _NUMBERS | _POINTERS | _NAMES


def may_change(ctx: Context, name: str, given: tuple[Expression, ...] = ()) -> None:
    """After a call of a function of the library without source that gets these pointers: what the library's variables hold is its choice.

    Pointers among them may lead to where the given ones do.
    """
    if ctx.function is None or ctx.current is None or not defines(name):
        return
    if name in _NEUTRAL or name.startswith("__builtin_"):
        return
    kept_memory.may_change(ctx, name)
    reason = f"a variable of the library after {name}"
    for symbol in _named(ctx.session):
        stored = ctx.session.object_of(symbol)
        assignments.havoc_object(ctx, stored, NondetKind.IMPRECISE, reason)
        if isinstance(symbol.type, PointerType) and given and stored.cells and isinstance(stored.cells[0].storage, Variable):
            ctx.emit(external_pointer(stored.cells[0].storage, given, reason), reason)
    for hidden in _hidden(ctx.session):
        unsupported.possible_violation(ctx, f"{hidden} of the library, declared in a block")


def may_report(ctx: Context, name: str) -> None:
    """After a call of a function of other files: it may have called the library, so that ``errno`` is not known."""
    if ctx.function is None or ctx.current is None or not _UNCHANGING.isdisjoint(ctx.session.promises.get(name, ())):
        return
    for symbol in _named(ctx.session):
        if symbol.name in ("errno", _OWN_ERROR_NUMBER):
            assignments.havoc_object(ctx, ctx.session.object_of(symbol), NondetKind.IMPRECISE, f"errno after {name}")


def _named(session: Session) -> list[ObjectSymbol]:
    """Those that the program can see, by any name."""
    if session.library_variables is None:
        names = session.file_scope.names
        declared = [names[name] for name in sorted(names) if not _ALL.isdisjoint(session.calls.symbols(name))]
        variables = [candidate for candidate in declared if isinstance(candidate, ObjectSymbol) and not candidate.defined]
        session.library_variables = list(dict.fromkeys(variables))
        if deferred.names_any(session, ERRNO_PLACE):
            session.library_variables += [library_sources.variable(session, ERRNO_PLACE, _OWN_ERROR_NUMBER)]
    return session.library_variables


def _hidden(session: Session) -> list[str]:
    """Those that only a block declares."""
    borrowed = [name for facts in session.calls.facts.values() for name in facts.borrowed if name not in session.file_scope.names]
    return sorted({name for name in borrowed if not _ALL.isdisjoint(session.calls.symbols(name))})
