"""The interpolators of a run: the procedures that a configuration names, in order, in turn or in a race, checked where it says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from pysmt.fnode import FNode

from verilab.analysis.predicate.choices import Fallback
from verilab.formulas.encodings.by_name import LOGICS
from verilab.resources import Deadline, SolverClock
from verilab.solving.backend import Backend, QueryContext, SolverSession
from verilab.solving.certificate import certified, certify
from verilab.solving.fallbacks import Portfolio, Race, Racer
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome, TreeInterpolator
from verilab.solving.portfolios import Plan, choices_with, procedure_names
from verilab.solving.procedure import Procedure
from verilab.solving.procedures import checker_for, make_interpolator, make_procedure, procedure_of, split_procedure
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.registry import DEFAULT_BACKEND, load_backend
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.workshop import Workshop, load_configured


def interpolators(workshop: Workshop, encoding: str, deadline: Deadline) -> list[Interpolator]:
    """The configured procedures in their order; by default those that the backend prefers.  Without fallback the first of them alone.

    A wrong name is refused at once; engines are made when they are asked.
    """
    context = workshop.context(deadline)

    def interpolator(choice: str | Plan) -> Interpolator:
        if isinstance(choice, str):
            return _procedure(workshop, choice, encoding, context)
        if choice.parallel:
            return _race(workshop, choice, encoding, context)
        return Portfolio(choice, [_procedure(workshop, member, encoding, context) for member in choice.members])

    return [interpolator(choice) for choice in _choices(workshop)]


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
    context = workshop.context(deadline)
    names = [choice for choice in _choices(workshop) if isinstance(choice, str)]
    return [_procedure(workshop, name, encoding, context) for name in names if _interpolates_trees(workshop, name)]


def _interpolates_trees(workshop: Workshop, name: str) -> bool:
    owner, procedure = split_procedure(name)
    backend = workshop.backend(owner)
    return procedure_of(backend, procedure) in backend.capabilities.trees


def loop_procedure(configuration: Configuration, backends: Mapping[str, Backend]) -> str:
    """The full name of who solves Horn clauses with loops: the first configured procedure that does, or one of a configured backend.

    ConfigurationError where there is none; ``backends`` has all that the configuration names.
    """
    named = procedure_names(configuration.interpolation) if configuration.interpolation else ()
    able = [name for name in named if split_procedure(name)[1] in backends[split_procedure(name)[0]].capabilities.loops]
    owners = dict.fromkeys([*(split_procedure(name)[0] for name in named), configuration.backend])
    able += [f"{owner}:{name}" for owner in owners for name in sorted(backends[owner].capabilities.loops)]
    if not able:
        raise ConfigurationError(
            f"path invariants need a solver of Horn clauses with loops, which "
            f"{' and '.join(owners)} has not; give backend={DEFAULT_BACKEND!r}"
        )
    return able[0]


def loop_solver(workshop: Workshop, encoding: str, deadline: Deadline) -> HornSolver:
    """Who solves Horn clauses with loops, checked where the configuration says so.  ConfigurationError where nobody does."""
    return _procedure(workshop, loop_procedure(workshop.configuration, workshop.backends), encoding, workshop.context(deadline))


def _procedure(workshop: Workshop, name: str, encoding: str, context: QueryContext) -> Procedure:
    """A procedure, its answers certified where the configuration says so, its queries told to the observers."""
    owner, procedure = split_procedure(name)
    return make_procedure(
        workshop.backend(owner),
        procedure,
        workshop.environment,
        logic=LOGICS[encoding],
        context=context,
        load=lambda prover: load_configured(workshop.configuration, prover),
        checker=_checker(workshop, name, encoding, context),
        observers=workshop.observers,
    )


def _checker(workshop: Workshop, name: str, encoding: str, context: QueryContext) -> Callable[[], SolverSession] | None:
    """A maker of the session that certifies a procedure's answers: another backend's; None where the configuration wants no check."""
    if not workshop.configuration.check_interpolants:
        return None

    def session() -> SolverSession:
        checker = workshop.backend(workshop.configuration.checker or checker_for(name))
        return checker.session(workshop.environment, logic=LOGICS[encoding], context=context)

    return session


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
        checker = _checker(workshop, answer.procedure, encoding, context)
        if checker is None:
            return answer
        with closing(checker()) as session:
            return certified(
                answer, len(partitions), lambda formulas: certify(session, workshop.environment, partitions, formulas), context.recorder
            )

    return Race(plan, racers, context, check, workshop.observers)
