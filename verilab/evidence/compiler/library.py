"""What the C library of the compiler defines: nothing of it is ever replaced by a body of ours."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache

# Linked statically into every program, so that no shared library has them.
_STATIC = frozenset(("atexit", "at_quick_exit", "stat", "fstat", "lstat", "fstatat", "mknod", "mknodat", "pthread_atfork", "main"))
_LIBRARIES = ("libc.so.6", "libm.so.6")

# fmt: off
FROM_ENVIRONMENT = frozenset((
    "getchar", "getc", "fgetc", "fgets", "gets", "read", "readv", "pread", "fread", "scanf", "fscanf", "vscanf", "getline", "getdelim",
    "getw", "time", "clock", "gettimeofday", "clock_gettime", "getenv", "getpid", "getppid", "getuid", "geteuid", "rand", "random",
    "rand_r", "lrand48", "mrand48", "drand48", "open", "close", "write", "fopen", "access", "system", "isatty", "recv", "recvfrom",
    "recvmsg", "send", "socket", "getchar_unlocked", "getrandom", "getentropy", "getopt",
))
# fmt: on
"""Functions by which a program reads its surroundings, so that one run of it is not like another."""

_COMPUTED = re.compile(
    r"__builtin_.*|(str|mem|wcs|wmem|stp)\w*|(is|isw|to|tow)(alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit|ascii)|"
    r"ato\w+|l*abs|imaxabs|l*div|imaxdiv|v?sn?printf|v?sscanf|qsort|bsearch|ffsl*|(hton|ntoh)[ls]|bcmp|bcopy|bzero|index|rindex|swab|"
    r"(frexp|ldexp|modf|scalbn|copysign|isnan|isinf|finite)[fl]?"
)


@lru_cache
def _loaded() -> tuple[ctypes.CDLL, ...]:
    found = []
    for name in _LIBRARIES:
        try:
            found.append(ctypes.CDLL(name))
        except OSError:
            continue
    return tuple(found)


def library_defines(name: str) -> bool:
    """Whether the C library, or the compiler itself, has a function or an object of that name."""
    if name in _STATIC or name.startswith("__builtin_"):
        return True
    return any(_has(library, name) for library in _loaded())


def _has(library: ctypes.CDLL, name: str) -> bool:
    try:
        return ctypes.c_char.in_dll(library, name) is not None
    except ValueError:
        return False


def library_computes(name: str) -> bool:
    """Whether the library's function has one result for its arguments; any other may have what the surroundings choose."""
    if _COMPUTED.fullmatch(name):
        return True
    # A library is asked together with those that it needs: what only the mathematical one has is a function of numbers.
    found = [_has(library, name) for library in _loaded()]
    return any(found) and not found[0]
