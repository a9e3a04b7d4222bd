"""An experiment whose processes are killed all the while, and what becomes of its rows.

``python -m tests.experiments.laboratory.kills --runs 200 --seed 0`` prints the kills by kind, what became of the finished rows, and in what
the last table differs from that of the same experiment undisturbed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import verilab
from tests.experiments.laboratory.killing import begin, experiment, finish, kill_at_random, kill_coordinator, reported_rows
from verilab.experiments.laboratory.performing import by_others
from verilab.verification.schema import KILLED

SETTINGS = 4
EXPERIMENT = """\
record = ["refinements", "queries"]
[tasks]
files = ["*.c"]
[settings]
isolate = true
[axes]
analyses = ["value", "predicate"]
interpolations = ["", "mathsat:proofs", "smtinterpol:proofs"]
[[exclude]]
analysis = "value"
interpolation = ["mathsat:proofs", "smtinterpol:proofs"]
[limits]
wall = 120
"""
"""Every solver is in a process of its own: Z3, cvc5 and MathSAT in workers, SMTInterpol in a virtual machine below one."""

LONGEST_SESSION = 60.0
"""Seconds after which the coordinator is killed at the latest."""
MOST_ROWS = 15
"""Rows after which it is, at the latest."""
KILLS_FOR_EACH_RUN = 3
"""After so many kills the rest of the experiment is left in peace: on a busy machine a run may take longer than it is let live."""

RUN = ("verdict", "reason", "states", "refinements", "predicates", "evidence", "checked_by", "accepted")
"""The columns of a run that are the same each time."""
PARTS = {
    "refinements": "run, place, number, phase, states, found, candidates, chosen, why, targets, increment",
    "candidates": "run, place, candidate, analysis, role, length, provenance, interpolants, increment, scores",
    "queries": "run, number, procedure, outcome, phase, iteration, logic, partitions, file",
}
"""Of what belongs to a run, the columns that are the same each time."""


@dataclass(slots=True)
class Outcome:
    """``lost``, ``changed``: finished rows that were gone, or others, after a later session.

    ``strays``: refinements, candidates or queries of a run that has no row, and queries whose file is missing.  ``differences``: from the
    undisturbed experiment, by column.
    """

    rows: int = 0
    sessions: int = 0
    gave_up: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    seen: int = 0
    again: int = 0
    lost: int = 0
    changed: int = 0
    doubled: int = 0
    strays: int = 0
    attempts: Counter[int] = field(default_factory=Counter)
    differences: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def text(self) -> str:
        """For people."""
        lines = [
            f"{self.rows} runs in {self.sessions} sessions, of which {self.gave_up} gave up by themselves; {self.seconds:.0f} s",
            f"{self.kills.total()} kills: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items())),
            f"finished rows that a kill left behind: {self.seen}; lost {self.lost}, changed {self.changed}, doubled {self.doubled}, "
            f"parts without a row {self.strays}",
            f"rows of runs that something outside had ended three times, and that a later session ran again: {self.again}",
            "attempts: " + ", ".join(f"{count} rows with {number}" for number, count in sorted(self.attempts.items())),
            "the last table is that of the undisturbed experiment"
            if not self.differences
            else "differs from the undisturbed experiment: " + ", ".join(f"{name} {count}" for name, count in self.differences.items()),
            *self.examples[:20],
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a file by their keys: all that they say, what is the same each time, and those that something outside ended."""

    all: dict[str, tuple[str, ...]]
    same: dict[str, dict[str, str]]
    attempts: dict[str, int]
    unfinished: frozenset[str]
    doubled: int
    strays: int


