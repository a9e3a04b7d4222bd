"""apply=split-and-slice: split the nodes of the path by its interpolants, cut the edges that become infeasible (VMCAI'12 Alg. 1, Kojak).

    foreach (l_i, Inv_i) in pi:  split it into (l_i, Inv_i and I_i) and (l_i, Inv_i and not I_i)
    slice:  remove each edge ((l, Inv), phi, (l', Inv')) with  Inv and phi and Inv'  unsatisfiable, and what the root no longer reaches

The model is the graph of the blocks (``Meeting.MERGE``), explored once to its end (Spiessl 2017); paths are shortest ones, that pass
a node at most once.  Three edges of each step are known to be infeasible from the interpolants (Theorem 2) and are asked of no solver:

    I_i, phi_i, not I_{i+1}        and the last one, I_n, phi_n, l_err

A node that only the path enters is not split, since nothing would enter its copy with "not I_i": its label grows, as in IMPACT.
What no error can be reached from is safe for good: its edges are left alone.

``predicates`` splits into cubes over the interpolant's predicates, as SLAB does (Brückner, Dräger, Finkbeiner, Wehrheim 2007), which also
has the program counter symbolic (``--counter symbolic``).  ``path-insensitive`` interpolates all loop-free error paths through each node of
the path at once (Def. 4; the future work of the paper's conclusion), where there are such interpolants.

``tree`` is the first application that Spiessl 2017 names: the same refinement on the tree that IMPACT unwinds (``Meeting.COVER``).  There
every node is entered by one edge, so that nothing is split and labels grow as in IMPACT; covering is IMPACT's, unforced.  What is left of
the difference is the slicing: edges at strengthened nodes are asked about again, where an error or what is not expanded yet is reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any

from verilab.analysis.arg import COVERED, OPEN, REMOVED, Arg, ArgEdge, ArgNode
from verilab.analysis.capabilities import PathInsensitive, labelled_model
from verilab.analysis.exploration import Exploration, Meeting
from verilab.analysis.labels import WrittenLabels
from verilab.analysis.paths import Path
from verilab.analysis.waitlist import WaitlistOrder
from verilab.refinement.operators import Apply, Candidate, RefinableAnalysis


class Slicing(Enum):
    """Which edges a solver is asked about.

    MINIMAL: none, only those go that the interpolants exclude.  OPTIMISED: all edges once at first, then those at nodes that are new, where
    an error can be reached.  FULL: all at first, and all those at new nodes.
    """

    MINIMAL = "minimal"
    OPTIMISED = "optimised"
    FULL = "full"


class ApplySplitAndSlice(Apply):
    """Splits and slices the graph of the program's blocks, or their tree; the precision of the analysis stays as it is."""

    refines = ("predicate",)  # a partial assignment has no negation

    def __init__(
        self, slicing: Slicing = Slicing.OPTIMISED, *, insensitive: bool = False, predicates: bool = False, tree: bool = False
    ) -> None:
        """ValueError for what only a graph has, together with ``tree``."""
        if tree and (insensitive or predicates):
            raise ValueError(f"{TREE}: no node of a tree is split; give it without {INSENSITIVE if insensitive else PREDICATES}")
        self.slicing = slicing
        self.insensitive = insensitive
        self.predicates = predicates
        self.tree = tree
        self.explores_all = self.merges = not tree

    def __str__(self) -> str:
        parts = [self.slicing.value] * (self.slicing is not Slicing.OPTIMISED)
        parts += [INSENSITIVE] * self.insensitive + [PREDICATES] * self.predicates + [TREE] * self.tree
        return ":".join(["split-and-slice", *parts])

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        """The program graph, each node labelled true (Alg. 1, lines 2-3), without the blocks that have no execution at all.

        Of the tree the entry.
        """
        model = labelled_model(analysis, asks=self.slicing is not Slicing.MINIMAL)
        return Exploration(model, order, meeting=Meeting.COVER if self.tree else Meeting.MERGE, labels=model.labels)

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        assert exploration.labels is not None
        splitting = Splitting(exploration, exploration.labels, predicates=self.predicates)
        for candidate in chosen.parts or (chosen,):
            together = None
            if self.insensitive and isinstance(analysis, PathInsensitive) and not splitting.changed:
                together = analysis.path_insensitive(exploration.arg, candidate)
            splitting.exclude(together or candidate)
        if not splitting.changed:
            return None
        splitting.slice(self.slicing)
        if self.tree:
            splitting.close()
        else:
            exploration.arg.respan()
        return exploration


