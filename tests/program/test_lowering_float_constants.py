"""Floating-point variables that keep their initialiser are constants; those that may change are not; IEEE's infinities and NaNs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import LP64, gcc_verdict, program, verdict

# Declarations, statements, and what holds then and is known.
KNOWN = {
    "infinity": ("", "double i = 1e308 * 10, n = i - i;", "i > 1e308 && n != n && !(n == n) && !(n > 0) && !(n <= 0) && -i < -1e308"),
    "overflow by division": (
        "",
        "double a = 1e308, b = 1e-308; float f = 1e38f * 1e38f;",
        "a / b > 1e308 && f == 1.0f / 0.0f && -a / b < 0",
    ),
    "not a number": ("", "double z = 0.0, n = z / z; _Bool t = n;", "t && !(n < n) && !(n >= n) && n != 0 && (n ? 1 : 0)"),
    "signed zero": ("", "double z = -0.0;", "z == 0 && 1 / z < 0 && 1 / (z * 1.5) < -1e300"),
    "the greatest float": ("", "float m = 3.4028235e38f; float k = 3.40282356779733661637e38f;", "m == k && m + m > m"),
    "binary conditional": ("", "double d = 0.5, z = 0.0;", "(d ?: 2) == 0.5 && (z ?: 2) == 2.0 && (0.25 ?: 9)"),
    "conversions": (
        "",
        "_Bool t = 0.5; unsigned char c = 255.9; int a[] = { 1.9, -1.9 }; int x = -0.9; char s; s = -1.5;",
        "t == 1 && c == 255 && a[0] == 1 && a[1] == -1 && x == 0 && s == -1",
    ),
    "static": ("static double s = 2.5;", "static float f = 0.25f;", "s * 2 == 5 && f == 0.25"),
}
# Declarations, statements, and what holds then, which need not be known; its opposite must not be found to hold.
CHANGING = {
    "address": ("", "float f = 1; float *p = &f; *p = 2;", "f == 2"),
    "address by a cast": ("", "float f = 1; *(int *)(void *)&f = 0;", "f == 0"),
    "passed": ("void set(double *d) { *d = 3; }", "double d = 1; set(&d);", "d == 3"),
    "union": ("union u { float f; int i; };", "union u x = { 1.0f }; x.i = 0;", "x.f == 0"),
    "array": ("", "double a[2] = { 1, 2 }; int i = 1; a[i] = 5;", "a[1] == 5"),
    "member": ("struct s { float f; };", "struct s x = { 1 }; x.f = 2;", "x.f == 2"),
    "structure copied": ("struct s { float f; };", "struct s x = { 1 }, y = { 2 }; x = y;", "x.f == 2"),
    "compound assignment": ("", "double d = 1; d += 1;", "d == 2"),
    "increment": ("", "float f = 1; f++;", "f == 2"),
    "real part": ("", "double d = 1; __real__ d = 2;", "d == 2"),
    "address of the real part": ("", "double d = 1; double *p = &__real__ d; *p = 2;", "d == 2"),
    "assembly": ("", 'float f = 1; __asm__ ("" : "+m" (f)); int z = 0; f = z;', "f == 0"),
    "captured": ("", "double d = 1; void set(void) { d = 2; } set();", "d == 2"),
    "tentative": ("double d; void set(void) { d = 2; } double d = 1;", "set();", "d == 2"),
    "another name": ('double d = 1; extern double e __attribute__((alias("d")));', "e = 2;", "d == 2"),
    "another symbol": ('double d = 1; extern double e __asm__("d");', "e = 2;", "d == 2"),
    "static of a recursion": ("int f(int n) { static double s = 1; if (n) { s = 2; return f(n - 1); } return s == 2; }", "", "f(1)"),
    "increment of a union's member": ("union u { float f; int i; };", "union u x; x.i = 0; x.f++;", "x.i != 0"),
    "increment through a pointer": ("", "int i = 0; float *p = (float *)&i; ++*p;", "i != 0"),
    "loop": ("", "double d = 1; for (int i = 0; i < 2; i++) d = d * 2;", "d == 4"),
    "backward jump": ("", "int i = 0; again:; double d = 1; if (i) d = 2; if (!i++) goto again;", "d == 2"),
    "shadowed variable": ("", "double a = 1; double b = a; int r; { double a = 5; r = b == 1.0; }", "r"),
    "shadowed enumerator": ("enum { A = 1 };", "double b = A; int r; { enum { A = 5 }; r = b == 1.0; }", "r"),
    "shadowed type": ("typedef int T;", "double b = (T)1.5; int r; { typedef double T; r = b == 1.0; }", "r"),
    "shadowed tag": ("struct t { char c; };", "double b = sizeof(struct t); int r; { struct t { int c; }; r = b == 1.0; }", "r"),
}
# What is undefined, or chosen by the environment: nothing is known.
UNKNOWN = {
    "passed by": "int z = 0; if (!z) goto in; { double d = 1; in: if (d == 1) return 0; } reach_error();",
    "declared in a switch": "switch (1) { double d = 1; case 1: if (d == 1) return 0; } reach_error();",
    "declared after a case": "switch (1) { case 0:; double d = 1; case 1: if (d == 1) return 0; } reach_error();",
    "rounding": "extern int fesetround(int); double a = 1, b = 3; fesetround(0x800); if (a / b == 1.0 / 3) return 0; reach_error();",
    "too large for an int": "double d = 1e10; int i = d; if (i == 0) reach_error();",
}


def _programs(declarations: str, statements: str, claim: str) -> tuple[str, str]:
    holds, fails = (f"{declarations} int main(void) {{ {statements} if ({sign}({claim})) reach_error(); }}" for sign in ("!", ""))
    return holds, fails


@pytest.mark.parametrize("name", KNOWN)
def test_constants_follow_ieee(name: str, tmp_path: Path) -> None:
    holds, fails = _programs(*KNOWN[name])
    assert verdict(program(holds, LP64)) == "returned"
    assert verdict(program(fails, LP64)) == "error"
    assert gcc_verdict(holds, LP64, tmp_path) in (None, "returned")


@pytest.mark.parametrize("name", CHANGING)
def test_what_may_change_is_no_constant(name: str, tmp_path: Path) -> None:
    holds, fails = _programs(*CHANGING[name])
    assert verdict(program(holds, LP64)).startswith(("returned", "imprecise"))
    assert verdict(program(fails, LP64)).startswith(("error", "imprecise"))
    assert gcc_verdict(holds, LP64, tmp_path) in (None, "returned")


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_defined_is_not_known(name: str) -> None:
    assert verdict(program(f"int main(void) {{ {UNKNOWN[name]} }}", LP64)).startswith("imprecise")
