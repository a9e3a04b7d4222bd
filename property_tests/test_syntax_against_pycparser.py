"""On standard C our lexer, expressions and statements build the very trees that unchanged pycparser builds."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pycparser import c_ast
from pycparser.c_parser import CParser, ParseError

from verilab.program.syntax import parse_text

BINARY = ["+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"]
ASSIGNMENT = ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="]
TYPES = ["int", "unsigned long", "T", "struct s *", "int (*)(int, T)", "const char *const", "long [3]", "T **"]
LEAVES = ["a", "b", "p", "0", "1", "0x1fUL", "017", "'c'", "'\\n'", '"text"', '"a" "b"', "1.5", "2e3f", "sizeof(int)", "sizeof a", "f()"]

leaves = st.sampled_from(LEAVES)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(BINARY), inner),
        st.builds("a {} {}".format, st.sampled_from(ASSIGNMENT), inner),
        st.builds("({})".format, inner),
        st.builds("({}) ({})".format, st.sampled_from(TYPES[:6]), inner),
        st.builds("{}({})".format, st.sampled_from(["-", "+", "!", "~", "*", "&", "sizeof ", "++", "--"]), inner),
        st.builds("(a) ? {} : ({})".format, inner, inner),
        st.builds("p[{}]".format, inner),
        st.builds("f({}, {})".format, inner, inner),
        st.builds("({}).x->y++".format, inner),
        st.builds("({}, {})".format, inner, inner),
        st.builds("(struct s){{ .x = ({}), [1].y = 2 }}.x".format, inner),
        st.builds("sizeof({})".format, st.sampled_from(TYPES)),
    )


expressions = st.recursive(leaves, larger, max_leaves=12)


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("if ({}) {}".format, expressions, inner),
        st.builds("if ({}) {{ {} }} else {}".format, expressions, inner, inner),
        st.builds("while ({}) {}".format, expressions, inner),
        st.builds("do {} while ({});".format, inner, expressions),
        st.builds("for (int i = {}; ; i++) {}".format, leaves, inner),
        st.builds("for ({}; {}; {}) {}".format, expressions, leaves, leaves, inner),
        st.builds("switch ({}) {{ case 1: case 2: {} break; default: {} }}".format, expressions, inner, inner),
        st.builds("{{ {} {} }}".format, inner, inner),
        st.builds("{{ int T = {}; T * 2; {} }}".format, leaves, inner),
        st.builds("label: {}".format, inner),
    )


simple = st.one_of(
    st.builds("{};".format, expressions),
    st.builds("return {};".format, expressions),
    st.sampled_from([";", "{ }", "{ T x, *y[2] = { 0 }; }", "goto label;", "{ break; }", "{ struct s v = { 1, { 2 } }; }"]),
)
statements = st.recursive(simple, nested, max_leaves=8)


def flat(tree: c_ast.Node) -> list[Any]:
    """The tree in pre-order: kinds, attributes and the ends of the nodes."""
    nodes: list[Any] = []
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if node is None:
            nodes.append(None)
            continue
        nodes.append((type(node).__name__, [getattr(node, name) for name in node.attr_names]))
        pending += [None, *(child for _, child in reversed(node.children()))]
    return nodes


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(statements)
def test_the_trees_are_equal(statement: str) -> None:
    text = f"typedef int T; struct s {{ int x, y; }}; int f(int a, T *p, ...) {{ {statement} }}"
    try:
        theirs = CParser(dialect="c23").parse(text)
    except ParseError:
        assume(False)  # a type name where an inner declaration hides the typedef
    assert flat(parse_text(text).ast) == flat(theirs)
