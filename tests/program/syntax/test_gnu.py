"""Every GNU construct that the syntax tree's documentation lists parses to the tree that it promises (but attributes)."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from tests.program.syntax.parsed_trees import body, expression, top, type_names
from verilab.program.errors import InputError
from verilab.program.syntax.tree.nodes import (
    Asm,
    CaseRange,
    ComputedGoto,
    LabelAddress,
    NestedFunction,
    RangeDesignator,
    StatementExpression,
)


def test_statement_expression_holds_its_block() -> None:
    parsed = expression("({ int t = x; t + 1; }) * 2")
    assert isinstance(parsed, c_ast.BinaryOp)
    assert isinstance(parsed.left, StatementExpression)
    assert [type(item).__name__ for item in parsed.left.compound.block_items] == ["Decl", "BinaryOp"]


def test_conditional_without_middle_has_no_true_branch() -> None:
    parsed = expression("x ?: y")
    assert isinstance(parsed, c_ast.TernaryOp)
    assert parsed.iftrue is None
    assert parsed.iffalse.name == "y"


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
    declarations = top('asm(".globl f"); int f(void) __asm__("g") __attribute__((cold)); register int r asm ("eax"); int a asm("b") = 3;')
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


def test_the_last_member_needs_no_semicolon() -> None:
    (record,) = top("union u { int a; struct { char b, c } d };")
    assert [member.name for member in record.type.decls] == ["a", "d"]
    assert [member.name for member in record.type.decls[1].type.type.decls] == ["b", "c"]
    with pytest.raises(InputError, match="expected ';'"):
        body("struct { int a } v; int b }")


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
    parsed = expression(text)
    assert isinstance(parsed, c_ast.FuncCall)
    assert parsed.name.name == function
    assert len(parsed.args.exprs) == 2


@pytest.mark.parametrize("operand", ["x", "(x)", "int", "struct s *"])
def test_alignof_takes_expressions_and_types(operand: str) -> None:
    text = operand if operand == "x" else f"({operand.strip('()')})"
    parsed = expression(f"__alignof__ {text}")
    assert parsed.op == "__alignof__"
    assert isinstance(parsed.expr, c_ast.ID if "x" in operand else c_ast.Typename)


def test_parts_of_complex_numbers_are_unary_operators() -> None:
    assert expression("__real__ x").op == "__real__"
    assert expression("__imag x").op == "__imag__"


@pytest.mark.parametrize("word", ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"])
def test_the_name_of_the_function_is_a_string(word: str) -> None:
    parsed = expression(word)
    assert (parsed.type, parsed.value) == ("string", '"f"')


def test_local_labels_and_pragmas_are_dropped() -> None:
    items = body('__label__ a, b;\n#pragma GCC unroll 3\n_Pragma("once") a: x = 1; b: ;')
    assert [item.name for item in items] == ["a", "b"]


def test_labels_of_one_name_in_several_blocks_are_told_from_each_other() -> None:
    first, second, goto, label = body("{ __label__ a; goto a; a: ; } { __label__ a; goto a; a: ; } goto a; a: ;")
    assert [item.name for item in (*first.block_items, *second.block_items, goto, label)] == ["a", "a", "a::1", "a::1", "a::2", "a::2"]


def test_nested_functions_are_block_items() -> None:
    nested, _ = body("int g(int a) { return a; } return g(x);")
    assert isinstance(nested, NestedFunction)
    assert nested.definition.decl.name == "g"


@pytest.mark.parametrize("text", ["int;", "typedef long;", "unsigned int;", "static;", "T;", "typedef enum { A, B };"])
def test_declarations_of_nothing_are_only_warned_of(text: str) -> None:
    assert [node.name for node in top(f"typedef int T; {text} int x;")][-1] == "x"
    assert [item.name for item in body(f"typedef int T; {{ {text} int x; }}")[-1].block_items][-1] == "x"


@pytest.mark.parametrize("text", ["int char;", "typedef int _Bool;"])
def test_a_declaration_of_two_types_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        top(text)


def test_a_typedefs_name_behind_a_type_is_a_variable_further_in() -> None:
    _, inner = body("typedef int T; { unsigned T; }")
    assert [item.name for item in inner.block_items] == ["T"]
