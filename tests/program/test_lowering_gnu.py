"""GNU C beyond the standard means what gcc makes of it: attributes, assembly, labels as values, nested functions, variadic functions.

Where gcc is installed, the executables confirm the claims themselves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import LP64, body, gcc_verdict, program, verdict
from verilab.program.errors import InputError
from verilab.program.lowering.context import OPEN_ORDER

PROGRAMS = {
    "packed": "struct p { char c; int i; } __attribute__((packed)); int main(void) { CHECK(sizeof(struct p) == 5); }",
    "packed member": "struct p { char c; int i __attribute__((packed)); }; int main(void) { CHECK(sizeof(struct p) == 5); }",
    "pack": "\n#pragma pack(2)\nstruct p { char c; long i; };\n#pragma pack()\nstruct q { char c; long i; };\n"
    "int main(void) { CHECK(sizeof(struct p) == 10); CHECK(sizeof(struct q) == 16); }",
    "aligned": "struct a { char c; } __attribute__((aligned)); struct b { char c; _Alignas(8) char d; };"
    "int main(void) { CHECK(sizeof(struct a) == 16); CHECK(sizeof(struct b) == 16); CHECK(_Alignof(struct b) == 8); }",
    "typedef aligned": "typedef int tight __attribute__((aligned(1))); struct s { char c; tight t; };"
    "int main(void) { CHECK(sizeof(struct s) == 5); CHECK(_Alignof(tight) == 1); }",
    "bit-fields": "struct b { unsigned a : 3; unsigned : 0; unsigned char c : 7, d : 2; };"
    "int main(void) { CHECK(sizeof(struct b) == 8); struct b v = { 5, 100, 3 }; CHECK(v.c == 100 && v.d == 3); }",
    "vector": "typedef int v4 __attribute__((vector_size(16))); int main(void) {"
    " v4 a = { 1, 2, 3, 4 }, b = a + a * 2; CHECK(b[3] == 12); b[0] = 7; CHECK(b[0] + b[1] == 13); v4 c = a < b; CHECK(c[2] == -1); }",
    "transparent union": "typedef union { int *i; char *c; } u __attribute__((transparent_union)); int f(u p) { return *p.i; }"
    "int main(void) { int x = 5; CHECK(f(&x) == 5); }",
    "cleanup": "int log; void add(int *p) { log = log * 10 + *p; } int f(int n) {"
    " int a __attribute__((cleanup(add))) = 1; for (int i = 0; i < 3; i++) { int b __attribute__((cleanup(add))) = 2;"
    " if (n == 1) break; if (n == 2) goto out; if (n == 3) return log; } out: return log * 100; }"
    "int main(void) { CHECK(f(1) == 200); CHECK(log == 21); log = 0; CHECK(f(2) == 200); CHECK(log == 21);"
    " log = 0; CHECK(f(3) == 0); CHECK(log == 21); log = 0; f(4); CHECK(log == 2221); }",
    "value before its cleanup": "int log; void add(int *p) { log = log * 10 + *p; } struct s { int a, b; } g;"
    "void set(int *p) { g.a = *p; } int f(void) { return ({ int a __attribute__((cleanup(add))) = 1; log * 2; }); }"
    "int main(void) { log = 5; CHECK(f() == 10); CHECK(log == 51);"
    " int i = 1 + ({ int b __attribute__((cleanup(add))) = 2; log % 10; }); CHECK(i == 2 && log == 512);"
    " struct s t = ({ int c __attribute__((cleanup(set))) = 3; g; }); CHECK(t.a == 0 && g.a == 3); }",
    "constructors": "int log; __attribute__((constructor)) static void c(void) { log = log * 10 + 3; }"
    "__attribute__((constructor(102))) static void b(void) { log = log * 10 + 2; }"
    "static void a(void) __attribute__((constructor(101))); static void a(void) { log = log * 10 + 1; }"
    "int main(void) { CHECK(log == 123); }",
    "destructors": "int log; __attribute__((destructor)) static void first(void) { log = log * 10 + 1; CHECK(log == 21); }"
    "__attribute__((destructor)) static void second(void) { log = 2; } int main(void) { return 0; }",
    "alias": 'int n; void f(void) { n++; } void g(void) __attribute__((alias("f"))); int main(void) { g(); CHECK(n == 1); }',
    "implicit int": "static max; static table[10]; const k = 5, *q = &k; n; sum(a, b) register a; { auto c = a; return c + b; }"
    "int main(void) { register i; volatile v = 2; extern n; max = 4; table[3] = 5; n = sizeof table; i = v;"
    " CHECK(max + table[3] + *q + i == 16); CHECK(sum(1, 2) == 3); CHECK(n == 40); }",
    "size of a function": "int f(void) { return 2; } int main(void) { CHECK(sizeof f == 1 && sizeof &f == sizeof(long)); }",
    "lengths of parameters are evaluated": "int n = 1; void f(char a[2][++n]) { n += 4; } void g(int a[n++]) {} void h(int (*p)[n += 2]) {}"
    "int main(void) { f(0); CHECK(n == 6); g(0); CHECK(n == 7); h(0); CHECK(n == 9); int k = 2;"
    " int v[k++]; typedef int t[k++]; CHECK(k == 4); }",
    "the effects of an expectation": "int x, y; int f(int z) { if (__builtin_expect(x ? y != 0 : 0, z++)) return 7; return z; }"
    "int main(void) { CHECK(f(10) == 11); }",
    "complex integers": "struct s { _Complex unsigned short x; } v; _Complex char c; _Complex int ci[2];"
    "__complex__ long long cl; _Complex u; _Complex float f = 3.0F + 1.0iF; __complex__ double d = 2.0 + 1.0i, g = 0x1p3Fi;"
    "int main(void) { CHECK(sizeof v == 4 && _Alignof(v) == 2 && sizeof c == 2 && sizeof ci == 16 && sizeof cl == 16 && sizeof u == 16);"
    " CHECK(sizeof(__real__ cl) == 8 && sizeof(__imag__ c) == 1); }",
    "complex numbers of named types": "typedef _Float32 _Complex c32; _Float64x __complex__ x;"
    "int main(void) { _Float128 _Complex q; c32 s; CHECK(sizeof(c32) == 8 && sizeof(_Float16 _Complex) == 4 && sizeof q == 32);"
    " CHECK(sizeof __real__ s == 4 && sizeof x == 2 * sizeof(long double) && __alignof__(s) == 4); }",
    "alignment of members and variables": "typedef long long l4 __attribute__((aligned(4))); short v __attribute__((aligned(1)));"
    "struct { char c; short s; long long l; } __attribute__((packed)) p; struct { char c; int a __attribute__((aligned(16))); l4 m; } q;"
    "int main(void) { CHECK(__alignof__(p.l) == 1 && __alignof__(q.a) == 16 && __alignof__((&q)->m) == 4 && __alignof__(v) == 1);"
    " CHECK(__alignof__(q) == 16 && __alignof__(q.c) == 1 && __alignof__(1 + v) == 4); }",
    "typeof keeps an alignment": "typedef long long l4 __attribute__((aligned(4))); typedef int i1[2] __attribute__((aligned(1))); l4 x;"
    "int y __attribute__((aligned(16))); struct s { char c; __typeof__(x) m; } a; struct t { char c; __typeof__(i1) m; } b;"
    "struct u { char c; __typeof__(y) m; }; int main(void) { CHECK(sizeof a == 12 && sizeof b == 9 && sizeof(struct u) == 8); }",
    "label values": "int main(void) { static void *t[] = { &&a, &&b }; int n = 0; goto *t[1]; a: n += 1; goto end; b: n += 2; goto *t[0];"
    " end: CHECK(n == 3); }",
    "nested function": "int main(void) { int x = 1; int add(int y) { x += y; return x; } CHECK(add(4) == 5); CHECK(x == 5); }",
    "label before a value": "int main(void) { int x = ({ int t = 3; if (t > 2) goto l; t = 0; l: t + 1; }); CHECK(x == 4); }",
    "index of a literal": "int main(void) { int a[3] = { 1, 2, 3 }; CHECK(2[a] == 3); CHECK(1[\"xyz\"] == 'y'); }",
    "harmless assembly": 'int main(void) { int x = 3, y; asm("" : "+r"(x) : : "memory"); asm("" : "=r"(y) : "0"(x)); CHECK(y == 3); }',
    "variadic": "int sum(int n, ...) { __builtin_va_list l; int s = 0; __builtin_va_start(l, n);"
    " while (n--) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }"
    "int main(void) { int (*p)(int, ...) = sum; CHECK(sum(3, 1, 2, sum(1, 4)) == 7); CHECK(p(2, 10, 20) == 30); }",
    "variadic structure": "struct p { int x, y; }; int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);"
    " struct p v = __builtin_va_arg(l, struct p); long z = __builtin_va_arg(l, long); return v.x * 10 + v.y + z; }"
    "int main(void) { struct p v = { 3, 4 }; CHECK(f(1, v, 100L) == 134); }",
    "enumerations": "enum e { A = 0xffffffff, B = 0x100000000 }; enum n { M = -1, P = 0x80000000 };"
    "enum __attribute__((packed)) s { X, Y }; int main(void) { CHECK(sizeof(enum e) == 8); CHECK(B > 0); CHECK(sizeof(enum n) == 8);"
    " CHECK(sizeof(enum s) == 1); CHECK(M < 0); }",
    "selection by type": "int main(void) { const int c = 1; CHECK(_Generic(c, int: 1, default: 2) == 1);"
    ' CHECK(_Generic("a", char *: 1) == 1);'
    " CHECK(_Generic(&c, const int *: 1, int *: 2) == 1); CHECK(__builtin_types_compatible_p(int[], int[5])); }",
    "floating types": "int main(void) { float f = 1; CHECK(sizeof(f + 1.0) == 8); CHECK(sizeof 1.0f == 4); CHECK(sizeof(f * 2) == 4);"
    " _Complex float z; CHECK(sizeof(z + 1.0) == 16); CHECK(sizeof __real__ z == 4); CHECK(sizeof 1.0L == 16); }",
    "floating constants": "double third = 1.0 / 3; int main(void) { CHECK(1e0 > 0); CHECK((int)3.7 == 3); CHECK(0.1f != 0.1); "
    "CHECK(-0.0 == 0);"
    " CHECK(third * 3 == 1); double n = 0.0 / 0.0; CHECK(n != n); CHECK((int)(0.1 + 0.2 > 0.3) == 1); CHECK(1.5f + 1 == 2.5); }",
    "functions on constants": "double fabs(double); float sqrtf(float); double floor(double); double root = 2.25;"
    "int main(void) { CHECK(fabs(-1.0) == 1.0); CHECK(sqrtf(16) == 4); CHECK(floor(-1.5) == -2); CHECK(__builtin_sqrt(root) == 1.5);"
    ' CHECK(__builtin_isnan(__builtin_nan(""))); CHECK(__builtin_isinf(-__builtin_inf())); }',
    "sizes of variable-length types": "int main(void) { int n = 3; int s = sizeof(int[n++][2]); CHECK(n == 4 && s == 24); }",
    "a member called count": "struct s { int count; struct s *next; }; int main(void) { struct s *l = 0; int n = 0;"
    " for (int i = 0; i < 3; i++) { struct s *p = malloc(sizeof(struct s)); p->count = i; p->next = l; l = p; }"
    " for (; l; l = l->next) n += l->count; CHECK(n == 3); }",
    "designators": "struct i { int a, b; }; struct s { int x; struct i i[3]; int y; } g = { .i[1].b = 5, 6, 7 };"
    "int main(void) { CHECK(g.i[1].b == 5 && g.i[2].a == 6 && g.i[2].b == 7 && g.y == 0); int m[3][2] = { [1][1] = 4, 5, 6 };"
    " CHECK(m[1][1] == 4 && m[2][0] == 5 && m[2][1] == 6 && m[0][0] == 0); }",
    "anonymous members": "struct a { int p; struct { int q, r; }; union { int u; char c[4]; }; int t; } v = { .q = 1, 2, 3, 4 };"
    "int main(void) { CHECK(v.p == 0 && v.q == 1 && v.r == 2 && v.u == 3 && v.t == 4); }",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_claims_hold_and_their_negations_fail(name: str) -> None:
    assert verdict(program(PROGRAMS[name], LP64)) == "returned"
    assert verdict(program(PROGRAMS[name].replace("CHECK(", "CHECK(!"), LP64)) == "error"


@pytest.mark.parametrize("name", PROGRAMS)
def test_gcc_agrees(name: str, tmp_path: Path) -> None:
    verdict = gcc_verdict(PROGRAMS[name], LP64, tmp_path)
    if verdict is None:
        pytest.skip("no gcc here")
    assert verdict == "returned"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('int g; int main(void) { asm volatile("movl $1, g(%rip)"); CHECK(g == 1); return 0; }', "asm"),
        ('int main(void) { int x = 0; asm volatile("movl $1, (%0)" : : "r"(&x)); CHECK(x == 1); return 0; }', "asm"),
        ('int main(void) { int x = 0; asm("incl %0" : "+r"(x)); CHECK(x == 1); return 0; }', "asm"),
        (
            'int main(void) { int x = 0; const int *p = &x; asm("movl $1, (%0)" : : "r"(p) : "memory"); CHECK(x == 1); return 0; }',
            "asm",
        ),
        # Addresses in integers, in memory operands, behind them.
        ('int main(void) { int x = 0; asm("movl $1, (%0)" : : "r"((unsigned long)&x) : "memory"); CHECK(x == 1); return 0; }', "asm"),
        ('int main(void) { int x = 0; long a = (long)&x; asm("movl $1, (%0)" : "+r"(a) : : "memory"); CHECK(x == 1); return 0; }', "asm"),
        (
            "int main(void) { int x = 0; struct { int *p; } s = {&x};"
            ' asm("movq %0, %%rax; movl $1, (%%rax)" : : "m"(s) : "memory", "rax"); CHECK(x == 1); return 0; }',
            "asm",
        ),
        ('int main(void) { int a[2] = {0}; asm("movl $1, 4%0" : "+m"(a[0]) : : "memory"); CHECK(a[1] == 1); return 0; }', "asm"),
        (
            "int main(void) { unsigned long m[2] = {0};"
            ' asm("btsq %1, %0" : "+m"(*(volatile long *)m) : "Jr"(70L) : "memory"); CHECK(m[1]); return 0; }',
            "asm",
        ),
        ('int main(void) { int a[2] = {0}; asm("incl 4%0" : "+m"(a[0]) : : "memory"); CHECK(a[1] == 1); return 0; }', "asm"),
        # Registers that are variables.
        (
            'register int g asm("ebx"); int main(void) { g = 1; asm("movl $7, %%ebx" : : : "memory"); CHECK(g == 7); return 0; }',
            "a variable that is a register",
        ),
        ('register long s asm("rsp"); int main(void) { CHECK(s != 0); return 0; }', "a variable that is a register"),
        (
            'register int g asm("ebx"), h asm("bx"); int main(void) { g = 1; h = 5; CHECK(g == 5); return 0; }',
            "a variable that is a register",
        ),
        ('int main(void) { register int r asm("ebx") = 1; asm("movl $7, %%ebx" : : : "ebx"); CHECK(r == 7); return 0; }', "asm"),
        # What stands behind or around a comment.
        ('int main(void) { int x = 0; asm("/* one more */ incl %0" : "+r"(x)); CHECK(x == 1); return 0; }', "asm"),
        ('int main(void) { int x = 0; asm("# one more\\012 incl %0" : "+r"(x)); CHECK(x == 1); return 0; }', "asm"),
        ('asm(".macro set; movl $1, x(%rip); .endm"); int x; int main(void) { x = 0; asm("set"); CHECK(x == 1); return 0; }', "macro set"),
        # Symbols that may be missing, or that the linker chooses.
        ("#pragma weak f\nextern int f(void); int main(void) { if (f) reach_error(); return 0; }", "weak symbol"),
        ('static int f(void) __attribute__((weakref("none"))); int main(void) { if (f) reach_error(); return 0; }', "weak symbol"),
        (
            "int x; static void g(void) { x = 1; } static void (*which(void))(void) { return g; }"
            ' void f(void) __attribute__((ifunc("which"))); int main(void) { f(); CHECK(x == 1); return 0; }',
            "f",
        ),
        (
            "int f(int n) { struct s { char b[n]; }; n++; return sizeof(struct s); } int main(void) { if (f(3) != 3) reach_error(); }",
            "variable length",
        ),
        ("int f(int n) { return sizeof(struct { int b[n]; }); } int main(void) { if (f(3) == 12) reach_error(); }", "variable length"),
        ("int f(int n) { int a[2][n]; return sizeof a; } int main(void) { if (f(3) != 24) reach_error(); }", "variable-length array"),
        (
            "int main(void) { int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }"
            " if (f(1, 5) != 5) reach_error(); }",
            "nested function with variable arguments",
        ),
        (
            "void f(void) __attribute__((aligned(256))); void f(void) {} int main(void) { if (__alignof__(f) != 256) reach_error(); }",
            "alignment",
        ),
        (
            "typedef int i2 __attribute__((aligned(2))); i2 *p; int main(void) { if (__alignof__(*p) != 4) reach_error(); }",
            "alignment of an expression",
        ),
        ("long *p; int main(void) { if (__alignof__(*(char *)p) != 1) reach_error(); }", "alignment of an expression"),
        ('int main(void) { int r, x = 1; asm("bsrl %1,%0" : "=&r"(r) : "rm"(x), "rm"(-1)); if (r) reach_error(); }', "asm"),
        (
            "int f(int n) { struct s { int a; char b[n]; }; return __builtin_offsetof(struct s, b[1]); }"
            " int main(void) { if (f(3) != 5) reach_error(); }",
            "variable length",
        ),
        (
            "typedef int v __attribute__((vector_size(8))); int main(void) { v a = {1, 2}; a = __builtin_shufflevector(a, a, -1, 0);"
            " if (a[0] != 2) reach_error(); }",
            "a shuffle leaves open",
        ),
        ("extern int f(void) __attribute__((weak)); int main(void) { if (f) reach_error(); return 0; }", "weak symbol"),
    ],
)
def test_what_is_not_modelled_is_imprecise_and_named(text: str, reason: str) -> None:
    assert reason in verdict(program(text, LP64))


@pytest.mark.parametrize("call", ["shuffle(1, a)", "shuffle(a)", "shuffle(a, b, a)", "shufflevector(a, a, 4)", "convertvector(a, int)"])
def test_a_shuffle_of_no_vectors_or_elements_is_refused(call: str) -> None:
    text = "typedef int v __attribute__((vector_size(8))); typedef float f __attribute__((vector_size(8))); v a; f b;"
    with pytest.raises(InputError, match=f"__builtin_{call.partition('(')[0]}"):
        program(f"{text} int main(void) {{ __builtin_{call}; }}", LP64)


@pytest.mark.parametrize(("place", "is_open"), [("a[i]", True), ("*(a + i)", True), ("a[j]", False)])
def test_an_output_found_by_another_one_is_found_before_or_after_that_is_written(place: str, is_open: bool) -> None:
    text = f'int main(void) {{ int a[2] = {{0}}, i = 0, j = 1; asm("" : "=r"(i), "=r"({place}) : "0"(1), "1"(2)); return a[i]; }}'
    assert any(edge.imprecise == OPEN_ORDER for edge in program(text, LP64).edges) is is_open


def test_noreturn_of_one_declarator_is_not_that_of_the_list() -> None:
    automaton = body("void a(void) __attribute__((noreturn)), b(void); b(); reach_error(); return 0;", LP64)
    assert verdict(automaton) == "error"


@pytest.mark.parametrize("section", [".init.text", ".exit.text", ".fini.text", ".data..init", ".initcall6.init"])
def test_a_section_that_only_begins_as_what_is_run_around_main_is_any_section(section: str) -> None:
    text = f'int __attribute__((section("{section}"))) f(void) {{ return 3; }} int main(void) {{ if (f() == 3) reach_error(); }}'
    assert verdict(program(text, LP64)) == "error"


def test_a_type_whose_alignment_is_not_known_is_refused_by_name() -> None:
    text = "typedef int i1 __attribute__((aligned(1))); i1 *p; struct s { char c; __typeof__(*p) m; }; int main(void) {}"
    with pytest.raises(InputError, match=r":\d+: .*typeof of an expression"):
        program(text, LP64)


def test_a_constant_alias_that_gcc_does_not_always_read_is_refused() -> None:
    text = 'static int real = 5; static const int other __attribute__((alias("real"))); int main(void) { return other; }'
    with pytest.raises(InputError, match="constant alias 'other'"):
        program(text, LP64)
