"""The compiler, with the system's headers and its own macros, keeps the lines that we keep, or the first that differs is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from verilab.evidence.compiler.toolchain import compiler_for
from verilab.evidence.front_end.conditional_groups import check_conditional_groups
from verilab.evidence.results import Accepted, CheckResult, Rejected
from verilab.program.types import DataModel

ALIKE = {
    "versions of C and compilers": "#if __STDC_VERSION__ >= 199901L && !defined(__cplusplus)\nint a;\n#else\nint b;\n#endif\n",
    "macros of headers": "#include <stdio.h>\n#ifdef EOF\nint a;\n#elif defined(BUFSIZ)\nint b;\n#endif\n",
    "macros that a header has by another one": "#include <stdlib.h>\n#if BYTE_ORDER == BIG_ENDIAN\nint a;\n#else\nint b;\n#endif\n",
    "guards of headers": "#include <string.h>\n#ifndef _STRING_H\n#error no\n#endif\n",
    "headers that there may be": "#if __has_include(<stdint.h>)\n#include <stdint.h>\n#endif\n#ifdef INT8_MAX\nint a;\n#endif\n",
    "a continued line and a comment": "#if 1 \\\n && /* a\ncomment */ 1\nint a; // b\n#endif\n#define F(x) x \\\n  + 1\nint c = F(2);\n",
    "nothing but the program's own": "#define A 2\n#if A > 1\n#undef A\n#endif\n#ifdef A\nint b;\n#endif\n",
}
DIFFERENT = {
    "a macro that only the compiler has": ("\n#ifdef __FLT32X_MAX__\nint a;\n#endif\n", "3: 'int a;' is kept by the compiler only"),
    "a macro that only a header of ours has": (
        "#include <locale.h>\n#ifndef _LIBC_LIMITS_H_\n#ifndef LC_NAME\nint a;\n#endif\n#endif\n",
        "4: ",
    ),
    "a header that only the system has": ("#if __has_include(<ucontext.h>)\nint a;\n#endif\n", "2: 'int a;' is kept by the compiler only"),
    "another group": (
        "#if __has_include(<ucontext.h>)\nint a;\n#else\nint b;\n#endif\nint c;\n",
        "2: 'int a;' is kept by the compiler only",
    ),
}


def checked(folder: Path, text: str, model: DataModel = DataModel.LP64) -> CheckResult | None:
    compiler = compiler_for(model)
    if compiler is None or not compiler.hosted:
        pytest.skip(f"no gcc with headers for {model}")
    file = folder / "program.c"
    file.write_text(text)
    return check_conditional_groups(file, model)


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("what", ALIKE)
def test_the_compiler_keeps_the_same_lines(what: str, model: DataModel, tmp_path: Path) -> None:
    assert isinstance(checked(tmp_path, ALIKE[what], model), Accepted)


@pytest.mark.parametrize("what", DIFFERENT)
def test_the_first_line_that_differs_is_named(what: str, tmp_path: Path) -> None:
    text, difference = DIFFERENT[what]
    result = checked(tmp_path, text)
    assert isinstance(result, Rejected)
    assert f"{tmp_path / 'program.c'}:{difference}" in result.reason


def test_a_program_without_conditionals_is_not_compared(tmp_path: Path) -> None:
    assert checked(tmp_path, "#include <stdio.h>\n#define A 1\nint a = A;\n") is None
