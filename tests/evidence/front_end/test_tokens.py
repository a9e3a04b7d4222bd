"""The tokens after preprocessing are the compiler's, and a difference is named by its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import ToolError
from verilab.evidence.front_end.tokens import check_tokens, compiler_tokens
from verilab.evidence.results import Accepted, Rejected, Unchecked
from verilab.program.errors import InputError
from verilab.program.syntax.preprocessing.predefined import STUBS
from verilab.program.syntax.preprocessing.substitution import Substitution
from verilab.program.types import DataModel

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
HEADERS = sorted(str(path.relative_to(STUBS)) for path in STUBS.rglob("*.h") if path.relative_to(STUBS).parts[0] != "predefined")

TABLE = Path(__file__).with_name("macros.txt").read_text()
PROGRAMS = {name: text for name, _, text in (part.partition("\n") for part in TABLE.split("==== ")[1:])} | {
    "bytes and letters": 'char *s = "é\\351", t[] = "\udce9"; int café = L\'é\', caf\\u00e9x = 1; /* \udcff */',
}


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.c"
    path.write_bytes((text + "\n").encode("utf-8", "surrogateescape"))
    return path


@needs_gcc
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_tokens_are_those_of_gcc(name: str, tmp_path: Path) -> None:
    for model in DataModel:
        assert check_tokens(written(tmp_path, PROGRAMS[name]), model) == Accepted("gcc -E")


@needs_gcc
@pytest.mark.parametrize("model", DataModel)
def test_the_tokens_of_all_headers_are_those_of_gcc(model: DataModel, tmp_path: Path) -> None:
    for headers in (HEADERS, HEADERS[::-1]):
        text = "".join(f"#include <{header}>\n" for header in headers)
        assert check_tokens(written(tmp_path, text), model) == Accepted("gcc -E")


@needs_gcc
def test_headers_are_looked_for_in_the_same_order(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "h.h").write_text(
            f'#pragma once\nint {folder}; char *f_{folder} = __FILE__;\n#include_next <h.h>\n#import "n.h"\n'
        )
        (tmp_path / folder / "n.h").write_text(f"int near_{folder} = __INCLUDE_LEVEL__;\n")
    (tmp_path / "two" / "h.h").write_text("int last;\n")
    path = written(tmp_path, '#include "h.h"\n#include <h.h>\n#import <n.h>\n#include <limits.h>\nint end = INT_MAX;')
    assert check_tokens(path, DataModel.LP64, (tmp_path / "one", tmp_path / "two")) == Accepted("gcc -E")


def test_a_plain_text_is_not_compared(tmp_path: Path) -> None:
    assert check_tokens(written(tmp_path, 'int main(void) { return "\\n"[0]; } // c\n#pragma pack(1)'), DataModel.LP64) is None


@needs_gcc
def test_a_difference_is_named_by_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "#define F(x) x + 1\nint a;\nint b = F(2);\nint c;")
    monkeypatch.setattr(Substitution, "run", lambda self: [])
    difference = check_tokens(path, DataModel.LP64)
    assert difference == Rejected(f"preprocessing differs from the compiler's at {path}:3: ';' instead of '2'", "gcc -E")


@needs_gcc
def test_a_text_that_gcc_refuses_is_rejected(tmp_path: Path) -> None:
    difference = check_tokens(written(tmp_path, "#if __has_feature(x)\n#endif\nint x;"), DataModel.LP64)
    assert isinstance(difference, Rejected)
    assert "refuses the program" in difference.reason


def test_without_gcc_nothing_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert check_tokens(written(tmp_path, "#define A\n"), DataModel.LP64) == Unchecked("the tokens are not compared: there is no gcc")


@needs_gcc
@pytest.mark.parametrize(
    "text",
    [
        "#define f(x) x\nf(1",
        "#define f(x, y) x\nf(1)",
        "#define f(x) ##x\n",
        "#define f(x) # y\n",
        "#define j(a, b) a ## b\nj(+, x)",
        "#define f(x, x) x\n",
        "#if\n#endif",
        "#if 1\n",
        "#else\n",
        "#if 1 / 0\n#endif",
        "#define 3 x\n",
        "#define defined 1\n",
        "#error stop\n",
        "#include <nowhere.h>\n",
        "#include nothing\n",
        "#if 1\n#else\n#elif 1\n#endif\n",
        "#line x\n",
        "#undef 3\n",
        "#ifdef\n#endif",
        "#define f(x\n",
        "/* open\n#define x",
        "#if 0\n/* open\n",
        "#define A\n#unknown\n",
    ],
)
def test_what_gcc_refuses_we_refuse_by_its_line(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ToolError):
        compiler_tokens(str(path), DataModel.LP64)
    with pytest.raises(InputError) as refusal:
        check_tokens(path, DataModel.LP64)
    assert refusal.value.line > 0
