"""MathSAT terms to pySMT terms.

Operators are known by MathSAT's tags, whose numbers differ between versions: they are read from one term made for each.

What a solver environment makes for itself (interpolants) dies with it, and the handles are used again: only terms that the root
environment made are remembered, all others within one ``Reading``.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from math import lcm

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab_backends.mathsat.library import Library, gmp_integer

Rule = Callable[[list[FNode]], FNode]


def _spread(make: Callable[[FNode, FNode], FNode], operands: list[FNode]) -> FNode:
    return make(*operands)


class UnsupportedTerm(Exception):
    """A term that the other side cannot express."""


class MathsatReader:
    """The way back for the terms of one root environment.

    ``symbols`` maps the declarations made so far, ``known`` terms of the root to what they were made from.
    """

    def __init__(self, environment: Environment, library: Library, root: int) -> None:
        self.symbols: dict[int, FNode] = {}
        self._environment = environment
        self._manager = environment.formula_manager
        self._type_of = environment.stc.get_type
        self._library = library
        self._root = root
        self.known: dict[int, FNode] = {}
        self._by_tag = self._tagged(root)

    def read(self, terms: Iterable[int]) -> list[FNode]:
        """The pySMT terms, while the environment lives that made them; UnsupportedTerm where there is none."""
        memo, rules = dict[int, FNode](), dict[int, Rule]()
        return [self._read(term, memo, rules) for term in terms]

    def _read(self, term: int, memo: dict[int, FNode], rules: dict[int, Rule]) -> FNode:
        library, known = self._library, self.known
        arity_of, argument_of, declaration_of = library.term_arity, library.term_get_arg, library.term_get_decl
        stack = [term]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
                continue
            if node in known:
                memo[stack.pop()] = known[node]
                continue
            arguments = [argument_of(node, index) for index in range(arity_of(node))]
            missing = [argument for argument in arguments if argument not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            declaration = declaration_of(node)
            rule = rules.get(declaration)
            if rule is None:
                rule = rules[declaration] = self._rule(node, declaration)
            memo[node] = rule([memo[argument] for argument in arguments])
        return memo[term]

    def value(self, term: int) -> bool | int | Fraction:
        """The Python value of a constant; UnsupportedTerm where the term is none."""
        tag = self._library.decl_get_tag(self._root, self._library.term_get_decl(term))
        if tag in self._truths:
            return self._truths[tag]
        if not self._library.term_is_number(self._root, term):
            raise UnsupportedTerm(f"not a constant: {self._library.text(self._library.term_repr(term))}")
        number, _, _ = self._library.text(self._library.term_repr(term)).partition("_")
        fraction = Fraction(number)
        return fraction.numerator if fraction.denominator == 1 else fraction

    def _rule(self, term: int, declaration: int) -> Rule:
        """How terms with this declaration are built; it is the same for all of them, as it carries the indices of an operator."""
        symbol = self.symbols.get(declaration)
        manager = self._manager
        if symbol is not None:
            if symbol.symbol_type().is_function_type():
                return lambda a: self._application(symbol, a)
            return lambda a: symbol
        if self._library.term_is_number(self._root, term):
            constant = self._number(term)
            return lambda a: constant
        tag = self._library.decl_get_tag(self._root, declaration)
        indexed = self._indexed.get(tag)
        if indexed is not None:
            return indexed(term)
        if tag == self._const_array:
            type = self._array_type(term)
            return lambda a: manager.Array(type, a[0])
        rule = self._by_tag.get(tag)
        if rule is None:
            raise UnsupportedTerm(f"MathSAT's {self._library.text(self._library.term_repr(term))[:80]}")
        return rule

    def _number(self, term: int) -> FNode:
        number, _, width = self._library.text(self._library.term_repr(term)).partition("_")
        if width:
            return self._manager.BV(int(number), int(width))
        value = Fraction(number)
        return self._manager.Int(value.numerator) if value.denominator == 1 else self._manager.Real(value)

    def _application(self, symbol: FNode, arguments: list[FNode]) -> FNode:
        parameters = symbol.symbol_type().param_types
        return self._manager.Function(
            symbol, [self._real(a) if p.is_real_type() else a for a, p in zip(arguments, parameters, strict=True)]
        )

    def _array_type(self, term: int) -> object:
        """The index type of a constant array."""
        index, element = ctypes.c_void_p(), ctypes.c_void_p()
        library, types = self._library, self._environment.type_manager
        library.is_array_type(self._root, library.term_get_type(term), ctypes.byref(index), ctypes.byref(element))
        width = ctypes.c_size_t()
        if library.is_bv_type(self._root, index, ctypes.byref(width)):
            return types.BVType(width.value)
        if library.is_integer_type(self._root, index):
            return types.INT()
        raise UnsupportedTerm("a constant array whose index is neither an integer nor a bit-vector")

    def _real(self, term: FNode) -> FNode:
        """A number as a real; MathSAT does not tell the integer 3 from the rational."""
        if self._type_of(term).is_int_type():
            return self._manager.Real(term.constant_value()) if term.is_int_constant() else self._manager.ToReal(term)
        return term

    def _level(self, arguments: list[FNode]) -> list[FNode]:
        """All arguments as reals where one is."""
        if any(self._type_of(argument).is_real_type() for argument in arguments):
            return [self._real(argument) for argument in arguments]
        return arguments

    def _equal(self, a: list[FNode]) -> FNode:
        if self._type_of(a[0]).is_bool_type():
            return self._manager.Iff(a[0], a[1])
        return self._manager.Equals(*self._level(a))

    # floor(s) of a rational s = (sum of c_i x_i) / d over integers x_i is the Euclidean division (sum of c_i x_i) div d
    def _floor(self, a: list[FNode]) -> FNode:
        m = self._manager
        terms: dict[FNode, Fraction] = {}
        constant = Fraction(0)
        stack = [(a[0], Fraction(1))]
        while stack:
            node, factor = stack.pop()
            if node.is_plus():
                stack.extend((argument, factor) for argument in node.args())
            elif node.is_times() and any(argument.is_constant() for argument in node.args()):
                for argument in node.args():
                    if argument.is_constant():
                        factor *= Fraction(argument.constant_value())
                rest = [argument for argument in node.args() if not argument.is_constant()]
                stack.append((m.Times(rest) if rest else m.Int(1), factor))
            elif node.is_toreal():
                stack.append((node.arg(0), factor))
            elif node.is_constant():
                constant += factor * Fraction(node.constant_value())
            elif self._type_of(node).is_int_type():
                terms[node] = terms.get(node, Fraction(0)) + factor
            else:
                raise UnsupportedTerm("the integer part of a real variable")
        divisor = lcm(constant.denominator, *(factor.denominator for factor in terms.values()))
        parts = [m.Times(m.Int(int(factor * divisor)), term) for term, factor in terms.items() if factor]
        total = m.Plus([*parts, m.Int(int(constant * divisor))])
        return total if divisor == 1 else m.Div(total, m.Int(divisor))

    # s and t are congruent modulo n where s - t = n * ((s - t) div n)
    def _congruent(self, term: int) -> Rule:
        m = self._manager
        name = self._library.text(self._library.decl_get_name(self._library.term_get_decl(term)))
        modulus = m.Int(int(re.findall(r"\d+", name)[-1]))

        def rule(a: list[FNode]) -> FNode:
            difference = m.Minus(a[0], a[1])
            return m.Equals(difference, m.Times(modulus, m.Div(difference, modulus)))

        return rule

    def _extract(self, term: int) -> Rule:
        high, low = ctypes.c_size_t(), ctypes.c_size_t()
        self._library.term_is_bv_extract(self._root, term, ctypes.byref(high), ctypes.byref(low))
        return lambda a: self._manager.BVExtract(a[0], low.value, high.value)

    def _stepped(self, name: str, make: Callable[[FNode, int], FNode]) -> Callable[[int], Rule]:
        def of(term: int) -> Rule:
            step = ctypes.c_size_t()
            getattr(self._library, f"term_is_bv_{name}")(self._root, term, ctypes.byref(step))
            return lambda a: make(a[0], step.value)

        return of

    def _tag(self, env: int, term: int) -> int:
        tag: int = self._library.decl_get_tag(env, self._library.term_get_decl(term))
        return tag

    def _tagged_indexed(self, env: int, word: int, x: int, y: int) -> dict[int, Callable[[int], Rule]]:
        """The rule of each tag of an operator with numbers, by samples over a word and two integers."""
        m, library = self._manager, self._library
        return {
            self._tag(env, library.make_bv_extract(env, 3, 1, word)): self._extract,
            self._tag(env, library.make_bv_zext(env, 3, word)): self._stepped("zext", m.BVZExt),
            self._tag(env, library.make_bv_sext(env, 3, word)): self._stepped("sext", m.BVSExt),
            self._tag(env, library.make_bv_rol(env, 3, word)): self._stepped("rol", m.BVRol),
            self._tag(env, library.make_bv_ror(env, 3, word)): self._stepped("ror", m.BVRor),
            self._tag(env, library.make_int_modular_congruence(env, ctypes.byref(gmp_integer(3)), x, y)): self._congruent,
        }

    def _tagged(self, env: int) -> dict[int, Rule]:
        """The rule of each tag, read from a term of its kind; sets the tables of indexed operators and truth values, too."""
        m, library = self._manager, self._library

        def sample(name: str, type: int) -> int:
            constant: int = library.make_constant(env, library.declare_function(env, name.encode(), type))
            return constant

        def tag(term: int) -> int:
            return self._tag(env, term)

        integer, bits = library.get_integer_type(env), library.get_bv_type(env, 8)
        p, q = (sample(name, library.get_bool_type(env)) for name in ("sample_p", "sample_q"))
        x, y = (sample(name, integer) for name in ("sample_x", "sample_y"))
        r = sample("sample_r", library.get_rational_type(env))
        b, c = (sample(name, bits) for name in ("sample_b", "sample_c"))
        type = library.get_array_type(env, integer, integer)
        a = sample("sample_a", type)
        number = library.make_number(env, b"7")
        self._truths = {tag(library.make_true(env)): True, tag(library.make_false(env)): False}
        self._const_array = tag(library.make_array_const(env, type, number))
        self._indexed = self._tagged_indexed(env, b, x, y)
        rules: dict[int, Rule] = {tag(library.make_true(env)): lambda a: m.TRUE(), tag(library.make_false(env)): lambda a: m.FALSE()}

        def learn(name: str, arguments: tuple[int, ...], rule: Rule) -> None:
            """The rule of an operator, unless MathSAT has rewritten its sample to others: such an operator is in no term of it."""
            term = getattr(library, f"make_{name}")(env, *arguments)
            operands = [library.term_get_arg(term, index) for index in range(library.term_arity(term))]
            if set(operands) == set(arguments) and tag(term) not in rules:
                rules[tag(term)] = rule

        words: dict[str, Callable[..., FNode]] = {
            "and": m.BVAnd, "or": m.BVOr, "xor": m.BVXor, "plus": m.BVAdd, "minus": m.BVSub, "times": m.BVMul, "udiv": m.BVUDiv,
            "urem": m.BVURem, "sdiv": m.BVSDiv, "srem": m.BVSRem, "lshl": m.BVLShl, "lshr": m.BVLShr, "ashr": m.BVAShr,
            "concat": m.BVConcat, "comp": m.BVComp, "ult": m.BVULT, "uleq": m.BVULE, "slt": m.BVSLT, "sleq": m.BVSLE,
        }  # fmt: skip
        learn("and", (p, q), m.And)
        learn("or", (p, q), m.Or)
        learn("not", (p,), lambda a: m.Not(a[0]))
        learn("iff", (p, q), lambda a: m.Iff(*a))
        learn("equal", (x, y), self._equal)
        learn("leq", (x, y), lambda a: m.LE(*self._level(a)))
        learn("plus", (x, y), lambda a: m.Plus(self._level(a)))
        learn("times", (x, y), lambda a: m.Times(self._level(a)))
        learn("term_ite", (p, x, y), lambda a: m.Ite(a[0], *self._level(a[1:])))
        learn("floor", (r,), self._floor)
        learn("array_read", (a, x), lambda a: m.Select(*a))
        learn("array_write", (a, x, y), lambda a: m.Store(*a))
        learn("bv_not", (b,), lambda a: m.BVNot(a[0]))
        learn("bv_neg", (b,), lambda a: m.BVNeg(a[0]))
        learn("int_from_ubv", (b,), lambda a: m.BVToNatural(a[0]))
        for name, make in words.items():
            learn(f"bv_{name}", (b, c), partial(_spread, make))
        return rules
