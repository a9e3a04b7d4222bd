"""What a finished exploration claims: one invariant per cut point of the control graph.

Every cycle of control points passes a cut point, and the entry is one.  The claim is that the invariants are inductive over the
loop-free program parts ("blocks") between cut points and that no error location is reachable from any of them:

    I(entry) = true;   I(a) and block(a, b) => I(b)'   for cut points a, b;   I(a) and block(a, error) is unsatisfiable.

``Assignments`` may also be claimed at points that are no loop heads.  They are lemmas that keep the check fast: what reaches such a point
is either one of its rows, from which the claim goes on as from a cut point, or goes on to the next cut point by itself.

A claim with ``Product``s is one about the points of the whole exploration: what leaves a pair by any edge is in a pair where it arrives, or
goes on to a later point; it passes no loop head.

``verilab.evidence`` checks exactly this, with another solver than the one that found it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.program.control import ControlPoint
from verilab.program.elements import Assignments, Element

__all__ = ["Assignments", "Element", "Invariant", "Invariants", "Product", "Region"]


@dataclass(frozen=True, slots=True)
class Region:
    """A formula over the uninstantiated symbols of ``verilab.formulas``, in the encoding it names ("int" or "bv")."""

    formula: FNode
    encoding: str


@dataclass(frozen=True, slots=True)
class Product:
    """A disjunction of pairs: some region holds together with one of its rows.  All regions are in the same encoding."""

    parts: tuple[tuple[Region, Assignments], ...]


Invariant = Assignments | Region | Product
Invariants = Mapping[ControlPoint, Invariant]
