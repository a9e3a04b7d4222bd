"""Claims of pairs (a region and a row) are accepted exactly when pairs lead into pairs and exclude the error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.backends.required import need
from tests.program.lowered_programs import program as lowered
from tests.refinement.benches import Bench
from verilab.analysis.invariants import Assignments, Invariant, Invariants, Product, Region
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.invariants import check_invariants
from verilab.evidence.naive.check import Finding, NaiveChecker
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.program.control import ControlPoint
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext

PROGRAM = """
int main(void) {
  int n = __VERIFIER_nondet_int(), mode = 0, x = 0;
  if (n < 0) { return 0; }
  if (__VERIFIER_nondet_int() == 1) { mode = 2; }
  while (x < n) { x++; }
  if (x != n) { reach_error(); }
  if (mode == 1) { reach_error(); }
  return 0;
}
"""


class Proof:
    """A program and the composite's claim about it."""

    def __init__(self) -> None:
        self.bench = Bench(lowered(PROGRAM))
        verdict = RefinementLoop(self.bench.composite(), parse_strategy("spin15-va-pa")).run()
        assert isinstance(verdict, Safe)
        self.claim: Invariants = verdict.invariants

    @property
    def head(self) -> tuple[ControlPoint, Product]:
        """The loop head and what is claimed there."""
        claimed = next((point, claim) for point, claim in self.claim.items() if point.location.is_loop_head)
        assert isinstance(claimed[1], Product)
        return claimed[0], claimed[1]

    def changed(self, **parts: Invariant | None) -> Invariants:
        """The claim with another one at the loop head, or none."""
        point, _ = self.head
        return {other: claim for other, claim in self.claim.items() if other is not point} | (
            {point: parts["head"]} if parts["head"] is not None else {}
        )

    def check(self, claim: Invariants, context: QueryContext | None = None) -> CheckResult:
        return check_invariants(
            self.bench.program, claim, backend=need("cvc5"), environment=self.bench.environment, context=context or QueryContext()
        )


@pytest.fixture(scope="module")
def proof() -> Iterator[Proof]:
    opened = Proof()
    yield opened
    opened.bench.close()


def test_a_claim_of_pairs_is_accepted_by_execution_and_another_solver(proof: Proof) -> None:
    assert proof.check(proof.claim) == Accepted(
        "executions and execution of partial states and path formulas by cvc5 and naive translation by cvc5"
    )
    _, claim = proof.head
    assert {row for _, rows in claim.parts for row in rows.rows} == {(0,), (2,)}


def test_a_pair_that_is_missing_at_the_loop_head_is_noticed(proof: Proof) -> None:
    _, claim = proof.head
    for lost in ((0,), (2,)):
        parts = tuple((region, replace(rows, rows=tuple(row for row in rows.rows if row != lost))) for region, rows in claim.parts)
        assert isinstance(proof.check(proof.changed(head=Product(parts))), Rejected)
    assert isinstance(proof.check(proof.changed(head=None)), Rejected)


def test_a_region_that_is_too_weak_or_too_strong_is_noticed(proof: Proof) -> None:
    _, claim = proof.head
    terms = proof.bench.vocabulary.terms
    for formula in (terms.true, terms.false):
        parts = tuple((replace(region, formula=formula), rows) for region, rows in claim.parts)
        assert isinstance(proof.check(proof.changed(head=Product(parts))), Rejected)


def test_the_values_must_exclude_the_error_that_no_region_excludes(proof: Proof) -> None:
    _, claim = proof.head
    parts = tuple((region, Assignments((), ((),))) for region, _ in claim.parts)
    assert isinstance(proof.check(proof.changed(head=Product(parts))), Rejected)


def test_what_no_execution_refutes_is_rejected_by_the_paths_formulas(proof: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing false is claimed, but too little; the second checker, which would notice, cannot tell."""
    monkeypatch.setattr(NaiveChecker, "check", lambda self: Finding.OPEN)
    _, claim = proof.head
    terms = proof.bench.vocabulary.terms
    regions = tuple((replace(region, formula=terms.true), rows) for region, rows in claim.parts)
    values = tuple((region, Assignments((), ((),))) for region, _ in claim.parts)
    for parts in (regions, values):
        result = proof.check(proof.changed(head=Product(parts)))
        assert isinstance(result, Rejected)
        assert result.checked_by == "cvc5"
    assert isinstance(proof.check(proof.claim), Accepted)


def test_rows_and_regions_alone_are_pairs_too(proof: Proof) -> None:
    point, claim = proof.head
    entry = proof.bench.analysis.blocks.graph.entry
    weaker = {other: found for other, found in proof.claim.items() if other in (point, entry)}
    # Only the loop head and the entry: paths of several edges lead between them.
    assert isinstance(proof.check(weaker), Accepted)
    true = Region(proof.bench.vocabulary.terms.true, "int")
    assert isinstance(proof.check(weaker | {entry: Assignments((), ((),))}), Accepted)
    assert isinstance(proof.check(weaker | {entry: true}), Accepted)
    assert isinstance(proof.check(weaker | {point: Product((*claim.parts, (true, Assignments((), ()))))}), Accepted)


def test_executions_refute_pairs_that_wrong_block_formulas_would_prove(proof: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    _, claim = proof.head
    terms = proof.bench.vocabulary.terms
    monkeypatch.setattr(BlockChecker, "entails", lambda *_: Accepted("a checker that sees no path"))
    result = proof.check(proof.changed(head=Product(tuple((replace(region, formula=terms.false), rows) for region, rows in claim.parts))))
    assert isinstance(result, Rejected)
    assert result.checked_by == "executions"


def test_time_runs_out_without_a_verdict_and_encodings_are_not_mixed(proof: Proof) -> None:
    _, claim = proof.head
    assert proof.check(proof.claim, QueryContext(deadline=Deadline(0.0))) == Unchecked("timeout")
    mixed = proof.changed(head=Product(tuple((replace(region, encoding="bv"), rows) for region, rows in claim.parts)))
    result = proof.check(mixed)
    assert isinstance(result, Unchecked)
    assert "mixes the encodings" in result.reason
