"""Runs against each other: tables with tests and intervals, and figures, of what a sweep gave or an experiment's file has."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from verilab.data_classes import dataclass
from verilab.experiments.figures import draw
from verilab.experiments.figures.making import Choices, make
from verilab.experiments.sheets import Sheet, render
from verilab.experiments.sheets.comparisons import comparison_sheets, unique_lines
from verilab.verification.schema import Run


@dataclass(frozen=True, slots=True)
class Comparison:
    """Tables of a comparison: where each setting stands, and each pair with tests and intervals.  It prints as text."""

    sheets: tuple[Sheet, ...]
    unique: tuple[str, ...] = ()

    def to(self, format: Literal["text", "markdown", "latex", "csv"]) -> str:
        """The tables in a format; LaTeX is a whole document."""
        return render(self.sheets, format)

    def __str__(self) -> str:
        return self.to("text") + "".join(f"{line}\n" for line in self.unique)

    def _repr_html_(self) -> str:
        from verilab.drawings import line, table  # only notebooks ask

        return "".join(line("", strong=sheet.title) + table(sheet.headings, sheet.shown()) for sheet in self.sheets)


def compare(runs: Iterable[Run], baseline: str = "") -> Comparison:
    """The settings of some runs against each other on the tasks that all were run on, or against one of them.

    ``runs``: ``list(verilab.sweep(...))``, or ``read_experiment(FILE).results()``.  ``baseline``: the label of a setting, some words of
    it, "virtual best" or "virtual worst".
    Solved tasks are compared by McNemar's test, CPU seconds on what both solved by Wilcoxon's, with 95 % bootstrap intervals and
    p-values corrected for their number by Holm's method.
    Raises Refused where there is nothing to compare, and ContradictingVerdicts where two runs of a task contradict each other.

    The same on the command line: ``verilab experiment compare FILE.duckdb``.
    """
    kept = list(runs)
    return Comparison(tuple(comparison_sheets(kept, baseline)), tuple(unique_lines(kept)))


def figure(
    runs: Iterable[Run],
    kind: Literal["quantile", "scatter", "box", "growth", "heatmap"],
    to: str | os.PathLike[str],
    *,
    measure: Literal["", "cpu_s", "wall_s", "solver_s", "states", "refinements", "predicates"] = "",
    settings: Sequence[str] = (),
) -> Path:
    """Draw runs into a file, ``to``: PDF, SVG or PNG by its ending; the path of it.

    ``kind``: "quantile" (solved tasks by what they take), "scatter" of two ``settings`` by their labels, "box" of the others' ratios to
    the first, "growth" along the sizes of a task family, "heatmap" of strategies against another axis.  ``measure``: what they take, CPU
    seconds by default.
    Raises Refused for what cannot be drawn, and where vl-convert is not installed.

    The same on the command line: ``verilab experiment figure FILE.duckdb quantile --output FILE.pdf``.
    """
    first, second = (*settings, "", "")[:2]
    return draw(make(kind, list(runs), Choices(x=first, y=second, baseline=first, measure=measure)), Path(to))
