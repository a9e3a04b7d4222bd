"""cvc5 (BSD licence), in this process: PyPI ``cvc5``."""

from __future__ import annotations

from dataclasses import replace

import cvc5
from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.interpolation import Interpolator
from verilab.solving.reduction import Engine, ReducedInterpolator
from verilab_backends.backward import BackwardEngine
from verilab_backends.cvc5_elimination import Cvc5Elimination
from verilab_backends.cvc5_session import Cvc5Session
from verilab_backends.cvc5_sygus import SygusEngine
from verilab_backends.cvc5_terms import Cvc5Terms
from verilab_backends.newton import Direction, NewtonEngine

_ALL = frozenset(Theory)
_NEWTON = frozenset({Theory.LIA, Theory.NIA, Theory.BV})
_SYGUS = frozenset({Theory.LIA, Theory.NIA, Theory.LRA, Theory.BV})
_BACKWARD = frozenset({Theory.LIA, Theory.NIA, Theory.BV})


class Cvc5Backend:
    """cvc5 with one term manager per pySMT environment."""

    name = "cvc5"
    version: str = cvc5.__version__
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={"sygus": _SYGUS, "backward": _BACKWARD, "newton-wp": _NEWTON, "newton-sp": _NEWTON},
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
        if procedure not in self.capabilities.interpolation:
            raise ValueError(f"cvc5 has no interpolation procedure {procedure!r}; it has: {', '.join(self.capabilities.interpolation)}")
        context = context or QueryContext()
        inner = replace(context, recorder=None)  # what a procedure asks is a part of its own record

        def make_session() -> Cvc5Session:
            return self.session(environment, logic=logic, context=inner)

        terms = self.terms(environment)
        engine: Engine
        if procedure == "sygus":
            engine = SygusEngine(terms, logic)
        elif procedure == "backward":
            engine = BackwardEngine("cvc5:backward", environment, make_session)
        else:
            engine = NewtonEngine("cvc5", Direction(procedure), make_session(), environment, Cvc5Elimination(terms))
        return ReducedInterpolator(f"cvc5:{procedure}", engine, make_session(), environment, context)

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        self._terms.clear()


def make() -> Cvc5Backend:
    """The factory that the registry calls."""
    return Cvc5Backend()
