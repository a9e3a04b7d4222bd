"""The text of a comparison: our figures beside the paper's, both as ratios to the same row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from verilab.experiments.papers.comparing.comparison import Comparison, Line, compare, ratio
from verilab.experiments.papers.comparing.differences import family_lines, paired_lines
from verilab.experiments.papers.comparing.supplements import oracle_lines, provident_lines
from verilab.experiments.papers.tables import forte15, lukasczyk18
from verilab.experiments.papers.tables.categories import held, in_column
from verilab.experiments.papers.tables.figures import ALL
from verilab.experiments.papers.tables.settings import common_settings
from verilab.experiments.sheets.sheet import RULE, aligned, share, whole
from verilab.experiments.statistics.answers import disagreements
from verilab.verification.schema import Run

_SUPPLEMENTS: dict[str, Callable[[Comparison], list[str]]] = {
    forte15.TABLE_1.name: oracle_lines,
    lukasczyk18.CHAPTER_4.name: provident_lines,
}
"""What a paper reports beyond its solved tasks."""

SHOWN_REASONS = 3
"""Of why tasks are unknown, the most frequent reasons."""


def report(comparison: Comparison, rows: Sequence[Run], limit: str = "") -> str:
    """The whole report; ``rows`` are all that were run, for the line about wrong and contradicting verdicts.

    ``limit`` says what a run of ours could use, "" where that is not known.
    """
    supplement = _SUPPLEMENTS.get(comparison.table.name)
    everything = compare(comparison.table, rows, every=True) if rows else None
    parts = [
        [*_header(comparison, limit), *setting_lines(rows, comparison.table.stated), "", *_solved(comparison)],
        paired_lines(everything) if everything else [],
        family_lines(everything) if everything else [],
        _effort(comparison),
        _columns(comparison),
        supplement(comparison) if supplement is not None else [],
        verdict_lines(rows),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def setting_lines(rows: Sequence[Run], stated: Collection[str] = ()) -> list[str]:
    """What the runs have in common that is not the default, or is of the fields ``stated``."""
    return [f"setting: {common}"] if (common := common_settings(rows, stated)) else []


def verdict_lines(rows: Sequence[Run]) -> list[str]:
    """How many verdicts are wrong and how many tasks have contradicting ones, then each of them."""
    wrong = [row for row in rows if row.result.classification == "wrong"]
    contradictions = disagreements(rows)
    return [
        f"verdicts: {len(wrong)} wrong, {len(contradictions)} tasks with contradicting ones, in {len(rows)} runs",
        *(f"WRONG: {row.result.task} ({row.label}): {row.result.verdict}" for row in wrong),
        *(f"CONTRADICTION: {contradiction}" for contradiction in contradictions),
    ]


def sound(rows: Sequence[Run]) -> bool:
    """Whether no verdict is wrong and none contradicts another."""
    return not disagreements(rows) and all(row.result.classification != "wrong" for row in rows)


def _header(comparison: Comparison, limit: str) -> list[str]:
    table = comparison.table
    complete = len(comparison.counted) + comparison.passed_over
    who = table.row(table.deciding).name if comparison.line(table.deciding) else "some row"
    lines = [
        f"{table.source}: {table.title}",
        f"{len(comparison.counted)} of {complete} tasks count: those for which {who} {table.possible.value}",
    ]
    if table.verdicts == {"true"}:
        lines[-1] += "; of the verdicts, true counts"
    if comparison.incomplete:
        lines.append(f"{comparison.incomplete} more tasks were not run with every row yet")
    limits = f"a run had {limit}, in the paper {table.limit}" if limit else f"a run of the paper had {table.limit}"
    lines.append(f"ratios refer to {table.row(table.baseline).name!r}; {limits}")
    return lines


def _solved(comparison: Comparison) -> list[str]:
    table, base = comparison.table, comparison.baseline
    rows = []
    for line in comparison.lines:
        preset = line.heuristic.preset
        rows.append(
            [
                line.heuristic.name,
                preset,
                str(len(line.solved)),
                str(line.true),
                str(line.false),
                str(line.wrong),
                RULE,
                share(ratio(len(line.solved), len(base.solved)) if base else None),
                share(table.ratio(preset)),
                whole(table.solved(preset)),
                RULE,
                _reasons(line),
            ]
        )
    headings = ["row", "preset", "solved", "true", "false", "wrong", RULE, "ratio", "paper", f"of {table.tasks[0]}", RULE, "unknown"]
    return aligned(headings, rows, left=(0, 1, 11))


def _reasons(line: Line) -> str:
    shown = line.unknown.most_common(SHOWN_REASONS)
    reasons = [f"{count} {reason}" for reason, count in shown]
    if rest := line.unknown.total() - sum(count for _, count in shown):
        reasons.append(f"{rest} others")
    return f"{line.unknown.total()}" + (f" ({', '.join(reasons)})" if reasons else "")


def _effort(comparison: Comparison) -> list[str]:
    """Refinements, states and times on the tasks that all rows solved."""
    table, base = comparison.table, comparison.baseline
    if not comparison.common:
        return ["no task was solved by every row: nothing to compare refinements and times on"]
    rows = []
    for line in comparison.lines:
        own = line.common
        sums = [str(own.refinements), str(own.states), f"{own.cpu_s:.1f}", f"{own.analysis_s:.1f}"]
        ratios = map(share, own.relative(base.common if base else None))
        cells = [cell for pair in zip(sums, ratios, strict=True) for cell in pair]
        rows.append([line.heuristic.name, *cells, share(table.cpu_ratio(line.heuristic.preset))])
    headings = ["row", "refinements", "ratio", "states", "ratio", "CPU s", "ratio", "analysis CPU s", "ratio", "paper CPU"]
    if all(row.cpu_h is None for row in table.rows):
        headings, rows = headings[:-1], [cells[:-1] for cells in rows]
    return [f"on the {len(comparison.common)} tasks that every row solved:", *aligned(headings, rows)]


def _columns(comparison: Comparison) -> list[str]:
    """Solved tasks by the paper's categories: ours, and the ratios of ours and of the paper."""
    table, base = comparison.table, comparison.baseline
    tasks = {column: in_column(comparison.counted, column) for column in table.columns if column != ALL}
    shown = [column for column, own_tasks in tasks.items() if own_tasks]
    if not shown:
        return []
    rows = []
    for line in comparison.lines:
        cells = [line.heuristic.name]
        for column in shown:
            own = len(line.solved & tasks[column])
            ours = share(ratio(own, len(base.solved & tasks[column])) if base else None)
            cells.append(f"{own}: {ours} / {share(table.ratio(line.heuristic.preset, column))}")
        rows.append(cells)
    headings = ["row", *(f"{column} ({len(tasks[column])})" for column in shown)]
    holds = [f"{column} holds {held(comparison.counted, column)}" for column in shown]
    return ["solved by category (its tasks that count), then the ratios ours / paper:", *aligned(headings, rows), *holds]


def limits_of(rows: Sequence[Run]) -> str:
    """The limits of the runs, for people."""
    limits = {(row.result.configuration.time_limit, row.result.configuration.cpu_limit) for row in rows}
    return " or ".join(_limit(*limit) for limit in sorted(limits, key=lambda limit: (limit[0] or 0.0, limit[1] or 0.0)))


def _limit(wall: float | None, cpu: float | None) -> str:
    parts = [f"{seconds:g} s of {kind} time" for seconds, kind in ((wall, "wall"), (cpu, "CPU")) if seconds is not None]
    return " and ".join(parts) or "no time limit"
