"""Yices terms to pySMT terms, as far as MCSAT's interpolants need it: arithmetic, bit-vectors, Booleans.

The numbers of Yices' term constructors are asked of the library, by an example of each: they differ between its versions.
"""

from __future__ import annotations

import ctypes
from fractions import Fraction
from functools import cache
from math import lcm

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.operators import UnsupportedTerm
from verilab_backends.yices.library import library as y
from verilab_backends.yices.library import numbers
from verilab_backends.yices.terms import YicesTerms

Part = tuple[Fraction, int | None]
"""A summand: coefficient and term, None for the constant."""


@cache
def _constructors() -> dict[int, str]:
    """The name that this module gives to each of Yices' term constructors, by its number."""
    x, z = (y.new_uninterpreted_term(y.int_type()) for _ in range(2))
    real = y.new_uninterpreted_term(y.real_type())
    p, q, r = (y.new_uninterpreted_term(y.bool_type()) for _ in range(3))
    v, w = (y.new_uninterpreted_term(y.bv_type(8)) for _ in range(2))
    three = y.int32(3)
    examples = {
        "true": y.true(), "number": three, "bits": y.bvconst_one(8), "symbol": x, "ite": y.ite(p, x, z), "eq": y.eq(v, w),
        "distinct": y.distinct(3, numbers([x, z, three])), "not": getattr(y, "not")(p), "or": y.or2(p, q), "xor": y.xor3(p, q, r),
        "array": y.bvor2(v, w), "bvdiv": y.bvdiv(v, w), "bvrem": y.bvrem(v, w), "bvsdiv": y.bvsdiv(v, w), "bvsrem": y.bvsrem(v, w),
        "bvshl": y.bvshl(v, w), "bvlshr": y.bvlshr(v, w), "bvashr": y.bvashr(v, w), "bvge": y.bvge_atom(v, w),
        "bvsge": y.bvsge_atom(v, w), "ge": y.arith_geq_atom(x, z), "abs": y.abs(x), "floor": y.floor(real), "idiv": y.idiv(x, three),
        "imod": y.imod(x, three), "divides": y.divides_atom(three, x), "bit": y.bitextract(v, 0), "bvsum": y.bvadd(v, w),
        "sum": y.add(x, z), "product": y.mul(x, z),
    }  # fmt: skip
    return {y.term_constructor(term): name for name, term in examples.items()}


