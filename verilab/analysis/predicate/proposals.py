"""What the predicate analysis proposes for error paths: interpolants of their formulas, whole or sliced, or invariants of loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pysmt.fnode import FNode

from verilab.analysis.arg import Arg, ArgEdge, ArgNode
from verilab.analysis.candidates import Candidate, Increment
from verilab.analysis.combination import check_lone
from verilab.analysis.path_checker import PathChecker
from verilab.analysis.paths import Feasibility, Infeasible, Path, Undecided
from verilab.analysis.predicate.choices import Interpolate
from verilab.analysis.predicate.interpolation import Refutation, Refuter
from verilab.analysis.predicate.labelled.path_insensitive import path_insensitive
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.predicate.path_invariants import PathInvariants
from verilab.analysis.predicate.paths import TraceChecker, blocks_along, labels_along
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.rounds import Refuted, RoundRefuter
from verilab.analysis.predicate.sliced_prefixes import Slicer
from verilab.analysis.predicate.unsatisfiable_cores import cores_of
from verilab.analysis.prefixes import Caps, Prefix, Slice, sliced_prefixes
from verilab.analysis.proposals import Deferred, Proposal, settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.traces.branching import Branch
from verilab.formulas.traces.trace import Trace, TraceSlice
from verilab.program.operations import Assume
from verilab.solving.backend import SolverSession
from verilab.solving.dual import DualInterpolator
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolator, TreeInterpolator

ALL = Caps()


class PathProposals(RefinableAnalysis):
    """Proposes for the paths of ``blocks`` by formulas; the predicates of what it proposes are known to ``predicates``.

    The other parameters: see ``PredicateAnalysis``, which has the precision that the proposals refine.
    """

    name = "predicate"

    def __init__(
        self,
        blocks: BlockBuilder,
        make_session: Callable[[], SolverSession],
        procedures: Sequence[Interpolator],
        predicates: Predicates,
        options: PredicateOptions,
        *,
        exact: tuple[BlockBuilder, Callable[[], SolverSession]] | None,
        make_horn_solver: Callable[[], HornSolver] | None,
        make_trees: Callable[[], Sequence[TreeInterpolator]],
    ) -> None:
        environment = blocks.formulas.vocabulary.terms.environment
        self.blocks = blocks
        self._environment = environment
        checker = PathChecker(blocks.formulas, blocks.graph, make_session, options.path_seconds)
        self._checker = TraceChecker(checker)
        if exact is not None:
            exact_blocks, make_exact_session = exact
            exactly = PathChecker(exact_blocks.formulas, exact_blocks.graph, make_exact_session, options.path_seconds)
            self._checker = TraceChecker(checker, (exact_blocks, exactly))
        self._slicer = Slicer(environment, make_session, options.path_seconds)
        self._slicing_trouble = ""
        self._slicings_given_up = 0
        self._refuter = Refuter(predicates, procedures, options.extraction, options.interpolation_seconds, options.fallback)
        duals = [DualInterpolator(procedure, environment) for procedure in procedures]
        self._dual_refuter = Refuter(predicates, duals, options.extraction, options.interpolation_seconds, options.fallback)
        self._path_invariants = PathInvariants(blocks.formulas, self._refuter, make_horn_solver)
        self._rounds: RoundRefuter | None = None
        if options.interpolate is not Interpolate.PER_TARGET:
            self._rounds = RoundRefuter(
                blocks.formulas,
                make_session,
                self.check,
                self._refuter,
                make_trees,
                options.interpolate,
                path_seconds=options.path_seconds,
                seconds=options.interpolation_seconds,
                fallback=options.fallback,
            )

    def is_new(self, increment: Increment) -> bool:
        """Whether the precision would grow by an increment."""
        raise NotImplementedError

    def interpolants_between(self, steps: Sequence[ArgEdge], goal: FNode) -> Sequence[FNode] | None:
        """By the path formula of the steps with the labels of their nodes, and "not goal" at its end."""
        labels = {0: steps[0].source.state} | {cut: step.target.state for cut, step in enumerate(steps, start=1)}
        excluded = self._environment.formula_manager.Not(goal)
        trace = self.blocks.formulas.trace([step.step for step in steps], labels=labels, excluded=excluded)
        if not self._checker.excludes(trace.partitions):
            return None
        refutation = self._refuter.refute(trace)
        return None if isinstance(refutation, str) else refutation.interpolants

    def path_insensitive(self, arg: Arg, candidate: Candidate) -> Candidate | None:
        """By one query for each inner node, in the graph as it is; it counts as a path check and an interpolation."""
        nodes, instances = candidate.path.nodes, self.blocks.formulas.instances
        refutations = path_insensitive(arg, nodes, instances, lambda halves: self._checker.excludes(halves.partitions), self._refuter)
        if not refutations:
            return None
        interpolants = tuple(refutation.interpolants[0] for refutation in refutations)
        provenance = f"{refutations[0].provenance}, of all loop-free paths"
        return replace(candidate, interpolants=interpolants, provenance=provenance, prefix=_whole(self.trace(candidate.path)))

    def propose(self, path: Path, caps: Caps | None = None, analyses: str = "") -> Iterator[Proposal]:
        """Check the path's formula; interpolate it where it has no model, or with ``caps`` its infeasible sliced prefixes.

        Of blocks of several edges ``caps.slice`` says what is left out.
        """
        check_lone(self.name, analyses)
        trace = self.trace(path)
        if caps is None:
            yield self._whole_path(path, trace)
        else:
            yield from self._interpolated(path, trace, self.sliced_prefixes(trace, caps))

    def _whole_path(self, path: Path, trace: Trace) -> Proposal:
        answer = self.check(trace)
        return self.candidate(path, trace) if isinstance(answer, Infeasible) else answer

    def propose_together(self, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]] | None:
        """As ``propose`` for each target, the paths interpolated as the options have it; None where that is each path by itself."""
        return None if self._rounds is None else self._together(self._rounds, targets)

    def _together(self, rounds: RoundRefuter, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]]:
        paths = [self.path(target) for target in targets]
        branches = [Branch(blocks_along(self.blocks, path), labels_along(path)) for path in paths]
        for number, answer in rounds.answers(branches, self.is_new):
            if isinstance(answer, Refuted):
                whole, length = _whole(answer.trace), answer.length
                prefix = Prefix(whole.points[: length + 1], whole.edges[:length])
                yield targets[number], self._candidate(paths[number], prefix, answer.refutation)
            else:
                yield targets[number], answer

    def propose_path_invariants(self, path: Path) -> Iterator[Proposal]:
        """As ``propose``, by invariants of the path's loops where ``PathInvariants`` finds some that are new."""
        yield self._by_path_invariants(path, self.trace(path))

    def _by_path_invariants(self, path: Path, trace: Trace) -> Proposal:
        feasibility = self.check(trace)
        if not isinstance(feasibility, Infeasible):
            return feasibility
        refutation = self._path_invariants.refute(trace)
        if isinstance(refutation, Refutation):
            if self.is_new(refutation.increment):
                return self._candidate(path, _whole(trace), refutation)
            refutation = "nothing new"
        candidate = self.candidate(path, trace)
        if not refutation or isinstance(candidate, Undecided):
            return candidate
        return replace(candidate, provenance=f"{candidate.provenance} (no path invariants: {refutation})")

    def propose_cores(self, path: Path, limit: int | None, slicing: Slice) -> Iterator[Proposal]:
        """As of ``RefinableAnalysis``, the cores with the nearest ends first."""
        trace = self.trace(path)
        whole = _whole(trace)
        with self._slicer.questions(trace, _slicable(whole), slicing) as questions:
            cores = cores_of(questions, whole, limit)
        self._note_trouble(cores.reason)
        yield from settled(self._interpolated(path, trace, cores.paths))

    def propose_strengths(self, path: Path, caps: Caps) -> Iterator[Proposal]:
        """As of ``RefinableAnalysis``, the duals behind the others."""
        trace = self.trace(path)
        prefixes = self.sliced_prefixes(trace, caps)
        known: set[object] = set()
        for proposal in settled(self._interpolated(path, trace, prefixes)):
            if isinstance(proposal, Candidate):
                known.add(proposal.interpolants)
            yield proposal
        for prefix in prefixes:
            dual = self.candidate(path, trace, prefix, self._dual_refuter)
            if isinstance(dual, Candidate) and dual.interpolants not in known:
                yield dual

    def _interpolated(self, path: Path, trace: Trace, prefixes: Sequence[Prefix]) -> Iterator[Proposal]:
        """The candidate of each prefix, interpolated when it is settled; a single one at once."""
        if not prefixes:
            # No contradiction was found: the path is an execution, or a solver gave up.
            yield self._whole_path(path, trace)
            return
        deferred = []
        for prefix in prefixes:
            trouble = self._slicing_trouble if prefix is prefixes[-1] else ""
            outline = Candidate(path.target, path, self.name, (), "not interpolated", Increment({}), None, prefix)
            deferred.append(Deferred(outline, partial(self._prefix_candidate, path, trace, prefix, trouble)))
        yield from settled(deferred) if len(deferred) == 1 else deferred
        # Where no prefix has interpolants, no procedure could interpolate any: the whole path is left.
        if all(isinstance(proposal.outcome, Undecided) for proposal in deferred):
            yield self.candidate(path, trace)

    def _prefix_candidate(self, path: Path, trace: Trace, prefix: Prefix, trouble: str) -> Candidate | Undecided:
        """The candidate of a prefix; ``trouble`` says why the slicer found none behind it, where it gave up."""
        candidate = self.candidate(path, trace, prefix)
        if not trouble or isinstance(candidate, Undecided):
            return candidate
        return replace(candidate, provenance=f"{candidate.provenance} (no further prefixes: {trouble})")

    def sliced_prefixes(self, trace: Trace, caps: Caps = ALL) -> list[Prefix]:
        """FORTE'15 Alg. 3; empty for a feasible trace, and where the solver gives up on all of it.

        Behind each prefix come the sliced paths whose front is cut off it, as far as ``caps`` wants some.
        Where it gives up on a part, ``slicings_given_up`` of the statistics counts it, and the last prefix' candidate tells why.
        """
        whole = _whole(trace)
        contradictions = self._slicer.contradictions(trace, _slicable(whole), caps)
        self._note_trouble(contradictions.reason)
        prefixes = sliced_prefixes(whole.points, whole.edges, contradictions.ends, contradictions.inside)
        if not caps.starts:
            return prefixes
        fronts = zip(prefixes, contradictions.fronts, strict=True)
        return [path for prefix, cuts in fronts for path in (prefix, *map(prefix.cut_off, cuts))]

    def _note_trouble(self, reason: str) -> None:
        """Why the last search for slices ended early, "" where it did not."""
        self._slicing_trouble = reason
        self._slicings_given_up += bool(reason)

    def trace(self, path: Path) -> Trace:
        """The path formula of a path from the root, with the formulas that label its nodes."""
        return self.blocks.formulas.trace(blocks_along(self.blocks, path), labels=labels_along(path))

    def check(self, trace: Trace) -> Feasibility:
        """Whether a trace from the entry is an execution, bit-precisely where the integer encoding cannot tell."""
        return self._checker.check(trace)

    def candidate(self, path: Path, trace: Trace, prefix: Prefix | None = None, refuter: Refuter | None = None) -> Candidate | Undecided:
        """The refinement that excludes an infeasible trace by interpolants of a prefix, or of all of it; or why no procedure found one."""
        sliced = trace if prefix is None else _sliced(trace, prefix)
        refutation = (refuter or self._refuter).refute(sliced, self.is_new)
        if isinstance(refutation, str):
            return Undecided(f"interpolation failed ({refutation})")
        return self._candidate(path, prefix or _whole(trace), refutation)

    def _candidate(self, path: Path, prefix: Prefix, refutation: Refutation) -> Candidate:
        increment = refutation.increment
        said = (path.node_at(position) for position, point in enumerate(prefix.points) if position and increment.facts.get(point))
        return Candidate(path.target, path, self.name, refutation.interpolants, refutation.provenance, increment, next(said, None), prefix)

    def proposal_statistics(self) -> dict[str, float]:
        """How much was asked for the proposals so far."""
        return {
            "path_checks": self._checker.checks,
            "slicing_checks": self._slicer.checks,
            "slicings_given_up": self._slicings_given_up,
            "interpolations": self._refuter.counters.traces + self._dual_refuter.counters.traces,
            **self._path_invariants.counters(),
            **(self._rounds.counters.named() if self._rounds is not None else {}),
        }

    def interpolation_outcomes(self) -> dict[str, float]:
        """How often each procedure had which outcome."""
        refuters = (self._refuter, self._dual_refuter)
        return {f"interpolation {key}": count for refuter in refuters for key, count in refuter.counters.outcomes.items()}

    def close(self) -> None:
        """Free the solvers of path programs and of trees."""
        self._path_invariants.close()
        if self._rounds is not None:
            self._rounds.close()


def _sliced(trace: Trace, prefix: Prefix) -> TraceSlice:
    """The part of a trace that a prefix of its path keeps."""
    return TraceSlice(
        trace, prefix.length, prefix.omitted, [(condition.step, condition.place) for condition in prefix.conditions], prefix.cut
    )


def _slicable(whole: Prefix) -> Callable[[int], bool]:
    """Which steps of a path may be left out: its assumes, and larger blocks."""

    def slicable(step: int) -> bool:
        edge = whole.edges[step]
        return edge is None or isinstance(edge.operation, Assume)

    return slicable


def _whole(trace: Trace) -> Prefix:
    """All steps of a trace; those that are larger blocks have no edge."""
    return Prefix(trace.points, tuple(block.only_edge for block in trace.blocks))
