"""Independent check of the invariants that a proof claims (see ``verilab.analysis.invariants`` for what they must satisfy).

Executions come first: random and steered ones, for every proof.  Formulas then go to a solver in a translation of their own
(``verilab.evidence.naive``), and where that cannot tell, or not in time, block by block as the analysis sees them.  Partial
assignments (the value analysis' claim) are executed row by row from cut point to cut point and looked up at their targets; what this
cannot show goes to a solver, block by block, in the integers and then in bit vectors.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from pysmt.environment import Environment

from verilab.analysis.invariants import Assignments, Invariant, Invariants, Product, Region
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.budget import Budget
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.executions.claims import StateTest, state_tests
from verilab.evidence.executions.sampler import Sample, Sampler
from verilab.evidence.methods import Method
from verilab.evidence.naive.check import Finding, NaiveChecker, rows_of
from verilab.evidence.naive.paths import consist_of_equations, multiplies
from verilab.evidence.partial_states.rows import RowExecutor
from verilab.evidence.products import ProductChecker
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.resources import OutOfTime
from verilab.solving.backend import Backend, QueryContext, Theory

ROWS_PER_QUERY = 500
EXECUTION = "execution of partial states"
ROWS_SHARE, ROWS_SECONDS = 0.3, 3.0
"""What executing rows may cost, as a share of the run so far and at least; after that a sample of each point's rows is executed."""
SAMPLING_SHARE, SAMPLING_SECONDS = 0.06, 0.1
NAIVE_SHARE, NAIVE_SECONDS = 0.12, 0.3
PRODUCTS_SHARE, PRODUCTS_SECONDS = 0.5, 4.0
"""For claims that multiply or consist of equations, which no other check shows."""
CHECKER = "executions"
SECOND_OPINION_ROWS = 200
"""Claims of at most this many rows at cut points go to the solver even where execution has shown them."""


