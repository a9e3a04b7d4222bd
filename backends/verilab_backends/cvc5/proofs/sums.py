"""The arithmetic steps of a cvc5 proof: linear combinations of literals, as theory lemmas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from cvc5 import Kind, ProofRule

from verilab.solving.simplification.linear_forms import Number
from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.cvc5.proofs.comparisons import number_of
from verilab_backends.cvc5.proofs.literals import ProofLiterals
from verilab_backends.cvc5.proofs.values import Derived, Summed, Value
from verilab_backends.resolution.farkas_lemmas import NoCombination, farkas_lemma
from verilab_backends.resolution.labelled_interpolation import LabelledInterpolation, Partial
from verilab_backends.resolution.propositions import FALSE

SUMS = frozenset({ProofRule.MACRO_ARITH_SCALE_SUM_UB, ProofRule.ARITH_SUM_UB})


class SumSteps:
    """``values`` of proof nodes, and ``unit``: a node's clause with its conclusion as one literal, and that literal."""

    def __init__(
        self,
        interpolation: LabelledInterpolation,
        literals: ProofLiterals,
        values: Mapping[Any, Value],
        unit: Callable[[Any], tuple[Partial, int]],
    ) -> None:
        self._interpolation = interpolation
        self._literals = literals
        self._values = values
        self._unit = unit

    def sum(self, node: Any, children: list[Any]) -> Summed:
        if node.getRule() == ProofRule.ARITH_SUM_UB:
            return Summed(tuple(children), (1,) * len(children))
        return Summed(tuple(children), tuple(number_of(argument) for argument in node.getArguments()))

    # x = y, y = z .. gives  x <= z  and  x >= z  as linear combinations, which together are x = z;  from  0 = x .. y = -1  the sum alone
    # is the contradiction  1 <= 0
    def chain(self, node: Any, premises: list[Any]) -> Derived | None:
        result = node.getResult()
        literals = self._literals
        equation = literals.literal(result)
        numbers = equation == FALSE and result.getKind() == Kind.EQUAL and not result[0].getSort().isBoolean()
        if literals.linear.fact(equation) is None and not numbers:
            return None
        coefficients, constant = literals.comparisons.difference(result)
        halves = []
        try:
            if numbers:
                return Derived(self._combine(Summed(tuple(premises), (1 if constant > 0 else -1,) * len(premises)), None, False), ())
            for sign in (1, -1):
                half = literals.linear.literal({name: sign * factor for name, factor in coefficients.items()}, sign * constant, Relation.LE)
                halves.append((half, self._combine(Summed(tuple(premises), (sign,) * len(premises)), half, False)))
        except NoCombination:
            return None
        partial = self._interpolation.axiom((*(-half for half, _ in halves), equation))
        for half, lemma in halves:
            partial = self._interpolation.resolve(lemma, partial, half)
        return Derived(partial, (equation,)) if equation in partial.clause else Derived(partial, ())

    def close(self, value: Summed, literal: int) -> Partial | None:
        """The conclusion as a clause: the theory lemma, resolved with premises that are no mere assumptions; None where it is no lemma."""
        conclusion = None if literal == FALSE else literal
        for exactly in (False, True):
            try:
                return self._combine(value, conclusion, exactly)
            except NoCombination:
                continue
        return None

    def _combine(self, value: Summed, conclusion: int | None, exactly: bool) -> Partial:
        """``exactly``: with the premises as the proof writes them, not as what they were rewritten from."""
        multipliers: dict[int, Number] = {}
        derivations: list[tuple[Partial, int]] = []
        for premise, coefficient in zip(value.premises, value.coefficients, strict=True):
            derivation = self._values[premise]
            if derivation is None:
                continue
            if not exactly and isinstance(derivation, Derived) and len(derivation.head) == 1:
                partial, literal = derivation.partial, derivation.head[0]
                if self._literals.linear.fact(literal) is None:
                    partial, literal = self._unit(premise)
            else:
                partial, literal = self._unit(premise)
            multiplier = coefficient * self._ratio(premise.getResult(), literal)
            multipliers[literal] = multipliers.get(literal, 0) + multiplier
            derivations.append((partial, literal))
        lemma = farkas_lemma(self._interpolation, self._literals.linear, multipliers, conclusion)
        for partial, literal in derivations:
            lemma = self._interpolation.resolve(partial, lemma, literal)
        return lemma

    # A premise  l - r <> 0  is a multiple of the fact  p <= 0 (or = 0)  that its literal stands for, up to rounding.
    def _ratio(self, comparison: Any, literal: int) -> Number:
        while comparison.getKind() == Kind.NOT:
            comparison = comparison[0]
        fact = self._literals.linear.fact(literal)
        if fact is None:
            raise NoCombination("a premise is not linear")
        coefficients, _ = self._literals.comparisons.difference(comparison)
        variable, factor = next(iter(fact.coefficients.items()))
        own = coefficients.get(variable, 0)
        if type(own) is int and type(factor) is int and not own % factor:
            return own // factor
        ratio = Fraction(own) / factor
        return int(ratio) if ratio.denominator == 1 else ratio
