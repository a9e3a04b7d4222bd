"""How Kojak and IMPACT grow with the programs of VMCAI'12 Table 1: splits, states, prover calls and time against size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from verilab.experiments.papers.comparing.report import setting_lines, verdict_lines
from verilab.experiments.papers.splitting.runs import (
    RowRuns,
    engine_lines,
    find_runs,
    interpolations,
    mark,
    milliseconds,
    prover_calls,
    tells,
)
from verilab.experiments.papers.splitting.table_1 import SETTING
from verilab.experiments.papers.study import Study, in_both_settings
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import by_setting, heading
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, share, whole
from verilab.experiments.statistics.power_law import exponent
from verilab.families.papers.vmcai12 import GROWTH, growing_tasks
from verilab.families.writing import temporary_tasks
from verilab.program.tasks import Task
from verilab.verification.schema import Run, RunResult

COLUMNS = ("splits", "states", "prover calls", "interpolations", "ms")


class Growth(Study):
    """The growth table as a command, on generated programs of rising size."""

    name = "vmcai12-growth"
    source = "VMCAI'12, §5 on programs 07-10"
    title = "splits, states, prover calls and time against the size of the program"
    only_own = True

    setting = SETTING

    def rows(self) -> Sequence[Row]:
        rows = [
            Row(key, f"vmcai12-{key} large", name, {"analysis": "predicate", "strategy": f"vmcai12-{key}", "block": "large"})
            for key, name in (("kojak", "Kojak, LBE Yes"), ("impact", "IMPACT, LBE Yes"))
        ]
        return in_both_settings(rows, SETTING)

    def own_tasks(self) -> list[Task]:
        return temporary_tasks(growing_tasks())

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        find_runs(self, runs)
        head = [
            f"{self.source}: {self.title}",
            f"a run had {limit}; ms: CPU time of exploring and refining; exponent: e of c size^e, fitted to the sizes that were solved",
        ]
        parts = [head, engine_lines(self, runs)]
        for side, group in by_setting(runs).items():
            own_runs = find_runs(self, group)
            keys = list(dict.fromkeys(row.key for row in self.rows() if any(row.key == key for _, key in own_runs)))
            parts.append([f"=== {heading(side, group, SETTING)}", *setting_lines(group, SETTING)])
            parts += [_family(own_runs, family, keys) for family in GROWTH]
        parts.append(verdict_lines(runs))
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _numbers(result: RunResult) -> tuple[float, ...]:
    """In the order of COLUMNS."""
    statistics = result.statistics
    return statistics.splits, statistics.states, prover_calls(result), interpolations(result), milliseconds(result)


def _family(own_runs: RowRuns, family: str, keys: Sequence[str]) -> list[str]:
    """A line per size, and the exponents."""
    lines = []
    for size in GROWTH[family]:
        results = [own_runs.get((f"{family}/{family}-{size}-safe", key)) for key in keys]
        if any(result is not None for result in results):
            lines.append([str(size), *(cell for result in results for cell in _cells(result))])
    if not lines:
        return []
    fitted = [cell for key in keys for cell in (RULE, "", *_exponents(own_runs, family, key))]
    headings = ["size", *(cell for key in keys for cell in (RULE, key, *COLUMNS))]
    return [f"{family}:", *aligned(headings, [*lines, ["exponent", *fitted]])]


def _cells(result: RunResult | None) -> list[str]:
    if result is None:
        return [RULE, *[""] * (1 + len(COLUMNS))]
    return [RULE, mark(result), *(map(whole, _numbers(result)) if tells(result) else [NOTHING] * len(COLUMNS))]


def _exponents(own_runs: RowRuns, family: str, key: str) -> list[str]:
    solved = []
    for size in GROWTH[family]:
        result = own_runs.get((f"{family}/{family}-{size}-safe", key))
        if result is not None and result.classification == "solved":
            solved.append((size, _numbers(result)))
    return [share(exponent([(size, numbers[column]) for size, numbers in solved])) for column in range(len(COLUMNS))]