def check_invariants(
    program: Program,
    invariants: Invariants,
    *,
    backend: Backend,
    environment: Environment,
    context: QueryContext | None = None,
    began: float | None = None,
    method: Method = Method.INDEPENDENT,
    every_row: bool = False,
) -> CheckResult:
    """Check the claim with ``backend``, which should not be the one that found it.

    ``environment`` is the one that the claim's formulas belong to; ``began``: when the run started (``time.monotonic``, now by default).
    ``every_row``: a sample of the rows of partial assignments, which is enough where time is short, is not; ask for it where the claim
    does not come from a proof.  ``Accepted.checked_by`` names what was needed.
    """
    context = context or QueryContext()
    budget = Budget(context.deadline, time.monotonic() if began is None else began)
    with _checking(program, invariants, backend, environment, context, budget) as checker:
        try:
            return checker.check(method, every_row=every_row)
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
        self.program = program
        self.points = ClaimedPoints(program, invariants)
        self.backend = backend
        self.environment = environment
        self.context = context
        self.budget = budget
        self.used: dict[str, None] = {}
        self.sample = Sample("", (), 0)
        self._checkers: dict[str, BlockChecker] = {}
        self._reached: dict[ControlPoint, None] = {self.points.graph.entry: None}
        self._of_regions = sorted({encoding for claim in self.points.claims.values() for encoding in encodings_of(claim)})
        self._products = any(isinstance(claim, Product) for claim in invariants.values())
        self._tests: dict[ControlPoint, StateTest] = {}
        self._every_row = False

    def close(self) -> None:
        for checker in self._checkers.values():
            checker.close()

    def check(self, method: Method, *, every_row: bool) -> CheckResult:
        self._every_row = every_row
        if len(self._of_regions) > 1:
            return Unchecked(f"the claim mixes the encodings {' and '.join(self._of_regions)}")
        try:
            entry = self.points.entry_claim
            if entry is not None:
                self._expect(self._solver(self._encodings(entry, None)[0]).holds_always(entry))
            self._tests = state_tests(
                self.points.claims, self._solver(self._of_regions[0]).vocabulary if self._of_regions else None, self.points.graph
            )
            self._execute(method)
            self._prove(method)
        except _Failure as failure:
            return failure.result
        return Accepted(" and ".join(self.used) or EXECUTION, self.sample.vectors)

    def _prove(self, method: Method) -> None:
        rows = rows_of(self.points)
        if method is Method.BLOCKS or rows > SECOND_OPINION_ROWS:
            self._prove_as_claimed()
        elif self._of_regions and not self._products:
            if not self._holds_naively():
                self._prove_as_claimed()
        else:
            self._prove_rows()

    def _prove_rows(self) -> None:
        """By execution and by formulas: two independent checkers; where the first cannot tell, the second one's word is enough."""
        failure: _Failure | None = None
        try:
            self._prove_as_claimed()
        except _Failure as unproven:
            if isinstance(unproven.result, Rejected) and not self._products:
                raise
            failure = unproven
        if not self._holds_naively() and failure is not None:
            raise failure

    def _prove_as_claimed(self) -> None:
        """By the execution of rows, and by the formulas of blocks or single paths."""
        if self._products:
            self._prove_products()
            return
        rows = RowExecutor(
            self.program,
            self.points,
            self.budget.part(ROWS_SHARE, ROWS_SECONDS),
            self.context.deadline,
            lambda point: self._reached.setdefault(point),
        )
        pending = [self.points.graph.entry]
        while pending:
            known = len(self._reached)
            self._check_point(pending.pop(), rows)
            pending.extend(list(self._reached)[known:])
        if rows.claimed and not rows.seen:
            raise _Failure(Unchecked("no time was left to execute a row of the claim"))
        if self._every_row and rows.seen < rows.claimed:
            raise _Failure(Unchecked(f"no time was left to execute more than {rows.seen} of {rows.claimed} rows of the claim"))
        if rows.shown:
            sampled = f" ({rows.seen} of {rows.claimed})" if rows.seen < rows.claimed else ""
            self.used = {EXECUTION + sampled: None, **self.used}

    def _prove_products(self) -> None:
        """The same for claims of pairs (``verilab.evidence.products``)."""
        products = ProductChecker(self.points, self._solver(self._of_regions[0]), self.context.deadline)
        result = products.check()
        if not isinstance(result, Accepted):
            raise _Failure(result)
        self.used.setdefault(EXECUTION)
        if products.solver_used:
            self.used.setdefault(f"path formulas by {self.backend.name}")

    def _holds_naively(self) -> bool:
        """Whether a translation that shares nothing with the analysis shows the claim; raises _Failure where it refutes it."""
        encoding = self._of_regions[0] if self._of_regions else "bv"
        blocks = self._solver(encoding)
        claimed = [blocks.conclusion(claim) for claim in self.points.claims.values() if isinstance(claim, Region)] * (encoding == "bv")
        multiplied = any(map(multiplies, claimed)) or consist_of_equations(claimed, blocks.vocabulary.terms)
        if multiplied:
            blocks.seconds = PRODUCTS_SECONDS
        part = self.budget.part(*((PRODUCTS_SHARE, PRODUCTS_SECONDS) if multiplied else (NAIVE_SHARE, NAIVE_SECONDS)))
        naive = NaiveChecker(self.points, blocks, self._tests, self.environment, part, by_paths=multiplied)
        finding = naive.check()
        if finding is Finding.BROKEN:
            raise _Failure(Rejected(naive.broken, f"naive translation by {self.backend.name}"))
        if finding is Finding.HOLDS:
            self.used.setdefault(f"naive translation by {self.backend.name}")
        return finding is Finding.HOLDS

    def _execute(self, method: Method) -> None:
        """Executions know no blocks: where block formulas are wrong, the analysis and a check by them are wrong alike."""
        if method is Method.BLOCKS and not self._of_regions:
            return
        steered = method is Method.INDEPENDENT and Theory.BV in self.backend.capabilities.theories
        session = (lambda: self.backend.session(self.environment, logic="QF_BV", context=self.context)) if steered else None
        sampler = Sampler(self.program, self.points.graph, self._tests, self.environment, session)
        self.sample = sampler.sample(self.budget.part(SAMPLING_SHARE, SAMPLING_SECONDS))
        if self.sample.contradiction:
            raise _Failure(Rejected(self.sample.contradiction, CHECKER))
        if self.sample.runs:
            self.used.setdefault(CHECKER)

    def _expect(self, result: CheckResult) -> None:
        if not isinstance(result, Accepted):
            raise _Failure(result)
        if result.checked_by == self.backend.name:
            self.used.setdefault(f"block formulas by {result.checked_by}")

    def _check_point(self, point: ControlPoint, rows: RowExecutor) -> None:
        self.context.deadline.check()
        claim = self.points.claims[point]
        if isinstance(claim, Assignments):
            left = rows.left_over(point, claim)
            for first in range(0, len(left), ROWS_PER_QUERY):
                self._solve(point, Assignments(claim.elements, left[first : first + ROWS_PER_QUERY]))
        else:
            self._solve(point, claim)

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
