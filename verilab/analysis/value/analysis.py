"""The refinable value analysis: path checks, interpolation by edge, and a precision that grows (FORTE'15 Alg. 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate, Increment
from verilab.analysis.combination import check_lone
from verilab.analysis.paths import Feasibility, Feasible, Infeasible, Path, Undecided
from verilab.analysis.prefixes import Caps, Prefix, sliced_prefixes
from verilab.analysis.proposals import Proposal
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.analysis.value import first_contradiction, suffix_interpolation
from verilab.analysis.value.cpa import EngineKind, ValueCpa
from verilab.analysis.value.facts import ValueFacts
from verilab.analysis.value.interpolation import Interpolation, ValueInterpolation
from verilab.analysis.value.interpolation_tree import InterpolationTree, TreeCounters
from verilab.analysis.value.labelled_cpa import LabelledValueCpa
from verilab.analysis.value.labels import ValueLabels
from verilab.analysis.value.precision import Storage, StorageScope, ValuePrecision
from verilab.analysis.value.sliced_paths import fronts
from verilab.analysis.value.sliced_prefixes import slices
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.resources import Deadline

ALL = Caps()
_INDUCTIVE = "value:inductive"
_PROCEDURES = {
    ValueInterpolation.FIRST_CONTRADICTION: (first_contradiction.interpolate, _INDUCTIVE),
    ValueInterpolation.SUFFIX: (suffix_interpolation.interpolate, "value:suffix"),
}
"""Who interpolates whole paths, and the provenance that this gives."""

PathCheck = Callable[[Sequence[Edge]], Feasibility]
"""Decides whether a path that the value domain cannot exclude is an execution (``verilab.analysis.path_checker``)."""


def no_path_checker(edges: Sequence[Edge]) -> Undecided:
    """The path checker that a value analysis without a solver has."""
    return Undecided("no solver to check the path with")


class ValueAnalysis(RefinableAnalysis):
    """The value analysis as the refinement loop uses it.  ``precision`` may be given to start with more than nothing.

    ``interpolation``: what a whole path teaches; sliced prefixes have one contradiction each.  ``shares``: whether the whole paths of a
    round of targets are interpolated into one tree.
    """

    name = "value"
    timed = False

    def __init__(
        self,
        program: Program | ControlGraph,
        *,
        path_checker: PathCheck = no_path_checker,
        precision: ValuePrecision | None = None,
        scope: StorageScope = StorageScope.LOCATION,
        engine: EngineKind | str = EngineKind.CHAINS,
        interpolation: ValueInterpolation = ValueInterpolation.FIRST_CONTRADICTION,
        shares: bool = False,
        deadline: Deadline | None = None,
    ) -> None:
        graph = program if isinstance(program, ControlGraph) else ControlGraph(program)
        self.precision = precision or ValuePrecision()
        self.scope = scope
        self.interpolation = interpolation
        self.shares = shares
        self.deadline = deadline or Deadline()
        self.cpa: ValueCpa = ValueCpa(graph, self.precision, engine=EngineKind(engine), poll=self.deadline.check)
        self.labels = ValueLabels(self.cpa)
        self.facts = ValueFacts(graph.program, lambda location: self.cpa.scheme.layout(location))
        self.path_checker = path_checker
        self._shared = TreeCounters()
        self._paths = 0
        self._path_edges = 0
        self._sections = 0
        self._expansions = 0

    @property
    def program(self) -> Program:
        return self.cpa.graph.program

    def labelled(self, *, asks: bool) -> LabelledValueCpa:
        """From here on the CPA whose labels refinements write; SP always looks whether an edge can be taken, which costs nothing."""
        model = LabelledValueCpa(self.cpa.graph, poll=self.deadline.check)
        self._retire_engine()
        self.cpa, self.labels = model, model.labels
        return model

    def propose(self, path: Path, caps: Caps | None = None, analyses: str = "") -> Iterator[Proposal]:
        """What the domain excludes the path by; where that is nothing, what the path checker says."""
        check_lone(self.name, analyses)
        self._note(path)
        candidates = self.excluding(path, caps)
        yield from candidates or (self._unexcluded(path),)

    def excluding(self, path: Path, caps: Caps | None) -> Sequence[Candidate]:
        """The refinements by which this domain excludes a path, or its sliced prefixes; empty where it cannot."""
        if caps is not None:
            return self.sliced_prefixes(path, caps)
        candidate = self.candidate(path)
        return () if candidate is None else (candidate,)

    def _unexcluded(self, path: Path) -> Feasible | Undecided:
        """What the path checker says of a path that the domain cannot exclude."""
        verdict = self.path_checker(path.single_edges())
        match verdict:
            case Infeasible(reason=reason):
                return Undecided(f"the value domain cannot exclude the path{': ' + reason if reason else ''}", infeasible=True)
            case _:
                return verdict

    def propose_together(self, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]] | None:
        """As ``propose`` for each target, by one tree of interpolants for all their paths; None where that is each path by itself."""
        return self._together(targets) if self.shares else None

    def _together(self, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]]:
        interpolate, provenance = _PROCEDURES[self.interpolation]
        tree = InterpolationTree(self.cpa.post, interpolate, self._shared)
        for target in targets:
            path = self.path(target)
            self._note(path)
            interpolation = tree.interpolated(path.single_edges())
            if interpolation is not None:
                prefix = Prefix(path.points[: interpolation.length + 1], path.edges[: interpolation.length])
                yield target, self._candidate(path, interpolation, prefix, f"{provenance}, a tree of {len(targets)} paths")
                continue
            answer = self._unexcluded(path)
            yield target, answer
            if isinstance(answer, Feasible):
                return

    def _note(self, path: Path) -> None:
        self._paths += 1
        self._path_edges += len(path.edges)

    def candidate(self, path: Path, omitted: Collection[int] = ()) -> Candidate | None:
        """The refinement that excludes the path, ``omitted`` assumes left out; None where there is no contradiction."""
        interpolate, provenance = _PROCEDURES[self.interpolation]
        interpolation = interpolate(self.cpa.post, [edge.operation for edge in path.single_edges()], omitted)
        if interpolation is None:
            return None
        length = interpolation.length
        left_out = frozenset(step for step in omitted if step < length)
        return self._candidate(path, interpolation, Prefix(path.points[: length + 1], path.edges[:length], left_out), provenance)

    def sliced_prefixes(self, path: Path, caps: Caps = ALL) -> list[Candidate]:
        """FORTE'15 Alg. 3 and 4: one candidate per infeasible sliced prefix, in the order of their lengths.

        Behind each come those of the sliced paths whose front is cut off it, as far as ``caps`` wants some.
        """
        operations = [edge.operation for edge in path.single_edges()]
        interpolations = slices(self.cpa.post, operations, caps)
        prefixes = sliced_prefixes(path.points, path.edges, [interpolation.length - 1 for interpolation in interpolations])
        candidates: list[Candidate] = []
        for interpolation, prefix in zip(interpolations, prefixes, strict=True):
            candidates.append(self._candidate(path, interpolation, prefix))
            for front, later in fronts(self.cpa.post, operations, interpolation, prefix.omitted, caps.starts):
                candidates.append(self._candidate(path, later, prefix.cut_off(front)))
        return candidates

    def _candidate(self, path: Path, interpolation: Interpolation, prefix: Prefix, provenance: str = _INDUCTIVE) -> Candidate:
        return Candidate(
            path.target,
            path,
            self.name,
            interpolation.assignments,
            provenance,
            self._increment(path, interpolation),
            _pivot(path, interpolation),
            prefix,
        )

    def _increment(self, path: Path, interpolation: Interpolation) -> Increment:
        owner = self.facts.owners
        facts: dict[ControlPoint, frozenset[Storage]] = {}
        first = 1
        for assignment, count in interpolation.assignments.pairs:
            points = path.points[first : first + count]
            first += count
            tracked = frozenset([owner[slot] for slot in assignment])
            if not tracked:
                continue
            if facts.keys().isdisjoint(points):
                facts.update(dict.fromkeys(points, tracked))
                continue
            for point in points:
                known = facts.get(point)
                facts[point] = tracked if known is None else known if tracked <= known else known | tracked
        return Increment(facts)

    def refine(self, increment: Increment, scope: Scope) -> bool:
        """Add an increment; what is LOCATED is tracked at its locations, or as far as the analysis' own scope says."""
        reach = {Scope.LOCATED: self.scope, Scope.FUNCTION: StorageScope.FUNCTION, Scope.GLOBAL: StorageScope.GLOBAL}[scope]
        grown = False
        for point, storages in increment.facts.items():
            grown |= self.precision.add(reach, point.location, storages)
        if grown:
            self._retire_engine()
            self.cpa.renew()
        return grown

    def switch(self, engine: EngineKind) -> None:
        """Go on with steps of another size."""
        self._retire_engine()
        self.cpa.switch(engine)

    def renew(self) -> None:
        self._retire_engine()
        self.cpa.renew_edges()

    def _retire_engine(self) -> None:
        self._sections += self.cpa.engine.sections
        self._expansions += self.cpa.engine.expansions

    def statistics(self) -> dict[str, float]:
        return {
            "predicates": len(self.precision),
            "expansions": self._expansions + self.cpa.engine.expansions,
            "sections": self._sections + self.cpa.engine.sections,
            "paths": self._paths,
            "path_edges": self._path_edges,
            **(self._shared.named() if self.shares else {}),
        }


def _pivot(path: Path, interpolation: Interpolation) -> ArgNode | None:
    """The first node whose way from its parent meets an interpolant that is not trivial."""
    first = 1
    for assignment, count in interpolation.assignments.pairs:
        if assignment:
            return path.node_at(first)
        first += count
    return None
