"""Interpolants of one query by every installed engine, and how strong each is: how many of the others' it implies.

python examples/interpolants_by_engine.py [FILE.smt2] [ENGINE ...]
"""

import sys

from pysmt.fnode import FNode
from pysmt.shortcuts import GE, INT, LE, LT, And, Equals, Int, Not, Plus, Symbol, is_unsat

import verilab as vl


def query() -> list[FNode]:
    """Two rounds of a loop that counts x up and y along, after which y is said to be behind."""
    x, y = ([Symbol(f"{name}{step}", INT) for step in range(3)] for name in "xy")
    start = And(GE(x[0], Int(0)), LE(x[0], Int(3)), Equals(y[0], x[0]))
    rounds = [And(Equals(x[k + 1], Plus(x[k], Int(1))), Equals(y[k + 1], Plus(y[k], Int(1)))) for k in (0, 1)]
    return [start, *rounds, LT(y[2], Int(2))]


def implies(one: vl.Interpolants, other: vl.Interpolants) -> bool:
    """Whether each interpolant of the one implies that of the other for the same cut."""
    return all(is_unsat(And(first, Not(second)), solver_name="z3") for first, second in zip(one, other, strict=True))


def main(file: str | None = None, *engines: str) -> None:
    answers = list(vl.interpolate_all(file or query(), engines))
    interpolants = {answer.engine: answer.interpolants for answer in answers if answer.interpolants is not None}
    print(f"{'engine':24} {'checked by':10} {'seconds':>7} {'nodes':>5} {'implies':>7} of {len(interpolants) - 1}   the first interpolant")
    for answer in answers:
        if answer.interpolants is None:
            print(f"{answer.engine:24} {answer.outcome}")
            continue
        mine = answer.interpolants
        others = sum(implies(mine, other) for engine, other in interpolants.items() if engine != answer.engine)
        first = mine[0].serialize()
        print(f"{answer.engine:24} {mine.checked_by:10} {mine.seconds:7.3f} {answer.measures.nodes:5} {others:7}        {first}")


if __name__ == "__main__":
    main(*sys.argv[1:])
