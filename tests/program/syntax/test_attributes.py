"""Attributes stand where GNU C allows them, and are kept at the declarator, the declaration or the type that they describe."""

from __future__ import annotations

import pytest

from tests.program.syntax.parsed_trees import attributes, top, type_names


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


def test_a_mode_is_that_of_its_declarator_or_parameter_alone() -> None:
    first, second, function = top("int a, b __attribute__((__mode__(__QI__))); int f(int c, int d __attribute__((mode(byte))));")
    assert (attributes(first), attributes(second)) == ([], ["mode"])
    assert [type_names(variable) for variable in (first, second)] == [["int"], ["int"]]
    assert [attributes(parameter) for parameter in function.type.args.params] == [[], ["mode"]]


def test_an_attribute_behind_a_declarator_is_that_of_the_declarator() -> None:
    first, second, third = top("void f(void) __attribute__((noreturn)), g(void), __attribute__((noreturn)) h(void);")
    assert (first.funcspec, second.funcspec, third.funcspec) == (["_Noreturn"], [], ["_Noreturn"])
    aligned, plain = top("int a __attribute__((aligned(16), unused)), b;")
    assert attributes(aligned) == ["aligned"]
    assert aligned.attributes[0].arguments[0].value == "16"
    assert attributes(plain) == []


def test_an_attribute_among_specifiers_is_that_of_all_declarators() -> None:
    parsed = top("__attribute__((noreturn)) void f(void), g(void); static int __attribute__((aligned(8))) a, *b;")
    assert [each.funcspec for each in parsed[:2]] == [["_Noreturn"], ["_Noreturn"]]
    assert [attributes(each) for each in parsed[2:]] == [["aligned"], ["aligned"]]


@pytest.mark.parametrize("text", ["struct __attribute__((packed)) s { int a; } x;", "struct s { int a; } __attribute__((__packed__)) x;"])
def test_an_attribute_behind_struct_or_its_brace_is_that_of_the_type(text: str) -> None:
    (declaration,) = top(text)
    assert attributes(declaration) == []
    assert attributes(declaration.type.type) == ["packed"]


def test_packing_governs_the_structures_behind_the_pragma() -> None:
    parsed = top(
        """struct a { int x; };
#pragma pack(push, 1)
        struct b { int x; };
        _Pragma("pack(2)") struct c { int x; };
#pragma pack(pop)
        struct d { int x; };"""
    )
    packs = [[each.arguments[0].value for each in declaration.type.attributes] for declaration in parsed]
    assert packs == [[], ["1"], ["2"], []]
