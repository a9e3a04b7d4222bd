r"""Sheets as LaTeX: rules of booktabs, numbers aligned at their points by columns S of siunitx.

What is no number stands in braces in such a column.  Names are hostile: each sign that means something to TeX, or that makes a ligature,
is written so that it is shown as it is; letters that fonts of Latin text do not have are shown by their code points.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from verilab.experiments.sheets.sheet import Cell, Column, Sheet

PACKAGES = r"\usepackage[T1]{fontenc}\usepackage{textcomp}\usepackage{booktabs}\usepackage{siunitx}"
"""What a document needs for these tables."""

_ESCAPED = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "-{}",  # else two of them become a dash
    ",": ",{}",
    "[": "{[}",  # else what follows the end of a row is its option
    "]": "{]}",
    "*": "{*}",
    "?": "?{}",
    "!": "!{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def escaped(text: str) -> str:
    """The text on one line as LaTeX shows it."""
    return "".join(_sign(character) for character in " ".join(unicodedata.normalize("NFC", text).split()))


def _sign(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    if " " <= character <= "~" or _is_european(character):
        return character
    return rf"\texttt{{U+{ord(character):04X}}}"


def _is_european(character: str) -> bool:
    """Whether it is a letter that fonts in the encoding T1 have: those of western and central Europe."""
    if not ("\xc0" <= character <= "\u017f" and character.isalpha()):
        return False
    return any(character.encode(encoding, "ignore") for encoding in ("iso8859-15", "iso8859-2"))


def latex(sheet: Sheet) -> str:
    r"""A ``table`` with its caption, for a document with ``PACKAGES``."""
    kinds = " ".join(_kind(column, [row[place] for row in sheet.rows]) for place, column in enumerate(sheet.columns))
    lines = [rf"\begin{{table}}\centering\caption{{{escaped(sheet.title)}}}", rf"\begin{{tabular}}{{@{{}}{kinds}@{{}}}}", r"\toprule"]
    lines.append(_row([f"{{{escaped(heading)}}}" for heading in sheet.headings]))
    lines.append(r"\midrule")
    lines += [_row([_cell(column, cell) for column, cell in zip(sheet.columns, row, strict=True)]) for row in sheet.rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", r"\end{table}", ""])


def document(sheets: Sequence[Sheet]) -> str:
    """A document of all sheets, which compiles; the tables are between its second and its last line, to be taken into another one."""
    head = rf"\documentclass[landscape,a4paper]{{article}}\usepackage[margin=1cm]{{geometry}}{PACKAGES}"
    return "\n".join([head, r"\begin{document}\footnotesize", *map(latex, sheets), r"\end{document}", ""])


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(column: Column, cell: Cell) -> str:
    if column.decimals is None:
        return escaped(column.shown(cell))
    if isinstance(cell, (int, float)) and math.isfinite(cell):
        shown = column.shown(cell)
        return f"{{{escaped(shown)}}}" if shown.startswith("<") else shown
    if isinstance(cell, float):
        return {math.inf: r"{$\infty$}", -math.inf: r"{$-\infty$}"}.get(cell, "{--}")
    return f"{{{escaped(cell)}}}" if isinstance(cell, str) else "{--}"


def _kind(column: Column, cells: Sequence[Cell]) -> str:
    """``l``, or an S with as many digits as the longest number has."""
    if column.decimals is None:
        return "l"
    numbers = [column.shown(cell).lstrip("<") for cell in cells if isinstance(cell, (int, float)) and math.isfinite(cell)]
    digits = max((len(number.lstrip("-").partition(".")[0]) for number in numbers), default=1)
    sign = "-" if any(number.startswith("-") for number in numbers) else ""
    return f"S[table-format={sign}{digits}.{column.decimals}]" if column.decimals else f"S[table-format={sign}{digits}]"
