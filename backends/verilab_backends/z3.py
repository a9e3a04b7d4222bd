"""z3 (Microsoft Research, MIT licence), in this process: PyPI ``z3-solver``."""

from __future__ import annotations

from dataclasses import replace

import z3
from pysmt.environment import Environment

from verilab.solving.backend import Capabilities, QueryContext, Theory
from verilab.solving.interpolation import Interpolator
from verilab.solving.reduction import Engine, ReducedInterpolator
from verilab_backends.backward import BackwardEngine
from verilab_backends.newton import Direction, NewtonEngine
from verilab_backends.z3_elimination import Z3Elimination
from verilab_backends.z3_horn import HornEngine
from verilab_backends.z3_session import Z3Session
from verilab_backends.z3_terms import Z3Terms

_ALL = frozenset(Theory)
_NEWTON = frozenset({Theory.LIA, Theory.NIA, Theory.BV})


class Z3Backend:
    """z3 with one context per pySMT environment."""

    name = "z3"
    version: str = z3.get_version_string()
    capabilities = Capabilities(
        theories=_ALL,
        interpolation={
            "horn": frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV, Theory.ARRAYS}),
            "backward": frozenset({Theory.LIA, Theory.NIA, Theory.BV}),
            "newton-wp": _NEWTON,
            "newton-sp": _NEWTON,
        },
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

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        if procedure not in self.capabilities.interpolation:
            raise ValueError(f"z3 has no interpolation procedure {procedure!r}; it has: {', '.join(self.capabilities.interpolation)}")
        context = context or QueryContext()
        inner = replace(context, recorder=None)  # what a procedure asks is a part of its own record

        def make_session() -> Z3Session:
            return self.session(environment, logic=logic, context=inner)

        terms = self.terms(environment)
        engine: Engine
        if procedure == "horn":
            engine = HornEngine(terms)
        elif procedure == "backward":
            engine = BackwardEngine("z3:backward", environment, make_session)
        else:
            engine = NewtonEngine("z3", Direction(procedure), make_session(), environment, Z3Elimination(terms))
        return ReducedInterpolator(f"z3:{procedure}", engine, make_session(), environment, context)

    def close(self) -> None:
        """Free all terms; sessions and interpolators of this backend must be closed before."""
        for terms in self._terms.values():
            terms.close()
        self._terms.clear()


def make() -> Z3Backend:
    """The factory that the registry calls."""
    return Z3Backend()
