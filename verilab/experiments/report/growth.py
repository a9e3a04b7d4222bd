"""How the time of the analysis grows with the size of generated tasks: points and fitted laws, as the figure for papers has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verilab.errors import Refused
from verilab.experiments.figures.making import Choices, growing, make
from verilab.experiments.figures.shapes import Curve, Growth
from verilab.verification.schema import Run

Row = dict[str, Any]


def growths(runs: Sequence[Run]) -> list[Row]:
    """One for each family of three sizes or more: ``family``, ``measure`` and ``curves``.

    A curve has its ``setting``, ``points`` [size, seconds, task], ``unsolved`` [size, task] and its ``law``, [exponent, its lower bound,
    its upper bound, factor] or null.  Families whose verdicts contradict each other are left out, as are those that no setting shares.
    """
    found = []
    for family, sizes in growing(runs).items():
        try:
            plot = make("growth", [run for run in runs if run.result.task in sizes], Choices(family=family))
        except Refused:
            continue
        assert isinstance(plot, Growth)
        tasks = {float(size): task for task, size in sizes.items()}
        found.append({"family": family, "measure": plot.y, "curves": [_curve(curve, tasks) for curve in plot.curves]})
    return found


def _curve(curve: Curve, tasks: dict[float, str]) -> Row:
    law = curve.law
    return {
        "setting": curve.label,
        "points": [[size, round(seconds, 4), tasks[size]] for size, seconds in curve.points],
        "unsolved": [[size, tasks[size]] for size in curve.unsolved],
        "law": None if law is None else [law.exponent.estimate, law.exponent.low, law.exponent.high, law.factor],
    }
