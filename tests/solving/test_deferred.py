"""A procedure that is made when it is asked: not before, once, and closed only where it was made."""

from __future__ import annotations

from verilab.solving.deferred import DeferredInterpolator
from verilab.solving.interpolation import Interpolants, Outcome


class _Counting:
    """Answers, and remembers the limits that it was given and how often it was closed."""

    procedure = "b:y"

    def __init__(self) -> None:
        self.limits: list[float | None] = []
        self.closed = 0

    def sequence(self, partitions: object, *, timeout: float | None = None) -> Outcome:
        self.limits.append(timeout)
        return Interpolants((), "b:y")

    def close(self) -> None:
        self.closed += 1


def test_a_deferred_procedure_is_made_once_when_it_is_asked() -> None:
    made: list[_Counting] = []

    def make() -> _Counting:
        made.append(_Counting())
        return made[-1]

    deferred = DeferredInterpolator("b:y", make)
    deferred.close()
    assert (deferred.procedure, made) == ("b:y", [])
    assert [deferred.sequence([], timeout=3.0), deferred.sequence([])] == [Interpolants((), "b:y")] * 2
    deferred.close()
    (only,) = made
    assert (only.limits, only.closed) == ([3.0, None], 1)
