"""The truths that formulas have together which only compare variables, with numbers or each other: as a diagram, without a solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pysmt.fnode import FNode

from verilab.analysis.predicate.breakpoints import Breakpoints
from verilab.analysis.predicate.comparisons import Comparisons
from verilab.analysis.predicate.equalities import Equalities
from verilab.analysis.predicate.regions import Bdd, Regions


class ComparedVariables:
    """By ``breakpoints`` where at most two variables are connected, else by ``equalities``."""

    def __init__(self, regions: Regions) -> None:
        comparisons = Comparisons()
        self._regions = regions
        self._breakpoints = Breakpoints(comparisons)
        self._equalities = Equalities(comparisons, regions)

    def relation(self, constraints: Sequence[FNode], formulas: Mapping[str, FNode]) -> Bdd | None:
        """The formulas' truths where all constraints hold, each by its variable's name in the diagram; None where a solver must say."""
        minterms = self._breakpoints.minterms(constraints, list(formulas.values()))
        if minterms is not None:
            return self._regions.product(list(formulas), minterms)
        return self._equalities.relation(constraints, formulas)
