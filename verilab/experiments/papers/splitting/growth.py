"""How Kojak and IMPACT grow with the programs of VMCAI'12 Table 1: splits, states, prover calls and time against size."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.experiments.papers.splitting.runs import (
    RowRuns,
    SplittingTable,
    interpolations,
    mark,
    milliseconds,
    prover_calls,
    tells,
)
from verilab.experiments.papers.splitting.table_1 import SETTING
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, share, whole
from verilab.experiments.statistics.power_law import exponent
from verilab.families.papers.vmcai12 import GROWTH, growing_tasks
from verilab.families.writing import temporary_tasks
from verilab.program.tasks import Task
from verilab.verification.schema import RunResult

COLUMNS = ("splits", "states", "prover calls", "interpolations", "ms")


class Growth(SplittingTable):
    """The growth table as a command, on generated programs of rising size."""

    name = "vmcai12-growth"
    source = "VMCAI'12, §5 on programs 07-10"
    title = "splits, states, prover calls and time against the size of the program"
    only_own = True

    setting = SETTING

    def own_rows(self) -> Sequence[Row]:
        return [
            Row(key, f"vmcai12-{key} large", name, {"analysis": "predicate", "strategy": f"vmcai12-{key}", "block": "large"})
            for key, name in (("kojak", "Kojak, LBE Yes"), ("impact", "IMPACT, LBE Yes"))
        ]

    def own_tasks(self) -> list[Task]:
        return temporary_tasks(growing_tasks())

    def notes(self, limit: str) -> list[str]:
        return [f"a run had {limit}; ms: CPU time of exploring and refining; exponent: e of c size^e, fitted to the sizes that were solved"]

    def parts(self, own_runs: RowRuns) -> list[list[str]]:
        keys = [row.key for row in self.own_rows() if any(row.key == key for _, key in own_runs)]
        return [_family(own_runs, family, keys) for family in GROWTH]


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
