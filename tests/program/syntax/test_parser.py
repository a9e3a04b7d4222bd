"""What the parser relies on: the parts of pycparser that it inherits or replaces, and the deep stack."""

from __future__ import annotations

import sys
import threading

import pytest
from pycparser.c_parser import CParser

from verilab.program.source import SourceText
from verilab.program.syntax import with_deep_stack
from verilab.program.syntax.grammar.parser import GnuParser
from verilab.program.syntax.lexing.lexer import Lexer

OWN = {
    "_start", "_refuse", "_unexpected", "_unknown_type", "_unclosed", "_expect_name", "_expect_semicolon", "_at_label",
    "_parse_builtin_types", "_parse_builtin", "_parse_cast_or_compound_literal", "_parse_parenthesised", "_parse_size_operand",
    "_parse_unary_operand", "_parse_suffixes", "_constant_type", "_integer_type", "_parse_empty", "_parse_label", "_parse_labelled",
    "_parse_case", "_parse_default", "_parse_if", "_parse_condition", "_parse_switch", "_parse_while", "_parse_do", "_parse_for",
    "_parse_goto", "_parse_break", "_parse_continue", "_parse_return", "_parse_asm", "_parse_operands",
    "_parse_dialects", "_parse_file", "_parse_assembly", "_parse_symbol_name", "_parse_nested_function", "_type_attributes",
    "_attributes_between", "_attribute", "_declares_nothing", "_declare",
}  # fmt: skip


def test_every_replaced_method_still_exists_in_pycparser() -> None:
    ours = {
        name
        for kind in GnuParser.__mro__
        if kind is not CParser and kind.__module__.startswith("verilab")
        for name, value in vars(kind).items()
        if name.startswith("_") and not name.startswith("__") and callable(value)
    }
    missing = {name for name in ours - OWN if not hasattr(CParser, name)}
    assert missing == set()


@pytest.mark.parametrize(
    "name",
    [
        "_parse_type_name",
        "_parse_declaration",
        "_parse_designator_list",
        "_parse_static_assert",
        "_parse_generic_selection",
        "_parse_offsetof_member_designator",
        "_parse_unified_string_literal",
        "_push_scope",
        "_pop_scope",
        "_starts_declaration",
    ],
)
def test_every_inherited_method_still_exists_in_pycparser(name: str) -> None:
    assert callable(getattr(CParser, name))


def depth(n: int) -> int:
    return 0 if n == 0 else 1 + depth(n - 1)


def test_a_deep_stack_holds_a_hundred_thousand_frames_and_restores_the_limit() -> None:
    before = sys.getrecursionlimit()
    size = threading.stack_size()
    assert with_deep_stack(lambda: with_deep_stack(lambda: depth(100_000))) == 100_000
    assert sys.getrecursionlimit() == before
    assert threading.stack_size() == size


def test_a_deep_stack_hands_exceptions_on() -> None:
    with pytest.raises(KeyError, match="gone"):
        with_deep_stack(lambda: dict[str, int]()["gone"])
    with pytest.raises(RecursionError):
        with_deep_stack(lambda: depth(10_000_000))


def test_a_parser_keeps_no_tokens() -> None:
    """The inherited lexer refers to the parser, so that both last until the next collection."""
    lexer = Lexer(SourceText("kept.c", "int x;"))
    parser = GnuParser()
    assert parser.parse(lexer).ext
    assert lexer.tokens
    assert not parser._list
