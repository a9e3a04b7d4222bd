"""Points between the poles where nobody eliminates the locals: found by tries, and judged by the solver.

Of a valuation v of the shared variables of a cut k, without the poles themselves:

    v is in S_k      iff  A_1 ∧ .. ∧ A_k ∧ v  is satisfiable          (S_k = ∃ locals. A_1 ∧ .. ∧ A_k)
    v is in W_k      iff  v ∧ A_(k+1) ∧ .. ∧ A_n  is unsatisfiable    (W_k = ¬∃ locals. A_(k+1) ∧ .. ∧ A_n)

so that v lies between them iff both are unsatisfiable.  Tries are models of the prefix, of the suffix, and of nothing, under random hints,
with a few variables changed: states that are nearly reached, and nearly bad.  The share of these points that a formula admits is its
weakness, as in ``placement``; only the points are other ones, so that answers to one query are compared, not queries.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.experiments.queries.hints import constants_of, hint, neighbour
from verilab.solving.backend import SolverGaveUp, SolverSession, Status, Value

TRIES = 36
"""Valuations of a cut."""
LEAST = 8
"""Points between the poles; a cut that has fewer is not placed."""
MOST = 24
"""Points of which the share is taken."""
CHANGED = 3
"""Variables of a model that get another value, at most."""
HINTS = 2
LIMIT = 0.2
"""Seconds for one question."""

Shares = list[float]


@dataclass(frozen=True, slots=True)
class Cut:
    """What is before a cut and what is behind it, and the variables that both have."""

    before: tuple[FNode, ...]
    behind: tuple[FNode, ...]
    shared: tuple[FNode, ...]


def shares_between(
    session: SolverSession,
    environment: Environment,
    cut: Cut,
    formulas: Sequence[FNode],
    chance: random.Random,
    end: float | None = None,
) -> Shares | None:
    """The share of points between the poles that each formula admits, None where too few are found; nothing is asserted on ``session``.

    ``end``: of the clock ``time.monotonic``; None where it is past.
    """
    constants = constants_of((*cut.before, *cut.behind, *formulas))
    points: list[FNode] = []
    for origin in (cut.before, cut.behind, ()):
        points += _tries(session, environment, origin, cut.shared, constants, chance)
    chance.shuffle(points)
    for side in (cut.before, cut.behind):
        if end is not None and time.monotonic() > end:
            return None
        points = _refuted(session, side, points)
    points = list(dict.fromkeys(points))[:MOST]
    if len(points) < LEAST:
        return None
    admitted = [0] * len(formulas)
    for point in points:
        if session.check([point], timeout=LIMIT) is not Status.SAT:
            return None
        for number, holds in enumerate(session.values(formulas)):
            admitted[number] += bool(holds)
    return [count / len(points) for count in admitted]


def _tries(
    session: SolverSession,
    environment: Environment,
    origin: Sequence[FNode],
    shared: Sequence[FNode],
    constants: Sequence[int],
    chance: random.Random,
) -> list[FNode]:
    """Valuations near to models of ``origin``, as conjunctions."""
    m = environment.formula_manager
    result: list[FNode] = []
    session.push()
    try:
        session.add(*origin)
        for _ in range(TRIES // 3):
            hints = [own for _ in range(HINTS) if (own := hint(environment, chance, shared, constants)) is not None]
            while session.check(hints, timeout=LIMIT) is not Status.SAT:
                if not hints:
                    return result
                hints.pop()
            values = list(session.values(shared))
            for place in chance.sample(range(len(shared)), min(len(shared), chance.randint(1, CHANGED))):
                values[place] = neighbour(shared[place], values[place], constants, chance)
            result.append(m.And([_equation(environment, *pair) for pair in zip(shared, values, strict=True)]))
    except SolverGaveUp:
        return result
    finally:
        session.pop()
    return result


def _equation(environment: Environment, symbol: FNode, value: Value) -> FNode:
    m, sort = environment.formula_manager, symbol.symbol_type()
    if sort.is_bool_type():
        return symbol if value else m.Not(symbol)
    if sort.is_bv_type():
        return m.Equals(symbol, m.BV(int(value) % (1 << sort.width), sort.width))
    return m.Equals(symbol, m.Int(int(value)) if sort.is_int_type() else m.Real(value))


def _refuted(session: SolverSession, side: Sequence[FNode], points: Sequence[FNode]) -> list[FNode]:
    """The points that contradict a side; one that nobody decides is left out."""
    session.push()
    try:
        session.add(*side)
        return [point for point in points if session.check([point], timeout=LIMIT) is Status.UNSAT]
    except SolverGaveUp:
        return []
    finally:
        session.pop()
