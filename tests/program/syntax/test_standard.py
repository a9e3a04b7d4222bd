"""What standard C allows and grammars get wrong parses: names that are types, labels, declarators of old, digraphs."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from tests.program.syntax.parsed_trees import body, top


def test_labels_may_stand_before_a_brace_a_declaration_and_a_case() -> None:
    items = body("switch (x) { one: case 1: two: ; } { end: } here: int z = 1; return z;")
    assert [type(item).__name__ for item in items] == ["Switch", "Compound", "Label", "Decl", "Return"]


@pytest.mark.parametrize(
    "text",
    [
        "struct empty {}; int a[0]; union u { int x; struct { int y; }; };",
        "struct s { int n; int tail[]; }; struct t { int : 3; unsigned b : 2; };",
        '_Static_assert(sizeof(int) == 4, "int"); _Static_assert(1);',
        "int f(a, b) int a; char *b; { return a; } main() { return f(1, 0); }",
        "typedef int T; void f(void) { int T = 1; T = T + 1; { T * 2; } } T g(T T) { return T; }",
        "typedef int T; struct s { T T; }; int f(struct s *p) { return p->T + (T)1; }",
        "int f(int n) { int a[n]; return sizeof a + sizeof(int[3]) + sizeof(a)[0]; }",
        "int (*table[3])(int (*)(void), ...) = { 0 };",
        "int x = (int){ 1 }, y = ((struct { int a; }){ .a = 2 }).a;",
        "int x = 'a' + L'b' + '\\n' + '\\x41' + '\\0'; char *s = \"a\" \"b\\\"\" L\"c\";",
        "unsigned long long x = 0xFFull + 017L + 0b11 + 1uL; double d = 1.5e-3f + .5 + 1. + 0x1p3;",
        "void f(void) { for (int i = 0, j = 1; i < j; i++, j--) ; do ; while (0); for (;;) break; }",
        "int f(void) { return _Generic(1, int: 2, default: 3); }",
        "extern int a; ; static const volatile int *const p = &a;",
    ],
)
def test_standard_c_parses(text: str) -> None:
    assert top(text)


def test_digraphs_are_their_operators() -> None:
    (declaration,) = top("int a<:2:> = <% 1, 2 %>;")
    assert isinstance(declaration.type, c_ast.ArrayDecl)
    assert len(declaration.init.exprs) == 2
