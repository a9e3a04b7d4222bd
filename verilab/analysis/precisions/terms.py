"""Predicates of another sort than the analysis has: words as integers, integers as words, reals as integers.

A precision is a hint: whatever it tracks, the abstraction stays sound.  So the translation of an atom need not be equivalent to it; it is
what says the same where nothing wraps around.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.inspection import subterms, symbols
from verilab.program.types import IntType
from verilab.solving.smtlib.syntax import Sexp

_BOOLEAN = {op.AND, op.OR, op.NOT, op.IMPLIES, op.IFF, op.ITE, op.BOOL_CONSTANT}
_WORD_ORDERS = {op.BV_ULT: False, op.BV_ULE: False, op.BV_SLT: True, op.BV_SLE: True}
"""Whether an order of words is one of signed ones."""


class Untranslatable(Exception):
    """The term has no counterpart; the text names the operator."""


def without_reals(expression: Sexp) -> Sexp:
    """A term of linear reals over whole numbers as one of integers: CPAchecker's rational encoding of C's integers.

    Raises Untranslatable for fractions.
    """
    if isinstance(expression, str):
        whole, point, fraction = expression.partition(".")
        if point and whole.isdigit():
            if fraction.strip("0"):
                raise Untranslatable(f"the fraction {expression}")
            return whole
        return "Int" if expression == "Real" else expression
    if expression and expression[0] == "to_real":
        return without_reals(expression[1])
    if expression and expression[0] == "/":
        raise Untranslatable("the fraction /")
    return [without_reals(part) for part in expression]


class Translation:
    """Terms over the symbols of ``meant``, each with the symbol it stands for in ``environment`` and that one's machine type."""

    def __init__(self, environment: Environment, meant: Mapping[FNode, tuple[FNode, IntType]]) -> None:
        self._meant = meant
        self._m = environment.formula_manager

    def to_integers(self, formula: FNode) -> FNode:
        """A formula over words, as one over integers."""
        return self._structure(formula, self._integer_atom)

    def to_words(self, formula: FNode) -> FNode:
        """A formula over integers, as one over words."""
        return self._structure(formula, self._word_atom)

    def _structure(self, formula: FNode, atom: Callable[[FNode], FNode]) -> FNode:
        """The Boolean structure above the atoms."""
        m, done = self._m, dict[FNode, FNode]()
        for node in _above_atoms(formula):
            kind, arguments = node.node_type(), [done[argument] for argument in node.args() if argument in done]
            if kind not in _BOOLEAN:
                done[node] = atom(node)
            elif kind == op.BOOL_CONSTANT:
                done[node] = m.Bool(node.constant_value())
            elif kind == op.NOT:
                done[node] = m.Not(arguments[0])
            else:
                make = {op.AND: m.And, op.OR: m.Or, op.IMPLIES: m.Implies, op.IFF: m.Iff, op.ITE: m.Ite}[kind]
                done[node] = make(*arguments)
        return done[formula]

    def _integer_atom(self, atom: FNode) -> FNode:
        kind = atom.node_type()
        if kind == op.EQUALS:
            signed = any(self._type(symbol).signed for symbol in symbols(atom))
        elif kind in _WORD_ORDERS:
            signed = _WORD_ORDERS[kind]
        else:
            raise Untranslatable(op.op_to_str(kind))
        done: dict[FNode, FNode] = {}
        sides = atom.args()
        for node in subterms(sides):
            # Behind an operator a constant is what is added, which wraps around: the nearest one to 0.
            done[node] = self._integer(node, done, signed=signed or node not in sides)
        left, right = (done[side] for side in sides)
        if kind == op.EQUALS:
            return self._m.Equals(left, right)
        return (self._m.LT if kind in (op.BV_ULT, op.BV_SLT) else self._m.LE)(left, right)

    def _integer(self, node: FNode, done: Mapping[FNode, FNode], *, signed: bool) -> FNode:
        m, kind = self._m, node.node_type()
        arguments = [done[argument] for argument in node.args()]
        match kind:
            case op.SYMBOL:
                return self._symbol(node)
            case op.BV_CONSTANT:
                value = node.constant_value()
                return m.Int(value - (1 << node.bv_width()) if signed and value >> (node.bv_width() - 1) else value)
            case op.BV_ADD:
                return m.Plus(*arguments)
            case op.BV_SUB:
                return m.Minus(*arguments)
            case op.BV_NEG:
                return m.Times(m.Int(-1), arguments[0])
            case op.BV_MUL if any(argument.is_int_constant() for argument in arguments):
                return m.Times(*arguments)
            case op.BV_SEXT | op.BV_ZEXT:
                return arguments[0]
            case op.BV_EXTRACT if node.bv_extract_start() == 0:
                return arguments[0]
        raise Untranslatable(op.op_to_str(kind))

    def _word_atom(self, atom: FNode) -> FNode:
        kind = atom.node_type()
        if kind not in (op.EQUALS, op.LE, op.LT):
            raise Untranslatable(op.op_to_str(kind))
        types = [self._type(symbol) for symbol in symbols(atom)]
        constants = [node.constant_value() for node in subterms((atom,)) if node.is_int_constant()]
        signed = any(sort.signed for sort in types) or any(value < 0 for value in constants)
        # A word of the widest variable; a bit more for unsigned ones among signed, and for what does not fit.
        width = max((sort.width + (signed and not sort.signed) for sort in types), default=1)
        width = max(width, *(abs(value).bit_length() + signed for value in constants)) if constants else width
        done: dict[FNode, FNode] = {}
        for node in subterms(atom.args()):
            done[node] = self._word(node, done, width)
        left, right = (done[side] for side in atom.args())
        m = self._m
        if kind == op.EQUALS:
            return m.Equals(left, right)
        if kind == op.LE:
            return (m.BVSLE if signed else m.BVULE)(left, right)
        return (m.BVSLT if signed else m.BVULT)(left, right)

    def _word(self, node: FNode, done: Mapping[FNode, FNode], width: int) -> FNode:
        m, kind = self._m, node.node_type()
        arguments = [done[argument] for argument in node.args()]
        match kind:
            case op.SYMBOL:
                type = self._type(node)
                extend, more = (m.BVSExt if type.signed else m.BVZExt), width - type.width
                return extend(self._symbol(node), more) if more else self._symbol(node)
            case op.INT_CONSTANT:
                return m.BV(node.constant_value() % (1 << width), width)
            case op.PLUS | op.TIMES:
                make = m.BVAdd if kind == op.PLUS else m.BVMul
                total = arguments[0]
                for argument in arguments[1:]:
                    total = make(total, argument)
                return total
            case op.MINUS:
                return m.BVSub(*arguments)
        raise Untranslatable(op.op_to_str(kind))

    def _symbol(self, symbol: FNode) -> FNode:
        return self._meant[symbol][0]

    def _type(self, symbol: FNode) -> IntType:
        return self._meant[symbol][1]


def _above_atoms(formula: FNode) -> list[FNode]:
    """The subterms of a formula down to its atoms, arguments first."""
    order: dict[FNode, None] = {}
    stack = [formula]
    while stack:
        node = stack[-1]
        pending = [argument for argument in node.args() if argument not in order] if node.node_type() in _BOOLEAN else []
        if pending:
            stack += pending
        else:
            stack.pop()
            order[node] = None
    return list(order)