class YicesBack:
    """The converter over the symbols of a ``YicesTerms``."""

    def __init__(self, terms: YicesTerms) -> None:
        self._symbols = terms.symbols
        self._environment: Environment = terms.environment
        self._manager = terms.environment.formula_manager
        self._memo: dict[int, FNode] = {}
        self._names = _constructors()

    def __call__(self, term: int) -> FNode:
        """The pySMT term of a Yices term; UnsupportedTerm for what pySMT lacks."""
        memo = self._memo
        stack = [term]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
                continue
            name = self._names.get(y.term_constructor(node), "")
            missing = [child for child in self._children(node, name) if child not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            memo[node] = self._make(node, name)
        return memo[term]

    def disjuncts(self, term: int) -> list[int]:
        """The arguments of a disjunction, the term itself where it is none."""
        return self._arguments(term) if self._names.get(y.term_constructor(term)) == "or" else [term]

    def _children(self, term: int, name: str) -> list[int]:
        """The terms that must be converted before this one; sums directly below atoms are taken apart there."""
        match name:
            case "bit":
                return [y.proj_arg(term)]
            case "sum":
                return [part for _, part in self._sum(term) if part is not None]
            case "bvsum" | "product":
                return [part for _, part in self._components(term, name) if part is not None]
            case "true" | "number" | "bits" | "symbol":
                return []
            case "ge" | "eq" | "floor" if y.term_is_arithmetic(y.term_child(term, 0)):
                return [part for child in self._arguments(term) for _, part in self._sum(child) if part is not None]
        return self._arguments(term)

    def _arguments(self, term: int) -> list[int]:
        return [y.term_child(term, index) for index in range(y.term_num_children(term))]

    # An arithmetic term as  sum coefficient * term.
    def _sum(self, term: int) -> list[Part]:
        name = self._names.get(y.term_constructor(term))
        if name == "number":
            y.valid(y.rational_const_value(term, ctypes.byref(y.rational)))
            return [(y.rational.fraction(), None)]
        if name != "sum":
            return [(Fraction(1), term)]
        parts: list[Part] = []
        child = ctypes.c_int32()
        for index in range(y.term_num_children(term)):
            y.valid(y.sum_component(term, index, ctypes.byref(y.rational), ctypes.byref(child)))
            parts.append((y.rational.fraction(), None if child.value < 0 else child.value))
        return parts

    def _components(self, term: int, name: str) -> list[tuple[int, int | None]]:
        """(coefficient, term) of a bit-vector sum, (exponent, term) of a product."""
        components: list[tuple[int, int | None]] = []
        child = ctypes.c_int32()
        bits = (ctypes.c_int32 * max(1, y.term_bitsize(term)))()
        exponent = ctypes.c_uint32()
        for index in range(y.term_num_children(term)):
            if name == "bvsum":
                y.valid(y.bvsum_component(term, index, bits, ctypes.byref(child)))
                number = sum(bit << position for position, bit in enumerate(bits))
            else:
                y.valid(y.product_component(term, index, ctypes.byref(child), ctypes.byref(exponent)))
                number = exponent.value
            components.append((number, None if child.value < 0 else child.value))
        return components

    def _make(self, term: int, name: str) -> FNode:
        m = self._manager
        match name:
            case "true":
                truth = ctypes.c_int32()
                y.valid(y.bool_const_value(term, ctypes.byref(truth)))
                return m.Bool(bool(truth.value))
            case "bits":
                width = y.term_bitsize(term)
                bits = (ctypes.c_int32 * width)()
                y.valid(y.bv_const_value(term, bits))
                return m.BV(sum(bit << position for position, bit in enumerate(bits)), width)
            case "symbol":
                if term not in self._symbols:
                    raise UnsupportedTerm("Yices speaks of a constant of its own")
                return self._symbols[term]
            case "number" | "sum":
                parts = self._sum(term)
                return self._total(parts, 1, y.term_is_int(term))
            case "product" | "bvsum":
                return self._composed(term, name)
            case "bit":
                return m.Equals(m.BVExtract(self._memo[y.proj_arg(term)], y.proj_index(term), y.proj_index(term)), m.BV(1, 1))
            case "ge" | "eq" | "floor" if y.term_is_arithmetic(y.term_child(term, 0)):
                return self._linear(term, name)
        return self._operation(name, [self._memo[child] for child in self._arguments(term)])

    # a >= b  and  a = b  as  b - a <= 0, b - a = 0, times the least common denominator;     floor(t / d) = t div d for d > 0
    def _linear(self, term: int, name: str) -> FNode:
        m = self._manager
        sides = self._arguments(term)
        parts = [(-factor, part) for factor, part in self._sum(sides[0])]
        if name != "floor":
            parts += self._sum(sides[1])
        scale = lcm(*(factor.denominator for factor, _ in parts))
        integer = all(part is None or y.term_is_int(part) for _, part in parts)
        if name == "floor":
            if not integer:
                raise UnsupportedTerm("Yices' floor of a real term")
            return m.Div(self._total([(-factor, part) for factor, part in parts], scale, 1), m.Int(scale))
        total = self._total(parts, scale, integer)
        zero = m.Int(0) if integer else m.Real(0)
        return m.LE(total, zero) if name == "ge" else m.Equals(total, zero)

    def _total(self, parts: list[Part], scale: int, integer: int) -> FNode:
        """scale * the sum of the parts."""
        m = self._manager
        summands = []
        for factor, part in parts:
            number = factor * scale
            if integer and number.denominator != 1:
                raise UnsupportedTerm("an integer sum with fractions as coefficients")
            constant = m.Int(int(number)) if integer else m.Real(number)
            if part is None:
                summands.append(constant)
                continue
            value = self._memo[part]
            if not integer and self._environment.stc.get_type(value).is_int_type():
                value = m.ToReal(value)
            summands.append(value if number == 1 else m.Times(constant, value))
        return m.Plus(summands) if len(summands) > 1 else summands[0]

    def _composed(self, term: int, name: str) -> FNode:
        """A product of powers, or a sum of bit-vectors."""
        m = self._manager
        bit_vector = bool(y.term_is_bitvector(term))
        parts = self._components(term, name)
        if name == "product":
            factors = [self._memo[part] for exponent, part in parts if part is not None for _ in range(exponent)]
            if not bit_vector:
                return m.Times(factors)
            summands, combine = factors, m.BVMul
        else:
            width = y.term_bitsize(term)
            summands, combine = [], m.BVAdd
            for number, part in parts:
                value = m.BV(number, width) if part is None else self._memo[part]
                summands.append(value if part is None or number == 1 else m.BVMul(m.BV(number, width), value))
        result = summands[0]
        for other in summands[1:]:
            result = combine(result, other)
        return result

    def _operation(self, name: str, a: list[FNode]) -> FNode:
        m = self._manager
        binary = {
            "bvdiv": m.BVUDiv, "bvrem": m.BVURem, "bvsdiv": m.BVSDiv, "bvsrem": m.BVSRem, "bvshl": m.BVLShl, "bvlshr": m.BVLShr,
            "bvashr": m.BVAShr, "bvge": m.BVUGE, "bvsge": m.BVSGE,
        }  # fmt: skip
        if name in binary:
            return binary[name](*a)
        match name:
            case "not":
                return m.Not(a[0])
            case "or":
                return m.Or(a)
            case "xor":
                result = a[0]
                for other in a[1:]:
                    result = m.Not(m.Iff(result, other))
                return result
            case "ite":
                return m.Ite(*a)
            case "eq":
                return self._equal(*a)
            case "distinct":
                return m.And([m.Not(self._equal(first, second)) for index, first in enumerate(a) for second in a[index + 1 :]])
            case "array":
                return self._bit_array(a)
            case "abs":
                return m.Ite(m.LE(m.Int(0), a[0]), a[0], m.Times(m.Int(-1), a[0]))
            case "idiv" | "imod" | "divides":
                return self._division(name, a)
        raise UnsupportedTerm("a term of Yices that pySMT has no operator for")

    def _equal(self, left: FNode, right: FNode) -> FNode:
        boolean = self._environment.stc.get_type(left).is_bool_type()
        return self._manager.Iff(left, right) if boolean else self._manager.Equals(left, right)

    def _division(self, name: str, a: list[FNode]) -> FNode:
        """x div c, x mod c = x - c * (x div c), and c divides x, for integers and constants c."""
        m = self._manager
        term, number = (a[1], a[0]) if name == "divides" else (a[0], a[1])
        if not number.is_int_constant() or number.constant_value() == 0:
            raise UnsupportedTerm("a division by a term that is not a constant")
        quotient = m.Div(term, number)
        if name == "idiv":
            return quotient
        rest = m.Minus(term, m.Times(number, quotient))
        return rest if name == "imod" else m.Equals(rest, m.Int(0))

    def _bit_array(self, bits: list[FNode]) -> FNode:
        """A word from its bits, the least significant first; runs of constants, and of bits of one word, are one part."""
        m = self._manager
        parts: list[FNode] = []
        for bit in bits:
            source = bit.arg(0) if bit.is_equals() and bit.arg(0).is_bv_extract() else None
            last = parts[-1] if parts else None
            if bit.is_bool_constant():
                value, width = int(bit.is_true()), 0
                if last is not None and last.is_bv_constant():
                    value, width = value << last.bv_width() | last.constant_value(), last.bv_width()
                    parts.pop()
                parts.append(m.BV(value, width + 1))
            elif source is None:
                parts.append(m.Ite(bit, m.BV(1, 1), m.BV(0, 1)))
            else:
                word, low, high = source.arg(0), source.bv_extract_start(), source.bv_extract_start()
                if last is not None and last.is_bv_extract() and last.arg(0) is word and last.bv_extract_end() + 1 == low:
                    low = last.bv_extract_start()
                    parts.pop()
                parts.append(m.BVExtract(word, low, high))
        total = None
        for part in parts:
            whole = part.is_bv_extract() and part.bv_width() == part.arg(0).bv_width()
            part = part.arg(0) if whole else part
            total = part if total is None else m.BVConcat(part, total)
        return total
