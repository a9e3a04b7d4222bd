"""Model-based projection: a conjunction of literals without some of its symbols (Komuravelli, Gurfinkel, Chaki, CAV'14, §4).

The result implies  exists E: literals  and holds in the model.  In this order:
    v = t                               replaces v in E everywhere by t (any sort; integer equations are solved for v, coefficient +-1);
    v in E inside of what is not linear  is replaced by its value in the model;
    max over lower bounds l <= v        replaces v (Loos & Weispfenning), the bound that is greatest in the model; without lower or
                                        without upper bounds all bounds of v are dropped;   v != t  is first split as in the model.
"""

from __future__ import annotations

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.formulas.terms.rewriting import Rewriter
from verilab.solving.simplification.linear_atoms import LinearAtoms
from verilab.solving.simplification.linear_forms import linear_form
from verilab_backends.procedures.implicants import Literals


class _Constraint:
    """sum coefficients * term + constant  <= 0, or = 0 where ``equation``."""

    __slots__ = ("coefficients", "constant", "equation")

    def __init__(self, coefficients: dict[FNode, int], constant: int, equation: bool) -> None:
        self.coefficients = coefficients
        self.constant = constant
        self.equation = equation

    def plus(self, factor: int, other: _Constraint) -> _Constraint:
        """self + factor * other, as an inequality."""
        sums = dict(self.coefficients)
        for term, coefficient in other.coefficients.items():
            sums[term] = sums.get(term, 0) + factor * coefficient
        return _Constraint({term: value for term, value in sums.items() if value}, self.constant + factor * other.constant, False)


