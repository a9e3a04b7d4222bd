"""Tables as text, Markdown, CSV and LaTeX: what they show is what the cells are, however hostile the names."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.experiments.test_comparison import ROWS
from tests.experiments.tex import compiled, tex_path
from verilab.errors import Refused
from verilab.experiments.sheets import Column, Sheet, latex, render
from verilab.experiments.sheets.comparisons import comparison_sheets
from verilab.experiments.sheets.latex import escaped

HOSTILE = r"a_b%&#$~^\{}"
NAMES = (
    HOSTILE,
    "[b]* ''x'' ``y`` <<z>> --w ?`!` 1,,2",
    "*first | \\\\ \\end{tabular}",
    "ü é Ł ß ∅ 日本 \x07 \U0001f600",
    "[bold]x[/bold] <b> &amp; [a](b)",
)
COLUMNS = (Column("name_of", None), Column("tasks"), Column("x %", 2), Column("p", 3))
SHEET = Sheet(
    f"About {HOSTILE}",
    COLUMNS,
    (
        (NAMES[0], 12, 1.5, 0.04),
        (NAMES[1], 100000, -33.25, 0.00001),
        (NAMES[2], None, float("inf"), None),
        (NAMES[3], 1, float("nan"), 1.0),
        (NAMES[4], 0, 0.0, 0.0),
    ),
)


def test_numbers_are_rounded_and_nothing_small_is_shown_as_nothing() -> None:
    assert [Column("p", 3).shown(cell) for cell in (0.0, 0.0004, 0.0006, 1.0, None)] == ["0.000", "<0.001", "0.001", "1.000", "-"]
    assert Column("n").shown(7) == "7"


def test_a_row_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="a row of 1 cells in a table of 4 columns"):
        Sheet("t", COLUMNS, (("a",),))


def test_text_has_a_line_for_each_row_with_numbers_flush_right() -> None:
    lines = render([SHEET]).splitlines()
    assert len(lines) == 2 + len(NAMES)
    assert lines[0] == f"About {HOSTILE}"
    assert len({len(line) for line in lines[1:]}) == 1


def test_csv_has_the_cells_as_they_are() -> None:
    rows = list(csv.reader(io.StringIO(render([SHEET], "csv"), newline="")))
    assert rows[0] == ["name_of", "tasks", "x %", "p"]
    assert [row[0] for row in rows[1:]] == list(NAMES)
    assert rows[2][1:] == ["100000", "-33.25", "1e-05"]
    assert rows[3][1:] == ["", "inf", ""]


def test_markdown_shows_names_as_they_are() -> None:
    parser = MarkdownIt("commonmark").enable("table")
    html = parser.parse(render([SHEET, SHEET], "markdown"))
    cells = ["".join(each.content for each in token.children or () if each.type == "text") for token in html if token.type == "inline"]
    assert not [
        each for token in html for each in token.children or () if each.type in ("html_inline", "link_open", "code_inline", "em_open")
    ]
    assert cells[0] == f"About {HOSTILE}"
    assert [cells[1 + len(COLUMNS) * (place + 1)] for place in (0, 1, 4)] == [NAMES[place] for place in (0, 1, 4)]
    assert sum(token.type == "table_open" for token in html) == 2


def test_latex_escapes_every_sign_that_means_something_to_tex() -> None:
    assert escaped(HOSTILE) == r"a\_b\%\&\#\$\textasciitilde{}\textasciicircum{}\textbackslash{}\{\}"
    assert escaped("a--b ,, [x]") == r"a-{}-{}b ,{},{} {[}x{]}"
    assert escaped("two\n\nlines\tmore") == "two lines more"
    assert escaped("ü Ł ∅\x01") == r"ü Ł \texttt{U+2205}\texttt{U+0001}"


def test_latex_is_a_table_of_booktabs_with_columns_of_siunitx() -> None:
    text = latex(SHEET)
    assert r"\begin{tabular}{@{}l S[table-format=6] S[table-format=-2.2] S[table-format=1.3]@{}}" in text
    assert text.count(r"\toprule") == text.count(r"\midrule") == text.count(r"\bottomrule") == 1
    rows = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert len(rows) == 1 + len(NAMES)
    assert rows[2].endswith(r" & 100000 & -33.25 & {\textless{}0.001} \\")
    assert rows[3].endswith(r" & {--} & {$\infty$} & {--} \\")
    # Three signs between four cells, none within one; braces are balanced in every row.
    for row in rows:
        assert len(re.findall(r"(?<!\\)&", row)) == len(COLUMNS) - 1
        bare = re.sub(r"\\[{}\\&%$#_]", "", row)
        assert bare.count("{") == bare.count("}")


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(Refused, match="known: text, markdown, latex, csv"):
        render([SHEET], "html")


def test_latex_compiles(tmp_path: Path) -> None:
    compiled(render([SHEET, Sheet("empty", COLUMNS, ())], "latex"), tmp_path)


def test_a_comparison_as_latex_compiles_and_is_no_wider_than_its_page(tmp_path: Path) -> None:
    said = compiled(render(comparison_sheets(ROWS), "latex"), tmp_path)
    assert "Overfull" not in said


def test_where_tex_must_be_its_absence_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setenv("VERILAB_REQUIRE_TEX", "1")
    with pytest.raises(pytest.fail.Exception, match="texlive"):
        tex_path()
    monkeypatch.delenv("VERILAB_REQUIRE_TEX")
    with pytest.raises(pytest.skip.Exception, match="texlive"):
        tex_path()
