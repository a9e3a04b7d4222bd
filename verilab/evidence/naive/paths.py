"""Check of claims that multiply or consist of equations: path by path, each with its equations used first
(``verilab.evidence.naive.polynomials``).

    I(a), the conditions of a path from a to b, not I(b) of the values behind it    is unsatisfiable, for every path

Nothing is merged, so that each condition ``==`` of the path is an equation.  Where remainders of small constants occur (``y % 2``), each
value that they may have is a case of its own, in which ``y`` is ``2 (y / 2)`` and that value.  Each part of ``x = 0 or x <= n`` is a case,
too; where ``x >= n`` or ``x > n`` is a condition of the path, a solver says whether ``x = n`` or ``x = n + 1``, one more equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.budget import Part
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.polynomials import Equations, TooManyMonomials
from verilab.evidence.naive.relation import Arrival, Relation, RelationBuilder, TooLarge, Values
from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.operations import Assume
from verilab.program.storages import Array, Variable
from verilab.solving.backend import Status

MOST_PATHS = 400
MOST_CASES = 16
MOST_ALTERNATIVES = 4
MOST_COMPARED = 8
PATH_EDGES = 2_000


def multiplies(formula: FNode) -> bool:
    """Whether words that are no constants are multiplied in it."""
    return any(node.is_bv_mul() and not any(part.is_constant() for part in node.args()) for node in subterms((formula,)))


def consist_of_equations(formulas: Iterable[FNode], terms: Terms) -> bool:
    """Whether all of their conjuncts are equations between words, and there is one."""
    conjuncts = [conjunct for formula in formulas for conjunct in _conjuncts(formula, terms) if conjunct is not terms.true]
    return bool(conjuncts) and all(equation.is_equals() and equation.arg(0).get_type().is_bv_type() for equation in conjuncts)


@dataclass(frozen=True, slots=True)
class _Path:
    """``facts`` hold on the path, ``values`` are the slots' at its end."""

    target: ControlPoint
    facts: tuple[FNode, ...]
    values: Values


