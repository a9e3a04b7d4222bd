"""cvc5:sygus: interpolants by cvc5's syntax-guided synthesis (``get-interpolant``), chained from left to right.

I_0 = true;  I_k = an interpolant of (I_(k-1) ∧ A_k,  A_(k+1) ∧ .. ∧ A_n).  Then I_(k-1) ∧ A_k ⇒ I_k by construction, and
vars(I_k) ⊆ vars(I_(k-1) ∧ A_k) ∩ vars(A_(k+1)..A_n), which lies in what cut k shares by induction.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import cvc5
from cvc5 import Kind
from pysmt.fnode import FNode

from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.operators import UnsupportedTerm

_PROCEDURE = "cvc5:sygus"


class SygusEngine:
    """One synthesis query per cut."""

    def __init__(self, terms: Cvc5Terms, logic: str) -> None:
        self._terms = terms
        self._logic = logic

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        terms = self._terms
        end = None if seconds is None else time.monotonic() + seconds
        partitions = [terms.to_cvc5(partition) for partition in sequent.partitions]
        formulas: list[FNode] = []
        left = terms.manager.mkTrue()
        for cut in range(len(partitions) - 1):
            rest = partitions[cut + 1 :]
            right = rest[0] if len(rest) == 1 else terms.manager.mkTerm(Kind.AND, *rest)
            remaining = None if end is None else end - time.monotonic()
            if remaining is not None and remaining <= 0:
                return TimedOut(_PROCEDURE)
            try:
                interpolant = self._interpolant((left, partitions[cut]), right, remaining)
                if interpolant.isNull():
                    late = end is not None and time.monotonic() >= end
                    return TimedOut(_PROCEDURE) if late else Failed(f"cvc5 found no interpolant for cut {cut + 1}", _PROCEDURE)
                formulas.append(terms.from_cvc5(interpolant))
            except (RuntimeError, UnsupportedTerm) as error:
                return Failed(str(error), _PROCEDURE)
            # The certificate speaks about the pySMT term, so the chain goes on with that and not with cvc5's own.
            left = terms.to_cvc5(formulas[-1])
        return formulas

    def _interpolant(self, left: tuple[cvc5.Term, ...], right: cvc5.Term, seconds: float | None) -> cvc5.Term:
        solver = cvc5.Solver(self._terms.manager)
        solver.setOption("produce-interpolants", "true")
        # With simplification some versions answer silently wrong.
        solver.setOption("simplification", "none")
        if seconds is not None:
            solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
        solver.setLogic(self._logic)
        for formula in left:
            solver.assertFormula(formula)
        return solver.getInterpolant(self._terms.manager.mkTerm(Kind.NOT, right))
