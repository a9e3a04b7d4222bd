"""What is made in a thread while its caller goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from verilab.resources import preparing

T = TypeVar("T")


class Beside(Generic[T]):
    """Begins to ``make`` something at once; the CPU time of that is preparation."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with preparing():
            try:
                self._made.append(self._make())
            except BaseException as failure:  # raised where the result is asked for
                self._failure = failure

    def result(self) -> T:
        """What was made, once it is; raises what its making raised."""
        self._thread.join()
        if self._failure is not None:
            raise self._failure
        return self._made[0]
