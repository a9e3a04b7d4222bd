"""What a finished exploration claims: one invariant per cut point of the control graph.

Every cycle of control points passes a cut point, and the entry is one.  The claim is that the invariants are inductive over the
loop-free program parts ("blocks") between cut points and that no error location is reachable from any of them:

    I(entry) = true;   I(a) and block(a, b) => I(b)'   for cut points a, b;   I(a) and block(a, error) is unsatisfiable.

``verilab.evidence`` checks exactly this, with another solver than the one that found it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pysmt.fnode import FNode

from verilab.program.cfa import Array, Variable
from verilab.program.control import ControlPoint

Element = tuple["Variable | Array", int]
"""A scalar with index 0, or one element of an array."""


@dataclass(frozen=True, slots=True)
class Assignments:
    """A disjunction of abstract variable assignments: some row holds, where row[j] is the value of elements[j] or None (unknown).

    ``elements`` has one entry per tracked scalar or array element; every row has the same length.
    """

    elements: tuple[Element, ...]
    rows: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A formula over the uninstantiated symbols of ``verilab.formulas``, in the encoding it names ("int" or "bv")."""

    formula: FNode
    encoding: str


Invariant = Assignments | Region
Invariants = Mapping[ControlPoint, Invariant]
