"""The invariants that a finished exploration of the composite claims: at each point the pairs that were reached, grouped by region."""

from __future__ import annotations

from collections.abc import Callable

from pysmt.fnode import FNode

from verilab.analysis.arg import ArgNode
from verilab.analysis.invariants import Invariant, Invariants, Product, Region
from verilab.analysis.predicate.regions import Bdd, Regions
from verilab.analysis.value.claims import assignments, claims
from verilab.analysis.value.cpa import ValueCpa
from verilab.analysis.value.scheme import State
from verilab.program.control import ControlPoint


def composite_claims(
    nodes: list[ArgNode], value: ValueCpa, regions: Regions, meaning: Callable[[int], FNode], encoding: str, entry: ControlPoint
) -> Invariants:
    """What the pairs of ``nodes`` claim; ``meaning`` gives the predicate of a number over the program's symbols.

    Where all regions are true the rows alone, where no values are tracked the regions of loop heads alone, else products everywhere:
    single edges lead from one to the next, so that each can be checked part by part.
    """
    if all(node.state[1] == regions.true for node in nodes):
        return claims(value, ((node.point, node.state[0]) for node in nodes))
    reached: dict[ControlPoint, dict[Bdd, list[State]]] = {}
    for node in nodes:
        reached.setdefault(node.point, {}).setdefault(node.state[1], []).append(node.state[0])
    found: dict[ControlPoint, Invariant] = {}
    for point, groups in reached.items():
        if point.location.is_error:
            continue
        if value.scheme.tracked:
            parts = [
                (Region(regions.translate(region, meaning), encoding), assignments(value, point, states))
                for region, states in groups.items()
            ]
            found[point] = Product(tuple(parts))
        elif point.location.is_loop_head or point is entry:
            union = regions.false
            for region in groups:
                union = union | region
            found[point] = Region(regions.translate(union, meaning), encoding)
    return found
