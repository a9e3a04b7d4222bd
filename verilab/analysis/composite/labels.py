"""Pairs of values and a region as labels, and what a finished exploration of the composite claims by them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from verilab.analysis.composite.cpa import CompositeCpa, CompositeState
from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants, Product
from verilab.analysis.labels import Labels, Reached
from verilab.analysis.predicate.analysis import PredicateAnalysis
from verilab.analysis.predicate.regions import Bdd
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.labels import assignments
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint


class PairLabels(Labels):
    """(v, r): what both parts say."""

    def __init__(self, cpa: CompositeCpa, value: ValueAnalysis, predicate: PredicateAnalysis) -> None:
        self._cpa = cpa
        self._value = value
        self._predicate = predicate

    def conjoin(self, left: CompositeState, right: CompositeState) -> CompositeState | None:
        values = self._value.labels.conjoin(left[0], right[0])
        region = self._predicate.labels.conjoin(left[1], right[1])
        return None if values is None or region is None else (values, region)

    def entails(self, left: CompositeState, right: CompositeState) -> bool:
        return self._value.labels.entails(left[0], right[0]) and self._predicate.labels.entails(left[1], right[1])

    def feasible(self, source: AbstractState, step: Any, target: AbstractState) -> bool:
        """By the transfer relation of the current precisions."""
        point, state = target
        return any(reached is point and self.conjoin(after, state) is not None for reached, after, _ in self._cpa.successors(*source))

    def text(self, point: ControlPoint, label: CompositeState) -> str:
        parts = (self._value.labels.text(point, label[0]), self._predicate.labels.text(point, label[1]))
        return "; ".join(part for part in parts if part != "true") or "true"

    def claims(self, reached: Reached) -> Invariants:
        """Where all regions are true the rows alone, where no values are tracked the regions of loop heads alone, else products everywhere.

        Single edges lead from one product to the next, so that each can be checked part by part.
        """
        true = self._predicate.regions.true
        if all(region == true for _, region in chain.from_iterable(reached.values())):
            return self._value.labels.claims({point: [values for values, _ in pairs] for point, pairs in reached.items()})
        reached = {point: pairs for point, pairs in reached.items() if not point.location.is_error}
        if not self._value.cpa.scheme.tracked:
            return self._predicate.labels.claims({point: [region for _, region in pairs] for point, pairs in reached.items()})
        region, cpa = self._predicate.labels.region, self._value.cpa
        return {
            point: Product(tuple((region(label), assignments(cpa, point, states)) for label, states in _by_region(pairs).items()))
            for point, pairs in reached.items()
        }


def _by_region(pairs: Iterable[CompositeState]) -> dict[Bdd, list[State]]:
    by_region: dict[Bdd, list[State]] = {}
    for values, region in pairs:
        by_region.setdefault(region, []).append(values)
    return by_region
