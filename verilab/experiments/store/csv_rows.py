"""Runs as lines of a CSV: written as they come, read as the values that wrote them; every field of the configuration is a column.

Beside ``rows.csv`` stands ``rows.csv.settings.json``, which says what its rows were run with.
"""

from __future__ import annotations

import csv
import fcntl
import json
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TextIO

from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.program.errors import InputError
from verilab.verification.configuration import MOST, SETTINGS, Configuration, ConfigurationError
from verilab.verification.schema import PropertyResult, Run, RunResult, RunStatistics

COUNTS = ("asked", "valid", "invalid", "failed", "unsupported", "timedout", "fallbacks")
"""Of ``verilab.solving.queries.statistics.Tally``, what is summed over the procedures of a run."""

_FIRST = ("task", "configuration", "expected", "verdict", "class", "reason", "evidence", "checked_by", "accepted")
_STATISTICS = tuple(field.name for field in fields(RunStatistics) if field.name not in ("interpolation", "model_errors"))
_INTERPOLATIONS = (*(f"interpolations_{name}" for name in COUNTS), "interpolation_s")
COLUMNS = (*_FIRST, *_STATISTICS, *_INTERPOLATIONS, "properties", "model_errors", *SETTINGS)
"""``configuration`` is the run's label; the configuration itself are the last columns, named as its fields."""

REQUIRED = ("task", "configuration", "verdict")
"""The columns without which a row says nothing; any other may be missing and counts as empty, and further ones are passed over."""

ALL_PROCEDURES = "all"
"""The name under which the interpolation queries of a row are counted: the CSV has sums over the procedures."""

NOTHING = "none"
"""How None is written, which is not the empty text."""

_VERDICTS = ("true", "false", "unknown")
_TRUTHS = {"": None, "true": True, "false": False}
_HINT = "give a file that verilab sweep --csv, or experiment export --format sweep, wrote"


def write_csv(rows: Iterable[Run], path: Path) -> Iterator[Run]:
    """Pass the rows on, each written and flushed to ``path`` before the next one is asked for.  Raises InputError as ``locked``."""
    with _naming(path), locked(path) as file:
        if path.is_file():  # a device has nothing to take away
            file.truncate(0)
        csv.writer(file).writerow(COLUMNS)
    return append_csv(rows, path)


def append_csv(rows: Iterable[Run], path: Path) -> Iterator[Run]:
    """As ``write_csv``, after the rows that the file already has."""
    file = locked(path)
    try:
        writer = csv.writer(file)
        for row in rows:
            with _naming(path):
                writer.writerow(cells(row))
                file.flush()
            yield row
    finally:
        with _naming(path):
            file.close()


def locked(path: Path) -> TextIO:
    """The file, open at its end and this process' alone until it is closed.  Raises InputError where another one writes to it."""
    file = path.open("a", newline="")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise InputError("another process is writing to it", file=str(path), hint="wait for it, or give another --csv") from None
    except OSError:  # a file system without locks: whoever uses one minds it alone
        pass
    return file


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in what is raised when it is written: that the disk is full says by itself not where."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def cells(row: Run) -> list[str]:
    """A row in the order of COLUMNS."""
    result, statistics, evidence = row.result, row.result.statistics, row.result.evidence
    first = [result.task, row.label, _cell(result.expected, ""), result.verdict, result.classification, result.reason]
    numbers = {name: value for name, value in statistics.to_json().items() if name in _STATISTICS}
    settings = result.configuration.to_json()
    return [
        *first,
        evidence.kind,
        evidence.checked_by,
        _cell(evidence.accepted),
        *(f"{numbers[name]:.3f}" if name.endswith("_s") else str(numbers[name]) for name in _STATISTICS),
        *(str(int(statistics.interpolation_total(number))) for number in COUNTS),
        f"{statistics.interpolation_total('seconds'):.3f}",
        " ".join(map(_property_cell, result.properties)),
        str(statistics.model_errors),
        *(_cell(settings[name]) for name in SETTINGS),
    ]


def _cell(value: object, nothing: str = NOTHING) -> str:
    if value is None:
        return nothing
    return str(value).lower() if isinstance(value, bool) else str(value)


def _property_cell(property: PropertyResult) -> str:
    """``name=verdict``, and ``:expected`` where the task promises one: without it a wrong verdict would be read back as a right one."""
    return f"{property.name}={property.verdict}" + ("" if property.expected is None else f":{_cell(property.expected)}")


