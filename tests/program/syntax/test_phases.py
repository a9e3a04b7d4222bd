"""Translation phases 1 to 3: bytes stay bytes, splices come before comments and tokens, universal character names are characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import UNSIGNED_INT
from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_source
from verilab.program.syntax import lexer_for, parse_file, parse_text
from verilab.program.syntax.lexing.lexer import Lexer
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import DataModel

DIRECTIVE = "#define UNUSED 1\n"


def values(text: str, preprocessing: bool) -> list[str]:
    return [token.value for token in lexer_for(SourceText("p.c", text), DataModel.LP64, (), preprocessing).run().tokens]


@pytest.mark.parametrize("preprocessing", [False, True])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ma\\\nin", "main"),
        ("ma\\ \t\nin x", "main x"),
        ("4\\\n1", "41"),
        ("+\\\n+", "++"),
        ("/\\\n* c */ x", "x"),
        ("/\\\n/ c\nx", "x"),
        ("// c:\\dir\\\nk = 0;\nx", "x"),
        ("// c:\\dir\\ \nk = 0;\nx", "x"),
        ("/* *\\\n/ x", "x"),
        ('"a\\\nb"', '"ab"'),
        ('"a\\\\\nn"', '"a\\n"'),
        ("'\\\nc'", "'c'"),
        ("x\\\n\\\n\\\ny", "xy"),
        ("x\\", "x"),
        ("a\\\n b", "a b"),
        ("0x\\\nF\\\nE+1", "0xFE+1"),
        ("%\\\n:pragma x\nint", "int"),
        ("caf\\u00e9 + café", "café + café"),
        ("\\U000000e9x", "éx"),
        ("\\u00\\\ne9x", "éx"),
        ("x$1", "x$1"),
        ("// don't \"\nx", "x"),
        ("x /* \" */ y /* ' */ z", "x y z"),
    ],
)
def test_splices_and_names_come_before_tokens(text: str, expected: str, preprocessing: bool) -> None:
    if expected == "0xFE+1":
        with pytest.raises(InputError, match="is not a constant"):
            values(text, preprocessing)
    else:
        assert values(text, preprocessing) == expected.split()


@pytest.mark.parametrize("prefix", ["", DIRECTIVE])
def test_rows_and_columns_are_those_of_the_file(prefix: str) -> None:
    text = prefix + "int a; \\\n  int b; /* \n \\\n */ int c\\\nd;\n#line 50\nint e; \\\nint f;\n"
    shift = prefix.count("\n")
    unit = parse_text(text, "p.c")
    places = {d.name: (unit.physical_position(d.coord).line - shift, d.coord.column) for d in unit.ast.ext}
    assert places == {"a": (1, 5), "b": (2, 7), "cd": (4, 9), "e": (7, 5), "f": (8, 5)}
    assert [unit.position(d.coord).line for d in unit.ast.ext[3:]] == [50, 51]


def test_a_spliced_directive_keeps_the_count() -> None:
    unit = parse_text("#define F(x) \\\n  x \\\n  + x\n#if 1 && \\\n  0\n#else\nint y = F(1);\n#endif\nint z;\n", "p.c")
    assert [unit.position(d.coord).line for d in unit.ast.ext] == [7, 9]


@pytest.mark.parametrize("prefix", [b"", b"#define N 1\n"])
@pytest.mark.parametrize(
    ("literal", "units"),
    [
        (b'"\xe9"', (0xE9,)),
        ('"é"'.encode(), (0xC3, 0xA9)),
        ('"é'.encode() + b'\xe9\xff"', (0xC3, 0xA9, 0xE9, 0xFF)),
        (b'"\xc3"', (0xC3,)),
        (b'"\xed\xa0\x80"', (0xED, 0xA0, 0x80)),
    ],
)
def test_the_bytes_of_a_literal_stay_bytes(tmp_path: Path, prefix: bytes, literal: bytes, units: tuple[int, ...]) -> None:
    (tmp_path / "p.c").write_bytes(prefix + b"char s[] = " + literal + b"; // \xe9\n")
    (declaration,) = parse_file(tmp_path / "p.c").ast.ext
    found = string_literal(declaration.init.value, UNSIGNED_INT)
    assert found is not None
    assert tuple(unit & 0xFF for unit in found.units) == units


def test_a_byte_that_is_no_character_is_refused_outside_of_literals(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_bytes(b"int caf\xe9;\n")
    with pytest.raises(InputError, match="the byte 0xe9 is no UTF-8") as caught:
        parse_file(tmp_path / "p.c")
    assert (caught.value.line, caught.value.column) == (1, 8)
    caught.value.render().encode("ascii", "backslashreplace")


def test_a_wide_literal_of_bytes_that_are_no_characters_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_bytes(b'int s[] = L"\xe9";\n')
    with pytest.raises(InputError, match="no UTF-8"):
        parse_file(tmp_path / "p.c")


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_ends_a_line(tmp_path: Path, ends: bytes) -> None:
    (tmp_path / "p.c").write_bytes(ends.join([b"int x\\", b"y; // c \\", b"still", b"#define Z 1 \\", b" + 1", b"int z = Z;", b""]))
    lexer = lexer_for(SourceText("p.c", read_source(tmp_path / "p.c")), DataModel.LP64).run()
    assert [(token.value, token.line) for token in lexer.tokens if token.value in ("xy", "z")] == [("xy", 1), ("z", 6)]


def test_a_text_without_splices_is_not_copied() -> None:
    from verilab.program.syntax.lexing.splices import spliced

    text = 'char *s = "\\n";\n'
    assert spliced(text).text is text


def test_raw_strings_are_refused_by_name() -> None:
    with pytest.raises(InputError, match="raw string"):
        Lexer(SourceText("p.c", 'char *s = R"(x)";')).run()


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ('L"a" "é"', (97, 0xE9)),
        ('"é" L"a"', (0xE9, 97)),
        ('u"\\U0001F600"', (0xD83D, 0xDE00)),
        ('u"😀" "x"', (0xD83D, 0xDE00, 120)),
        ('U"😀"', (0x1F600,)),
        ('"\\x1" "2"', (1, 50)),
        ('u8"é" "\\351"', (0xC3, 0xA9, 0xE9)),
    ],
)
def test_adjacent_literals_are_of_one_kind(text: str, units: tuple[int, ...]) -> None:
    found = string_literal(text, UNSIGNED_INT)
    assert found is not None
    assert tuple(unit & 0xFFFFFFFF if unit > 0 or found.element.machine.width > 8 else unit & 0xFF for unit in found.units) == units


def test_a_byte_that_is_no_character_is_shown_as_an_escape(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_bytes(b'char *s = "caf\xe9";\n')
    (declaration,) = parse_file(tmp_path / "p.c").ast.ext
    assert text_of(declaration.init) == '"caf\\351"'
