"""Files with directives go through the preprocessor and our stub headers."""

from __future__ import annotations

from pathlib import Path

import pytest
from pycparser import c_ast

from verilab.program.errors import InputError
from verilab.program.syntax import parse_file, parse_text
from verilab.program.syntax.preprocessing.predefined import STUBS, needs_preprocessing
from verilab.program.types import DataModel

HEADERS = sorted(str(path.relative_to(STUBS)) for path in STUBS.rglob("*.h") if path.relative_to(STUBS).parts[0] != "predefined")
MACROS_OF_COMMON_NAMES = ("iso646.h", "tgmath.h")


@pytest.mark.parametrize("data_model", DataModel)
@pytest.mark.parametrize("header", HEADERS)
def test_every_stub_header_parses_on_its_own_and_twice(header: str, data_model: DataModel) -> None:
    parse_text(f"#include <{header}>\n#include <{header}>\nint x;\n", data_model=data_model)


def test_all_stub_headers_together_do_not_clash() -> None:
    text = "".join(f"#include <{header}>\n" for header in HEADERS if header not in MACROS_OF_COMMON_NAMES)
    parse_text(text + "int main(void) { bool b = true; assert(b); size_t n = sizeof(int64_t) + offsetof(div_t, rem); exit(n); }")


def test_limits_follow_the_data_model() -> None:
    text = "#include <limits.h>\nlong x = LONG_MAX;\n"
    short = parse_text(text, data_model=DataModel.ILP32).ast.ext[-1]
    long = parse_text(text, data_model=DataModel.LP64).ast.ext[-1]
    assert (short.init.value, long.init.value) == ("0x7fffffffL", "0x7fffffffffffffffL")


def test_conditions_macros_and_stringification() -> None:
    text = "#define STR(x) #x\n#define ADD(a, b) ((a) + (b))\n#if ADD(1, 1) == 2 && !defined(NO)\nchar *s = STR(a b);\n#else\n!\n#endif\n"
    (declaration,) = parse_text(text).ast.ext
    assert declaration.init.value == '"a b"'


def test_macros_are_pushed_and_popped() -> None:
    text = (
        '#define A 1\n#pragma push_macro("A")\n#undef A\n#define A 2\n#pragma push_macro("A")\n#define B A\nint x = A;\n'
        '#undef A\n#pragma pop_macro("A")\nint y = A;\n#pragma pop_macro("A")\nint z = A;\n'
        '#pragma push_macro("C")\n#define C 7\n#pragma pop_macro("C")\n#ifndef C\nint w = 9;\n#endif\n#pragma pop_macro("A")\nint v = A;\n'
    )
    values = [node.init.value for node in parse_text(text).ast.ext if isinstance(node, c_ast.Decl)]
    assert values == ["2", "2", "1", "9", "1"]


def test_assert_calls_the_function_that_fails() -> None:
    unit = parse_text("#include <assert.h>\nint main(void) { assert(1 < 2); }")
    (statement,) = unit.ast.ext[-1].body.block_items
    assert isinstance(statement, c_ast.TernaryOp)
    assert statement.iffalse.name.name == "__assert_fail"


def test_headers_beside_the_file_and_in_named_folders_are_found(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "near.h").write_text("typedef int near_t;\n")
    (tmp_path / "inc" / "far.h").write_text("\n\ntypedef int far_t\n;\n")
    (tmp_path / "p.c").write_text('#include "near.h"\n#include <far.h>\nnear_t a; far_t b;\n')
    unit = parse_file(tmp_path / "p.c", include_dirs=(tmp_path / "inc",))
    far = next(d for d in unit.ast.ext if d.name == "far_t")
    place = unit.position(far.coord)
    assert (place.file, place.line) == (str(tmp_path / "inc" / "far.h"), 3)
    assert unit.position(unit.ast.ext[-1].coord).file == str(tmp_path / "p.c")


def test_an_error_in_a_header_is_placed_in_the_header(tmp_path: Path) -> None:
    (tmp_path / "bad.h").write_text("int a;\nint b = ;\n")
    (tmp_path / "p.c").write_text('#include "bad.h"\n')
    with pytest.raises(InputError) as caught:
        parse_file(tmp_path / "p.c")
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(tmp_path / "bad.h"), 2, 9)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("int x;\n#include <nowhere.h>\n", 2, "the header 'nowhere.h' is not known"),
        ("#if 1\nint x;\n", 1, "Unterminated #if 1"),
        ("#endif\n", 1, "Misplaced #endif"),
        ("int y;\n#error stop here\n", 2, "#error stop here"),
        ("#if 1/0\n#endif\n", 1, "divides by zero"),
        ("#define\n", 1, "the name of the macro is missing"),
        ("#define F(x) x\nint y = F(1, 2);\n", 2, "requires 1 arguments"),
        ("#define X 1\n#frobnicate\n", 2, "unknown directive '#frobnicate'"),
    ],
)
def test_bad_directives_are_refused_at_their_line(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_text(text)
    assert message in caught.value.message
    assert caught.value.line == line


def test_macros_that_double_each_other_are_refused() -> None:
    doubling = "\n".join(["#define A0 1 1", *(f"#define A{i} A{i - 1} A{i - 1}" for i in range(1, 60)), "int x = A59;"])
    with pytest.raises(InputError, match="expand to too much text"):
        parse_text(doubling)


def test_a_header_that_includes_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.h").write_text('#include "loop.h"\nint x;\n#include "loop.h"\n')
    (tmp_path / "p.c").write_text('#include "loop.h"\n')
    with pytest.raises(InputError, match="without end"):
        parse_file(tmp_path / "p.c")


def test_only_directives_that_do_something_start_the_preprocessor() -> None:
    assert not needs_preprocessing('# 1 "a.c"\n#line 3\n#pragma once\nint x; // #define\n')
    assert needs_preprocessing("int x;\n  #  ifdef X\n")


def test_place_macros_work_without_the_preprocessor() -> None:
    line, file = parse_text("\nint x = __LINE__; char *f = __FILE__;", "p.c").ast.ext
    assert (line.init.value, file.init.value) == ("2", '"p.c"')


@pytest.mark.parametrize("model", list(DataModel), ids=lambda model: model.value)
def test_predefined_macros_are_there_without_a_directive(model: DataModel) -> None:
    (declaration,) = parse_text("__SIZE_TYPE__ size = __SIZEOF_POINTER__;", "plain.c", model).ast.ext
    assert declaration.init.value == str(model.pointer_width // 8)
