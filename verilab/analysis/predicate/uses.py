"""How predicates use the program's variables: equalities fix values, inequalities order them (SPIN'15 §6, outlook)."""

from __future__ import annotations

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.candidates import Use, UseKind
from verilab.formulas.terms.inspection import atoms
from verilab.formulas.vocabulary import Vocabulary

_ORDERS = frozenset({op.LE, op.LT, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE})


def uses_of(vocabulary: Vocabulary, formula: FNode) -> frozenset[Use]:
    """One use per atom of a formula over the vocabulary's symbols."""
    found: set[Use] = set()
    for atom in atoms(formula):
        symbols = vocabulary.terms.environment.fvo.get_free_variables(atom)
        elements = (vocabulary.element(symbol) for symbol in symbols)
        storages = frozenset(element[0] for element in elements if element is not None)
        kind = atom.node_type()
        use = UseKind.EQUALITY if kind == op.EQUALS else UseKind.ORDER if kind in _ORDERS else UseKind.OTHER
        found.add(Use(use, storages))
    return frozenset(found)


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
