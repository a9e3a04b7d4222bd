"""The targets of a round refuted together (Lukasczyk 2018, §3.1, asks for one after the other).

Their paths share beginnings.  One session checks them with what they share asserted once: what is contradictory is so for all paths through
it, and nothing behind it is looked at.  Then, as ``Interpolate`` has it,

TREE    the contradictory beginnings are one question, where a procedure interpolates trees (``verilab.solving.branching_paths``): a cut has
        one interpolant, which serves all paths through it.  Where none does, as GLOBAL.
GLOBAL  each of them is a question of its own.  It is the global refinement of CPAchecker's predicate analysis (PredicateCPAGlobalRefiner):
        depth first through the tree of abstraction states before targets, each step checked, interpolated up to what contradicts first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from verilab.analysis.candidates import Increment
from verilab.analysis.paths import Feasibility, Feasible, Infeasible, Undecided
from verilab.analysis.predicate.choices import Fallback, Interpolate
from verilab.analysis.predicate.interpolation import Refutation, Refuter
from verilab.data_classes import dataclass
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.traces.branching import Branch, BranchingTraces
from verilab.formulas.traces.trace import Trace
from verilab.solving.backend import SolverSession, Status
from verilab.solving.branching_paths import BranchingPaths, interpolate_paths
from verilab.solving.interpolation import Interpolants, TimedOut, TreeInterpolator, reason_of


@dataclass(frozen=True, slots=True)
class Refuted:
    """A path whose first ``length`` steps are contradictory, and why."""

    trace: Trace
    length: int
    refutation: Refutation


@dataclass(slots=True)
class RoundCounters:
    """Rounds, checks of shared beginnings, beginnings that were contradictory, and what was asked as a tree."""

    rounds: int = 0
    checks: int = 0
    contradictions: int = 0
    trees: int = 0

    def named(self) -> dict[str, int]:
        return {f"round_{name}": getattr(self, name) for name in ("checks", "contradictions", "trees")} | {"rounds": self.rounds}


@dataclass(slots=True)
class _Round:
    """What is known of the tree of a round: ``dead`` nodes are contradictory with all before them, for branches their steps to one."""

    tree: BranchingTraces
    dead: dict[int, tuple[int, int]] = field(default_factory=dict)  # node: a branch through it, and its steps up to it
    lengths: dict[int, int] = field(default_factory=dict)
    undecided: dict[int, Undecided] = field(default_factory=dict)


class RoundRefuter:
    """Refutes the paths of a round together.

    ``check`` decides a path whose formula has a model, or that the session gave up on.  ``make_trees`` gives the procedures for trees, in
    the order in which to ask them; ``seconds`` is the wall time of one question to them, ``path_seconds`` that of one check.
    """

    def __init__(
        self,
        formulas: PathFormulas,
        make_session: Callable[[], SolverSession],
        check: Callable[[Trace], Feasibility],
        refuter: Refuter,
        make_trees: Callable[[], Sequence[TreeInterpolator]],
        interpolate: Interpolate,
        *,
        path_seconds: float | None,
        seconds: float | None,
        fallback: Fallback,
    ) -> None:
        self.counters = RoundCounters()
        self._formulas = formulas
        self._make_session = make_session
        self._check = check
        self._refuter = refuter
        self._make_trees = make_trees
        self._trees: Sequence[TreeInterpolator] | None = None
        self._interpolate = interpolate
        self._path_seconds = path_seconds
        self._seconds = seconds
        self._fallback = fallback

    def close(self) -> None:
        """Free the procedures for trees."""
        for interpolator in self._trees or ():
            interpolator.close()

    def answers(
        self, branches: Sequence[Branch], is_new: Callable[[Increment], bool]
    ) -> Iterator[tuple[int, Refuted | Feasible | Undecided]]:
        """For branches by their numbers whether they are executions, or why not; after an execution nothing is asked any more."""
        self.counters.rounds += 1
        current = _Round(BranchingTraces(self._formulas.instances, branches))
        execution = self._checked(current)
        if execution is not None:
            yield execution
            return
        self.counters.contradictions += len(current.dead)
        refutations = self._refutations(current, is_new)
        for branch, trace in enumerate(current.tree.traces):
            if branch in current.undecided:
                yield branch, current.undecided[branch]
                continue
            length = current.lengths[branch]
            refutation = refutations[current.tree.nodes[branch][length - 1]]
            if isinstance(refutation, str):
                yield branch, Undecided(f"interpolation failed ({refutation})")
            else:
                yield branch, Refuted(trace, length, refutation)

    def _checked(self, current: _Round) -> tuple[int, Feasible] | None:
        """Find the contradictory beginning of each branch; the first one that is an execution, if there is one."""
        tree = current.tree
        ends = _ends(tree, all=self._interpolate is Interpolate.GLOBAL)
        session = self._make_session()
        asserted: list[list[int]] = []  # the nodes on each level
        fine: set[int] = set()
        try:
            for branch, trace in enumerate(tree.traces):
                segments = _segments(tree.nodes[branch], ends)
                steps = 0
                for depth, segment in enumerate(segments):
                    steps += len(segment)
                    end = segment[-1]
                    if end in current.dead:
                        break
                    if depth >= len(asserted) or asserted[depth] != segment:
                        if len(asserted) > depth:
                            session.pop(len(asserted) - depth)
                        del asserted[depth:]
                        session.push()
                        session.add(*(tree.partitions[node] for node in segment))
                        asserted.append(segment)
                    if end in fine:
                        continue
                    self.counters.checks += 1
                    status = session.check(timeout=self._path_seconds)
                    if status is Status.UNSAT:
                        current.dead[end] = branch, steps
                        break
                    fine.add(end)  # or not known: then the whole path is asked about
                else:
                    match self._check(trace):
                        case Feasible() as execution:
                            return branch, execution
                        case Undecided() as undecided:
                            current.undecided[branch] = undecided
                            continue
                        case Infeasible():
                            current.dead[tree.nodes[branch][-1]] = branch, steps
                current.lengths[branch] = steps
        finally:
            session.close()
        return None

    def _refutations(self, current: _Round, is_new: Callable[[Increment], bool]) -> dict[int, Refutation | str]:
        """Why each dead node is contradictory, or what each procedure said instead."""
        failures: list[str] = []
        if self._interpolate is Interpolate.TREE and current.dead:
            together = self._by_trees(current, is_new, failures)
            if together is not None:
                return dict(together)
        refutations: dict[int, Refutation | str] = {}
        for node, (branch, steps) in current.dead.items():
            alone = self._refuter.refute(current.tree.beginning(branch, steps), is_new)
            if failures and isinstance(alone, Refutation):
                alone = replace(alone, provenance=f"{alone.provenance} (after {'; '.join(failures)})")
            refutations[node] = alone
        return refutations

    def _by_trees(self, current: _Round, is_new: Callable[[Increment], bool], failures: list[str]) -> dict[int, Refutation] | None:
        """By one question about all of them; None where no procedure for trees answers it, or nothing is learned where that is wanted.

        ``failures`` gets what was tried before.
        """
        if self._trees is None:
            self._trees = self._make_trees()
        paths, places = _contradictory(current)
        environment = self._formulas.vocabulary.terms.environment
        for interpolator in self._trees:
            self.counters.trees += 1
            outcome = interpolate_paths(interpolator, paths, environment, timeout=self._seconds)
            name = f"{interpolator.procedure} tree"
            if not isinstance(outcome, Interpolants):
                kind = type(outcome).__name__.lower()
                self._refuter.counters.note(name, kind)
                failures.append(f"{name}: {'timeout' if isinstance(outcome, TimedOut) else reason_of(outcome) or kind}")
                continue
            refutations = self._of_tree(current, places, outcome, failures)
            if isinstance(refutations, str):
                self._refuter.counters.note(name, "untranslatable")
                failures.append(f"{name}: {refutations}")
            elif self._fallback is Fallback.NEW and not any(is_new(refutation.increment) for refutation in refutations.values()):
                self._refuter.counters.note(name, "nothing new")
                failures.append(f"{name}: nothing new")
            else:
                self._refuter.counters.note(name, "used")
                return refutations
        return None

    def _of_tree(
        self, current: _Round, places: dict[int, int], outcome: Interpolants, failures: Sequence[str]
    ) -> dict[int, Refutation] | str:
        """What the interpolants of a tree say on the way to each dead node."""
        tree = current.tree
        refutations: dict[int, Refutation] = {}
        procedure = f"{outcome.procedure}, a tree of {len(current.dead)} path{'s' if len(current.dead) > 1 else ''}"
        for node, (branch, steps) in current.dead.items():
            formulas = tuple([outcome.formulas[places[passed]] for passed in tree.nodes[branch][: steps - 1]])
            refutation = self._refuter.refutation(
                tree.beginning(branch, steps), Interpolants(formulas, procedure, outcome.fallback), failures
            )
            if isinstance(refutation, str):
                return refutation
            refutations[node] = refutation
        return refutations


def _contradictory(current: _Round) -> tuple[BranchingPaths, dict[int, int]]:
    """The part of the tree whose leaves are the dead nodes, and where each of its nodes is there."""
    kept: set[int] = set()
    for branch, steps in current.dead.values():
        kept.update(current.tree.nodes[branch][:steps])
    places = {node: place for place, node in enumerate(sorted(kept))}
    before = [current.tree.before[node] for node in places]
    partitions = tuple([current.tree.partitions[node] for node in places])
    return BranchingPaths(partitions, tuple([None if node is None else places[node] for node in before])), places


def _ends(tree: BranchingTraces, *, all: bool) -> set[int]:
    """The nodes where a check is worth it: where branches part or end; or every node."""
    if all:
        return set(range(len(tree.before)))
    followers = [0] * len(tree.before)
    for source in tree.before:
        if source is not None:
            followers[source] += 1
    return {node for node, count in enumerate(followers) if count != 1} | {nodes[-1] for nodes in tree.nodes}


def _segments(nodes: Sequence[int], ends: set[int]) -> list[list[int]]:
    """The nodes of a branch up to each end."""
    segments: list[list[int]] = [[]]
    for node in nodes:
        segments[-1].append(node)
        if node in ends:
            segments.append([])
    return segments[:-1]
