"""How a number grows with a size: the power law that fits best.

log y = e log x + c + error,    by least squares; the interval of e is that of Student's t with n - 2 degrees of freedom
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import linear_regression

from verilab.data_classes import dataclass
from verilab.experiments.statistics.effects import tests
from verilab.experiments.statistics.paired import LEVEL, Interval

FEWEST = 3
"""Points; any two lie on some power law."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """y = ``factor`` x^``exponent``."""

    exponent: Interval
    factor: float

    def at(self, size: float) -> float:
        return float(self.factor * size**self.exponent.estimate)


def exponent(points: Sequence[Point]) -> float | None:
    """The e of y = c x^e through (size, number) pairs; None for fewer than three positive ones of different size."""
    logs = _logs(points)
    return linear_regression([x for x, _ in logs], [y for _, y in logs]).slope if logs else None


def power_law(points: Sequence[Point]) -> PowerLaw | None:
    """With the 95 % interval of the exponent; None where ``exponent`` is.  Refused where SciPy is not installed."""
    logs = _logs(points)
    if not logs:
        return None
    stats = tests()
    fit = stats.linregress([x for x, _ in logs], [y for _, y in logs])
    error = 0.0 if math.isnan(fit.stderr) else fit.stderr  # where all numbers are the same SciPy divides zero by zero
    slope, reach = float(fit.slope), float(error * stats.t.ppf((1 + LEVEL) / 2, len(logs) - 2))
    return PowerLaw(Interval(slope, slope - reach, slope + reach), math.exp(float(fit.intercept)))


def _logs(points: Sequence[Point]) -> list[Point]:
    """Of the positive points; none where they are of fewer than three sizes."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    return logs if len({x for x, _ in logs}) >= FEWEST else []
