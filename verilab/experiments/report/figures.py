"""The figures of a report: specifications of Vega-Lite, the same forms as on paper, whose marks know the tasks that they are of.

``title``, ``caption``  for people
``choices``             what the reader chooses above the figure: {name, before, values, chosen}
``specifications``      one for each value of the only choice, or one for all
``filled``              "pairs" or "ratios", where the page fills the rows in by what is chosen: two settings, or a baseline
``filters``             what the fields of a mark are in the table of runs, which a click leads to
``size``                of the drawing: as wide as its place less ``margin``, at least ``least`` and at most ``most``; ``square``
``engine``              the field of the configuration by which runs are filtered as ``engine``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verilab.errors import Refused
from verilab.experiments.figures.forms import LEAST, OUTCOMES, Row, boxes, growth, heatmap, quantile, scatter
from verilab.experiments.figures.making import Choices, growing, make
from verilab.experiments.figures.shapes import Growth
from verilab.experiments.figures.style import PAGE
from verilab.verification.schema import DEFAULT, Run

Figure = dict[str, Any]

MOST_POINTS = 4000
"""Of a curve: of more every so many-th is drawn."""
_MANY = 4
"""Settings; maps of more are as wide as the page."""
_BY_TASK = {"task": "task"}


def figures(
    runs: Sequence[Row], settings: Sequence[str], configurations: Mapping[str, Mapping[str, Any]], grown: Sequence[Run]
) -> list[Figure]:
    """Of the rows of the table of runs, and of the runs from which growth with the size of generated tasks is fitted."""
    if not runs:
        return []
    all_figures = [
        _quantile(runs, settings),
        _scatter(runs, settings),
        _growth(grown),
        _speed_ups(runs, settings),
        _engines(runs, configurations, len(settings)),
        _families(runs, settings),
    ]
    return [figure for figure in all_figures if figure is not None]


def _seconds(run: Row) -> float:
    return max(float(run["CPU s"]), LEAST)


def _quantile(runs: Sequence[Row], settings: Sequence[str]) -> Figure:
    rows = []
    for setting in settings:
        solved = sorted(
            (run for run in runs if run["setting"] == setting and run["class"] == "solved"), key=lambda run: float(run["CPU s"])
        )
        every = len(solved) // MOST_POINTS + 1
        for place, run in enumerate(solved):
            if place % every == 0 or place == len(solved) - 1:
                rows.append({"setting": setting, "rank": place + 1, "figure": _seconds(run), "task": run["task"]})
    return {
        "title": "Solved runs by CPU time",
        "caption": "Each line is a setting; further right is more solved, lower is faster. A point leads to the runs of its task.",
        "specifications": [quantile(rows, settings, "runs solved", "CPU time of the n-th fastest (s)", PAGE) | {"height": 320}],
        "empty": "" if rows else "No run was solved.",
        "filters": _BY_TASK,
        "size": {"margin": 70},
    }


def _scatter(runs: Sequence[Row], settings: Sequence[str]) -> Figure | None:
    if len(settings) < 2:
        return None
    times = [_seconds(run) for run in runs if run["class"] == "solved"]
    low, border = min([1.0, *times]) * 0.8, max([0.1, *times]) * 1.5
    return {
        "title": "CPU time, task by task",
        "caption": "Dashed lines: twice and ten times as long. What was not solved stands on the border at the top or on the right. "
        "A point leads to its runs.",
        "choices": [
            {"name": "Setting 1", "values": settings, "chosen": settings[0]},
            {"name": "Setting 2", "before": "against", "values": settings, "chosen": settings[1]},
        ],
        "specifications": [scatter([], low, border, ("CPU s", "CPU s"), OUTCOMES, PAGE)],
        "filled": "pairs",
        "border": border,
        "outcomes": OUTCOMES,
        "filters": _BY_TASK,
        "size": {"margin": 90, "least": 160, "most": 400, "square": True},
    }


def _growth(runs: Sequence[Run]) -> Figure | None:
    """Families whose verdicts contradict each other are left out, as are those that no setting shares."""
    by_family = {}
    for family, sizes in growing(runs).items():
        try:
            plot = make("growth", [run for run in runs if run.result.task in sizes], Choices(family=family))
        except Refused:
            continue
        assert isinstance(plot, Growth)
        by_family[family] = growth(plot, PAGE, {float(size): task for task, size in sizes.items()}) | {"height": 300}
    if not by_family:
        return None
    return {
        "title": "Growth with the size of the tasks",
        "caption": "Both axes are logarithmic. Lines: power laws, with their exponents and 95 % intervals, where three sizes or more were "
        "solved. Hollow marks at the top: not solved. A point leads to its runs.",
        "choices": [{"name": "Family", "values": list(by_family), "chosen": next(iter(by_family))}],
        "specifications": list(by_family.values()),
        "filters": _BY_TASK,
        "size": {"margin": 80},
    }


def _speed_ups(runs: Sequence[Row], settings: Sequence[str]) -> Figure | None:
    if len(settings) < 2:
        return None
    ratio = _farthest(runs) * 1.2
    return {
        "title": "Speed-ups over a baseline",
        "caption": "CPU time of the baseline divided by that of the setting, on what both solved (so many); right of 1 is faster. Boxes: "
        "quartiles and median; whiskers: the farthest within 1.5 times their distance.",
        "choices": [{"name": "Baseline", "before": "over", "values": settings, "chosen": settings[0]}],
        "specifications": [boxes([], "times as fast as the baseline", 1.0, (1 / ratio, ratio), PAGE)],
        "filled": "ratios",
        "filters": _BY_TASK,
        "size": {"margin": 250, "least": 160},
    }


def _farthest(runs: Sequence[Row]) -> float:
    """The largest factor between two solved runs of a task: one axis for every baseline."""
    times: dict[str, list[float]] = {}
    for run in runs:
        if run["class"] == "solved":
            times.setdefault(run["task"], []).append(_seconds(run))
    return max((max(seconds) / min(seconds) for seconds in times.values()), default=1.0)


def _engines(runs: Sequence[Row], configurations: Mapping[str, Mapping[str, Any]], settings: int) -> Figure | None:
    """Solved runs by strategy and engine, which is the first of these settings that varies."""
    shown = {
        setting: {name: str(value or DEFAULT) for name, value in configuration.items()} for setting, configuration in configurations.items()
    }
    values = {
        name: list(dict.fromkeys(configuration.get(name, DEFAULT) for configuration in shown.values())) for name in ("strategy", *_ENGINES)
    }
    engine = next((name for name in _ENGINES if len(values[name]) > 1), None)
    if engine is None or len(values["strategy"]) < 2:
        return None
    known = [run for run in runs if run["setting"] in shown]
    of = [(shown[run["setting"]].get("strategy", DEFAULT), shown[run["setting"]].get(engine, DEFAULT)) for run in known]
    cells = _cells(known, of, values[engine], {"row": "strategy", "column": "engine"}, wide=settings > _MANY)
    return cells | {"title": f"Solved by strategy and {engine}", "engine": engine}


_ENGINES = ("interpolation", "backend", "analysis", "encoding")


def _families(runs: Sequence[Row], settings: Sequence[str]) -> Figure:
    cells = [(str(run["family"]), str(run["setting"])) for run in runs]
    figure = _cells(runs, cells, settings, {"row": "family", "column": "setting"}, wide=len(settings) > _MANY)
    return figure | {"title": "Solved by family and setting"}


def _cells(runs: Sequence[Row], cells: Sequence[tuple[str, str]], columns: Sequence[str], filters: dict[str, str], *, wide: bool) -> Figure:
    """A map of solved runs of all runs, in the cell of each."""
    counts: dict[tuple[str, str], list[bool]] = {}
    for run, cell in zip(runs, cells, strict=True):
        counts.setdefault(cell, []).append(run["class"] == "solved")
    rows = []
    for (row, column), solved in counts.items():
        share = sum(solved) / len(solved)
        rows.append({"row": row, "column": column, "figure": share, "text": f"{sum(solved)}/{len(solved)}", "dark": share > 0.5})
    scale = {"domain": [0, 1], "range": ["faint", "#005a8c"], "interpolate": "rgb"}
    legend = {"title": "solved", "format": ".0%", "gradientLength": 80}
    lines = sorted({row for row, _ in cells})
    return {
        "caption": "Solved runs of all runs. A cell leads to its runs.",
        "specifications": [heatmap(rows, (columns, lines), scale, legend, medium=PAGE)],
        "filters": filters,
        "wide": wide,
        "size": {"margin": 280, "least": 150, "most": 130 * len(columns)},
    }
