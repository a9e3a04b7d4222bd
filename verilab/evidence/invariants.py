"""Independent check of the invariants that a proof claims (see ``verilab.analysis.invariants`` for what they must satisfy).

Starting at the entry, every cut point that a block reaches is checked once.  Partial assignments (the value analysis' claim) are
executed row by row from cut point to cut point and looked up at their targets; what this cannot show, and every formula, goes to a
solver block by block, first in the claim's encoding, for partial assignments in the integers and then in bit vectors.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from pysmt.environment import Environment

from verilab.analysis.invariants import Assignments, Invariant, Invariants, Product, Region
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.budget import Budget
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.evaluation import State
from verilab.evidence.partial_states.coverage import Coverage
from verilab.evidence.partial_states.execution import Arrival, PartialExecutor
from verilab.evidence.partial_states.posts import UNKNOWN
from verilab.evidence.products import ProductChecker
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.evidence.sampling import CHECKER, Sampler
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.resources import OutOfTime
from verilab.solving.backend import Backend, QueryContext

ROWS_SHARE, ROWS_SECONDS = 0.4, 4.0
"""What executing rows may cost, as a share of the run so far and at least; after that a sample of each point's rows is executed."""
ROWS_IN_A_SAMPLE = 40
FORKS_PER_ROW = 20_000
FORKS_PER_POINT = 200_000  # shared by the rows of a point: what one has followed the others need not follow
PATIENCE = 20  # rows that need the solver in a row before all further rows of the point go there too
ROWS_PER_QUERY = 500
SECOND_OPINION_ROWS = 32  # claims of at most this many rows go to the solver even where execution has shown them
SECOND_OPINION_SECONDS = 2.0  # wall time of each of those queries
LEMMA_TABLES = 8  # sets of known positions that are tried for a lemma
EXECUTION = "execution of partial states"
SAMPLING_SECONDS = 0.1  # wall time of random executions against a claim of formulas, which the solver has accepted
SAMPLING_SHARE = 0.1  # of the run's remaining time, at most


def check_invariants(
    program: Program,
    invariants: Invariants,
    *,
    backend: Backend,
    environment: Environment,
    context: QueryContext | None = None,
    began: float | None = None,
) -> CheckResult:
    """Check the claim with ``backend``, which should not be the one that found it.

    ``environment`` is the one that the claim's formulas belong to; ``began``: when the run started (``time.monotonic``, now by default).
    ``Accepted.checked_by`` names what was needed.
    """
    context = context or QueryContext()
    budget = Budget(context.deadline, time.monotonic() if began is None else began)
    with _checking(program, invariants, backend, environment, context, budget) as checker:
        try:
            products = any(isinstance(claim, Product) for claim in invariants.values())
            return checker.check_products() if products else checker.check()
        except OutOfTime:
            return Unchecked("timeout")


@contextmanager
def _checking(
    program: Program, invariants: Invariants, backend: Backend, environment: Environment, context: QueryContext, budget: Budget
) -> Iterator[_InvariantChecker]:
    checker = _InvariantChecker(program, invariants, backend, environment, context, budget)
    try:
        yield checker
    finally:
        checker.close()


class _Failure(Exception):
    """The check ends with this result."""

    def __init__(self, result: Rejected | Unchecked) -> None:
        super().__init__()
        self.result = result


