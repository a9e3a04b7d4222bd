"""What is in a figure: its points, with the names of axes and curves.  ``title`` is "" where a caption says it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.experiments.statistics.power_law import PowerLaw


@dataclass(frozen=True, slots=True)
class Scatter:
    """Two configurations on the same tasks: (task, x, y), None where one did not solve the task; ``what`` was measured."""

    name: str
    title: str
    x: str
    y: str
    points: tuple[tuple[str, float | None, float | None], ...]
    what: str = "CPU time (s)"

    def rows(self) -> Iterator[list[object]]:
        yield ["task", self.x, self.y]
        for task, x, y in self.points:
            yield [task, "" if x is None else x, "" if y is None else y]


@dataclass(frozen=True, slots=True)
class Quantile:
    """Per configuration the times of its solved tasks, ascending: the n-th is what suffices for n tasks, each by itself.

    ``reference``: the curve of no configuration, such as the virtual best.
    """

    name: str
    title: str
    y: str
    curves: tuple[tuple[str, tuple[float, ...]], ...]
    reference: tuple[str, tuple[float, ...]] | None = None

    def rows(self) -> Iterator[list[object]]:
        yield ["configuration", "n-th fastest solved task", self.y]
        for curve, times in (*self.curves, *([self.reference] if self.reference else [])):
            for number, seconds in enumerate(times, start=1):
                yield [curve, number, seconds]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Numbers of several groups; ``middle``: where the groups are about ratios, the one that says "equal"; ``scale``: linear or log."""

    name: str
    title: str
    x: str
    groups: tuple[tuple[str, tuple[float, ...]], ...]
    middle: float | None = None
    scale: str = "linear"

    def rows(self) -> Iterator[list[object]]:
        yield ["group", self.x]
        for group, numbers in self.groups:
            for number in numbers:
                yield [group, number]


@dataclass(frozen=True, slots=True)
class Curve:
    """Of one configuration (size, figure) of each solved task, the sizes of those that it did not solve, and the law that fits."""

    label: str
    points: tuple[tuple[float, float], ...]
    unsolved: tuple[float, ...] = ()
    law: PowerLaw | None = None


@dataclass(frozen=True, slots=True)
class Growth:
    """How a figure grows with the size of a generated task."""

    name: str
    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]

    def rows(self) -> Iterator[list[object]]:
        yield ["configuration", self.x, self.y, "exponent", "from", "to"]
        for curve in self.curves:
            law = curve.law and curve.law.exponent
            bounds: list[object] = [law.estimate, law.low, law.high] if law else ["", "", ""]
            for size, figure in curve.points:
                yield [curve.label, size, figure, *bounds]
            for size in curve.unsolved:
                yield [curve.label, size, "", *bounds]


@dataclass(frozen=True, slots=True)
class Heatmap:
    """``cells[row][column]``, None where there is nothing to say; ``what`` they are, with ``decimals``; ``better`` is "high" or "low"."""

    name: str
    title: str
    x: str
    y: str
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...]
    what: str
    decimals: int = 0
    better: str = "high"

    def rows(self) -> Iterator[list[object]]:
        yield [self.y, self.x, self.what]
        for line, cells in zip(self.lines, self.cells, strict=True):
            for column, cell in zip(self.columns, cells, strict=True):
                yield [line, column, "" if cell is None else cell]


Plot = Scatter | Quantile | Boxes | Growth | Heatmap


def write(plot: Plot, path: Path) -> Path:
    """Write the points as CSV."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(plot.rows())
    return path
