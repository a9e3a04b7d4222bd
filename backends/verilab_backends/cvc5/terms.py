"""pySMT terms to cvc5 terms and back, memoised per node.

One ``Cvc5Terms`` serves one pySMT environment; its TermManager is shared by all solvers over that environment.
Integer DIV is the Euclidean division of SMT-LIB.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import cvc5
from cvc5 import Kind, SkolemId
from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.operators import Operators, Rule, UnsupportedTerm, folded
from verilab_backends.term_conversion import converted

_KINDS = {
    op.AND: Kind.AND, op.OR: Kind.OR, op.NOT: Kind.NOT, op.IMPLIES: Kind.IMPLIES, op.IFF: Kind.EQUAL, op.EQUALS: Kind.EQUAL,
    op.ITE: Kind.ITE, op.PLUS: Kind.ADD, op.MINUS: Kind.SUB, op.TIMES: Kind.MULT, op.LE: Kind.LEQ, op.LT: Kind.LT,
    op.TOREAL: Kind.TO_REAL, op.POW: Kind.POW, op.FUNCTION: Kind.APPLY_UF, op.BV_TONATURAL: Kind.BITVECTOR_UBV_TO_INT,
    op.BV_NOT: Kind.BITVECTOR_NOT, op.BV_AND: Kind.BITVECTOR_AND, op.BV_OR: Kind.BITVECTOR_OR, op.BV_XOR: Kind.BITVECTOR_XOR,
    op.BV_CONCAT: Kind.BITVECTOR_CONCAT, op.BV_ULT: Kind.BITVECTOR_ULT, op.BV_ULE: Kind.BITVECTOR_ULE, op.BV_NEG: Kind.BITVECTOR_NEG,
    op.BV_ADD: Kind.BITVECTOR_ADD, op.BV_SUB: Kind.BITVECTOR_SUB, op.BV_MUL: Kind.BITVECTOR_MULT, op.BV_UDIV: Kind.BITVECTOR_UDIV,
    op.BV_UREM: Kind.BITVECTOR_UREM, op.BV_LSHL: Kind.BITVECTOR_SHL, op.BV_LSHR: Kind.BITVECTOR_LSHR, op.BV_ASHR: Kind.BITVECTOR_ASHR,
    op.BV_SLT: Kind.BITVECTOR_SLT, op.BV_SLE: Kind.BITVECTOR_SLE, op.BV_COMP: Kind.BITVECTOR_COMP, op.BV_SDIV: Kind.BITVECTOR_SDIV,
    op.BV_SREM: Kind.BITVECTOR_SREM, op.ARRAY_SELECT: Kind.SELECT, op.ARRAY_STORE: Kind.STORE,
}  # fmt: skip


class Cvc5Terms:
    """The converter of one environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.manager = cvc5.TermManager()
        self._memo: dict[int, Any] = {}
        self._symbols: dict[int, FNode] = {}
        self._sorts: dict[Any, Any] = {}
        self._functions: dict[FNode, Any] = {}
        self._back: dict[int, FNode] = {}
        self._kept: list[Any] = []
        self._back_rules = _back_rules(environment)

    def sort(self, type: Any) -> Any:
        """The cvc5 sort of a pySMT type."""
        known = self._sorts.get(type)
        if known is None:
            known = self._sorts[type] = self._make_sort(type)
        return known

    def _make_sort(self, type: Any) -> Any:
        if type.is_bool_type():
            return self.manager.getBooleanSort()
        if type.is_int_type():
            return self.manager.getIntegerSort()
        if type.is_real_type():
            return self.manager.getRealSort()
        if type.is_bv_type():
            return self.manager.mkBitVectorSort(type.width)
        if type.is_array_type():
            return self.manager.mkArraySort(self.sort(type.index_type), self.sort(type.elem_type))
        if type.is_custom_type():
            return self.manager.mkUninterpretedSort(str(type))
        raise UnsupportedTerm(f"cvc5 has no sort for {type}")

    def to_cvc5(self, formula: FNode) -> Any:
        """The cvc5 term of a pySMT term."""
        return converted(formula, self._memo, self._make)

    def _make(self, node: FNode, arguments: list[Any]) -> Any:
        kind = node._content.node_type
        if kind == op.FUNCTION:
            arguments = [self._function(node.function_name()), *arguments]
        native = _KINDS.get(kind)
        if native is not None:
            return self.manager.mkTerm(native, *arguments)
        if kind == op.SYMBOL:
            symbol = self.manager.mkConst(self.sort(node.symbol_type()), node.symbol_name())
            self._symbols[symbol.getId()] = node
            return symbol
        if kind in op.CONSTANTS:
            return self._constant(node)
        return self._special(kind, node, arguments)

    def _constant(self, node: FNode) -> Any:
        value = node.constant_value()
        if node.is_bool_constant():
            return self.manager.mkBoolean(value)
        if node.is_int_constant():
            return self.manager.mkInteger(str(value))
        if node.is_bv_constant():
            return self.manager.mkBitVector(node.bv_width(), str(value), 10)
        return self.manager.mkReal(str(Fraction(value)))

    def _special(self, kind: int, node: FNode, arguments: list[Any]) -> Any:
        manager = self.manager
        if kind == op.BV_EXTRACT:
            return manager.mkTerm(manager.mkOp(Kind.BITVECTOR_EXTRACT, node.bv_extract_end(), node.bv_extract_start()), *arguments)
        if kind in (op.BV_ZEXT, op.BV_SEXT):
            extend = Kind.BITVECTOR_ZERO_EXTEND if kind == op.BV_ZEXT else Kind.BITVECTOR_SIGN_EXTEND
            return manager.mkTerm(manager.mkOp(extend, node.bv_extend_step()), *arguments)
        if kind in (op.BV_ROL, op.BV_ROR):
            rotate = Kind.BITVECTOR_ROTATE_LEFT if kind == op.BV_ROL else Kind.BITVECTOR_ROTATE_RIGHT
            return manager.mkTerm(manager.mkOp(rotate, node.bv_rotation_step()), *arguments)
        if kind == op.DIV:
            integer = arguments[0].getSort().isInteger()
            return manager.mkTerm(Kind.INTS_DIVISION if integer else Kind.DIVISION, *arguments)
        if kind == op.ARRAY_VALUE:
            index = self.sort(node.array_value_index_type())
            if not node.args()[0].is_constant():
                raise UnsupportedTerm("cvc5 has constant arrays of values only, not of other terms")
            result = manager.mkConstArray(manager.mkArraySort(index, arguments[0].getSort()), arguments[0])
            for position, value in zip(arguments[1::2], arguments[2::2], strict=True):
                result = manager.mkTerm(Kind.STORE, result, position, value)
            return result
        raise UnsupportedTerm(f"no cvc5 term for {op.op_to_str(kind)}")

    def symbol(self, symbol: FNode) -> Any:
        """The cvc5 constant of a symbol, which may be a function."""
        return self._function(symbol) if symbol.symbol_type().is_function_type() else self.to_cvc5(symbol)

    def _function(self, name: FNode) -> Any:
        known = self._functions.get(name)
        if known is None:
            type = name.symbol_type()
            sort = self.manager.mkFunctionSort([self.sort(parameter) for parameter in type.param_types], self.sort(type.return_type))
            known = self._functions[name] = self.manager.mkConst(sort, name.symbol_name())
            self._symbols[known.getId()] = name
        return known

    def from_cvc5(self, term: Any) -> FNode:
        """The pySMT term of a cvc5 term; UnsupportedTerm for operators that pySMT lacks."""
        back = self._back
        stack = [term]
        while stack:
            node = stack[-1]
            identity = node.getId()
            if identity in back:
                stack.pop()
                continue
            children = _children(node)
            missing = [child for child in children if child.getId() not in back]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._kept.append(node)  # an identity is not given twice while its term lives
            back[identity] = self._make_back(node, [back[child.getId()] for child in children])
        return back[term.getId()]

    def _make_back(self, node: Any, arguments: list[FNode]) -> FNode:
        symbol = self._symbols.get(node.getId())
        if symbol is not None:
            return symbol
        manager = self.environment.formula_manager
        kind = node.getKind()
        match kind:
            case Kind.CONST_BOOLEAN:
                return manager.Bool(node.getBooleanValue())
            case Kind.CONST_INTEGER:
                return manager.Int(int(node.getIntegerValue()))
            case Kind.CONST_RATIONAL:
                return manager.Real(Fraction(node.getRealValue()))
            case Kind.CONST_BITVECTOR:
                return manager.BV(int(node.getBitVectorValue(10)), node.getSort().getBitVectorSize())
            case Kind.APPLY_UF:
                return manager.Function(self._symbols[node[0].getId()], arguments)
            case Kind.SKOLEM:
                return arguments[0]
        rule = self._back_rules.get(kind)
        if rule is None:
            raise UnsupportedTerm(f"cvc5's operator {kind}")
        if node.hasOp() and node.getOp().isIndexed():
            operator = node.getOp()
            return rule(arguments, *(int(operator[index].toPythonObj()) for index in range(operator.getNumIndices())))
        return rule(arguments)

    def value(self, term: Any) -> int | bool | Fraction:
        """The Python value of a cvc5 constant (a bit-vector's is unsigned)."""
        match term.getKind():
            case Kind.CONST_BOOLEAN:
                return bool(term.getBooleanValue())
            case Kind.CONST_INTEGER:
                return int(term.getIntegerValue())
            case Kind.CONST_BITVECTOR:
                return int(term.getBitVectorValue(10))
            case Kind.CONST_RATIONAL:
                return Fraction(term.getRealValue())
        raise UnsupportedTerm(f"not a constant: {term}")


