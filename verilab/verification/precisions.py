"""The precision files of a run: what its analyses begin with, and what is written of the precision that it ends with.

A file is named, or a folder that has one for each task: ``initial_precision`` and ``export_precision`` of the configuration.  The
predicates of a composite are in that file, its values in another one beside it, ``FILE.values``: each is of one of CPAchecker's formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verilab.analysis.precisions.files import Kind, PrecisionFile
from verilab.analysis.precisions.reading import Read, facts_of, read_precision, track
from verilab.analysis.precisions.writing import exported
from verilab.analysis.refinable import RefinableAnalysis
from verilab.program.tasks import Task
from verilab.verification.configuration import INITIAL_PRECISIONS, Configuration, ConfigurationError
from verilab.verification.phases.phase import Analysis, Phase
from verilab.verification.workshop import Workshop

PREDICATES_BESIDE_VALUES = ".values"
"""Behind the name of a precision file: the one of its values, where it has predicates."""
WITHOUT_PRECISION = ("strengthen", "split-and-slice")
"""Operators that write labels into the model instead of tracking facts."""


def file_of(where: str, task: Task) -> Path:
    """The precision file of a task: the file of that name, or its own one in the folder (an existing one, or a name that ends in "/")."""
    path = Path(where)
    if not where.endswith("/") and not path.is_dir():
        return path
    return path / f"{re.sub(r'[^A-Za-z0-9._-]+', '_', task.name)[-80:]}.precision"


class PrecisionExchange:
    """What a run reads and writes.

    Raises InputError for a file that is none, ConfigurationError for a strategy that keeps no precision.
    """

    def __init__(self, task: Task, configuration: Configuration, phases: Sequence[Phase]) -> None:
        initial, wanted = configuration.initial_precision, configuration.export_precision
        self._files: Sequence[PrecisionFile] = ()
        self._target = file_of(wanted, task) if wanted else None
        self._missing = ""
        for name, value in (("initial_precision", "" if initial in INITIAL_PRECISIONS else initial), ("export_precision", wanted)):
            if value:
                _check_strategies(configuration, phases, name, value)
        if initial not in INITIAL_PRECISIONS:
            self._files = self._read(initial, file_of(initial, task))

    def _read(self, place: str, path: Path) -> Sequence[PrecisionFile]:
        beside = path.with_name(path.name + PREDICATES_BESIDE_VALUES)
        if Path(place).is_dir() and not path.exists():
            self._missing = f"{path}: no such file, so the run begins with nothing"
            return ()
        if not path.exists():
            raise ConfigurationError(
                f"initial_precision={place!r}: no such file; give 'empty', 'full', a precision file, or a folder with one for each task"
            )
        return [read_precision(file) for file in (path, beside) if file.exists()]

    def begin(self, analysis: RefinableAnalysis, phase: Phase, workshop: Workshop, details: dict[str, Any]) -> None:
        """Let the analysis of a phase begin with the files; what became of them goes to the details of the run."""
        if self._missing:
            details["initial_precision"] = {"notes": [self._missing]}
        if not self._files:
            return
        predicates = phase.analysis in (Analysis.PREDICATE, Analysis.COMPOSITE)
        vocabulary = workshop.formulas(phase.encoding).vocabulary if predicates else None
        reads: list[Read] = [track(file, analysis, workshop.graph, vocabulary) for file in self._files]
        details["initial_precision"] = details.get("initial_precision", {}) | {phase.name: facts_of(reads)}

    def keep(self, analysis: RefinableAnalysis, phase: Phase, details: dict[str, Any], *, decided: bool) -> None:
        """Keep the text of the precision that a phase ends with; ``decided``: it has the answer."""
        if self._target is not None:
            texts = {kind.value: text for kind, text in exported(analysis).items()}
            details.setdefault("precisions", []).append({"phase": phase.name, "decided": decided, "texts": texts})

    def write(self, details: dict[str, Any]) -> None:
        """Write what was kept, of the phase that has the answer, else of the last one; the details tell which, and where."""
        kept = details.pop("precisions", [])
        if self._target is None:
            return
        chosen = next((precision for precision in kept if precision["decided"]), kept[-1] if kept else None)
        if chosen is None:
            details["exported_precision"] = {"files": [], "reason": "no phase of the run has a precision"}
            return
        files = write_precision(self._target, {Kind(kind): text for kind, text in chosen["texts"].items()})
        details["exported_precision"] = {"files": [str(file) for file in files], "phase": chosen["phase"], "decided": chosen["decided"]}


def write_precision(path: Path, texts: Mapping[Kind, str]) -> list[Path]:
    """Write a precision; of a composite the predicates to ``path``, the values beside it.  The files that there are now."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + PREDICATES_BESIDE_VALUES)
    if len(texts) < 2:
        beside.unlink(missing_ok=True)  # of an earlier run: it would be read with this one's
    targets = {kind: beside if kind is Kind.VALUES and len(texts) > 1 else path for kind in texts}
    for kind, text in texts.items():
        targets[kind].write_text(text, errors="surrogatepass")
    return [path for _, path in sorted(targets.items(), key=lambda item: item[0].value)]


def _check_strategies(configuration: Configuration, phases: Sequence[Phase], name: str, value: str) -> None:
    refining = [phase for phase in phases if phase.analysis.refines]
    if not refining:
        raise ConfigurationError(
            f"{name}={value!r}: analysis={configuration.analysis!r} tracks nothing; give 'value', 'predicate', 'composite' or 'auto'"
        )
    for phase in refining:
        if str(phase.strategy.apply).partition(":")[0] in WITHOUT_PRECISION:
            raise ConfigurationError(
                f"{name}={value!r}: apply={phase.strategy.apply} writes labels and keeps no precision; "
                "give a strategy with apply=restart or pivot"
            )
