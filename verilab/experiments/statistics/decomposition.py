"""How much of the variance of a figure is whose: an analysis of variance of crossed factors on the same units.

Each unit (a task) has a figure y for every combination of the factors' levels, the mean of what was measured there.  With mean_S, the mean
of y over everything but the axes of a set S of them, the effect of S is what that mean has beyond the effects of its parts:

    e_S  =  sum over T ⊆ S of (-1)^(|S| - |T|) mean_T          SS_S  =  sum of e_S² over all cells

The sums of squares of all S add up to that of y, as the design is complete (Kirk, Experimental Design, 4th ed., ch. 10).  Units are a
sample, the factors' levels are all that there are: a mixed model.  Hence

    F_S  =  MS_S / MS_(S, unit)        with the degrees of freedom of both, for S without the unit
    intervals                          percentile bootstrap over the units, which are drawn with all of their cells

Units without some cell are left out, as their other cells would be compared with those of different units.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.experiments.statistics.effects import tests
from verilab.experiments.statistics.paired import LEVEL, Interval

if TYPE_CHECKING:
    from numpy import ndarray

ROUNDS = 1000
"""Samples of units."""

FEWEST_UNITS = 3

ROUNDING = 1e-12
"""Of the whole sum of squares: less is nothing."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A figure of a unit under one level of each factor, in the factors' order."""

    unit: str
    levels: tuple[str, ...]
    value: float


@dataclass(frozen=True, slots=True)
class Term:
    """``of``: the factors, and the unit, whose effect or interaction it is.  ``share`` of the whole sum of squares, with its interval.

    ``f`` and ``p`` are None for terms of the unit, which nothing is compared with, and ``p`` where SciPy is missing.
    """

    of: tuple[str, ...]
    degrees: int
    share: Interval
    f: float | None = None
    p: float | None = None

    @property
    def name(self) -> str:
        return " x ".join(self.of)


@dataclass(frozen=True, slots=True)
class Decomposition:
    """``terms`` in the order of their sizes; ``means``: of each level of each factor; ``units`` that were complete, and those left out."""

    terms: tuple[Term, ...]
    means: Mapping[str, Mapping[str, float]]
    levels: Mapping[str, tuple[str, ...]]
    units: tuple[str, ...]
    left_out: tuple[str, ...]
    variance: float


def decompose(
    observations: Sequence[Observation], factors: Sequence[str], unit: str = "task", *, order: int = 2, seed: int = 0
) -> Decomposition:
    """The decomposition; interactions of more than ``order`` axes, the unit among them, are one term, the residual.

    Refused where fewer than FEWEST_UNITS units have all cells: the message names the cell that most of them lack.
    """
    import numpy

    cells: dict[str, dict[tuple[str, ...], list[float]]] = {}
    for observation in observations:
        cells.setdefault(observation.unit, {}).setdefault(observation.levels, []).append(observation.value)
    names = {factor: tuple(sorted({observation.levels[place] for observation in observations})) for place, factor in enumerate(factors)}
    names = {factor: known for factor, known in names.items() if len(known) > 1}
    kept = [place for place, factor in enumerate(factors) if factor in names]
    if not names:
        raise Refused("no factor has two levels: there is nothing to compare")
    wanted = list(product(*names.values()))
    figures = {key: _merged(own, kept) for key, own in cells.items()}
    units = sorted(key for key, own in figures.items() if all(cell in own for cell in wanted))
    if len(units) < FEWEST_UNITS:
        raise Refused(_incomplete(figures, wanted, list(names), unit, len(units)))
    shape = (len(units), *map(len, names.values()))
    y = numpy.array([[figures[key][cell] for cell in wanted] for key in units], dtype=float).reshape(shape)
    axes = (unit, *names)
    terms = _terms(y, axes, order, seed)
    means = {
        factor: dict(zip(known, y.mean(axis=tuple(a for a in range(y.ndim) if a != place)).tolist(), strict=True))
        for place, (factor, known) in enumerate(names.items(), start=1)
    }
    left_out = tuple(sorted(set(figures).difference(units)))
    return Decomposition(tuple(terms), means, names, tuple(units), left_out, float(y.var()))


