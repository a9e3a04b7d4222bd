"""Nodes know where they are: in the file that the programmer wrote and in the file that was parsed."""

from __future__ import annotations

from pycparser import c_ast

from verilab.program.cfa import Position
from verilab.program.syntax import coordinate, parse_text

MARKED = """int first;
# 100 "driver.c" 1 3
int second;
  int third;
#line 7
int fourth;
#line 20 "a \\"b\\".h"
/* two
lines */ int fifth;
"""


def test_line_markers_set_the_presumed_place() -> None:
    unit = parse_text(MARKED, "main.i")
    places = {d.name: unit.position(d.coord) for d in unit.ast.ext}
    assert places == {
        "first": Position("main.i", 1, 5),
        "second": Position("driver.c", 100, 5),
        "third": Position("driver.c", 101, 7),
        "fourth": Position("driver.c", 7, 5),
        "fifth": Position('a "b".h', 21, 14),
    }


def test_physical_places_ignore_line_markers() -> None:
    unit = parse_text(MARKED, "main.i")
    assert unit.physical_position(unit.ast.ext[2].coord) == Position("main.i", 4, 7)


def test_after_the_preprocessor_places_are_those_of_the_original() -> None:
    unit = parse_text("#define N 3\n\n\n\n\n\n\n\n\n\nint x = N;\n", "main.c")
    (declaration,) = unit.ast.ext
    place = unit.position(declaration.coord)
    assert (place.file, place.line) == ("main.c", 11)
    assert unit.physical_position(declaration.coord) == place


def test_strings_and_comments_over_several_lines_keep_the_count() -> None:
    unit = parse_text('char *s = "a\\\nb"; /*\n\n*/ int x; // y \\\n still y\nint z;\n')
    assert [unit.position(d.coord).line for d in unit.ast.ext] == [1, 4, 6]


def test_every_node_below_a_declaration_has_a_coordinate() -> None:
    unit = parse_text("struct s { int a; } v = { 1 }; int f(int x) { return x ? v.a : f(x - 1); }")
    pending: list[c_ast.Node] = list(unit.ast.ext)
    while pending:
        node = pending.pop()
        assert coordinate(node) is not None
        pending += [child for _, child in node.children()]


def test_errors_about_nodes_show_the_parsed_line() -> None:
    unit = parse_text(MARKED, "main.i")
    error = unit.error("too odd", unit.ast.ext[2].coord, "less odd")
    assert error.render().splitlines() == ["main.i:4:7: error: too odd", "  |   int third;", "  |       ^", "  hint: less odd"]
