"""What lies under ``cvc5:proofs``: ``python -m benchmarks.proof_floor FOLDER --csv ROWS [--repeat N]``.

Of each recorded query, in CPU seconds of this process, the least of N times, each over new terms and by solvers that have answered before:

    z3:horn, cvc5:proofs    the whole question
    conversion              pySMT's terms to cvc5's
    check                   cvc5's check of the same assertions, as it is by itself: no proof, preprocessing
    unsimplified            the same without preprocessing, which is what a proof that can be read needs
    proved                  the same with proofs on, which nobody reads
    core                    the same of the assertions of an unsatisfiable core alone, the finding of the core left out

``check``, ``unsimplified``, ``proved`` and ``core`` are cvc5's own, without the conversion.  What exceeds the limit has no figure.  The
``floor`` is what remains of ``cvc5:proofs`` if reading a proof costs nothing.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import cvc5
from pysmt.environment import Environment
from verilab_backends.cvc5.proofs.solver import NARROWING, PROVING
from verilab_backends.cvc5.terms import Cvc5Terms

from verilab.solving.backend import QueryContext
from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import make_interpolator, split_procedure
from verilab.solving.queries.files import RecordedQuery, query_files, read_query
from verilab.solving.registry import load_backend
from verilab.solving.simplification.simplifier import conjuncts

ENGINES = ("z3:horn", "cvc5:proofs")
PLAIN = (("incremental", "true"),)
UNSIMPLIFIED = tuple(option for option in PROVING if option[0] not in ("produce-proofs", "proof-granularity"))
FLOOR = "floor"
COLUMNS = ("query", "task", *ENGINES, "conversion", "check", "unsimplified", "proved", "core", "assertions", "core_assertions")


def whole(path: Path, engine: str, limit: float) -> float | None:
    """CPU seconds of a question to an engine that is warm; None without interpolants."""
    environment = Environment()
    query = read_query(path, environment)
    owner, procedure = split_procedure(engine)
    with closing(load_backend(owner)) as backend:
        interpolator = make_interpolator(backend, procedure, environment, logic=query.logic, context=QueryContext())
        with closing(interpolator):
            symbol = environment.formula_manager.Symbol("warm up")
            interpolator.sequence([symbol, environment.formula_manager.Not(symbol)], timeout=limit)
            began = time.process_time()
            outcome = interpolator.sequence(query.partitions, timeout=limit)
            seconds = time.process_time() - began
    return seconds if isinstance(outcome, Interpolants) else None


def converted(query: RecordedQuery, environment: Environment) -> tuple[float, Cvc5Terms, list[Any]]:
    """CPU seconds of the conversion, and its terms."""
    terms = Cvc5Terms(environment)
    began = time.process_time()
    assertions = {term.getId(): term for partition in query.partitions for term in map(terms.to_cvc5, conjuncts(partition))}
    return time.process_time() - began, terms, list(assertions.values())


def checked(terms: Cvc5Terms, logic: str, options: Sequence[tuple[str, str]], assertions: Sequence[Any], limit: float) -> tuple[float, Any]:
    """CPU seconds of a check by a solver that has answered before, and the solver; without a refutation the solver is None."""
    solver = cvc5.Solver(terms.manager)
    for option, value in (*options, ("tlimit-per", str(int(1000 * limit)))):
        solver.setOption(option, value)
    solver.setLogic(logic)
    solver.push()
    for assertion in warm_up(terms):
        solver.assertFormula(assertion)
    assert solver.checkSat().isUnsat()
    solver.pop()
    began = time.process_time()
    solver.push()
    for assertion in assertions:
        solver.assertFormula(assertion)
    answer = solver.checkSat()
    return time.process_time() - began, solver if answer.isUnsat() else None


def warm_up(terms: Cvc5Terms) -> list[Any]:
    """A contradiction of a few integers that no preprocessing finds: what a solver makes once for all it has made after it."""
    manager = terms.environment.formula_manager
    names = [manager.Symbol(f"warm {name}", terms.environment.type_manager.INT()) for name in "xyz"]
    x, y, z = names
    between = [manager.Or(manager.LT(low, high), manager.LT(high, low)) for low, high in ((x, y), (y, z), (x, z))]
    return [
        terms.to_cvc5(formula)
        for formula in (*between, *(manager.LE(manager.Int(0), name) for name in names), manager.LE(manager.Plus(names), manager.Int(2)))
    ]


def floors(path: Path, limit: float) -> Iterator[tuple[str, float]]:
    """The parts of one query, by name; a part without a refutation is left out."""
    environment = Environment()
    query = read_query(path, environment)
    seconds, terms, assertions = converted(query, environment)
    yield "conversion", seconds
    for name, options in (("check", PLAIN), ("unsimplified", UNSIMPLIFIED), ("proved", PROVING)):
        seconds, solver = checked(terms, query.logic, options, assertions, limit)
        if solver is not None:
            yield name, seconds
    _, solver = checked(terms, query.logic, NARROWING, assertions, limit)
    yield "assertions", len(assertions)
    if solver is not None:
        core = {term.getId() for term in solver.getUnsatCore()}
        yield "core_assertions", len(core)
        seconds, solver = checked(terms, query.logic, PROVING, [term for term in assertions if term.getId() in core], limit)
        if solver is not None:
            yield "core", seconds


def measured(path: Path, limit: float, repeat: int) -> dict[str, float]:
    """The least figures of a query by column."""
    least: dict[str, float] = {}
    for _ in range(repeat):
        figures = dict(floors(path, limit))
        for engine in ENGINES:
            seconds = whole(path, engine, limit)
            if seconds is not None:
                figures[engine] = seconds
        least = {name: min(least.get(name, figure), figure) for name, figure in figures.items()} | {
            name: figure for name, figure in least.items() if name not in figures
        }
    return least


def floor(row: Mapping[str, str]) -> float:
    """The conversion, and the cheaper one of a proof of all and of finding a core and proving that; 0 where a part is missing."""
    if not all(row[name] for name in ("conversion", "check", "proved", "core")):
        return 0.0
    return float(row["conversion"]) + min(float(row["proved"]), float(row["check"]) + float(row["core"]))


def ratios(rows: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, int, int, float, float]]:
    """Of each column: the queries and tasks that it and ``z3:horn`` have, its share of ``z3:horn``'s time on the typical task (geometric
    means by task, then over tasks), and in the sum."""
    for name in (*COLUMNS[3:-2], FLOOR):
        tasks: dict[str, list[float]] = {}
        own = horn = 0.0
        for row in rows:
            seconds = floor(row) if name == FLOOR else float(row[name] or 0)
            if row["z3:horn"] and seconds:
                tasks.setdefault(row["task"], []).append(seconds / float(row["z3:horn"]))
                own, horn = own + seconds, horn + float(row["z3:horn"])
        if tasks:
            typical = geometric_mean(geometric_mean(of_task) for of_task in tasks.values())
            yield name, sum(map(len, tasks.values())), len(tasks), typical, own / horn


def main() -> None:
    parser = argparse.ArgumentParser(description="What lies under cvc5:proofs, of recorded queries.")
    parser.add_argument("folder", type=Path, nargs="?", help="recorded queries; without them the rows are summed up")
    parser.add_argument("--csv", type=Path, required=True)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=30.0, help="wall seconds of each question")
    options = parser.parse_args()
    if options.folder is not None:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            for path in query_files(options.folder):
                query = read_query(path, Environment())
                figures = {name: f"{figure:.6g}" for name, figure in measured(path, options.limit, options.repeat).items()}
                writer.writerow({"query": path.name, "task": query.origin.get("task", path.stem)} | figures)
                file.flush()
    with options.csv.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    print(f"of z3:horn's CPU time{'':12} {'queries':>8} {'tasks':>6} {'typical task':>13} {'in the sum':>11}")
    for name, queries, tasks, typical, total in ratios(rows):
        print(f"{name:33} {queries:8} {tasks:6} {typical:13.2f} {total:11.2f}")


if __name__ == "__main__":
    main()
