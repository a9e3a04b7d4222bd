"""pySMT terms to Bitwuzla terms and back, memoised per node.

One ``BitwuzlaTerms`` serves one pySMT environment; its TermManager is shared by all solvers over that environment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bitwuzla import Kind, TermManager
from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.operators import Operators, Rule, UnsupportedTerm, folded
from verilab_backends.term_conversion import converted

_KINDS = {
    op.AND: Kind.AND, op.OR: Kind.OR, op.NOT: Kind.NOT, op.IMPLIES: Kind.IMPLIES, op.IFF: Kind.IFF, op.EQUALS: Kind.EQUAL,
    op.ITE: Kind.ITE, op.FUNCTION: Kind.APPLY, op.ARRAY_SELECT: Kind.ARRAY_SELECT, op.ARRAY_STORE: Kind.ARRAY_STORE,
    op.BV_NOT: Kind.BV_NOT, op.BV_AND: Kind.BV_AND, op.BV_OR: Kind.BV_OR, op.BV_XOR: Kind.BV_XOR, op.BV_CONCAT: Kind.BV_CONCAT,
    op.BV_ULT: Kind.BV_ULT, op.BV_ULE: Kind.BV_ULE, op.BV_SLT: Kind.BV_SLT, op.BV_SLE: Kind.BV_SLE, op.BV_COMP: Kind.BV_COMP,
    op.BV_NEG: Kind.BV_NEG, op.BV_ADD: Kind.BV_ADD, op.BV_SUB: Kind.BV_SUB, op.BV_MUL: Kind.BV_MUL, op.BV_UDIV: Kind.BV_UDIV,
    op.BV_UREM: Kind.BV_UREM, op.BV_SDIV: Kind.BV_SDIV, op.BV_SREM: Kind.BV_SREM, op.BV_LSHL: Kind.BV_SHL, op.BV_LSHR: Kind.BV_SHR,
    op.BV_ASHR: Kind.BV_ASHR,
}  # fmt: skip

_INDEXED: dict[int, tuple[Kind, Callable[[FNode], list[int]]]] = {
    op.BV_EXTRACT: (Kind.BV_EXTRACT, lambda node: [node.bv_extract_end(), node.bv_extract_start()]),
    op.BV_ZEXT: (Kind.BV_ZERO_EXTEND, lambda node: [node.bv_extend_step()]),
    op.BV_SEXT: (Kind.BV_SIGN_EXTEND, lambda node: [node.bv_extend_step()]),
    op.BV_ROL: (Kind.BV_ROLI, lambda node: [node.bv_rotation_step()]),
    op.BV_ROR: (Kind.BV_RORI, lambda node: [node.bv_rotation_step()]),
}


class BitwuzlaTerms:
    """The converter of one environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.manager = TermManager()
        self._memo: dict[int, Any] = {}
        self._symbols: dict[Any, FNode] = {}
        self._functions: dict[FNode, Any] = {}
        self._sorts: dict[Any, Any] = {}
        self._back: dict[Any, FNode] = {}
        self._rules = _rules(environment)

    def sort(self, type: Any) -> Any:
        """Bitwuzla's sort of a pySMT type; UnsupportedTerm for integers, reals and what else it lacks."""
        known = self._sorts.get(type)
        if known is None:
            known = self._sorts[type] = self._make_sort(type)
        return known

    def _make_sort(self, type: Any) -> Any:
        if type.is_bool_type():
            return self.manager.mk_bool_sort()
        if type.is_bv_type():
            return self.manager.mk_bv_sort(type.width)
        if type.is_array_type():
            return self.manager.mk_array_sort(self.sort(type.index_type), self.sort(type.elem_type))
        if type.is_function_type():
            return self.manager.mk_fun_sort([self.sort(parameter) for parameter in type.param_types], self.sort(type.return_type))
        raise UnsupportedTerm(f"Bitwuzla has no sort {type}; use the bit-precise encoding")

    def to_bitwuzla(self, formula: FNode) -> Any:
        """The Bitwuzla term of a pySMT term; UnsupportedTerm names what Bitwuzla lacks."""
        return converted(formula, self._memo, self._make)

    def _make(self, node: FNode, arguments: list[Any]) -> Any:
        kind = node.node_type()
        manager = self.manager
        if kind == op.SYMBOL:
            return self._constant(node)
        if kind == op.FUNCTION:
            arguments = [self._function(node.function_name()), *arguments]
        native = _KINDS.get(kind)
        if native is not None:
            if kind in (op.AND, op.OR) and len(arguments) < 2:
                return arguments[0]
            return manager.mk_term(native, arguments)
        if kind in _INDEXED:
            native, indices = _INDEXED[kind]
            return manager.mk_term(native, arguments, indices(node))
        if kind == op.BOOL_CONSTANT:
            return manager.mk_true() if node.constant_value() else manager.mk_false()
        if kind == op.BV_CONSTANT:
            return manager.mk_bv_value(manager.mk_bv_sort(node.bv_width()), str(node.constant_value()), 10)
        if kind == op.ARRAY_VALUE:
            sort = self.sort(self.environment.stc.get_type(node))
            result = manager.mk_const_array(sort, arguments[0])
            for position, value in zip(arguments[1::2], arguments[2::2], strict=True):
                result = manager.mk_term(Kind.ARRAY_STORE, [result, position, value])
            return result
        raise UnsupportedTerm(f"Bitwuzla has no operator {op.op_to_str(kind)}; use the bit-precise encoding")

    def _constant(self, symbol: FNode) -> Any:
        constant = self.manager.mk_const(self.sort(symbol.symbol_type()), symbol.symbol_name())
        self._symbols[constant] = symbol
        return constant

    def _function(self, name: FNode) -> Any:
        known = self._functions.get(name)
        if known is None:
            known = self._functions[name] = self._constant(name)
        return known

    def from_bitwuzla(self, term: Any) -> FNode:
        """The pySMT term of a Bitwuzla term; UnsupportedTerm for operators that pySMT lacks."""
        back = self._back
        stack = [term]
        while stack:
            node = stack[-1]
            if node in back:
                stack.pop()
                continue
            children = node.children()
            if node.kind() == Kind.APPLY:
                children = children[1:]
            missing = [child for child in children if child not in back]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            back[node] = self._make_back(node, [back[child] for child in children])
        return back[term]

    def _make_back(self, node: Any, arguments: list[FNode]) -> FNode:
        manager = self.environment.formula_manager
        kind = node.kind()
        if kind == Kind.CONSTANT:
            if node not in self._symbols:
                raise UnsupportedTerm(f"Bitwuzla's internal constant {node}")
            return self._symbols[node]
        if kind == Kind.VALUE:
            value = self.value(node)
            return manager.Bool(value) if node.sort().is_bool() else manager.BV(value, node.sort().bv_size())
        if kind == Kind.APPLY:
            return manager.Function(self._symbols[node[0]], arguments)
        rule = self._rules.get(kind)
        if rule is None:
            raise UnsupportedTerm(f"Bitwuzla's operator {kind.name}")
        return rule(arguments, *node.indices())

    def value(self, term: Any) -> int | bool:
        """The Python value of a constant (a bit-vector's is unsigned)."""
        if not term.is_value() or not (term.sort().is_bool() or term.sort().is_bv()):
            raise UnsupportedTerm(f"not a Boolean or bit-vector constant: {term}")
        return bool(term.value()) if term.sort().is_bool() else int(term.value(10))


