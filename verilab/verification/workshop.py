"""What the phases of one run share: solver sessions, path formulas, block builders, checkers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import field
from functools import cached_property

from pysmt.environment import Environment

from verilab.data_classes import dataclass
from verilab.evidence.check import Checkers
from verilab.formulas.blocks.block_operator import (
    AdjustableBlock,
    BlockOperator,
    LargeBlock,
    SingleBlock,
    TransformedBlock,
    transformed_blocks,
)
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import LOGICS, make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.symbolic_counter import SymbolicCounter, symbolic
from verilab.refinement.verdicts import Verdict
from verilab.resources import Deadline, SolverClock
from verilab.solving.backend import Backend, QueryContext, SolverSession, Theory
from verilab.solving.factors import split_factors
from verilab.solving.procedures import checker_for, procedure_of, split_procedure
from verilab.solving.records import Observer
from verilab.solving.registry import DEFAULT_BACKEND, BackendNotInstalled, load_backend
from verilab.verification.choices import Blocks, Choices, ProgramCounter
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.counters import on_original


def load_configured(configuration: Configuration, name: str) -> Backend:
    """The backend of that name, in a process of its own where the configuration isolates."""
    return load_backend(name, isolate=configuration.isolate, megabytes=configuration.solver_memory)


def named_backends(configuration: Configuration) -> dict[str, Backend]:
    """The backends that a configuration names.  Raises UnknownBackend or BackendNotInstalled for what no backend offers."""
    backends: dict[str, Backend] = {}
    procedures: Sequence[str] = ()
    if configuration.interpolation:
        from verilab.solving.portfolios import procedure_names  # only here: most configurations name no procedure

        procedures = procedure_names(configuration.interpolation, configuration.factors)
    try:
        for name in (configuration.backend, configuration.checker, *(split_procedure(procedure)[0] for procedure in procedures)):
            if name and name not in backends:
                backends[name] = load_configured(configuration, name)
        for procedure in procedures:
            if (prover := split_factors(procedure)[1].prover) and prover not in backends:
                backends[prover] = load_configured(configuration, prover)
            procedure_of(backends[split_procedure(procedure)[0]], split_procedure(procedure)[1])
    except ValueError:
        for backend in backends.values():
            backend.close()
        raise
    return backends


UNROLLS = "bitwuzla"
"""Who unrolls programs where no other backend than the default is asked for, and it is installed: it solves most of them."""
CHECKS_CONTRACTS = "yices"
"""Who searches for contracts on the same terms: it computes with polynomials of words, as contracts with products need."""
CHECKS_UNROLLED = (DEFAULT_BACKEND, "yices")
"""Who checks such a proof, the first that is installed and did not find it: asked about all levels at once, the default backend takes a
tenth of the time that others take level by level."""

BITS = "QF_FD"
"""The logic of sessions that make clauses of words at once."""


@dataclass
class Workshop:
    """The program, its control graph, one pySMT environment, the solvers and the clock of a run.

    Where the configuration says so, ``program`` is replaced by its rewriting with a symbolic program counter; evidence is of ``original``.
    """

    program: Program
    configuration: Configuration
    deadline: Deadline
    clock: SolverClock
    backends: dict[str, Backend] = field(default_factory=dict)
    observers: Sequence[Observer] = ()
    _aside: frozenset[str] = frozenset()
    began: float = field(default_factory=time.monotonic)
    choices: Choices = field(init=False)
    original: Program = field(init=False)
    counter: SymbolicCounter | None = field(init=False, default=None)
    graph: ControlGraph = field(init=False)
    environment: Environment = field(init=False)
    _formulas: dict[str, PathFormulas] = field(default_factory=dict)
    _transformed: TransformedBlock | None = None
    _builders: dict[tuple[str, BlockOperator], BlockBuilder] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.original = self.program
        self.choices = Choices.of(self.configuration)
        kind = self.choices.counter
        if kind is not ProgramCounter.EXPLICIT:
            if len(self.program.properties) > 1:
                raise ConfigurationError(f"counter={kind.value!r} takes programs with one property; verify one property at a time")
            self.counter = symbolic(self.program, collapse=kind is ProgramCounter.SYMBOLIC)
            self.program = self.counter.program
        self.graph = ControlGraph(self.program)
        self.environment = Environment()

    def of(self, program: Program, deadline: Deadline) -> Workshop:
        """The workshop of another program in the same run, with the same solvers and terms."""
        inner = Workshop(program, self.configuration, deadline, self.clock, self.backends, self.observers, began=self.began)
        inner.environment = self.environment
        return inner

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
        if name not in self.backends:
            self.backends[name] = load_configured(self.configuration, name)
        return self.backends[name]

    def context(self, deadline: Deadline) -> QueryContext:
        return QueryContext(deadline=deadline, clock=self.clock, seed=self.configuration.seed, reduction=self.choices.reduction)

    def sessions(self, backend: str, encoding: str, deadline: Deadline) -> Callable[[], SolverSession]:
        """A maker of solver sessions."""
        solver, context = self.backend(backend), self.context(deadline)
        return lambda: solver.session(self.environment, logic=LOGICS[encoding], context=context)

    def bit_sessions(self, deadline: Deadline) -> Callable[[], SolverSession]:
        """A maker of sessions for thousands of questions about truths that stand for bits: the default backend's, by its SAT solver."""
        if self.configuration.backend != DEFAULT_BACKEND:
            return self.sessions(self.unrolls, "bv", deadline)
        solver, context = self.backend(DEFAULT_BACKEND), self.context(deadline)
        return lambda: solver.session(self.environment, logic=BITS, context=context)

    @cached_property
    def unrolls(self) -> str:
        """The backend that unrolls the program in bit vectors: the configured one; where that is the default, one that solves more."""
        return self._bitwise(UNROLLS)

    @cached_property
    def checks_contracts(self) -> str:
        """The backend that searches for contracts in bit vectors, as ``unrolls``."""
        return self._bitwise(CHECKS_CONTRACTS)

    def _bitwise(self, better: str) -> str:
        """The configured backend; where that is the default, the better one, if it is installed."""
        name = self.configuration.backend
        if name == DEFAULT_BACKEND:
            try:
                self.backend(better)
                return better
            except BackendNotInstalled:
                return name
        return name if Theory.BV in self.backend(name).capabilities.theories else DEFAULT_BACKEND

    def exact_sessions(self, deadline: Deadline) -> Callable[[], SolverSession]:
        """A maker of sessions that say whether a path is an execution bit-precisely: the configured backend's, where it has bit vectors.

        SMTInterpol and other solvers of proofs in linear arithmetic have none; then the default backend decides on executions.
        """
        name = self.configuration.backend
        return self.sessions(name if Theory.BV in self.backend(name).capabilities.theories else DEFAULT_BACKEND, "bv", deadline)

    def formulas(self, encoding: str) -> PathFormulas:
        """The path formulas in an encoding, shared by all phases."""
        if encoding not in self._formulas:
            self._formulas[encoding] = PathFormulas(self.program, make_encoding(encoding, self.environment))
        return self._formulas[encoding]

    def operator(self, *, slices: bool = False) -> BlockOperator:
        """The configured block operator; ``slices``: for a strategy that slices paths, which are sequences of single edges."""
        match self.choices.block:
            case Blocks.SINGLE:
                return SingleBlock()
            case Blocks.AUTO if slices:
                return SingleBlock()
            case Blocks.LARGE:
                return LargeBlock()
            case Blocks.AUTO if self.counter is not None:
                return LargeBlock()
            case Blocks.TRANSFORMED:
                self._transformed = self._transformed or transformed_blocks(self.graph)
                return self._transformed
        return AdjustableBlock(self.configuration.block_threshold)

    def blocks(self, encoding: str, operator: BlockOperator | None = None) -> BlockBuilder:
        """The block builder of an encoding, shared by all phases."""
        operator = operator or self.operator()
        key = (encoding, operator)
        if key not in self._builders:
            self._builders[key] = BlockBuilder(self.graph, self.formulas(encoding), operator)
        return self._builders[key]

    def claimed(self, verdict: Verdict) -> Verdict:
        """An analysis' verdict on ``program``, as one on ``original``."""
        return verdict if self.counter is None else on_original(verdict, self.counter, lambda name: self.formulas(name).vocabulary)

    def checkers(self) -> Checkers:
        """What evidence is checked with: by default another backend than the one that found it."""
        backend = self.backend(self.configuration.checker or checker_for(self.configuration.backend))
        context, choices = self.context(self.deadline), self.choices
        return Checkers(
            backend,
            self.environment,
            context,
            choices.signed_overflow,
            began=self.began,
            judges_refused=choices.judges_refused,
            unrolling=self._unrolling_checker(),
        )

    def _unrolling_checker(self) -> Backend | None:
        """Who checks what ``unrolls`` found, and had no part in it; None where ``backend`` does, as nobody is quicker."""
        if self.configuration.checker or "unrolls" not in self.__dict__:
            return None
        for name in CHECKS_UNROLLED:
            if name != self.unrolls:
                with suppress(BackendNotInstalled):  # the next one is asked for
                    return self.backend(name)
        return None
