"""Auxiliary invariants: what interval propagation knows at the cuts of a sequence, conjoined to it before it is interpolated.

For A_1 .. A_n let J_0 = true, and J_k bounds of symbols that both sides of cut k have, with

    J_(k-1) ∧ A_k ⇒ J_k                 so  A_1 ∧ .. ∧ A_k ⇒ J_k

The engine is asked about  B_1 = A_1,  B_(k+1) = J_k ∧ A_(k+1).  The conjunction of B is that of A, as A implies each J_k; and its cuts
share the same symbols: one of J_k occurs in A before cut k and behind it, so that its first and its last occurrence are what they were.
For interpolants I of B, the formulas  I_k ∧ J_k  are interpolants of A:

    A_1 ⇒ I_1 ∧ J_1                                    as  A_1 = B_1,  and  J_0 ∧ A_1 ⇒ J_1
    I_k ∧ J_k ∧ A_(k+1) ⇒ I_(k+1) ∧ J_(k+1)            as  J_k ∧ A_(k+1) = B_(k+1),  and  J_k ∧ A_(k+1) ⇒ J_(k+1)
    I_(n-1) ∧ J_(n-1) ∧ A_n ⇒ false                    as  J_(n-1) ∧ A_n = B_n
    vars(I_k ∧ J_k) ⊆ vars(A_1..A_k) ∩ vars(A_(k+1)..A_n)

Bounds are forward ones, of integers and reals, from linear comparisons; of a disjunction the hull of its disjuncts.  What is not read
(other connectives, products of unknowns, terms that are no symbols) bounds nothing, which is sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.interpolation import shared_variables
from verilab.solving.simplification.linear_forms import Number, linear_form
from verilab.solving.simplification.simplifier import conjuncts

ROUNDS = 3
"""How often the conjuncts of a partition are gone through: ``x < y`` and ``y < x`` alone would raise their bounds for ever."""

DEPTH = 2
"""How many disjunctions within each other are followed."""

Interval = tuple[Number | None, Number | None]
"""The least and the greatest value, None for no bound."""

Bounds = Mapping[FNode, Interval]
"""Of symbols; those that it has not are not bounded."""

_UNBOUNDED: Interval = (None, None)


def counts_numbers(partitions: Iterable[FNode]) -> bool:
    """Whether a question has an integer or real symbol: something to be bounded."""
    return any(_is_number(symbol) for partition in partitions for symbol in partition.get_free_variables())


def interval_facts(environment: Environment, partitions: Sequence[FNode]) -> tuple[FNode, ...]:
    """J_1 .. J_(n-1) of a sequence, as conjunctions of bounds; false where the partitions before contradict each other by bounds alone."""
    manager = environment.formula_manager
    facts: list[FNode] = []
    bounds: Bounds | None = {}
    for partition, shared in zip(partitions, shared_variables(partitions), strict=False):
        bounds = None if bounds is None else _narrowed(bounds, conjuncts(partition), DEPTH)
        if bounds is None:
            facts.append(manager.FALSE())
            continue
        bounds = {symbol: bounds[symbol] for symbol in shared if symbol in bounds}
        facts.append(manager.And([fact for symbol, interval in bounds.items() for fact in _facts(environment, symbol, interval)]))
    return tuple(facts)


def strengthened(environment: Environment, partitions: Sequence[FNode], facts: Sequence[FNode]) -> list[FNode]:
    """B_1 .. B_n: each partition but the first with what is known at the cut before it."""
    manager = environment.formula_manager
    return [partitions[0], *(manager.And(fact, partition) for fact, partition in zip(facts, partitions[1:], strict=True))]


def _narrowed(bounds: Bounds, parts: Sequence[FNode], depth: int) -> Bounds | None:
    """The bounds after the conjunction of ``parts``; None where they contradict each other."""
    for _ in range(ROUNDS):
        before = bounds
        for part in parts:
            after = _after(bounds, part, depth)
            if after is None:
                return None
            bounds = after
        if bounds == before:
            break
    return bounds


def _after(bounds: Bounds, part: FNode, depth: int) -> Bounds | None:
    """The bounds after one conjunct."""
    if part.is_false():
        return None
    if part.is_or():
        if not depth:
            return bounds
        branches = [_narrowed(bounds, conjuncts(disjunct), depth - 1) for disjunct in part.args()]
        return _hull([branch for branch in branches if branch is not None])
    negated = part.is_not()
    atom = part.arg(0) if negated else part
    if atom.is_le() or atom.is_lt():
        left, right = atom.args()
        if negated:  # not l <= r is r < l
            left, right = right, left
        return _at_most(bounds, left, right, strict=atom.is_lt() != negated)
    if atom.is_equals() and not negated:
        left, right = atom.args()
        below = _at_most(bounds, left, right, strict=False)
        return None if below is None else _at_most(below, right, left, strict=False)
    return bounds


def _hull(branches: Sequence[Bounds]) -> Bounds | None:
    """What holds whichever of the branches is taken; None where there are none."""
    if not branches:
        return None
    first, *rest = branches
    hull: dict[FNode, Interval] = {}
    for symbol, (low, high) in first.items():
        others = [branch.get(symbol, _UNBOUNDED) for branch in rest]
        lows, highs = [low, *(interval[0] for interval in others)], [high, *(interval[1] for interval in others)]
        interval = (
            None if None in lows else min(value for value in lows if value is not None),
            None if None in highs else max(value for value in highs if value is not None),
        )
        if interval != _UNBOUNDED:
            hull[symbol] = interval
    return hull


# With  l - r  =  c + sum a_i * x_i  <=  0:   a_i * x_i  <=  -c - sum_(j != i) min(a_j * x_j)
def _at_most(bounds: Bounds, left: FNode, right: FNode, *, strict: bool) -> Bounds | None:
    """The bounds after ``left <= right``, ``left < right`` where strict; of reals a strict bound is taken for the weak one."""
    form = linear_form((left, 1), (right, -1))
    least = {term: _least(bounds.get(term, _UNBOUNDED), factor) for term, factor in form.coefficients.items()}
    whole = all(_is_integer(term) and isinstance(factor, int) for term, factor in form.coefficients.items())
    constant = form.constant + 1 if strict and whole and isinstance(form.constant, int) else form.constant
    unbounded = [term for term, value in least.items() if value is None]
    total: Number = constant + sum(value for value in least.values() if value is not None)
    if not unbounded and total > 0:
        return None
    if len(unbounded) > 1:
        return bounds
    narrowed = dict(bounds)
    for term, factor in form.coefficients.items():
        own = least[term]
        if not _is_number(term) or (unbounded and own is not None):
            continue
        limit = Fraction((0 if own is None else own) - total) / Fraction(factor)
        low, high = narrowed.get(term, _UNBOUNDED)
        if factor > 0:
            value = floor(limit) if _is_integer(term) else limit
            high = value if high is None else min(high, value)
        else:
            value = ceil(limit) if _is_integer(term) else limit
            low = value if low is None else max(low, value)
        if low is not None and high is not None and low > high:
            return None
        narrowed[term] = (low, high)
    return narrowed


def _least(interval: Interval, factor: Number) -> Number | None:
    """The least value of  factor * x  for x in an interval."""
    bound = interval[0] if factor > 0 else interval[1]
    return None if bound is None else factor * bound


def _is_number(term: FNode) -> bool:
    """Whether it is a symbol of an integer or a real."""
    return bool(term.is_symbol() and (term.symbol_type().is_int_type() or term.symbol_type().is_real_type()))


def _is_integer(term: FNode) -> bool:
    return bool(term.is_symbol() and term.symbol_type().is_int_type())


def _facts(environment: Environment, symbol: FNode, interval: Interval) -> list[FNode]:
    """The bounds of a symbol as formulas."""
    manager = environment.formula_manager

    def constant(value: Number) -> FNode:
        return manager.Int(int(value)) if _is_integer(symbol) else manager.Real(Fraction(value))

    low, high = interval
    if low is not None and low == high:
        return [manager.Equals(symbol, constant(low))]
    facts = [] if low is None else [manager.LE(constant(low), symbol)]
    return facts if high is None else [*facts, manager.LE(symbol, constant(high))]
