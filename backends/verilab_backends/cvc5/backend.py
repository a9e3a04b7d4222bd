"""cvc5 (BSD licence), in this process: PyPI ``cvc5``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cvc5
from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.engine import Engine
from verilab.solving.interpolation import Interpolator
from verilab_backends.cvc5.session import Cvc5Session
from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.generic import PREFERRED, PROVERS, SolverBackend, generic_procedures
from verilab_backends.resolution.labelled_interpolation import Labelling

if TYPE_CHECKING:
    from verilab_backends.procedures.elimination import Eliminator

_ALL = frozenset(Theory)
# On bit-vectors synthesis does not end in time even on two literals.
_SYGUS = frozenset({Theory.LIA, Theory.NIA, Theory.LRA})
_PROOFS = frozenset({Theory.LIA, Theory.NIA, Theory.LRA, Theory.UF, Theory.BV})
_LABELLINGS = {"proofs": Labelling.MCMILLAN, "proofs-pudlak": Labelling.PUDLAK, "proofs-inverse": Labelling.INVERSE}
_EXACT_THEN_MODELS = ("newton-sp", "backward")
_FALLBACKS = dict.fromkeys(("QF_LIA", "QF_NIA", "QF_BV"), _EXACT_THEN_MODELS) | {"QF_LRA": ("sygus",)}
"""By logic, who interpolates around the cuts that a proof has no interpolant for."""


class Cvc5Backend(SolverBackend):
    """cvc5 with one term manager per pySMT environment."""

    name = "cvc5"
    version: str = cvc5.__version__
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={**dict.fromkeys(_LABELLINGS, _PROOFS), "sygus": _SYGUS, **generic_procedures(_ALL)},
        trees=frozenset({"proofs"}),
        algorithms={"proofs": {"mcmillan": "proofs", "pudlak": "proofs-pudlak", "inverse": "proofs-inverse"}},
        provers=PROVERS,
        preferred=("proofs", "sygus", *PREFERRED),
    )

    def __init__(self) -> None:
        self._terms: dict[int, Cvc5Terms] = {}

    def terms(self, environment: Environment) -> Cvc5Terms:
        """The converter of an environment; it lives until ``close``, as the environment does (it is made once per run)."""
        terms = self._terms.get(id(environment))
        if terms is None:
            terms = self._terms[id(environment)] = Cvc5Terms(environment)
        return terms

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> Cvc5Session:
        return Cvc5Session(self.terms(environment), logic, context or QueryContext())

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure not in _LABELLINGS:
            return super().interpolator(procedure, environment, logic=logic, context=context)
        from verilab_backends.cvc5.proofs.interpolation import ProofInterpolator  # only for who interpolates, as all engines

        context = context or QueryContext()
        inner = replace(context, recorder=None)  # what a fallback asks is a part of its own record

        def make_fallbacks() -> list[Interpolator]:
            return [self.interpolator(name, environment, logic=logic, context=inner) for name in _FALLBACKS.get(logic, ())]

        def make_session() -> Cvc5Session:
            return self.session(environment, logic=logic, context=inner)

        name, terms, labelling = f"cvc5:{procedure}", self.terms(environment), _LABELLINGS[procedure]
        return ProofInterpolator(name, terms, logic, labelling, make_fallbacks, context, make_session)

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        self._terms.clear()

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        if procedure != "sygus":
            return None
        from verilab_backends.cvc5.sygus import SygusEngine

        return SygusEngine(self.terms(environment), logic)

    def _eliminator(self, environment: Environment) -> Eliminator:
        from verilab_backends.cvc5.elimination import Cvc5Elimination

        return Cvc5Elimination(self.terms(environment))


def make() -> Cvc5Backend:
    """The factory that the registry calls."""
    return Cvc5Backend()
