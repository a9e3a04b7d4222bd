"""The example notebooks of the documentation: executed cell by cell, here or by ``python -m tests.documentation.notebooks`` to write them.

A cell with the tag "varies" shows times or versions, which are other ones each time.  Drawings depend on Graphviz' version.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import nbformat

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = tuple(sorted(FOLDER.glob("*.ipynb")))
VARIES = "varies"
_DRAWING = re.compile(r"<svg.*?</svg>\s*", re.DOTALL)


def read_notebook(path: Path) -> Any:
    """The notebook; nbformat's ValidationError for a file that is none."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def executed(notebook: Any) -> list[list[Any]]:
    """The outputs of the code cells, which are executed in their order in the working folder."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [_outputs(cell.source, number, namespace) for number, cell in enumerate(code_cells(notebook), start=1)]


def comparable(outputs: list[Any]) -> list[Any]:
    """Outputs as people see them, without drawings."""
    return [_without_drawings(dict(output)) for output in outputs]


def _without_drawings(output: dict[str, Any]) -> dict[str, Any]:
    data = {kind: _DRAWING.sub("<svg>", text) for kind, text in output.get("data", {}).items()}
    if len(data) > 1:
        del data["text/plain"]  # nobody sees it, and it has every field
    return output | ({"data": data} if data else {})


def _outputs(source: str, number: int, namespace: dict[str, Any]) -> list[Any]:
    """What a cell prints, and what its last expression is."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if last is not None:
        tree.body.pop()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        value = None if last is None else eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    outputs: list[Any] = []
    if printed.getvalue():
        outputs.append(nbformat.v4.new_output("stream", name="stdout", text=printed.getvalue()))
    if value is not None:
        data = {"text/plain": _short(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_()
        outputs.append(nbformat.v4.new_output("execute_result", data=data, execution_count=number))
    return outputs


def _short(text: str) -> str:
    return text if len(text) <= 300 else text[:300] + "..."


def main() -> None:
    """Execute every notebook and write its outputs into it."""
    for path in NOTEBOOKS:
        notebook = read_notebook(path)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "notebook")  # tasks are named after their folder
            place.mkdir()
            with contextlib.chdir(place):
                outputs = executed(notebook)
        for number, (cell, output) in enumerate(zip(code_cells(notebook), outputs, strict=True), start=1):
            cell.outputs, cell.execution_count = output, number
        nbformat.write(notebook, path)
        print(os.path.relpath(path))


if __name__ == "__main__":
    main()
