"""What ``verilab.interpolate`` costs over the engine's own call: ``python -m benchmarks.interpolate_call [ENGINE ...] [--queries N]``.

Every query is asked in both ways, one after the other in turns, in one process: each is a new one, of a few partitions over integers.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from contextlib import closing

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.api.interpolation import interpolate
from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import make_interpolator, split_procedure
from verilab.solving.registry import load_backend

ENGINES = ("z3:horn", "z3:farkas", "cvc5:proofs", "mathsat:proofs")


def queries(environment: Environment, count: int, seed: int = 0) -> Iterator[list[FNode]]:
    """Unsatisfiable chains x_1 = c, x_(k+1) = x_k + c_k, and a bound on the last that they break; no two are the same."""
    manager, numbers = environment.formula_manager, random.Random(seed)
    sort = environment.type_manager.INT()
    for number in range(count):
        steps = [numbers.randint(1, 1000) for _ in range(numbers.randint(2, 5))]
        chain = [manager.Symbol(f"x{number}_{place}", sort) for place in range(len(steps))]
        parts = [manager.Equals(chain[0], manager.Int(steps[0]))]
        for place in range(1, len(steps)):
            parts.append(manager.Equals(chain[place], manager.Plus(chain[place - 1], manager.Int(steps[place]))))
        yield [*parts, manager.LT(chain[-1], manager.Int(sum(steps) - numbers.randint(0, 5)))]


def measure(engine: str, count: int) -> tuple[float, float, float]:
    """Seconds of all queries by the engine's own call, by ``interpolate`` without the check, and with it."""
    environment = Environment()
    owner, procedure = split_procedure(engine)
    own = called = checked = 0.0
    with closing(load_backend(owner)) as backend:
        interpolator = make_interpolator(backend, procedure, environment)
        for number, query in enumerate(queries(environment, count + 10)):
            for turn in (0, 1) if number % 2 else (1, 0):
                began = time.perf_counter()
                if turn:
                    assert isinstance(interpolator.sequence(query), Interpolants)
                else:
                    interpolate(query, engine, check=False, environment=environment)
                seconds = time.perf_counter() - began
                if number >= 10:  # the first ones load and start what the others find
                    own, called = (own + seconds, called) if turn else (own, called + seconds)
            began = time.perf_counter()
            interpolate(query, engine, environment=environment)
            checked += time.perf_counter() - began if number >= 10 else 0.0
        interpolator.close()
    return own, called, checked


def main() -> None:
    parser = argparse.ArgumentParser(description="What verilab.interpolate costs over the engine's own call.")
    parser.add_argument("engines", nargs="*", default=ENGINES)
    parser.add_argument("--queries", type=int, default=1000)
    options = parser.parse_args()
    print(f"{'engine':18} {'own call':>10} {'interpolate':>12} {'ratio':>6} {'with check':>11} {'ratio':>6}   of {options.queries} queries")
    for engine in options.engines:
        own, called, checked = measure(engine, options.queries)
        print(f"{engine:18} {own:8.2f} s {called:10.2f} s {called / own:6.2f} {checked:9.2f} s {checked / own:6.2f}")


if __name__ == "__main__":
    main()