class Splitting:
    """One refinement of a graph.  ``fresh`` are the nodes whose labels are new, in the order in which they were made.

    ``predicates``: a node is split into the cubes over its interpolant's predicates instead of by the interpolant.
    """

    def __init__(self, exploration: Exploration, labels: WrittenLabels, *, predicates: bool = False) -> None:
        self.exploration = exploration
        self.arg = exploration.arg
        self.tree = exploration.meeting is Meeting.COVER
        self.labels = labels
        self.predicates = predicates
        self.fresh: dict[ArgNode, None] = {}
        self.changed = False

    def exclude(self, candidate: Candidate) -> None:
        """Split along the path of a candidate, and cut what its interpolants exclude; nothing where an earlier one has changed the path."""
        nodes, steps = candidate.path.nodes, candidate.path.steps
        gone = any(node.status == REMOVED or (node in self.fresh and not self.tree) for node in nodes)
        if gone or not self._leads_through(candidate.path):
            return
        sources = [nodes[0]]
        for place, interpolant in candidate.along():
            edges = [ArgEdge(source, steps[place - 1], nodes[place]) for source in sources]
            sources = [] if interpolant is False else self._split(edges, interpolant)
            if not sources:
                self._cut(edges)
                return

    def _leads_through(self, path: Path) -> bool:
        """Whether all edges of a path between nodes of the graph are still there."""
        edges = (ArgEdge(source, step, target) for (source, target), step in zip(pairwise(path.nodes), path.steps, strict=True))
        return all(edge in self.arg.entering(edge.target) for edge in edges)

    def _split(self, edges: Sequence[ArgEdge], interpolant: Any) -> list[ArgNode]:
        """The nodes of the states at the target of some edges that satisfy the interpolant; none where no state does."""
        arg, labels, node = self.arg, self.labels, edges[0].target
        wanted = labels.interpolant(node.point, interpolant)
        whole = labels.conjoin(node.state, wanted)
        if whole is None:
            return []
        outside = None if whole == node.state else labels.conjoin(node.state, labels.negation(wanted))
        if outside is None:
            return [node]
        self.changed = True
        if len(arg.entering(node)) == len(edges):
            self.exploration.reopen(arg.strengthen(node, whole))
            self.fresh[node] = None
            return [node]
        cubes = labels.cubes(node.state, wanted) if self.predicates else None
        inner, outer = ([whole], [outside]) if cubes is None else cubes
        parts, _ = arg.split(node, [*inner, *outer])
        self.fresh |= dict.fromkeys(parts)
        ways = [(edge.source, edge.step) for edge in edges]
        for rest in parts[len(inner) :]:
            self._cut(edge for edge in arg.entering(rest) if any(edge.source is source and edge.step is step for source, step in ways))
        return parts[: len(inner)]

    def slice(self, slicing: Slicing) -> None:
        """Cut the infeasible edges at new nodes."""
        if slicing is Slicing.MINIMAL:
            return
        for node in self.fresh:
            if node.status == REMOVED:
                continue
            # Anew for each node: a walk over the graph costs less than one question about an edge that no longer leads to an error.
            matters = None if slicing is Slicing.FULL else error_regions(self.arg, unexplored=self.tree)
            if matters is None or node in matters:
                self._cut_infeasible(self.arg.entering(node))
            if node.status != REMOVED:
                edges = self.arg.leaving(node)
                self._cut_infeasible(edge for edge in edges if matters is None or edge.target in matters)

    def close(self) -> None:
        """Cover the first of the strengthened nodes, each below the one before, that an older node has all states of."""
        for node in self.fresh:
            if node.status != REMOVED and self.exploration.close(node):
                return

    def _cut_infeasible(self, edges: Iterable[ArgEdge]) -> None:
        self._cut([edge for edge in edges if not self._feasible(edge)])

    def _feasible(self, edge: ArgEdge) -> bool:
        source, target = edge.source, edge.target
        return self.labels.feasible((source.point, source.state), edge.step, (target.point, target.state))

    def _cut(self, edges: Iterable[ArgEdge]) -> None:
        for edge in list(edges):
            if edge.target.status != REMOVED and edge.source.status != REMOVED:
                self.exploration.reopen(self.arg.slice(edge))
                self.changed = True


def error_regions(arg: Arg, *, unexplored: bool = False) -> set[ArgNode]:
    """The nodes from which edges lead to an error; the others are safe (Spiessl 2017), and stay so whatever is split and cut.

    ``unexplored``: there are nodes behind which there is more; these may lead to an error, too.
    """
    pending = [*arg.targets, *(node for node in arg.nodes() if unexplored and node.status in (OPEN, COVERED))]
    nodes = set(pending)
    while pending:
        for edge in arg.entering(pending.pop()):
            if edge.source not in nodes:
                nodes.add(edge.source)
                pending.append(edge.source)
    return nodes


INSENSITIVE, PREDICATES, TREE = "path-insensitive", "predicates", "tree"


def make(parameter: str) -> ApplySplitAndSlice:
    """Edges a solver is asked about: ``optimised`` (default), ``minimal``, ``full``; ``path-insensitive``, ``predicates``, ``tree``."""
    slicings = {slicing.value: slicing for slicing in Slicing}
    known = (*slicings, INSENSITIVE, PREDICATES, TREE)
    parts = [part for part in parameter.split(":") if part]
    for part in parts:
        if part not in known:
            raise ValueError(f"unknown slicing {part!r}; known: {', '.join(known)}")
    slicing = next((slicings[part] for part in parts if part in slicings), Slicing.OPTIMISED)
    return ApplySplitAndSlice(slicing, insensitive=INSENSITIVE in parts, predicates=PREDICATES in parts, tree=TREE in parts)
