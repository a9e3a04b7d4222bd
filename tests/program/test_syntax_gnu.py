"""Every GNU construct that the syntax tree's documentation lists parses to the tree that it promises."""

from __future__ import annotations

from typing import Any

import pytest
from pycparser import c_ast

from verilab.program.syntax import parse_text
from verilab.program.syntax.tree.nodes import (
    Asm,
    CaseRange,
    ComputedGoto,
    LabelAddress,
    NestedFunction,
    RangeDesignator,
    StatementExpression,
)


def top(text: str) -> list[Any]:
    return list(parse_text(text).ast.ext)


def body(text: str) -> list[Any]:
    """The statements of a function with that body."""
    return list(top("int f(int x, int y) {" + text + "}")[-1].body.block_items or [])


def expression(text: str) -> Any:
    return body(f"return {text};")[0].expr


def type_names(declaration: Any) -> list[str]:
    inner = declaration.type
    while not isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    return list(inner.type.names)


def test_statement_expression_holds_its_block() -> None:
    found = expression("({ int t = x; t + 1; }) * 2")
    assert isinstance(found, c_ast.BinaryOp)
    assert isinstance(found.left, StatementExpression)
    assert [type(item).__name__ for item in found.left.compound.block_items] == ["Decl", "BinaryOp"]


def test_conditional_without_middle_has_no_true_branch() -> None:
    found = expression("x ?: y")
    assert isinstance(found, c_ast.TernaryOp)
    assert found.iftrue is None
    assert found.iffalse.name == "y"


def test_case_range_is_a_range() -> None:
    (switch,) = body("switch (x) { case 1 ... 5: return 1; case 7: return 2; }")
    first, second = switch.stmt.block_items
    assert isinstance(first.expr, CaseRange)
    assert isinstance(first.expr.low, c_ast.Constant)
    assert isinstance(first.expr.high, c_ast.Constant)
    assert (first.expr.low.value, first.expr.high.value) == ("1", "5")
    assert second.expr.value == "7"


@pytest.mark.parametrize("word", ["typeof", "__typeof__", "__typeof"])
def test_typeof_of_an_expression_and_of_a_type(word: str) -> None:
    of_expression, of_type = body(f"{word}(x + 1) a; {word}(int *) b;")
    assert isinstance(of_expression.type.type, c_ast.TypeOf)
    assert isinstance(of_expression.type.type.expr, c_ast.BinaryOp)
    assert isinstance(of_type.type.type.expr, c_ast.Typename)


def test_auto_type_is_inferred() -> None:
    (declaration,) = body("__auto_type a = x;")
    assert isinstance(declaration.type.type, c_ast.InferredType)


def test_computed_goto_and_label_address() -> None:
    declaration, jump, label = body("void *p = &&there; goto *p; there: ;")
    assert isinstance(declaration.init, LabelAddress)
    assert declaration.init.name == "there"
    assert isinstance(jump, ComputedGoto)
    assert isinstance(jump.target, c_ast.ID)
    assert jump.target.name == "p"
    assert label.name == "there"


def test_assembly_with_operands_keeps_what_it_reads_and_changes() -> None:
    (statement,) = body('__asm__ volatile ("addl %1, %0" : "=r" (x), [o] "+m" (y) : "r" (x + 1) : "cc", "memory");')
    assert isinstance(statement, Asm)
    assert [isinstance(operand, c_ast.ID) and operand.name for operand in statement.outputs] == ["x", "y"]
    assert isinstance(statement.inputs[0], c_ast.BinaryOp)


def test_assembly_that_jumps_names_its_labels() -> None:
    statement, _ = body('asm goto ("jmp %l0" : : "r" (x) : : out, x); out: return 1;')
    assert statement.labels == ["out", "x"]


def test_assembly_names_symbols_and_is_a_statement() -> None:
    declarations = top('asm(".globl f"); int f(void) __asm__("g") __attribute__((pure)); register int r asm ("eax"); int a asm("b") = 3;')
    assert [d.name for d in declarations if isinstance(d, c_ast.Decl)] == ["f", "r", "a"]
    assert [d.attributes[0].arguments[0].value for d in declarations if isinstance(d, c_ast.Decl)] == ['"g"', '"eax"', '"b"']
    statement = body('if (x) asm volatile ("nop"); else return 2;')[0].iftrue
    assert (statement.template, statement.basic) == ('"nop"', True)


