"""The part of a run that is about a witness woven into its program: is what it claims inductive by itself, and what is left if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from verilab.analysis.candidates import Increment
from verilab.analysis.invariants import Invariants
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.evidence.check import Certified
from verilab.program.tasks import Task
from verilab.refinement.verdicts import Safe, Unknown
from verilab.verification.workshop import Workshop

if TYPE_CHECKING:
    from verilab.evidence.witnesses.claims import WitnessClaims

NAME = "witness"


class ClaimPhase:
    """The claim of a correctness witness, first as a proof, then as a precision to start from; nothing for other tasks."""

    def __init__(self, task: Task, workshop: Workshop) -> None:
        is_claim = task.witness is not None and not list(task.error_convention)
        self._workshop = workshop
        self._claims: WitnessClaims | None = None
        if is_claim:
            from verilab.evidence.witnesses.claims import WitnessClaims  # few tasks have a witness

            self._claims = WitnessClaims(workshop.original, workshop.environment)
        self.details: dict[str, Any] = {}
        """What became of the claim: whether it is inductive by itself, in which encoding or why not."""

    def run(self, certify: Callable[[Safe], Certified]) -> Iterator[tuple[Safe, Certified]]:
        """The claim as a proof, in one encoding after the other until one is certified."""
        for encoding, claim in self._attempts():
            certified = certify(Safe(claim))
            accepted = not isinstance(certified.verdict, Unknown)
            self.details = {"inductive": accepted, "encoding": encoding, "reason": "" if accepted else certified.evidence.detail}
            if accepted:
                yield Safe(claim), certified
                return

    def _attempts(self) -> Iterator[tuple[str, Invariants]]:
        if self._claims is None:
            return
        self.details = {"inductive": False, "encoding": "", "reason": "some invariant has no formula over the program's variables"}
        tried: list[Invariants] = []
        for heads_only in (True, False):
            for encoding in ("int", "bv"):
                claim = self._claims.claim(self._workshop.formulas(encoding).vocabulary, heads_only=heads_only)
                if claim is not None and claim not in tried:
                    tried.append(claim)
                    yield encoding, claim

    def seed(self, analysis: RefinableAnalysis, encoding: str) -> None:
        """Let a predicate analysis begin with the parts of the claim as predicates where it is made."""
        if self._claims is None:
            return
        from verilab.analysis.predicate.analysis import PredicateAnalysis  # few tasks have a witness

        if not isinstance(analysis, PredicateAnalysis):
            return
        formulas = self._claims.formulas(self._workshop.formulas(encoding).vocabulary) or {}
        extract, point_of = analysis.predicates.extract, self._workshop.graph.point
        facts = {point_of(claim.location, claim.stack): extract(formulas[claim.location]) for claim in self._claims.points(formulas)}
        increment = Increment({point: predicates for point, predicates in facts.items() if predicates})
        if increment:
            analysis.refine(increment, Scope.LOCATED)
