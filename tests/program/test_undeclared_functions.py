"""Functions return for us what they return for gcc: those that nobody declares, and those that the headers of the library declare."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from verilab.evidence.compiler.prototypes import read_prototypes
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.lowering.environment.undeclared import results
from verilab.program.lowering.facts.library_names import names
from verilab.program.syntax import parse_text
from verilab.program.syntax.preprocessing.predefined import STUBS
from verilab.program.types import DataModel

OPTIONS = {DataModel.LP64: "-m64", DataModel.ILP32: "-m32"}
HEADERS = ("complex.h", "ctype.h", "inttypes.h", "math.h", "stdio.h", "stdlib.h", "string.h", "time.h", "unistd.h", "wchar.h")
ONLY_THEIRS = re.compile(r".*_l|timelocal")  # with locales as arguments, for which we have no type, and an old name of mktime


@pytest.fixture(params=list(DataModel), ids=str)
def model(request: pytest.FixtureRequest) -> DataModel:
    chosen: DataModel = request.param
    if gcc_version(OPTIONS[chosen]) is None:
        pytest.skip(f"no gcc for {chosen}")
    return chosen


def complaints(text: str, option: str, *more: str) -> str:
    command = ["gcc", option, *more, "-std=gnu11", "-fsyntax-only", "-fmax-errors=0", "-x", "c", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stderr


def returned(functions: list[str], option: str) -> list[str | None]:
    """What pointers to functions return, by gcc's complaints of them; None where it has none."""
    lines = [f"void f{i}(void) {{ int **p = ({{ static {function}; p; }}); }}" for i, function in enumerate(functions)]
    told = re.findall(r":(\d+):\d+: warning: .*incompatible pointer type .([^(\n]*) \(\*\)", complaints("\n".join(lines), option))
    types = {int(line) - 1: type for line, type in told}
    return [types.get(i) for i in range(len(functions))]


def builtin(name: str) -> str:
    return f"__typeof__({name if name.startswith('__') else f'__builtin_{name}'}) *"


def test_builtins_have_the_results_of_the_table(model: DataModel) -> None:
    theirs = returned([f"{builtin(name)} p" for name in results()], OPTIONS[model])
    ours = returned([f"{spelled} (*p)()" for spelled in results().values()], OPTIONS[model])
    known = [(name, their, our) for name, their, our in zip(results(), theirs, ours, strict=True) if their is not None]
    assert len(known) > 400
    assert [(name, their, our) for name, their, our in known if their != our] == []


def test_other_builtins_return_an_int(model: DataModel) -> None:
    listed = (STUBS / "predefined" / "builtins.txt").read_text().split()
    others = [name for name in listed if not name.startswith("__") and name not in results()]
    assert set(returned([f"{builtin(name)} p" for name in others], OPTIONS[model])) <= {"int", None}


@pytest.mark.parametrize("header", HEADERS)
def test_headers_declare_what_returns_no_int(header: str, tmp_path: Path, model: DataModel) -> None:
    functions = tmp_path / "functions"
    complaints(f"#include <{header}>\n", OPTIONS[model], "-D__NO_CTYPE", "-aux-info", str(functions))
    theirs = {
        name for name, prototype in read_prototypes(functions.read_text()).items() if prototype.result not in ("int", "void")
    } & names()
    unit = parse_text(f"#include <{header}>\n#include <sys/types.h>\nint main(void) {{ return 0; }}\n", "functions.c", model)
    ours = {node.name for node in unit.ast.ext if getattr(node, "name", None)}
    assert {name for name in theirs - ours if not ONLY_THEIRS.fullmatch(name)} == set()


def test_a_type_that_is_not_supported_is_refused_where_the_call_is() -> None:
    with pytest.raises(InputError, match=r"2:22: '__builtin_infd64' is not declared, and its type _Decimal64 is not supported"):
        lower(parse_text("int main(void) {\n  double d = (double)__builtin_infd64(); return d > 0; }\n", "undeclared.c"))
