"""Errors in C texts name the place, what is wrong, and what would work."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.program.errors import InputError
from verilab.program.syntax import parse_file, parse_text


def refusal(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_text(text, "program.c")
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("int f(void) {\n  return 1 +;\n}", 2, 13, "expected an expression before ';'"),
        ("int x\nint y;", 1, 6, "expected ';' after 'x'"),
        ("int f(void) {\n  x = 1\n  y = 2;\n}", 2, 8, "expected ';' after '1'"),
        ("int f(void) { if (1 { } }", 1, 21, "expected ')' before '{'"),
        ("u32 x;", 1, 1, "unknown type 'u32'"),
        ("int f(void) { u32 x; }", 1, 19, "expected ';' before 'x'"),
        ("int f(void) { return 1; } }", 1, 27, "this '}' closes nothing"),
        ("int x = 089;", 1, 9, "'089' is not a constant of C"),
        ("int x = 12abc;", 1, 9, "'12abc' is not a constant of C"),
        ('char *s = "abc;\n', 1, 11, "this string is never closed on its line"),
        ("int x = 'a;", 1, 9, "this character constant is empty or never closed on its line"),
        ("int x; /* no end", 1, 8, "this comment is never closed"),
        ("int x = @;", 1, 9, "the character '@' has no place in a C program"),
        ("int \0x;", 1, 5, "the file contains a NUL character"),
        ("int x; # 12 what", 1, 8, "a stray '#' inside a line"),
        ("int f(void) { struct; }", 1, 15, "invalid struct/union declaration"),
        ("int __attribute__((unused) x;", 1, 18, "this '(' is never closed"),
        ("int a[3] = { .x 1 };", 1, 17, "expected '=' before '1'"),
        ('void f(void) { asm("x" : 3); }', 1, 26, "expected a constraint string before '3'"),
        ("typedef int T; int x = T;", 1, 24, "expected an expression before 'T'"),
        ("typedef int T; char T;", 1, 21, "non-typedef 'T' previously declared as typedef in this scope"),
    ],
)
def test_the_message_names_the_place(text: str, line: int, column: int, message: str) -> None:
    error = refusal(text)
    assert (error.message, error.line, error.column) == (message, line, column)


def test_an_unclosed_brace_is_named_by_its_line() -> None:
    error = refusal("int f(void) {\n  if (1) {\n  }\n")
    assert error.message == "expected '}' before the end of the file"
    assert error.hint == "the '{' of line 1, column 13 is never closed"


def test_an_unknown_type_is_guessed() -> None:
    hint = refusal("int f(void) { u32 x; }").hint
    assert hint is not None
    assert "'u32' is not a known type" in hint


def test_the_rendered_error_shows_the_line_and_a_caret_below_the_column() -> None:
    shown = refusal("int f(void) {\n\treturn 1 +;\n}").render().splitlines()
    assert shown[0] == "program.c:2:12: error: expected an expression before ';'"
    assert shown[1] == "  |  return 1 +;"
    assert shown[1][shown[2].index("^")] == ";"


def test_a_long_line_is_cut_around_the_caret() -> None:
    shown = refusal("int x = " + "1 + " * 200 + "; " + "int y; " * 100).render().splitlines()
    assert len(shown[1]) < 180
    assert shown[1][shown[2].index("^")] == ";"


def test_the_rendered_error_can_always_be_encoded() -> None:
    error = InputError("odd \ud800 \x1b[31m", file="a\udcff.c", line=1, column=3, source_line="\x00\udc80 x", hint="\x07")
    assert error.render().encode("ascii", "strict")


def test_errors_are_placed_in_the_given_file_not_at_the_presumed_line() -> None:
    error = refusal('# 700 "other.h"\nint x = ;')
    assert (error.file, error.line, error.column) == ("program.c", 2, 9)
    assert error.source_line == "int x = ;"


@pytest.mark.parametrize(
    "text",
    [
        "int x = " + "(" * 200_000 + "1" + ")" * 200_000 + ";",
        "int x" + "[1]" * 20_000 + ";",
        "int x = " + "9" * 5000 + ";",
        "int f(int (" * 5000,
    ],
    ids=["parentheses", "dimensions", "digits", "parameters"],
)
def test_excessive_programs_are_refused(text: str) -> None:
    assert refusal(text).message


@pytest.mark.parametrize(
    "text",
    [
        "int f(int x) { " + "if (x == 1) x = 2; else " * 5000 + "; return x; }",
        "int x = " + "(" * 5000 + "1" + ")" * 5000 + ";",
        "int x = " + "1 + " * 20_000 + "1;",
        "int x = " + "- " * 5000 + "1;",
        "int f(void) " + "{" * 5000 + "}" * 5000,
        "int x = " + "1 ? 2 : " * 5000 + "3;",
    ],
    ids=["else if", "parentheses", "sum", "minus", "blocks", "conditional"],
)
def test_deep_programs_parse(text: str) -> None:
    assert parse_text(text).ast.ext


@pytest.mark.parametrize("text", ["", "   \n\n", "// nothing\n", "/* nothing */", ";;;", "#pragma once\n"])
def test_empty_programs_parse(text: str) -> None:
    assert parse_text(text).ast.ext == []


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path, message in [(tmp_path / "none.c", "no such file"), (tmp_path, "is a directory")]:
        with pytest.raises(InputError, match=message):
            parse_file(path)
    with pytest.raises(InputError, match="cannot be read"):
        parse_file("a\0b.c")


@pytest.mark.parametrize("data", [b"\xff\xfe\x00\x01" * 50, bytes(range(256)), b"\x7fELF\x02\x01\x01", b"\xed\xa0\x80"])
def test_binary_files_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "binary.c").write_bytes(data)
    with pytest.raises(InputError):
        parse_file(tmp_path / "binary.c")


@pytest.mark.parametrize("data", [b"int x; // caf\xe9\n", "int x; // café\n".encode(), b"\xef\xbb\xbfint x;\r\nint y;\r"])
def test_every_encoding_and_line_end_is_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "text.c").write_bytes(data)
    assert parse_file(tmp_path / "text.c").ast.ext[0].name == "x"