def _rules(environment: Environment) -> dict[Any, Rule]:
    """(arguments, *indices) -> the pySMT term, per kind."""
    m = environment.formula_manager
    shared = Operators(environment)

    def one(term: FNode) -> FNode:
        return m.BV(1, term.bv_width())

    chained = {
        Kind.BV_AND: m.BVAnd, Kind.BV_OR: m.BVOr, Kind.BV_XOR: m.BVXor, Kind.BV_CONCAT: m.BVConcat, Kind.BV_ADD: m.BVAdd,
        Kind.BV_SUB: m.BVSub, Kind.BV_MUL: m.BVMul, Kind.BV_UDIV: m.BVUDiv, Kind.BV_UREM: m.BVURem, Kind.BV_SDIV: m.BVSDiv,
        Kind.BV_SREM: m.BVSRem, Kind.BV_SHL: m.BVLShl, Kind.BV_SHR: m.BVLShr, Kind.BV_ASHR: m.BVAShr, Kind.BV_COMP: m.BVComp,
        Kind.BV_ULT: m.BVULT, Kind.BV_ULE: m.BVULE, Kind.BV_UGT: m.BVUGT, Kind.BV_UGE: m.BVUGE, Kind.BV_SLT: m.BVSLT,
        Kind.BV_SLE: m.BVSLE, Kind.BV_SGT: m.BVSGT, Kind.BV_SGE: m.BVSGE, Kind.ARRAY_SELECT: m.Select, Kind.IMPLIES: m.Implies,
        Kind.XOR: lambda a, b: m.Not(m.Iff(a, b)),
    }  # fmt: skip
    return {kind: folded(make) for kind, make in chained.items()} | {
        Kind.AND: m.And, Kind.OR: m.Or, Kind.NOT: lambda a: m.Not(a[0]), Kind.EQUAL: shared.equal, Kind.IFF: shared.equal,
        Kind.DISTINCT: shared.distinct,
        Kind.ITE: lambda a: m.Ite(*a), Kind.BV_NOT: lambda a: m.BVNot(a[0]), Kind.BV_NEG: lambda a: m.BVNeg(a[0]),
        Kind.BV_INC: lambda a: m.BVAdd(a[0], one(a[0])), Kind.BV_DEC: lambda a: m.BVSub(a[0], one(a[0])),
        Kind.BV_NAND: lambda a: m.BVNot(m.BVAnd(*a)), Kind.BV_NOR: lambda a: m.BVNot(m.BVOr(*a)),
        Kind.BV_XNOR: lambda a: m.BVNot(m.BVXor(*a)), Kind.ARRAY_STORE: lambda a: m.Store(*a),
        Kind.BV_REPEAT: lambda a, n: m.BVRepeat(a[0], n),
        Kind.BV_EXTRACT: shared.extract,
        Kind.BV_ZERO_EXTEND: lambda a, n: m.BVZExt(a[0], n), Kind.BV_SIGN_EXTEND: lambda a, n: m.BVSExt(a[0], n),
        Kind.BV_ROLI: lambda a, n: m.BVRol(a[0], n), Kind.BV_RORI: lambda a, n: m.BVRor(a[0], n),
    }  # fmt: skip
