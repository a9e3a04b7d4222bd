"""Figures to decompose (``verilab.experiments.statistics.decomposition``): of the rows of a study, and of the runs of an experiment.

Of a study, a figure that only valid answers have is taken of the queries that every arm has answered: otherwise an engine that answers the
easy ones would look as if it had small interpolants.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from verilab.errors import Refused, nearest
from verilab.experiments.queries.arms import OWN, factor_levels
from verilab.experiments.statistics.decomposition import Observation
from verilab.experiments.statistics.effects import LEAST_SECONDS
from verilab.experiments.store import StoredExperiment
from verilab.experiments.store.database import SUFFIX
from verilab.solving.factors import FACTORS, parse_factors, split_factors
from verilab.verification.configuration import SETTINGS

Row = Mapping[str, str]
Figure = Callable[[Row], float | None]
"""The figure of a row; None where it has none."""


def _valid(row: Row) -> bool:
    return row["outcome"] == "valid"


def _log(column: str) -> Figure:
    return lambda row: math.log10(1 + float(row[column])) if _valid(row) else None


def _seconds(row: Row) -> float | None:
    """Who has no answer took all of its time."""
    if row["outcome"] == "undeclared":
        return None
    return math.log10(max(float(row["seconds"]) if _valid(row) else float(row["limit"]), LEAST_SECONDS))


def _share(row: Row, column: str, wanted: str) -> float | None:
    """Whether an answer is valid and has this in a column; None where nobody was asked, or the file does not say."""
    return None if row["outcome"] == "undeclared" or column not in row else float(_valid(row) and row[column] == wanted)


OF_QUERIES: dict[str, Figure] = {
    "valid": lambda row: None if row["outcome"] == "undeclared" else float(_valid(row)),
    "log-seconds": _seconds,
    "log-cpu": lambda row: math.log10(max(float(row["cpu_s"]), LEAST_SECONDS)) if _valid(row) and row.get("cpu_s") else None,
    "general": lambda row: _share(row, "path_constants", "0"),
    "without-fallback": lambda row: _share(row, "fallback", ""),
    "log-nodes": _log("nodes"),
    "log-atoms": _log("atoms"),
    "log-predicates": _log("predicates"),
    "new-predicates": lambda row: float(row["new_predicates"]) if _valid(row) else None,
    "weakness": lambda row: float(row["weakness"]) if row["weakness"] else None,
    "excludes": lambda row: float(row["excludes"] == "yes") if _valid(row) else None,
    "excludes-by-atoms": lambda row: float(row["excludes_by_atoms"] == "yes") if _valid(row) else None,
}
"""Of a row of a study: 0 or 1, a share, a number, or the logarithm to base 10 of one; of seconds the limit where there is no answer."""


def _of_solved(figure: Figure) -> Figure:
    """Of runs that solved their tasks: what the others took is their limit's, and what they refined ended with it."""
    return lambda row: figure(row) if row["class"] == "solved" else None


def _refinements(row: Row) -> float | None:
    """None where nothing was refined, so that no engine was asked."""
    return math.log10(float(row["refinements"])) if float(row["refinements"]) else None


OF_RUNS: dict[str, Figure] = {
    "solved": lambda row: float(row["class"] == "solved"),
    "log-cpu": _of_solved(lambda row: math.log10(max(float(row["cpu_s"]), LEAST_SECONDS))),
    "log-refinements": _of_solved(_refinements),
}
"""Of a run of an experiment or a sweep; effort is of the tasks that every cell solved."""


def read_rows(path: Path) -> tuple[list[Row], Mapping[str, Figure]]:
    """The rows of a study's CSV or of runs (of an experiment, or a CSV), and which figures they have.  Refused for what is neither."""
    if path.suffix == SUFFIX:
        names = ["task", "label", "class", "cpu_s", "refinements", *SETTINGS]
        quoted = ", ".join(f'"{name}"' for name in names)
        rows = [dict(zip(names, map(str, row), strict=True)) for row in StoredExperiment(path).rows(f"SELECT {quoted} FROM runs")]
        return [_with_factors(row) for row in rows], OF_RUNS
    if not path.is_file():
        raise Refused(f"{path}: no such file; give the CSV of a study (verilab queries study) or of runs, or an experiment ({SUFFIX})")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    if {"class", "cpu_s", "refinements", *SETTINGS} <= set(reader.fieldnames or ()):
        return [_with_factors(row) for row in rows], OF_RUNS
    missing = [name for name in ("task", "query", "outcome", "engine", FACTORS[0]) if name not in (reader.fieldnames or ())]
    if missing:
        raise Refused(f"{path}: has no column {missing[0]!r}; give the CSV that verilab queries study has written")
    # A factor that is younger than the file is the engine's own in all of its rows.
    return [dict.fromkeys(FACTORS, OWN) | row for row in rows], OF_QUERIES


def _with_factors(row: dict[str, str]) -> Row:
    """A run with its procedure taken apart: ``engine``, and the level of each factor."""
    name = row["interpolation"]
    if "," in name.partition("(")[0] or name.startswith("portfolio"):
        return row | {"query": row["task"], "engine": name, **dict.fromkeys(FACTORS, OWN)}
    bare, own = split_factors(name)
    factors = own.over(parse_factors(row["factors"]))
    reduction = factors.named().get("reduction", row["reduction"])  # a run has a setting of this name
    return {**row, "query": row["task"], **factor_levels(factors), "reduction": reduction, "engine": bare or row["backend"]}


def observations(
    rows: Iterable[Row], figures: Mapping[str, Figure], name: str, factors: Sequence[str], only: Mapping[str, Sequence[str]]
) -> list[Observation]:
    """The figure ``name`` of the rows that have only these levels, by task; of queries for which every cell has one.

    Refused for figures and factors that there are not.
    """
    known = list(rows)
    if name not in figures:
        raise Refused(f"unknown figure {name!r}; {nearest(name, figures)}")
    columns = list(known[0]) if known else []
    for factor in (*factors, *only):
        if factor not in columns:
            raise Refused(f"the rows have no column {factor!r}; {nearest(factor, columns)}")
    by_query: dict[tuple[str, str], dict[tuple[str, ...], list[float]]] = {}
    cells: set[tuple[str, ...]] = set()
    for row in known:
        if any(row[factor] not in levels for factor, levels in only.items()):
            continue
        value = figures[name](row)
        cell = tuple(row[factor] for factor in factors)
        cells.add(cell)
        if value is not None:
            by_query.setdefault((row["task"], row["query"]), {}).setdefault(cell, []).append(value)
    complete = {key: own for key, own in by_query.items() if len(own) == len(cells)}
    return [
        Observation(task, cell, sum(values) / len(values))
        for (task, _), own in (complete or by_query).items()
        for cell, values in own.items()
    ]
