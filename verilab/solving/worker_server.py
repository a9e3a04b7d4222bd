"""The worker's side: serves any backend over standard input and output (started by ``verilab.solving.worker_main``).

Standard output is taken for the answers at once; what the solver prints goes to standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from typing import IO, Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import Backend, QueryContext, SolverGaveUp, SolverSession
from verilab.solving.interpolation import Interpolator
from verilab.solving.smtlib import SmtLibReader
from verilab.solving.worker_messages import PROTOCOL, capabilities_to_json, outcome_to_json, value_to_json


class WorkerServer:
    """One backend and one environment; sessions, interpolators and formulas are known by the numbers that the client gives them."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._environment = Environment()
        self._reader = SmtLibReader(self._environment)
        self._formulas: dict[int, FNode] = {}
        self._sessions: dict[int, SolverSession] = {}
        self._interpolators: dict[int, Interpolator] = {}

    def answer(self, request: dict[str, Any]) -> Any:
        """Carry out one request."""
        for declaration in request.get("declare", ()):
            self._reader.declare(declaration)
        for number, text in request.get("define", ()):
            self._formulas[number] = self._reader.term(text)
        operation: Callable[[dict[str, Any]], Any] = getattr(self, f"_do_{request['op'].replace('-', '_')}")
        return operation(request)

    def _terms(self, request: dict[str, Any]) -> list[FNode]:
        return [self._formulas[number] for number in request["terms"]]

    def _do_hello(self, request: dict[str, Any]) -> Any:
        backend = self._backend
        capabilities = capabilities_to_json(backend.capabilities)
        return {"protocol": PROTOCOL, "name": backend.name, "version": backend.version, "capabilities": capabilities}

    def _do_session(self, request: dict[str, Any]) -> Any:
        context = QueryContext(seed=request["seed"])
        self._sessions[request["id"]] = self._backend.session(self._environment, logic=request["logic"], context=context)

    def _do_close(self, request: dict[str, Any]) -> Any:
        holder: Any = self._sessions.pop(request["id"], None) or self._interpolators.pop(request["id"], None)
        if holder is not None:
            holder.close()

    def _do_push(self, request: dict[str, Any]) -> Any:
        self._sessions[request["id"]].push()

    def _do_pop(self, request: dict[str, Any]) -> Any:
        self._sessions[request["id"]].pop(request["levels"])

    def _do_add(self, request: dict[str, Any]) -> Any:
        self._sessions[request["id"]].add(*self._terms(request))

    def _do_check(self, request: dict[str, Any]) -> Any:
        session = self._sessions[request["id"]]
        status = session.check(self._terms(request), timeout=request["seconds"])
        return {"status": status.value, "reason": session.reason_unknown}

    def _do_values(self, request: dict[str, Any]) -> Any:
        return [value_to_json(value) for value in self._sessions[request["id"]].values(self._terms(request))]

    def _do_core(self, request: dict[str, Any]) -> Any:
        core = self._sessions[request["id"]].unsat_core()
        numbers = {formula: number for number, formula in self._formulas.items()}
        return [numbers[formula] for formula in core]

    def _do_implied(self, request: dict[str, Any]) -> Any:
        return self._sessions[request["id"]].implied(self._terms(request))

    def _do_interpolator(self, request: dict[str, Any]) -> Any:
        context = QueryContext(seed=request["seed"])
        self._interpolators[request["id"]] = self._backend.interpolator(
            request["procedure"], self._environment, logic=request["logic"], context=context
        )

    def _do_sequence(self, request: dict[str, Any]) -> Any:
        return outcome_to_json(self._interpolators[request["id"]].sequence(self._terms(request), timeout=request["seconds"]))


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
            answer: dict[str, Any] = {"ok": server.answer(json.loads(line))}
        except MemoryError:
            # The solver's state is not to be trusted any more: end, and be started anew.
            answers.write(json.dumps({"error": "memory", "message": "out of memory"}) + "\n")
            answers.flush()
            os._exit(3)
        except SolverGaveUp as error:
            answer = {"error": "gave-up", "message": str(error)}
        except Exception as error:  # whatever a solver's binding raises must reach the client as text, not end the worker silently
            answer = {"error": "exception", "message": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
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
