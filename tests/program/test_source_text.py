"""What a program computes where its text is odd: signs out of macros, splices, bytes, spellings.  Each condition holds; gcc says so too.

A part of the table is C text in front of ``main`` and a condition that is true.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.program.lowered_programs import verdict
from verilab.program.lowering import LoweringOptions, lower
from verilab.program.syntax import parse_file
from verilab.program.types import DataModel

CASES: dict[str, tuple[str, str]] = {
    "negated negative": (
        "#define NEGV -v\nint v = 3;",
        "-NEGV == 3 && v == 3",
    ),
    "minus low": (
        "#define LOW -2\nint a = 5;",
        "a-LOW == 7 && a -LOW == 7",
    ),
    "mask plus one": (
        "#define MASK 0xFE\n",
        "MASK+1 == 255 && MASK-1 == 0xFD",
    ),
    "division by a pointer": (
        "#define DEREF *p\nint d = 4, *p = &d;",
        "20 /DEREF == 5",
    ),
    "plus empty plus": (
        "#define EMPTY\nint a = 5;",
        "a+EMPTY+a == 10 && a -EMPTY- a == 10 && a == 5",
    ),
    "address of address": (
        "#define A &\nint a = 6, b = 3;",
        "(a A b) == 2",
    ),
    "less and shift": (
        "#define L <\nint a = 1;",
        "(a L 2)",
    ),
    "arrow made of two": (
        "#define J(a, b) a ## b\nstruct s { int x; } o = { 4 }, *q = &o;",
        "q J(-, >) x == 4",
    ),
    "name made of names": (
        "#define J(a, b) a ## b\n#define JJ(a, b) J(a, b)\n#define N 3\nint v3 = 8, vN = 9;",
        "J(v, N) == 9 && JJ(v, N) == 8",
    ),
    "number made of numbers": (
        "#define J(a, b) a ## b\n",
        "J(1, 2) == 12 && J(0x, F) == 15 && J(1, u) - 2 > 0 && J(.5, e1) == 5",
    ),
    "many joins": (
        "#define D(a, b) int a ## b ## 1 = 1, a ## b ## 2 = 2;\nD(x, y)",
        "xy1 + xy2 == 3",
    ),
    "string of an argument": (
        "#define S(x) #x\n#define T(x) S(x)\n#define E\n#define M a  b\n",
        "sizeof S(a   b) == 4 && sizeof T(M E M) == 8 && sizeof T(E) == 1",
    ),
    "string of a string": (
        "#define S(x) #x\n",
        'sizeof S("\\n") == 5 && S("\\"")[1] == 92 && S(\'"\')[1] == \'"\'',
    ),
    "string of variable arguments": (
        "#define S(...) #__VA_ARGS__\n#define T(f, r...) #r\n",
        "sizeof S(1 ,2) == 5 && sizeof S() == 1 && sizeof T(1, 2,3) == 4",
    ),
    "hash hash": (
        "#define HH # ## #\n#define S(a) #a\n#define I(a) S(a)\n#define J(c, d) I(c HH d)\n",
        "sizeof J(x, y) == 7",
    ),
    "deferred": (
        ("#define e()\n#define a() 1 + b e()()\n#define b() 2 + c e()()\n#define c() 4\n#define id(x) x\nint (c)(void) { return 50; }"),
        "id(a()) == 53",
    ),
    "nested in itself": (
        "#define f(a) a*g\n#define g(a) f(a)\nint (g) = 3;",
        "f(2)(9) == 54",
    ),
    "name in itself": (
        "int foo = 4;\n#define foo foo + 1\n",
        "foo * 2 == 6",
    ),
    "optional": (
        ("#define L(n, ...) sum(n __VA_OPT__(,) __VA_ARGS__)\n#define G(n, ...) sum(n, ## __VA_ARGS__)\nint sum(int n, ...) { return n; }"),
        "L(3) == 3 && L(4, 5) == 4 && G(6) == 6 && G(7, 8) == 7",
    ),
    "defined in a macro": (
        "#define H defined(P) && !defined Q\n#define P\n#if H\nint v = 1;\n#else\nint v = 2;\n#endif",
        "v == 1",
    ),
    "asked headers": (
        (
            "#if __has_include(<limits.h>) && !__has_include(<nowhere.h>)\n#include <limits.h>\n#endif\n"
            "#ifdef __has_include\nint v = INT_MAX;\n#endif"
        ),
        "v == 0x7fffffff",
    ),
    "lines": (
        "#define L __LINE__\n#define F(x) (x) * 100 + L\n#line 10\nint v = F(\nL\n);",
        "v == 1110",
    ),
    "pushed": (
        '#define A 1\n#pragma push_macro("A")\n#undef A\n#define A 2\nint v = A;\n#pragma pop_macro("A")\n',
        "v * 10 + A == 21",
    ),
    "packed by a macro": (
        ('#define P _Pragma("pack(1)")\n#define Q _Pragma("pack()")\nP struct s { char c; int i; }; Q struct t { char c; int i; };'),
        "sizeof(struct s) == 5 && sizeof(struct t) == 8",
    ),
    "comment that goes on": (
        "int v = 5;\n// see C:\\data\\\nint v = 6;\n// again \\ \nint v = 7;",
        "v == 5",
    ),
    "comment in two lines": (
        "int v = 4; /\\\n* int v = 5; *\\\n/ int w = 1;",
        "v + w == 5",
    ),
    "number and name in two lines": (
        "int a\\\nb = 4\\\n1;",
        "ab == 41 && ab +\\\n+ == 41",
    ),
    "string in two lines": (
        'char s[] = "a\\\nb";',
        "sizeof s == 3 && s[1] == 'b'",
    ),
    "splice with carriage return": (
        "int v = 4\\\r\n2;\r\n#define M 1 \\\r\n + 1\r\n",
        "v == 42 && M == 2",
    ),
    "splice in a directive": (
        "#def\\\nine M 3\n#if 1 && \\\n 0\nint v = 1;\n#else\nint v = 2;\n#endif",
        "v + M == 5",
    ),
    "one raw byte": (
        'char s[] = "\udce9";',
        "sizeof s == 2 && s[0] == (char)0xe9 && '\udce9' < 0",
    ),
    "bytes and letters": (
        'char s[] = "é\udce9ü";',
        "sizeof s == 6 && s[2] == (char)0xe9",
    ),
    "letters of names": (
        "int caf\\u00e9 = 3, \\U000000fcx = 4, ß = 5;",
        "café == 3 && üx == 4 && \\u00df == 5",
    ),
    "wide letters": (
        '__WCHAR_TYPE__ w[] = L"é\\u20ac" "ü"; __CHAR16_TYPE__ u[] = u"😀";',
        ("sizeof w / sizeof *w == 4 && w[0] == 0xe9 && w[1] == 0x20ac && w[2] == 0xfc && sizeof u == 6 && u[0] == 0xd83d"),
    ),
    "digraphs": (
        "%:define S(x) %:x\nint a<:2:> = <% 1, 2 %>;",
        "a<:1:> == 2 && sizeof S(<:) == 3",
    ),
    "what is skipped": (
        "#if 0\ndon't /* here\n#elif 1\nint v = 3; // '\n#else\n#error no\n#endif",
        "v == 3",
    ),
    "comments are blanks": (
        "#define C(a, b) a/**/b\n#define S(x) #x\n#define T(x) S(x)\nint a = 5;",
        "a-/**/-a == 10 && sizeof T(C(1, 2)) == 4",
    ),
    "parentheses out of macros": (
        "#define LP (\n#define RP )\n#define F(x) (x) * 2\n#define G(x) F x\n",
        "G((4)) == 8",
    ),
    "keyword that is a macro": (
        "#define int long\nint v;\n#undef int\n",
        "sizeof v == sizeof(long)",
    ),
    "counter": (
        "int a = __COUNTER__, b = __COUNTER__;",
        "b - a == 1",
    ),
}


def text_of(case: str) -> bytes:
    front, condition = CASES[case]
    text = f"extern void reach_error(void);\n{front}\nint main(void) {{ if (!({condition})) reach_error(); return 0; }}\n"
    return text.encode("utf-8", "surrogateescape")


@pytest.mark.parametrize("case", CASES)
def test_the_condition_holds(case: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_bytes(text_of(case))
    for model in DataModel:
        automaton = lower(parse_file(path, model), model, ("reach_error",), "test", LoweringOptions())
        assert verdict(automaton) == "returned"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_gcc_agrees(tmp_path: Path) -> None:
    """Every program is compiled by itself, with functions and objects of its own, and all of them run as one."""
    calls = []
    for index, case in enumerate(CASES):
        text = text_of(case).replace(b"int main(void)", b"int main_%d(void)" % index)
        (tmp_path / f"case{index}.c").write_bytes(text)
        command = ["gcc", "-c", "-w", "-O0", "-std=gnu11", f"case{index}.c", "-o", f"case{index}.o"]
        subprocess.run(command, cwd=tmp_path, check=True)
        subprocess.run(["objcopy", f"--keep-global-symbol=main_{index}", f"case{index}.o"], cwd=tmp_path, check=True)
        calls.append(f"extern int main_{index}(void); at = {index}; main_{index}();")
    main = f"void exit(int); static int at; void reach_error(void) {{ exit(at + 1); }} int main(void) {{ {' '.join(calls)} }}"
    (tmp_path / "all.c").write_text(main)
    subprocess.run(["gcc", "-w", "all.c", *(f"case{index}.o" for index in range(len(CASES))), "-o", "all"], cwd=tmp_path, check=True)
    code = subprocess.run([str(tmp_path / "all")], check=False).returncode
    assert code == 0, list(CASES)[code - 1]
