"""Dual interpolation: the other end of what an engine might have answered (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010).

For unsatisfiable A_1 .. A_n let J_1 .. J_(n-1) be interpolants of the reversed sequence A_n .. A_1.  Then  I_k = ¬J_(n-k)  are
interpolants of A_1 .. A_n:

    A_1 ⇒ I_1                  as  J_(n-1) ∧ A_1 ⇒ false
    I_k ∧ A_(k+1) ⇒ I_(k+1)    as  J_(n-k-1) ∧ A_(k+1) ⇒ J_(n-k)
    I_(n-1) ∧ A_n ⇒ false      as  A_n ⇒ J_1

An engine whose interpolants are strong, near to what the first partitions say, has weak ones this way, near to all that the last ones
admit; of an engine with weak ones it is the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.rewritings import NNFizer

from verilab.solving.interpolation import Interpolants, Interpolator, Outcome
from verilab.solving.simplification.simplifier import Simplifier


class Dual:
    """Of an outcome of the reversed sequence, that of the sequence."""

    def __init__(self, environment: Environment, *, simplify: bool = True) -> None:
        """``simplify``: whether the negated interpolants are brought into normal form."""
        self._environment = environment
        self._simplify = Simplifier(environment) if simplify else None

    def __call__(self, outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Interpolants):
            return outcome
        return replace(outcome, formulas=tuple(map(self._negation, reversed(outcome.formulas))))

    # With the negations at the atoms, so that the conjuncts of an interpolant are to be seen.
    def _negation(self, formula: FNode) -> FNode:
        negated: FNode = NNFizer(self._environment).convert(self._environment.formula_manager.Not(formula))
        return negated if self._simplify is None else self._simplify(negated)


class DualInterpolator:
    """What another interpolator, or several as one, says of the reversed sequence, negated.  Observers and the certificate, where it has
    them, are of the reversed sequence.
    """

    def __init__(self, inner: Interpolator, environment: Environment) -> None:
        self._inner = inner
        self._dual = Dual(environment)
        self.procedure = f"dual of {inner.procedure}"

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        outcome = self._dual(self._inner.sequence(partitions[::-1], timeout=timeout))
        return replace(outcome, procedure=f"dual of {outcome.procedure}") if isinstance(outcome, Interpolants) else outcome

    def close(self) -> None:
        self._inner.close()
