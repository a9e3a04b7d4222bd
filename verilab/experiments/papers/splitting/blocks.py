"""Spiessl 2017, "Possible Applications": Kojak with blocks of different sizes, and with different slicing of edges.

The talk names both as what the implementation makes possible, and gives no figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.experiments.papers.splitting.runs import RowRuns, SplittingTable, interpolations, prover_calls
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import ONE_QUERY, TRAVERSAL, Setting
from verilab.experiments.sheets.sheet import RULE, aligned
from verilab.families.family import FamilyTask
from verilab.families.papers import copy_chain
from verilab.families.papers.vmcai12 import TABLE_1
from verilab.families.writing import temporary_tasks
from verilab.program.tasks import Task
from verilab.verification.schema import RunResult

BLOCKS: dict[str, dict[str, str | int]] = {
    "single": {"block": "single"},
    "adjustable-10": {"block": "adjustable", "block_threshold": 10},
    "adjustable-50": {"block": "adjustable", "block_threshold": 50},
    "large": {"block": "large"},
}
"""Block operators from the smallest blocks to the largest."""

SLICINGS = ("minimal", "optimised", "full")
"""Options of ``apply=split-and-slice``, from the fewest checks of edges to the most; the second is its default."""


SETTING: Setting = {**ONE_QUERY, **TRAVERSAL}
"""The talk names no solver: that of VMCAI'12, which it implements; the order is the implementation's."""


class Blocks(SplittingTable):
    """The comparison as a command: on given tasks, or on Table 1 of VMCAI'12 and the talk's example."""

    name = "spiessl17"
    source = "Spiessl 2017, possible applications"
    title = "Kojak with blocks of different sizes and different slicing of edges"

    setting = SETTING

    def own_rows(self) -> Sequence[Row]:
        return [
            Row(
                f"{block}-{slicing}",
                f"kojak {block} {slicing}",
                f"{block.replace('-', ' of up to ')}, {slicing} slicing",
                {"analysis": "predicate", "strategy": f"spiessl17-{slicing}", **settings},
            )
            for block, settings in BLOCKS.items()
            for slicing in SLICINGS
        ]

    def own_tasks(self) -> list[Task]:
        return temporary_tasks([*(program.task for program in TABLE_1), *_example()])

    def notes(self, limit: str) -> list[str]:
        return [
            f"a run had {limit}; behind the rule sums over the tasks that every row solved",
            "slices: edges cut; prover calls: of edges, entailments and paths; s: CPU time of exploring and refining",
        ]

    def parts(self, own_runs: RowRuns) -> list[list[str]]:
        """The table, and the tasks in which its rows differ."""
        by_row: dict[str, dict[str, RunResult]] = {}
        for (task, key), result in own_runs.items():
            by_row.setdefault(key, {})[task] = result
        tasks = set.intersection(*map(set, by_row.values()))
        common = {task for task in tasks if all(results[task].classification == "solved" for results in by_row.values())}
        keys = [row.key for row in self.own_rows() if row.key in by_row]
        lines = [_line(key, [by_row[key][task] for task in sorted(tasks)], common) for key in keys]
        sums = ["refinements", "states", "splits", "slices", "edge checks", "prover calls", "interpolations", "s"]
        headings = ["blocks and slicing", "solved", "true", "false", "wrong", RULE, *sums]
        title = f"{len(tasks)} tasks, {len(common)} of them solved by every row:"
        return [[title, *aligned(headings, lines)], list(_only(by_row, tasks))]


def _example() -> Iterator[FamilyTask]:
    """The talk's example program (size 1, unsafe) and its neighbours."""
    for size in (1, 2, 3):
        for safe in (True, False):
            yield copy_chain.FAMILY.generate(size, safe)


def _line(key: str, results: Sequence[RunResult], common: set[str]) -> list[str]:
    right = [result for result in results if result.classification == "solved"]
    counts = [len(right), sum(result.verdict == "true" for result in right), sum(result.verdict == "false" for result in right)]
    both = [result for result in results if result.task in common]
    counted = ("refinements", "states", "splits", "slices", "edge_checks")
    sums = [
        *(sum(getattr(result.statistics, name) for result in both) for name in counted),
        *(sum(map(prover_calls, both)), sum(map(interpolations, both))),
    ]
    wrong = sum(result.classification == "wrong" for result in results)
    seconds = sum(result.statistics.analysis_s for result in both)
    return [key, *map(str, counts), str(wrong), RULE, *map(str, sums), f"{seconds:.2f}"]


def _only(by_row: dict[str, dict[str, RunResult]], tasks: set[str]) -> Iterator[str]:
    """The tasks that some rows solved and others did not, and which did not."""
    for task in sorted(tasks):
        without = [key for key, results in by_row.items() if results[task].classification != "solved"]
        if 0 < len(without) < len(by_row):
            yield f"{task} is not solved by {', '.join(without)}"
