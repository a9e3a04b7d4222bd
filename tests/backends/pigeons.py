"""A question that takes any solver by resolution exponential time."""

from __future__ import annotations

from itertools import combinations

from pysmt.environment import Environment
from pysmt.fnode import FNode


def pigeons(environment: Environment, holes: int) -> list[FNode]:
    """Two partitions: each of ``holes`` + 1 pigeons sits somewhere; each sits alone."""
    m = environment.formula_manager
    sits = [[m.Symbol(f"sits_{pigeon}_{hole}") for hole in range(holes)] for pigeon in range(holes + 1)]
    alone = [m.Not(m.And(p[hole], q[hole])) for hole in range(holes) for p, q in combinations(sits, 2)]
    return [m.And([m.Or(row) for row in sits]), m.And(alone)]
