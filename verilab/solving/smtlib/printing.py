"""Terms as SMT-LIB 2 text, with ``let`` for shared subterms: an interpolant of 53 DAG nodes was 7,514 nodes as a tree.

Printing is iterative.  Integer DIV is SMT-LIB's ``div``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pysmt import operators as op
from pysmt.fnode import FNode

from verilab.solving.smtlib.operators import OPERATORS, indexed_operator
from verilab.solving.smtlib.syntax import SmtLibError

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/\-][A-Za-z0-9~!@$%^&*_+=<>.?/\-]*\Z")
_WORDS = """
let forall exists par as true false not and or ite xor distinct implies iff match lambda BINARY DECIMAL HEXADECIMAL NUMERAL STRING
assert push pop exit reset echo check-sat get-value get-model get-proof set-logic set-option set-info declare-fun define-fun declare-sort
div mod abs divisible to_real to_int is_int select store const concat extract repeat zero_extend sign_extend rotate_left rotate_right
Int Real Bool Array BitVec String RegLan Set Float16 Float32 Float64 Float128 FloatingPoint RoundingMode RNE RNA RTP RTN RTZ fp
nat2bv bv2nat int2bv sbv_to_int ubv_to_int int_to_bv iand pow2 exp sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot sqrt
real pi union intersection member subset map default is choose emptyset singleton complement card insert tuple seq re bag sep nil wand
"""
_MEANT = frozenset(_WORDS.split()) | {"_", "!"}
_MEANT_FAMILIES = re.compile(r"bv\w*\Z|(str|re|fp|seq|set|rel|bag|sep|int|ff|is|to|get|array|fmf|dt|tuple)[._]\w*\Z")
"""Names that mean something to some solver, quoted or not: bars do not make another symbol of ``select``."""
APART = "?"
"""What is put behind such a name: no name of a program has it."""


def symbol_text(name: str) -> str:
    """A symbol's name as no solver has it, between bars where SMT-LIB wants them."""
    if _is_meant(name):
        name += APART
    return name if _SIMPLE_SYMBOL.match(name) and name[0] not in ".@" else f"|{name}|"


def symbol_name(text: str) -> str:
    """The name of which ``symbol_text`` made this text."""
    name = text.strip("|")
    stem = name.removesuffix(APART)
    return stem if _is_meant(stem) else name


def _is_meant(name: str) -> bool:
    return name in _MEANT or _MEANT_FAMILIES.match(name) is not None


def type_text(type: Any) -> str:
    """A pySMT type as an SMT-LIB sort; a function type as ``(arguments) result``."""
    return str(type.as_smtlib(funstyle=False))


def declarations(symbols: Iterable[FNode]) -> list[str]:
    """One ``declare-fun`` command per symbol."""
    return [f"(declare-fun {symbol_text(symbol.symbol_name())} {symbol.symbol_type().as_smtlib()})" for symbol in symbols]


def to_smtlib(formula: FNode, names: Mapping[FNode, str] | None = None) -> str:
    """The term's text; every compound subterm that occurs twice is bound once, by names ``.0``, ``.1`` ... in order of use.

    ``names``: symbols that are called otherwise than they are named.
    """
    uses: dict[FNode, int] = {}
    order: list[FNode] = []
    stack: list[tuple[FNode, bool]] = [(formula, False)]
    seen: set[FNode] = set()
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
            continue
        uses[node] = uses.get(node, 0) + 1
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        stack.extend((argument, False) for argument in reversed(node.args()))
    texts: dict[FNode, str] = {}
    bindings: list[str] = []
    for node in order:
        text = (names or {}).get(node) or node_text(node, [texts[argument] for argument in node.args()])
        if uses[node] > 1 and node.args() and node is not formula:
            name = f".{len(bindings)}"
            bindings.append(f"(let (({name} {text})) ")
            text = name
        texts[node] = text
    return "".join(bindings) + texts[formula] + ")" * len(bindings)


def node_text(node: FNode, arguments: list[str]) -> str:
    """The text of a term whose arguments have these texts; SmtLibError where SMT-LIB has no such operator."""
    kind = node.node_type()
    if kind == op.SYMBOL:
        return symbol_text(node.symbol_name())
    if kind == op.DIV:
        # pySMT writes real division the same way; both sorts of the first argument are possible.
        return f"({'div' if node.arg(1).is_int_constant() or node.arg(0).get_type().is_int_type() else '/'} {' '.join(arguments)})"
    operator = OPERATORS.get(kind)
    if operator is not None:
        return f"({operator} {' '.join(arguments)})"
    if kind in op.CONSTANTS:
        return _constant_text(node)
    indexed = indexed_operator(node)
    if indexed is not None:
        return f"({indexed} {arguments[0]})"
    if kind == op.FUNCTION:
        return f"({symbol_text(node.function_name().symbol_name())} {' '.join(arguments)})"
    if kind == op.ARRAY_VALUE:
        text = f"((as const {type_text(node.get_type())}) {arguments[0]})"
        for index, value in zip(arguments[1::2], arguments[2::2], strict=True):
            text = f"(store {text} {index} {value})"
        return text
    raise SmtLibError(f"no SMT-LIB text for {op.op_to_str(kind)}")


def _constant_text(node: FNode) -> str:
    value = node.constant_value()
    if node.is_bool_constant():
        return "true" if value else "false"
    if node.is_bv_constant():
        return f"(_ bv{value} {node.bv_width()})"
    if node.is_int_constant():
        return str(value) if value >= 0 else f"(- {-value})"
    fraction = Fraction(value)
    text = f"{abs(fraction.numerator)}.0"
    if fraction.denominator != 1:
        text = f"(/ {text} {fraction.denominator}.0)"
    return text if fraction >= 0 else f"(- {text})"
