"""OpenSMT 2.6 (University of Lugano, MIT) through JavaSMT, always in a worker process: ``verilab backends install opensmt``."""

from __future__ import annotations

from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab_backends.generic import PREFERRED, SolverBackend, generic_procedures
from verilab_backends.opensmt.library import load
from verilab_backends.opensmt.proofs import Combination, ProofsEngine
from verilab_backends.opensmt.session import OpenSmtSession

_ALL = frozenset({Theory.LIA, Theory.LRA})
_COMBINATIONS = {
    "proofs": Combination.MCMILLAN,
    "proofs-pudlak": Combination.PUDLAK,
    "proofs-inverse": Combination.INVERSE,
    "proofs-weak": Combination.WEAK,
}


class OpenSmtBackend(SolverBackend):
    """OpenSMT for linear integers or linear reals, not both in one question; the logic follows from the formulas."""

    name = "opensmt"
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={**dict.fromkeys(_COMBINATIONS, _ALL), **generic_procedures(_ALL)},
        in_process=False,
        trees=frozenset({"proofs"}),
        algorithms={"proofs": {"mcmillan": "proofs", "pudlak": "proofs-pudlak", "inverse": "proofs-inverse", "weak": "proofs-weak"}},
        preferred=("proofs", *PREFERRED),
    )

    def __init__(self) -> None:
        self._library = load()
        self.version = self._library.version

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> OpenSmtSession:
        return OpenSmtSession(environment, self._library, context or QueryContext())

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        combination = _COMBINATIONS.get(procedure)
        return None if combination is None else ProofsEngine(environment, self._library, combination=combination)


def make() -> OpenSmtBackend:
    """The factory that the worker calls."""
    return OpenSmtBackend()