class PathChecker:
    """Checks the claims of ``points`` in bit vectors; vocabulary, statements of claims and sessions are those of ``blocks``."""

    def __init__(self, points: ClaimedPoints, blocks: BlockChecker, environment: Environment, time: Part) -> None:
        self._points = points
        self._blocks = blocks
        self._environment = environment
        self._time = time
        self._operators = BitVectors(environment)
        self._terms = self._operators.terms

    def targets(self, source: ControlPoint) -> set[ControlPoint] | None:
        """The cut points that paths from the source lead to, all of them into claims; None where that was not shown."""
        premise = self._blocks.premise(self._points.claims[source])
        reached: set[ControlPoint] = set()
        walk = _Walk(self._blocks, self._operators, self._points, self._time)
        try:
            paths = list(islice(walk.paths(source), MOST_PATHS + 1))
            if len(paths) > MOST_PATHS:
                return None
            for path in paths:
                if not self._leads_into_claims(premise, path):
                    return None
                reached.add(path.target)
        except (TooLarge, TooManyMonomials):
            return None
        return reached

    def _leads_into_claims(self, premise: FNode, path: _Path) -> bool:
        if self._time.over:
            return False
        claim = None if path.target.location.is_error else self._points.claims.get(path.target)
        conclusion = self._terms.false if claim is None else self._behind(self._blocks.conclusion(claim), path.values)
        facts = [*_conjuncts(premise, self._terms), *path.facts]
        goals = list(_conjuncts(conclusion, self._terms))
        return (
            self._follows(facts, goals)
            or self._follows_by_cases(facts, goals)
            or self._follows_by_alternatives(facts, goals, list(_compared(path.facts, self._terms)))
        )

    def _behind(self, claim: FNode, values: Mapping[int, FNode]) -> FNode:
        """The claim about the values at the end of a path."""
        symbol, elements = self._blocks.vocabulary.slot_symbol, self._blocks.vocabulary.elements
        changed = {symbol(slot): term for slot, term in values.items() if elements[slot] is not None}
        result: FNode = self._environment.substituter.substitute(claim, changed)
        return result

    def _follows(self, facts: Sequence[FNode], goals: Sequence[FNode], cases: Sequence[FNode] = ()) -> bool:
        """Whether the goals follow from facts and cases; ``cases``: equations that were added."""
        equations, terms = self._equations([*facts, *cases], goals), self._terms
        if equations.contradictory:
            return True
        goals = [goal for goal in goals if equations.rewritten(goal) is not terms.true]
        if goals == [terms.false]:
            goals = []
        elif not goals:
            return True
        facts = [*facts, *cases]
        rewritten = [equations.rewritten(fact) for fact in facts]
        if terms.false in rewritten:
            return True
        plain = [equations.abstract(fact) for fact in facts]
        return self._excluded(plain, [equations.abstract(goal) for goal in goals]) or self._excluded(
            [*plain, *rewritten], [equations.rewritten(goal) for goal in goals]
        )

    def _excluded(self, facts: Sequence[FNode], goals: Sequence[FNode]) -> bool:
        """Whether a solver excludes that the facts hold and not all goals do; of no goals: that the facts hold."""
        terms = self._terms
        violation = terms.negation(terms.conjunction(goals)) if goals else terms.true
        formulas = [formula for formula in dict.fromkeys((*facts, violation)) if formula is not terms.true]
        session = self._blocks.session(formulas)
        session.push()
        try:
            session.add(*formulas)
            return session.check(timeout=max(0.01, self._time.remaining / 2)) is Status.UNSAT
        finally:
            session.pop()

    def _equations(self, facts: Sequence[FNode], goals: Sequence[FNode]) -> Equations:
        equations = Equations(self._terms)
        for fact in facts:
            equations.decide(fact)
        for formula in (*facts, *goals):  # what they divide is met before anything is rewritten
            equations.abstract(formula)
        for fact in facts:
            equations.assume(fact)
        return equations

    def _follows_by_cases(self, facts: Sequence[FNode], goals: Sequence[FNode]) -> bool:
        """The same for every value of the remainders that occur."""
        remainders = list(self._equations(facts, goals).remainders)
        choices = [list(self._values(rest)) for rest in remainders]
        count = 1
        for values in choices:
            count *= len(values)
        if not remainders or count > MOST_CASES:
            return False
        return all(self._follows(facts, goals, case) for case in product(*choices))

    def _follows_by_alternatives(self, facts: Sequence[FNode], goals: Sequence[FNode], compared: Sequence[FNode]) -> bool:
        """The same for each part of the disjunctions in which an equation is; ``compared``: equations that may be true."""
        alternatives = [fact.args() for fact in facts if fact.is_or() and any(part.is_equals() for part in fact.args())]
        if not alternatives or len(alternatives) > MOST_ALTERNATIVES or any(len(parts) > 2 for parts in alternatives):
            return False
        for case in product(*alternatives):
            equations = self._equations([*facts, *case], goals)
            plain = [equations.abstract(fact) for fact in (*facts, *case)]
            tight = [equal for equal in compared[:MOST_COMPARED] if self._excluded(plain, [equations.abstract(equal)])]
            if not self._follows(facts, goals, [*case, *tight]):
                return False
        return True

    def _values(self, rest: FNode) -> Iterator[FNode]:
        """``rest = v`` for every value that it may have."""
        divisor, width = rest.arg(1).constant_value(), rest.bv_width()
        for value in range(0 if rest.is_bv_urem() else 1 - divisor, divisor):
            yield self._operators.equal(rest, self._terms.bit_vector(value, width))


