"""Bitwuzla (MIT licence), in this process: PyPI ``bitwuzla``."""

from __future__ import annotations

import bitwuzla
from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab_backends.bitwuzla.proofs import BitwuzlaProofs, Combination
from verilab_backends.bitwuzla.session import BitwuzlaSession
from verilab_backends.bitwuzla.terms import BitwuzlaTerms
from verilab_backends.generic import PREFERRED, PROVERS, SolverBackend, generic_procedures

_THEORIES = frozenset({Theory.BV, Theory.ARRAYS, Theory.UF})
_COMBINATIONS = {"proofs": Combination.MCMILLAN, "proofs-pudlak": Combination.PUDLAK}


class BitwuzlaBackend(SolverBackend):
    """Bitwuzla with one term manager per pySMT environment."""

    name = "bitwuzla"
    version: str = bitwuzla.version()
    capabilities = Capabilities(
        theories=_THEORIES,
        interpolation={"proofs": _THEORIES, "proofs-pudlak": _THEORIES, **generic_procedures(_THEORIES)},
        algorithms={"proofs": {"mcmillan": "proofs", "pudlak": "proofs-pudlak"}},
        provers=PROVERS,
        preferred=("proofs", *PREFERRED),
    )

    def __init__(self) -> None:
        self._terms: dict[int, BitwuzlaTerms] = {}

    def terms(self, environment: Environment) -> BitwuzlaTerms:
        """The converter of an environment; it lives until ``close``, as the environment does (it is made once per run)."""
        terms = self._terms.get(id(environment))
        if terms is None:
            terms = self._terms[id(environment)] = BitwuzlaTerms(environment)
        return terms

    def session(self, environment: Environment, *, logic: str = "QF_BV", context: QueryContext | None = None) -> BitwuzlaSession:
        return BitwuzlaSession(self.terms(environment), context or QueryContext())

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        self._terms.clear()

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        combination = _COMBINATIONS.get(procedure)
        return None if combination is None else BitwuzlaProofs(self.terms(environment), combination)


def make() -> BitwuzlaBackend:
    """The factory that the registry calls."""
    return BitwuzlaBackend()
