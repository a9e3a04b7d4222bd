"""What the microscope shows of a run: its refinements as compact JSON, in which each text stands once,
the sources of its error paths, and what an oracle found that its candidates cost.

texts         every text; elsewhere its number in this list
files         the source files of the error paths: [number of the path's text, SHA-256 or null]
models        {nodes: [id, location, file, line, label, status, target], edges: [source, target, kind], total, counted}
refinements   see ``_refinement``; ``model`` and ``after`` are numbers of models, or null
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verilab.experiments.oracle.stored import costs, read_branches
from verilab.experiments.report.limits import Limits
from verilab.experiments.store.database import has_table
from verilab.refinement.scores import MAXIMUM
from verilab.verification.schema import Candidate, Fact, Model, Refinement, Step, Target

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = dict[str, Any]


class Microscope:
    """The refinements of one run, of which the first ``count`` are shown."""

    def __init__(self, limits: Limits, budget: Callable[[int], bool]) -> None:
        self._limits = limits
        self._budget = budget
        self._texts: dict[str, int] = {}
        self._models: dict[int, int] = {}
        self._kept: list[Row] = []
        self.left_out_models = 0

    def payload(
        self, refinements: Sequence[Refinement], count: int, queries: Mapping[tuple[str, int], Sequence[Row]], costs: Mapping[Any, Row]
    ) -> Row:
        """``queries`` by phase and how many refinements there were before; ``costs`` of the oracle, by refinement and candidate."""
        asked: set[tuple[str, int]] = set()
        shown = []
        for refinement in refinements[:count]:
            row = self._refinement(refinement, costs)
            key = (refinement.phase, refinement.number - 1)
            row["queries"] = [] if key in asked else list(queries.get(key, ()))
            asked.add(key)
            shown.append(row)
        return {"refinements": shown, "models": self._kept, "texts": list(self._texts)}

    def _refinement(self, refinement: Refinement, costs: Mapping[Any, Row]) -> Row:
        kept = _kept_candidates(refinement, self._limits.candidates)
        return {
            "number": refinement.number,
            "phase": refinement.phase,
            "states": refinement.states,
            "found": refinement.found,
            "why": self._limits.short(refinement.why),
            "chosen": refinement.chosen,
            "edits": refinement.edits,
            "targets": [self._target(target) for target in refinement.targets],
            "candidates": [self._candidate(refinement, place, costs) for place in kept],
            "of": len(refinement.candidates),
            "increment": [self._fact(fact) for fact in refinement.increment],
            "join": costs.get((refinement.number, None)),
            "model": self._model(refinement.model),
            "after": self._model(refinement.after),
            "applied": None if refinement.applied is None else self._applied(refinement),
        }

    def _target(self, target: Target) -> Row:
        most = self._limits.steps
        numbered = list(enumerate(target.path, start=1))
        shown = numbered if len(numbered) <= most else numbered[: most // 2] + numbered[-(most - most // 2) :]
        return {
            "location": target.location,
            "property": target.property,
            "file": self._text(target.file),
            "line": target.line,
            "undecided": target.undecided,
            "steps": len(target.path),
            "path": [self._step(number, step) for number, step in shown],
        }

    def _step(self, number: int, step: Step) -> list[Any]:
        """[number, file, line, text] and of a block all its lines."""
        lines = [list(step.lines)] if step.lines else []
        return [number, self._text(step.file), step.line, self._text(step.text), *lines]

    def _candidate(self, refinement: Refinement, place: int, costs: Mapping[Any, Row]) -> Row:
        candidate: Candidate = refinement.candidates[place]
        return {
            "place": place,
            "role": refinement.role(place),
            "target": candidate.target,
            "analysis": candidate.analysis,
            "length": candidate.length,
            "omitted": list(candidate.omitted),
            "provenance": candidate.provenance,
            "interpolants": [[first, last, self._text(text)] for first, last, text in candidate.interpolants],
            "increment": [self._fact(fact) for fact in candidate.increment],
            "scores": {name: _number(value) for name, value in candidate.scores.items()},
            "cost": costs.get((refinement.number, place)),
        }

    def _fact(self, fact: Fact) -> list[Any]:
        return [self._text(fact.fact), len(fact.points), [self._text(point) for point in fact.points[:20]]]

    def _model(self, model: Model | None) -> int | None:
        """The number of a model; models that are one object are one, as is each that two neighbours share."""
        if model is None:
            return None
        key = hash(model)
        if key not in self._models:
            row = {
                "nodes": [
                    [node.id, self._text(node.location), self._text(node.file), node.line, self._text(node.label), node.status, node.target]
                    for node in model.nodes
                ],
                "edges": [[edge.source, edge.target, edge.kind] for edge in model.edges],
                "total": model.total,
                "counted": model.counted,
            }
            if not self._budget(len(json.dumps(row))):
                self.left_out_models += 1
                return None
            self._models[key] = len(self._kept)
            self._kept.append(row)
        return self._models[key]

    def _applied(self, refinement: Refinement) -> Row:
        assert refinement.applied is not None
        relabelled = [[node, self._text(label)] for node, label in refinement.applied.relabelled]
        return {"restarted": refinement.applied.restarted, "removed": list(refinement.applied.removed), "relabelled": relabelled}

    def _text(self, text: str) -> int:
        return self._texts.setdefault(self._limits.short(text), len(self._texts))


def _kept_candidates(refinement: Refinement, most: int) -> list[int]:
    """The places of the candidates that are shown: what was chosen, joined or rejected, then the others in their order."""
    places = range(len(refinement.candidates))
    first = sorted(places, key=lambda place: (refinement.role(place) != "chosen", not refinement.role(place)))
    return sorted(first[:most])


def _number(value: float) -> float | str:
    """JSON has no infinities; the worst score is a word."""
    if not math.isfinite(value):
        return str(value)
    return "max" if value == MAXIMUM else value


_LIMITS = ("time_limit", "cpu_limit", "memory_limit", "solver_memory", "record_queries", "export_precision")

Costs = dict[tuple[str, str], dict[tuple[int, int | None], dict[str, Any]]]
"""By task and configuration, without limits: by refinement and candidate (None for a join) what following it cost."""


def configuration_key(configuration: Mapping[str, Any]) -> str:
    """What two runs have in common that refine the same: all settings but limits."""
    return json.dumps({name: value for name, value in configuration.items() if name not in _LIMITS}, sort_keys=True)


def read_costs(files: Iterable[Path]) -> Costs:
    """Of files that ``verilab oracle --json`` wrote, and files of rows.  InputError for a line that is none of an oracle's rows."""
    by_task: Costs = {}
    for file in files:
        for row in read_branches(file):
            key = (row["task"], configuration_key(row["configuration"]))
            ending = {name: row[name] for name in ("rank", "outcome", "verdict", "reason")}
            by_task.setdefault(key, {})[row["refinement"], row["candidate"]] = ending | costs(row)
    return by_task


