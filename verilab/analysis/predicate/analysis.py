"""The predicate analysis as the refinement loop sees it: the CPA, path checks, interpolation, and a precision that grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pysmt.fnode import FNode

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.invariants import Invariants, Region
from verilab.analysis.predicate.abstraction import Abstraction, AbstractionKind
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.cpa import PredicateCpa
from verilab.analysis.predicate.interpolation import Refuter
from verilab.analysis.predicate.paths import Answer, Execution, Infeasible, Open, PathChecks, blocks_of
from verilab.analysis.predicate.precision import PredicatePrecision, Scope
from verilab.analysis.predicate.predicates import Extraction, Predicates
from verilab.analysis.predicate.regions import Regions
from verilab.analysis.predicate.sessions import BlockSessions
from verilab.analysis.predicate.sliced_prefixes import Slicer
from verilab.analysis.predicate.uses import readable, uses_of
from verilab.analysis.refinable import Candidate, Caps, Feasible, Increment, Prefix, Proposal, Undecided, Use, sliced_prefixes
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.traces.trace import Trace, TraceSlice
from verilab.program.cfa import Array, Edge, Program, Variable
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume
from verilab.solving.backend import SolverSession
from verilab.solving.interpolation import Interpolator

ALL = Caps()
OVERAPPROXIMATED = "the integer encoding over-approximates an operator on the error path; use the bit-vector encoding"


@dataclass(frozen=True, slots=True)
class PredicateOptions:
    """Parameters of the analysis; times in wall seconds, None for no limit but the run's.

    ``new_only``: expand only what no reached region contains (see ``verilab.analysis.predicate.cpa``).
    ``session_limit``: live solver sessions, one per block; ``cube_limit``: minterms of one abstraction before it is given up.
    """

    abstraction: AbstractionKind = AbstractionKind.BOOLEAN
    scope: Scope = Scope.LOCATION
    extraction: Extraction = Extraction.ATOMS
    new_only: bool = True
    session_limit: int = 100
    cube_limit: int = 4096
    path_seconds: float | None = None
    interpolation_seconds: float | None = None


class PredicateAnalysis:
    """Predicate analysis of the blocks of ``blocks`` with sessions from ``make_session`` and the given interpolation procedures.

    ``exact``: blocks of the same graph and operator in the bit-precise encoding, where ``blocks`` are in the integer encoding: a path
    whose integer formula over-approximates an operator is an error only if it is one there.  ``make_exact_session`` serves it.
    """

    name = "predicate"

    def __init__(
        self,
        blocks: BlockBuilder,
        make_session: Callable[[], SolverSession],
        procedures: Sequence[Interpolator],
        options: PredicateOptions | None = None,
        *,
        exact: BlockBuilder | None = None,
        make_exact_session: Callable[[], SolverSession] | None = None,
    ) -> None:
        options = options or PredicateOptions()
        vocabulary = blocks.formulas.vocabulary
        environment = vocabulary.terms.environment
        self.options = options
        self.blocks = blocks
        self.vocabulary = vocabulary
        self.predicates = Predicates(environment)
        self.precision = PredicatePrecision(options.scope)
        self.regions = Regions(environment, lambda number: self.predicates[number].entry)
        self._sessions = BlockSessions(make_session, options.session_limit)
        self.abstraction = Abstraction(self.predicates, self.regions, self._sessions, options.abstraction, options.cube_limit)
        self.cpa = PredicateCpa(blocks.graph.entry, blocks, self.regions, self.abstraction, self.precision, new_only=options.new_only)
        self._refuter = Refuter(self.predicates, procedures, options.extraction, options.interpolation_seconds)
        self._uses: dict[FNode, frozenset[Use]] = {}
        self._slicer = Slicer(environment, make_session, options.path_seconds)
        self._checks = PathChecks(vocabulary, make_session, options.path_seconds)
        self._exact = exact
        self._exact_checks: PathChecks | None = None
        if exact is not None:
            self._exact_checks = PathChecks(exact.formulas.vocabulary, make_exact_session or make_session, options.path_seconds)

    @property
    def program(self) -> Program:
        return self.blocks.graph.program

    def propose(self, target: ArgNode) -> Proposal:
        """Check the path's formula; interpolate it where it has no model."""
        path = target.path()
        return self._whole_path(target, path, self.trace(path))

    def _whole_path(self, target: ArgNode, path: list[ArgNode], trace: Trace) -> Proposal:
        answer = self.check(trace)
        match answer:
            case Execution(counterexample=counterexample):
                return Feasible(counterexample)
            case Infeasible():
                return self.candidate(target, path, trace)
        return Undecided(answer.reason)

    def propose_prefixes(self, target: ArgNode, caps: Caps) -> Sequence[Proposal]:
        """One candidate per infeasible sliced prefix; a path of larger blocks has one prefix, which ends in its first contradiction."""
        path = target.path()
        trace = self.trace(path)
        prefixes = self.sliced_prefixes(path, trace, caps)
        if not prefixes:
            # No contradiction was found: the path is an execution, or a solver gave up.
            return (self._whole_path(target, path, trace),)
        proposals: list[Proposal] = [self.candidate(target, path, trace, prefix) for prefix in prefixes]
        # Where no prefix has interpolants, no procedure could interpolate any: the whole path is left.
        return proposals if any(isinstance(each, Candidate) for each in proposals) else (self.candidate(target, path, trace),)

    def sliced_prefixes(self, path: list[ArgNode], trace: Trace, caps: Caps = ALL) -> list[Prefix]:
        """FORTE'15 Alg. 3; empty for a feasible trace, and where the solver gives up on all of it."""
        whole = self._whole(path, trace)

        def slicable(step: int) -> bool:
            edge = whole.edges[step]
            return edge is not None and isinstance(edge.operation, Assume)

        steps = self._slicer.contradictions(trace, slicable, caps).steps
        return sliced_prefixes(whole.points, whole.edges, steps)

    def _whole(self, path: list[ArgNode], trace: Trace) -> Prefix:
        edges: list[Edge | None] = []
        for parent, child in pairwise(path):
            between = self.cpa.edges_between(parent, child)
            edges.append(between[0] if between is not None and len(between) == 1 else None)
        return Prefix(trace.points, tuple(edges))

    def trace(self, path: list[ArgNode]) -> Trace:
        """The path formula of a path from the root."""
        return self.blocks.formulas.trace(blocks_of(path))

    def check(self, trace: Trace) -> Answer:
        """Whether a trace from the entry is an execution, bit-precisely where the integer encoding cannot tell."""
        answer = self._checks.check(trace)
        unsure = not isinstance(answer, Infeasible) and (trace.overapproximated or not isinstance(answer, Execution))
        if not unsure or self._exact is None:
            return answer
        return self._check_exactly(trace, answer)

    def candidate(self, target: ArgNode, path: list[ArgNode], trace: Trace, prefix: Prefix | None = None) -> Candidate | Undecided:
        """The refinement that excludes an infeasible trace by interpolants of a prefix, or of all of it; or why no procedure found one."""
        sliced = trace if prefix is None else TraceSlice(trace, prefix.length, prefix.omitted)
        refutation = self._refuter.refute(sliced, self._is_new)
        if isinstance(refutation, str):
            return Undecided(f"interpolation failed ({refutation})")
        increment = refutation.increment
        pivot = next((node for node in path[1:] if increment.facts.get(node.point)), None)
        prefix = prefix or self._whole(path, trace)
        return Candidate(target, path, self.name, refutation.interpolants, refutation.provenance, increment, pivot, prefix)

    def uses(self, candidate: Candidate) -> frozenset[Use]:
        """One use per atom of the candidate's predicates."""
        found: set[Use] = set()
        for fact in candidate.increment.all:
            if fact not in self._uses:
                self._uses[fact] = uses_of(self.vocabulary, fact)
            found |= self._uses[fact]
        return frozenset(found)

    def fact_text(self, candidate: Candidate, fact: Any) -> str:
        return readable(fact, self.vocabulary.terms.environment)

    def interpolant_text(self, candidate: Candidate, interpolant: Any) -> str:
        return readable(interpolant, self.vocabulary.terms.environment)

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """The predicates of the precision that speak of the storage: each splits its values once more."""
        count = 0
        for number in self.precision.numbers():
            elements = (self.vocabulary.element(symbol) for symbol in self.predicates[number].symbols)
            count += any(element is not None and element[0] is storage for element in elements)
            if count > limit:
                break
        return count

    def excludes(self, path: Sequence[ArgNode]) -> bool:
        """Whether the abstractions along a path from the root, under the precision as it is now, show that it is no execution.

        What a refinement is for; the tests hold every candidate against it.
        """
        region = self.regions.true
        for node in path[1:]:
            if node.is_target:
                return not self.abstraction.feasible(node.provenance, region)
            region = self.abstraction.of(node.provenance, region, self.precision.at(node.point))
        return bool(region == self.regions.false)

    def refine(self, increment: Increment, *, located: bool) -> bool:
        if not located:
            return self.precision.add_everywhere([self.predicates.intern(fact).number for fact in _ordered(increment.all)])
        changed = False
        for point, facts in increment.facts.items():
            numbers = [self.predicates.intern(fact).number for fact in _ordered(facts)]
            changed |= self.precision.add(point, numbers)
        return changed

    def renew(self) -> None:
        for blocks in (self.blocks, self._exact):
            if blocks is not None:
                blocks.renew()

    def invariants(self, exploration: Exploration) -> Invariants:
        index = exploration.index
        assert isinstance(index, RegionIndex)
        encoding = self.vocabulary.encoding.name
        found: dict[ControlPoint, Region] = {}
        for point in index.points():
            if point.location.is_loop_head or point is self.blocks.graph.entry:
                formula = self.regions.translate(index.union(point), lambda number: self.predicates[number].formula)
                found[point] = Region(formula, encoding)
        return found

    def statistics(self) -> dict[str, float]:
        counters = self.abstraction.counters
        result: dict[str, float] = {
            "predicates": len(self.precision.numbers()),
            "located_predicates": self.precision.count(),
            "abstractions": counters.computed,
            "abstractions_cached": counters.cached,
            "abstractions_trivial": counters.trivial,
            "abstractions_framed": counters.framed,
            "abstractions_given_up": counters.given_up,
            "feasibility_checks": counters.checks,
            "cubes": counters.cubes,
            "path_checks": self._checks.checks,
            "slicing_checks": self._slicer.checks,
            "sessions_opened": self._sessions.opened,
        }
        result.update({f"interpolation {key}": count for key, count in self._refuter.counters.outcomes.items()})
        return result

    def close(self) -> None:
        """Free the solver sessions of the abstraction."""
        self._sessions.close()

    def _is_new(self, increment: Increment) -> bool:
        """Whether the precision would grow; looking must not number predicates that may never be tracked."""
        find, tracked = self.predicates.find, self.precision.tracks
        for point, facts in increment.facts.items():
            for fact in facts:
                predicate = find(fact)
                if predicate is None or not tracked(point, predicate.number):
                    return True
        return False

    def _check_exactly(self, trace: Trace, answer: Answer) -> Answer:
        """The same blocks bit-precisely: an execution there is one; none there leaves the question to another encoding."""
        assert self._exact is not None
        assert self._exact_checks is not None
        blocks = []
        for block in trace.blocks:
            same = [other for other in self._exact.blocks_from(block.source) if other.target is block.target]
            if not same:
                return Open(OVERAPPROXIMATED)
            blocks.append(same[0])
        exactly = self._exact_checks.check(self._exact.formulas.trace(blocks))
        if isinstance(exactly, Infeasible):
            return Open(OVERAPPROXIMATED)
        # Where the exact check gives up, the replay of the integer model decides.
        return answer if isinstance(exactly, Open) and isinstance(answer, Execution) else exactly


def _ordered(facts: Iterable[FNode]) -> list[FNode]:
    """Predicates in the order of their creation."""
    return sorted(facts, key=lambda fact: fact.node_id())
