"""How rows of a paper's table differ on the same tasks: from the baseline, and between the paper's setting and ours.

Every task that was run counts here, whatever became of it: what a configuration came to must not decide on what it is compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.experiments.papers.comparing.comparison import Comparison, Line, compare
from verilab.experiments.papers.tables.figures import PaperTable
from verilab.experiments.papers.tables.settings import by_setting
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, share, whole
from verilab.experiments.statistics.paired import (
    FEWEST_PAIRS,
    LEVEL,
    Interval,
    Pair,
    Paired,
    bootstrap,
    holm,
    paired,
    ratio_is_shown,
    ratio_of_sums,
)
from verilab.verification.schema import Run, family_of


def both_settings(table: PaperTable, paper: Sequence[Run], ours: Sequence[Run]) -> str:
    """Every row under the paper's setting and under ours, on all tasks, beside the paper's figure: ratios to the baseline."""
    sides = [compare(table, runs, every=True) for runs in (paper, ours)]
    rows = []
    for heuristic in table.rows:
        cells = [cell for side in sides for cell in (*_share_of_baseline(side, heuristic.preset), RULE)]
        if any(side.line(heuristic.preset) for side in sides):
            rows.append([heuristic.name, *cells, share(table.ratio(heuristic.preset)), whole(table.solved(heuristic.preset))])
    headings = ["row"]
    for name, side in zip(("paper's setting", "our setting"), sides, strict=True):
        headings += [f"{name} ({len(side.counted)})", "ratio", "95 %", RULE]
    title = f"{table.source}, on all tasks that were run: solved, and the ratio to {table.row(table.baseline).name!r} (95 % by bootstrap)"
    return "\n".join([title, *aligned([*headings, "paper's figure", f"of {table.tasks[0]}"], rows)])


def _share_of_baseline(side: Comparison, preset: str) -> list[str]:
    line, base = side.line(preset), side.baseline
    if line is None:
        return [NOTHING] * 3
    if base is None or not base.solved:
        return [str(len(line.solved)), NOTHING, NOTHING]
    # A sample without a task that the baseline solved has no ratio; with that many tasks there is hardly one.
    bounds = bootstrap(
        [(float(task in line.solved), float(task in base.solved)) for task in side.counted],
        lambda sample: sum(first for first, _ in sample) / max(1.0, sum(second for _, second in sample)),
    )
    return [str(len(line.solved)), share(bounds.estimate), _bounds(bounds)]


def paired_lines(comparison: Comparison) -> list[str]:
    """Each row against the baseline on all tasks that were run: discordant tasks, differences, ratios of efforts, with intervals."""
    base = comparison.baseline
    if base is None or len(comparison.lines) < 2 or not comparison.counted:
        return []
    lines = [line for line in comparison.lines if line is not base]
    solved = [paired([(task in line.solved, task in base.solved) for task in comparison.counted]) for line in lines]
    corrected = holm([pair.p for pair in solved])
    rows = [_against(comparison, line, base, one, p, len(lines)) for line, one, p in zip(lines, solved, corrected, strict=True)]
    headings = ["row", "solved", "difference", "95 %", "discordant", "p", RULE]
    for measure in ("refinements", "states", "CPU"):
        headings += [measure, "95 %", RULE]
    return [
        f"all {len(comparison.counted)} tasks that were run with every row, against {base.heuristic.name!r} ({len(base.solved)} solved); "
        "ratios on what both solved, 95 % by bootstrap;",
        "p: McNemar's exact test, corrected over the rows (Holm); an effort differs where its interval, corrected as well, excludes 1 "
        f"on at least {FEWEST_PAIRS} tasks:",
        *aligned([*headings, "differences shown in"], rows, left=(0, 16)),
    ]


def _against(comparison: Comparison, line: Line, base: Line, solved: Paired, p: float, rows: int) -> list[str]:
    """``p``: of what was solved, corrected over as many ``rows`` as are compared with ``base``."""
    both = [comparison.runs[task] for task in sorted(line.solved & base.solved)]
    pairs = [(runs[line.heuristic.preset].statistics, runs[base.heuristic.preset].statistics) for runs in both]
    difference = solved.difference
    efforts: dict[str, list[Pair]] = {
        "refinements": [(own.refinements, other.refinements) for own, other in pairs if other.refinements],
        "states": [(own.states, other.states) for own, other in pairs],
        "CPU": [(own.cpu_s, other.cpu_s) for own, other in pairs],
    }
    shown = ["solved"] * (p < 1 - LEVEL) + [name for name, effort in efforts.items() if ratio_is_shown(effort, rows)]
    return [
        line.heuristic.name,
        str(len(line.solved)),
        f"{difference.estimate:+.1%}",
        f"{difference.low:+.1%} .. {difference.high:+.1%}",
        f"{solved.more}+{solved.fewer}",
        f"{p:.3f}",
        RULE,
        *(cell for effort in efforts.values() for cell in (*_with_bounds(effort), RULE)),
        ", ".join(shown) or "nothing",
    ]


def family_lines(comparison: Comparison) -> list[str]:
    """Solved tasks of each folder, of those that were run; only the folders in which rows differ, and how many do not."""
    if len(comparison.lines) < 2:
        return []
    folders: dict[str, list[str]] = {}
    for task in comparison.counted:
        folders.setdefault(family_of(task), []).append(task)
    rows = []
    for folder, tasks in sorted(folders.items()):
        solved = [sum(task in line.solved for task in tasks) for line in comparison.lines]
        if len({line.solved.intersection(tasks) for line in comparison.lines}) > 1:
            rows.append([folder, str(len(tasks)), *map(str, solved)])
    same = len(folders) - len(rows)
    if not rows:
        return [f"every row solved the same tasks in each of {same} folders"]
    headings = ["folder", "tasks", *(line.heuristic.name for line in comparison.lines)]
    return [f"solved by folder, where rows differ (in {same} other folders all solved the same):", *aligned(headings, rows)]


def discordant(table: PaperTable, runs: Sequence[Run]) -> frozenset[str]:
    """The tasks that some rows of the table solved and others did not, of those that were run with all of them in a setting."""
    names: set[str] = set()
    for group in by_setting(runs).values():
        comparison = compare(table, group, every=True)
        names |= frozenset.union(*(line.solved for line in comparison.lines)) - comparison.common
    return frozenset(names)


def _bounds(bounds: Interval) -> str:
    return f"{bounds.low:.2f} .. {bounds.high:.2f}"


def _with_bounds(pairs: Sequence[Pair]) -> list[str]:
    ratio = ratio_of_sums(pairs)
    return [NOTHING, NOTHING] if ratio is None else [share(ratio.estimate), _bounds(ratio)]
