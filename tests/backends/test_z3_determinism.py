"""The same interpolation query has the same answer, whatever else z3 did before in the same process."""

from __future__ import annotations

import random

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend

LOW, HIGH, ROUND = -(2**31), 2**31 - 1, 2**32


def doubling(environment: Environment, steps: int) -> list[FNode]:
    """Count i up to 2k, wrapped into 32 bits, and n with every second step; at the end n cannot have passed k."""
    m, integer = environment.formula_manager, environment.type_manager.INT()
    k = m.Symbol("k", integer)
    i = [m.Symbol(f"i{step}", integer) for step in range(steps + 1)]
    n = [m.Symbol(f"n{step}", integer) for step in range(steps + 1)]

    def in_range(term: FNode) -> FNode:
        return m.And(m.LE(m.Int(LOW), term), m.LE(term, m.Int(HIGH)))

    def wrapped(term: FNode) -> FNode:
        low = m.Ite(m.LE(term, m.Int(LOW - 1)), m.Plus(term, m.Int(ROUND)), m.Plus(term, m.Int(-ROUND)))
        return m.Ite(in_range(term), term, low)

    limit = wrapped(m.Times(m.Int(2), k))
    parts = [m.And(m.Equals(n[0], m.Int(0)), m.Equals(i[0], m.Int(0))), m.And(in_range(k), m.LE(k, m.Int(10**6)), m.LE(m.Int(-(10**6)), k))]
    for step in range(steps):
        counted = m.Plus(n[step], m.Int(1)) if step % 2 == 0 else n[step]
        moved = m.And(m.Equals(i[step + 1], wrapped(m.Plus(i[step], m.Int(1)))), m.Equals(n[step + 1], counted))
        parts += [m.And(in_range(i[step]), m.LT(i[step], limit)), moved]
    return [*parts, m.And(in_range(i[-1]), m.Not(m.LT(i[-1], limit))), m.And(m.LE(m.Int(0), k), m.Not(m.Equals(n[-1], k)))]


def answer(seed: int) -> list[str]:
    """The interpolants after other sessions have come and gone, which ones depends on ``seed``; none for 0."""
    environment = Environment()
    backend = load_backend("z3")
    partitions = doubling(environment, 2)
    m, chance, sessions = environment.formula_manager, random.Random(seed), []
    symbols = sorted(set().union(*(partition.get_free_variables() for partition in partitions)), key=str)
    for _ in range(chance.randrange(40) if seed else 0):
        session = backend.session(environment, logic="QF_LIA")
        for _ in range(chance.randrange(6)):
            left, right = chance.choice(symbols), chance.choice(symbols)
            session.add(m.LE(m.Plus(m.Times(m.Int(chance.randrange(-3, 4)), left), right), m.Int(chance.randrange(-9, 1000))))
        session.check()
        sessions.append(session)
        while sessions and chance.random() < 0.5:
            sessions.pop(chance.randrange(len(sessions))).close()
    outcome = make_interpolator(backend, "horn", environment).sequence(partitions)
    assert isinstance(outcome, Interpolants)
    return [formula.serialize() for formula in outcome.formulas]


def test_other_sessions_do_not_change_the_interpolants() -> None:
    assert all(answer(seed) == answer(0) for seed in range(1, 9))
