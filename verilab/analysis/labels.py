"""What a refinement may do with the labels of a graph, whatever domain they are from, and what a finished graph claims by them.

IMPACT strengthens a label by the interpolant at its node (conjoin) and covers a node by another (entails); splitting puts the interpolant
and its negation on two copies of a node and cuts the edges that no execution takes any more (feasible).  Labels are values (partial
assignments), regions (Boolean combinations of predicates), formulas, or pairs of the first two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from verilab.analysis.arg import DISMISSED, Arg
from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants
from verilab.errors import Refused
from verilab.program.control import ControlPoint

Reached = Mapping[ControlPoint, Sequence[Any]]
"""The labels at each control point, in the order in which their nodes were made."""


class Labels(Protocol):
    """The labels of one domain; gamma(l) are the concrete states that a label admits."""

    def conjoin(self, left: Any, right: Any) -> Any:
        """The label of a control point that admits what both of that point admit; None where that is nothing for sure."""
        ...

    def entails(self, left: Any, right: Any) -> bool:
        """Whether every state that ``left`` admits ``right`` does too; False where that is not known."""
        ...

    def feasible(self, source: AbstractState, step: Any, target: AbstractState) -> bool:
        """Whether ``step`` may lead from a state that the one admits to one that the other admits; True where that is not known."""
        ...

    def claims(self, reached: Reached) -> Invariants:
        """What a graph without targets claims: at each point the disjunction of its labels."""
        ...

    def text(self, point: ControlPoint, label: Any) -> str:
        """A label of a control point, readably; "true" for one that admits every state."""
        return str(label)


class WrittenLabels(Labels, Protocol):
    """Labels that refinements write on the nodes: where no abstraction is computed (VMCAI'12, IMPACT)."""

    def interpolant(self, point: ControlPoint, interpolant: Any) -> Any:
        """The label of a control point that says what an interpolant of this domain says there."""
        ...

    def cubes(self, label: Any, interpolant: Any) -> tuple[list[Any], list[Any]] | None:
        """The label's cubes over the predicates of another one: those that imply it, and the others.  None where they are too many."""
        return None

    def negation(self, label: Any) -> Any:
        """The label that admits all other states.  Refused where the domain has no such label."""
        raise Refused("this domain cannot negate its labels, so that nothing can be split: give apply=strengthen, or analysis=predicate")


# I(l) = or of the labels of the nodes at l
def invariants(arg: Arg, labels: Labels) -> Invariants:
    """The claim of an exploration that ended without targets."""
    reached: dict[ControlPoint, list[Any]] = {}
    for node in sorted(arg.nodes(), key=lambda node: node.id):
        if node.status < DISMISSED:
            reached.setdefault(node.point, []).append(node.state)
    return labels.claims(reached)
