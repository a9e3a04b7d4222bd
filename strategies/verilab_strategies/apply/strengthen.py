"""apply=strengthen: strengthen the labels along the path by its interpolants, then cover (McMillan 2006, IMPACT; VMCAI'12 §5, ReImpact).

    refine:   Inv_i := Inv_i and I_i  for the nodes of the path;  what one of them covered is open again
    close:    an open node whose label entails that of an older node at its location is covered by it  (``Exploration``, Meeting.COVER)
    fcover:   where it does not, but the states that the path to it from a common ancestor brings all satisfy the other's label, the
              interpolants of that path strengthen it until it does ("forced covering", McMillan 2006 §3.1)

The model is a tree of blocks, whose nodes start with the label true; no abstraction is computed.  Ours asks before it takes a block whether
any state of the label can execute it; the papers' trees take every block (``all-blocks``).  The step that the interpolants exclude is
cut, with all below it.  What is below a node goes when the node is covered (McMillan keeps it aside): a node that is open again is unwound
again, so that a path below it may be refined once more, with the labels above it kept.
"""

from __future__ import annotations

from verilab.analysis.arg import ArgEdge, ArgNode
from verilab.analysis.capabilities import InterpolatesSteps, labelled_model
from verilab.analysis.exploration import Exploration, Meeting
from verilab.analysis.waitlist import WaitlistOrder
from verilab.program.control import ControlPoint
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class ApplyStrengthen(Apply):
    """Strengthens and covers the tree of the program's blocks; the precision of the analysis stays as it is.

    ``forces``: whether forced covering is tried.  ``asks``: whether a block that no state of its label can execute is left out.
    """

    refines = ("value", "predicate")

    def __init__(self, *, forces: bool = True, asks: bool = True) -> None:
        self.forces = forces
        self.asks = asks

    def __str__(self) -> str:
        return ":".join(["strengthen", *["unforced"] * (not self.forces), *[ALL_BLOCKS] * (not self.asks)])

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        """The entry, labelled true."""
        model = labelled_model(analysis, asks=self.asks)
        exploration = Exploration(model, order, meeting=Meeting.COVER, labels=model.labels)
        if self.forces and isinstance(analysis, InterpolatesSteps):
            exploration.fcover = ForcedCovering(analysis, exploration)
        return exploration

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        changed = False
        for candidate in chosen.parts or (chosen,):
            changed |= strengthen(exploration, candidate)
        return exploration if changed else None


# Inv_i := Inv_i and I_i;  the edge to the node behind the last interpolant is infeasible
def strengthen(exploration: Exploration, candidate: Candidate) -> bool:
    """Exclude the path of a candidate; False where an earlier one has removed it, or it was excluded already."""
    arg, labels, path = exploration.arg, exploration.labels, candidate.path
    assert labels is not None
    if path.nodes[-1].path() != list(path.nodes):
        return False
    changed = False
    stronger: list[ArgNode] = []
    for place, interpolant in candidate.along():
        node = path.nodes[place]
        label = None if interpolant is False else labels.conjoin(node.state, labels.interpolant(node.point, interpolant))
        if label is None:
            exploration.reopen(arg.slice(ArgEdge(path.nodes[place - 1], path.steps[place - 1], node)))
            changed = True
            break
        if label != node.state:
            exploration.reopen(arg.strengthen(node, label))
            stronger.append(node)
    _cover(exploration, stronger)
    return changed or bool(stronger)


def _cover(exploration: Exploration, nodes: list[ArgNode]) -> None:
    """Cover the first of some nodes, each below the one before, that an older node has all states of."""
    for node in nodes:
        if exploration.close(node):
            return


class ForcedCovering:
    """fcover: cover an open node by one of the latest nodes at its loop head, if it can be strengthened so far."""

    def __init__(self, analysis: InterpolatesSteps, exploration: Exploration) -> None:
        self._analysis = analysis
        self._exploration = exploration
        self._hopes: dict[ControlPoint, int] = {}

    def __call__(self, node: ArgNode) -> bool:
        """Whether the node is covered now.  Where it never succeeds it is tried no more: each attempt is a path check."""
        point = node.point
        hope = self._hopes.setdefault(point, PATIENCE)
        if not point.location.is_loop_head or not hope:
            return False
        others = self._others(node)
        covered = any(self._force(node, other) for other in others)
        self._hopes[point] = hope + PATIENCE if covered else hope - bool(others)
        return covered

    def _others(self, node: ArgNode) -> list[ArgNode]:
        """The nearest expanded nodes above this one at its control point, at most ATTEMPTS."""
        others: list[ArgNode] = []
        above = node.parent
        while above is not None and len(others) < ATTEMPTS:
            if above.point is node.point and above.parent is not None:
                others.append(above)
            above = above.parent
        return others

    # Inv_a and phi_a .. phi_v  =>  Inv_w,  a the nearest common ancestor of v and w;  Inv_i := Inv_i and I_i  from a to v
    def _force(self, node: ArgNode, by: ArgNode) -> bool:
        exploration, labels = self._exploration, self._exploration.labels
        assert labels is not None
        above = by.path()
        steps = [
            ArgEdge(ancestor.parent, ancestor.step, ancestor)
            for ancestor in node.path()
            if ancestor.parent is not None and ancestor not in above
        ]
        interpolants = self._analysis.interpolants_between(steps, by.state)
        if interpolants is None:
            return False
        for step, interpolant in zip(steps, interpolants, strict=True):
            target = step.target
            label = labels.conjoin(target.state, labels.interpolant(target.point, interpolant))
            if label is not None and label != target.state:
                exploration.reopen(exploration.arg.strengthen(target, label))
        if not labels.entails(node.state, by.state):
            return False
        exploration.reopen(exploration.arg.cover(node, by))
        return True


ATTEMPTS = 2
"""Nodes that are tried for one forced covering."""
PATIENCE = 5
"""Failures of forced covering at a control point, for each time that it succeeds there, after which it is given up."""


ALL_BLOCKS = "all-blocks"


def make(parameter: str) -> ApplyStrengthen:
    """``forced`` (the default) or ``unforced``: whether forced covering is tried; ``all-blocks``: blocks are taken without asking."""
    parts = [part for part in parameter.split(":") if part]
    for part in parts:
        if part not in ("forced", "unforced", ALL_BLOCKS):
            raise ValueError(f"unknown covering {part!r}; known: forced, unforced, {ALL_BLOCKS}")
    if "forced" in parts and "unforced" in parts:
        raise ValueError("forced and unforced: give one of them")
    return ApplyStrengthen(forces="unforced" not in parts, asks=ALL_BLOCKS not in parts)
