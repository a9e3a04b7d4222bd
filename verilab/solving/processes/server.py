"""The worker's side: serves any backend over standard input and output (started by ``verilab.solving.processes.main``).

Standard output is taken for the answers at once; what the solver prints goes to standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from itertools import islice
from typing import IO, Any, cast

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.resources import Deadline, OutOfTime, SolverClock
from verilab.solving.backend import Backend, QueryContext, Reduction, Simplification, SolverGaveUp, SolverSession
from verilab.solving.horn import HornSolver
from verilab.solving.interpolation import Interpolator, TreeInterpolator
from verilab.solving.processes.messages import PROTOCOL, capabilities_to_json, clauses_from_json, outcome_to_json, value_to_json
from verilab.solving.processes.shared_terms import SERVER, BorderError, SharedTerms

CUBES = 1000
"""Cubes of one answer; the client asks for more."""


_LIMITED_BY_THEMSELVES = ("check", "sequence", "tree", "solve")


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

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Carry out one request.  BorderError where its definitions or terms cannot be read."""
        self._shared.define(request.get("define", ()))
        self._define = []
        self._deadline.restart(None if request["op"] in _LIMITED_BY_THEMSELVES else request.get("seconds"))
        operation: Callable[[dict[str, Any]], Any] = getattr(self, f"_do_{request['op'].replace('-', '_')}")
        return {"ok": operation(request), "define": self._define}

    def take_deaths(self) -> dict[str, list[str]]:
        """For an answer: what is told of processes that the backend itself has started, where something outside ended them."""
        found = self._deaths[:]
        self._deaths.clear()  # the clocks of the contexts have this very list
        return {"deaths": found} if found else {}

    def _terms(self, request: dict[str, Any]) -> list[FNode]:
        return self._shared.terms(request["terms"])

    def _names_of(self, terms: Sequence[FNode]) -> list[str]:
        self._define, names = self._shared.encode(terms)
        return names

    def _session(self, request: dict[str, Any]) -> SolverSession:
        """The request's session after the changes that come before; one that refuses a change is given up."""
        number = request["id"]
        if number in self._cubes:
            self._cubes.pop(number).close()
        try:
            for change, *arguments in request["before"]:
                self._change(number, change, arguments)
        except Exception:  # whatever the solver raised, the session is half changed and goes; the client is told
            self._do_close(request)
            raise
        return self._sessions[number]

    def _change(self, number: int, change: str, arguments: list[Any]) -> None:
        match change:
            case "session":
                logic, seed = arguments
                self._do_close({"id": number})
                context = QueryContext(deadline=self._deadline, clock=SolverClock(deaths=self._deaths), seed=seed)
                self._sessions[number] = self._backend.session(self._environment, logic=logic, context=context)
            case "push":
                self._sessions[number].push()
            case "pop":
                self._sessions[number].pop(*arguments)
            case "add":
                self._sessions[number].add(*self._shared.terms(arguments))

    def _do_hello(self, request: dict[str, Any]) -> Any:
        backend = self._backend
        capabilities = capabilities_to_json(backend.capabilities)
        return {"protocol": PROTOCOL, "name": backend.name, "version": backend.version, "capabilities": capabilities}

    def _do_close(self, request: dict[str, Any]) -> Any:
        number = request["id"]
        self._assumed.pop(number, None)
        self._cubes.pop(number, None)
        holder: Any = self._sessions.pop(number, None) or self._interpolators.pop(number, None)
        if holder is not None:
            holder.close()

    def _do_check(self, request: dict[str, Any]) -> Any:
        session = self._session(request)
        assumptions = self._assumed[request["id"]] = self._terms(request)
        status = session.check(assumptions, timeout=request["seconds"])
        return {"status": status.value, "reason": session.reason_unknown}

    def _do_values(self, request: dict[str, Any]) -> Any:
        return [value_to_json(value) for value in self._session(request).values(self._terms(request))]

    def _do_core(self, request: dict[str, Any]) -> Any:
        """The places of the core's formulas among the last check's assumptions."""
        core = set(self._session(request).unsat_core())
        return [index for index, formula in enumerate(self._assumed[request["id"]]) if formula in core]

    def _do_implied(self, request: dict[str, Any]) -> Any:
        return self._session(request).implied(self._terms(request))

    def _do_all_sat(self, request: dict[str, Any]) -> Any:
        session = self._session(request)
        self._cubes[request["id"]] = (cube for cube in session.all_sat(self._terms(request)))
        return self._do_more_cubes(request)

    def _do_more_cubes(self, request: dict[str, Any]) -> Any:
        return list(islice(self._cubes[request["id"]], CUBES))

    def _do_interpolator(self, request: dict[str, Any]) -> Any:
        clock = SolverClock(deaths=self._deaths)
        reduction, simplification = Reduction(request["reduction"]), Simplification(request["simplification"])
        context = QueryContext(clock=clock, seed=request["seed"], reduction=reduction, simplification=simplification)
        self._interpolators[request["id"]] = self._backend.interpolator(
            request["procedure"], self._environment, logic=request["logic"], context=context
        )

    def _do_tree(self, request: dict[str, Any]) -> Any:
        interpolator = cast(TreeInterpolator, self._interpolators[request["id"]])
        outcome = interpolator.tree(self._terms(request), request["parents"], timeout=request["seconds"])
        return outcome_to_json(outcome, self._names_of)

    def _do_solve(self, request: dict[str, Any]) -> Any:
        solver = cast(HornSolver, self._interpolators[request["id"]])
        outcome = solver.solve(clauses_from_json(request["shape"], self._terms(request)), timeout=request["seconds"])
        return outcome_to_json(outcome, self._names_of)

    def _do_sequence(self, request: dict[str, Any]) -> Any:
        outcome = self._interpolators[request["id"]].sequence(self._terms(request), timeout=request["seconds"])
        return outcome_to_json(outcome, self._names_of)


def limit_memory(megabytes: int) -> None:
    """Make allocations fail in this process that go so far beyond what it has mapped now (0: no limit), where the system can."""
    if not megabytes or sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm") as file:
        mapped = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    size = mapped + (megabytes << 20)
    limit = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def serve(backend: Backend, requests: IO[str], answers: IO[str]) -> None:
    """Answer requests until their end."""
    server = WorkerServer(backend)
    for line in requests:
        try:
            answer = server.answer(json.loads(line))
        except MemoryError:
            # The solver's state is not to be trusted any more: end, and be started anew.
            answers.write(json.dumps({"error": "memory", "message": "out of memory"}) + "\n")
            answers.flush()
            os._exit(3)
        except BorderError as error:
            answer = {"error": "protocol", "message": str(error)}
        except OutOfTime:
            answer = {"error": "gave-up", "message": "timeout"}
        except SolverGaveUp as error:
            answer = {"error": "gave-up", "message": str(error)}
        except Exception as error:  # whatever a solver's binding raises must reach the client as text, not end the worker silently
            answer = {"error": "exception", "message": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer | server.take_deaths()) + "\n")
        answers.flush()


def run(factory: str, megabytes: int) -> None:
    """Serve the backend made by ``factory`` until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    module, _, attribute = factory.partition(":")
    try:
        backend = getattr(importlib.import_module(module), attribute)()
    except ImportError as error:
        sys.stdin.readline()  # whoever asks first
        answers.write(json.dumps({"error": "missing", "message": str(error)}) + "\n")
        answers.flush()
        return
    limit_memory(megabytes)
    serve(backend, sys.stdin, answers)
