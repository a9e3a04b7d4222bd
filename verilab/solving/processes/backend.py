"""Any backend in a process of its own, behind the same protocols: it has hard limits, is reused, and dies alone.

A worker that crashes, hangs or eats memory costs the query it was busy with (UNKNOWN or ``Failed``, with the reason); the next query
starts a new worker, in which a session's assertions are made again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from pysmt.environment import Environment

from verilab.solving.backend import QueryContext
from verilab.solving.interpolation import Interpolator
from verilab.solving.processes.border import Border
from verilab.solving.processes.interpolator import WorkerInterpolator
from verilab.solving.processes.process import WorkerProcess
from verilab.solving.processes.session import WorkerSession


class WorkerBackend:
    """The client of a worker that serves the backend made by ``factory`` ("module:attribute").

    ``megabytes`` limits the worker's address space beyond what it maps at its start (0: no limit); ``search_path`` is put before
    ``sys.path`` there; ``excluded`` modules cannot be imported there.  Raises EngineMissing where the factory cannot be imported or
    raises ImportError.
    """

    def __init__(self, factory: str, *, megabytes: int = 0, search_path: Sequence[str] = (), excluded: Sequence[str] = ()) -> None:
        self.process = WorkerProcess(factory, megabytes=megabytes, search_path=search_path, excluded=excluded)
        try:
            hello = self.process.hello()
        except BaseException:  # also an interruption must not leave the process behind
            self.process.close()
            raise
        self.name = hello.name
        self.version = hello.version
        self.capabilities = replace(hello.capabilities, in_process=False, provers=frozenset())  # no other backend is where it is
        self._numbers = itertools.count()
        self._border: Border | None = None

    def _border_of(self, environment: Environment) -> Border:
        """One worker serves one environment: the run's."""
        if self._border is None:
            self._border = Border(self.process, environment)
        if self._border.environment is not environment:
            raise ValueError("a worker serves one pySMT environment; make another WorkerBackend for another environment")
        return self._border

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> WorkerSession:
        return WorkerSession(self.name, next(self._numbers), self._border_of(environment), logic, context or QueryContext())

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure not in self.capabilities.interpolation:
            known = ", ".join(self.capabilities.interpolation)
            raise ValueError(f"{self.name} has no interpolation procedure {procedure!r}; it has: {known}")
        border = self._border_of(environment)
        return WorkerInterpolator(self.name, next(self._numbers), border, procedure, logic, context or QueryContext())

    def close(self) -> None:
        self.process.close()
