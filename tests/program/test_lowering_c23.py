"""The words of C23: keywords where nothing declares them, identifiers of the programs that do."""

from __future__ import annotations

import re

import pytest

from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Ended, ReachedError
from verilab.program.cfa import Edge
from verilab.program.errors import InputError
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel, IntType

# What a program declares, and what holds in its main function.
HOLDS = {
    "the underlying type is the enumeration's": ("enum E : unsigned char { A, B = 200 };", "enum E e = B; e = e + 100; CHECK(e == 44);"),
    "the size is the underlying type's": ("enum E : unsigned char { A, B = 200 };", "CHECK(sizeof(enum E) == 1);"),
    "the enumerators have the underlying type": ("enum E : short { A = -1, B };", "CHECK(sizeof A == 2 && A < 0);"),
    "a wide underlying type": ("enum E : long long { A = 0x100000000 };", "CHECK(sizeof A == 8 && A == 4294967296LL);"),
    "an unsigned underlying type wraps": ("enum E : unsigned short { X } v = X;", "v--; CHECK(v == 65535);"),
    "a typedef name is an underlying type": ("typedef signed char t; enum E : t { M = -128 };", "CHECK(sizeof(enum E) == 1 && M == -128);"),
    "bool is an underlying type": ("enum E : bool { F, T };", "enum E e = 7; CHECK(e == T);"),
    "an enumeration without a tag": ("enum : unsigned char { A = 3, B };", "CHECK(sizeof B == 1 && B == 4);"),
    "a declaration in front completes the type": ("enum E : short; struct S { enum E e; };", "CHECK(sizeof(struct S) == 2);"),
    "a bit-field of an enumeration is none": ("enum E { A }; struct S { enum E : 3; int x; };", "CHECK(sizeof(struct S) == 8);"),
    "an unsigned enumeration compares so": ("enum E : unsigned { A };", "enum E e = A; CHECK(e - 1 > 0);"),
    "bool is a type": ("", "bool b = 7; CHECK(b == true && sizeof(bool) == 1 && false == 0);"),
    "true is no integer of four bytes": ("", "CHECK(sizeof true == 1 && true + true == 2);"),
    "a parameter of type bool": ("static int f(bool x) { return x; }", "CHECK(f(256) == 1);"),
    "a type named bool": ("typedef int bool;", "bool b = 7; CHECK(b == 7 && sizeof(bool) == 4);"),
    "an enumeration of booleans": ("typedef enum { false, true } bool;", "bool b = true; CHECK(b == 1 && sizeof b == 4);"),
    "a macro named bool": ("\n#define bool int\n", "bool b = 7; CHECK(b == 7);"),
    "a structure named bool": ("typedef struct { int x; } bool;", "bool b = { 3 }; CHECK(b.x == 3);"),
    "a variable named bool": ("int bool = 5;", "CHECK(bool == 5);"),
    "parameters named true and false": ("static int f(int true, int false) { return true - false; }", "CHECK(f(3, 1) == 2);"),
    "members with such names": ("struct s { int bool, nullptr; };", "struct s a = { .bool = 3, .nullptr = 4 }; CHECK(a.bool == 3);"),
    "enumerators named true and false": ("enum { true = 5, false = 3 };", "CHECK(true == 5 && false == 3);"),
    "constants named so": ("typedef unsigned char bool; static const bool true = 1;", "bool b = 256; CHECK(b == 0 && true == 1);"),
    "a local variable hides a constant": ("", "int true = 4; { int nullptr = 2; CHECK(true + nullptr == 6); }"),
    "nullptr is null": ("", "int x, *p = nullptr; CHECK(!p && p == nullptr && &x != nullptr && !nullptr);"),
    "nullptr has a type": ("", "typeof(nullptr) n = nullptr; void *q = n; CHECK(!q && sizeof n == sizeof(void *));"),
    "a variable named nullptr": ("int nullptr = 3;", "CHECK(nullptr == 3);"),
    "constexpr in constant expressions": ("constexpr int n = 4; int a[n];", "enum { M = n + 1 }; CHECK(sizeof a == 16 && M == 5);"),
    "constexpr in a function": ("", "constexpr unsigned char c = 200; static constexpr int d = c + 1; CHECK(d == 201);"),
    "constexpr as a label": ("", "constexpr int k = 3; int y = 0; switch (3) { case k: y = 1; } CHECK(y);"),
    "constexpr of an inferred type": ("", "constexpr auto k = 3; _Static_assert(k == 3); CHECK(sizeof k == 4);"),
    "constexpr of floating point and of structures": ("", "constexpr struct { int a, b; } s = { 1, 2 }; CHECK(s.b == 2);"),
    "a name that hides one of constexpr's": ("constexpr int k = 3;", "constexpr int m = k; int k = 9; CHECK(m == 3 && k == 9);"),
    "a variable named constexpr": ("int constexpr = 3;", "CHECK(constexpr == 3);"),
    "typeof_unqual": ("const int c = 3;", "typeof_unqual(c) x = 4; x = 5; CHECK(x == 5);"),
    "a function named typeof_unqual": ("static int typeof_unqual(int x) { return x + 1; }", "CHECK(typeof_unqual(3) == 4);"),
    "static_assert": ("static_assert(sizeof(int) == 4);", "static_assert(1, \"\"); CHECK(1);"),
    "a function named static_assert": ("static int n = 1; static void static_assert(int x) { n = x; }", "static_assert(0); CHECK(n == 0);"),
    "alignof of a type and an expression": ("", "int x; CHECK(alignof(int) == 4 && alignof(x) == 4);"),
    "alignas": ("struct s { char c; alignas(8) char d; };", "CHECK(sizeof(struct s) == 16);"),
    "u8 makes a character unsigned": ("", "CHECK(sizeof u8'a' == 1 && u8'\\xff' > 0);"),
    "separators between digits": ("", "CHECK(1'2'3 == 123 && 0x1'f == 31 && 1'0.5e0'1 == 105 && 0x1'0.8p0 == 16.5);"),
    "thread_local": ("static thread_local int t = 3;", "CHECK(t == 3);"),
}  # fmt: skip