class _Walk(RelationBuilder):
    """The paths from one point to the next cut points, with the terms of single edges as the relation has them."""

    def __init__(self, blocks: BlockChecker, operators: BitVectors, points: ClaimedPoints, time: Part) -> None:
        super().__init__(blocks.vocabulary, operators, lambda point: points.cuts(point, 0, False), PATH_EDGES, time)
        self._is_cut = points.cuts

    def paths(self, source: ControlPoint) -> Iterator[_Path]:
        """All paths but those that a condition without variables excludes.  Raises TooLarge."""
        terms = self._operators.terms
        self._order(source)  # no cycle without a cut point
        stack: list[tuple[ControlPoint, tuple[FNode, ...], Values]] = [(source, (), {})]
        while stack:
            point, facts, values = stack.pop()
            if self._time is not None and self._time.over:
                raise TooLarge
            for edge, target in point.successors:
                behind, new = self._along(point, edge, values)
                if terms.false in new:
                    continue
                after = (*facts, *(fact for part in new for fact in _conjuncts(part, terms)))
                if self._is_cut(target, 0, False):
                    yield _Path(target, after, behind)
                else:
                    stack.append((target, after, behind))

    def _along(self, point: ControlPoint, edge: Edge, values: Values) -> tuple[Values, list[FNode]]:
        operation, terms = edge.operation, self._operators.terms
        self._relation = Relation(point)
        if isinstance(operation, Assume):
            holds = self._operators.truth(self._term(operation.condition, values), operation.condition.type)
            fact = _simplified(holds if operation.positive else terms.negation(holds), terms)
            return values, [fact, *self._operators.taken_sides()]
        arrival = self._follow(point, edge, Arrival(terms.true, dict(values)), alone=True, defined=True)
        return arrival.values, [*self._relation.constraints, *self._operators.taken_sides()]

    def _assign(self, taken: FNode, values: Values, slot: int, storage: Variable | Array, term: FNode) -> None:
        values[slot] = term


def _simplified(fact: FNode, terms: Terms) -> FNode:
    """A comparison of constants is what it is, and ``(f ? 1 : 0) = 0`` is ``not f``."""
    positive, atom = True, fact
    while True:
        if atom.is_not():
            positive, atom = not positive, atom.arg(0)
        elif atom.is_equals() and atom.arg(1).is_constant() and _is_truth(atom.arg(0)) and atom.arg(1).constant_value() in (0, 1):
            positive, atom = positive is bool(atom.arg(1).constant_value()), atom.arg(0).arg(0)
        else:
            break
    if atom.is_equals() and all(side.is_constant() for side in atom.args()):
        atom = terms.true if atom.arg(0) is atom.arg(1) else terms.false
    return atom if positive else terms.negation(atom)


def _compared(facts: Iterable[FNode], terms: Terms) -> Iterator[FNode]:
    """Of words that the facts order: that they are equal, or, where they cannot be, that one follows the other."""
    for fact in facts:
        atom = fact.arg(0) if fact.is_not() else fact
        strict = atom.is_bv_ult() or atom.is_bv_slt()
        if strict or atom.is_bv_ule() or atom.is_bv_sle():
            less, more = reversed(atom.args()) if fact.is_not() else atom.args()
            if strict is not fact.is_not():
                width = less.get_type().width
                less = terms.node(op.BV_ADD, (less, terms.bit_vector(1, width)), (width,))
            yield terms.node(op.EQUALS, (more, less))


def _is_truth(term: FNode) -> bool:
    """Whether it is ``f ? 1 : 0``."""
    parts = term.args()[1:] if term.is_ite() else ()
    return all(part.is_bv_constant() for part in parts) and [part.constant_value() for part in parts] == [1, 0]


def _conjuncts(formula: FNode, terms: Terms) -> Iterator[FNode]:
    if formula.is_and():
        for part in formula.args():
            yield from _conjuncts(part, terms)
    elif formula.is_not() and formula.arg(0).is_or():
        for part in formula.arg(0).args():
            yield from _conjuncts(terms.negation(part), terms)
    else:
        yield formula
