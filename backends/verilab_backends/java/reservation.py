"""Room for a Java virtual machine inside this process: it reserves gigabytes of addresses at its start, of which it uses few."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verilab.resources import mapped_megabytes


@contextmanager
def reserving() -> Iterator[None]:
    """What is mapped meanwhile does not count towards this process's limit of addresses, as far as the system lets it be lifted.

    The heap has a limit of its own.  Whatever the process maps later, native solvers included, has as much room as before.
    """
    try:
        import resource
    except ImportError:  # a system without such limits
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY:
        yield
        return
    before = mapped_megabytes()
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        yield
    finally:
        limit = soft + (int(mapped_megabytes() - before) << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
