"""Rewrites of formulas that all procedures share: conjuncts, and an equivalent but shorter formula.

``Simplifier`` folds constants, flattens conjunctions and disjunctions, writes integer relations in linear normal form, and applies

    a and not a = false          a and a = a          a and (a or b) = a          a and (not a or b) = a and b
    t <= 3 and t <= 5 = t <= 3   t <= 3 and 5 <= t = false                        and the same with "and" and "or" exchanged
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation
from verilab.solving.simplification.linear_atoms import LinearAtoms
from verilab.solving.simplification.linear_forms import linear_form

_RELATIONS = frozenset({op.LE, op.LT, op.EQUALS, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE})
_REFLEXIVE = frozenset({op.LE, op.EQUALS, op.BV_ULE, op.BV_SLE})
_DUAL = {op.AND: op.OR, op.OR: op.AND}


def conjuncts(formula: FNode) -> list[FNode]:
    """The conjuncts of nested conjunctions, in order, without repetition and without true."""
    result: dict[FNode, None] = {}
    stack = [formula]
    seen: set[FNode] = set()
    while stack:
        node = stack.pop()
        if node.is_and():
            if node not in seen:
                seen.add(node)
                stack.extend(reversed(node.args()))
        elif not node.is_true():
            result[node] = None
    return list(result)


class Simplifier:
    """Simplifies formulas of one environment; every subformula once, however often and in however many formulas it occurs."""

    def __init__(self, environment: Environment) -> None:
        self._terms = Terms(environment)
        self._type = environment.stc.get_type
        self._linear = LinearAtoms(environment)
        self._done: dict[FNode, FNode] = {}
        self._bounds: dict[FNode, tuple[object, int]] = {}  # of an atom  t <= c:  (t, c)
        self._constants = Evaluation(lambda symbol: None)

    def __call__(self, formula: FNode) -> FNode:
        """An equivalent formula over some of the same symbols."""
        done = self._done
        stack = [formula]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            arguments = _flat(node) if node.node_type() in _DUAL else node.args()
            pending = [argument for argument in arguments if argument not in done]
            if pending:
                stack += pending
                continue
            stack.pop()
            done[node] = self._rebuilt(node, [done[argument] for argument in arguments])
        return done[formula]

    def _rebuilt(self, node: FNode, arguments: list[FNode]) -> FNode:
        """The node with simplified arguments, simplified."""
        terms = self._terms
        kind = node.node_type()
        match kind:
            case op.AND | op.OR:
                return self._junction(kind, arguments)
            case op.NOT:
                return terms.negation(arguments[0])
            case op.IMPLIES:
                return self._junction(op.OR, [terms.negation(arguments[0]), arguments[1]])
            case op.IFF:
                return self._equivalence(*arguments)
            case op.ITE:
                return terms.choice(*arguments)
        if not arguments:
            return node
        rebuilt = node if tuple(arguments) == node.args() else terms.node(kind, tuple(arguments), node._content.payload)
        if all(argument.is_constant() for argument in arguments):
            return self._folded(rebuilt)
        return self._relation(rebuilt) if kind in _RELATIONS else rebuilt

    def _equivalence(self, left: FNode, right: FNode) -> FNode:
        terms = self._terms
        for one, other in ((left, right), (right, left)):
            if one is terms.true:
                return other
            if one is terms.false:
                return terms.negation(other)
        if left is right:
            return terms.true
        if left is terms.negation(right):
            return terms.false
        return terms.node(op.IFF, (left, right) if left.node_id() < right.node_id() else (right, left))

    def _folded(self, node: FNode) -> FNode:
        """The value of an operator on constants, as far as ``Evaluation`` knows it."""
        sort = self._type(node)
        arguments = [self._type(argument) for argument in node.args()]
        if node.is_function_application() or any(not (s.is_int_type() or s.is_bv_type() or s.is_bool_type()) for s in (sort, *arguments)):
            return node
        try:
            value = self._constants.value(node)
        except (ValueError, ArithmeticError):
            return node
        if sort.is_bool_type():
            return self._terms.true if value else self._terms.false
        return self._terms.integer(value) if sort.is_int_type() else self._terms.bit_vector(value, sort.width)

    def _relation(self, atom: FNode) -> FNode:
        """An atom that is no constant, in normal form where it is one of integers."""
        terms = self._terms
        kind = atom.node_type()
        left, right = atom.args()
        if left is right:
            return terms.true if kind in _REFLEXIVE else terms.false
        if kind in (op.LE, op.LT, op.EQUALS) and self._type(left).is_int_type():
            equal = kind == op.EQUALS
            normal = self._linear.equal(left, right) if equal else self._linear.at_most(left, right, strict=kind == op.LT)
            if isinstance(normal, bool):
                return terms.true if normal else terms.false
            return normal[0] if normal[1] else terms.negation(normal[0])
        if kind == op.EQUALS and left.is_constant() and right.is_constant() and left is not right:
            return atom if self._type(left).is_array_type() else terms.false
        return atom

    # Of "and" here; "or" is the same with the signs exchanged:
    #     not a beside a makes false;    a disjunction with a member beside it is implied;    a member whose negation is beside it is false
    def _junction(self, kind: int, arguments: Sequence[FNode]) -> FNode:
        """A conjunction (kind AND) or disjunction (OR) of simplified formulas."""
        terms = self._terms
        zero, neutral = (terms.false, terms.true) if kind == op.AND else (terms.true, terms.false)
        parts = dict.fromkeys(part for argument in arguments for part in (argument.args() if argument.node_type() == kind else (argument,)))
        parts.pop(neutral, None)
        dual = _DUAL[kind]
        result: dict[FNode, None] = {}
        for part in parts:
            if part is zero or terms.negation(part) in parts:
                return zero
            if part.node_type() == dual:
                members = part.args()
                if any(member in parts for member in members):
                    continue
                kept = [member for member in members if terms.negation(member) not in parts]
                if len(kept) < len(members):
                    part = self._join(dual, kept)
                    if part is zero:
                        return zero
            result[part] = None
        bounded = self._without_implied_bounds(kind, result)
        return zero if bounded is None else self._join(kind, bounded)

    def _join(self, kind: int, parts: Iterable[FNode]) -> FNode:
        return self._terms.conjunction(tuple(parts)) if kind == op.AND else self._terms.disjunction(tuple(parts))

    # literals t <= c and t > c of one t: of a conjunction the least upper and the greatest lower bound matter, of a disjunction the others
    def _without_implied_bounds(self, kind: int, parts: dict[FNode, None]) -> list[FNode] | None:
        """The parts without bounds that others make redundant; None where two bounds exclude (or, of "or", exhaust) each other."""
        strongest: dict[tuple[object, bool], tuple[int, FNode]] = {}
        bounds: dict[FNode, tuple[object, bool]] = {}
        for part in parts:
            positive = not part.is_not()
            bound = self._bound(part if positive else part.arg(0))
            if bound is None:
                continue
            key, value = (bound[0], positive), bound[1]
            bounds[part] = key
            known = strongest.get(key)
            # of "and", t <= 3 beats t <= 5, and t > 5 beats t > 3; of "or", the other way round
            if known is None or (value < known[0]) == (positive == (kind == op.AND)):
                strongest[key] = (value, part)
        for (term, positive), (value, _) in strongest.items():
            other = strongest.get((term, not positive))
            # t <= value and t > other exclude each other iff other >= value;  t <= value or t > other is everything iff other <= value
            if positive and other is not None and (other[0] >= value if kind == op.AND else other[0] <= value):
                return None
        return [part for part in parts if part not in bounds or strongest[bounds[part]][1] is part]

    def _bound(self, atom: FNode) -> tuple[object, int] | None:
        """(t, c) of an integer relation t <= c in normal form."""
        if atom.node_type() != op.LE or not self._type(atom.arg(0)).is_int_type():
            return None
        known = self._bounds.get(atom)
        if known is None:
            left, right = atom.args()
            form = linear_form((left, 1), (right, -1))
            known = self._bounds[atom] = (frozenset(form.coefficients.items()), -int(form.constant))
        return known


def _flat(node: FNode) -> list[FNode]:
    """The members of nested conjunctions, or of nested disjunctions, each once."""
    kind = node.node_type()
    result: dict[FNode, None] = {}
    seen = {node}
    stack = list(reversed(node.args()))
    while stack:
        member = stack.pop()
        if member.node_type() != kind:
            result[member] = None
        elif member not in seen:
            seen.add(member)
            stack.extend(reversed(member.args()))
    return list(result)
