"""What predicates say, and how they use variables: equalities fix values, inequalities order them (SPIN'15 §6, outlook)."""

from __future__ import annotations

from typing import Any

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.candidates import Increment, Use, UseKind
from verilab.analysis.exploration import Exploration
from verilab.analysis.facts import Facts
from verilab.analysis.predicate.precision import PredicatePrecision
from verilab.analysis.predicate.predicates import Predicates
from verilab.formulas.terms.inspection import atoms
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.storages import Array, Variable

_ORDERS = frozenset({op.LE, op.LT, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE})


class PredicateFacts(Facts):
    """The facts of a precision of predicates, and interpolants, which are formulas too."""

    def __init__(self, vocabulary: Vocabulary, predicates: Predicates, precision: PredicatePrecision) -> None:
        self._vocabulary = vocabulary
        self._predicates = predicates
        self._precision = precision
        self._uses: dict[FNode, frozenset[Use]] = {}

    def uses(self, increment: Increment) -> frozenset[Use]:
        """One use per atom of the increment's predicates."""
        uses: set[Use] = set()
        for fact in increment.all:
            if fact not in self._uses:
                self._uses[fact] = uses_of(self._vocabulary, fact)
            uses |= self._uses[fact]
        return frozenset(uses)

    def text(self, fact: Any) -> str:
        return readable(fact, self._vocabulary.terms.environment)

    def interpolant_text(self, interpolant: Any) -> str:
        return readable(interpolant, self._vocabulary.terms.environment)

    def is_trivial(self, interpolant: FNode) -> bool:
        return bool(interpolant.is_bool_constant())

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """The predicates of the precision that speak of the storage: each splits its values once more."""
        count = 0
        for number in self._precision.numbers():
            elements = (self._vocabulary.element(symbol) for symbol in self._predicates[number].symbols)
            count += any(element is not None and element[0] is storage for element in elements)
            if count > limit:
                break
        return count


def uses_of(vocabulary: Vocabulary, formula: FNode) -> frozenset[Use]:
    """One use per atom of a formula over the vocabulary's symbols."""
    uses: set[Use] = set()
    for atom in atoms(formula):
        symbols = vocabulary.terms.environment.fvo.get_free_variables(atom)
        elements = (vocabulary.element(symbol) for symbol in symbols)
        storages = frozenset(element[0] for element in elements if element is not None)
        kind = atom.node_type()
        use = UseKind.EQUALITY if kind == op.EQUALS else UseKind.ORDER if kind in _ORDERS else UseKind.OTHER
        uses.add(Use(use, storages))
    return frozenset(uses)


LARGE = 300
"""Nodes past which a formula is shown only to a depth of ``SHOWN``."""
SHOWN = 6


def readable(formula: FNode, environment: Environment) -> str:
    """A formula as infix text, symbols without quotes; "..." stands for what is deeper than a large formula is shown."""
    if formula.is_bool_constant():
        return "true" if formula.is_true() else "false"
    seen: set[FNode] = set()
    pending = [formula]
    while pending and len(seen) <= LARGE:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            pending.extend(node.args())
    text: str = environment.serializer.serialize(formula, threshold=SHOWN if len(seen) > LARGE else None)
    return text.replace("'", "")
