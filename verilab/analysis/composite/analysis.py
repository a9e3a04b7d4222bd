"""The composite as the refinement loop uses it: each refinement goes to the analysis that proposed it (SPIN'15 §4, Fig. 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verilab.analysis.candidates import Candidate, Increment
from verilab.analysis.combination import ALL, IN_TURN, KNOWN, all_together, in_turn
from verilab.analysis.composite.cpa import CompositeCpa
from verilab.analysis.composite.facts import PairFacts, split
from verilab.analysis.composite.labels import PairLabels
from verilab.analysis.paths import Path
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.prefixes import Caps
from verilab.analysis.proposals import Proposal, settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.program.cfa import Program


class CompositeAnalysis(RefinableAnalysis):
    """A value analysis and a predicate analysis with single-edge blocks of the same control graph.

    ``ValueError`` where the blocks are larger: values and regions could not step along the same edges.
    """

    name = "composite"

    def __init__(self, value: ValueAnalysis, predicate: PredicateAnalysis) -> None:
        if not isinstance(predicate.blocks.operator, SingleBlock):
            raise ValueError("the composite steps from edge to edge; give it a predicate analysis with blocks of single edges")
        if predicate.blocks.graph is not value.cpa.graph:
            raise ValueError("both analyses of a composite need the same control graph")
        self.value = value
        self.predicate = predicate
        self.cpa = CompositeCpa(value, predicate)
        self.facts = PairFacts(value.facts, predicate.facts)
        self.labels = PairLabels(self.cpa, value, predicate)

    def trouble(self) -> str:
        return self.predicate.trouble()

    @property
    def program(self) -> Program:
        return self.value.program

    def propose(self, path: Path, caps: Caps | None = None, analyses: str = "") -> Iterator[Proposal]:
        """What the analyses propose, by default in turn: VA || PA, of sliced prefixes VA+ || PA+.  ValueError for unknown ``analyses``."""
        values, predicates = self._by_values(path, caps), self._by_predicates(path, caps)
        if analyses in ("", IN_TURN):
            return in_turn(values, predicates)
        if analyses == ALL:
            return all_together(values, predicates)
        if analyses == self.value.name:
            return in_turn(values, self.value.propose(path))
        if analyses == self.predicate.name:
            return predicates
        raise ValueError(f"analyses={analyses}: unknown; known: {', '.join(KNOWN)}")

    def _by_values(self, path: Path, caps: Caps | None) -> Iterator[Candidate]:
        yield from self.value.excluding(path, caps)

    def _by_predicates(self, path: Path, caps: Caps | None) -> Iterator[Proposal]:
        for proposal in settled(self.predicate.propose(path, caps)):
            yield self._replaced(proposal) if isinstance(proposal, Candidate) else proposal

    def _replaced(self, candidate: Candidate) -> Candidate:
        """A candidate of the predicate analysis, its pivot before the first step that looked at no region.

        What excludes the path may be that step.
        """
        path = candidate.path
        places = zip(path.nodes[1:], path.steps, strict=True)
        first = (node for node, step in places if node is candidate.pivot or not self.cpa.is_abstracted(step))
        return replace(candidate, pivot=next(first, None))

    def refine(self, increment: Increment, scope: Scope) -> bool:
        """Add an increment to the precision of the analysis that its facts belong to, or of both.

        One that has no facts for the value analysis brings the predicate analysis in, even if it has none for that either: some paths
        are excluded by single edges, as soon as these are looked at.
        """
        values, predicates = split(increment)
        grown = bool(values) and self.value.refine(values, scope)
        if predicates or not values:
            grown |= self.cpa.track_predicates()
        if predicates and self.predicate.refine(predicates, scope):
            self.cpa.renew()
            grown = True
        return grown

    def renew(self) -> None:
        self.value.renew()
        self.predicate.renew()
        self.cpa.renew()

    def statistics(self) -> dict[str, float]:
        """``predicates`` counts the facts of both precisions; the counters of each analysis follow under its name."""
        parts = {self.value.name: self.value.statistics(), self.predicate.name: self.predicate.statistics()}
        total: dict[str, float] = {"predicates": sum(part["predicates"] for part in parts.values())}
        return total | {f"{name} {key}": number for name, part in parts.items() for key, number in part.items()}

    def close(self) -> None:
        """Free the solver sessions of the predicate analysis."""
        self.predicate.close()
