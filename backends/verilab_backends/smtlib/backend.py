"""Any solver that speaks SMT-LIB 2 over a pipe as a backend, described by its command, its dialect and what it can do.

    SmtLibProcessBackend("mysolver", ["mysolver", "--incremental", "-"], version="1.0", dialect=Dialect(...), theories={Theory.LIA})

The processes live as long as the backend and serve all its sessions and interpolators in turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.interpolation import Interpolator
from verilab_backends.generic import PROVERS, SolverBackend, generic_procedures
from verilab_backends.smtlib.dialect import Dialect, Interpolation
from verilab_backends.smtlib.interpolator import ProcessInterpolator
from verilab_backends.smtlib.pipe import SolverPipe
from verilab_backends.smtlib.session import ProcessSession
from verilab_backends.smtlib.stack import Pool

PROOFS = "proofs"
"""The procedure that asks the solver itself for interpolants."""


class SmtLibProcessBackend(SolverBackend):
    """``theories``: what sessions decide; ``interpolates``: the theories of procedure ``proofs`` (by default the same, where the dialect
    has interpolants); ``generic``: the solver-independent procedures (by default all that the theories allow); ``megabytes``: limit of
    each process's address space (0: none); ``processes``: how many live at the same time.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        version: str = "unknown",
        dialect: Dialect | None = None,
        theories: AbstractSet[Theory] = frozenset({Theory.LIA}),
        interpolates: AbstractSet[Theory] | None = None,
        unsat_cores: bool = True,
        generic: Mapping[str, frozenset[Theory]] | None = None,
        megabytes: int = 0,
        processes: int = 2,
    ) -> None:
        self.name = name
        self.version = version
        self.dialect = dialect or Dialect()
        procedures: dict[str, frozenset[Theory]] = {}
        if self.dialect.interpolation is not Interpolation.NONE:
            procedures[PROOFS] = frozenset(theories if interpolates is None else interpolates)
        trees = frozenset({PROOFS} if self.dialect.interpolation is Interpolation.NESTED else ())
        if unsat_cores:
            procedures.update(generic_procedures(frozenset(theories)) if generic is None else generic)
        self.capabilities = Capabilities(
            theories=frozenset(theories),
            unsat_cores=unsat_cores,
            interpolation=procedures,
            in_process=False,
            trees=trees,
            provers=PROVERS.intersection(procedures),
        )
        self._command = list(command)
        self._megabytes = megabytes
        self._processes = processes
        self._pools: dict[tuple[str, int], Pool] = {}

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> ProcessSession:
        context = context or QueryContext()
        return ProcessSession(self.name, self._pool(logic, context.seed), self.dialect, environment, context)

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure != PROOFS or PROOFS not in self.capabilities.interpolation:
            return super().interpolator(procedure, environment, logic=logic, context=context)
        context = context or QueryContext()
        pool = self._pool(logic, context.seed)
        return ProcessInterpolator(f"{self.name}:{procedure}", pool, self.dialect, environment, context)

    def _pool(self, logic: str, seed: int) -> Pool:
        """The processes for a logic and a seed, which are options of a process."""
        key = (self.dialect.logic or logic, seed)
        if key not in self._pools:
            opening = self.dialect.opening(logic, seed)
            self._pools[key] = Pool(lambda: SolverPipe(self.name, self._command, opening, self._megabytes), self._processes)
        return self._pools[key]

    def close(self) -> None:
        """End all processes."""
        for pool in self._pools.values():
            pool.close()
        self._pools.clear()
