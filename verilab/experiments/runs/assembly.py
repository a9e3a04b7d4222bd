"""From a configuration to the parts of a run: solver sessions, interpolators, block builders and analyses."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.composite.analysis import CompositeAnalysis
from verilab.analysis.factory import LOGICS
from verilab.analysis.path_checker import PathChecker
from verilab.analysis.predicate.abstraction import AbstractionKind
from verilab.analysis.predicate.analysis import PredicateAnalysis, PredicateOptions
from verilab.analysis.predicate.predicates import Extraction
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.evidence.check import Checkers
from verilab.evidence.replay import OverflowPolicy
from verilab.experiments.configuration import Configuration
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.resources import Deadline, SolverClock
from verilab.solving.backend import Backend, QueryContext, SolverSession
from verilab.solving.certificate import CheckedInterpolator
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome
from verilab.solving.portfolios.portfolio import Plan, Portfolio, parse_interpolation, procedure_names
from verilab.solving.portfolios.race import Race, Racer
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.queries.observation import ObservedInterpolator, Observer
from verilab.solving.registry import checker_for, load_backend, make_interpolator, procedure_of, split_procedure

FALLBACK_SECONDS = 20.0
"""What one interpolation query may take before the next configured procedure gets its turn."""


def load_configured(configuration: Configuration, name: str) -> Backend:
    """The backend of that name, in a process of its own where the configuration isolates."""
    return load_backend(name, isolate=configuration.isolate, megabytes=configuration.solver_memory)


def named_backends(configuration: Configuration) -> dict[str, Backend]:
    """The backends that a configuration names.  Raises UnknownBackend or BackendNotInstalled for what no backend offers."""
    found: dict[str, Backend] = {}
    procedures = procedure_names(configuration.interpolation)
    try:
        for name in (configuration.backend, configuration.checker, *(split_procedure(procedure)[0] for procedure in procedures)):
            if name and name not in found:
                found[name] = load_configured(configuration, name)
        for procedure in procedures:
            procedure_of(found[split_procedure(procedure)[0]], split_procedure(procedure)[1])
    except ValueError:
        for backend in found.values():
            backend.close()
        raise
    return found


class _Given:
    """An answer that is there already, as an interpolator that gives it."""

    def __init__(self, answer: Interpolants) -> None:
        self.procedure = answer.procedure
        self._answer = answer

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._answer

    def close(self) -> None:
        """There is nothing to free."""


@dataclass
class Workshop:
    """What the phases of one run share: the program, its control graph, one pySMT environment, the solvers and the clock."""

    program: Program
    configuration: Configuration
    deadline: Deadline
    clock: SolverClock
    _backends: dict[str, Backend] = field(default_factory=dict)
    observers: Sequence[Observer] = ()
    _aside: frozenset[str] = frozenset()
    began: float = field(default_factory=time.monotonic)
    graph: ControlGraph = field(init=False)
    environment: Environment = field(init=False)
    _formulas: dict[str, PathFormulas] = field(default_factory=dict)
    _builders: dict[tuple[str, BlockOperator], BlockBuilder] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.graph = ControlGraph(self.program)
        self.environment = Environment()

    def set_aside(self, properties: Collection[str]) -> None:
        """From now on the program is that of the other properties."""
        if frozenset(properties) == self._aside:
            return
        self._aside = frozenset(properties)
        self.program.set_aside(properties)
        self.graph.renew()
        for builder in self._builders.values():
            builder.renew()

    def backend(self, name: str) -> Backend:
        """The backend of that name, loaded once."""
        if name not in self._backends:
            self._backends[name] = load_configured(self.configuration, name)
        return self._backends[name]

    def context(self, deadline: Deadline) -> QueryContext:
        return QueryContext(deadline=deadline, clock=self.clock, seed=self.configuration.seed)

    def sessions(self, backend: str, encoding: str, deadline: Deadline) -> Callable[[], SolverSession]:
        """A maker of solver sessions."""
        solver, context = self.backend(backend), self.context(deadline)
        return lambda: solver.session(self.environment, logic=LOGICS[encoding], context=context)

    def formulas(self, encoding: str) -> PathFormulas:
        """The path formulas in an encoding, shared by all phases."""
        if encoding not in self._formulas:
            self._formulas[encoding] = PathFormulas(self.program, make_encoding(encoding, self.environment))
        return self._formulas[encoding]

    def operator(self, *, slices: bool = False) -> BlockOperator:
        """The configured block operator; ``slices``: for a strategy that slices paths, which are sequences of single edges."""
        match self.configuration.block:
            case "single":
                return SingleBlock()
            case "auto" if slices:
                return SingleBlock()
            case "large":
                return LargeBlock()
        return AdjustableBlock(self.configuration.block_threshold)

    def blocks(self, encoding: str, operator: BlockOperator | None = None) -> BlockBuilder:
        """The block builder of an encoding, shared by all phases."""
        operator = operator or self.operator()
        key = (encoding, operator)
        if key not in self._builders:
            self._builders[key] = BlockBuilder(self.graph, self.formulas(encoding), operator)
        return self._builders[key]

    def interpolators(self, encoding: str, deadline: Deadline) -> list[Interpolator]:
        """The configured procedures in their order; by default those that the backend prefers."""
        context = self.context(deadline)
        choices = parse_interpolation(self.configuration.interpolation)
        if not choices:
            backend = self.backend(self.configuration.backend)
            choices = tuple(f"{backend.name}:{procedure}" for procedure in backend.capabilities.default_procedures)
        made: list[Interpolator] = []
        for choice in choices:
            if isinstance(choice, str):
                made.append(self._interpolator(choice, encoding, context))
            elif choice.parallel:
                made.append(self._race(choice, encoding, context))
            else:
                made.append(Portfolio(choice, [self._interpolator(member, encoding, context) for member in choice.members]))
        return made

    def _race(self, plan: Plan, encoding: str, context: QueryContext) -> Race:
        """A portfolio in parallel: each member has a worker of its own; answers are certified in this process, one at a time."""
        racers = []
        unwatched = QueryContext(deadline=context.deadline, seed=context.seed)  # its clock is the thread's
        for number, member in enumerate(plan.members):
            owner, procedure = split_procedure(member)
            backend = load_backend(owner, isolate=True, megabytes=self.configuration.solver_memory)
            assert isinstance(backend, WorkerBackend)
            self._backends[f"{plan} {number}"] = backend
            racers.append(
                Racer(backend, make_interpolator(backend, procedure, self.environment, logic=LOGICS[encoding], context=unwatched))
            )

        def check(partitions: Sequence[FNode], answer: Interpolants) -> Outcome:
            if not self.configuration.check_interpolants:
                return answer
            with closing(self._checked(_Given(answer), encoding, context)) as checked:
                return checked.sequence(partitions)

        return Race(plan, racers, context, check, self.observers)

    def _interpolator(self, name: str, encoding: str, context: QueryContext) -> Interpolator:
        """A procedure, its answers certified where the configuration says so, its queries told to the observers."""
        owner, procedure = split_procedure(name)
        interpolator = make_interpolator(self.backend(owner), procedure, self.environment, logic=LOGICS[encoding], context=context)
        if self.configuration.check_interpolants:
            interpolator = self._checked(interpolator, encoding, context)
        return ObservedInterpolator(interpolator, self.observers) if self.observers else interpolator

    def _checked(self, interpolator: Interpolator, encoding: str, context: QueryContext) -> CheckedInterpolator:
        """The procedure with every answer certified by another backend; an invalid one is an outcome of its own."""
        checker = self.backend(self.configuration.checker or checker_for(interpolator.procedure))
        session = checker.session(self.environment, logic=LOGICS[encoding], context=context)
        return CheckedInterpolator(interpolator, session, self.environment, context)

    def value_analysis(self, deadline: Deadline) -> ValueAnalysis:
        """The value analysis, its paths checked by the configured backend bit-precisely."""
        configuration = self.configuration
        check = PathChecker(self.formulas("bv"), self.graph, self.sessions(configuration.backend, "bv", deadline), seconds=FALLBACK_SECONDS)
        return ValueAnalysis(self.graph, path_checker=check, engine=configuration.engine, deadline=deadline)

    def predicate_analysis(self, encoding: str, deadline: Deadline, *, slices: bool = False) -> PredicateAnalysis:
        """The predicate analysis in an encoding; integer paths that are over-approximated are checked again bit-precisely."""
        configuration = self.configuration
        options = PredicateOptions(
            abstraction=AbstractionKind(configuration.abstraction),
            # Measured on the corpus: as fast as atoms where both end, and it ends more often.
            extraction=Extraction.CONJUNCTS,
            interpolation_seconds=FALLBACK_SECONDS,
        )
        operator = self.operator(slices=slices)
        exact = self.blocks("bv", operator) if encoding == "int" else None
        return PredicateAnalysis(
            self.blocks(encoding, operator),
            self.sessions(configuration.backend, encoding, deadline),
            self.interpolators(encoding, deadline),
            options,
            exact=exact,
            make_exact_session=self.sessions(configuration.backend, "bv", deadline) if exact else None,
        )

    def composite_analysis(self, encoding: str, deadline: Deadline) -> CompositeAnalysis:
        """Value and predicate analysis in one; its blocks are single edges (SPIN'15 §5)."""
        return CompositeAnalysis(self.value_analysis(deadline), self.predicate_analysis(encoding, deadline, slices=True))

    def checkers(self) -> Checkers:
        """What evidence is checked with: by default another backend than the one that found it."""
        configuration = self.configuration
        name = configuration.checker or checker_for(configuration.backend)
        policy = OverflowPolicy(configuration.signed_overflow)
        return Checkers(self.backend(name), self.environment, self.context(self.deadline), policy, began=self.began)