def _merged(own: Mapping[tuple[str, ...], Sequence[float]], kept: Sequence[int]) -> dict[tuple[str, ...], float]:
    """The mean of each cell, by the levels of the factors that have several."""
    merged: dict[tuple[str, ...], list[float]] = {}
    for levels, values in own.items():
        merged.setdefault(tuple(levels[place] for place in kept), []).extend(values)
    return {cell: sum(values) / len(values) for cell, values in merged.items()}


def _incomplete(
    figures: Mapping[str, Mapping[tuple[str, ...], float]],
    wanted: Sequence[tuple[str, ...]],
    names: Sequence[str],
    unit: str,
    complete: int,
) -> str:
    missing = max(wanted, key=lambda cell: sum(cell not in own for own in figures.values()))
    lacking = sum(missing not in own for own in figures.values())
    cell_name = ", ".join(f"{name}={level}" for name, level in zip(names, missing, strict=True))
    return (
        f"only {complete} {unit}s have a figure in every cell, {FEWEST_UNITS} are needed; {lacking} of {len(figures)} have none "
        f"at {cell_name}: leave one of these levels out, or take a figure that every row has"
    )


def _terms(y: ndarray, axes: tuple[str, ...], order: int, seed: int) -> list[Term]:
    import numpy

    squares = _squares(y, order)
    chance = numpy.random.default_rng(seed)
    samples = [_shares(_squares(y[chance.integers(len(y), size=len(y))], order)) for _ in range(ROUNDS)]
    shares = _shares(squares)
    degrees = {term: math.prod(y.shape[axis] - 1 for axis in term) for term in squares if term}
    degrees[()] = y.size - 1 - sum(degrees.values())
    tail = math.floor((1 - LEVEL) / 2 * ROUNDS)
    terms = []
    for term, square in squares.items():
        drawn = sorted(sample[term] for sample in samples)
        interval = Interval(shares[term], drawn[tail], drawn[-1 - tail])
        name = tuple(axes[axis] for axis in term[1:] + term[:1]) if term[:1] == (0,) and len(term) > 1 else tuple(axes[a] for a in term)
        if not term:
            if degrees[()] > 0:
                terms.append(Term(("residual",), degrees[()], interval))
            continue
        error = () if len(term) + 1 > order else (0, *term)
        f = p = None
        if 0 not in term and degrees[error] > 0:
            noise = squares[error] / degrees[error]
            least = ROUNDING * float(y.var()) * y.size
            if squares[error] > least or square > least:  # nothing over nothing is no test
                f = (square / degrees[term]) / noise if squares[error] > least else math.inf
                p = _p(f, degrees[term], degrees[error])
        terms.append(Term(name, degrees[term], interval, f, p))
    return sorted(terms, key=lambda effect: -effect.share.estimate)


def _p(f: float, above: int, below: int) -> float | None:
    try:
        return float(tests().f.sf(f, above, below))
    except Refused:
        return None


def _shares(squares: Mapping[tuple[int, ...], float]) -> dict[tuple[int, ...], float]:
    whole = sum(squares.values())
    return {term: square / whole if whole > 0 else 0.0 for term, square in squares.items()}


def _squares(y: ndarray, order: int) -> dict[tuple[int, ...], float]:
    """The sums of squares of the effects of up to ``order`` axes, and of all others together at ()."""
    effects: dict[tuple[int, ...], ndarray] = {}
    every = range(y.ndim)
    grand = y.mean()
    squares: dict[tuple[int, ...], float] = {}
    for size in range(1, min(order, y.ndim) + 1):
        for term in combinations(every, size):
            mean = y.mean(axis=tuple(axis for axis in every if axis not in term), keepdims=True)
            parts = [effects[part] for smaller in range(1, size) for part in combinations(term, smaller)]
            effect = mean - grand
            for part in parts:
                effect = effect - part
            effects[term] = effect
            squares[term] = float((effect**2).sum()) * y.size / effect.size
    whole = float(((y - grand) ** 2).sum())
    squares[()] = max(0.0, whole - sum(squares.values()))
    return squares
