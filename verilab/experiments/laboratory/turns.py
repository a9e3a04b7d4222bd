"""Work that is handed out in turn: so many at a time, each given when it is done.

The pool is any executor of ``concurrent.futures``: threads that watch over processes of this machine, or Dask's over those of many.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from typing import TypeVar

from verilab.errors import Refused

Work = TypeVar("Work")
Result = TypeVar("Result")

LOOK_SECONDS = 2.0
"""Between two looks at whether those who do the work are there."""


def nothing_to_check() -> None:
    """Of who does the work: they are threads of this process."""


def in_turn(
    work: Iterable[Work],
    submit: Callable[[Work], Future[Result]],
    ahead: int,
    check: Callable[[], None] = nothing_to_check,
    again: list[Work] | None = None,
) -> Generator[list[tuple[Work, Future[Result]]], None, None]:
    """What has finished, each time that something has, while ``ahead`` of the work is handed out; what is left when it is closed is called
    off.

    ``check`` is called while nothing finishes: what it raises ends the work.  What whoever looks at the results puts into ``again`` is
    handed out before the rest.
    """
    waiting, lost = iter(work), again if again is not None else []
    pending: dict[Future[Result], Work] = {}
    try:
        while True:
            while len(pending) < ahead and lost:
                piece = lost.pop(0)
                pending[submit(piece)] = piece
            for piece in itertools.islice(waiting, ahead - len(pending)):
                pending[submit(piece)] = piece
            if not pending:
                return
            while not (finished := wait(pending, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)[0]):
                check()
            yield [(pending.pop(future), future) for future in finished]
    finally:
        with suppress(Refused):
            check()  # nothing can be called off of who is there no more
            for future in pending:
                future.cancel()
