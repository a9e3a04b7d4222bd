"""Lowered programs compute what C says: every claim below is checked on the automaton for both data models, and against gcc."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import ILP32, LP64, gcc_verdict, program, verdict
from verilab.program.types import DataModel

CLAIMS = {
    "operands narrower than int are promoted": ("unsigned char a = 200, b = 100; CHECK(a + b == 300); CHECK(~(unsigned char)0 == -1);"),
    "signed meets unsigned of the same rank as unsigned": "int a = -1; unsigned b = 1; CHECK(a > b); CHECK((long long)a < b);",
    "assignment converts modulo the width": "char c = 300; unsigned short s = -1; CHECK(c == 44); CHECK(s == 65535);",
    "a conversion to _Bool compares with zero": (
        "_Bool b = 256; CHECK(b == 1); b = (_Bool)0.5 ? b : b; b = 0; CHECK(!b); CHECK((_Bool)2 == 1);"
    ),
    "unsigned arithmetic wraps": "unsigned x = 0; x--; CHECK(x == 4294967295u); unsigned char c = 255; c++; CHECK(c == 0);",
    "division truncates toward zero": ("int a = -7, b = 2; CHECK(a / b == -3); CHECK(a % b == -1); CHECK(7 / -b == -3 && 7 % -b == 1);"),
    "a right shift of a negative number is arithmetic": "int a = -8; CHECK(a >> 1 == -4); CHECK((unsigned)a >> 28 == 15);",
    "the type of a shift is that of its left operand": (
        "unsigned char c = 1; CHECK(sizeof(c << 1LL) == sizeof(int)); CHECK((c << 8) == 256);"
    ),
    "constants take the first type that holds them": (
        "CHECK(sizeof(2147483647) == 4); CHECK(sizeof(2147483648) == 8); CHECK(sizeof(0xffffffff) == 4); CHECK(0xffffffff > 0); "
        "CHECK(sizeof(1ull) == 8); CHECK(-1 < 1u == 0);"
    ),
    "character constants have type int and their escapes": (
        "CHECK(sizeof('a') == 4); CHECK('\\n' == 10 && '\\x41' == 'A' && '\\101' == 65); CHECK('\\377' == -1); CHECK('\\0' == 0 && "
        "'\\\\' == 92 && '\\'' == 39);"
    ),
    "short circuits evaluate only what they need": (
        "int n = 0, a = 0; CHECK(!(a && ++n)); CHECK(a == 0 || ++n); CHECK(n == 0); int z = 0; CHECK(!(z != 0 && 10 / z)); int "
        "r = a || !z; CHECK(r == 1); r = a && n; CHECK(r == 0);"
    ),
    "a conditional evaluates one branch": (
        "int a = 1, n = 0; int r = a ? 5 : ++n; CHECK(r == 5 && n == 0); r = (a == 2) ? n++ : -1; CHECK(r == -1 && !n);"
    ),
    "a conditional has the common type of its branches": (
        "int a = 1; CHECK((a ? -1 : 0u) > 0); CHECK(sizeof(a ? (char)1 : (char)2) == 4);"
    ),
    "gnu conditionals evaluate their condition once": ("int n = 0; int r = ++n ?: 9; CHECK(r == 1 && n == 1); r = 0 ?: 9; CHECK(r == 9);"),
    "prefix and postfix operators": (
        "int a = 5; CHECK(a++ == 5 && a == 6); CHECK(++a == 7); CHECK(a-- == 7 && --a == 5); int b = a++ + 1; CHECK(b == 6 && a == 6);"
    ),
    "compound assignments convert back": (
        "char c = 100; c += 100; CHECK(c == -56); int x = 7; x <<= 2; x |= 1; x ^= 3; x %= 11; CHECK(x == 8); unsigned char u = "
        "3; u *= 100; CHECK(u == 44); int y; int w = y = x -= 3; CHECK(w == 5 && y == 5);"
    ),
    "a string converts to the elements it initialises": (
        'unsigned char u[4] = "\\x81\\377"; signed char s[] = "\\x81"; static unsigned char g[] = {"\\xfe"}; char c[3] = "\\x81"; '
        "CHECK(u[0] == 129 && u[1] == 255 && !u[2]); CHECK(s[0] == -127); CHECK(g[0] == 254); CHECK(c[0] == (char)129); "
        'const unsigned char *p = (const unsigned char *)"\\x81"; CHECK(*p == 129); CHECK(((unsigned char *)"a\\xff")[1] == 255);'
    ),
    "assignment is an expression": (
        "int a[3] = {0}; int i = 0, b; b = a[i++] = 7; CHECK(b == 7 && a[0] == 7 && i == 1); int c, d; c = d = 300; CHECK(c == d);"
    ),
    "the comma operator": (
        "int a = 1; int b = (a++, a + 1); CHECK(a == 2 && b == 3); for (a = 0, b = 9; a < b; a++, b--) ; CHECK(a == 5 && b == 4);"
    ),
    "loops": (
        "int s = 0; for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; s += i; } CHECK(s == 5); int n = 0; "
        "do { n++; if (n == 2) continue; } while (n < 3); CHECK(n == 3); while (n) n--; CHECK(n == 0); do s++; while (0); "
        "CHECK(s == 6);"
    ),
    "switch falls through and finds its default": (
        "int r = 0; for (int i = 0; i < 6; i++) switch (i) { case 1: r += 1; case 2: r += 10; break; default: r += 100; break; "
        "case 4 ... 5: r += 1000; } CHECK(r == 2221);"
    ),
    "a switch on a narrow type compares promoted values": (
        "unsigned char c = 255; int r = 0; switch (c) { case -1: r = 1; break; case 255: r = 2; } CHECK(r == 2);"
    ),
    "labels inside switch bodies (Duff)": (
        "int n = 3, c = 0; switch (n % 2) { case 0: do { c++; case 1: c += 10; } while (--n > 0); } CHECK(c == 32);"
    ),
    "goto into and out of loops": (
        "int i = 0, s = 0; goto inside; while (i < 3) { s += 10; inside: s++; i++; } CHECK(s == 23); again: if (s < 30) { s++; "
        "goto again; } CHECK(s == 30);"
    ),
    "scopes shadow": (
        "int x = 1; { int x = 2; { extern int g; int x = 3; x++; CHECK(x == 4); } CHECK(x == 2); } for (int x = 7; x < 8; x++) "
        "CHECK(x == 7); CHECK(x == 1);"
    ),
    "enumerations": (
        "enum color { RED, GREEN = 5, BLUE, LAST = -2 }; enum color c = BLUE; CHECK(c == 6 && RED == 0 && LAST + 1 == -1); { "
        "enum { RED = 9 }; CHECK(RED == 9); }"
    ),
    "typedefs": (
        "typedef unsigned char byte; typedef struct { byte a; } pair; pair p = {258}; CHECK(p.a == 2); { typedef int byte; byte "
        "x = 258; CHECK(x == 258); }"
    ),
    "structures are assigned as a whole": (
        "struct s { int a; struct { char b[2]; long long c; } in; } x = {1, {{2, 3}, 4}}, y; y = x; x.in.b[1] = 9; CHECK(y.a == "
        "1 && y.in.b[0] == 2 && y.in.b[1] == 3 && y.in.c == 4); y.in = x.in; CHECK(y.in.b[1] == 9);"
    ),
    "initialisers": (
        "int a[4] = {1, 2}; CHECK(a[1] == 2 && a[3] == 0); int b[] = {[2] = 5, 6, [0] = 1}; CHECK(sizeof b == 16 && b[2] == 5 "
        "&& b[3] == 6 && b[0] == 1 && !b[1]); int m[2][3] = {1, 2, 3, 4}; CHECK(m[1][0] == 4 && m[1][2] == 0); struct { int x; "
        "int y[2]; } s = {.y = {7}, .x = 1}; CHECK(s.x == 1 && s.y[0] == 7 && !s.y[1]); struct { int x; int y[2]; int z; } t = "
        "{1, 2, 3, 4}; CHECK(t.y[1] == 3 && t.z == 4); int r[5] = {[1 ... 3] = 8}; CHECK(r[0] == 0 && r[3] == 8);"
    ),
    "strings initialise arrays": (
        'char s[] = "ab"; CHECK(sizeof s == 3 && s[1] == 98 && s[2] == 0); char t[5] = {"x"}; CHECK(t[0] == 120 && !t[4]); char '
        'n[2] = "hi"; CHECK(n[1] == 105); CHECK(sizeof("a" "bc") == 4); const char *p = "hey"; CHECK(p[1] == 101 && *p == 104 '
        '&& "q"[0] == 113);'
    ),
    "multi-dimensional arrays": (
        "int m[3][4]; int i, j; for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) m[i][j] = 10 * i + j; CHECK(m[2][3] == 23 && "
        "m[0][1] == 1); CHECK(sizeof m[0] == 16);"
    ),
    "arrays of structures": (
        "struct p { int x; char y[2]; } a[3]; int i; for (i = 0; i < 3; i++) { a[i].x = i; a[i].y[1] = i + 1; } CHECK(a[2].x == "
        "2 && a[1].y[1] == 2); a[0] = a[2]; CHECK(a[0].y[1] == 3);"
    ),
    "pointers to locals and members": (
        "int x = 1, *p = &x; *p = 5; CHECK(x == 5); struct { int a, b; } s = {1, 2}, *q = &s; q->b = 9; CHECK(s.b == 9 && &q->b "
        "== &s.b); p = &s.a; (*p)++; CHECK(s.a == 2);"
    ),
    "pointer arithmetic": (
        "int a[5] = {0, 10, 20, 30, 40}; int *p = a; p += 2; CHECK(*p == 20 && p[1] == 30 && *(p - 1) == 10 && p - a == 2); "
        "CHECK(*p++ == 20 && *p == 30); CHECK(&a[4] > p);"
    ),
    "address of a dereference": (
        "int x = 3; int *p = &*&x; CHECK(*p == 3); int a[2] = {1, 2}; CHECK(*(a + 1) == 2 && *&a[1] == 2 && *a == 1);"
    ),
    "unions overlay their members": (
        "union { unsigned u; unsigned char c; short s; } v; v.u = 0x12345678; CHECK(v.c == 0x78 && v.s == 0x5678); v.c = 0xff; "
        "CHECK(v.u == 0x123456ff);"
    ),
    "unions of structures": (
        "union { struct { unsigned short lo, hi; } h; unsigned w; } v; v.w = 0xabcd1234; CHECK(v.h.lo == 0x1234 && v.h.hi == "
        "0xabcd); v.h.hi = 1; CHECK(v.w == 0x00011234);"
    ),
    "bit-fields wrap and promote": (
        "struct { unsigned a : 3; int b : 5; unsigned c : 1; } s; s.a = 9; s.b = 17; s.c = 3; CHECK(s.a == 1 && s.b == -15 && "
        "s.c == 1); s.a--; s.a--; CHECK(s.a == 7); CHECK(s.a - 8 < 0); CHECK(sizeof s == 4);"
    ),
    "structure layout": (
        "struct a { char c; int i; }; struct b { char c; short s; char d; }; struct e { char x[3]; struct b y; }; "
        "CHECK(sizeof(struct a) == 8 && sizeof(struct b) == 6); CHECK(sizeof(struct e) == 10 && __builtin_offsetof(struct e, "
        "y.d) == 8); struct { int a : 20, b : 20; } f; CHECK(sizeof f == 8); struct { char c; int : 0; char d; } g; "
        "CHECK(sizeof g == 5);"
    ),
    "sizeof does not evaluate": (
        "int n = 0; CHECK(sizeof(n++) == 4 && n == 0); int a[7]; CHECK(sizeof a / sizeof *a == 7); CHECK(sizeof(char[3][2]) == 6);"
    ),
    "typeof and statement expressions": (
        "int x = 3; __typeof__(x) y = ({ int t = x * 2; t + 1; }); CHECK(y == 7); typeof(x + 1ll) z = 1; CHECK(sizeof z == 8);"
    ),
    "statics keep their value": "int k; for (k = 0; k < 3; k++) { static int n = 5; n++; CHECK(n == 6 + k); }",
    "casts between pointers and integers": (
        "int x = 4; long n = (long)&x; CHECK(n != 0 && *(int *)n == 4); CHECK((void *)0 == 0 && !(char *)0);"
    ),
    "chars inside an integer": (
        "unsigned w = 0x04030201; unsigned char *p = (unsigned char *)&w; CHECK(p[0] == 1 && p[3] == 4); p[1] = 0xff; CHECK(w "
        "== 0x0403ff01);"
    ),
    "memset and memcpy": (
        "struct { int a; char b[4]; } s, t; memset(&s, 0, sizeof s); CHECK(s.a == 0 && s.b[3] == 0); s.a = 7; s.b[2] = 1; "
        "memcpy(&t, &s, sizeof s); CHECK(t.a == 7 && t.b[2] == 1);"
    ),
    "heap objects": "int *p = malloc(sizeof *p); *p = 3; int *q = malloc(4); *q = 4; CHECK(*p == 3 && p != q);",
    "compound literals": (
        "struct p { int x, y; } *q = &(struct p){1, 2}; CHECK(q->y == 2); int s = ((struct p){.y = 5}).y; CHECK(s == 5); "
        "CHECK(((int[]){4, 5})[1] == 5);"
    ),
    "a chain of conditionals": (
        "int x = 2; int r = x == 1 ? 10 : x == 2 ? 20 : 30; CHECK(r == 20); if (x == 1) r = 1; else if (x == 2) r = 2; else r = "
        "3; CHECK(r == 2);"
    ),
    "builtins": (
        "CHECK(__builtin_expect(3, 0) == 3); CHECK(__builtin_types_compatible_p(int, int)); int x = 2; "
        "CHECK(__builtin_constant_p(3)); if (__builtin_expect(!!(x), 0)) x = 5; CHECK(x == 5);"
    ),
    "comparisons are integers": (
        "int a = 3; int b = (a > 2) + (a == 3) + !a; CHECK(b == 2); CHECK(!!a == 1 && (!a) == 0 && -(a < 9) == -1);"
    ),
    "long chains of operators": "int a = 1; CHECK(" + "a + " * 3000 + "0 == 3000);",
}
ON_ONE_MODEL = {
    ("long has 32 bits", ILP32): "CHECK(sizeof(long) == 4 && sizeof(void *) == 4 && -1L < 1u == 0);",
    ("long has 64 bits", LP64): "CHECK(sizeof(long) == 8 && sizeof(void *) == 8 && -1L < 1u);",
    ("long long is aligned to 4 in records", ILP32): "struct { char c; long long l; double d; } s; CHECK(sizeof s == 20);",
    ("pairs of numbers are aligned as one of them", ILP32): "double _Complex d; long long _Complex l; float _Complex f; int _Complex i;"
    " CHECK(__alignof__(d) == 8 && __alignof__(l) == 8 && __alignof__(f) == 4 && __alignof__(i) == 4 && _Alignof(double _Complex) == 4);",
    ("pointers extend their sign", ILP32): (
        "void *p = (void *)0xfffffff4u; CHECK((long long)p == -12 && (unsigned long long)p == 0xfffffffffffffff4ull);"
        " CHECK((unsigned long long)(unsigned long)p == 0xfffffff4u && (void *)(long long)p == p);"
    ),
    ("pointers extend their sign to numbers of 128 bits", LP64): (
        "void *p = (void *)-12L; CHECK((__int128)p == -12 && (unsigned __int128)p >> 64 == 0xffffffffffffffffUL);"
    ),
    ("long long is aligned to 8 in records", LP64): "struct { char c; long long l; double d; } s; CHECK(sizeof s == 24);",
    ("wide bit-fields keep their width", LP64): (
        "struct { unsigned long b : 40; } s; s.b = -1; CHECK(s.b + 1 == 0); CHECK(s.b == 0xffffffffffUL);"
    ),
    ("a standard type is wider than a bit-field of higher rank", LP64): (
        "struct { long long b : 44; unsigned long long u : 40; } s = {1, 1}; long l = 36028797018963967; CHECK(!(l <= s.b)); "
        "CHECK(l + s.b == 36028797018963968); CHECK((1 ? l : s.u) == l); CHECK(s.b - 2 < s.u && -1L < s.u);"
    ),
}
FUNCTIONS = {
    "parameters are copies": (
        "int f(int a) { a++; return a; } int main(void) { int x = 1; CHECK(f(x) == 2 && x == 1); CHECK(f(f(1)) == 3 && f(1) + "
        "f(5) == 8); return 0; }"
    ),
    "structures are passed and returned": (
        "struct s { int a, b[2]; }; struct s f(struct s x, int k) { x.b[1] += k; return x; } int main(void) { struct s v = {1, "
        "{2, 3}}; struct s w = f(v, 4); CHECK(w.b[1] == 7 && v.b[1] == 3 && f(w, 1).b[1] == 8); return 0; }"
    ),
    "out parameters": (
        "void set(int *p, int v) { *p = v; } int main(void) { int x = 0, y[2] = {0, 0}; set(&x, 4); set(y + 1, 5); CHECK(x == 4 "
        "&& y[1] == 5 && y[0] == 0); return 0; }"
    ),
    "globals start at zero or their initialiser": (
        "int a; int b = 3; int c[3] = {1}; struct { int x; char *p; } d = {5}; static unsigned char e = 300; int *f = &b; int "
        "(*g)[3] = &c; int main(void) { CHECK(!a && b == 3 && c[0] == 1 && !c[2] && d.x == 5 && !d.p && e == 44 && *f == 3 && "
        "(*g)[0] == 1); return 0; }"
    ),
    "extern declarations name one object": (
        "extern int v; int get(void) { return v; } int v = 8; int main(void) { extern int v; v++; CHECK(get() == 9); return 0; }"
    ),
    "recursion": (
        "int fac(int n) { return n < 2 ? 1 : n * fac(n - 1); } int even(int n); int odd(int n) { return n ? even(n - 1) : 0; } "
        "int even(int n) { return n ? odd(n - 1) : 1; } int main(void) { CHECK(fac(6) == 720 && even(10) && !even(7)); return "
        "0; }"
    ),
    "locals of recursive instances are distinct": (
        "int f(int n, int *up) { int mine = n; if (n > 0) f(n - 1, &mine); *up += mine; return mine; } int main(void) { int t = "
        "0; f(4, &t); CHECK(t == 10); return 0; }"
    ),
    "function pointers": (
        "int a(int x) { return x + 1; } int b(int x) { return x * 2; } int (*tab[2])(int) = {a, &b}; int apply(int f(int), int "
        "x) { return f(x); } int main(void) { int (*p)(int) = a; CHECK(p(3) == 4 && (*p)(3) == 4); p = &b; CHECK(p(3) == 6 && "
        "tab[1](5) == 10 && apply(tab[0], 1) == 2); return 0; }"
    ),
    "old-style definitions": "int f(a, b) int a; char b; { return a - b; } int main() { CHECK(f(5, 258) == 3); return 0; }",
    "results are saved between calls": (
        "int n; int next(void) { return ++n; } int main(void) { int d = next() - next(); CHECK(d == -1 || d == 1); int s = "
        "next() + next() * 10; CHECK(s == 43 || s == 34); return 0; }"
    ),
    "a callee may change what a condition reads": (
        "int g; int bump(void) { g++; return g; } int main(void) { if (bump() == 1 && g == 1 && bump() == 2) { CHECK(g == 2); } "
        "else reach_error(); while (bump() < 6) ; CHECK(g == 6); return 0; }"
    ),
    "statics of different functions are distinct": (
        "int f(void) { static int n; return ++n; } int h(void) { static int n = 10; return ++n; } int main(void) { f(); h(); "
        "CHECK(f() == 2 && h() == 12); return 0; }"
    ),
    "void results": (
        "void f(int *p) { if (*p) return; *p = 1; } int main(void) { int x = 0; f(&x); x ? f(&x) : (void)0; CHECK(x == 1); return 0; }"
    ),
    "linked structures": (
        "struct n { int v; struct n *next; }; int main(void) { struct n a = {1, 0}, b = {2, &a}, c = {3, &b}; int s = 0; for "
        "(struct n *p = &c; p; p = p->next) s += p->v; CHECK(s == 6); return 0; }"
    ),
    "pointers to pointers": (
        "void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = 2, *p = &x, *q = &y; "
        "swap(&p, &q); CHECK(*p == 2 && *q == 1); return 0; }"
    ),
}
FUNCTIONS["variable-length parameters"] = (
    "int f(int n, int a[n], int b[n][2]) { return a[n - 1]; } int g(int k, int [*]);"
    " int main(void) { int x[3] = {1, 2, 3}, y[3][2]; CHECK(f(3, x, y) == 3); return 0; }"
)
FUNCTIONS["arrays whose length is a variable that never changes"] = (
    "const int m = 2; int main(void) { unsigned n = m + 1; int k = 5; k--; int a[n][m], b[k]; int i; for (i = 0; i < 3; i++) a[i][1] = i;"
    " CHECK(a[2][1] == 2 && a[1][1] == 1); CHECK(sizeof a == 24); if (n == 9) { int q = q; int c[q + 1]; } return 0; }"
)
FUNCTIONS["a loop over all bytes of an array of structures"] = (
    "struct t { unsigned char r, c, b[4]; }; struct s { unsigned char h[3], k; struct t d[5]; };"
    " int main(void) { struct s s; void *v = &s; int a;"
    " for (a = 0; a < sizeof s; a++) ((char *)v)[a] = a; CHECK(s.d[0].b[0] == 6 && s.d[3].b[2] == 26 && s.d[4].c == 29 && s.h[2] == 2);"
    " for (a = 0; a < 6; a++) ((char *)&s.d[2])[a] = a; CHECK(s.d[2].b[1] == 3 && s.d[1].b[3] == 15 && s.d[3].r == 22); return 0; }"
)
FUNCTIONS["long chains of conditionals"] = (
    "int next(int i) { return i; } int main(void) { int x = 39; int r = "
    + "".join(f"x == {i} ? next({i}) : " for i in range(40))
    + "-1; int s = "
    + "".join(f"x == {i} ? {i} : " for i in range(400))
    + "-1; CHECK(r == 39 && s == 39); return 0; }"
)
WHOLE = [(name, "int main(void) {" + text + " return 0; }", model) for name, text in CLAIMS.items() for model in (ILP32, LP64)]
WHOLE += [(name, "int main(void) {" + text + " return 0; }", model) for (name, model), text in ON_ONE_MODEL.items()]
WHOLE += [(name, text, model) for name, text in FUNCTIONS.items() for model in (ILP32, LP64)]
IDS = [f"{name} ({model.value})" for name, _, model in WHOLE]


@pytest.mark.parametrize(("name", "text", "model"), WHOLE, ids=IDS)
def test_the_automaton_computes_what_c_says(name: str, text: str, model: DataModel) -> None:
    text = "int g = 7;\n" + text if "extern int g;" in text else text
    assert verdict(program(text, model)) == "returned", name


@pytest.mark.parametrize(("name", "text", "model"), WHOLE, ids=IDS)
def test_gcc_agrees_with_the_claims(name: str, text: str, model: DataModel, tmp_path: Path) -> None:
    text = "int g = 7;\n" + text if "extern int g;" in text else text
    by_gcc = gcc_verdict(text, model, tmp_path)
    if by_gcc is None:
        pytest.skip(f"no gcc for {model.value} here")
    assert by_gcc == "returned", name
