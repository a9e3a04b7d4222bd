"""How many examples of a property test decided something: a test that passes as everything stays open shows nothing."""

from __future__ import annotations

from types import TracebackType

from hypothesis import event


class Decided:
    """Counts the examples of one property, and fails at the end where too few of them were decided.

        with Decided(least=0.5) as decided:
            @given(...)
            def holds(...):
                ...
                decided.note(isinstance(outcome, Interpolants))
            holds()

    ``--hypothesis-show-statistics`` tells the share of each test.
    """

    def __init__(self, least: float) -> None:
        """``least``: the share of the examples that must be decided."""
        self.least = least
        self.examples = 0
        self.count = 0

    @property
    def share(self) -> float:
        return self.count / self.examples if self.examples else 0.0

    def note(self, decided: bool) -> None:
        """One example is over; called within it."""
        event("decided" if decided else "open")
        self.examples += 1
        self.count += decided

    def __enter__(self) -> Decided:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if kind is None:
            assert self.share >= self.least, f"only {self.count} of {self.examples} examples were decided, not {self.least:.0%}"
