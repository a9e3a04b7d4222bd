"""The interpolators of a run: the procedures that a configuration names, in order, in turn or in a race, checked where it says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import Fallback
from verilab.formulas.encodings.by_name import LOGICS
from verilab.resources import Deadline, SolverClock
from verilab.solving.backend import Backend, QueryContext
from verilab.solving.certificate import CheckedInterpolator
from verilab.solving.deferred import DeferredInterpolator
from verilab.solving.horn import HornSolver
from verilab.solving.horn_certificate import CheckedHornSolver
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome, TreeInterpolator
from verilab.solving.portfolios.portfolio import Plan, Portfolio, choices_with, procedure_names
from verilab.solving.portfolios.race import Race, Racer
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.queries.observation import ObservedInterpolator, ObservedTreeInterpolator
from verilab.solving.registry import (
    DEFAULT_BACKEND,
    checker_for,
    load_backend,
    make_horn_solver,
    make_interpolator,
    make_tree_interpolator,
    procedure_of,
    split_procedure,
)
from verilab.solving.tree_certificate import CheckedTreeInterpolator
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.workshop import Workshop, load_configured


class _Given:
    """An answer that is there already, as an interpolator that gives it."""

    def __init__(self, answer: Interpolants) -> None:
        self.procedure = answer.procedure
        self._answer = answer

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._answer

    def close(self) -> None:
        """There is nothing to free."""


def interpolators(workshop: Workshop, encoding: str, deadline: Deadline) -> list[Interpolator]:
    """The configured procedures in their order; by default those that the backend prefers.  Without fallback the first of them alone."""
    context = workshop.context(deadline)
    made: list[Interpolator] = []
    for choice in _choices(workshop):
        if isinstance(choice, str):
            made.append(_deferred(workshop, choice, encoding, context))
        elif choice.parallel:
            made.append(_race(workshop, choice, encoding, context))
        else:
            made.append(Portfolio(choice, [_interpolator(workshop, member, encoding, context) for member in choice.members]))
    return made


def _choices(workshop: Workshop) -> tuple[str | Plan, ...]:
    """What is asked in which order, by name; without fallback the first alone."""
    choices = workshop.choices.procedures
    if not choices:
        backend = workshop.backend(workshop.configuration.backend)
        choices = tuple(f"{backend.name}:{procedure}" for procedure in backend.capabilities.default_procedures)
    if workshop.configuration.factors:
        choices = choices_with(choices, workshop.configuration.factors)
    return choices[:1] if workshop.choices.fallback is Fallback.NONE else choices


def tree_interpolators(workshop: Workshop, encoding: str, deadline: Deadline) -> list[TreeInterpolator]:
    """Those of the configured procedures that interpolate trees, in their order, checked and watched as the others; none of portfolios."""
    context, logic = workshop.context(deadline), LOGICS[encoding]
    made: list[TreeInterpolator] = []
    for choice in _choices(workshop):
        if not isinstance(choice, str):
            continue
        owner, procedure = split_procedure(choice)
        backend = workshop.backend(owner)
        name = procedure_of(backend, procedure)
        if name not in backend.capabilities.trees:
            continue
        interpolator = make_tree_interpolator(backend, name, workshop.environment, logic=logic, context=context)
        if workshop.configuration.check_interpolants:
            checker = workshop.backend(workshop.configuration.checker or checker_for(interpolator.procedure))
            session = checker.session(workshop.environment, logic=logic, context=context)
            interpolator = CheckedTreeInterpolator(interpolator, session, workshop.environment, context)
        made.append(ObservedTreeInterpolator(interpolator, workshop.observers) if workshop.observers else interpolator)
    return made


def loop_procedure(configuration: Configuration, backends: Mapping[str, Backend]) -> str:
    """The full name of who solves Horn clauses with loops: the first configured procedure that does, or one of a configured backend.

    ConfigurationError where there is none; ``backends`` has all that the configuration names.
    """
    named = procedure_names(configuration.interpolation) if configuration.interpolation else ()
    found = [name for name in named if split_procedure(name)[1] in backends[split_procedure(name)[0]].capabilities.loops]
    owners = dict.fromkeys([*(split_procedure(name)[0] for name in named), configuration.backend])
    found += [f"{owner}:{name}" for owner in owners for name in sorted(backends[owner].capabilities.loops)]
    if not found:
        raise ConfigurationError(
            f"path invariants need a solver of Horn clauses with loops, which "
            f"{' and '.join(owners)} has not; give backend={DEFAULT_BACKEND!r}"
        )
    return found[0]


def loop_solver(workshop: Workshop, encoding: str, deadline: Deadline) -> HornSolver:
    """Who solves Horn clauses with loops, checked where the configuration says so.  ConfigurationError where nobody does."""
    name = loop_procedure(workshop.configuration, workshop.backends)
    context, logic = workshop.context(deadline), LOGICS[encoding]
    solver = make_horn_solver(workshop.backend(split_procedure(name)[0]), name, workshop.environment, logic=logic, context=context)
    if not workshop.configuration.check_interpolants:
        return solver
    checker = workshop.backend(workshop.configuration.checker or checker_for(name))
    return CheckedHornSolver(solver, checker.session(workshop.environment, logic=logic, context=context), workshop.environment)


def _race(workshop: Workshop, plan: Plan, encoding: str, context: QueryContext) -> Race:
    """A portfolio in parallel: each member has a worker of its own; answers are certified in this process, one at a time."""
    racers = []
    unwatched = replace(context, clock=SolverClock(), recorder=None)  # its clock is the thread's
    for number, member in enumerate(plan.members):
        owner, procedure = split_procedure(member)
        backend = load_backend(owner, isolate=True, megabytes=workshop.configuration.solver_memory)
        assert isinstance(backend, WorkerBackend)
        workshop.backends[f"{plan} {number}"] = backend
        racers.append(
            Racer(backend, make_interpolator(backend, procedure, workshop.environment, logic=LOGICS[encoding], context=unwatched))
        )

    def check(partitions: Sequence[FNode], answer: Interpolants) -> Outcome:
        if not workshop.configuration.check_interpolants:
            return answer
        with closing(_checked(workshop, _Given(answer), encoding, context)) as checked:
            return checked.sequence(partitions)

    return Race(plan, racers, context, check, workshop.observers)


def _deferred(workshop: Workshop, name: str, encoding: str, context: QueryContext) -> DeferredInterpolator:
    """A procedure that takes nothing until it is asked; its name is looked up at once, so that a wrong one is refused before the run."""
    owner, procedure = split_procedure(name)
    full = f"{owner}:{procedure_of(workshop.backend(owner), procedure)}"
    return DeferredInterpolator(full, lambda: _interpolator(workshop, full, encoding, context))


def _interpolator(workshop: Workshop, name: str, encoding: str, context: QueryContext) -> Interpolator:
    """A procedure, its answers certified where the configuration says so, its queries told to the observers."""
    owner, procedure = split_procedure(name)
    interpolator = make_interpolator(
        workshop.backend(owner),
        procedure,
        workshop.environment,
        logic=LOGICS[encoding],
        context=context,
        load=lambda prover: load_configured(workshop.configuration, prover),
    )
    if workshop.configuration.check_interpolants:
        interpolator = _checked(workshop, interpolator, encoding, context)
    return ObservedInterpolator(interpolator, workshop.observers) if workshop.observers else interpolator


def _checked(workshop: Workshop, interpolator: Interpolator, encoding: str, context: QueryContext) -> CheckedInterpolator:
    """The procedure with every answer certified by another backend; an invalid one is an outcome of its own."""
    checker = workshop.backend(workshop.configuration.checker or checker_for(interpolator.procedure))
    session = checker.session(workshop.environment, logic=LOGICS[encoding], context=context)
    return CheckedInterpolator(interpolator, session, workshop.environment, context)
