"""MathSAT 5 (for research and evaluation only), always in a worker process.

It comes by ``verilab backends install mathsat``, or by ``pysmt-install --msat``.
"""

from __future__ import annotations

from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab_backends.generic import PREFERRED, SolverBackend, generic_procedures
from verilab_backends.mathsat.library import load
from verilab_backends.mathsat.proofs import Combination, ProofsEngine
from verilab_backends.mathsat.session import MathsatSession
from verilab_backends.mathsat.terms import MathsatTerms

_ALL = frozenset(Theory)
_COMBINATIONS = {
    "proofs": Combination.MCMILLAN,
    "proofs-pudlak": Combination.PUDLAK,
    "proofs-inverse": Combination.INVERSE,
    "proofs-weak": Combination.WEAK,
}
_PROOFS = _ALL - {Theory.ARRAYS, Theory.NIA}  # it splits no proofs of products, and builds no interpolants of arrays with integers


class MathsatBackend(SolverBackend):
    """MathSAT with one family of environments per pySMT environment."""

    name = "mathsat"
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={**dict.fromkeys(_COMBINATIONS, _PROOFS), **generic_procedures(_ALL)},
        in_process=False,
        trees=frozenset({"proofs"}),
        algorithms={"proofs": {"mcmillan": "proofs", "pudlak": "proofs-pudlak", "inverse": "proofs-inverse", "weak": "proofs-weak"}},
        preferred=("proofs", *PREFERRED),
    )

    def __init__(self) -> None:
        self._library = load()
        self.version = self._library.version
        self._terms: dict[int, MathsatTerms] = {}

    def terms(self, environment: Environment) -> MathsatTerms:
        """The converter of an environment; it lives until ``close``, as the environment does (it is made once per run)."""
        terms = self._terms.get(id(environment))
        if terms is None:
            terms = self._terms[id(environment)] = MathsatTerms(environment, self._library)
        return terms

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> MathsatSession:
        return MathsatSession(self.terms(environment), logic, context or QueryContext())

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        for terms in self._terms.values():
            terms.close()
        self._terms.clear()

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        combination = _COMBINATIONS.get(procedure)
        return None if combination is None else ProofsEngine(self.terms(environment), combination=combination)


def make() -> MathsatBackend:
    """The factory that the worker calls."""
    return MathsatBackend()
