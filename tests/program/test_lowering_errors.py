"""A program that is not well typed ends in one error with its place, never in a traceback."""

from __future__ import annotations

import pytest

from tests.program.lowered_programs import program
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text

WRONG = {
    "int main(void) { return y; }": "'y' is not declared",
    "int main(void) { int count; return cout; }": "'cout' is not declared",
    "struct s { int a; }; int main(void) { struct s v; return v.b; }": "struct s has no member 'b'",
    "struct s { int a; }; int main(void) { struct s *v; return v.a; }": "has no member 'a'",
    "int main(void) { int x; return x.a; }": "has no member 'a'",
    "int main(void) { int x; return *x; }": "not a pointer type",
    "int main(void) { int x; x(); }": "cannot be called",
    "int f(int a); int f(int a) { return a; } int main(void) { return f(); }": "takes 1 arguments, but 0 are passed",
    "int f(int a) { return a; } int f(int a) { return a; } int main(void) { return 0; }": "defined twice",
    "int main(void) { 3 = 4; }": "not an lvalue",
    "int main(void) { break; }": "'break' outside",
    "int main(void) { continue; }": "'continue' outside",
    "int main(void) { case 3: return 0; }": "outside of a switch",
    "int main(void) { goto nowhere; }": "the label 'nowhere' is not defined",
    "int main(void) { int a[-1]; return 0; }": "negative",
    "struct s; int main(void) { struct s v; return 0; }": "incomplete type",
    "struct s { struct s inner; }; int main(void) { return 0; }": "incomplete type",
    "int main(void) { void v; return 0; }": "void",
    "struct s { int a; }; int main(void) { struct s v; int x = v; return 0; }": "cannot be",
    "struct s { int a; }; int main(void) { struct s v; if (v) return 1; return 0; }": "struct s",
    "void f(void) {} int main(void) { int x = f(); return x; }": "void",
    "void f(void) {} int main(void) { return 1 + f(); }": "void",
    "int g[f()]; int main(void) { return 0; }": "not an integer constant",
    "int f(void); int g[f() + 1]; int main(void) { return 0; }": "not an integer constant",
    "int main(void) { switch (1) { case 1: default: default: ; } }": "two default labels",
    "int main(void) { struct { int b : 3; } s; return *&s.b; }": "",
    "int main(void) { struct { int b : 3; } s; int *p = &s.b; return 0; }": "bit-field",
    "struct s { int b : 99; }; int main(void) { return 0; }": "more than its type",
    "int main(void) { double d; return d % 2; }": "floating-point",
    'struct __attribute__((scalar_storage_order("big-endian"))) s { int a; }; int main(void) { return 0; }': "big-endian",
    '_Pragma("scalar_storage_order big-endian") struct s { int a; }; int main(void) { return 0; }': "big-endian",
    '__attribute__((optimize("fast-math"))) int f(double x) { return x != x; } int main(void) { return f(1); }': "other arithmetic",
    'int f(double) __attribute__((__target__("sse2,fpmath=387"))); int main(void) { return 0; }': "other arithmetic",
    '#pragma GCC optimize ("Ofast")\nint main(void) { return 0; }': "other arithmetic",
    '_Pragma("GCC optimize (\\"-ffinite-math-only\\")") int main(void) { return 0; }': "is not supported",
    "struct s { char a; int b : 3; } __attribute__((ms_struct)); int main(void) { return 0; }": "layout of other compilers",
    "struct t { int b; }; struct s { char a; int b; } __attribute__((copy((struct t *)0))); int main(void) { return 0; }": "from a type",
    "typedef int v __attribute__((mode(V4SI))); int main(void) { return sizeof(v); }": "machine mode V4SI",
    'void f(void) {} __attribute__((section(".init_array"))) void (*p)(void) = f; int main(void) { return 0; }': "before or after main",
    'void f(void) {} void (*p)(void) __attribute__((__section__(".init" "_array.00100"))) = f; int main(void) { return 0; }': "before or",
    'void f(void) {} __attribute__((section(".ctors.65435"))) void (*p)(void) = f; int main(void) { return 0; }': "before or after main",
    'int __attribute__((section(".init"))) f(void) { return 0; } int main(void) { return 0; }': "before or after main",
    "extern int __start_s[]; int main(void) { return __start_s[0]; }": "name the variables of a section",
    'int x; extern int y; asm(".set y, x"); int main(void) { y = 1; return x; }': "may make it 'y' too",
    'int main(void) { static int x asm("y"); return x; }': "cannot be chosen",
    '_Pragma("weak f") int f(void); int main(void) { return f(); }': "weak f",
    "int f(void) { return 0; }": "no function 'main'",
    "int main(void) { int *p, *q; return p + q; }": "operator +",
    "int main(void) { return sizeof(struct unknown); }": "incomplete",
    "enum e { A = x }; int main(void) { return A; }": "'x' is not declared",
    '_Static_assert(1 == 2, "no"); int main(void) { return 0; }': "static assertion fails",
}


@pytest.mark.parametrize("text", WRONG)
def test_an_ill_typed_program_is_refused(text: str) -> None:
    message = WRONG[text]
    if not message:
        program(text)  # not an error: the address is never taken
        return
    with pytest.raises(InputError) as caught:
        program(text)
    assert message in str(caught.value)


def test_the_error_shows_file_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        lower(parse_text("int main(void) {\n  int x = 1;\n  return x + yy;\n}\n", "small.c"))
    assert caught.value.render().splitlines() == [
        "small.c:3:14: error: 'yy' is not declared",
        "  |   return x + yy;",
        "  |              ^",
    ]


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(InputError) as caught:
        lower(parse_text("int counter; int main(void) { return couter; }", "small.c"))
    assert caught.value.hint == "did you mean 'counter'?"


@pytest.mark.parametrize("section", [".init.text", ".exit.text", ".initcall6.init", ".fini_arrays", ".data"])
def test_a_section_that_nothing_runs_around_main_is_read(section: str) -> None:
    """Drivers of the kernel put their functions into ``.init.text``: no linker runs it by itself."""
    declaration = f'static int f(void) __attribute__((__section__("{section}")));'
    program(f"{declaration} static int f(void) {{ return 0; }} int main(void) {{ return f(); }}")
