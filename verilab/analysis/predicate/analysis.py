"""The predicate analysis as the refinement loop sees it: a CPA with a precision that grows; what it proposes stands in ``proposals``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verilab.analysis.candidates import Increment
from verilab.analysis.paths import Path
from verilab.analysis.predicate.abstraction import Abstraction
from verilab.analysis.predicate.cpa import PredicateCpa
from verilab.analysis.predicate.facts import PredicateFacts
from verilab.analysis.predicate.labelled.cpa import LabelledCpa
from verilab.analysis.predicate.labelled.formula_labels import FormulaLabels
from verilab.analysis.predicate.labels import RegionLabels
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.predicate.paths import blocks_along
from verilab.analysis.predicate.precision import PredicatePrecision, PredicateScope
from verilab.analysis.predicate.predicates import Predicates
from verilab.analysis.predicate.proposals import PathProposals
from verilab.analysis.predicate.regions import Regions
from verilab.analysis.predicate.sessions import BlockSessions
from verilab.analysis.scope import Scope
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.program.cfa import Program
from verilab.solving.backend import SolverSession
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolator, TreeInterpolator


class PredicateAnalysis(PathProposals):
    """Predicate analysis of the blocks of ``blocks`` with sessions from ``make_session`` and the given interpolation procedures.

    ``exact``: blocks of the same graph and operator in the bit-precise encoding, where ``blocks`` are in the integer encoding: a path
    whose integer formula over-approximates an operator is an error only if it is one there.  ``make_exact_session`` serves it.
    ``make_horn_solver`` is called when path invariants are asked for, which are refused without it.  ``make_trees`` is called where the
    options interpolate trees: for the procedures that do, in the order in which to ask them.
    """

    def __init__(
        self,
        blocks: BlockBuilder,
        make_session: Callable[[], SolverSession],
        procedures: Sequence[Interpolator],
        options: PredicateOptions | None = None,
        *,
        exact: BlockBuilder | None = None,
        make_exact_session: Callable[[], SolverSession] | None = None,
        make_horn_solver: Callable[[], HornSolver] | None = None,
        make_trees: Callable[[], Sequence[TreeInterpolator]] = tuple,
    ) -> None:
        options = options or PredicateOptions()
        vocabulary = blocks.formulas.vocabulary
        environment = vocabulary.terms.environment
        self.options = options
        self.vocabulary = vocabulary
        self.predicates = Predicates(environment)
        super().__init__(
            blocks,
            make_session,
            procedures,
            self.predicates,
            options,
            exact=None if exact is None else (exact, make_exact_session or make_session),
            make_horn_solver=make_horn_solver,
            make_trees=make_trees,
        )
        self._exact = exact
        self.precision = PredicatePrecision(options.scope)
        self.regions = Regions(environment, lambda number: self.predicates[number].entry)
        self._make_session = make_session
        self._edits: dict[str, int] = {}
        self._sessions = BlockSessions(make_session, options.session_limit)
        self.abstraction = Abstraction(
            self.predicates, self.regions, self._sessions, options.abstraction, options.cube_limit, options.lazy_cubes
        )
        self.cpa = PredicateCpa(blocks.graph.entry, blocks, self.regions, self.abstraction, self.precision)
        self.facts = PredicateFacts(vocabulary, self.predicates, self.precision)
        encoding, entry = vocabulary.encoding.name, blocks.graph.entry
        self.labels = RegionLabels(self.regions, self.abstraction, self.predicates, environment, encoding, entry)

    @property
    def program(self) -> Program:
        return self.blocks.graph.program

    def labelled(self, *, asks: bool) -> LabelledCpa:
        """The CPA of graphs that refinements label with formulas; its labels decide what these ask (``asks``: see there)."""
        entry = self.blocks.graph.entry
        labels = FormulaLabels(self.vocabulary, self._make_session(), self._sessions, entry)
        self._edits = labels.checks
        return LabelledCpa(entry, self.blocks, labels, asks=asks)

    def trouble(self) -> str:
        return self.abstraction.trouble

    def excludes(self, path: Path) -> bool:
        """Whether the abstractions along a path, under the precision as it is now, show that it is no execution.

        What a refinement is for; the tests hold every candidate against it.
        """
        region = self.regions.true
        for block in blocks_along(self.blocks, path):
            if block.target.location.is_error:
                return not self.abstraction.feasible(block, region)
            region = self.abstraction.of(block, region, self.precision.at(block.target))
        return bool(region == self.regions.false)

    def refine(self, increment: Increment, scope: Scope) -> bool:
        """Add an increment; what is LOCATED is tracked around its control points as far as the options' own scope says."""
        if scope is Scope.GLOBAL:
            return self.precision.add_everywhere(self.predicates.interned(increment.all)) or self.abstraction.sharpen()
        reach = PredicateScope.FUNCTION if scope is Scope.FUNCTION else self.options.scope
        add, numbers = self.precision.add, self.predicates.interned
        grown = [add(point, numbers(facts), reach) for point, facts in increment.facts.items()]
        return any(grown) or self.abstraction.sharpen()

    def renew(self) -> None:
        for blocks in (self.blocks, self._exact):
            if blocks is not None:
                blocks.renew()

    def statistics(self) -> dict[str, float]:
        return {
            "predicates": len(self.precision.numbers()),
            "located_predicates": self.precision.count(),
            **self.abstraction.counters.named(),
            **self.proposal_statistics(),
            "sessions_opened": self._sessions.opened,
            **self._edits,
            **self.interpolation_outcomes(),
        }

    def close(self) -> None:
        """Free the solver sessions of the abstraction, and what the proposals hold."""
        self._sessions.close()
        super().close()

    def is_new(self, increment: Increment) -> bool:
        """Whether the precision would grow; looking must not number predicates that may never be tracked."""
        find, tracked = self.predicates.find, self.precision.tracks
        predicates = ((point, find(fact)) for point, facts in increment.facts.items() for fact in facts)
        return any(predicate is None or not tracked(point, predicate.number) for point, predicate in predicates)
