"""The invariants of a witness as a claim about the program that they are woven into (``verilab.program.witnesses.assertions``).

The woven program asserts every invariant where it is claimed, so that whoever shows the claim inductive shows with it that all of them
hold and that no error is reached; formulas that say something else than the invariants fail there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariants, Region
from verilab.evidence.witnesses.formulas import formula_of
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge, Location, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Nondet, Skip
from verilab.program.witnesses.assertions import HOLDS

MOST_POINTS = 50_000
"""Control points of a program in which claims are placed."""


def asserted(program: Program) -> dict[Location, tuple[Expression, ...]]:
    """The asserted conditions by the location in front of them; what is asserted right behind another, at the first of them."""
    # The entry function gives all variables their initial values, those of the assertions too.
    edges = (edge for edge in program.edges if edge.source.function is not program.entry)
    assertions = {edge.source: value for edge in edges if (value := _condition(edge)) is not None}
    followers = {location: _next(location, assertions) for location in assertions}
    inner = {follower for follower in followers.values() if follower is not None}
    together: dict[Location, tuple[Expression, ...]] = {}
    for location in assertions:
        if location in inner:
            continue
        chain: list[Expression] = []
        here: Location | None = location
        while here is not None and len(chain) < len(assertions):
            chain.append(assertions[here])
            here = followers[here]
        together[location] = tuple(chain)
    return together


def _condition(edge: Edge) -> Expression | None:
    operation = edge.operation
    if isinstance(operation, Assign) and operation.target.name.startswith(HOLDS) and not isinstance(operation.value, Nondet):
        return operation.value
    return None


def _next(location: Location, assertions: Mapping[Location, Expression]) -> Location | None:
    """The location of the next assertion, where nothing else leads there and nothing happens in between."""
    here = location.leaving[0].target
    for _ in range(4):
        onward = [edge for edge in here.leaving if not edge.target.is_error and _passes(edge)]
        if len(onward) != 1 or (target := onward[0].target).is_loop_head or len(target.entering) > 1:
            return None
        if target in assertions:
            return target
        here = target
    return None


def _passes(edge: Edge) -> bool:
    operation = edge.operation
    return isinstance(operation, Skip) or (isinstance(operation, Assume) and operation.positive)


class WitnessClaims:
    """Claims of one woven program, by encoding; ``heads_only``: nothing is claimed but at the heads of loops, elsewhere it follows."""

    def __init__(self, program: Program, environment: Environment) -> None:
        self._program = program
        self._environment = environment
        self._conditions = asserted(program)
        self._points: list[ControlPoint] | None = None

    def claim(self, vocabulary: Vocabulary, *, heads_only: bool) -> Invariants | None:
        """What the witness claims; "true" at loop heads of which it says nothing.  None where it cannot be said in the encoding."""
        formulas = self.formulas(vocabulary)
        points = self._reachable()
        if formulas is None or points is None:
            return None
        name, true = vocabulary.encoding.name, vocabulary.terms.true
        claim: dict[ControlPoint, Region] = {}
        for point in points:
            formula = formulas.get(point.location)
            if point.location.is_loop_head:
                claim[point] = Region(true if formula is None else formula, name)
            elif formula is not None and not heads_only:
                claim[point] = Region(formula, name)
        return claim

    def formulas(self, vocabulary: Vocabulary) -> dict[Location, FNode] | None:
        """The asserted conditions as formulas by location; None where the encoding has none for some of them."""
        formulas: dict[Location, FNode] = {}
        for location, conditions in self._conditions.items():
            parts = [formula_of(condition, vocabulary, self._environment) for condition in conditions]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            formulas[location] = vocabulary.terms.conjunction(known)
        return formulas

    def points(self, locations: Mapping[Location, FNode]) -> Iterator[ControlPoint]:
        """The control points of these locations, as far as they were found."""
        return (point for point in self._reachable() or () if point.location in locations)

    def _reachable(self) -> list[ControlPoint] | None:
        """All control points, None where they are too many."""
        if self._points is None:
            graph = ControlGraph(self._program)
            seen = {graph.entry}
            pending = [graph.entry]
            while pending and len(seen) <= MOST_POINTS:
                for _, target in pending.pop().successors:
                    if target not in seen:
                        seen.add(target)
                        pending.append(target)
            self._points = sorted(seen, key=lambda point: point.id)
        return self._points if len(self._points) <= MOST_POINTS else None
