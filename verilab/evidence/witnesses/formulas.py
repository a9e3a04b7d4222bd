"""Invariants of a witness as formulas over the program's symbols.

A claim is checked whatever its formula says, so that these need not be what C says: over integers, arithmetic is that of mathematics, which
is what people mean and what solvers are good at.  Over bit vectors it is that of the machine.
"""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.expressions import translate
from verilab.evidence.naive.integers import Integers
from verilab.evidence.naive.operators import Operators
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, IfThenElse, Unary, storages
from verilab.program.stack import with_deep_stack
from verilab.program.storages import Variable
from verilab.program.types import IntType


class _Unbounded(Integers):
    """Integers that never wrap around."""

    def _wrapped(self, term: FNode, type: IntType) -> FNode:
        return term

    def cast(self, operand: FNode, source: IntType, target: IntType) -> FNode:
        return operand


def formula_of(condition: Expression, vocabulary: Vocabulary, environment: Environment) -> FNode | None:
    """That the condition is not 0, over the uninstantiated symbols of the vocabulary, in its encoding.

    None where the encoding has no formula for it: what reads memory without symbols or a temporary, or what needs further symbols.
    """
    for storage in storages(condition):
        if not vocabulary.models(storage) or (isinstance(storage, Variable) and storage.temporary):
            return None
    operators: Operators = _Unbounded(environment) if vocabulary.encoding.name == "int" else BitVectors(environment)
    formula = with_deep_stack(lambda: _Translation(operators, vocabulary).truth(condition))
    return None if operators.sides or operators.approximated else formula


class _Translation:
    """Connectives stay connectives, so that the formula's atoms are those of the condition."""

    def __init__(self, operators: Operators, vocabulary: Vocabulary) -> None:
        self._operators = operators
        self._vocabulary = vocabulary

    def truth(self, node: Expression) -> FNode:
        terms = self._operators.terms
        match node:
            case Constant(value=value):
                return terms.true if value else terms.false
            case Unary(operator="!", operand=operand):
                return terms.negation(self.truth(operand))
            case Cast(operand=operand) if _is_truth(operand):
                return self.truth(operand)
            case Binary(operator="!=", left=left, right=Constant(value=0)) if _is_truth(left):
                return self.truth(left)
            case Binary(operator="==", left=left, right=Constant(value=0)) if _is_truth(left):
                return terms.negation(self.truth(left))
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                chosen = self.truth(condition)
                sides = terms.conjunction((chosen, self.truth(then))), terms.conjunction((terms.negation(chosen), self.truth(otherwise)))
                return terms.disjunction(sides)
        return self._operators.truth(translate(node, self._vocabulary.slot_symbol, self._operators, self._vocabulary.models), node.type)


def _is_truth(node: Expression) -> bool:
    """Whether the value is 0 or 1."""
    match node:
        case Constant(value=value):
            return value in (0, 1)
        case Unary(operator=operator):
            return operator == "!"
        case Binary(operator=operator):
            return operator in COMPARISONS
        case IfThenElse(then=then, otherwise=otherwise):
            return _is_truth(then) and _is_truth(otherwise)
        case Cast(operand=operand):
            return _is_truth(operand)
    return False
