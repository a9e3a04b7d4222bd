"""Functions of the C library without a definition of ours: their results are fixed by the library, so that they are imprecise.

The exception are those whose results the surroundings choose: these are inputs, in the range that the manual gives.  So with reserved
names (C11 7.1.3), and with the library's variables.
"""

from __future__ import annotations

from verilab.program.c_types.types import CType, FloatType, IntegerType
from verilab.program.expressions import Expression
from verilab.program.lowering.context import Context
from verilab.program.lowering.expressions import folding
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.facts.library_names import implements, is_reserved
from verilab.program.operations import Assume, NondetKind

_BYTE_OR_END = (-1, 255)
_LARGEST = 2_147_483_647
_ANY = 1 << 64
_LAST_PROCESS = 1 << 22
"""The largest number that Linux gives a process (proc(5), pid_max)."""
_VARIABLES = frozenset(
    (
        *("daylight", "timezone", "tzname", "optarg", "optind", "opterr", "optopt", "environ", "signgam", "stdin", "stdout", "stderr"),
        *("errno", "program_invocation_name", "program_invocation_short_name", "sys_errlist", "sys_nerr", "sys_siglist", "getdate_err"),
        *("h_errno", "loc1", "loc2", "locs", "re_syntax_options", "argp_program_version", "argp_program_bug_address"),
    )
)
_CHOSEN: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("getchar", "getc", "fgetc", "getchar_unlocked", "getc_unlocked", "fgetc_unlocked"), _BYTE_OR_END),
    **dict.fromkeys(("rand", "random", "rand_r", "lrand48", "nrand48"), (0, _LARGEST)),
    **dict.fromkeys(("mrand48", "jrand48"), (-_LARGEST - 1, _LARGEST)),
    **dict.fromkeys(("getpid", "gettid"), (1, _LAST_PROCESS)),
    "getppid": (0, _LAST_PROCESS),  # 0 where the parent is in another namespace
    **dict.fromkeys(("getuid", "geteuid", "getgid", "getegid"), (0, _ANY)),
    **dict.fromkeys(("clock", "times"), (-1, _ANY)),  # -1 where the time is not available (C11 7.27.2)
    "fork": (-1, _LAST_PROCESS),
    "isatty": (0, 1),
}


def has_variable(name: str) -> bool:
    """Whether a variable that the program only declares is the implementation's."""
    return name in _VARIABLES or is_reserved(name)


def chosen(ctx: Context, type: CType, name: str, *, fixed: bool = False) -> Value | None:
    """The result of a library function that returns a number, ``fixed`` where nobody chooses it; None where the library has none."""
    if not isinstance(type, IntegerType | FloatType) or not implements(name):
        return None
    bounds = _CHOSEN.get(name)
    if bounds is None or isinstance(type, FloatType):
        return ctx.unknown(type, f"result of {name}")
    if fixed:
        return Value(type, bounded(ctx, ctx.nondet(type.machine, NondetKind.IMPRECISE, f"result of {name}"), *bounds))
    return Value(type, bounded(ctx, ctx.nondet(type.machine, NondetKind.INPUT, name), *bounds))


def within(value: Expression, low: int, high: int) -> Expression:
    """The value where it lies in this range, else the nearest bound: any of the range, and nothing is assumed."""
    machine = value.type
    for operator, bound in (("<", low), (">", high)):
        if machine.minimum < bound < machine.maximum:
            limit = folding.constant(bound, machine)
            value = folding.conditional(folding.binary(operator, value, limit), limit, value)
    return value


def bounded(ctx: Context, value: Expression, low: int, high: int) -> Expression:
    """A value that is known to lie in this range."""
    machine = value.type
    for operator, bound in ((">=", low), ("<=", high)):
        if machine.minimum < bound < machine.maximum:
            inside = folding.binary(operator, value, folding.constant(bound, machine))
            ctx.emit(Assume(inside, True), text=f"[{low} <= value <= {high}]")
    return value
