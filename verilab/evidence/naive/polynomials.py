"""Bit-vector terms as polynomials modulo 2^w over what is no sum or product, and what equations make of them.

    a + b, a - b, -a, a * b, a << constant      are the operations of the ring Z / 2^w, exactly; every other term of width w is an atom
    an equation p = 0 solves a variable         c x + q = 0, c odd, x not in q:   x := -q / c, everywhere
    or it rewrites its greatest monomial        c m + q = 0:   t := t - (coefficient / c) (c m + q) where m divides a monomial of t

What equals 0 after that follows from the equations, in words of every width, and no solver need multiply.  What is left is given to one
with a free symbol for each monomial that is no single atom: that only admits more values, so that what it refutes has no model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BVType

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms

Monomial = tuple[FNode, ...]
"""Atoms in the order of their numbers, as often as they are factors; () is 1."""
Polynomial = dict[Monomial, int]
"""Coefficients modulo 2^w, none of them 0."""

MOST_MONOMIALS = 300
MOST_STEPS = 3_000
LARGEST_DIVISOR = 16
_COMPARISONS = frozenset({op.EQUALS, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE})
_DIVISIONS = {op.BV_UDIV: op.BV_UREM, op.BV_SDIV: op.BV_SREM}
_REMAINDERS = {rest: quotient for quotient, rest in _DIVISIONS.items()}


class TooManyMonomials(Exception):
    """The polynomials are too large to be written out."""


class Equations:
    """Equations between words, and formulas rewritten by them.

    ``remainders``: the terms ``a rem c`` for small constants c that were met.  ``contradictory``: the equations have no solution.
    ``products``: what the free symbols stand for.
    """

    def __init__(self, terms: Terms) -> None:
        self.remainders: dict[FNode, None] = {}
        self.contradictory = False
        self.products: dict[FNode, Monomial] = {}
        self._terms = terms
        self._seen: set[FNode] = set()
        self._polynomials: dict[FNode, Polynomial] = {}
        self._rules: dict[int, list[_Rule]] = {}
        self._divided: set[tuple[int, FNode, FNode]] = set()
        self._decided: dict[FNode, bool] = {}

    def decide(self, fact: FNode) -> None:
        """Let it choose between the alternatives of terms that are met from now on."""
        self._decided[fact.arg(0) if fact.is_not() else fact] = not fact.is_not()

    def assume(self, fact: FNode) -> None:
        """Use a fact if it is an equation of words.  Raises TooManyMonomials."""
        if fact.is_equals() and _is_word(fact.arg(0)):
            self._vanishes(self._difference(fact), fact.arg(0).bv_width())

    def rewritten(self, formula: FNode) -> FNode:
        """The formula with its comparisons rewritten, and free symbols for products.  Raises TooManyMonomials."""
        return self._walk(formula, rules=True)

    def _walk(self, formula: FNode, *, rules: bool) -> FNode:
        done: dict[FNode, FNode] = {}
        stack = [(formula, False)]
        while stack:
            node, expanded = stack.pop()
            if node in done:
                continue
            if node.node_type() in _COMPARISONS and _is_word(node.arg(0)):
                done[node] = self._comparison(node) if rules else self._plain(node)
            elif expanded:
                arguments = tuple([done[part] for part in node.args()])
                done[node] = self._boolean(node, arguments)
            elif node.is_symbol() or node.is_bool_constant():
                done[node] = node
            else:
                stack.append((node, True))
                stack.extend((part, False) for part in node.args())
        return done[formula]

    def _boolean(self, node: FNode, arguments: tuple[FNode, ...]) -> FNode:
        match node.node_type():
            case op.AND:
                return self._terms.conjunction(arguments)
            case op.OR:
                return self._terms.disjunction(arguments)
            case op.NOT:
                return self._terms.negation(arguments[0])
            case op.IMPLIES:
                return self._terms.disjunction((self._terms.negation(arguments[0]), arguments[1]))
        return self._terms.node(node.node_type(), arguments, node._content.payload)

    def _comparison(self, node: FNode) -> FNode:
        width = node.arg(0).bv_width()
        if node.is_equals():
            polynomial = self._reduced(self._difference(node), width)
            if not polynomial:
                return self._terms.true
            if set(polynomial) == {()}:
                return self._terms.false
            return self._terms.node(op.EQUALS, (self._term(polynomial, width), self._terms.bit_vector(0, width)))
        sides = [self._term(self._reduced(self._polynomial(side), width), width) for side in node.args()]
        if sides[0] is sides[1]:
            return self._terms.true if node.node_type() in (op.BV_ULE, op.BV_SLE) else self._terms.false
        return self._terms.node(node.node_type(), (sides[0], sides[1]), node._content.payload)

    def _plain(self, node: FNode) -> FNode:
        """A comparison as it is, but for products."""
        sides = [self._term(self._polynomial(side), side.bv_width()) for side in node.args()]
        return self._terms.node(node.node_type(), (sides[0], sides[1]), node._content.payload)

    def abstract(self, formula: FNode) -> FNode:
        """The formula as it is, with free symbols for products.  Raises TooManyMonomials."""
        return self._walk(formula, rules=False)

    def _difference(self, equation: FNode) -> Polynomial:
        left, right = equation.args()
        return _sum([(1, self._polynomial(left)), (-1, self._polynomial(right))], left.bv_width())

    def _polynomial(self, term: FNode) -> Polynomial:
        for node in subterms((term,), self._seen):
            if _is_word(node):
                self._polynomials[node] = self._of_parts(node)
        return self._polynomials[term]

    def _of_parts(self, node: FNode) -> Polynomial:
        known, width = self._polynomials, node.bv_width()
        parts = node.args()
        if node.is_ite() and parts[0] in self._decided:
            return known[parts[1] if self._decided[parts[0]] else parts[2]]
        match node.node_type():
            case op.BV_CONSTANT:
                value = node.constant_value()
                return {(): value} if value else {}
            case op.BV_ADD:
                return _sum([(1, known[parts[0]]), (1, known[parts[1]])], width)
            case op.BV_SUB:
                return _sum([(1, known[parts[0]]), (-1, known[parts[1]])], width)
            case op.BV_NEG:
                return _sum([(-1, known[parts[0]])], width)
            case op.BV_MUL:
                return _product(known[parts[0]], known[parts[1]], width)
            case op.BV_LSHL if parts[1].is_constant() and parts[1].constant_value() < width:
                return _sum([(1 << parts[1].constant_value(), known[parts[0]])], width)
        return {(self._atom(node),): 1}

    def _atom(self, node: FNode) -> FNode:
        """The node with its arguments rebuilt; quotients and remainders of constants come with what defines them."""
        if node.is_symbol():
            return node
        arguments = tuple(
            [self._term(self._polynomials[part], part.bv_width()) if _is_word(part) else self.abstract(part) for part in node.args()]
        )
        kind = node.node_type()
        atom = self._terms.node(kind, arguments, node._content.payload)
        if kind in _DIVISIONS or kind in _REMAINDERS:
            self._divide(kind, node.args(), arguments, node.bv_width())
        return atom

    # a = c (a div c) + a rem c, whatever the signs; for c = 0, too, of which the solvers' remainder is a.
    def _divide(self, kind: int, parts: Sequence[FNode], arguments: tuple[FNode, ...], width: int) -> None:
        quotient_kind = kind if kind in _DIVISIONS else _REMAINDERS[kind]
        if (quotient_kind, *arguments) in self._divided:
            return
        self._divided.add((quotient_kind, arguments[0], arguments[1]))
        quotient = self._terms.node(quotient_kind, arguments, (width,))
        rest = self._terms.node(_DIVISIONS[quotient_kind], arguments, (width,))
        if arguments[1].is_constant() and 0 < arguments[1].constant_value() <= LARGEST_DIVISOR:
            self.remainders.setdefault(rest)
        dividend, divisor = self._polynomials[parts[0]], self._polynomials[parts[1]]
        defined = [(1, dividend), (-1, _product(divisor, {(quotient,): 1}, width)), (-1, {(rest,): 1})]
        self._vanishes(_sum(defined, width), width)

    def _term(self, polynomial: Polynomial, width: int) -> FNode:
        """The polynomial as a sum over atoms and free symbols."""
        terms, total = self._terms, None
        for monomial, coefficient in sorted(polynomial.items(), key=_order_of_item):
            if not monomial:
                factor = terms.bit_vector(coefficient, width)
            else:
                factor = monomial[0] if len(monomial) == 1 else self._free(monomial, width)
                if coefficient == (1 << width) - 1:
                    factor = terms.node(op.BV_NEG, (factor,), (width,))
                elif coefficient != 1:
                    factor = terms.node(op.BV_MUL, (terms.bit_vector(coefficient, width), factor), (width,))
            total = factor if total is None else terms.node(op.BV_ADD, (total, factor), (width,))
        return terms.bit_vector(0, width) if total is None else total

    def _free(self, monomial: Monomial, width: int) -> FNode:
        name = "product!" + "*".join(str(atom.node_id()) for atom in monomial)
        symbol = self._terms.symbol(f"{name}:{width}", BVType(width))
        self.products[symbol] = monomial
        return symbol

    def _vanishes(self, polynomial: Polynomial, width: int) -> None:
        """Use that the polynomial is 0."""
        pending = [polynomial]
        rules = self._rules.setdefault(width, [])
        for _ in range(MOST_STEPS):
            if not pending:
                return
            left = self._reduced(pending.pop(), width)
            if not left:
                continue
            if set(left) == {()}:
                self.contradictory = True
                return
            rule = _solved(left, width) or _Rule(left, max(left, key=_order), width)
            if rule.solves:
                changed = [other for other in rules if any(rule.lead[0] in monomial for monomial in other.polynomial)]
                pending += [other.polynomial for other in changed]
                rules[:] = [other for other in rules if other not in changed]
            rules.append(rule)

    def _reduced(self, polynomial: Polynomial, width: int) -> Polynomial:
        rules, left = self._rules.get(width, ()), dict(polynomial)
        for _ in range(MOST_STEPS):
            for rule in rules:
                step = rule.step(left)
                if step is not None:
                    left = _sum([(1, left), (-1, _product(step, rule.polynomial, width))], width)
                    break
            else:
                return left
        raise TooManyMonomials


class _Rule:
    """``polynomial`` = 0, whose leading monomial ``lead`` has a power of 2 as coefficient."""

    def __init__(self, polynomial: Polynomial, lead: Monomial, width: int, *, solves: bool = False) -> None:
        self._shift = (polynomial[lead] & -polynomial[lead]).bit_length() - 1
        inverse = pow(polynomial[lead] >> self._shift, -1, 1 << width)
        self.polynomial = _sum([(inverse, polynomial)], width)
        self.lead = lead
        self.solves = solves
        self._factors = Counter(lead)

    def step(self, polynomial: Polynomial) -> Polynomial | None:
        """The multiple of the rule that takes a monomial away, None where there is none."""
        for monomial, coefficient in polynomial.items():
            if len(monomial) >= len(self.lead) and not coefficient & ((1 << self._shift) - 1):
                rest = Counter(monomial)
                if all(rest[atom] >= count for atom, count in self._factors.items()):
                    rest.subtract(self._factors)
                    return {_sorted(rest.elements()): coefficient >> self._shift}
        return None


def _solved(polynomial: Polynomial, width: int) -> _Rule | None:
    """The equation solved for a variable that it has once, with an odd coefficient."""
    occurrences = Counter(atom for monomial in polynomial for atom in set(monomial))
    for monomial, coefficient in sorted(polynomial.items(), key=_order_of_item, reverse=True):
        if len(monomial) == 1 and coefficient & 1 and occurrences[monomial[0]] == 1:
            return _Rule(polynomial, monomial, width, solves=True)
    return None


def _sum(summands: Iterable[tuple[int, Polynomial]], width: int) -> Polynomial:
    total: Polynomial = {}
    mask = (1 << width) - 1
    for factor, polynomial in summands:
        for monomial, coefficient in polynomial.items():
            total[monomial] = (total.get(monomial, 0) + factor * coefficient) & mask
    if len(total) > MOST_MONOMIALS:
        raise TooManyMonomials
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def _product(left: Polynomial, right: Polynomial, width: int) -> Polynomial:
    if len(left) * len(right) > MOST_MONOMIALS**2:
        raise TooManyMonomials
    pairs: Iterator[tuple[int, Polynomial]] = (
        (1, {_sorted((*one, *other)): factor * coefficient}) for one, factor in left.items() for other, coefficient in right.items()
    )
    return _sum(pairs, width)


def _sorted(atoms: Iterable[FNode]) -> Monomial:
    return tuple(sorted(atoms, key=FNode.node_id))


def _order(monomial: Monomial) -> tuple[int, list[int]]:
    """By degree, then by the numbers of the atoms."""
    return len(monomial), [atom.node_id() for atom in monomial]


def _order_of_item(item: tuple[Monomial, int]) -> tuple[int, list[int]]:
    return _order(item[0])


def _is_word(term: FNode) -> bool:
    while term.is_ite():
        term = term.arg(1)
    if term.is_symbol():
        return bool(term.symbol_type().is_bv_type())
    return term.is_bv_constant() or (bool(term.is_bv_op()) and term.node_type() not in _COMPARISONS)