REFUSED = {
    "unsigned _BitInt(7) x;": "C23's _BitInt is not supported",
    "enum E : unsigned char { A = 256 };": "the enumerator 'A' is 256, no value of the enumeration's type unsigned char",
    "enum E : float { A };": "the underlying type of an enumeration is an integer type, not float",
    "constexpr unsigned char c = 256;": "256 is no value of the constexpr 'c' of type unsigned char",
    "int x; constexpr int c = x;": "x is not an integer constant",
}


def outcome(text: str, model: DataModel) -> object:
    def zero(edge: Edge, type: IntType) -> int:
        return 0

    program = lower(parse_text(text, "c23.c", model), model, name="c23")
    return Interpreter(program).run(zero, step_limit=10_000, record=False).outcome


def program_of(declared: str, body: str = "") -> str:
    check = "#define CHECK(...) if (!(__VA_ARGS__)) reach_error()"
    return f"extern void reach_error(void);\n{check}\n{declared}\nint main(void) {{ {body} return 0; }}\n"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("claim", HOLDS)
def test_a_word_of_c23_means_what_the_program_makes_of_it(claim: str, model: DataModel) -> None:
    declared, body = HOLDS[claim]
    assert isinstance(outcome(program_of(declared, body), model), Ended)
    denied = re.sub(r"CHECK\((.*)\);(?=[^;]*$)", r"CHECK(!(\1));", body)
    assert isinstance(outcome(program_of(declared, denied), model), ReachedError)


@pytest.mark.parametrize("declared", REFUSED)
def test_what_c23_forbids_or_we_do_not_model_is_refused_by_name(declared: str) -> None:
    with pytest.raises(InputError) as refused:
        outcome(program_of(declared), DataModel.LP64)
    assert refused.value.message == REFUSED[declared]
    assert refused.value.line == 3


def test_a_text_that_no_dialect_reads_is_told_for_both() -> None:
    with pytest.raises(InputError) as refused:
        outcome(program_of("typedef int bool; constexpr bool x = 1;"), DataModel.LP64)
    assert "'bool' and 'constexpr' taken for keywords of C23" in str(refused.value)
