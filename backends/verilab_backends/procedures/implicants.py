"""Implicants: from a formula and one of its models to a conjunction of literals that holds in the model and implies the formula.

    imp(f and g) = imp(f), imp(g);   imp(f or g) = imp of one side that holds;   imp(ite(c, f, g)) = c or not c, then the side taken;
a term ite(c, s, t) inside an atom is replaced by the side taken, and c joins the literals.  (Komuravelli, Gurfinkel, Chaki, CAV'14:
the first half of model-based projection.)
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation

Literals = dict[FNode, bool]
"""Atoms with their truth values, in the order in which they were found."""


class _Walk:
    """One extraction: what is still to be justified, and the literals so far."""

    def __init__(self, terms: Terms, model: Evaluation) -> None:
        self.terms = terms
        self.model = model
        self.literals: Literals = {}
        self.seen: set[FNode] = set()
        self.pending: list[FNode] = []
        self.resolved: dict[FNode, FNode] = {}

    def run(self, formula: FNode) -> Literals:
        self.pending.append(formula)
        while self.pending:
            node = self.pending.pop()
            if node not in self.seen:
                self.seen.add(node)
                self._justify(node)
        return self.literals

    def _justify(self, node: FNode) -> None:
        """Queue what makes ``node`` have its truth value in the model."""
        value = self.model.holds(node)
        match node.node_type():
            case op.NOT:
                self.pending.append(node.arg(0))
            case op.AND:
                self._all_or_one(node.args(), value, value)
            case op.OR:
                self._all_or_one(node.args(), not value, value)
            case op.IMPLIES:
                self._implication(node, value)
            case op.IFF:
                self.pending += node.args()
            case op.ITE:
                condition, then, otherwise = node.args()
                self.pending += [condition, then if self.model.holds(condition) else otherwise]
            case op.BOOL_CONSTANT:
                pass
            case _:
                self.literals[self._without_choices(node)] = value

    def _all_or_one(self, parts: tuple[FNode, ...], every: bool, value: bool) -> None:
        if every:
            self.pending += reversed(parts)
            return
        deciding = [part for part in parts if self.model.holds(part) == value]
        # What is justified already costs nothing; then the shallow before the deep.
        self.pending.append(min(deciding, key=lambda part: (part not in self.seen, _depth(part))))

    def _implication(self, node: FNode, value: bool) -> None:
        premise, conclusion = node.args()
        if not value:
            self.pending += [premise, conclusion]
        elif self.model.holds(conclusion):
            self.pending.append(conclusion)
        else:
            self.pending.append(premise)

    def _without_choices(self, atom: FNode) -> FNode:
        """The atom with every if-then-else term replaced by the side that the model takes; its condition is queued."""
        resolved = self.resolved
        stack = [atom]
        while stack:
            node = stack[-1]
            if node in resolved:
                stack.pop()
                continue
            if node.node_type() == op.ITE:
                condition, then, otherwise = node.args()
                taken = then if self.model.holds(condition) else otherwise
                if taken not in resolved:
                    stack.append(taken)
                    continue
                self.pending.append(condition)
                resolved[node] = resolved[taken]
                stack.pop()
                continue
            arguments = node.args()
            missing = [argument for argument in arguments if argument not in resolved]
            if missing:
                stack += missing
                continue
            rewritten = tuple([resolved[argument] for argument in arguments])
            resolved[node] = node if rewritten == arguments else self.terms.node(node.node_type(), rewritten, node._content.payload)
            stack.pop()
        return resolved[atom]


def _depth(formula: FNode) -> int:
    """0 for a literal, 1 for a connective of literals, 2 for anything deeper."""
    if formula.is_not():
        formula = formula.arg(0)
    if not formula.is_bool_op():
        return 0
    return 1 if all(not part.is_bool_op() or part.is_not() for part in formula.args()) else 2


def implicant(formula: FNode, model: Evaluation, terms: Terms) -> Literals:
    """Literals that hold in the model and imply the formula, which holds in it."""
    return _Walk(terms, model).run(formula)
