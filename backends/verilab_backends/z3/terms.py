"""pySMT terms to z3 terms and back, memoised per node and kept alive: .07 µs an edge when warm (a fresh pySMT converter takes 9.4).

One ``Z3Terms`` serves one pySMT environment.  It owns a z3 context; every term made here lives as long as it does, as pySMT's own
terms do.  Integer DIV is the Euclidean division of SMT-LIB.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode
from z3 import z3consts as k

from verilab_backends.operators import UnsupportedTerm
from verilab_backends.term_conversion import converted
from verilab_backends.z3.library import array, library
from verilab_backends.z3.logics import own_theory
from verilab_backends.z3.operators import PARAMETERS as _PARAMETERS
from verilab_backends.z3.operators import back_rules


class Z3Error(Exception):
    """libz3 refused a call; the message is its own."""


_BINARY = {
    op.IMPLIES: "mk_implies", op.IFF: "mk_iff", op.EQUALS: "mk_eq", op.LE: "mk_le", op.LT: "mk_lt", op.DIV: "mk_div", op.POW: "mk_power",
    op.BV_ULT: "mk_bvult", op.BV_ULE: "mk_bvule", op.BV_SLT: "mk_bvslt", op.BV_SLE: "mk_bvsle", op.BV_AND: "mk_bvand",
    op.BV_OR: "mk_bvor", op.BV_XOR: "mk_bvxor", op.BV_ADD: "mk_bvadd", op.BV_SUB: "mk_bvsub", op.BV_MUL: "mk_bvmul",
    op.BV_UDIV: "mk_bvudiv", op.BV_UREM: "mk_bvurem", op.BV_SDIV: "mk_bvsdiv", op.BV_SREM: "mk_bvsrem", op.BV_LSHL: "mk_bvshl",
    op.BV_LSHR: "mk_bvlshr", op.BV_ASHR: "mk_bvashr", op.BV_CONCAT: "mk_concat", op.ARRAY_SELECT: "mk_select",
}  # fmt: skip
_NARY = {op.AND: "mk_and", op.OR: "mk_or", op.PLUS: "mk_add", op.TIMES: "mk_mul", op.MINUS: "mk_sub"}
_UNARY = {op.NOT: "mk_not", op.BV_NOT: "mk_bvnot", op.BV_NEG: "mk_bvneg", op.TOREAL: "mk_int2real"}


class Z3Terms:
    """The converter of one environment and the z3 context it fills."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.context: int = library.context()
        # A context has 17 MB: one that nobody closes is freed with the last object that uses it, which holds this one.
        self._free = weakref.finalize(self, library.del_context, self.context)
        self._free.atexit = False
        self._memo: dict[int, int] = {}
        self._theories: dict[int, int] = {}
        self._symbols: dict[int, FNode] = {}
        self._back: dict[int, FNode] = {}
        self._sorts: dict[Any, int] = {}
        self._functions: dict[FNode, int] = {}
        self._back_functions: dict[int, FNode] = {}
        self._binary: dict[int, Callable[[int, int, int], int]] = {kind: getattr(library, name) for kind, name in _BINARY.items()}
        self._nary: dict[int, Callable[[int, int, Any], int]] = {kind: getattr(library, name) for kind, name in _NARY.items()}
        self._unary: dict[int, Callable[[int, int], int]] = {kind: getattr(library, name) for kind, name in _UNARY.items()}
        self._back_rules = back_rules(environment)

    def close(self) -> None:
        """Free the context; nothing made with it may be used afterwards."""
        self._free()
        self.context = 0

    def expect(self, handle: int | None) -> int:
        """A handle that a library function returned; Z3Error where it returned none."""
        if handle is None:
            code = library.get_error_code(self.context)
            raise Z3Error(library.get_error_msg(self.context, code).decode())
        return handle

    def check_error(self) -> None:
        """Raise Z3Error when the last call, which returns nothing, failed."""
        code = library.get_error_code(self.context)
        if code:
            raise Z3Error(library.get_error_msg(self.context, code).decode())

    def keep(self, handle: int | None) -> int:
        """``expect``, and the term lives as long as this object."""
        handle = self.expect(handle)
        library.inc_ref(self.context, handle)
        return handle

    def all_of(self, terms: Iterable[int]) -> int:
        """The conjunction of z3 terms, kept."""
        terms = list(terms)
        return terms[0] if len(terms) == 1 else self.keep(library.mk_and(self.context, len(terms), array(terms)))

    def symbol(self, name: str) -> int:
        """z3's symbol of a name."""
        return self.expect(library.mk_string_symbol(self.context, name.encode()))

    def sort(self, type: Any) -> int:
        """The z3 sort of a pySMT type."""
        handle = self._sorts.get(type)
        if handle is None:
            handle = self._sorts[type] = self.keep(self._make_sort(type))
        return handle

    def _make_sort(self, type: Any) -> Any:
        context = self.context
        if type.is_bool_type():
            return library.mk_bool_sort(context)
        if type.is_int_type():
            return library.mk_int_sort(context)
        if type.is_real_type():
            return library.mk_real_sort(context)
        if type.is_bv_type():
            return library.mk_bv_sort(context, type.width)
        if type.is_array_type():
            return library.mk_array_sort(context, self.sort(type.index_type), self.sort(type.elem_type))
        if type.is_custom_type():
            return library.mk_uninterpreted_sort(context, self.symbol(str(type)))
        raise UnsupportedTerm(f"z3 has no sort for {type}")

    def to_z3(self, formula: FNode) -> int:
        """The z3 term of a pySMT term."""
        return converted(formula, self._memo, self._convert)

    def _convert(self, node: FNode, arguments: list[int]) -> int:
        handle = self._make(node, arguments)
        self._theories[node._node_id] = self._theory_of(node)
        return handle

    def theories(self, formula: FNode) -> int:
        """The theories of a term that ``to_z3`` has seen, as a union of the ``theory_flags`` bits."""
        return self._theories[formula._node_id]

    def _theory_of(self, node: FNode) -> int:
        theories = 0
        for argument in node._content.args:
            theories |= self._theories[argument._node_id]
        return theories | own_theory(node)

    def _make(self, node: FNode, arguments: list[int]) -> int:
        kind = node._content.node_type
        context = self.context
        handle: int | None
        if (binary := self._binary.get(kind)) is not None and len(arguments) == 2:
            handle = binary(context, arguments[0], arguments[1])
        elif (nary := self._nary.get(kind)) is not None:
            handle = nary(context, len(arguments), array(arguments))
        elif (unary := self._unary.get(kind)) is not None:
            handle = unary(context, arguments[0])
        elif kind == op.ITE:
            handle = library.mk_ite(context, *arguments)
        elif kind == op.SYMBOL:
            handle = library.mk_const(context, self.symbol(node.symbol_name()), self.sort(node.symbol_type()))
            if handle is not None:
                self._symbols[handle] = node
        elif kind in op.CONSTANTS:
            handle = self._constant(node)
        else:
            handle = self._special(kind, node, arguments)
        return self.keep(handle)

    def _constant(self, node: FNode) -> Any:
        value = node.constant_value()
        if node.is_bool_constant():
            return library.mk_true(self.context) if value else library.mk_false(self.context)
        return library.mk_numeral(self.context, str(value).encode(), self.sort(node.constant_type()))

    def _special(self, kind: int, node: FNode, arguments: list[int]) -> Any:
        context = self.context
        if kind == op.BV_EXTRACT:
            return library.mk_extract(context, node.bv_extract_end(), node.bv_extract_start(), *arguments)
        if kind == op.BV_ZEXT:
            return library.mk_zero_ext(context, node.bv_extend_step(), *arguments)
        if kind == op.BV_SEXT:
            return library.mk_sign_ext(context, node.bv_extend_step(), *arguments)
        if kind in (op.BV_ROL, op.BV_ROR):
            rotate = library.mk_rotate_left if kind == op.BV_ROL else library.mk_rotate_right
            return rotate(context, node.bv_rotation_step(), *arguments)
        if kind == op.BV_COMP:
            bit = self.sort(self.environment.type_manager.BVType(1))
            one, zero = (self.keep(library.mk_numeral(context, digit, bit)) for digit in (b"1", b"0"))
            return library.mk_ite(context, self.keep(library.mk_eq(context, *arguments)), one, zero)
        if kind == op.BV_TONATURAL:
            return library.mk_bv2int(context, *arguments, False)
        if kind == op.ARRAY_STORE:
            return library.mk_store(context, *arguments)
        if kind == op.ARRAY_VALUE:
            result = self.keep(library.mk_const_array(context, self.sort(node.array_value_index_type()), arguments[0]))
            for index, value in zip(arguments[1::2], arguments[2::2], strict=True):
                result = self.keep(library.mk_store(context, result, index, value))
            return result
        if kind == op.FUNCTION:
            return library.mk_app(context, self._function(node.function_name()), len(arguments), array(arguments))
        if kind in (op.FORALL, op.EXISTS):
            bound = array([self.to_z3(variable) for variable in node.quantifier_vars()])
            make = library.mk_forall_const if kind == op.FORALL else library.mk_exists_const
            return make(context, 0, len(bound), bound, 0, None, arguments[0])
        raise UnsupportedTerm(f"no z3 term for {op.op_to_str(kind)}")

    def _function(self, name: FNode) -> int:
        handle = self._functions.get(name)
        if handle is None:
            type = name.symbol_type()
            domain = array([self.sort(parameter) for parameter in type.param_types])
            symbol = self.symbol(name.symbol_name())
            handle = self.keep(library.mk_func_decl(self.context, symbol, len(domain), domain, self.sort(type.return_type)))
            self._functions[name] = handle
            self._back_functions[handle] = name
        return handle

    def from_z3(self, handle: int) -> FNode:
        """The pySMT term of a z3 term; UnsupportedTerm for quantifiers and operators that pySMT lacks."""
        back, context = self._back, self.context
        library.inc_ref(context, handle)
        stack = [handle]
        while stack:
            node = stack[-1]
            if node in back:
                stack.pop()
                continue
            if library.get_ast_kind(context, node) not in (k.Z3_APP_AST, k.Z3_NUMERAL_AST):
                raise UnsupportedTerm("a quantified formula")
            count = library.get_app_num_args(context, node)
            arguments = [library.get_app_arg(context, node, index) for index in range(count)]
            missing = [argument for argument in arguments if argument not in back]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            # The table is keyed by address: the term must stay alive so that its address is not used again.
            library.inc_ref(context, node)
            back[node] = self._make_back(node, [back[argument] for argument in arguments])
        return back[handle]

    def _make_back(self, node: int, arguments: list[FNode]) -> FNode:
        context = self.context
        symbol = self._symbols.get(node)
        if symbol is not None:
            return symbol
        if library.get_ast_kind(context, node) == k.Z3_NUMERAL_AST:
            return self._numeral_back(node)
        declaration = library.get_app_decl(context, node)
        kind = library.get_decl_kind(context, declaration)
        rule = self._back_rules.get(kind)
        if rule is None:
            function = self._back_functions.get(declaration)
            if function is not None:
                return self.environment.formula_manager.Function(function, arguments)
            raise UnsupportedTerm(f"z3's operator in {library.ast_to_string(context, node).decode()[:80]}")
        parameters = _PARAMETERS.get(kind, 0)
        if parameters:
            return rule(arguments, *(library.get_decl_int_parameter(context, declaration, index) for index in range(parameters)))
        if kind == k.Z3_OP_CONST_ARRAY:
            domain = library.get_array_sort_domain(context, library.get_sort(context, node))
            return self.environment.formula_manager.Array(self._sort_back(domain), arguments[0])
        return rule(arguments)

    def _sort_back(self, sort: int) -> Any:
        for type, handle in self._sorts.items():
            if handle == sort:
                return type
        raise UnsupportedTerm("a sort that no query has used")

    def _numeral_back(self, node: int) -> FNode:
        manager, context = self.environment.formula_manager, self.context
        sort = library.get_sort(context, node)
        text = library.get_numeral_string(context, node).decode()
        match library.get_sort_kind(context, sort):
            case k.Z3_INT_SORT:
                return manager.Int(int(text))
            case k.Z3_BV_SORT:
                return manager.BV(int(text), library.get_bv_sort_size(context, sort))
        return manager.Real(Fraction(text))

    def value(self, node: int) -> int | bool | Fraction:
        """The Python value of a z3 constant (a bit-vector's is unsigned); Z3Error for any other term."""
        context = self.context
        if library.get_ast_kind(context, node) != k.Z3_NUMERAL_AST:
            truth = library.get_bool_value(context, node)
            if truth == k.Z3_L_UNDEF:
                raise Z3Error(f"not a constant: {library.ast_to_string(context, node).decode()[:80]}")
            return bool(truth == k.Z3_L_TRUE)
        small = ctypes.c_int64()
        if library.get_sort_kind(context, library.get_sort(context, node)) == k.Z3_REAL_SORT:
            return Fraction(library.get_numeral_string(context, node).decode())
        if library.get_numeral_int64(context, node, small):
            return small.value
        return int(library.get_numeral_string(context, node))
