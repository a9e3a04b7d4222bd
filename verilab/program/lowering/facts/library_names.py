"""Which functions are the implementation's: those of its library and of its compiler, and reserved names (C11 7.1.3).

``stubs/library/names.txt`` lists the functions of the GNU C library 2.36 and its mathematical library that a program may call.
"""

from __future__ import annotations

from functools import cache

from verilab.program.syntax.preprocessing.predefined import STUBS

_NAMES = STUBS / "library" / "names.txt"


@cache
def names() -> frozenset[str]:
    """The functions that the C library defines."""
    return frozenset(_NAMES.read_text().split())


def defines(name: str) -> bool:
    """Whether the C library or the compiler defines a function, so that its result is no free choice of the surroundings."""
    return name.startswith("__builtin_") or name in names()


def implements(name: str) -> bool:
    """Whether a function is the implementation's: one of its library, or of a reserved name that is not the verifier's."""
    return defines(name) or is_reserved(name)


def is_reserved(name: str) -> bool:
    """Whether no program may define a name: but inputs are called so by convention."""
    return name[:1] == "_" and (name[1:2] == "_" or name[1:2].isupper()) and "nondet" not in name and not name.startswith("__VERIFIER_")
