"""Fragments for notebooks: every text is escaped, graphs are drawn where Graphviz is, listed where it is not."""

from __future__ import annotations

import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.program import lowered_programs
from verilab.analysis.exploration import Exploration
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.drawings import Graph, GraphEdge, GraphNode, details, graph_html, graphs, line, table

HOSTILE = '<script>alert(1)</script>"\\N &lt;b&gt; \x00\x1b \u202e \\" ]; n9 [label="x'
LOOP = "void f(void) { } int main(void) { int i = 0; while (i < 3) { f(); i++; } if (i == 9) { reach_error(); } return 0; }"


class Seen(HTMLParser):
    """The elements and the text of a fragment."""

    def __init__(self, fragment: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(fragment)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program named dot, the only one there is; it does what a test writes into it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    path = tmp_path / "dot"
    path.write_text("#!/bin/sh\necho '<?xml version=\"1.0\"?>'\necho '<svg><text>drawn</text></svg>'\n")
    path.chmod(0o755)
    return path


def graph(size: int = 2, label: str = "a") -> Graph:
    nodes = [GraphNode(key, f"{label}{key}", "error" if key else "open") for key in range(size)]
    return Graph("model", nodes, [GraphEdge(key - 1, key, label) for key in range(1, size)], left_out=7)


@pytest.mark.parametrize("fragment", [line(HOSTILE, strong=HOSTILE), table([HOSTILE], [[HOSTILE]]), details(HOSTILE, "")])
def test_no_text_becomes_markup(fragment: str) -> None:
    seen = Seen(fragment)
    assert seen.elements <= {"p", "strong", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"}
    assert seen.attributes <= {"style"}
    assert "<script>alert(1)</script>" in seen.words
    assert "\\x1b \\u202e" in seen.words
    assert not {"\x00", "\x1b", "\u202e"} & set(fragment)


def test_long_texts_are_cut() -> None:
    assert len(line("x" * 10_000)) < 3_000


def test_numbers_are_flush_right_and_a_row_can_be_set_apart() -> None:
    drawing = table(["n"], [[1], [2.5], ["x"]], [1])
    assert drawing.count("text-align:right") == 3, "two numbers and their heading"
    assert drawing.count("font-weight:bold") == 1
    assert ">2.5<" in drawing


def test_a_graph_is_drawn_by_dot(dot: Path) -> None:
    drawing = graph_html(graph())
    assert drawing.endswith("<svg><text>drawn</text></svg>\n")
    assert "2 nodes, 1 edges, 7 more are left out" in drawing
    assert "xml" not in drawing


def test_without_dot_the_edges_are_listed_and_the_command_that_installs_it_is_told(dot: Path) -> None:
    dot.unlink()
    seen = Seen(graph_html(graph(label=HOSTILE)))
    assert "apt install graphviz" in seen.words
    assert "script" not in seen.elements
    assert "alert(1)" in seen.words


@pytest.mark.parametrize("script", ["exit 1", "echo nonsense", "while :; do :; done", "printf '\\377<svg'"])
def test_a_dot_that_fails_leaves_the_table(script: str, dot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "SECONDS", 0.3)
    dot.write_text(f"#!/bin/sh\n{script}\n")
    drawing = graph_html(graph())
    assert "<table>" in drawing
    assert "did not draw it" in drawing


def test_a_dot_that_cannot_be_run_leaves_the_table(dot: Path) -> None:
    dot.write_text("#!/missing\n")
    assert "<table>" in graph_html(graph())


def test_large_graphs_are_listed(dot: Path) -> None:
    drawing = graph_html(graph(1_000))
    assert "more than 300 nodes are listed" in drawing
    assert "699 more edges" in drawing
    assert "<svg" not in drawing


def test_labels_cannot_leave_their_quotes() -> None:
    text = graphs.dot_text(graph(label=HOSTILE))
    (first, *_) = [each for each in text.splitlines() if each.startswith("n0 [")]
    inside = first[len('n0 [label="') :]
    end = next(place for place, each in enumerate(inside) if each == '"' and not _escaped(inside, place))
    assert inside[end:] == '", style="dashed"]'
    assert "&amp;lt;b" in inside


def _escaped(text: str, place: int) -> bool:
    """Whether a quote stands behind an odd number of backslashes."""
    return (place - len(text[:place].rstrip("\\"))) % 2 == 1


def test_the_automaton_of_a_program_has_its_operations_calls_and_errors(dot: Path) -> None:
    dot.write_text("#!/bin/sh\necho '<svg>'\nwhile read -r x; do printf '%s\\n' \"$x\"; done\n")
    program = lowered_programs.program(LOOP)
    whole, main, f = program._repr_html_(), program.functions["main"]._repr_html_(), program.functions["f"]._repr_html_()
    for drawing in (whole, main):
        assert "[i < 3]" in drawing
        assert "after f" in drawing
        assert 'color="firebrick"' in drawing
        assert 'style="rounded"' in drawing
    assert "[i < 3]" not in f
    assert whole.count("->") > main.count("->")


def test_a_reachability_graph_shows_targets_and_who_covers_whom(dot: Path) -> None:
    dot.write_text("#!/bin/sh\necho '<svg>'\nwhile read -r x; do printf '%s\\n' \"$x\"; done\n")
    exploration = Exploration(ValueAnalysis(lowered_programs.program(LOOP)).cpa)
    exploration.run()
    drawing = exploration.arg._repr_html_()
    assert 'color="firebrick"' in drawing
    assert "n0 -> n1" in drawing


def test_what_is_given_to_dot_is_its_language() -> None:
    """The text of a hostile graph is accepted by Graphviz, where it is installed, and drawn without elements of its own."""
    text = graphs.dot_text(graph(label=HOSTILE))
    try:
        process = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        assert "apt install graphviz" in graph_html(graph())
    else:
        assert process.returncode == 0, process.stderr
        assert "script" not in Seen(process.stdout).elements


def test_without_dot_the_table_has_nodes_that_no_edge_touches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    nodes = (GraphNode(1, "first"), GraphNode(2, "second"), GraphNode(3, "alone"))
    shown = graph_html(Graph("g", nodes, (GraphEdge(1, 2, "step"),)))
    assert shown.count("alone") == shown.count("first") == 1