def read_rows(path: Path) -> list[Run]:
    """The rows of a sweep's CSV, in its order; ``cells`` of each gives its line again.

        What the CSV does not have is empty: versions and details.  The configuration of a CSV without columns for it is that of the label
    in the settings beside it.  An unfinished last line, of a sweep that was killed, is left out.  Raises InputError with file and line for
    what is no such CSV, OSError for what cannot be read.
    """
    with path.open(newline="", errors="replace") as file:
        reader = csv.reader(file)
        try:
            lines = [(reader.line_num, cells) for cells in reader if cells]
        except csv.Error as error:
            raise InputError(f"is no CSV: {error}", file=str(path), line=reader.line_num, hint=_HINT) from None
    header = lines[0][1] if lines else []
    if twice := [name for name in header if header.count(name) > 1]:
        raise InputError(f"has two columns {twice[0]!r}", file=str(path), line=1, hint=_HINT)
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise InputError(f"has no column {missing[0]!r}", file=str(path), line=1, hint=_HINT)
    rows = []
    configurations = {} if set(SETTINGS) <= set(header) else known_configurations(path)
    for line, cells in lines[1:]:
        if len(cells) < len(header) and line == lines[-1][0]:
            break
        if len(cells) != len(header):
            raise InputError(f"has {len(cells)} cells in {len(header)} columns", file=str(path), line=line, hint=_HINT)
        try:
            rows.append(_row(dict(zip(header, cells, strict=True)), configurations))
        except (ValueError, KeyError) as error:
            raise InputError(f"is no row of a sweep: {error}", file=str(path), line=line, hint=_HINT) from None
    return rows


def row_of(cells: dict[str, str]) -> Run:
    """A row from the texts of its columns by name; ValueError or KeyError for what is none."""
    return _row(cells, {})


def _row(cells: dict[str, str], configurations: dict[str, Configuration]) -> Run:
    if cells["verdict"] not in _VERDICTS:
        raise ValueError(f"verdict {cells['verdict']!r}; known: {', '.join(_VERDICTS)}")
    counts = {name: _number(cells, f"interpolations_{name}") for name in COUNTS}
    counts["seconds"] = _number(cells, "interpolation_s")
    return Run(
        cells["configuration"],
        RunResult(
            cells["task"],
            cells["verdict"],
            cells.get("reason", ""),
            Evidence(cells.get("evidence", "none"), cells.get("checked_by", ""), cells.get("accepted") == "true"),
            RunStatistics(**_statistics(cells), interpolation={ALL_PROCEDURES: counts} if any(counts.values()) else {}),
            configuration=configurations.get(cells["configuration"]) or _configuration(cells),
            expected=_truth(cells.get("expected", "")),
            properties=_properties(cells.get("properties", "")),
        ),
    )


def _configuration(cells: dict[str, str]) -> Configuration:
    """That of the columns that are there."""
    fields_read: dict[str, Any] = {}
    for name, setting in SETTINGS.items():
        text = cells.get(name)
        if text is None:
            continue
        if text == NOTHING and setting.optional:
            fields_read[name] = None
        elif setting.type is bool:
            fields_read[name] = _truth(text)
        else:
            fields_read[name] = setting.type(text)
    try:
        return Configuration(**fields_read)
    except Refused as error:
        raise ValueError(str(error)) from None


def _properties(text: str) -> tuple[PropertyResult, ...]:
    """``name=verdict:expected`` of each property; the last part is missing where nothing is expected."""
    properties = []
    for part in text.split():
        name, equals, answer = part.rpartition("=")
        verdict, _, expected = answer.partition(":")
        if not equals or verdict not in _VERDICTS or expected not in _TRUTHS:
            raise ValueError(f"property {part!r}; known: NAME=VERDICT or NAME=VERDICT:EXPECTED, such as NAME=unknown:true")
        properties.append(PropertyResult(name, verdict, expected=_TRUTHS[expected]))
    return tuple(properties)


def _statistics(cells: dict[str, str]) -> dict[str, Any]:
    """Every number of RunStatistics that is a column: times are fractions, the others counts."""
    numbers = {name: _number(cells, name) for name in (*_STATISTICS, "model_errors")}
    return {name: number if name.endswith("_s") else int(number) for name, number in numbers.items()}


def _number(cells: dict[str, str], name: str) -> float:
    text = cells.get(name, "")
    try:
        number = float(text or 0)
    except ValueError:
        number = math.nan
    if not 0 <= number < MOST:
        raise ValueError(f"{name} is {text!r:.60}, no number from 0 to {MOST}")
    return number


def _truth(text: str) -> bool | None:
    if text not in _TRUTHS:
        raise ValueError(f"expected is {text!r}; known: true, false or nothing")
    return _TRUTHS[text]


def settings_file(path: Path) -> Path:
    """Where the settings of a CSV stand."""
    return path.with_name(path.name + ".settings.json")


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a CSV; ConfigurationError where there are none."""
    file = settings_file(path)
    try:
        settings = json.loads(file.read_text())
    except FileNotFoundError:
        raise ConfigurationError(f"--resume: {file} is missing, which says what the rows were run with; give another --csv") from None
    except ValueError:
        settings = None
    if not isinstance(settings, dict) or not all(isinstance(settings.get(key), dict) for key in ("versions", "configurations")):
        raise ConfigurationError(f"--resume: {file} is not what a sweep wrote; give another --csv")
    return settings


def known_configurations(path: Path) -> dict[str, Configuration]:
    """The configurations of a CSV by their labels, as far as its settings are there."""
    try:
        return {label: Configuration.from_json(data) for label, data in read_settings(path)["configurations"].items()}
    except (ConfigurationError, AttributeError, TypeError):
        return {}
