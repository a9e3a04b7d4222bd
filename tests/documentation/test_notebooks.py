"""The example notebooks are executed, and show what their cells give now."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.notebooks import NOTEBOOKS, VARIES, code_cells, comparable, executed, read_notebook
from verilab.drawings import graphs


def test_there_is_a_notebook() -> None:
    assert [path.name for path in NOTEBOOKS] == ["refinements.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_give(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Graphviz need not be here, and where it is it may draw otherwise.
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(graphs, "_drawn", lambda dot, text: "<svg></svg>")
    notebook = read_notebook(path)
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell, now in zip(cells, executed(notebook), strict=True):
        if VARIES in cell.metadata.get("tags", []):
            assert len(now) == len(cell.outputs) > 0
        else:
            assert comparable(now) == comparable(cell.outputs), cell.source
    assert "<svg" in str(notebook)
