"""The rows of partial assignments, executed from cut point to cut point and looked up where they arrive."""

from __future__ import annotations

from collections.abc import Callable

from verilab.analysis.invariants import Assignments
from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.partial_states.coverage import Coverage
from verilab.evidence.partial_states.execution import Arrival, PartialExecutor
from verilab.evidence.partial_states.posts import UNKNOWN
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.resources import Deadline

LEAST_SAMPLING = 0.5  # seconds
ROWS_IN_A_SAMPLE = 40
"""Rows of each point that are executed when the time for it is over."""
FORKS_PER_ROW = 20_000
FORKS_PER_POINT = 200_000  # shared by the rows of a point: what one has followed the others need not follow
PATIENCE = 20  # rows that need the solver in a row before all further rows of the point go there too
LEMMA_TABLES = 8  # sets of known positions that are tried for a lemma

Row = tuple[int | None, ...]


@dataclass(slots=True)
class _Attempts:
    """What one executor has shown of a point's rows: ``end`` is its last fork, ``failures`` are those in a row."""

    executor: PartialExecutor
    end: int
    failures: int = 0

    @staticmethod
    def at_point(executor: PartialExecutor) -> _Attempts:
        return _Attempts(executor, executor.forks + FORKS_PER_POINT)


class RowExecutor:
    """Executes the claim's rows; ``reach`` is told each point that something arrives at.

    States know what some claim speaks of only, where paths meet, and whatever is known of a row for which that is not enough.
    ``seen`` of ``claimed`` rows were executed: all of them while there is ``time``, after that a sample of each point's, and after half as
    much time again none.
    """

    def __init__(
        self, program: Program, points: ClaimedPoints, time: Part, deadline: Deadline, reach: Callable[[ControlPoint], None]
    ) -> None:
        self.seen = self.claimed = self.shown = 0
        self._points = points
        self._time = time
        self._sampling_time = Part(time.end + time.remaining / 2 + LEAST_SAMPLING)
        self._deadline = deadline
        self._reach = reach
        self._executor = PartialExecutor(program, points.graph, points.locations)
        claims = [claim for claim in points.claims.values() if isinstance(claim, Assignments)]
        self._claiming = self._executor.keeping({storage for claim in claims for storage, _ in claim.elements})
        self._coverages: dict[ControlPoint, Coverage] = {}
        self._blank: State = [UNKNOWN] * program.slot_count

    def left_over(self, point: ControlPoint, claim: Assignments) -> tuple[Row, ...]:
        """The rows whose postconditions execution alone does not show to be covered."""
        slots = [storage.slot + index for storage, index in claim.elements]
        left: list[Row] = []
        failures = 0
        rows = claim.rows
        self.claimed += len(rows)
        if self._sampling_time.over:
            return ()
        if self._time.over and len(rows) > ROWS_IN_A_SAMPLE:
            rows = rows[:: len(rows) // ROWS_IN_A_SAMPLE]
        claiming, whole = _Attempts.at_point(self._claiming), _Attempts.at_point(self._executor)
        for number, row in enumerate(rows):
            if not number % 64:
                self._deadline.check()
            if self._time.over and (number >= ROWS_IN_A_SAMPLE or self._sampling_time.over):
                break
            self.seen += 1
            if any(self._execute(attempts, point, slots, row) for attempts in (claiming, whole)):
                failures = 0
                self.shown += 1
                continue
            left.append(row)
            failures += 1
            if failures >= PATIENCE and failures == number + 1:
                return claim.rows
        return tuple(left)

    def _execute(self, attempts: _Attempts, point: ControlPoint, slots: list[int], row: Row) -> bool:
        budget = min(FORKS_PER_ROW, attempts.end - attempts.executor.forks)
        if budget <= 0 or attempts.failures >= PATIENCE:
            return False
        state = self._blank[:]
        for slot, value in zip(slots, row, strict=True):
            if value is not None:
                state[slot] = value
        done = attempts.executor.leads_into(point, state, budget, self._arrive)
        attempts.failures = 0 if done else attempts.failures + 1
        return done

    def _arrive(self, target: ControlPoint, state: State) -> Arrival:
        coverage = self._coverages.get(target)
        if coverage is None:
            claim = self._points.claims.get(target)
            if not isinstance(claim, Assignments) or target.location.is_error:
                return Arrival.FAILED if self._points.cuts(target, 0, False) else Arrival.PASS
            # A lemma that does not cover costs nothing but the way to the next cut point.
            coverage = Coverage(claim, LEMMA_TABLES if self._points.is_lemma(target) else None)
            self._coverages[target] = coverage
        if coverage.covers(state):
            self._reach(target)
            return Arrival.COVERED
        return Arrival.PASS if self._points.is_lemma(target) else Arrival.FAILED
