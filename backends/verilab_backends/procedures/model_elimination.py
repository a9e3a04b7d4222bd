"""Quantifier elimination for any solver with models: the union of model-based projections.

    while F and not (P_1 or ... or P_k) has a model M:    P_(k+1) := projection of an implicant of F in M
Each P_i implies  exists V. F,  and at the end F implies their union, which does not speak of V: it is  exists V. F.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.solving.backend import SolverGaveUp, SolverSession, Status
from verilab_backends.procedures.implicants import implicant
from verilab_backends.procedures.model_based_projection import Projection

PARTS = 64
"""Projections of one formula: more are no interpolant that anybody wants."""


class ModelElimination:
    """The ``Eliminator`` on sessions of any backend, for integers, bit-vectors and Booleans."""

    def __init__(self, environment: Environment, make_session: Callable[[], SolverSession]) -> None:
        self._terms = Terms(environment)
        self._projection = Projection(self._terms)
        self._make_session = make_session

    def __call__(self, formula: FNode, variables: Sequence[FNode], seconds: float) -> FNode | None:
        everything = symbols(formula)
        if any(not _is_discrete(symbol) for symbol in everything):
            return None
        session = self._make_session()
        try:
            session.add(formula)
            return self._union(session, formula, everything, set(variables), time.monotonic() + seconds)
        except (SolverGaveUp, ValueError):
            return None
        finally:
            session.close()

    def _union(self, session: SolverSession, formula: FNode, everything: list[FNode], variables: set[FNode], end: float) -> FNode | None:
        terms = self._terms
        parts: list[FNode] = []
        while len(parts) <= PARTS and (rest := end - time.monotonic()) > 0:
            status = session.check(timeout=rest)
            if status is Status.UNSAT:
                return terms.disjunction(parts)
            if status is Status.UNKNOWN:
                return None
            values = dict(zip(everything, session.values(everything), strict=True))
            model = Evaluation({symbol: int(value) for symbol, value in values.items()}.__getitem__)
            literals = self._projection.project(implicant(formula, model, terms), variables, model)
            part = terms.conjunction([atom if value else terms.negation(atom) for atom, value in literals.items()])
            parts.append(part)
            session.add(terms.negation(part))
        return None


def _is_discrete(symbol: FNode) -> bool:
    type = symbol.symbol_type()
    return bool(type.is_int_type() or type.is_bv_type() or type.is_bool_type())
