"""<backend>:farkas: every cut of a path from one exact Farkas certificate.

Where a conjunction of linear constraints  a_j x + c_j <= 0  has no solution, there are  m_j >= 0  with  sum m_j (a_j x + c_j) = d > 0.
The sum over the constraints of the first k partitions alone,  sum m_j (a_j x + c_j) <= 0,  is I_k: A_1 .. A_k imply it, adding those of
A_(k+1) gives I_(k+1), adding all others gives d <= 0, and a variable that has not cancelled out occurs on both sides
(McMillan, "An interpolating theorem prover", TACAS'04; the same multipliers for all cuts make the sequence inductive).

Disjunctions, disequations and integers are split into cases, as far as the solution found so far violates them.  Where a formula
D or E of partition j, or  t <= c or t >= c + 1  for a term t of it, is split, and both cases have interpolants, then I_k is their
conjunction for k < j and their disjunction for k >= j.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.terms.construction import Terms
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut, Unsupported
from verilab.solving.simplification.linear_forms import Number
from verilab.solving.simplification.simplifier import conjuncts
from verilab_backends.arithmetic.exact_simplex import Feasible, Infeasible, Relation, TimeIsOver, solve
from verilab_backends.arithmetic.literal_constraints import LiteralConstraints
from verilab_backends.procedures.cases import cases, disequation_cases, is_disequation

LEAVES = 256
"""Into how many cases one sequence may be split."""
DEPTH = 150
"""How many splits may lie within each other."""

Fact = tuple[int, FNode]
"""A formula and the partition that it belongs to."""


class _Stop(Exception):
    """What ends an interpolation without an answer."""

    def __init__(self, outcome: TimedOut | Unsupported | Failed) -> None:
        self.outcome = outcome


@dataclass(slots=True)
class _Branch:
    """One case: literals of partitions, and formulas that are not split yet."""

    literals: list[Fact] = field(default_factory=list)
    open: list[Fact] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Answer:
    """Interpolants of a case, and the literals that they rest on."""

    formulas: list[FNode]
    used: set[Fact]


class FarkasEngine:
    """Needs nothing of a solver; ``backend`` is the name in its outcomes."""

    def __init__(self, backend: str, environment: Environment) -> None:
        self._procedure = f"{backend}:farkas"
        self._environment = environment
        self._terms = Terms(environment)
        self._linear = LiteralConstraints(environment)
        self._cuts = 0
        self._leaves = 0
        self._end: float | None = None

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._cuts = len(sequent.shared)
        self._leaves = LEAVES
        branch = _Branch()
        for index, partition in enumerate(sequent.partitions):
            self._extend(branch, index, [partition])
        try:
            return self._refute(branch, 0).formulas
        except TimeIsOver:
            return TimedOut(self._procedure)
        except _Stop as stop:
            return stop.outcome

    def _extend(self, branch: _Branch, partition: int, formulas: Sequence[FNode]) -> list[Fact]:
        """Add formulas of a partition to a branch; the literals among them."""
        added = []
        for formula in formulas:
            for part in conjuncts(formula):
                fact = (partition, part)
                if self._alternatives(part):
                    branch.open.append(fact)
                else:
                    branch.literals.append(fact)
                    added.append(fact)
        return added

    def _alternatives(self, formula: FNode) -> list[list[FNode]]:
        """What a formula is split into; none for literals with a constraint."""
        alternatives = cases(self._environment, formula)
        return alternatives or (disequation_cases(self._environment, formula) if is_disequation(self._environment, formula) else [])

    def _refute(self, branch: _Branch, depth: int) -> _Answer:
        tightest = self._tightest(branch)
        answer = solve([self._linear.constraint(literal) for _, literal in tightest], self._end)
        if isinstance(answer, Infeasible):
            return self._sums(tightest, answer)
        partition, alternatives, integers = self._next_split(branch, answer)
        self._leaves -= len(alternatives) - 1
        if self._leaves <= 0 or depth > DEPTH:
            cause = "a contradiction over the integers only" if integers else "too many disjunctions"
            raise _Stop(Failed(f"{cause}: not shown by {LEAVES} cases, {DEPTH} within each other", self._procedure))
        answers = []
        used: set[Fact] = set()
        for alternative in alternatives:
            inner = _Branch(list(branch.literals), list(branch.open))
            added = self._extend(inner, partition, alternative)
            literal = len(inner.open) == len(branch.open)  # asked before the refutation takes formulas out of it
            result = self._refute(inner, depth + 1)
            own = set(added).difference(branch.literals)
            if literal and result.used.isdisjoint(own):
                return result  # the case was not needed
            answers.append(result)
            used |= result.used - own
        return _Answer([self._join(cut, partition, answers) for cut in range(self._cuts)], used)

    def _tightest(self, branch: _Branch) -> list[Fact]:
        """The branch's literals without those that another one with the same variables and factors implies."""
        kept: dict[object, tuple[Fact, Number]] = {}
        for fact in branch.literals:
            constraint = self._linear.constraint(fact[1])
            key: object = (constraint.relation, frozenset(constraint.coefficients.items()))
            if constraint.relation is Relation.EQ:
                key = fact  # equations are not weaker or stronger than each other
            if key not in kept or kept[key][1] < constraint.constant:
                kept[key] = (fact, constraint.constant)
        return [fact for fact, _ in kept.values()]

    def _join(self, cut: int, partition: int, answers: list[_Answer]) -> FNode:
        formulas = [answer.formulas[cut] for answer in answers]
        return self._terms.conjunction(formulas) if cut < partition else self._terms.disjunction(formulas)

    def _sums(self, literals: list[Fact], certificate: Infeasible) -> _Answer:
        """The interpolants of a conjunction of literals: for each cut the sum of what lies before it."""
        weighted = sorted((literals[row][0], row, weight) for row, weight in certificate.multipliers.items())
        total: dict[FNode, Fraction] = {}
        constant = Fraction(0)
        strict = False
        formulas: list[FNode] = []
        position = 0
        for cut in range(self._cuts):
            while position < len(weighted) and weighted[position][0] <= cut:
                _, row, weight = weighted[position]
                constraint = self._linear.constraint(literals[row][1])
                constant += weight * constraint.constant
                strict |= constraint.relation is Relation.LT
                for term, factor in constraint.coefficients.items():
                    value = total.pop(term, Fraction(0)) + weight * factor
                    if value:
                        total[term] = value
                position += 1
            formulas.append(self._linear.inequality(total, constant, strict))
        return _Answer(formulas, {literals[row] for row in certificate.multipliers})

    def _next_split(self, branch: _Branch, solution: Feasible) -> tuple[int, list[list[FNode]], bool]:
        """A formula that the solution violates, taken out of the branch; else (True) an integer term without an integer value."""
        for index, (partition, formula) in enumerate(branch.open):
            alternatives = self._alternatives(formula)
            if not any(self._holds(alternative, solution) for alternative in alternatives):
                del branch.open[index]
                return partition, alternatives, False
        fractional = self._fractional(branch, solution)
        if fractional is not None:
            return *fractional, True
        reason = "the linear constraints have a solution: the contradiction is one of another theory"
        raise _Stop(Unsupported(reason, self._procedure))

    def _fractional(self, branch: _Branch, solution: Feasible) -> tuple[int, list[list[FNode]]] | None:
        """The split of the integer term whose value is nearest to 0 among those that are no integers, in a partition that has it."""
        type_of = self._environment.stc.get_type
        fractions: list[tuple[Fraction, int, FNode]] = []
        seen: set[object] = set()
        for partition, literal in branch.literals:
            for term in self._linear.constraint(literal).coefficients:
                value = solution.values.get(term, Fraction(0))
                if value.denominator != 1 and term not in seen and type_of(term).is_int_type():
                    seen.add(term)
                    fractions.append((value, partition, term))
        if not fractions:
            return None
        m = self._environment.formula_manager
        value, partition, term = min(fractions, key=lambda item: abs(item[0]))
        floor = value.numerator // value.denominator
        return partition, [[m.LE(term, m.Int(floor))], [m.LE(m.Int(floor + 1), term)]]

    def _holds(self, formulas: Sequence[FNode], solution: Feasible) -> bool:
        """Whether formulas are literals that hold in the solution."""
        for formula in formulas:
            for part in conjuncts(formula):
                if self._alternatives(part):
                    return False
                constraint = self._linear.constraint(part)
                values = (factor * solution.values.get(term, Fraction(0)) for term, factor in constraint.coefficients.items())
                value = constraint.constant + sum(values)
                if not (
                    value == 0 if constraint.relation is Relation.EQ else value < 0 or (constraint.relation is Relation.LE and value == 0)
                ):
                    return False
        return True