class Projection:
    """Projects literals of one pySMT environment."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._linear = LinearAtoms(terms.environment)

    def project(self, literals: Literals, eliminated: set[FNode], model: Evaluation) -> Literals:
        """The literals without the symbols ``eliminated``, in canonical form; those that are true are left out."""
        definitions = self._definitions(literals, eliminated)
        literals = self._replaced(literals, definitions)
        rest = [symbol for symbol in dict.fromkeys(s for atom in literals for s in symbols(atom)) if symbol in eliminated]
        if not rest:
            return self._canonical(literals)
        values = {symbol: self._constant(symbol, model) for symbol in rest if symbol not in self._linear_only(literals, rest)}
        literals = self._canonical(self._replaced(literals, values))
        return self._canonical(self._without_bounded(literals, [symbol for symbol in rest if symbol not in values], model))

    # v := t for an equation v = t (or linear in v with coefficient +-1), v not in t after all earlier replacements.
    def _definitions(self, literals: Literals, eliminated: set[FNode]) -> dict[FNode, FNode]:
        """Replacements for some of the eliminated symbols, free of the symbols that they replace."""
        definitions: dict[FNode, FNode] = {}
        order: list[FNode] = []
        for atom, value in literals.items():
            if not value or atom.node_type() not in (op.EQUALS, op.IFF):
                continue
            if not any(symbol in eliminated for symbol in symbols(atom)):
                continue
            current = _resolve(atom, definitions, self._terms)
            solved = self._solve(current, eliminated, definitions)
            if solved is not None:
                definitions[solved[0]] = solved[1]
                order.append(solved[0])
        # A later replacement may concern a symbol of an earlier one's term.
        result: dict[FNode, FNode] = {}
        for symbol in reversed(order):
            result[symbol] = _resolve(definitions[symbol], result, self._terms)
        return result

    def _solve(self, atom: FNode, eliminated: set[FNode], known: dict[FNode, FNode]) -> tuple[FNode, FNode] | None:
        if atom.node_type() not in (op.EQUALS, op.IFF):
            return None
        for side, other in (atom.args(), atom.args()[::-1]):
            if side in eliminated and side not in known and side not in symbols(other):
                return side, other
        left, right = atom.args()
        if not self._terms.environment.stc.get_type(left).is_int_type():
            return None
        manager = self._terms.environment.formula_manager
        difference = _difference(left, right)
        for term, coefficient in difference.coefficients.items():
            if term in eliminated and coefficient in (1, -1) and term not in known:
                others = [(t, -coefficient * c) for t, c in difference.coefficients.items() if t is not term]
                if any(term in symbols(t) for t, _ in others):
                    continue
                parts = [t if c == 1 else manager.Times(manager.Int(c), t) for t, c in others]
                parts.append(manager.Int(-coefficient * difference.constant))
                return term, parts[0] if len(parts) == 1 else manager.Plus(parts)
        return None

    def _replaced(self, literals: Literals, replacements: dict[FNode, FNode]) -> Literals:
        if not replacements:
            return literals
        rewrite = Rewriter(self._terms, lambda symbol: replacements.get(symbol, symbol))
        return {rewrite(atom): value for atom, value in literals.items()}

    def _constant(self, symbol: FNode, model: Evaluation) -> FNode:
        sort = symbol.symbol_type()
        value = model.value(symbol)
        if sort.is_bool_type():
            return self._terms.true if value else self._terms.false
        return self._terms.bit_vector(value, sort.width) if sort.is_bv_type() else self._terms.integer(value)

    def _linear_only(self, literals: Literals, rest: list[FNode]) -> set[FNode]:
        """Those of the symbols that occur in integer relations only, and there linearly with coefficient 1 or -1."""
        fit = {symbol for symbol in rest if symbol.symbol_type().is_int_type()}
        for atom in literals:
            constraint = self._constraint(atom, True)
            if constraint is None:
                fit.difference_update(symbols(atom))
                continue
            for term, coefficient in constraint.coefficients.items():
                if coefficient not in (1, -1) or not term.is_symbol():
                    fit.difference_update(symbols(term))
        return fit

    def _constraint(self, atom: FNode, value: bool) -> _Constraint | None:
        """An integer relation or its negation as a constraint; a negated equation as the equation; None for other atoms."""
        kind = atom.node_type()
        if kind not in (op.LE, op.LT, op.EQUALS):
            return None
        left, right = atom.args()
        if not self._terms.environment.stc.get_type(left).is_int_type():
            return None
        difference = _difference(left, right)
        coefficients = difference.coefficients
        if kind == op.EQUALS:
            return _Constraint(coefficients, difference.constant, True)
        if value:
            return _Constraint(coefficients, difference.constant + (kind == op.LT), False)
        negated = {term: -coefficient for term, coefficient in coefficients.items()}
        return _Constraint(negated, -difference.constant + (kind == op.LE), False)

    def _without_bounded(self, literals: Literals, unknown: list[FNode], model: Evaluation) -> Literals:
        """Eliminate symbols that occur linearly, with coefficients 1 and -1, one after the other."""
        kept: Literals = {}
        constraints: list[_Constraint] = []
        concerned = set(unknown)
        for atom, value in literals.items():
            if concerned.isdisjoint(symbols(atom)):
                kept[atom] = value
                continue
            constraint = self._constraint(atom, value)
            assert constraint is not None
            constraints += self._split(constraint, value, model)
        for symbol in unknown:
            constraints = self._eliminate(constraints, symbol, model)
        for constraint in constraints:
            atom, value = self._literal(constraint)
            kept[atom] = value
        return kept

    def _split(self, constraint: _Constraint, value: bool, model: Evaluation) -> list[_Constraint]:
        """An equation as two inequalities, a disequation as the one that the model satisfies."""
        if not constraint.equation:
            return [constraint]
        negative = {term: -coefficient for term, coefficient in constraint.coefficients.items()}
        if value:
            return [_Constraint(constraint.coefficients, constraint.constant, False), _Constraint(negative, -constraint.constant, False)]
        if _at(constraint, model) < 0:
            return [_Constraint(constraint.coefficients, constraint.constant + 1, False)]
        return [_Constraint(negative, -constraint.constant + 1, False)]

    def _eliminate(self, constraints: list[_Constraint], symbol: FNode, model: Evaluation) -> list[_Constraint]:
        lower: list[_Constraint] = []  # -v + l <= 0
        upper: list[_Constraint] = []  # v - u <= 0
        rest: list[_Constraint] = []
        for constraint in constraints:
            coefficient = constraint.coefficients.get(symbol, 0)
            (rest if not coefficient else upper if coefficient > 0 else lower).append(constraint)
        if not lower or not upper:
            return rest
        if any(abs(constraint.coefficients[symbol]) != 1 for constraint in (*lower, *upper)):
            # An elimination before gave the symbol other coefficients: its value is all that is known.
            return rest + [_fixed(constraint, symbol, model.value(symbol)) for constraint in (*lower, *upper)]
        value = model.value(symbol)
        greatest = max(lower, key=lambda constraint: _at(constraint, model) + value)
        # v = l:  u - constraints become  l - u <= 0;  the other lower bounds l' - l <= 0.
        rest += [constraint.plus(1, greatest) for constraint in upper]
        rest += [constraint.plus(-1, greatest) for constraint in lower if constraint is not greatest]
        return rest

    def _literal(self, constraint: _Constraint) -> tuple[FNode, bool]:
        manager = self._terms.environment.formula_manager
        parts = [term if factor == 1 else manager.Times(manager.Int(factor), term) for term, factor in constraint.coefficients.items()]
        total = manager.Plus([*parts, manager.Int(constraint.constant)]) if parts else manager.Int(constraint.constant)
        return manager.LE(total, manager.Int(0)), True

    def _canonical(self, literals: Literals) -> Literals:
        """Integer relations in normal form; relations without symbols, which hold in the model, are left out."""
        result: Literals = {}
        for atom, value in literals.items():
            if not symbols(atom):
                continue
            kind = atom.node_type()
            if kind in (op.LE, op.LT, op.EQUALS) and self._terms.environment.stc.get_type(atom.arg(0)).is_int_type():
                left, right = atom.args()
                normal = self._linear.equal(left, right) if kind == op.EQUALS else self._linear.at_most(left, right, strict=kind == op.LT)
                if not isinstance(normal, bool):
                    result[normal[0]] = value == normal[1]
            else:
                result[atom] = value
        return result


def _difference(left: FNode, right: FNode) -> _Constraint:
    """The equation  left - right = 0  of integers, its terms by node number."""
    form = linear_form((left, 1), (right, -1))
    terms = sorted(form.coefficients.items(), key=lambda item: item[0].node_id())
    return _Constraint({term: int(factor) for term, factor in terms}, int(form.constant), True)


def _resolve(term: FNode, replacements: dict[FNode, FNode], terms: Terms) -> FNode:
    """The term with the replacements applied until none applies (they have no cycles)."""
    while True:
        following = Rewriter(terms, lambda symbol: replacements.get(symbol, symbol))(term)
        if following is term:
            return term
        term = following


def _at(constraint: _Constraint, model: Evaluation) -> int:
    """The value of the left-hand side in the model."""
    return sum(factor * model.value(term) for term, factor in constraint.coefficients.items()) + constraint.constant


def _fixed(constraint: _Constraint, symbol: FNode, value: int) -> _Constraint:
    coefficients = dict(constraint.coefficients)
    factor = coefficients.pop(symbol)
    return _Constraint(coefficients, constraint.constant + factor * value, constraint.equation)
