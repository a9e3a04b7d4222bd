"""Whose turn it is: slices double, what a phase takes beyond its own it has less of later, and none waits for long."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from verilab.verification.phases.turns import Turn, Turns


def slices(
    turns: Sequence[Turn], needs: dict[str, float], first: float = 1.0, ahead: float = 0.0, beyond: float = 0.0
) -> list[tuple[str, float]]:
    """The slices until each phase has run for what it needs; ``beyond``: what the first slice of all takes beyond its end."""
    order = Turns(turns, first, ahead)
    turns_taken = []
    while (slice_ := order.next()) is not None:
        turn = slice_.turn
        seconds = min(slice_.seconds + beyond, needs[turn.name] - turn.used)
        beyond = 0.0
        turn.used += seconds
        turn.has_ended = turn.used >= needs[turn.name]
        turns_taken.append((turn.name, seconds))
    return turns_taken


def test_slices_double_and_a_phase_goes_on_where_it_was() -> None:
    shares = slices([Turn("a", 1.0), Turn("b", 1.0)], {"a": 8, "b": 8})
    assert shares == [("a", 1), ("b", 1), ("a", 2), ("b", 2), ("a", 4), ("b", 4), ("a", 1), ("b", 1)]


def test_what_a_phase_takes_beyond_its_slice_it_has_less_of_later() -> None:
    """a is 10 seconds inside a solver in its first slice: of 1 + 2 + 4 + 8 it has only 5 left, after b had 7."""
    shares = slices([Turn("a", 1.0), Turn("b", 1.0)], {"a": 16, "b": 9}, beyond=9.0)
    assert shares == [("a", 10), ("b", 1), ("b", 2), ("b", 4), ("a", 5), ("b", 2), ("a", 1)]


def test_a_late_phase_begins_in_its_round_or_when_no_other_is_left() -> None:
    assert slices([Turn("a", 1.0), Turn("late", 1.0, since=1)], {"a": 4, "late": 3}) == [
        ("a", 1),
        ("a", 2),
        ("late", 2),
        ("a", 1),
        ("late", 1),
    ]
    assert slices([Turn("a", 1.0), Turn("late", 1.0, since=9)], {"a": 3, "late": 3}) == [("a", 1), ("a", 2), ("late", 3)]


def test_the_first_phase_may_have_a_start() -> None:
    assert slices([Turn("a", 1.0), Turn("b", 1.0)], {"a": 5, "b": 2}, ahead=3.0) == [("a", 3), ("a", 1), ("b", 1), ("a", 1), ("b", 1)]


@given(st.lists(st.tuples(st.floats(0.05, 1.0), st.integers(0, 4), st.floats(0.01, 500.0)), min_size=1, max_size=4))
def test_an_answer_comes_after_a_small_multiple_of_what_its_phase_needs(phases: list[tuple[float, int, float]]) -> None:
    """Before phase i has had t seconds, each other phase has had at most its part of the rounds until then, the last one doubled."""
    turns = [Turn(str(number), weight, since) for number, (weight, since, _) in enumerate(phases)]
    needs = {str(number): need for number, (_, _, need) in enumerate(phases)}
    used = {turn.name: 0.0 for turn in turns}
    at_end: dict[str, dict[str, float]] = {}
    for name, seconds in slices(turns, needs):
        used[name] += seconds
        if used[name] >= needs[name]:
            at_end[name] = dict(used)
    assert set(at_end) == set(needs)
    for turn in turns:
        rounds = 0
        while turn.weight * sum(2.0**k for k in range(turn.since, turn.since + rounds)) < needs[turn.name] - 1e-9:
            rounds += 1
        for other in turns:
            most = other.weight * 2.0 ** (turn.since + rounds)
            assert at_end[turn.name][other.name] <= most + 1e-6


@given(st.lists(st.tuples(st.floats(0.05, 1.0), st.integers(0, 4), st.floats(0.01, 500.0)), min_size=2, max_size=4), st.data())
def test_phases_at_once_are_different_ones_and_none_runs_beside_the_start(
    phases: list[tuple[float, int, float]], data: st.DataObject
) -> None:
    turns = [Turn(str(number), weight, since) for number, (weight, since, _) in enumerate(phases)]
    needs = {str(number): need for number, (_, _, need) in enumerate(phases)}
    order = Turns(turns, 1.0, ahead=2.0)
    start = order.next()
    assert start is not None
    assert order.next([start.turn]) is None
    running = [start]
    while running:
        over = running.pop(data.draw(st.integers(0, len(running) - 1)))
        over.turn.used += min(over.seconds, needs[over.turn.name] - over.turn.used)
        over.turn.has_ended = over.turn.used >= needs[over.turn.name]
        while len(running) < 2 and (slice_ := order.next([each.turn for each in running])) is not None:
            assert not slice_.turn.has_ended
            assert all(slice_.turn is not each.turn for each in running)
            beside = [each.turn for each in running]
            assert slice_.alone == all(each.has_ended or each in beside for each in turns if each is not slice_.turn)
            running.append(slice_)
    assert all(turn.has_ended for turn in turns)
