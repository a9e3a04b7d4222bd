"""z3 (Microsoft Research, MIT licence), in this process: PyPI ``z3-solver``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import z3
from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab_backends.generic import CONTROLS, PREFERRED, PROVERS, SolverBackend, generic_procedures
from verilab_backends.z3.session import Z3Session
from verilab_backends.z3.terms import Z3Terms

if TYPE_CHECKING:
    from verilab_backends.procedures.elimination import Eliminator

_ALL = frozenset(Theory)
_HORN = frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV, Theory.ARRAYS})


class Z3Backend(SolverBackend):
    """z3 with one context per pySMT environment."""

    name = "z3"
    version: str = z3.get_version_string()
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={"horn": _HORN, **generic_procedures(_ALL), **CONTROLS},
        trees=frozenset({"horn"}),
        loops=frozenset({"horn"}),
        provers=PROVERS,
        controls=frozenset(CONTROLS),
        preferred=("horn", *PREFERRED),
    )

    def __init__(self) -> None:
        self._terms: dict[int, Z3Terms] = {}

    def terms(self, environment: Environment) -> Z3Terms:
        """The converter of an environment; it lives until ``close``, as the environment does (it is made once per run)."""
        terms = self._terms.get(id(environment))
        if terms is None:
            terms = self._terms[id(environment)] = Z3Terms(environment)
        return terms

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> Z3Session:
        return Z3Session(self.terms(environment), logic, context or QueryContext())

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        for terms in self._terms.values():
            terms.close()
        self._terms.clear()

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        if procedure != "horn":
            return None
        from verilab_backends.z3.horn import HornEngine  # this and the elimination only for who interpolates

        return HornEngine(environment)

    def _eliminator(self, environment: Environment) -> Eliminator:
        from verilab_backends.z3.elimination import Z3Elimination

        return Z3Elimination(self.terms(environment))


def make() -> Z3Backend:
    """The factory that the registry calls."""
    return Z3Backend()
