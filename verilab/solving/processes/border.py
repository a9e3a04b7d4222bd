"""The way of terms, questions and answers between this process and a worker, over one environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.interpolation import Failed, Interpolants, Invalid, NotUnsat, Outcome, TimedOut, Unsupported
from verilab.solving.processes.messages import Add, AskInterpolator, AskSession, Change, Interpolated, Reply
from verilab.solving.processes.process import WorkerProcess
from verilab.solving.processes.shared_terms import CLIENT, BorderError, SharedTerms

GRACE_SECONDS = 1.0
"""A solver's own timer gets this much more than its limit before the process is killed: less than what a run gets beyond its own limit
to report what it has.
"""
Wanted = TypeVar("Wanted")


class Border:
    """The way to the worker over one environment: it keeps what the worker of this generation knows."""

    def __init__(self, process: WorkerProcess, environment: Environment) -> None:
        self.process = process
        self.environment = environment
        self._generation = -1
        self._shared = SharedTerms(environment, CLIENT)

    def encoded(self, terms: Sequence[FNode], before: Sequence[Change | FNode] = ()) -> tuple[list[str], list[str], list[Change]]:
        """The definitions that the worker needs, the names of the terms, and the changes before, in which a formula is one to be added."""
        if self._generation != self.process.generation:
            self._generation = self.process.generation
            self._shared = SharedTerms(self.environment, CLIENT)
        added = [change for change in before if isinstance(change, FNode)]
        define, names = self._shared.encode([*terms, *added])
        rest = iter(names[len(terms) :])
        changes: list[Change] = []
        for change in before:
            if not isinstance(change, FNode):
                changes.append(change)
            elif changes and isinstance(changes[-1], Add):
                changes[-1].names.append(next(rest))
            else:
                changes.append(Add([next(rest)]))
        return define, names[: len(terms)], changes

    def ask(self, request: AskSession | AskInterpolator) -> Reply:
        """Raises as ``WorkerProcess.request``."""
        answer = self.process.request(request, None if request.seconds is None else request.seconds + GRACE_SECONDS)
        try:
            self._shared.define(answer.define)
        except BorderError as error:
            raise self.process.nonsense(str(error)) from None
        return answer.reply

    def wanted(self, reply: Reply, kind: type[Wanted]) -> Wanted:
        """The answer, of the kind that was asked for.  Raises WorkerDied for any other."""
        if not isinstance(reply, kind):
            raise self.process.nonsense(type(reply).__name__)
        return reply

    def outcome(self, reply: Reply) -> Outcome:
        """An outcome over the terms of this process.  Raises WorkerDied for another answer, BorderError for unknown names."""
        match reply:
            case Interpolated(names=names, procedure=procedure, fallback=fallback):
                return Interpolants(tuple(self._shared.terms(names)), procedure, fallback)
            case NotUnsat() | TimedOut() | Unsupported() | Failed() | Invalid():
                return reply
        raise self.process.nonsense(type(reply).__name__)
