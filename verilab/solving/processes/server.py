"""The worker's side: serves any backend over standard input and output (started by ``verilab.solving.processes.main``).

Standard output is taken for the answers at once; what the solver prints goes to standard error.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Generator
from itertools import islice
from typing import cast

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.processes.lines import Line
from verilab.processes.messages import Garbled
from verilab.resources import Deadline, OutOfTime, SolverClock, limit_memory
from verilab.solving.backend import Backend, QueryContext, SolverGaveUp, SolverSession
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolants, Interpolator, Outcome, TreeInterpolator
from verilab.solving.processes.messages import (
    CUBES,
    REQUESTS,
    Add,
    AlongPath,
    Answer,
    AskInterpolator,
    AskSession,
    Begin,
    Change,
    Checked,
    Close,
    Core,
    Cubes,
    Done,
    Hello,
    Implied,
    Interpolated,
    MakeInterpolator,
    OfClauses,
    OverTree,
    Pop,
    Present,
    Push,
    Question,
    Refusal,
    Reply,
    Request,
    Trouble,
    Values,
    system_of,
)
from verilab.solving.processes.shared_terms import SERVER, BorderError, SharedTerms


class _RequestDeadline(Deadline):
    """The end of the request that is being answered."""

    def restart(self, seconds: float | None) -> None:
        """From now on it is ``seconds`` away; None: never."""
        self._end = None if seconds is None else time.monotonic() + seconds


class WorkerServer:
    """One backend and one environment; sessions and interpolators are known by the numbers that the client gives them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._environment = Environment()
        self._shared = SharedTerms(self._environment, SERVER)
        self._define: list[str] = []
        self._deadline = _RequestDeadline()
        self._sessions: dict[int, SolverSession] = {}
        self._assumed: dict[int, list[FNode]] = {}
        self._cubes: dict[int, Generator[tuple[bool | None, ...]]] = {}
        self._interpolators: dict[int, Interpolator] = {}
        self._deaths: list[str] = []

    def answer(self, request: Request) -> Answer:
        """Carry out one request.  BorderError where its definitions or terms cannot be read."""
        self._define = []
        return Answer(self._answer(request), self._define, self.take_deaths())

    def take_deaths(self) -> list[str]:
        """For an answer: what is told of processes that the backend itself has started, where something outside ended them."""
        deaths = self._deaths[:]
        self._deaths.clear()  # the clocks of the contexts have this very list
        return deaths

    def _answer(self, request: Request) -> Reply:
        match request:
            case AskSession():
                return self._of_session(request)
            case AskInterpolator():
                return self._of_interpolator(request)
            case MakeInterpolator(number=number):
                self._interpolators[number] = self._interpolator(request)
            case Close(number=number):
                self._close(number)
            case Hello():
                return Present(self._backend.name, self._backend.version, self._backend.capabilities)
        return Done()

    def _interpolator(self, wanted: MakeInterpolator) -> Interpolator:
        clock = SolverClock(deaths=self._deaths)
        context = QueryContext(clock=clock, seed=wanted.seed, reduction=wanted.reduction, simplification=wanted.simplification)
        return self._backend.interpolator(wanted.procedure, self._environment, logic=wanted.logic, context=context)

    def _close(self, number: int) -> None:
        self._assumed.pop(number, None)
        self._cubes.pop(number, None)
        holder = self._sessions.pop(number, None) or self._interpolators.pop(number, None)
        if holder is not None:
            holder.close()

    def _of_session(self, request: AskSession) -> Reply:
        self._shared.define(request.define)
        is_check = request.question is Question.CHECK  # which its session limits by itself
        self._deadline.restart(None if is_check else request.seconds)
        session, number = self._session(request), request.number
        match request.question:
            case Question.CHECK:
                assumptions = self._assumed[number] = self._shared.terms(request.terms)
                return Checked(session.check(assumptions, timeout=request.seconds), session.reason_unknown)
            case Question.VALUES:
                return Values.of(session.values(self._shared.terms(request.terms)))
            case Question.CORE:
                core = set(session.unsat_core())
                return Core([place for place, formula in enumerate(self._assumed[number]) if formula in core])
            case Question.IMPLIED:
                return Implied(list(session.implied(self._shared.terms(request.terms))))
            case Question.ALL_SAT:
                self._cubes[number] = (cube for cube in session.all_sat(self._shared.terms(request.terms)))
        cubes = [list(cube) for cube in islice(self._cubes[number], CUBES)]
        return Cubes(cubes, len(cubes) == CUBES)

    def _session(self, request: AskSession) -> SolverSession:
        """The request's session after the changes that come before; one that refuses a change is given up."""
        number = request.number
        if number in self._cubes and request.question is not Question.MORE_CUBES:
            self._cubes.pop(number).close()
        try:
            for change in request.before:
                self._change(number, change)
        except Exception:  # whatever the solver raised, the session is half changed and goes; the client is told
            self._close(number)
            raise
        return self._sessions[number]

    def _change(self, number: int, change: Change) -> None:
        match change:
            case Begin(logic=logic, seed=seed):
                self._close(number)
                context = QueryContext(deadline=self._deadline, clock=SolverClock(deaths=self._deaths), seed=seed)
                self._sessions[number] = self._backend.session(self._environment, logic=logic, context=context)
            case Push():
                self._sessions[number].push()
            case Pop(levels=levels):
                self._sessions[number].pop(levels)
            case Add(names=names):
                self._sessions[number].add(*self._shared.terms(names))

    def _of_interpolator(self, request: AskInterpolator) -> Reply:
        self._shared.define(request.define)
        terms, interpolator = self._shared.terms(request.terms), self._interpolators[request.number]
        match request.query:
            case AlongPath():
                return self._named(interpolator.sequence(terms, timeout=request.seconds))
            case OverTree(parents=parents):
                return self._named(cast(TreeInterpolator, interpolator).tree(terms, parents, timeout=request.seconds))
            case OfClauses(shape=shape):
                return self._named(cast(HornSolver, interpolator).solve(system_of(shape, terms), timeout=request.seconds))

    def _named(self, outcome: Outcome) -> Reply:
        """An outcome, its formulas by names whose definitions go with the answer."""
        if not isinstance(outcome, Interpolants):
            return outcome
        self._define, names = self._shared.encode(outcome.formulas)
        return Interpolated(names, outcome.procedure, outcome.fallback)


