"""The benchmark: engines by query classes, medians over repetitions, each engine on identical generated queries.

CHAIN n is x0 = 0, n increments, x(n) > n (n + 2 partitions); LBE k is the loop body of VMCAI'12 Fig. 1 as one disjunctive block,
unrolled k times.  An engine that timed out on a class is not asked a bigger one.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

from pysmt.environment import Environment

from verilab.data_classes import dataclass
from verilab.experiments.queries.engines import Engines
from verilab.experiments.queries.measures import measure
from verilab.solving.conformance.catalogue import FAMILIES
from verilab.solving.conformance.query import Query
from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import checker_for
from verilab.solving.queries.statistics import outcome_name

# class: (family of the conformance kit, sizes in ascending order)
CLASSES: dict[str, tuple[str, tuple[int, ...]]] = {
    "CHAIN": ("counter-chain", (20, 50, 100)),
    "LBE": ("moving-units", (1, 2, 3, 5)),
    "guarded loop": ("guarded-loop", (5, 20, 50)),
    "disjunctive": ("noisy-pair", (2, 5, 10)),
    "wrap-around": ("wrap-around", (1, 3, 10)),
    "parity": ("parity", (2, 10)),
    "boolean": ("lock-protocol", (20, 100)),
    "bit-vector": ("bit-vector-steps", (2, 10, 20)),
    "bit-vector casts": ("bit-vector-casts", (2, 10)),
    "real": ("real-halving", (10, 50)),
    "functions": ("congruence", (5, 20)),
    "arrays": ("array-cell", (2, 5)),
}
COLUMNS = ("class", "size", "engine", "outcome", "repetition", "seconds", "nodes", "atoms")


@dataclass(frozen=True, slots=True)
class Cell:
    """One engine on one query: ``outcome`` as in a replay, or "undeclared" (its capabilities exclude the theory) or "skipped" (it timed
    out on a smaller one); ``seconds`` of each repetition, of which a failing engine has one; the size of the answer."""

    kind: str
    size: int
    engine: str
    outcome: str
    seconds: tuple[float, ...] = ()
    nodes: int = 0
    atoms: int = 0

    @property
    def median(self) -> float | None:
        """The median of a valid answer's times, else None."""
        return median(self.seconds) if self.outcome == "valid" else None


@dataclass(frozen=True, slots=True)
class BenchmarkOptions:
    """``timeout``: wall seconds of a query; ``classes``: names among CLASSES, () for all."""

    timeout: float = 10.0
    repetitions: int = 3
    classes: tuple[str, ...] = ()
    isolate: bool = False


def benchmark(
    engines: Sequence[str], options: BenchmarkOptions, progress: Callable[[str], None] = lambda activity: None
) -> Iterator[tuple[Cell, ...]]:
    """The cells of one query after the other, one per engine in their order; answers are certified by another backend."""
    for kind in options.classes or CLASSES:
        family, sizes = CLASSES[kind]
        environment = Environment()
        pool = Engines(engines, environment, options.timeout, isolate=options.isolate)
        late: set[str] = set()
        try:
            for size in sizes:
                progress(f"{kind} {size}")
                query = FAMILIES[family].query(environment, family, size, 0, satisfiable=False)
                cells = tuple(_cell(pool, engine, kind, size, query, options, engine in late) for engine in engines)
                late |= {cell.engine for cell in cells if cell.outcome == "timedout"}
                yield cells
        finally:
            pool.close()


def _cell(pool: Engines, engine: str, kind: str, size: int, query: Query, options: BenchmarkOptions, late: bool) -> Cell:
    if late:
        return Cell(kind, size, engine, "skipped")
    if not pool.declares(engine, query.theories):
        return Cell(kind, size, engine, "undeclared")
    times: list[float] = []
    first = pool.ask(engine, query.logic, query.partitions)
    outcome = first.outcome
    times.append(first.seconds)
    if not isinstance(outcome, Interpolants):
        return Cell(kind, size, engine, outcome_name(outcome), tuple(times))
    verdict, _ = pool.verdict(checker_for(engine), query.logic, query.partitions, outcome)
    for _ in range(options.repetitions - 1):
        again = pool.ask(engine, query.logic, query.partitions)
        times.append(again.seconds)
        if not isinstance(again.outcome, Interpolants):
            return Cell(kind, size, engine, outcome_name(again.outcome), tuple(times))
    sizes = measure(outcome.formulas)
    return Cell(kind, size, engine, verdict, tuple(times), sizes.nodes, sizes.atoms)


def ratios(cells: Sequence[Cell]) -> list[float | None]:
    """Each cell's median relative to the fastest valid one of the same query."""
    times = [cell.median for cell in cells]
    best = min((time for time in times if time is not None), default=None)
    return [None if time is None or not best else time / best for time in times]


def write_cells(rows: Iterable[Sequence[Cell]], path: Path) -> None:
    """A tidy row per query, engine and repetition."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for cells in rows:
            for cell in cells:
                for repetition, seconds in enumerate(cell.seconds or (None,), start=1):
                    cell_text = "" if seconds is None else f"{seconds:.6f}"
                    writer.writerow((cell.kind, cell.size, cell.engine, cell.outcome, repetition, cell_text, cell.nodes, cell.atoms))
