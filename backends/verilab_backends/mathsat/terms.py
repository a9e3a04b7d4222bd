"""pySMT terms to MathSAT terms and back, memoised per node.

One ``MathsatTerms`` serves one pySMT environment.  It owns the root of a family of MathSAT environments that share their terms; no
term is freed before the root is.  MathSAT's integers are also rationals: TOREAL disappears on the way there and is put back where
pySMT wants it.  Integer DIV by a constant is a floor there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from pysmt import operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.mathsat.library import Library, array
from verilab_backends.mathsat.terms_back import MathsatReader, UnsupportedTerm
from verilab_backends.term_conversion import converted

_BINARY = {
    op.IFF: "make_iff", op.LE: "make_leq", op.BV_ULT: "make_bv_ult", op.BV_ULE: "make_bv_uleq", op.BV_SLT: "make_bv_slt",
    op.BV_SLE: "make_bv_sleq", op.BV_AND: "make_bv_and", op.BV_OR: "make_bv_or", op.BV_XOR: "make_bv_xor", op.BV_ADD: "make_bv_plus",
    op.BV_SUB: "make_bv_minus", op.BV_MUL: "make_bv_times", op.BV_UDIV: "make_bv_udiv", op.BV_UREM: "make_bv_urem",
    op.BV_SDIV: "make_bv_sdiv", op.BV_SREM: "make_bv_srem", op.BV_LSHL: "make_bv_lshl", op.BV_LSHR: "make_bv_lshr",
    op.BV_ASHR: "make_bv_ashr", op.BV_CONCAT: "make_bv_concat", op.BV_COMP: "make_bv_comp", op.ARRAY_SELECT: "make_array_read",
    op.EQUALS: "make_equal",
}  # fmt: skip
_NARY = {op.AND: "make_and", op.OR: "make_or", op.PLUS: "make_plus", op.TIMES: "make_times"}
_UNARY = {op.NOT: "make_not", op.BV_NOT: "make_bv_not", op.BV_NEG: "make_bv_neg", op.BV_TONATURAL: "make_int_from_ubv"}
_INDEXED = {op.BV_ZEXT: "make_bv_zext", op.BV_SEXT: "make_bv_sext", op.BV_ROL: "make_bv_rol", op.BV_ROR: "make_bv_ror"}

_BACK_AS_THEY_WERE = frozenset({op.AND, op.OR, op.NOT, op.IMPLIES, op.IFF, op.LE, op.LT, op.EQUALS})
"""What comes back from MathSAT as it was sent; a number does not, as MathSAT does not tell integers from reals."""


class MathsatError(Exception):
    """The library refused a call; the message is its own."""


class MathsatTerms:
    """The converter of one environment."""

    def __init__(self, environment: Environment, library: Library) -> None:
        self.environment = environment
        self.library = library
        self.root = self._create(0, {"allow_bool_function_args": "true"})
        self._memo: dict[int, int] = {}
        self._types: dict[Any, int] = {}
        self._functions: dict[FNode, int] = {}
        self._labels: dict[FNode, int] = {}
        self._reader = MathsatReader(environment, library, self.root)
        self._binary: dict[int, Callable[..., Any]] = {kind: getattr(library, name) for kind, name in _BINARY.items()}
        self._nary: dict[int, Callable[..., Any]] = {kind: getattr(library, name) for kind, name in _NARY.items()}
        self._unary: dict[int, Callable[..., Any]] = {kind: getattr(library, name) for kind, name in _UNARY.items()}
        self._indexed: dict[int, Callable[..., Any]] = {kind: getattr(library, name) for kind, name in _INDEXED.items()}

    def close(self) -> None:
        """Free all terms; the environments made here must be destroyed before."""
        if self.root:
            self.library.destroy_env(self.root)
            self.root = 0

    def make_env(self, options: Mapping[str, str], seed: int = 0) -> int:
        """A solver over these terms; whoever asks destroys it."""
        return self._create(self.root, {**options, "random_seed": str(seed + 1)})  # 0 is none for MathSAT

    def _create(self, sibling: int, options: Mapping[str, str]) -> int:
        library = self.library
        config = library.create_config()
        try:
            for name, value in options.items():
                if library.set_option(config, name.encode(), value.encode()):
                    raise MathsatError(f"MathSAT has no option {name}={value}")
            env: int | None = library.create_shared_env(config, sibling) if sibling else library.create_env(config)
        finally:
            library.destroy_config(config)
        if env is None:
            raise MathsatError("MathSAT makes no environment with these options")
        return env

    def error(self, env: int) -> str:
        """What MathSAT says about the last call that failed."""
        message: bytes | None = self.library.last_error_message(env)  # MathSAT's own, not to be freed
        return message.decode() if message else "no reason given"

    def expect(self, handle: int | None) -> int:
        """A handle that a library function returned; MathsatError where it returned none."""
        if handle is None:
            raise MathsatError(self.error(self.root))
        return handle

    def type(self, type: Any) -> int:
        """The MathSAT type of a pySMT type."""
        known = self._types.get(type)
        if known is None:
            known = self._types[type] = self.expect(self._make_type(type))
        return known

    def _make_type(self, type: Any) -> Any:
        library, env = self.library, self.root
        if type.is_bool_type():
            return library.get_bool_type(env)
        if type.is_int_type():
            return library.get_integer_type(env)
        if type.is_real_type():
            return library.get_rational_type(env)
        if type.is_bv_type():
            return library.get_bv_type(env, type.width)
        if type.is_array_type():
            # MathSAT finds no two reads or calls equal because truth values are, and says of contradictions that they are satisfiable.
            if type.index_type.is_bool_type() or type.elem_type.is_bool_type():
                raise UnsupportedTerm("MathSAT is not asked about arrays of truth values, or with truth values as indices")
            return library.get_array_type(env, self.type(type.index_type), self.type(type.elem_type))
        if type.is_function_type():
            if any(parameter.is_bool_type() for parameter in type.param_types):
                raise UnsupportedTerm("MathSAT is not asked about functions of truth values")
            parameters = [self.type(parameter) for parameter in type.param_types]
            return library.get_function_type(env, array(parameters), len(parameters), self.type(type.return_type))
        if type.is_custom_type():
            return library.get_simple_type(env, str(type).encode())
        raise UnsupportedTerm(f"MathSAT has no type for {type}")

    def label(self, formula: FNode) -> int:
        """A Boolean constant that stands for a formula where MathSAT wants a literal; the same for the same formula."""
        known = self._labels.get(formula)
        if known is None:
            declaration = self.library.declare_function(
                self.root, b"l%d" % len(self._labels), self.type(self.environment.type_manager.BOOL())
            )
            known = self._labels[formula] = self.expect(self.library.make_constant(self.root, self.expect(declaration)))
        return known

    def to_mathsat(self, formula: FNode) -> int:
        """The MathSAT term of a pySMT term."""
        return converted(formula, self._memo, self._convert)

    def _convert(self, node: FNode, arguments: list[int]) -> int:
        handle = self._make(node, arguments)
        if handle is None:
            raise UnsupportedTerm(f"MathSAT refuses {op.op_to_str(node.node_type())}: {self.error(self.root)}")
        if node._content.node_type in _BACK_AS_THEY_WERE:
            self._reader.known.setdefault(handle, node)
        return handle

    def _make(self, node: FNode, arguments: list[int]) -> int | None:
        env, kind = self.root, node._content.node_type
        result: int | None
        if kind in self._nary:
            make = self._nary[kind]
            if not arguments:
                return self._truth(kind == op.AND)
            result = arguments[0]
            for argument in arguments[1:]:
                result = make(env, result, argument)
            return result
        if kind in self._binary:
            result = self._binary[kind](env, *arguments)
            return result
        if kind in self._unary:
            result = self._unary[kind](env, *arguments)
            return result
        if kind == op.SYMBOL:
            return self._symbol(node)
        if kind in op.CONSTANTS:
            return self._constant(node)
        return self._special(kind, node, arguments)

    def _truth(self, value: bool) -> int:
        return self.expect(self.library.make_true(self.root) if value else self.library.make_false(self.root))

    def _symbol(self, node: FNode) -> int:
        declaration = self._declare(node)
        return self.expect(self.library.make_constant(self.root, declaration))

    def _declare(self, symbol: FNode) -> int:
        """The declaration of a symbol under a name of our own: MathSAT's operators have names, too."""
        known = self._functions.get(symbol)
        if known is None:
            name = b"v%d" % len(self._functions)
            known = self._functions[symbol] = self.expect(self.library.declare_function(self.root, name, self.type(symbol.symbol_type())))
            self._reader.symbols[known] = symbol
        return known

    def _constant(self, node: FNode) -> int:
        value = node.constant_value()
        if node.is_bool_constant():
            return self._truth(value)
        if node.is_bv_constant():
            return self.expect(self.library.make_bv_number(self.root, str(value).encode(), node.bv_width(), 10))
        return self.expect(self.library.make_number(self.root, str(Fraction(value)).encode()))

    def _special(self, kind: int, node: FNode, arguments: list[int]) -> int | None:
        library, env = self.library, self.root
        result: int | None
        match kind:
            case op.LT:  # x < y is not y <= x
                return self.expect(library.make_not(env, self.expect(library.make_leq(env, arguments[1], arguments[0]))))
            case op.MINUS:
                minus = self.expect(library.make_times(env, self.expect(library.make_number(env, b"-1")), arguments[1]))
                return self.expect(library.make_plus(env, arguments[0], minus))
            case op.IMPLIES:
                return self.expect(library.make_or(env, self.expect(library.make_not(env, arguments[0])), arguments[1]))
            case op.ITE:
                return self._conditional(node, arguments)
            case op.TOREAL:
                return arguments[0]
            case op.DIV:
                return self._division(node, arguments)
            case op.FUNCTION:
                result = library.make_uf(env, self._declare(node.function_name()), array(arguments))
                return result
            case op.ARRAY_STORE:
                result = library.make_array_write(env, *arguments)
                return result
            case op.ARRAY_VALUE:
                result = library.make_array_const(env, self.type(self.environment.stc.get_type(node)), arguments[0])
                for index, value in zip(arguments[1::2], arguments[2::2], strict=True):
                    result = library.make_array_write(env, self.expect(result), index, value)
                return result
            case op.BV_EXTRACT:
                result = library.make_bv_extract(env, node.bv_extract_end(), node.bv_extract_start(), arguments[0])
                return result
            case op.BV_ZEXT | op.BV_SEXT:
                result = self._indexed[kind](env, node.bv_extend_step(), arguments[0])
                return result
            case op.BV_ROL | op.BV_ROR:
                result = self._indexed[kind](env, node.bv_rotation_step(), arguments[0])
                return result
        raise UnsupportedTerm(f"no MathSAT term for {op.op_to_str(kind)}")

    def _conditional(self, node: FNode, arguments: list[int]) -> int:
        library, env = self.library, self.root
        condition, then, otherwise = arguments
        if not self.environment.stc.get_type(node).is_bool_type():
            return self.expect(library.make_term_ite(env, condition, then, otherwise))
        left = self.expect(library.make_or(env, self.expect(library.make_not(env, condition)), then))
        return self.expect(library.make_and(env, left, self.expect(library.make_or(env, condition, otherwise))))

    # x div c = floor(x / c) for c > 0, and x div -c = -(x div c), as the remainder is never negative
    def _division(self, node: FNode, arguments: list[int]) -> int:
        library, env, divisor = self.library, self.root, node.arg(1)
        if not divisor.is_constant() or divisor.constant_value() == 0:
            raise UnsupportedTerm("MathSAT divides by constants only")
        value = Fraction(divisor.constant_value())
        if not divisor.is_int_constant():
            return self.expect(library.make_times(env, self.expect(library.make_number(env, str(1 / value).encode())), arguments[0]))
        factor = self.expect(library.make_number(env, str(1 / abs(value)).encode()))
        floor = self.expect(library.make_floor(env, self.expect(library.make_times(env, factor, arguments[0]))))
        return floor if value > 0 else self.expect(library.make_times(env, self.expect(library.make_number(env, b"-1")), floor))

    def from_mathsat(self, terms: Iterable[int]) -> list[FNode]:
        """The pySMT terms of MathSAT terms, whose environment must still be there; UnsupportedTerm for operators that pySMT lacks."""
        return self._reader.read(terms)

    def value(self, term: int) -> bool | int | Fraction:
        """The Python value of a MathSAT constant (a bit-vector's is unsigned, a whole rational is an int)."""
        return self._reader.value(term)