MOST = 1_000_000
"""Characters of a source file."""


class Sources:
    """Finds them by task and by the name that a path has for the file."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._stored = has_table(connection, "sources")
        self.texts: dict[str, str] = {}
        """By digest those that were asked for."""

    def of(self, task: str, files: Iterable[str]) -> dict[str, str]:
        """By file the digest of its text; files without one are left out."""
        row = self._connection.execute("SELECT files FROM tasks WHERE task = ?", [task]).fetchone()
        known = {entry["file"]: entry["sha256"] for entry in (json.loads(row[0]) if row else ())}
        names: dict[str, list[str]] = {}
        for file in known:
            names.setdefault(Path(file).name, []).append(file)
        digests = {}
        for file in files:
            same = names.get(Path(file).name, [])
            path = file if file in known else same[0] if len(same) == 1 else None
            if path is not None and self._text(path, known[path]):
                digests[file] = known[path]
        return digests

    def _text(self, path: str, digest: str) -> bool:
        if digest not in self.texts:
            row = self._connection.execute("SELECT text FROM sources WHERE sha256 = ?", [digest]).fetchone() if self._stored else None
            text = row[0] if row else _read(Path(path), digest)
            if text is None:
                return False
            self.texts[digest] = text[:MOST]
        return True


def _read(path: Path, digest: str) -> str | None:
    """The text of a file whose digest is still that."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return data.decode(errors="replace") if hashlib.sha256(data).hexdigest() == digest else None
