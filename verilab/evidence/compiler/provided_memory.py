"""Memory for pointers that nobody has set: how a program is compiled so that what is indeterminate may be an address of an object.

Automatic variables hold addresses of objects that nothing else uses, one for each place where the compiler initialises some; what the
heap holds, what external functions return and what is in all these objects is chosen when it is looked at (``runtime/provided.h``).
"""

from __future__ import annotations

import re
from itertools import count

from verilab.program.types import DataModel

PROVIDING = ("-ftrivial-auto-var-init=pattern", "-fno-sanitize=null,pointer-overflow")
"""Give automatic variables a value that stands out, which is replaced in the assembly, and let null be seen by its signal."""
ALLOCATING = ("malloc", "free", "calloc", "realloc")
"""What the driver does in place of the C library."""
UNPROVIDED = frozenset(
    (
        "pthread_create",
        "thrd_create",
        "clone",
        "fork",
        "vfork",
        "signal",
        "sigaction",
        "sigaltstack",
        "sigprocmask",
        "mmap",
        "mprotect",
        "brk",
        "sbrk",
    )
)
"""Functions of the C library with which a program starts threads, or has signals or memory of its own: these are the driver's."""
WORDS = "(memory)"
"""The name of words of provided memory among the inputs."""

_PATTERNS = {DataModel.LP64: "-72340172838076674", DataModel.ILP32: "-16843010"}
# As in runtime/provided.h.
_RANGE = {DataModel.LP64: 0x200000000000, DataModel.ILP32: 0x50000000}
_SLOT, _VARIABLE_SLOTS = 1 << 16, 1 << 10


def has_patterns(assembly: str, model: DataModel) -> bool:
    """Whether anything in the assembly would be replaced; in that of a program compiled without ``PROVIDING``, a value of its own."""
    return _pattern(model).search(assembly) is not None


def _pattern(model: DataModel) -> re.Pattern[str]:
    return re.compile(rf"{_PATTERNS[model]}(?!\d)")


def with_addresses(assembly: str, model: DataModel) -> str:
    """The assembly of a program compiled with ``PROVIDING``, with addresses of objects in place of the pattern of an address's width."""
    slots = count()

    def address(match: re.Match[str]) -> str:
        return str(_RANGE[model] + next(slots) % _VARIABLE_SLOTS * _SLOT + _SLOT // 2)

    return _pattern(model).sub(address, assembly)