def test_designators_old_and_new() -> None:
    (declaration,) = top("int a[9] = { [1 ... 3] = 7, [5] = 8, [6] 9 };")
    ranged, single, old = declaration.init.exprs
    assert isinstance(ranged.name[0], RangeDesignator)
    assert isinstance(single.name[0], c_ast.ArrayDesignator)
    assert isinstance(old.name[0], c_ast.ArrayDesignator)
    structure = top("struct s { int a, b; }; struct s v = { a: 1, .b = 2 };")[1]
    assert [item.name[0].name for item in structure.init.exprs] == ["a", "b"]


@pytest.mark.parametrize(
    "declaration",
    [
        "int f(int) __attribute__((nonnull(1), format(printf, 1, 2)));",
        "__attribute__((unused)) static int f(int);",
        "static int __attribute__((noinline)) f(int);",
        'extern int (*f)(int) __attribute__((__section__(".text")));',
        "int f(int x __attribute__((unused)));",
        "int __attribute__((cdecl)) f(int);",
        "__declspec(dllimport) int __stdcall f(int);",
        "[[nodiscard]] int f(int);",
        "__extension__ typedef int f;",
        "int f(const char *__restrict p, char *__const q);",
        "static __inline__ int f(void);",
    ],
)
def test_attributes_and_other_words_leave_the_declaration_as_it_was(declaration: str) -> None:
    (found,) = top(declaration)
    assert found.name == "f"


def test_attributes_inside_structs_enums_labels_and_statements() -> None:
    text = """
    struct __attribute__((packed)) s { char a __attribute__((aligned(4))); int b : 3 __attribute__((x)); } __attribute__((packed)) v;
    enum e { A __attribute__((deprecated)) = 1, B };
    void f(int x) { switch (x) { case 1: x = 2; __attribute__((fallthrough)); default: ; } goto out; out: __attribute__((unused)); }
    """
    assert [item.name for item in top(text)[:1]] == ["v"]


def test_noreturn_is_kept_as_a_function_specifier() -> None:
    die, exits = top("extern void die(void) __attribute__((__noreturn__)); _Noreturn void exits(int);")
    assert die.funcspec == ["_Noreturn"]
    assert exits.funcspec == ["_Noreturn"]


def test_noreturn_of_a_pointer_in_a_struct_is_no_specifier() -> None:
    (declaration,) = top("struct s { void (*die)(int) __attribute__((noreturn)); int x; };")
    assert [member.name for member in declaration.type.decls] == ["die", "x"]


@pytest.mark.parametrize(
    ("declaration", "names"),
    [
        ("typedef int t __attribute__((__mode__(__QI__)));", ["signed", "char"]),
        ("typedef unsigned int t __attribute__((mode(HI)));", ["unsigned", "short"]),
        ("typedef int t __attribute__((mode(DI)));", ["long", "long"]),
        ("typedef unsigned t __attribute__((mode(DI)));", ["unsigned", "long", "long"]),
        ("typedef unsigned int t __attribute__((__mode__(__word__)));", ["unsigned", "long"]),
        ("typedef int __attribute__((mode(SI))) t;", ["int"]),
    ],
)
def test_mode_attribute_becomes_the_type_of_that_width(declaration: str, names: list[str]) -> None:
    assert type_names(top(declaration)[0]) == names


def test_builtin_types_are_declared_in_front_of_the_files_that_use_them() -> None:
    prelude, declaration = top("_Float128 x;")
    assert isinstance(prelude, c_ast.Typedef)
    assert type_names(prelude) == ["long", "double"]
    assert type_names(declaration) == ["_Float128"]
    assert len(top("int x;")) == 1


def test_a_header_may_declare_a_builtin_type_itself() -> None:
    assert type_names(top("typedef float _Float32; _Float32 x;")[-1]) == ["_Float32"]


