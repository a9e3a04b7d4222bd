"""The tokens after preprocessing are the compiler's, and a difference is named by its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from verilab.evidence.front_end import tokens
from verilab.evidence.front_end.tokens import check_tokens
from verilab.evidence.results import Accepted, Rejected, Unchecked
from verilab.program.errors import InputError
from verilab.program.syntax.preprocessing.predefined import STUBS
from verilab.program.syntax.preprocessing.substitution import Substitution
from verilab.program.types import DataModel

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
HEADERS = sorted(str(path.relative_to(STUBS)) for path in STUBS.rglob("*.h") if path.relative_to(STUBS).parts[0] != "predefined")

PROGRAMS = {
    "joined signs": "#define NEGV -v\nint v, a = -NEGV, b = - -v, c = v-NEGV, d = +NEGV, e = v--NEGV;",
    "empty between": "#define E\nint a, b = a+E+a, c = a-E-a, d = a&E&a, e = a<E<a, f = a>E=a;",
    "division by a pointer": "#define DEREF *p\nint f(int v, int *p) { return v /DEREF; }",
    "number and sign": "#define MASK 0xFE\nint a = MASK+1, b = MASK-1; double d = MASK.5;",
    "number and name": "#define N 1\n#define X x\nint N X = N;",
    "deferred": "#define e()\n#define a() 1 + b e()()\n#define b() 2 + c e()()\n#define c() 4\n#define id(x) x\nint x = id(a()) + id(id(a()));",
    "nested or not": "#define f(a) a*g\n#define g(a) f(a)\nint x = f(2)(9);",
    "standard 1": (
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n"
        "#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n"
        "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n"
        "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };"
    ),
    "standard 2": (
        "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", x ## s, x ## t)\n"
        "#define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n"
        "#define LOW LOW \", world\"\ndebug(1, 2);\nfputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // x\n== 0) str(: @\\n), s);\n"
        "xstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)"
    ).replace("@", "!"),
    "hash hash": "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);",
    "placemarkers": "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
    "variable arguments": (
        "#define d(...) f(e, __VA_ARGS__)\n#define s(...) p(#__VA_ARGS__)\n#define r(test, ...) ((test) ? p(#test) : q(__VA_ARGS__))\n"
        "d(\"Flag\"); d(\"X = %d\\n\", x); s(The first, second, and third items.); r(x>y, \"x is %d but y is %d\", x, y); s(); s( a , b )"
    ),
    "GNU comma": "#define e(f, a...) g(f, ## a)\n#define k(...) g(x, ## __VA_ARGS__)\n#define n(f, ...) g(f, __VA_ARGS__)\ne(1) e(1,) e(1,2) e(1,2,3) k() k(1) n(1) n(1,)",
    "optional": (
        "#define F(a, ...) f(0 __VA_OPT__(,) __VA_ARGS__ a)\n#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n#define E\n"
        "#define S(a, ...) #__VA_OPT__(a  __VA_ARGS__)\n#define J(a, ...) a ## __VA_OPT__(b) ## c\nF(1) F(1,2) F(1,E) G(a) G(a,) G(a,b,c) S(1) S(1,2) J(x) J(x,1)"
    ),
    "strings of arguments": "#define s(x) #x\n#define t(x) s(x)\n#define E\n#define M a  b\ns( a   b ) s(\"a\\n\" '\\\"') t(M) t( M E M ) t(E) s(a/* c */b) s(\\) s('\"') t(s(x)) s(L\"w\")",
    "spaces that macros keep": "#define s(x) #x\n#define t(x) s(x)\n#define A +\n#define B(x) x\nt(A A) t(AA) t(-A) t(A-) t(B(1)2) t(B( 1 )B(2)) t( B )(3)\nt(B\n(1)) t(A/B(A))",
    "a macro's name alone": "#define f(x) [x]\n#define g f\nf g (1) g\n(2) f f(3) g g(4)\nf",
    "names of parts": "#define cat(a, b) a ## b\n#define foo []\n#define str(x) #x\nint cat(foo, _) = sizeof str(foo), cat(L, 'x'), cat(u8, \"s\"), cat(., 5), cat(<, <), cat(-, >);",
    "inhibited": "#define foo foo + 1\n#define a b\n#define b a\n#define s f(s)\nfoo; a; b; s; #pragma foo\n".replace("#pragma foo", ""),
    "parentheses from macros": "#define LP (\n#define RP )\n#define f(x) <x>\n#define g(x) f x\nf LP 1 RP; g((2)); f (LP) ; g(LP 3 RP)",
    "defined from a macro": "#define HAS defined(Q) || defined P\n#define P\n#if HAS\nyes\n#else\nno\n#endif\n#if defined HAS && !defined(NO)\ntwo\n#endif",
    "headers that are there": "#if __has_include(<stdio.h>) && !__has_include(\"none.h\")\nyes\n#endif\n#ifdef __has_include\ntwo\n#endif\n#define H <string.h>\n#if __has_include(H)\nthree\n#endif\n#include H",
    "features": (
        "#if __has_attribute(packed) && __has_attribute(__noreturn__) && !__has_attribute(nothing)\na\n#endif\n"
        "#if __has_builtin(__builtin_expect) && !__has_builtin(nothing)\nb\n#endif\n#ifdef __has_c_attribute\nc\n#endif\n#if __has_c_attribute(nodiscard)\nd\n#endif"
    ),
    "conditions": (
        "#if (-1 >> 1) == -1 && -1 < 0u == 0 && 'A' == 65 && (2 || 1/0) && UNDEF == 0 && ~0 == -1 && 1LL << 40 != 0\na\n#elif 1\nb\n#else\nc\n#endif\n"
        "#if 0\n#if 1\nd\n#else\ne\n#endif\n#elif (1, 2) ? 0 : 1\nf\n#else\ng\n#endif\n#ifndef X\nh\n#else\ni\n#endif"
    ),
    "what is skipped": "#if 0\ndon't /* here\n\" and \\\n#else\n#define x(\n#error no\n#include <nowhere.h>\n// #endif\n/* #endif\n#endif */\n# /* c */ if 1\n#endif\n#endif\nint x;".replace("#else\n", ""),
    "lines": "#define L __LINE__\n#define F(x) x L\nint a = L, b = F(\nL\n), c = __LINE__;\n#line 100\nint d = L;\n#line 7 \"other.c\"\nint e = L; char *f = __FILE__;\n#define N 50\n#line N\nint g = L;",
    "counter": "#define C __COUNTER__\n#define t(a, b) a ## b\n#define u(a, b) t(a, b)\nint u(x, C), u(x, C), u(x, __COUNTER__);\n#if __COUNTER__ == 3\nint three;\n#endif",
    "kept macros": '#define A 1\n#pragma push_macro("A")\n#undef A\n#define A 2\nA\n_Pragma("pop_macro(\\"A\\")") A\n#pragma pop_macro("A")\nA',
    "packing": "#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\n#define P(n) _Pragma(\"pack(2)\") struct t { char c; int n; }; _Pragma(\"pack()\")\nP(k)\n#pragma omp parallel\n",
    "directives among arguments": "#define f(x, y) [x|y]\nf(1,\n#if 0\n2\n#else\n3\n#endif\n) f(\n#define Q 4\nQ, Q\n#undef Q\n) Q",
    "digraphs": "%:define str(x) %:x\n%:define cat(a, b) a %:%: b\nint a<::> = <% cat(1, 2) %>; char *s = str(<:);\n%: ifdef str\nint y;\n%:endif",
    "splices": "#define LONG(a, \\\n  b) a \\\n + b\nint x = LO\\\nNG(1, 2); // c \\\n still\nint y = 1\\\n0; char *s = \"a\\\nb\"; /\\\n* c *\\\n/ #\\\ndefine Z 1\nint z".replace("#\\\ndefine Z 1\n", ""),
    "splices without directives": "// see C:\\data\\ \n k = 0;\nint ma\\\nin(void) { return 4\\\n1; } /* *\\\n/ int x;",
    "comments": "#define A /* one\n two */ 1 // three\n#define B(x) x/**/x\nint a = A, b = B(1)/* \" */, c = B(-)/**/-1; /* // */ char d = '\"', e[] = \"/*\"; // '\nint f;",
    "predefined": "__SIZE_TYPE__ a = __INT_MAX__ + __SIZEOF_LONG__; double d = __DBL_MAX__; int v = __GNUC__ * 100 + __STDC_VERSION__, c = __CHAR_BIT__;\n#ifdef __OPTIMIZE__\nint o;\n#endif\n#ifdef linux\nint l;\n#endif",
    "bytes and letters": 'char *s = "é\\351", t[] = "\udce9"; int café = L\'é\', caf\\u00e9x = 1; /* \udcff */',
    "undefined": "#define A 1\n#undef A\n#undef B\n#define f(x) x\n#undef f\nint A, f(int);\n#define A 2\n#define A 2\nA",
    "keywords": "#define const\n#define int long\n#define while(x) if (x)\n#define inline\nconst int x; __inline__ int f(void) { while (1) return 0; }",
    "empty": "#\n# /* nothing */\n#define E /* nothing */\n#ident \"x\"\n#pragma GCC diagnostic push\nE E E\n",
    "file": "char *f = __FILE__, *b = __BASE_FILE__; int l = __INCLUDE_LEVEL__; char *d = __DATE__ __TIME__;\n#include <limits.h>",
}  # fmt: skip


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
    found = check_tokens(path, DataModel.LP64)
    assert found == Rejected(f"preprocessing differs from the compiler's at {path}:3: ';' instead of '2'", "gcc -E")


@needs_gcc
def test_a_text_that_gcc_refuses_is_rejected(tmp_path: Path) -> None:
    found = check_tokens(written(tmp_path, "#if __has_feature(x)\n#endif\nint x;"), DataModel.LP64)
    assert isinstance(found, Rejected)
    assert "refuses the program" in found.reason


def test_without_gcc_nothing_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens.shutil, "which", lambda name: None)
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
    with pytest.raises(tokens.ToolError):
        tokens.compiler_tokens(str(path), DataModel.LP64)
    with pytest.raises(InputError) as refusal:
        check_tokens(path, DataModel.LP64)
    assert refusal.value.line > 0
