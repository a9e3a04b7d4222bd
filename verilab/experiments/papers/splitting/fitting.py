"""How a number grows with a size: the exponent of the power law that fits best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import linear_regression

FEWEST = 3
"""Points; any two lie on some power law."""


# log y = e log x + c by least squares
def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The e of y = c x^e through (size, number) pairs; None for fewer than three positive ones of different size."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < FEWEST:
        return None
    return linear_regression([x for x, _ in logs], [y for _, y in logs]).slope
