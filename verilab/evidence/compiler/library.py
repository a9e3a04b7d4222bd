"""What the C library of the compiler defines: nothing of it is ever replaced by a body of ours."""

from __future__ import annotations

import ctypes
from functools import lru_cache

# Linked statically into every program, so that no shared library has them.
_STATIC = frozenset(("atexit", "at_quick_exit", "stat", "fstat", "lstat", "fstatat", "mknod", "mknodat", "pthread_atfork", "main"))
_LIBRARIES = ("libc.so.6", "libm.so.6")

# fmt: off
FROM_ENVIRONMENT = frozenset((
    "getchar", "getc", "fgetc", "fgets", "gets", "read", "readv", "pread", "fread", "scanf", "fscanf", "vscanf", "getline", "getdelim",
    "getw", "time", "clock", "gettimeofday", "clock_gettime", "getenv", "getpid", "getppid", "getuid", "geteuid", "rand", "random",
    "rand_r", "lrand48", "mrand48", "drand48", "open", "close", "write", "fopen", "access", "system", "isatty", "recv", "recvfrom",
    "recvmsg", "send", "socket", "getchar_unlocked", "getrandom", "getentropy", "getopt", "times", "getgid", "getegid", "gettid", "fork",
    "nrand48", "jrand48", "getc_unlocked", "fgetc_unlocked",
))
# fmt: on
"""Functions by which a program reads its surroundings, so that one run of it is not like another."""


@lru_cache
def _loaded() -> tuple[ctypes.CDLL, ...]:
    libraries = []
    for name in _LIBRARIES:
        try:
            libraries.append(ctypes.CDLL(name))
        except OSError:
            continue
    return tuple(libraries)


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
    """Whether the implementation determines a function's result; that of those above is what the surroundings choose."""
    return name not in FROM_ENVIRONMENT and library_defines(name)
