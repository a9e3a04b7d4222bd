"""Check of the composite's claim: pairs of a region and a partial assignment, at every point of the exploration.

    (v, r) at a, path p from a to b:   post(p, v) = {}   or   r and p is unsatisfiable   or
                                       post(p, v) => w for some pairs (w, s) at b, and  r and p  =>  the disjunction of their s

The values are executed, the regions go to a solver.  A path is one edge where the exploration stepped from edge to edge; where nothing is
claimed at b, or what is does not cover, the path goes on, but never past a loop head.  The solver's question does not depend on the values:
it is asked once per path and region, however many rows meet there.
"""

from __future__ import annotations

from dataclasses import field

from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Product, Region
from verilab.data_classes import dataclass
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.cut_points import EVERYTHING, ClaimedPoints
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.partial_states.coverage import Covering
from verilab.evidence.partial_states.posts import UNKNOWN, Posts
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import always_cut
from verilab.formulas.traces.paths import points_along
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.resources import Deadline

STEPS_PER_ROW = 20_000
ROWS_IN_A_FORMULA = 200
"""Claims of at most this many rows go to the solver as a whole, where execution alone does not show what follows from a pair."""

Trail = tuple["Trail", Edge] | None


@dataclass(slots=True)
class _Path:
    """What is known of one sequence of edges: its block, and per region the sets of regions that follow."""

    block: Block
    follows: dict[FNode, list[frozenset[FNode]]] = field(default_factory=dict)
    failed: dict[tuple[FNode, frozenset[FNode]], Rejected | Unchecked] = field(default_factory=dict)


class ProductChecker:
    """Checks the claim of ``points`` with the sessions of ``checker``; ``used`` names what was needed, "" before the check."""

    def __init__(self, points: ClaimedPoints, checker: BlockChecker, deadline: Deadline) -> None:
        self._checker = checker
        self._deadline = deadline
        self._terms = checker.encoding.terms
        self._graph = points.graph
        self._blank: State = [UNKNOWN] * points.graph.program.slot_count
        self._claims = {point: self._product(claim) for point, claim in points.claims.items() if not point.location.is_error}
        self._coverings: dict[ControlPoint, Covering[FNode]] = {}
        self._paths: dict[tuple[Edge, ...], _Path] = {}
        self._posts = Posts()
        self.solver_used = False

    def _product(self, claim: Invariant) -> Product:
        match claim:
            case Product():
                return claim
            case Region():
                return Product(((claim, EVERYTHING),))
        return Product(((Region(self._terms.true, self._checker.encoding.name), claim),))

    def check(self) -> CheckResult:
        """Whether every pair leads into pairs, and into no error location."""
        count = 0
        for point, claim in self._claims.items():
            for region, rows in claim.parts:
                for row in rows.rows:
                    count += 1
                    if not count % 64:
                        self._deadline.check()
                    result = self._check_pair(point, region.formula, rows, row)
                    if not isinstance(result, Accepted):
                        return result
        return Accepted(self._checker.backend.name)

    def _check_pair(self, point: ControlPoint, region: FNode, rows: Assignments, row: tuple[int | None, ...]) -> CheckResult:
        start = self._blank[:]
        for (storage, index), value in zip(rows.elements, row, strict=True):
            if value is not None:
                start[storage.slot + index] = value
        pending: list[tuple[ControlPoint, State, Trail]] = [(point, start, None)]
        steps = 0
        while pending:
            here, state, trail = pending.pop()
            for edge, target in here.successors:
                after = state[:]
                if not (target.successors or target.location.is_error) or not self._posts.post(edge, after):
                    continue
                result = self._arrive(point, region, (trail, edge), target, after)
                if isinstance(result, Accepted):
                    continue
                if always_cut(target):
                    result = self._as_formulas(point, (region, rows, row), (trail, edge), target, result)
                    if not isinstance(result, Accepted):
                        return result
                elif target.successors:
                    pending.append((target, after, (trail, edge)))
                steps += 1
                if steps > STEPS_PER_ROW:
                    return Unchecked(f"too many paths lead from {point!r} to the next claims")
        return Accepted("execution")

    def _arrive(self, start: ControlPoint, region: FNode, trail: Trail, target: ControlPoint, state: State) -> CheckResult:
        """Whether a pair at the end of ``trail`` goes on from pairs claimed there, or does not come so far."""
        claim = self._claims.get(target)
        regions: frozenset[FNode] = frozenset()
        if claim is not None:
            covering = self._coverings.get(target)
            if covering is None:
                covering = self._coverings[target] = Covering([(rows, part.formula) for part, rows in claim.parts])
            regions = covering.of(state)
        elif region.is_true() and trail is not None and trail[0] is not None and not always_cut(target):
            # The middle of a chain from before any predicate: nothing but its end can be known.
            return Unchecked("nothing is claimed here")
        if self._terms.true in regions:
            return Accepted("execution")
        return self._follows(start, _edges(trail), region, regions)

    def _path(self, start: ControlPoint, edges: tuple[Edge, ...]) -> _Path:
        """A path's formula is the same under every call stack."""
        path = self._paths.get(edges)
        if path is None:
            points = points_along(self._graph, edges, start)
            path = self._paths[edges] = _Path(self._checker.formulas.path_block(edges, points))
        return path

    def _follows(self, start: ControlPoint, edges: tuple[Edge, ...], region: FNode, regions: frozenset[FNode]) -> CheckResult:
        """Whether every execution of the edges from ``region`` ends in one of ``regions``."""
        path = self._path(start, edges)
        known = path.follows.setdefault(region, [])
        if any(enough <= regions for enough in known) or (region in regions and path.block.at_exit(region) is region):
            return Accepted("known")
        failed = path.failed.get((region, regions))
        if failed is not None:
            return failed
        self.solver_used = True
        # In a fixed order: the solver's time and its patience must not depend on hashes.
        conclusion = self._terms.disjunction(sorted(regions, key=lambda formula: formula.node_id()))
        failure = f"what is claimed behind {edges[-1].position} ({edges[-1].text}) does not follow from a pair at {start!r}"
        result = self._checker.entails(region, path.block, conclusion, failure)
        if isinstance(result, Accepted):
            known.append(regions)
        else:
            path.failed[region, regions] = result
        return result

    def _as_formulas(
        self,
        point: ControlPoint,
        pair: tuple[FNode, Assignments, tuple[int | None, ...]],
        trail: Trail,
        target: ControlPoint,
        before: CheckResult,
    ) -> CheckResult:
        """The question with the values in it, where the claim is small: ``before`` is what was found without them."""
        claim = self._claims.get(target, Product(()))
        if sum(len(rows.rows) for _, rows in claim.parts) > ROWS_IN_A_FORMULA:
            return before
        region, rows, row = pair
        checker = self._checker
        values = checker.premise(Assignments(rows.elements, (row,)))
        block = self._path(point, _edges(trail)).block
        conclusion = self._terms.false if target.location.is_error else checker.conclusion(claim)
        self.solver_used = True
        failure = f"what is claimed at {target!r} does not follow from a pair at {point!r}"
        return checker.entails(self._terms.conjunction([region, values]), block, conclusion, failure)


def _edges(trail: Trail) -> tuple[Edge, ...]:
    edges: list[Edge] = []
    while trail is not None:
        trail, edge = trail
        edges.append(edge)
    edges.reverse()
    return tuple(edges)
