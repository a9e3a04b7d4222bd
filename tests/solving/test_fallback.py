"""Patience with procedures: who is asked when, and for how long."""

from __future__ import annotations

from verilab.solving.fallbacks import Patience, first_answer
from verilab.solving.interpolation import Failed, Interpolants, Outcome, TimedOut

ANSWER = Interpolants((), "b:y")


class Scripted:
    """Says one outcome after the other, the last for ever; remembers its time limits."""

    def __init__(self, procedure: str, *outcomes: Outcome) -> None:
        self.procedure = procedure
        self.limits: list[float | None] = []
        self._outcomes = list(outcomes)

    def sequence(self, partitions: object, *, timeout: float | None = None) -> Outcome:
        self.limits.append(timeout)
        return self._outcomes.pop(0) if len(self._outcomes) > 1 else self._outcomes[0]

    def close(self) -> None:
        """There is nothing to free."""


def asked(patience: Patience, members: list[Scripted], seconds: float | None) -> Outcome:
    return first_answer("all", ((member.procedure, outcome) for member, outcome in patience.ask(members, [], seconds)))


def test_who_is_alone_has_all_the_time() -> None:
    member = Scripted("a:x", TimedOut("a:x"))
    assert asked(Patience(), [member], 20.0) == TimedOut("all")
    assert member.limits == [20.0]


def test_who_ran_out_of_time_is_asked_again_at_the_end_with_all_of_it() -> None:
    slow, other = Scripted("a:x", TimedOut("a:x"), ANSWER), Scripted("b:y", Failed("no", "b:y"))
    assert asked(Patience(first=4.0), [slow, other], 20.0) == ANSWER
    assert slow.limits == [4.0, 20.0]
    assert other.limits == [4.0]


def test_patience_shrinks_with_every_time_out_and_with_nobody_else() -> None:
    slow, other = Scripted("a:x", TimedOut("a:x")), Scripted("b:y", Failed("no", "b:y"))
    patience = Patience(first=4.0, least=1.5)
    for _ in range(3):
        asked(patience, [slow, other], None)
    assert slow.limits == [4.0, None, 2.0, None, 1.5, None]
    assert other.limits == [4.0, 4.0, 4.0]


def test_an_answer_that_will_do_ends_the_asking() -> None:
    first, second = Scripted("a:x", ANSWER), Scripted("b:y", ANSWER)
    assert asked(Patience(first=4.0), [first, second], 3.0) == ANSWER
    assert first.limits == [3.0]
    assert second.limits == []
