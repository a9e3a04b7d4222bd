"""Time of one predicate abstraction by minterms: ``python -m benchmarks.abstraction [solver ...]``.

A block of 200 edges over 20 integers: each edge assigns to one variable another one plus a constant, or what an input decides.  The 40
predicates compare the last versions with constants; few inputs have few satisfiable minterms, many inputs many.  Shown are the satisfiable
minterms of the 40 predicates, milliseconds for all of them by ``SolverSession.all_sat``, and for the entailed literals alone
(``SolverSession.implied``, cartesian abstraction): medians of five, each in a session of its own with the block asserted.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from verilab.solving.backend import SolverSession
from verilab.solving.registry import load_backend

EDGES, VARIABLES, PREDICATES = 200, 20, 40
REPETITIONS = 5


def block(environment: Environment, inputs: int, seed: int) -> tuple[FNode, list[FNode]]:
    """The block's formula with its predicates' definitions, and the symbols that stand for the predicates."""
    m = environment.formula_manager
    draw = random.Random(seed)
    current = [m.Int(draw.randrange(50)) for _ in range(VARIABLES)]
    parts: list[FNode] = []
    inputs_at = set(draw.sample(range(EDGES // 2, EDGES), inputs))
    for edge in range(EDGES):
        target, source = draw.randrange(VARIABLES), draw.randrange(VARIABLES)
        value = m.Plus(current[source], m.Int(draw.randrange(1, 9)))
        if edge in inputs_at:
            value = m.Ite(m.LT(m.Symbol(f"input@{edge}", INT), m.Int(0)), value, m.Int(draw.randrange(50)))
        version = m.Symbol(f"x{target}@{edge}", INT)
        parts.append(m.Equals(version, value))
        current[target] = version
    names = [m.Symbol(f"p{number}") for number in range(PREDICATES)]
    parts += [m.Iff(name, m.LE(current[number % VARIABLES], m.Int(draw.randrange(100)))) for number, name in enumerate(names)]
    return m.And(parts), names


def milliseconds(solver: str, inputs: int, seed: int, work: Callable[[SolverSession, Sequence[FNode]], int]) -> tuple[int, float]:
    """What the work counts, and the median of its times."""
    times, counted = [], 0
    for _ in range(REPETITIONS):
        environment = Environment()
        formula, names = block(environment, inputs, seed)
        session = load_backend(solver).session(environment, logic="QF_LIA")
        session.add(formula)
        session.push()
        start = time.perf_counter()
        counted = work(session, names)
        times.append(1000 * (time.perf_counter() - start))
        session.close()
    return counted, statistics.median(times)


def _minterms(session: SolverSession, names: Sequence[FNode]) -> int:
    return sum(1 for _ in session.all_sat(names))


def _literals(session: SolverSession, names: Sequence[FNode]) -> int:
    session.check()
    return sum(value is not None for value in session.implied(names))


def main(solvers: Sequence[str]) -> None:
    """Print a line for each solver and number of inputs."""
    print(f"{'solver':10}{'inputs':>8}{'minterms':>10}{'all ms':>10}{'literals':>10}{'their ms':>10}")
    for inputs, seed in ((10, 3), (22, 8)):
        for solver in solvers:
            minterms, all_of_them = milliseconds(solver, inputs, seed, _minterms)
            literals, entailed = milliseconds(solver, inputs, seed, _literals)
            print(f"{solver:10}{inputs:8}{minterms:10}{all_of_them:10.1f}{literals:10}{entailed:10.1f}")


if __name__ == "__main__":
    main(sys.argv[1:] or ["z3", "cvc5"])