class _InvariantChecker:
    def __init__(
        self, program: Program, invariants: Invariants, backend: Backend, environment: Environment, context: QueryContext, budget: Budget
    ) -> None:
        self.budget = budget
        self.program = program
        self.points = ClaimedPoints(program, invariants)
        self.backend = backend
        self.environment = environment
        self.context = context
        self.executor = PartialExecutor(program, self.points.graph, self.points.locations)
        self.used: dict[str, None] = {}
        self._checkers: dict[str, BlockChecker] = {}
        self._rows_time = budget.part(ROWS_SHARE, ROWS_SECONDS)
        self._rows_seen = self._rows_claimed = 0
        self._coverages: dict[ControlPoint, Coverage] = {}
        self._reached: dict[ControlPoint, None] = {self.points.graph.entry: None}
        self._blank: State = [UNKNOWN] * program.slot_count
        self._of_regions = sorted({encoding for claim in self.points.claims.values() for encoding in encodings_of(claim)})

    def close(self) -> None:
        for checker in self._checkers.values():
            checker.close()

    def check(self) -> CheckResult:
        if len(self._of_regions) > 1:
            return Unchecked(f"the claim mixes the encodings {' and '.join(self._of_regions)}")
        try:
            entry = self.points.entry_claim
            if entry is not None:
                self._expect(self._solver(self._encodings(entry, None)[0]).holds_always(entry))
            pending = [self.points.graph.entry]
            while pending:
                known = len(self._reached)
                self._check_point(pending.pop())
                pending.extend(list(self._reached)[known:])
            self._ask_the_solver_too()
            self._run_against_the_claim()
        except _Failure as failure:
            return failure.result
        return Accepted(" and ".join(self._checkers_used()) or EXECUTION)

    def _checkers_used(self) -> list[str]:
        """Who checked; where not all rows were executed, how many of them."""
        sampled = f"{EXECUTION} ({self._rows_seen} of {self._rows_claimed})" if self._rows_seen < self._rows_claimed else EXECUTION
        return [sampled if name == EXECUTION else name for name in self.used]

    def check_products(self) -> CheckResult:
        """The same for claims of pairs (``verilab.evidence.products``)."""
        if len(self._of_regions) > 1:
            return Unchecked(f"the claim mixes the encodings {' and '.join(self._of_regions)}")
        products = ProductChecker(self.points, self._solver(self._of_regions[0]), self.context.deadline)
        result = products.check()
        if not isinstance(result, Accepted):
            return result
        self.used.setdefault(EXECUTION)
        if products.solver_used:
            self.used.setdefault(self.backend.name)
        self._reached.update(dict.fromkeys(self.points.claims))
        try:
            self._run_against_the_claim()
        except _Failure as failure:
            return failure.result
        return Accepted(" and ".join(self.used))

    def _ask_the_solver_too(self) -> None:
        """Where execution alone showed a small claim, the solver has to agree if it answers soon: two independent checkers."""
        claims = {point: self.points.claims[point] for point in self._reached}
        rows = sum(len(claim.rows) for claim in claims.values() if isinstance(claim, Assignments))
        if self.used.keys() - {EXECUTION} or rows > SECOND_OPINION_ROWS:
            return
        self.context = replace(self.context, timeout=SECOND_OPINION_SECONDS)
        self._checkers.clear()
        try:
            for point, claim in claims.items():
                self._solve(point, claim)
        except _Failure as failure:
            if isinstance(failure.result, Rejected):
                raise

    def _run_against_the_claim(self) -> None:
        """Executions know no blocks: where block formulas are wrong, the analysis and the solver's check are wrong alike."""
        if not self._of_regions:
            return
        rest = self.context.deadline.remaining()
        seconds = SAMPLING_SECONDS if rest is None else min(SAMPLING_SECONDS, SAMPLING_SHARE * rest)
        claims = {point: self.points.claims[point] for point in self._reached}
        sampler = Sampler(self.program, claims, self._solver(self._of_regions[0]).vocabulary)
        contradiction = sampler.contradiction(seconds)
        if contradiction is not None:
            raise _Failure(contradiction)
        self.used.setdefault(CHECKER)

    def _expect(self, result: CheckResult) -> None:
        if not isinstance(result, Accepted):
            raise _Failure(result)
        if result.checked_by == self.backend.name:
            self.used.setdefault(result.checked_by)

    def _check_point(self, point: ControlPoint) -> None:
        self.context.deadline.check()
        claim = self.points.claims[point]
        if isinstance(claim, Assignments):
            left = self._execute_rows(point, claim)
            for first in range(0, len(left), ROWS_PER_QUERY):
                self._solve(point, Assignments(claim.elements, left[first : first + ROWS_PER_QUERY]))
        else:
            self._solve(point, claim)

    def _execute_rows(self, point: ControlPoint, claim: Assignments) -> tuple[tuple[int | None, ...], ...]:
        """The rows whose postconditions execution alone does not show to be covered."""
        slots = [storage.slot + index for storage, index in claim.elements]
        left: list[tuple[int | None, ...]] = []
        failures = 0
        rows = claim.rows
        self._rows_claimed += len(rows)
        if self._rows_time.over and len(rows) > ROWS_IN_A_SAMPLE:
            rows = rows[:: len(rows) // ROWS_IN_A_SAMPLE]
        end = self.executor.forks + FORKS_PER_POINT
        for number, row in enumerate(rows):
            if not number % 64:
                self.context.deadline.check()
            if self._rows_time.over and number >= ROWS_IN_A_SAMPLE:
                break
            self._rows_seen += 1
            budget = min(FORKS_PER_ROW, end - self.executor.forks)
            if budget > 0 and self._execute_row(point, slots, row, budget):
                failures = 0
                self.used.setdefault(EXECUTION)
                continue
            left.append(row)
            failures += 1
            if failures >= PATIENCE and failures == number + 1:
                return claim.rows
        return tuple(left)

    def _execute_row(self, point: ControlPoint, slots: list[int], row: tuple[int | None, ...], budget: int) -> bool:
        state = self._blank[:]
        for slot, value in zip(slots, row, strict=True):
            if value is not None:
                state[slot] = value
        return self.executor.leads_into(point, state, budget, self._arrive)

    def _arrive(self, target: ControlPoint, state: State) -> Arrival:
        coverage = self._coverages.get(target)
        if coverage is None:
            claim = self.points.claims.get(target)
            if not isinstance(claim, Assignments) or target.location.is_error:
                return Arrival.FAILED if self.points.cuts(target, 0, False) else Arrival.PASS
            # A lemma that does not cover costs nothing but the way to the next cut point.
            coverage = Coverage(claim, LEMMA_TABLES if self.points.is_lemma(target) else None)
            self._coverages[target] = coverage
        if coverage.covers(state):
            self._reached.setdefault(target)
            return Arrival.COVERED
        return Arrival.PASS if self.points.is_lemma(target) else Arrival.FAILED

    def _solve(self, point: ControlPoint, claim: Invariant) -> None:
        first = self._encodings(claim, None)[0]
        for block in self._solver(first).blocks_from(point):
            target = self.points.claims.get(block.target)
            if target is not None:
                self._reached.setdefault(block.target)
            result = self._solver(first).check(claim, block)
            for encoding in self._encodings(claim, target)[1:]:
                if isinstance(result, Accepted) or (isinstance(result, Rejected) and not block.overapproximated):
                    break
                checker = self._solver(encoding)
                # A block that this encoding's simplification refutes has no counterpart: it is infeasible.
                again = [other for other in checker.blocks_from(point) if other.target is block.target]
                result = checker.check(claim, again[0]) if again else Accepted("simplification")
            self._expect(result)

    def _encodings(self, source: Invariant, target: Invariant | None) -> tuple[str, ...]:
        """The encodings to try in order: a formula's own only."""
        for claim in (source, target):
            if isinstance(claim, Region):
                return (claim.encoding,)
        return (*self._of_regions, *(name for name in ("int", "bv") if name not in self._of_regions))

    def _solver(self, encoding: str) -> BlockChecker:
        checker = self._checkers.get(encoding)
        if checker is None:
            checker = BlockChecker(self.program, self.points, encoding, self.backend, self.environment, self.context)
            self._checkers[encoding] = checker
        return checker


def encodings_of(claim: Invariant) -> set[str]:
    """The encodings of the claim's formulas; none for partial assignments."""
    match claim:
        case Region(encoding=encoding):
            return {encoding}
        case Product(parts=parts):
            return {region.encoding for region, _ in parts}
    return set()
