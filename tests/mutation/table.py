"""Results of mutants as rows of a CSV file, and the scores that they make."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.mutation.mutant import Mutant
from tests.mutation.running import SURVIVED, Result

COLUMNS = ("stratum", "module", "line", "operator", "occurrence", "before", "after", "outcome", "test", "tests", "seconds")


def row(stratum: str, mutant: Mutant, source: str, result: Result) -> dict[str, str]:
    before, after = mutant.change(source)
    of_mutant = (mutant.module, str(mutant.place[0]), mutant.operator, str(mutant.occurrence), before, after)
    of_result = (result.outcome, result.test, str(result.tests), f"{result.seconds:.1f}")
    return dict(zip(COLUMNS, (stratum, *of_mutant, *of_result), strict=True))


def read(file: Path) -> list[dict[str, str]]:
    """The rows of a file, of a mutant its last one; none if there is no file."""
    if not file.exists():
        return []
    with file.open(newline="") as stream:
        return list({(mutant["module"], mutant["operator"], mutant["occurrence"]): mutant for mutant in csv.DictReader(stream)}.values())


def append(file: Path, cells: Mapping[str, str]) -> None:
    new = not file.exists()
    with file.open("a", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        if new:
            writer.writeheader()
        writer.writerow(cells)


def wilson(hits: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval for a share (Wilson 1927), of 95 % for z = 1.96."""
    if not trials:
        return 0.0, 1.0
    share = hits / trials
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return (middle - spread) / (1 + z * z / trials), (middle + spread) / (1 + z * z / trials)


def scores(rows: Iterable[Mapping[str, str]], equivalent: frozenset[str] = frozenset()) -> str:
    """A line per stratum and one for all: the mutants, those that are equivalent, and how many of the others were killed."""
    rows = list(rows)
    lines = ["| stratum | mutants | equivalent | killed | survived | score | 95 % |", "|---|---:|---:|---:|---:|---:|---|"]
    for stratum in [*dict.fromkeys(mutant["stratum"] for mutant in rows), "all"]:
        members = [mutant for mutant in rows if stratum in ("all", mutant["stratum"])]
        survivors = [mutant for mutant in members if mutant["outcome"] == SURVIVED]
        same = sum(identity(mutant) in equivalent for mutant in survivors)
        counted, killed = len(members) - same, len(members) - len(survivors)
        low, high = wilson(killed, counted)
        share = f"{100 * killed / counted:.1f} %" if counted else ""
        cells = (stratum, len(members), same, killed, len(survivors) - same, share, f"{100 * low:.0f} to {100 * high:.0f} %")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def identity(cells: Mapping[str, str]) -> str:
    """What a mutant is recognised by when lines have moved: its module and the change of the text."""
    return f"{cells['module']}: {cells['before']} -> {cells['after']}"
