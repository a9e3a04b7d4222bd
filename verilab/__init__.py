"""verilab: which refinement a CEGAR verifier should learn from an infeasible error path, measured on real C programs.

    from verilab import Configuration, load_tasks, product, sweep, verify

    (task,) = load_tasks("program.c")
    result = verify(task, Configuration(analysis="value", strategy="spin15-good-narrow"))
    print(result.verdict, result.statistics.refinements)
    print(result.refinements[0].candidates)              # what there was to choose from, with interpolants and scores

    strategies = {"strategy": ["spin15-none", "spin15-good-narrow"]}
    for row in sweep([task], product(Configuration(), strategies), jobs=2):
        print(row.label, row.result.verdict)

    print(verilab.open("selection.duckdb").runs)             # the rows of an experiment as a data frame

Each run has a process of its own, with the limits of its configuration.  Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from verilab.errors import Refused
    from verilab.evidence.record import Evidence
    from verilab.experiments.configuration import Configuration
    from verilab.experiments.notebook.verified import verify
    from verilab.experiments.report.writing import write_report
    from verilab.experiments.schema import PropertyResult, Run, RunResult, RunStatistics
    from verilab.experiments.store.reading import StoredExperiment
    from verilab.experiments.sweeps.sweep import product, sweep
    from verilab.program.errors import InputError
    from verilab.program.tasks import Task, load_tasks

    def open(path: str | Path) -> StoredExperiment:
        """The rows of an experiment; not in ``__all__``, so that ``import *`` shadows no builtin."""


__version__ = "0.1.0"

__all__ = [
    "Configuration",
    "Evidence",
    "InputError",
    "PropertyResult",
    "Refused",
    "Run",
    "RunResult",
    "RunStatistics",
    "Task",
    "__version__",
    "load_tasks",
    "product",
    "sweep",
    "verify",
    "write_report",
]

_HOMES = {
    "Configuration": "verilab.experiments.configuration:Configuration",
    "Evidence": "verilab.evidence.record:Evidence",
    "InputError": "verilab.program.errors:InputError",
    "PropertyResult": "verilab.experiments.schema:PropertyResult",
    "Refused": "verilab.errors:Refused",
    "RunResult": "verilab.experiments.schema:RunResult",
    "RunStatistics": "verilab.experiments.schema:RunStatistics",
    "Run": "verilab.experiments.schema:Run",
    "Task": "verilab.program.tasks:Task",
    "load_tasks": "verilab.program.tasks:load_tasks",
    "open": "verilab.experiments.store.reading:StoredExperiment",
    "product": "verilab.experiments.sweeps.sweep:product",
    "sweep": "verilab.experiments.sweeps.sweep:sweep",
    "verify": "verilab.experiments.notebook.verified:verify",
    "write_report": "verilab.experiments.report.writing:write_report",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    found = globals()[name] = getattr(import_module(module), attribute)
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
