"""Reading what a sweep wrote: rows of its CSV as the values that wrote them."""

from __future__ import annotations

import csv
import math
from dataclasses import fields
from pathlib import Path
from typing import Any

from verilab.experiments.result import EvidenceReport, PropertyResult, RunResult, RunStatistics
from verilab.experiments.sweeps.sweep import COLUMNS, COUNTS, SweepRow
from verilab.program.errors import InputError

REQUIRED = ("task", "configuration", "verdict")
"""The columns without which a row says nothing; any other may be missing and counts as empty, and further ones are passed over."""

ALL_PROCEDURES = "all"
"""The name under which the interpolation queries of a row are counted: the CSV has sums over the procedures."""

_VERDICTS = ("true", "false", "unknown")
_TRUTHS = {"": None, "true": True, "false": False}
_HINT = "give a file that verilab sweep --csv wrote"


def read_rows(path: Path) -> list[SweepRow]:
    """The rows of a sweep's CSV, in its order; ``SweepRow.cells`` of each gives its line again.

    What the CSV does not have is empty: the configuration (``label`` names it), versions and details.  An unfinished last line, of a
    sweep that was killed, is left out.  Raises InputError with file and line for what is no such CSV, OSError for what cannot be read.
    """
    with path.open(newline="", errors="replace") as file:
        reader = csv.reader(file)
        try:
            lines = [(reader.line_num, cells) for cells in reader if cells]
        except csv.Error as error:
            raise InputError(f"is no CSV: {error}", file=str(path), line=reader.line_num, hint=_HINT) from None
    header = lines[0][1] if lines else []
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise InputError(f"has no column {missing[0]!r}", file=str(path), line=1, hint=_HINT)
    rows = []
    for line, cells in lines[1:]:
        if len(cells) < len(header) and line == lines[-1][0]:
            break
        try:
            rows.append(_row(dict(zip(header, cells, strict=True))))
        except (ValueError, KeyError) as error:
            raise InputError(f"is no row of a sweep: {error}", file=str(path), line=line, hint=_HINT) from None
    return rows


def _row(cells: dict[str, str]) -> SweepRow:
    if cells["verdict"] not in _VERDICTS:
        raise ValueError(f"verdict {cells['verdict']!r}; known: {', '.join(_VERDICTS)}")
    counts = {name: _number(cells, f"interpolations_{name}") for name in COUNTS}
    counts["seconds"] = _number(cells, "interpolation_s")
    return SweepRow(
        cells["configuration"],
        RunResult(
            cells["task"],
            cells["verdict"],
            cells.get("reason", ""),
            EvidenceReport(cells.get("evidence", "none"), cells.get("checked_by", ""), cells.get("accepted") == "true"),
            RunStatistics(**_statistics(cells), interpolation={ALL_PROCEDURES: counts} if any(counts.values()) else {}),
            expected=_truth(cells.get("expected", "")),
            properties=_properties(cells.get("properties", "")),
        ),
    )


def _properties(text: str) -> tuple[PropertyResult, ...]:
    """``name=verdict:expected`` of each property; the last part is missing where nothing is expected."""
    found = []
    for part in text.split():
        name, equals, answer = part.rpartition("=")
        verdict, _, expected = answer.partition(":")
        if not equals or verdict not in _VERDICTS or expected not in _TRUTHS:
            raise ValueError(f"property {part!r}; known: NAME=VERDICT or NAME=VERDICT:EXPECTED, such as NAME=unknown:true")
        found.append(PropertyResult(name, verdict, expected=_TRUTHS[expected]))
    return tuple(found)


def _statistics(cells: dict[str, str]) -> dict[str, Any]:
    """Every number of RunStatistics that is a column: times are fractions, the others counts."""
    found: dict[str, Any] = {}
    for each in fields(RunStatistics):
        if each.name in COLUMNS:
            number = _number(cells, each.name)
            found[each.name] = number if each.name.endswith("_s") else int(number)
    return found


def _number(cells: dict[str, str], name: str) -> float:
    text = cells.get(name, "")
    try:
        number = float(text or 0)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} is {text!r}, not a number")
    return number


def _truth(text: str) -> bool | None:
    if text not in _TRUTHS:
        raise ValueError(f"expected is {text!r}; known: true, false or nothing")
    return _TRUTHS[text]
