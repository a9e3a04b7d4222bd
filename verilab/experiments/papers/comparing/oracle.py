"""FORTE'15 Table 1, columns "Oracle": what always choosing the best, and always the worst heuristic would solve."""

from __future__ import annotations

from verilab.experiments.oracle.strategies import oracle_table
from verilab.experiments.papers.comparing.comparison import Comparison, ratio
from verilab.experiments.papers.comparing.text import RULE, aligned, share
from verilab.experiments.papers.tables.categories import in_column
from verilab.experiments.papers.tables.forte15 import ORACLE


def oracle_lines(comparison: Comparison) -> list[str]:
    """Oracle Best, Worst and Diff, for all tasks that count and by category, beside the paper's."""
    table, presets = comparison.table, [line.heuristic.preset for line in comparison.lines]
    if len(presets) < 2:
        return []
    counted, rows = comparison.counted_rows(), []
    for place, column in enumerate(table.columns):
        tasks = in_column(comparison.counted, column)
        if not tasks:
            continue
        ours = oracle_table([row for row in counted if row.result.task in tasks], presets).total
        paper = (ORACLE.best[place], ORACLE.worst[place], ORACLE.diff[place])
        counts = map(str, (ours.tasks, ours.best, ours.worst, ours.diff))
        quotients = [share(ratio(ours.best, ours.worst)), share(ratio(paper[0], paper[1]))]
        parts = [share(ratio(ours.diff, ours.tasks)), share(ratio(paper[2], table.tasks[place]))]
        rows.append([column, *counts, RULE, *quotients, RULE, *parts])
    if not rows:
        return []
    headings = ["", "tasks", "Best", "Worst", "Diff", RULE, "Best/Worst", "paper", RULE, "Diff/tasks", "paper"]
    return [f"Oracle over these {len(presets)} rows: tasks solved by some (Best) and by all of them (Worst)", *aligned(headings, rows)]
