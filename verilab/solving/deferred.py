"""A procedure that is made when it is first asked: most runs never come to those that they would fall back on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pysmt.fnode import FNode

from verilab.solving.interpolation import Interpolator, Outcome


class DeferredInterpolator:
    """The interpolator that ``make`` returns, under the full name that it will have."""

    def __init__(self, procedure: str, make: Callable[[], Interpolator]) -> None:
        self.procedure = procedure
        self._make = make
        self._made: Interpolator | None = None

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        """What the procedure answers, see ``Interpolator.sequence``."""
        if self._made is None:
            self._made = self._make()
        return self._made.sequence(partitions, timeout=timeout)

    def close(self) -> None:
        """Free what was made."""
        if self._made is not None:
            self._made.close()
