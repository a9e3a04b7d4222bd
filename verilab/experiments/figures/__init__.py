"""Figures of runs as values, from which drawings and files of their points are made."""

from __future__ import annotations

from verilab.experiments.figures.drawing import draw, drawable
from verilab.experiments.figures.shapes import Boxes, Growth, Heatmap, Plot, Quantile, Scatter, write

__all__ = ["Boxes", "Growth", "Heatmap", "Plot", "Quantile", "Scatter", "draw", "drawable", "write"]