def read(file: Path) -> Rows:
    """What is in a file of rows, queries' files included."""
    opened = verilab.open(file)
    runs = opened.runs
    keys = [str(key) for key in runs.run]
    rows = list(zip(keys, runs.itertuples(index=False), strict=True))
    whole = {key: tuple(map(str, row)) for key, row in rows}
    same = {key: {name: _lasting(str(getattr(row, name))) for name in RUN} for key, row in rows}
    doubled, strays = len(keys) - len(set(keys)), 0
    for part, columns in PARTS.items():
        frame = opened.sql(f"SELECT {columns} FROM {part} ORDER BY ALL")
        lines: dict[str, list[str]] = {}
        for row in frame.itertuples(index=False):
            lines.setdefault(str(row[0]), []).append(str(tuple(row)))
        strays += len(lines.keys() - whole.keys())
        for key, texts in same.items():
            texts[f"rows of {part}"] = str(len(lines.get(key, [])))
            texts[part] = "\n".join(lines.get(key, []))
    named = opened.sql("SELECT DISTINCT run, file FROM queries")
    strays += sum(not (opened.queries_folder / key / name).is_file() for key, name in zip(named.run, named.file, strict=True))
    unfinished = frozenset(
        key
        for key, reason, details in zip(keys, runs.reason, runs.details, strict=True)
        if by_others(reason) or KILLED in json.loads(details)
    )
    return Rows(whole, same, dict(zip(keys, runs.attempts, strict=True)), unfinished, doubled, strays)


def _lasting(text: str) -> str:
    """Without how many executions there was time for."""
    return re.sub(r"\d+ executions", "executions", text)


def campaign(folder: Path, runs: int, seed: int, *options: str) -> Outcome:
    """Run an experiment of so many runs undisturbed, then with kills; what they did to its rows."""
    file, chance, outcome = experiment(folder, max(1, runs // SETTINGS), EXPERIMENT), random.Random(seed), Outcome()
    assert finish(file, *options, rows="reference.duckdb") == 0
    rows, known, began = folder / "experiment.duckdb", dict[str, tuple[str, ...]](), time.monotonic()
    over = False
    while not over and outcome.kills.total() < KILLS_FOR_EACH_RUN * runs:
        outcome.sessions += 1
        until = reported_rows(rows) + chance.randint(1, MOST_ROWS)
        with begin(file, *options) as coordinator:
            seconds = chance.uniform(5.0, LONGEST_SESSION)
            outcome.kills += kill_at_random(coordinator, chance, seconds, partial(_reached, rows, until))
            if kind := kill_coordinator(coordinator, chance, rows):
                outcome.kills[kind] += 1
            coordinator.wait()
        over = coordinator.returncode == 0
        outcome.gave_up += coordinator.returncode > 0
        if rows.exists():
            known = _compared(outcome, known, read(rows))
    assert finish(file, *options) == 0
    last = read(rows)
    _compared(outcome, known, last)
    outcome.rows, outcome.seconds = len(last.all), time.monotonic() - began
    outcome.attempts = Counter(last.attempts.values())
    _differences(outcome, read(folder / "reference.duckdb"), last)
    return outcome


def _reached(rows: Path, count: int) -> bool:
    return reported_rows(rows) >= count


def _compared(outcome: Outcome, known: dict[str, tuple[str, ...]], now: Rows) -> dict[str, tuple[str, ...]]:
    """Count what became of the finished rows of before; those of now."""
    outcome.seen = max(outcome.seen, len(known))
    outcome.lost += len(known.keys() - now.all.keys())
    outcome.changed += sum(now.all.get(key, row) != row for key, row in known.items())
    outcome.doubled += now.doubled
    outcome.strays += now.strays
    outcome.again += len(now.unfinished)
    return {key: row for key, row in now.all.items() if key not in now.unfinished}


def _differences(outcome: Outcome, reference: Rows, last: Rows) -> None:
    for key in sorted(reference.same.keys() | last.same.keys()):
        one, other = reference.same.get(key), last.same.get(key)
        if one is None or other is None:
            outcome.differences["missing"] += 1
            continue
        for name in one:
            if one[name] != other[name]:
                outcome.differences[name] += 1
                if len(one[name]) < 80:
                    outcome.examples.append(f"  {key} ({last.attempts[key]} attempts): {name} was {one[name]!r} and is {other[name]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the rows, which are thrown away without one")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        print(campaign(folder, arguments.runs, arguments.seed, "--jobs", str(arguments.jobs)).text())


if __name__ == "__main__":
    main()
