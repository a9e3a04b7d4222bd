"""BenchExec's result files (XML): written from rows, read as rows.

What a file of ours has beside BenchExec's own columns is every column of a sweep's CSV, hidden, as ``verilab:NAME``: read back, it is the
same row.  Of a file that BenchExec wrote, a row has what such a file knows: verdict, times, and what the tool-info module tells.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent
from xml.parsers import expat

from verilab.data_classes import dataclass
from verilab.evidence.record import Evidence
from verilab.experiments.store.csv_rows import COLUMNS, cells, row_of
from verilab.program.errors import InputError, printable
from verilab.program.tasks.task import task_name
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

LARGEST = 256 << 20  # bytes of XML, unpacked
OWN = "verilab:"
FOREIGN = "tool"
"""The entry of ``details`` of a run whose configuration is not known: the tool that a file of BenchExec's names."""
MODULE = "verilab.experiments.benchexec.tool"
_HINT = "give a result file of BenchExec (*.results.*.xml, also .bz2) or one that verilab benchexec export wrote"
_OPENERS = {".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open}
_CATEGORIES = {"solved": "correct", "wrong": "wrong", "unknown": "unknown"}
_REASONS = {"TIMEOUT": "timeout", "OUT OF MEMORY": "out of memory", "": "not run"}
_TRUTHS = {"true": True, "false": False}


# -- writing ----------------------------------------------------------------------------------------------------------------------


def write_results(rows: Sequence[Run], path: Path, version: str) -> None:
    """Write the rows as one result file, with the configurations as run definitions in the names of the runs' block."""
    labels = {row.label for row in rows}
    attributes = {"benchmarkname": "verilab", "tool": "verilab", "toolmodule": MODULE, "version": version, "generator": "verilab"}
    root = Element("result", attributes | ({"name": next(iter(labels))} if len(labels) == 1 else {}))
    for row in rows:
        root.append(_run(row))
    tree = ElementTree(root)
    indent(tree)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def _run(row: Run) -> Element:
    result = row.result
    expected = {} if result.expected is None else {"expectedVerdict": str(result.expected).lower()}
    run = Element("run", {"name": _clean(f"{result.task}.yml"), "properties": "unreach-call"} | expected)
    status = {"true": "true", "false": "false(unreach-call)"}.get(result.verdict)
    reason = next((name for name, listed in _REASONS.items() if name and listed == result.reason), "unknown")
    category = _CATEGORIES[result.classification] if result.expected is not None or result.verdict == "unknown" else "missing"
    statistics = result.statistics
    shown = {
        "status": status or reason,
        "category": category,
        "cputime": f"{statistics.cpu_s}s",
        "walltime": f"{statistics.wall_s}s",
    }
    for title, value in shown.items():
        SubElement(run, "column", {"title": title, "value": value})
    for title, value in zip(COLUMNS, cells(row), strict=True):
        SubElement(run, "column", {"title": f"{OWN}{title}", "value": _clean(value), "hidden": "true"})
    return run


def _clean(text: str) -> str:
    """``text`` without what XML has no characters for."""
    return printable(text)


# -- reading ----------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _RunElement:
    """A run as the file has it, with the line that it begins in."""

    line: int
    attributes: dict[str, str]
    columns: dict[str, str] = field(default_factory=dict)


def read_results(path: Path) -> list[Run]:
    """The rows of a result file.  Raises InputError with file, line and column for what is none."""
    reader = _Reader(path)
    return [reader.row(run) for run in reader.read(_bytes(path))]


def _bytes(path: Path) -> bytes:
    opener: Any = _OPENERS.get(path.suffix, open)
    try:
        with opener(path, "rb") as file:
            data: bytes = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise InputError("no such file", file=str(path), hint=_HINT) from None
    except (OSError, EOFError, ValueError, lzma.LZMAError) as problem:
        raise InputError(f"cannot be read: {problem}", file=str(path), hint=_HINT) from None
    if len(data) > LARGEST:
        raise InputError(f"is larger than {LARGEST >> 20} MB", file=str(path), hint=_HINT)
    return data


class _Reader:
    """Reads by events: entities are refused, whatever they would become; a file may name its document type, which is not fetched."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EntityDeclHandler = self._entity
        self._result: dict[str, str] | None = None
        self._runs: list[_RunElement] = []

    def read(self, data: bytes) -> list[_RunElement]:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as problem:
            message = f"is no XML: {expat.ErrorString(problem.code)}"
            raise InputError(message, file=str(self._path), line=problem.lineno, column=problem.offset + 1, hint=_HINT) from None
        except (ValueError, LookupError) as problem:  # an encoding that Python does not have
            raise InputError(f"is no XML: {problem}", file=str(self._path), line=1, hint=_HINT) from None
        return self._runs

    def _error(self, message: str) -> InputError:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        return InputError(message, file=str(self._path), line=line, column=column, hint=_HINT)

    def _entity(self, *_: object) -> None:
        raise self._error("entities are not read")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._result is None:
            if name != "result":
                raise self._error(f"the file begins with <{name[:40]}>, not with <result>")
            self._result = attributes
        elif name == "run":
            if "name" not in attributes:
                raise self._error("a run has no name")
            self._runs.append(_RunElement(self._parser.CurrentLineNumber, attributes))
        elif name == "column" and self._runs:
            title, value = attributes.get("title"), attributes.get("value")
            if title is not None and value is not None:
                self._runs[-1].columns[title] = value

    def row(self, run: _RunElement) -> Run:
        own = {title.removeprefix(OWN): value for title, value in run.columns.items() if title.startswith(OWN)}
        try:
            return row_of(own) if own else self._foreign(run)
        except (ValueError, KeyError) as problem:
            message = f"the run '{run.attributes['name'][:60]}' is no row: {problem}"
            raise InputError(message, file=str(self._path), line=run.line, hint=_HINT) from None

    def _foreign(self, run: _RunElement) -> Run:
        assert self._result is not None
        columns, status = run.columns, run.columns.get("status", "")
        verdict = next((answer for answer in ("true", "false") if status == answer or status.startswith(f"{answer}(")), "unknown")
        wall, solver = _seconds(columns, "walltime"), _seconds(columns, "solver_s")
        statistics = RunStatistics(
            wall_s=wall,
            cpu_s=_seconds(columns, "cputime"),
            solver_s=solver,
            own_s=round(max(0.0, wall - solver), 3) if "solver_s" in columns else 0.0,
            states=int(_seconds(columns, "states")),
            refinements=int(_seconds(columns, "refinements")),
            predicates=int(_seconds(columns, "predicates")),
        )
        tool = self._result.get("tool", "")
        result = RunResult(
            self._task(run.attributes["name"]),
            verdict,
            "" if verdict != "unknown" else _reason(status),
            Evidence(),
            statistics,
            Configuration(),
            versions={tool: self._result.get("version", "")},
            expected=_TRUTHS.get(run.attributes.get("expectedVerdict", "").partition("(")[0]),
            details={FOREIGN: tool},
        )
        return Run(self._label(), result)

    def _task(self, name: str) -> str:
        """What we call the task, whose file a result file names from where it is itself."""
        with suppress(OSError, ValueError):  # a name that no file can have
            file = Path(os.path.normpath(self._path.absolute().parent / name))
            if file.is_file():
                return task_name(file)
        place = PurePosixPath(name)
        return f"{place.parent.name}/{place.stem}" if place.parent.name not in ("", "..") else place.stem

    def _label(self) -> str:
        """The run definition's name: BenchExec writes a file for each block of tasks, whose name it puts behind it."""
        assert self._result is not None
        name, block = self._result.get("name", ""), self._result.get("block", "")
        if block:
            name = name.removesuffix(block).removesuffix(".")
        return name or self._result.get("tool") or "benchexec"


def _reason(status: str) -> str:
    """Of an unknown verdict; some tools say in brackets which of their phases ran out of what."""
    return _REASONS.get(status.partition(" (")[0], status.lower())


def _seconds(columns: dict[str, str], title: str) -> float:
    """A number with or without its unit; 0 where there is none."""
    text = columns.get(title, "").removesuffix("s").strip()
    number = float(text or 0)
    if not 0 <= number < 1e12:
        raise ValueError(f"{title} is {columns[title]!r}, not a number of it")
    return number


def rows_of_files(paths: Iterable[Path]) -> list[Run]:
    """The rows of several result files, in their order."""
    return [row for path in paths for row in read_results(path)]
