"""Rows as an oracle writes them, of choices in which one score says what a candidate costs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FAMILIES = ("locks", "counters", "buffers", "drivers", "threads")
STRATEGY = "spin15-good-narrow"


def run_row(task: str, analysis: str = "value") -> dict[str, Any]:
    return {"row": "run", "task": task, "strategy": STRATEGY, "configuration": {"analysis": analysis, "strategy": STRATEGY}}


def candidate_row(task: str, refinement: int, place: int, scores: dict[str, float], cost: float, **other: Any) -> dict[str, Any]:
    """A candidate with a verdict, that costs seconds; ``other`` replaces keys."""
    after = {"cpu_s": cost, "wall_s": cost, "states": round(10 * cost), "refinements": 3}
    row = {
        "row": "candidate",
        "task": task,
        "refinement": refinement,
        "candidate": place,
        "chosen": place == 0,
        "analysis": "value",
        "length": int(scores["length"]),
        "facts": [f"main::x{number}" for number in range(int(scores["width"]) % 4 + 1)],
        "scores": scores,
        "outcome": "decided",
        "verdict": "true",
        "reason": "",
        "after": after,
    }
    return row | other


def choices_rows(seed: int = 0, tasks: int = 6) -> Iterator[dict[str, Any]]:
    """Of each family some tasks with two choices: a candidate costs 2 to the number of its loops seconds, whatever else it has."""
    chance = random.Random(seed)
    for family in FAMILIES:
        for number in range(tasks):
            task = f"{family}/{family}-{number}"
            yield run_row(task)
            for refinement in (1, 2):
                loops = chance.sample(range(6), 3)
                for place, count in enumerate(loops):
                    scores = {"length": chance.randint(3, 30), "width": chance.randint(1, 20), "domain-type": 2 ** chance.randint(1, 6)}
                    yield candidate_row(task, refinement, place, {**scores, "loops": count, "random": chance.random()}, 2.0**count)
            yield {"row": "score", "task": task, "strategy": STRATEGY, "score": "width:narrow"}


def write_rows(path: Path, rows: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