def purified(skolem: Any) -> Any:
    """The term that a constant which cvc5 introduced stands for.  Raises UnsupportedTerm for those that abbreviate nothing."""
    if skolem.getSkolemId() != SkolemId.PURIFY:
        raise UnsupportedTerm(f"cvc5's own constant {skolem}")
    return skolem.getSkolemIndices()[0]


def _children(node: Any) -> list[Any]:
    """What a term is built from, functions left out."""
    kind = node.getKind()
    if kind == Kind.CONST_ARRAY:
        return []
    if kind == Kind.SKOLEM:
        return [purified(node)]
    return list(node)[1:] if kind == Kind.APPLY_UF else list(node)


def _back_rules(environment: Environment) -> dict[Any, Rule]:
    m = environment.formula_manager
    shared = Operators(environment)
    chained = {
        Kind.SUB: m.Minus, Kind.BITVECTOR_AND: m.BVAnd, Kind.BITVECTOR_OR: m.BVOr, Kind.BITVECTOR_XOR: m.BVXor,
        Kind.BITVECTOR_CONCAT: m.BVConcat, Kind.BITVECTOR_ADD: m.BVAdd, Kind.BITVECTOR_SUB: m.BVSub, Kind.BITVECTOR_MULT: m.BVMul,
        Kind.BITVECTOR_UDIV: m.BVUDiv, Kind.BITVECTOR_UREM: m.BVURem, Kind.BITVECTOR_SDIV: m.BVSDiv, Kind.BITVECTOR_SREM: m.BVSRem,
        Kind.BITVECTOR_SHL: m.BVLShl, Kind.BITVECTOR_LSHR: m.BVLShr, Kind.BITVECTOR_ASHR: m.BVAShr, Kind.BITVECTOR_COMP: m.BVComp,
        Kind.BITVECTOR_ULT: m.BVULT, Kind.BITVECTOR_ULE: m.BVULE, Kind.BITVECTOR_UGT: m.BVUGT, Kind.BITVECTOR_UGE: m.BVUGE,
        Kind.BITVECTOR_SLT: m.BVSLT, Kind.BITVECTOR_SLE: m.BVSLE, Kind.BITVECTOR_SGT: m.BVSGT, Kind.BITVECTOR_SGE: m.BVSGE,
        Kind.LEQ: m.LE, Kind.LT: m.LT, Kind.GEQ: m.GE, Kind.GT: m.GT, Kind.SELECT: m.Select, Kind.DIVISION: m.Div,
    }  # fmt: skip
    return {kind: folded(make) for kind, make in chained.items()} | {
        Kind.AND: m.And, Kind.OR: m.Or, Kind.NOT: lambda a: m.Not(a[0]), Kind.IMPLIES: lambda a: m.Implies(*a), Kind.EQUAL: shared.equal,
        Kind.XOR: shared.xor, Kind.DISTINCT: shared.distinct, Kind.ITE: lambda a: m.Ite(*a), Kind.ADD: m.Plus,
        Kind.MULT: m.Times, Kind.NEG: shared.negate, Kind.INTS_DIVISION: shared.divide,
        Kind.INTS_DIVISION_TOTAL: shared.divide,
        Kind.TO_REAL: lambda a: m.ToReal(a[0]),
        Kind.INTS_MODULUS: shared.modulo, Kind.INTS_MODULUS_TOTAL: shared.modulo,
        Kind.ABS: shared.absolute,
        Kind.STORE: lambda a: m.Store(*a), Kind.BITVECTOR_NOT: lambda a: m.BVNot(a[0]), Kind.BITVECTOR_NEG: lambda a: m.BVNeg(a[0]),
        Kind.BITVECTOR_EXTRACT: shared.extract,
        Kind.BITVECTOR_BIT: shared.bit,
        Kind.BITVECTOR_ZERO_EXTEND: lambda a, n: m.BVZExt(a[0], n), Kind.BITVECTOR_SIGN_EXTEND: lambda a, n: m.BVSExt(a[0], n),
        Kind.BITVECTOR_ROTATE_LEFT: lambda a, n: m.BVRol(a[0], n), Kind.BITVECTOR_ROTATE_RIGHT: lambda a, n: m.BVRor(a[0], n),
        Kind.BITVECTOR_UBV_TO_INT: lambda a: m.BVToNatural(a[0]),
    }  # fmt: skip
