"""Which interpolation procedures prove VMCAI'12 Fig. 1 (Table 1, program 06), and which of them find n = x + y + z."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from verilab.experiments.papers.comparing.report import verdict_lines
from verilab.experiments.papers.splitting.equation import EquationFinder
from verilab.experiments.papers.splitting.runs import find_runs, interpolations, mark, milliseconds, prover_calls, tells
from verilab.experiments.papers.study import Study, log_of
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import Under
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, whole
from verilab.families.papers.vmcai12 import FIGURE_1
from verilab.families.writing import temporary_tasks
from verilab.program.tasks import Task
from verilab.solving.backend import Theory
from verilab.solving.registry import list_backends
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult

VARIABLES = ("n", *(f"v{index}" for index in range(FIGURE_1.size)))
"""x, y and z are v0, v1 and v2 in ours."""


class Engines(Study):
    """The table of engines as a command: Kojak with LBE, and one interpolation procedure for all queries."""

    name = "vmcai12-engines"
    source = "VMCAI'12, Fig. 1"
    title = "interpolation procedures under Kojak, and whether they find n = x + y + z"
    only_own = True
    logged = True

    def rows(self) -> Sequence[Row]:
        return _rows()

    def row_of(self, configuration: Configuration) -> str | None:
        """By strategy and procedure: rows may be from a machine that has other engines."""
        common = all(getattr(configuration, name) == value for name, value in _COMMON.items())
        return configuration.interpolation or None if common else None

    def own_tasks(self) -> list[Task]:
        return temporary_tasks([FIGURE_1.task])

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        own_runs = find_runs(self, runs)
        with closing(EquationFinder(VARIABLES)) as finder:
            lines = [_line(key, result, finder, logs) for (_, key), result in own_runs.items()]
        numbers = ["refinements", "splits", "prover calls", "interpolations", "ms"]
        headings = ["procedure", "", RULE, "n = x + y + z", RULE, *numbers, RULE, "unknown"]
        head = [
            f"{self.source}: {self.title}",
            f"a run had {limit}; the equation: an interpolant is equivalent to it (itself), or some of its conjuncts are (contained)",
        ]
        proven = sum(result.classification == "solved" for result in own_runs.values())
        rest = [f"proven by {proven} of {len(own_runs)} procedures; every proof implies the equation at the loop head"]
        missing = sorted({entry.name for entry in list_backends()} - {key.partition(":")[0] for _, key in own_runs})
        if missing:
            rest.append(f"not run: {', '.join(missing)} (not installed, without linear integers, or left out)")
        parts = [head, [*aligned(headings, lines, left=(0, 1, 3, 11)), *rest], verdict_lines(runs)]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"


_COMMON = {"analysis": "predicate", "strategy": "vmcai12-kojak", "block": "large"}


@cache
def _rows() -> tuple[Row, ...]:
    """One for each procedure of the installed backends that interpolates linear integers."""
    rows = []
    for entry in list_backends():
        for procedure, theories in ({} if entry.capabilities is None else entry.capabilities.interpolation).items():
            if Theory.LIA not in theories:
                continue
            name = f"{entry.name}:{procedure}"
            rows.append(Row(name, name, f"Kojak, LBE Yes, {name}", _COMMON | {"interpolation": name}, Under.BOTH))
    return tuple(rows)


def _line(key: str, result: RunResult, finder: EquationFinder, logs: Path | None) -> list[str]:
    log = None if logs is None else log_of(logs, key)
    finding = finder.find(log).value if log is not None and log.exists() else NOTHING
    statistics = result.statistics
    numbers = (statistics.refinements, statistics.splits, prover_calls(result), interpolations(result), milliseconds(result))
    cells = map(whole, numbers) if tells(result) else [whole(numbers[0]), *[NOTHING] * (len(numbers) - 1)]
    return [key, mark(result), RULE, finding, RULE, *cells, RULE, result.reason]
