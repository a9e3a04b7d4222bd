"""Replay: every engine on the identical recorded queries; one tidy row per query and engine.

This separates the solver from the trajectory: no engine's answer decides which query comes next.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.experiments.queries.engines import Engines
from verilab.experiments.queries.measures import Comparison, Measures, PredicateGain, compare, measure
from verilab.experiments.queries.path_constants import path_constants
from verilab.solving.interpolation import Interpolants, reason_of
from verilab.solving.procedures import checker_for
from verilab.solving.queries.files import RecordedQuery, query_files, read_query
from verilab.solving.queries.statistics import outcome_name
from verilab.solving.registry import DEFAULT_BACKEND

COLUMNS = (
    "query", "task", "engine", "outcome", "detail", "seconds", "cuts", "nodes", "atoms", "variables", "predicates", "new_predicates",
    "path_constants", "cpu_s", "fallback",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """What one engine made of one query, whose file is ``query`` in the folder.

    ``outcome``: valid, invalid, failed, unsupported, timedout; satisfiable (nothing to interpolate); unchecked (the checking solver
    gave up).  Sizes and predicates are 0 where there are no interpolants.  ``path_constants``: how many numerals of the answer are
    values that were computed along the path (``verilab.experiments.queries.path_constants``).
    """

    query: str
    task: str
    engine: str
    outcome: str
    detail: str
    seconds: float
    cuts: int
    measures: Measures = field(default=Measures(0, 0, 0))
    predicates: int = 0
    new_predicates: int = 0
    fallback: str = ""
    path_constants: int = 0
    cpu_seconds: float = 0.0

    def stored(self, timeout: float) -> dict[str, Any]:
        """The row of the table ``replays`` of an experiment, below whose folder of queries each run has one of its own."""
        place = PurePosixPath(self.query)
        named = {name: getattr(self, name) for name in ("engine", "outcome", "detail", "seconds", "cuts", "fallback")}
        sizes = asdict(self.measures) | {"predicates": self.predicates, "new_predicates": self.new_predicates}
        return {"run": place.parent.name, "file": place.name, "timeout": timeout, **named, **sizes}

    def cells(self) -> list[str]:
        """In the order of COLUMNS."""
        sizes = (self.measures.nodes, self.measures.atoms, self.measures.variables, self.predicates, self.new_predicates)
        plain = [self.query, self.task, self.engine, self.outcome, self.detail, f"{self.seconds:.6f}", str(self.cuts)]
        return [*plain, *(str(size) for size in sizes), str(self.path_constants), f"{self.cpu_seconds:.4f}", self.fallback]


@dataclass(slots=True)
class Replay:
    """The rows so far, and the comparison of strengths summed over all cuts."""

    rows: list[ReplayRow] = field(default_factory=list)
    strength: Comparison = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """``timeout``: wall seconds of one query; ``checker``: "" for another backend than the engine's; ``strength``: compare cuts."""

    timeout: float = 10.0
    checker: str = ""
    isolate: bool = False
    strength: bool = True


def replay(
    folder: Path, engines: Sequence[str], options: ReplayOptions, progress: Callable[[Sequence[ReplayRow]], None] = lambda rows: None
) -> Replay:
    """Ask every engine, in the given order, every query of a folder.  Raises QueryFileError; ``progress`` gets each query's rows.

    Queries of one run share an environment and the engines' processes, as imported ones do that have a logic in common and no symbol in
    two sorts; an engine sees nothing of another one's answers.
    """
    result = Replay()
    for members in _runs(folder):
        environment = Environment()
        pool = Engines(engines, environment, options.timeout, isolate=options.isolate)
        gain = PredicateGain(environment)
        try:
            for task, path in members:
                rows = _query(pool, gain, _name(path, folder), task, read_query(path, environment), options, result.strength)
                result.rows += rows
                progress(rows)
        finally:
            pool.close()
    return result


def _runs(folder: Path) -> Iterator[list[tuple[str, Path]]]:
    """The files of each run and logic together, each with its task: they share their symbols; a file without origin is a run of its own."""
    groups: dict[tuple[str, str, str, Path], list[tuple[str, Path]]] = {}
    imported: dict[tuple[str, Path], list[tuple[_Sorts, list[tuple[str, Path]]]]] = {}
    for path in query_files(folder):
        query = read_query(path, Environment())  # every file is read before the first engine is asked: a broken one costs no time
        task = query.origin.get("task", "")
        if "question" in query.origin:
            _place(imported.setdefault((query.logic, path.parent), []), query, (task, path))
            continue
        run = path.stem.rpartition("-")[0] if task else str(path)
        groups.setdefault((task or path.name, run, query.logic, path.parent), []).append((task or path.name, path))
    yield from groups.values()
    for places in imported.values():
        yield from (members for _, members in places)


_Sorts = dict[str, str]
"""The sorts of symbols by their names."""


def _place(groups: list[tuple[_Sorts, list[tuple[str, Path]]]], query: RecordedQuery, member: tuple[str, Path]) -> None:
    """Put an imported query into the first group in which no symbol has another sort."""
    symbols = {symbol for partition in query.partitions for symbol in partition.get_free_variables()}
    sorts = {symbol.symbol_name(): str(symbol.symbol_type()) for symbol in symbols}
    for known, members in groups:
        if all(known.get(name, sort) == sort for name, sort in sorts.items()):
            known.update(sorts)
            members.append(member)
            return
    groups.append((sorts, [member]))


def _name(path: Path, folder: Path) -> str:
    return path.name if path == folder else str(path.relative_to(folder))


def _query(
    pool: Engines, gain: PredicateGain, name: str, task: str, query: RecordedQuery, options: ReplayOptions, strength: Comparison
) -> list[ReplayRow]:
    rows: list[ReplayRow] = []
    valid: dict[str, tuple[FNode, ...]] = {}
    for engine in pool.names:
        answer = pool.ask(engine, query.logic, query.partitions)
        outcome, cuts = answer.outcome, len(query.partitions) - 1
        row = ReplayRow(name, task, engine, outcome_name(outcome), reason_of(outcome), answer.seconds, cuts, cpu_seconds=answer.cpu_seconds)
        if isinstance(outcome, Interpolants):
            result, detail = pool.verdict(options.checker or checker_for(engine), query.logic, query.partitions, outcome)
            predicates, new = gain.add(engine, task, outcome.formulas)
            row = replace(row, outcome=result, detail=detail, measures=measure(outcome.formulas), predicates=predicates)
            row = replace(row, new_predicates=new, fallback=outcome.fallback)
            row = replace(row, path_constants=len(path_constants(query.partitions, outcome.formulas)))
            if result == "valid":
                valid[engine] = outcome.formulas
        rows.append(row)
    if valid:  # the query has interpolants: it is not satisfiable
        rows = [_refuted(row) if row.outcome == "satisfiable" else row for row in rows]
    if options.strength and len(valid) > 1:
        session = pool.session(options.checker or DEFAULT_BACKEND, query.logic)
        for pair, counts in compare(session, pool.environment, valid).items():
            strength.setdefault(pair, Counter()).update(counts)
    return rows


def _refuted(row: ReplayRow) -> ReplayRow:
    return replace(row, outcome="invalid", detail="says that the query is satisfiable")


def write_rows(rows: Sequence[ReplayRow], path: Path) -> None:
    """The tidy rows as CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(row.cells() for row in rows)
