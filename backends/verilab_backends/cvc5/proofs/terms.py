"""Propositions over the literals of a cvc5 proof as pySMT terms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.formulas.terms.construction import Terms
from verilab.solving.simplification.linear_forms import Number
from verilab_backends.arithmetic.exact_simplex import Relation
from verilab_backends.cvc5.proofs.literals import ProofLiterals
from verilab_backends.cvc5.terms import Cvc5Terms
from verilab_backends.resolution.linear_literals import LinearAtom
from verilab_backends.resolution.propositions import TRUE

_OPERATORS = {Relation.LE: op.LE, Relation.LT: op.LT, Relation.EQ: op.EQUALS}


class PropositionTerms:
    """Writes the formulas of one proof.  Raises UnsupportedTerm for atoms that pySMT cannot express."""

    def __init__(self, cvc5_terms: Cvc5Terms, literals: ProofLiterals) -> None:
        self._cvc5_terms = cvc5_terms
        self._terms = Terms(cvc5_terms.environment)
        self._manager = cvc5_terms.environment.formula_manager
        self._propositions = literals.propositions
        self._literals = literals
        self._done: dict[int, FNode] = {TRUE: self._terms.true}

    def write(self, roots: Sequence[int]) -> list[FNode]:
        """The terms of formulas, after simplification."""
        return [self._write(root) for root in self._propositions.simplified(roots)]

    def _write(self, root: int) -> FNode:
        done = self._done
        stack = [abs(root)]
        while stack:
            formula = stack[-1]
            if formula in done:
                stack.pop()
                continue
            inner = self._propositions.arguments(formula)
            missing = [abs(part) for part in inner or () if abs(part) not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            done[formula] = self._atom(formula) if inner is None else self._terms.conjunction([self._signed(part) for part in inner])
        return self._signed(root)

    # not (not a and not b) is written  a or b
    def _signed(self, formula: int) -> FNode:
        if formula > 0:
            return self._done[formula]
        inner = self._propositions.arguments(-formula)
        if inner is None:
            return self._terms.negation(self._done[-formula])
        return self._terms.disjunction([self._terms.negation(self._signed(part)) if part > 0 else self._done[-part] for part in inner])

    def _atom(self, number: int) -> FNode:
        atom = self._literals.linear.atoms.get(number)
        return self._cvc5_terms.from_cvc5(self._literals.opaque[number]) if atom is None else self._comparison(atom)

    def _comparison(self, atom: LinearAtom) -> FNode:
        """Positive terms left, negative ones right, the constant where it is positive."""
        terms = self._literals.comparisons.terms
        variables = [(self._cvc5_terms.from_cvc5(terms[variable]), factor) for variable, factor in atom.coefficients]
        type_of = self._cvc5_terms.environment.stc.get_type
        real = any(type_of(variable) != INT for variable, _ in variables)
        left = [self._scaled(variable, factor, real) for variable, factor in variables if factor > 0]
        right = [self._scaled(variable, -factor, real) for variable, factor in variables if factor < 0]
        if atom.bound < 0 and right:
            left.append(self._number(-atom.bound, real))
        elif atom.bound or not right:
            right.append(self._number(atom.bound, real))
        return self._terms.node(_OPERATORS[atom.relation], (self._sum(left), self._sum(right)))

    def _scaled(self, variable: FNode, factor: int, real: bool) -> FNode:
        if real and self._cvc5_terms.environment.stc.get_type(variable) == INT:
            variable = self._manager.ToReal(variable)
        return variable if factor == 1 else self._terms.node(op.TIMES, (self._number(factor, real), variable))

    def _number(self, value: Number, real: bool) -> FNode:
        return self._manager.Real(Fraction(value)) if real else self._manager.Int(int(value))

    def _sum(self, terms: list[FNode]) -> FNode:
        return terms[0] if len(terms) == 1 else self._terms.node(op.PLUS, tuple(terms))
