"""The interpolators of a run: the procedures that a configuration names, in order, in turn or in a race, checked where it says so."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from pysmt.fnode import FNode

from verilab.experiments.runs.workshop import Workshop
from verilab.formulas.encodings.by_name import LOGICS
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext
from verilab.solving.certificate import CheckedInterpolator
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome
from verilab.solving.portfolios.portfolio import Plan, Portfolio, parse_interpolation
from verilab.solving.portfolios.race import Race, Racer
from verilab.solving.processes.backend import WorkerBackend
from verilab.solving.queries.observation import ObservedInterpolator
from verilab.solving.registry import checker_for, load_backend, make_interpolator, split_procedure


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
    """The configured procedures in their order; by default those that the backend prefers."""
    context = workshop.context(deadline)
    choices = parse_interpolation(workshop.configuration.interpolation)
    if not choices:
        backend = workshop.backend(workshop.configuration.backend)
        choices = tuple(f"{backend.name}:{procedure}" for procedure in backend.capabilities.default_procedures)
    made: list[Interpolator] = []
    for choice in choices:
        if isinstance(choice, str):
            made.append(_interpolator(workshop, choice, encoding, context))
        elif choice.parallel:
            made.append(_race(workshop, choice, encoding, context))
        else:
            made.append(Portfolio(choice, [_interpolator(workshop, member, encoding, context) for member in choice.members]))
    return made


def _race(workshop: Workshop, plan: Plan, encoding: str, context: QueryContext) -> Race:
    """A portfolio in parallel: each member has a worker of its own; answers are certified in this process, one at a time."""
    racers = []
    unwatched = QueryContext(deadline=context.deadline, seed=context.seed)  # its clock is the thread's
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


def _interpolator(workshop: Workshop, name: str, encoding: str, context: QueryContext) -> Interpolator:
    """A procedure, its answers certified where the configuration says so, its queries told to the observers."""
    owner, procedure = split_procedure(name)
    interpolator = make_interpolator(workshop.backend(owner), procedure, workshop.environment, logic=LOGICS[encoding], context=context)
    if workshop.configuration.check_interpolants:
        interpolator = _checked(workshop, interpolator, encoding, context)
    return ObservedInterpolator(interpolator, workshop.observers) if workshop.observers else interpolator


def _checked(workshop: Workshop, interpolator: Interpolator, encoding: str, context: QueryContext) -> CheckedInterpolator:
    """The procedure with every answer certified by another backend; an invalid one is an outcome of its own."""
    checker = workshop.backend(workshop.configuration.checker or checker_for(interpolator.procedure))
    session = checker.session(workshop.environment, logic=LOGICS[encoding], context=context)
    return CheckedInterpolator(interpolator, session, workshop.environment, context)