@pytest.mark.parametrize("type_name", ["__int128", "unsigned __int128", "__int128_t", "__builtin_va_list", "double __complex__", "_Bool"])
def test_types_of_compilers_parse(type_name: str) -> None:
    assert top(f"{type_name} x;")[-1].name == "x"


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("__builtin_offsetof(struct s, a.b[1])", "offsetof"),
        ("__builtin_va_arg(x, int *)", "__builtin_va_arg"),
        ("__builtin_types_compatible_p(int, typeof(x))", "__builtin_types_compatible_p"),
        ("__builtin_expect(!!(x), 0)", "__builtin_expect"),
    ],
)
def test_builtins_are_calls(text: str, function: str) -> None:
    found = expression(text)
    assert isinstance(found, c_ast.FuncCall)
    assert found.name.name == function
    assert len(found.args.exprs) == 2


@pytest.mark.parametrize("operand", ["x", "(x)", "int", "struct s *"])
def test_alignof_takes_expressions_and_types(operand: str) -> None:
    text = operand if operand == "x" else f"({operand.strip('()')})"
    found = expression(f"__alignof__ {text}")
    assert found.op == "__alignof__"
    assert isinstance(found.expr, c_ast.ID if "x" in operand else c_ast.Typename)


def test_parts_of_complex_numbers_are_unary_operators() -> None:
    assert expression("__real__ x").op == "__real__"
    assert expression("__imag x").op == "__imag__"


@pytest.mark.parametrize("word", ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"])
def test_the_name_of_the_function_is_a_string(word: str) -> None:
    found = expression(word)
    assert (found.type, found.value) == ("string", '"f"')


def test_local_labels_and_pragmas_are_dropped() -> None:
    items = body('__label__ a, b;\n#pragma GCC unroll 3\n_Pragma("once") a: x = 1; b: ;')
    assert [item.name for item in items] == ["a", "b"]


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


def test_nested_functions_are_block_items() -> None:
    nested, _ = body("int g(int a) { return a; } return g(x);")
    assert isinstance(nested, NestedFunction)
    assert nested.definition.decl.name == "g"


def attributes(declaration: Any) -> list[str]:
    return [each.name for each in declaration.attributes]


def test_an_attribute_behind_a_declarator_is_that_of_the_declarator() -> None:
    first, second, third = top("void f(void) __attribute__((noreturn)), g(void), __attribute__((noreturn)) h(void);")
    assert (first.funcspec, second.funcspec, third.funcspec) == (["_Noreturn"], [], ["_Noreturn"])
    aligned, plain = top("int a __attribute__((aligned(16), unused)), b;")
    assert attributes(aligned) == ["aligned"]
    assert aligned.attributes[0].arguments[0].value == "16"
    assert attributes(plain) == []


def test_an_attribute_among_specifiers_is_that_of_all_declarators() -> None:
    found = top("__attribute__((noreturn)) void f(void), g(void); static int __attribute__((aligned(8))) a, *b;")
    assert [each.funcspec for each in found[:2]] == [["_Noreturn"], ["_Noreturn"]]
    assert [attributes(each) for each in found[2:]] == [["aligned"], ["aligned"]]


@pytest.mark.parametrize("text", ["struct __attribute__((packed)) s { int a; } x;", "struct s { int a; } __attribute__((__packed__)) x;"])
def test_an_attribute_behind_struct_or_its_brace_is_that_of_the_type(text: str) -> None:
    (declaration,) = top(text)
    assert attributes(declaration) == []
    assert attributes(declaration.type.type) == ["packed"]


def test_packing_governs_the_structures_behind_the_pragma() -> None:
    found = top(
        """struct a { int x; };
#pragma pack(push, 1)
        struct b { int x; };
        _Pragma("pack(2)") struct c { int x; };
#pragma pack(pop)
        struct d { int x; };"""
    )
    packs = [[each.arguments[0].value for each in declaration.type.attributes] for declaration in found]
    assert packs == [[], ["1"], ["2"], []]


def test_digraphs_are_their_operators() -> None:
    (declaration,) = top("int a<:2:> = <% 1, 2 %>;")
    assert isinstance(declaration.type, c_ast.ArrayDecl)
    assert len(declaration.init.exprs) == 2
