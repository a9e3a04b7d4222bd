"""The figures of an experiment, from its runs.

All raise ContradictingVerdicts where verdicts contradict each other, and Refused where there is nothing to show.

quantile     for each setting the n-th fastest of its solved tasks, and the virtual best      (a cactus plot turned)
scatter      two settings, task by task
box          how many times as fast as a baseline each setting is, on the tasks that both solved
growth       a figure against the size of a family's generated tasks, with the fitted power law
heatmap      two fields of the configuration: what was solved, or the median figure of what was
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.benchexec.results import FOREIGN
from verilab.experiments.figures.shapes import Boxes, Curve, Growth, Heatmap, Plot, Quantile, Scatter
from verilab.experiments.statistics.effects import LEAST_SECONDS
from verilab.experiments.statistics.outcomes import Measure, Outcomes, consistent, outcomes, setting_named, virtual_best
from verilab.experiments.statistics.power_law import power_law
from verilab.verification.configuration import SETTINGS
from verilab.verification.schema import DEFAULT, Run, RunResult

MEASURES = {
    "cpu_s": "CPU time (s)",
    "wall_s": "wall time (s)",
    "analysis_s": "CPU time of the analysis (s)",
    "solver_s": "time in solvers (s)",
    "refinements": "refinements",
    "states": "abstract states",
    "predicates": "predicates",
}
"""What can be measured of a run, and how it is called on an axis."""

CELLS = ("solved", "median")

_GENERATED = re.compile(r"(?:.*/)?(?P<family>[^/]+)/(?P=family)-(?P<size>\d+)-(?P<verdict>safe|unsafe)\b[^/]*")


@dataclass(frozen=True, slots=True)
class Choices:
    """``x``, ``y`` and ``baseline`` name settings, by default the first ones; ``family`` is of ``growing``; ``measure`` of MEASURES.

    ``rows`` and ``columns`` are fields of the configuration, ``cell`` is of CELLS.  What a kind of figure is not about is passed over.
    """

    x: str = ""
    y: str = ""
    baseline: str = ""
    family: str = ""
    measure: str = ""
    rows: str = "strategy"
    columns: str = ""
    cell: str = CELLS[0]

    def measured(self, default: str = "cpu_s") -> tuple[Measure, str]:
        """The measure and its name; Refused where there is none."""
        name = self.measure or default
        if name not in MEASURES:
            raise Refused(f"--measure {name!r}: unknown; known: {', '.join(MEASURES)}")

        def measure(result: RunResult) -> float:
            return float(getattr(result.statistics, name))

        return measure, MEASURES[name]


def make(kind: str, runs: Sequence[Run], choices: Choices | None = None) -> Plot:
    """A figure of a kind of KINDS."""
    if kind not in KINDS:
        raise Refused(f"figure {kind!r}: unknown; known: {', '.join(KINDS)}")
    return KINDS[kind](runs, choices or Choices())


def quantile(runs: Sequence[Run], choices: Choices) -> Quantile:
    measure, named = choices.measured()
    settings = outcomes(runs, measure)
    return quantile_of(settings, named, best=virtual_best(settings) if len(settings) > 1 else None)


def quantile_of(settings: Sequence[Outcomes], what: str, best: Outcomes | None = None) -> Quantile:
    """A curve for each setting, and of no setting for the virtual best."""
    curves = [(setting.label, _ascending(setting)) for setting in settings]
    return Quantile("quantile", "", what, tuple(curves), None if best is None else (best.label, _ascending(best)))


def _ascending(setting: Outcomes) -> tuple[float, ...]:
    return tuple(sorted(figure for figure in setting.figures.values() if figure is not None))


def scatter(runs: Sequence[Run], choices: Choices) -> Scatter:
    measure, named = choices.measured()
    settings = outcomes(runs, measure)
    if len(settings) < 2:
        raise Refused("a scatter plot is of two settings, and the experiment has one")
    x = setting_named(settings, choices.x, "--x") if choices.x else settings[0]
    others = [setting for setting in settings if setting is not x]
    return scatter_of(x, setting_named(settings, choices.y, "--y") if choices.y else others[0], named)


def scatter_of(x: Outcomes, y: Outcomes, what: str) -> Scatter:
    """The tasks that one of the two solved."""
    points = tuple((task, x.figures[task], y.figures[task]) for task in sorted(x.solved | y.solved))
    return Scatter("scatter", "", x.label, y.label, points, what)


def box(runs: Sequence[Run], choices: Choices) -> Boxes:
    measure, named = choices.measured()
    settings = outcomes(runs, measure)
    base = setting_named(settings, choices.baseline, "--baseline") if choices.baseline else settings[0]
    groups = []
    for setting in settings:
        if setting is not base:
            pairs = [(base.figure(task), setting.figure(task)) for task in sorted(base.solved & setting.solved)]
            groups.append((setting.label, tuple(max(first, LEAST_SECONDS) / max(second, LEAST_SECONDS) for first, second in pairs)))
    if not any(numbers for _, numbers in groups):
        raise Refused(f"no other setting solved a task that {base.label!r} solved: there are no speed-ups")
    what = f"speed-up: {named.partition(' (')[0]} of {base.label}, divided by that of the setting"
    return Boxes("box", "", what, tuple(groups), middle=1.0, scale="log")


def growing(runs: Sequence[Run]) -> dict[str, dict[str, int]]:
    """The families of generated tasks in at least three sizes, as ``FAMILY-safe`` and ``FAMILY-unsafe``: by task its size."""
    families: dict[str, dict[str, int]] = {}
    for run in runs:
        if match := _GENERATED.fullmatch(run.result.task):
            families.setdefault(f"{match['family']}-{match['verdict']}", {})[run.result.task] = int(match["size"])
    return {family: sizes for family, sizes in sorted(families.items()) if len(set(sizes.values())) > 2}


def growth(runs: Sequence[Run], choices: Choices) -> Growth:
    measure, named = choices.measured("analysis_s")
    families = growing(runs)
    named_so = [family for family in families if choices.family in ("", family, family.rpartition("-")[0])]
    if len(named_so) != 1:
        problem = "name one of them by --family" if named_so else f"--family {choices.family!r} is none of them"
        if not families:
            problem = "growth is about generated tasks (FAMILY/FAMILY-SIZE-safe), of which there are none"
        raise Refused(f"families in three sizes or more: {', '.join(families) or 'none'}; {problem}")
    family = named_so[0]
    sizes = families[family]
    curves = []
    for outcome in outcomes([run for run in runs if run.result.task in sizes], measure):
        points = tuple(sorted((float(sizes[task]), outcome.figure(task)) for task in outcome.solved))
        unsolved = tuple(sorted({float(sizes[task]) for task in outcome.figures.keys() - outcome.solved}))
        curves.append(Curve(outcome.label, points, unsolved, power_law(points)))
    return Growth("growth", "", f"size of {family}", named, tuple(curves))


def heatmap(runs: Sequence[Run], choices: Choices) -> Heatmap:
    """Cells are the settings that have both values; where there are several, all their runs together."""
    measure, named = choices.measured()
    if choices.cell not in CELLS:
        raise Refused(f"--cell {choices.cell!r}: unknown; known: {', '.join(CELLS)}")
    rows = _field(choices.rows, "--rows-of")
    columns = _field(choices.columns or _engine(runs), "--columns-of")
    by_cell: dict[tuple[str, str], list[RunResult]] = {}
    # Of runs that other tools made the configuration is not known.
    for run in [run for run in consistent(runs) if FOREIGN not in run.result.details]:
        by_cell.setdefault((_value(run, rows), _value(run, columns)), []).append(run.result)
    everywhere = set.intersection(*({result.task for result in results} for results in by_cell.values())) if by_cell else set()
    if not everywhere:
        raise Refused("no task was run in every cell; run more of the experiment")
    by_cell = {key: [result for result in results if result.task in everywhere] for key, results in by_cell.items()}
    lines, heads = (tuple(dict.fromkeys(key[place] for key in by_cell)) for place in (0, 1))
    if choices.cell == CELLS[0]:
        cells = {key: float(sum(result.classification == "solved" for result in results)) for key, results in by_cell.items()}
        caption, decimals = "solved tasks", 0
    else:
        cells, count = _medians(by_cell, measure)
        caption, decimals = f"median {named} on the {count} tasks that all solved", 2 if max(cells.values()) < 10 else 1
    shown = tuple(tuple(cells.get((line, head)) for head in heads) for line in lines)
    return Heatmap("heatmap", "", columns, rows, heads, lines, shown, caption, decimals, "low" if decimals else "high")


def _medians(by_cell: Mapping[tuple[str, str], Sequence[RunResult]], measure: Measure) -> tuple[dict[tuple[str, str], float], int]:
    """Of each cell, on the tasks that all runs of every cell solved, and how many these are."""
    solved = []
    for results in by_cell.values():
        unsolved = {result.task for result in results if result.classification != "solved"}
        solved.append({result.task for result in results} - unsolved)
    common = set.intersection(*solved)
    if not common:
        raise Refused("no task was solved by every cell; give --cell solved")
    return {key: median(measure(result) for result in results if result.task in common) for key, results in by_cell.items()}, len(common)


def _engine(runs: Sequence[Run]) -> str:
    """The field that names the engine: the procedure, where it varies."""
    return "interpolation" if len({run.result.configuration.interpolation for run in runs}) > 1 else "backend"


def _field(name: str, option: str) -> str:
    if name not in SETTINGS:
        raise Refused(f"{option} {name!r}: no field of a configuration; known: {', '.join(SETTINGS)}")
    return name


def _value(run: Run, field: str) -> str:
    return f"{getattr(run.result.configuration, field)}" or DEFAULT


KINDS: dict[str, Callable[[Sequence[Run], Choices], Plot]] = {
    "quantile": quantile,
    "scatter": scatter,
    "box": box,
    "growth": growth,
    "heatmap": heatmap,
}
"""How each kind of figure is made, by its name."""