def serve(backend: Backend, line: Line[Request]) -> None:
    """Answer requests until their end."""
    server = WorkerServer(backend)
    while True:
        trouble = Trouble.EXCEPTION
        try:
            request = line.receive()
            assert request is not None
            line.send(server.answer(request))
            continue
        except EOFError:
            return
        except MemoryError:
            # The solver's state is not to be trusted any more: end, and be started anew.
            line.send(Refusal(Trouble.MEMORY, "out of memory"))
            os._exit(3)
        except (BorderError, Garbled) as error:
            trouble, text = Trouble.PROTOCOL, str(error)
        except OutOfTime:
            trouble, text = Trouble.GAVE_UP, "timeout"
        except SolverGaveUp as error:
            trouble, text = Trouble.GAVE_UP, str(error)
        except Exception as error:  # whatever a solver's binding raises must reach the client as text, not end the worker silently
            text = f"{type(error).__name__}: {error}"
        line.send(Refusal(trouble, text, server.take_deaths()))


def run(factory: str, megabytes: int) -> None:
    """Serve the backend made by ``factory`` until standard input ends."""
    line: Line[Request] = Line(0, os.dup(1), REQUESTS)
    os.dup2(2, 1)
    module, _, attribute = factory.partition(":")
    try:
        backend = getattr(importlib.import_module(module), attribute)()
    except ImportError as error:
        line.receive()  # whoever asks first
        line.send(Refusal(Trouble.MISSING, str(error)))
        return
    if megabytes:
        limit_memory(megabytes, hard=True)
    serve(backend, line)
