"""Tables as values, and as text for terminals, Markdown, LaTeX and CSV."""

from __future__ import annotations

from verilab.experiments.sheets.latex import document, latex
from verilab.experiments.sheets.rendering import FORMATS, render
from verilab.experiments.sheets.sheet import Cell, Column, Sheet

__all__ = ["FORMATS", "Cell", "Column", "Sheet", "document", "latex", "render"]
