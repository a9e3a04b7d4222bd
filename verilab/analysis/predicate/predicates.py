"""Predicates: their extraction from interpolants, their canonical form, and their numbers.

The precision speaks of predicates as pySMT atoms over uninstantiated symbols.  ``Predicates`` numbers them (the numbers are the
variables of the regions' diagrams) and gives each two Boolean symbols, one that stands for its value where a block starts and one
for its value where the block ends.
"""

from __future__ import annotations

from collections.abc import Iterable

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import BOOL

from verilab.analysis.predicate.choices import Extraction
from verilab.data_classes import dataclass
from verilab.formulas.terms.inspection import atoms
from verilab.solving.simplification.linear_atoms import LinearAtoms

_CONNECTIVES = frozenset({op.AND, op.OR, op.NOT, op.IMPLIES, op.IFF, op.ITE})


@dataclass(frozen=True, slots=True, eq=False)
class Predicate:
    """``formula`` over the uninstantiated ``symbols``; ``entry`` and ``exit`` are the Booleans that name its value at a block's ends."""

    number: int
    formula: FNode
    symbols: frozenset[FNode]
    entry: FNode
    exit: FNode


class Predicates:
    """All predicates of a run, numbered in the order of their discovery."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._formulas = environment.formula_manager
        self._linear = LinearAtoms(environment)
        self._numbered: list[Predicate] = []
        self._known: dict[FNode, Predicate] = {}

    def __len__(self) -> int:
        return len(self._numbered)

    def __getitem__(self, number: int) -> Predicate:
        return self._numbered[number]

    def intern(self, formula: FNode) -> Predicate:
        """The predicate of a formula, a new one where it is not known."""
        predicate = self._known.get(formula)
        if predicate is None:
            number = len(self._numbered)
            symbols = frozenset(self.environment.fvo.get_free_variables(formula))
            entry = self._formulas.Symbol(f"predicate {number} before", BOOL)
            exit = self._formulas.Symbol(f"predicate {number} after", BOOL)
            predicate = Predicate(number, formula, symbols, entry, exit)
            self._numbered.append(predicate)
            self._known[formula] = predicate
        return predicate

    def interned(self, formulas: Iterable[FNode]) -> list[int]:
        """The numbers of the predicates of formulas, in the order in which these were made."""
        return [self.intern(formula).number for formula in sorted(formulas, key=lambda formula: formula.node_id())]

    def find(self, formula: FNode) -> Predicate | None:
        """The predicate of a formula, None where it is not known."""
        return self._known.get(formula)

    def extract(self, formula: FNode, extraction: Extraction = Extraction.ATOMS) -> frozenset[FNode]:
        """The canonical predicates of an interpolant over uninstantiated symbols; none for true and false."""
        if extraction is Extraction.WHOLE:
            return frozenset() if formula.is_bool_constant() else frozenset({_unsigned(formula)})
        if extraction is Extraction.CONJUNCTS:
            return self._conjuncts(formula)
        predicates: dict[FNode, None] = {}
        for atom in atoms(formula):
            for predicate in self._canonical(atom, extraction):
                predicates[predicate] = None
        return frozenset(predicates)

    def _conjuncts(self, formula: FNode) -> frozenset[FNode]:
        """The top-level conjuncts; those that are literals as canonical atoms."""
        conjuncts: dict[FNode, None] = {}
        pending = [formula]
        while pending:
            node = pending.pop()
            inner = _unsigned(node)
            if node.is_and():
                pending.extend(reversed(node.args()))
            elif inner.node_type() in _CONNECTIVES:
                conjuncts[inner] = None
            elif not inner.is_bool_constant():
                conjuncts.update(dict.fromkeys(self._canonical(inner, Extraction.ATOMS)))
        return frozenset(conjuncts)

    def _canonical(self, atom: FNode, extraction: Extraction) -> Iterable[FNode]:
        kind = atom.node_type()
        if kind in (op.LE, op.LT):
            left, right = atom.args()
            if self.environment.stc.get_type(left).is_int_type():
                normal = self._linear.at_most(left, right, strict=kind == op.LT)
                return () if isinstance(normal, bool) else (normal[0],)
        elif kind == op.EQUALS:
            left, right = atom.args()
            if self.environment.stc.get_type(left).is_int_type():
                normal = self._linear.equal(left, right)
                if isinstance(normal, bool):
                    return ()
                return self._linear.halves(normal[0]) if extraction is Extraction.INEQUALITIES else (normal[0],)
        elif kind == op.BV_ULT:
            # a < b  is  not (b <= a): one of the two orders is enough.
            return (self._formulas.BVULE(atom.arg(1), atom.arg(0)),)
        elif kind == op.BV_SLT:
            return (self._formulas.BVSLE(atom.arg(1), atom.arg(0)),)
        return (atom,)


def _unsigned(formula: FNode) -> FNode:
    """The formula without its outermost negations."""
    while formula.is_not():
        formula = formula.arg(0)
    return formula
