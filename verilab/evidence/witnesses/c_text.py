"""Invariants as C expressions over the program's variables: what C has an expression for, and nothing that says more than the invariant.

A part without an expression is left out where that makes the whole weaker; where it would not, the whole has none.
Terms over integers are computed in long long where they fit into it; bit vectors in the unsigned type of their width.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Invariants, Product, Region
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Function, Location, Program
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

LONGEST = 20_000  # characters of one invariant
MOST_ROWS = 100
_NAME = re.compile(r"[A-Za-z_]\w*")
_UNSIGNED = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long long"}
_SIGNED = {8: "signed char", 16: "short", 32: "int", 64: "long long"}
_WORDS = {op.BV_ADD: "+", op.BV_SUB: "-", op.BV_MUL: "*", op.BV_AND: "&", op.BV_OR: "|", op.BV_XOR: "^"}
_ORDERS = {op.BV_ULT: "<", op.BV_ULE: "<=", op.BV_SLT: "<", op.BV_SLE: "<=", op.LT: "<", op.LE: "<="}
_LIMIT = (1 << 63) - 1


def loop_claims(program: Program, invariants: Invariants, vocabulary: Callable[[str], Vocabulary]) -> list[dict[str, Any]]:
    """Of each loop head: the place of the edges that leave it, its function, and the C text of what holds there whoever called it."""
    at: dict[Location, list[Invariant]] = {}
    for point, invariant in invariants.items():
        if point.location.is_loop_head and point.location.leaving:
            at.setdefault(point.location, []).append(invariant)
    entries = []
    for location, claims in at.items():
        texts = [InvariantText(program, location.function, vocabulary).invariant(claim) for claim in claims]
        known = dict.fromkeys(text for text in texts if text is not None)
        value = " || ".join(f"({text})" for text in known) if len(known) > 1 else next(iter(known), "1")
        if None in texts or value == "1" or len(value) > LONGEST:
            continue
        place = location.leaving[0].position
        name = location.function.name.partition("#")[0]
        entries.append({"file": place.file, "line": place.line, "column": place.column, "function": name, "value": value})
    return entries


class InvariantText:
    """Writes what holds in one function; a storage has one text at all of its places."""

    def __init__(self, program: Program, function: Function, vocabulary: Callable[[str], Vocabulary]) -> None:
        self._names = {storage.name for storage in program.storages}
        self._shadowed = {storage.name.partition("$")[0] for storage in program.storages if "$" in storage.name}
        self._function = function.name
        self._vocabulary = vocabulary

    def invariant(self, claim: Invariant) -> str | None:
        match claim:
            case Region(formula=formula, encoding=encoding):
                return self.formula(formula, self._vocabulary(encoding), True)
            case Assignments():
                return self._rows(claim)
            case Product(parts=parts) if len(parts) <= MOST_ROWS:
                texts = [_both(self.invariant(region), self._rows(rows)) for region, rows in parts]
                return None if None in texts or not texts else " || ".join(f"({text})" for text in texts)
        return None

    def _rows(self, claim: Assignments) -> str | None:
        rows: dict[str, None] = {}
        for row in claim.rows:
            texts = []
            for (storage, index), value in zip(claim.elements, row, strict=True):
                text = None if value is None else self.equality(storage, index, value)
                if text is not None:
                    texts.append(text)
            if not texts:
                return None
            rows[" && ".join(texts)] = None
            if len(rows) > MOST_ROWS:
                return None
        return " || ".join(f"({row})" for row in rows) or "0"

    def equality(self, storage: Variable | Array, index: int, value: int) -> str | None:
        """That an element has a value; None where C has no name for it."""
        name = self.name(storage, index)
        return None if name is None else f"{name} == {_number(value)}"

    def name(self, storage: Variable | Array, index: int) -> str | None:
        """The element's name in C where it is seen by it, None where it may not be."""
        if not isinstance(storage, Variable) or storage.temporary or storage.name in self._shadowed:
            return None
        function, local, name = storage.name.rpartition("::")
        if not _NAME.fullmatch(name) or (local and function != self._function):
            return None
        return None if not local and f"{self._function}::{name}" in self._names else name

    def _leaf(self, symbol: FNode, vocabulary: Vocabulary) -> tuple[str, IntType] | None:
        element = vocabulary.element(symbol)
        name = None if element is None else self.name(*element)
        return None if element is None or name is None else (name, element[0].type)

    # -- formulas -----------------------------------------------------------------------------------------------------------------

    def formula(self, node: FNode, vocabulary: Vocabulary, positive: bool) -> str | None:
        """``positive``: what is left out counts as true; otherwise nothing may be left out."""
        kind, arguments = node.node_type(), node.args()
        if kind == op.BOOL_CONSTANT:
            return "1" if node.is_true() else "0"
        if kind in (op.AND, op.OR):
            parts = [self.formula(argument, vocabulary, positive) for argument in arguments]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts) and not (kind == op.AND and positive):
                return None
            return (" && " if kind == op.AND else " || ").join(f"({part})" for part in known) or None
        if kind == op.NOT:
            part = self.formula(arguments[0], vocabulary, False)
            return None if part is None else f"!({part})"
        if kind == op.IMPLIES:
            left, right = self.formula(arguments[0], vocabulary, False), self.formula(arguments[1], vocabulary, positive)
            return None if left is None or right is None else f"!({left}) || ({right})"
        if kind in (op.EQUALS, *_ORDERS):
            return self._relation(node, vocabulary)
        return None

    def _relation(self, node: FNode, vocabulary: Vocabulary) -> str | None:
        kind = node.node_type()
        operator = _ORDERS.get(kind, "==")
        if vocabulary.encoding.name == "int":
            smaller, larger = (self._integer(side, vocabulary) for side in node.args())
            return None if smaller is None or larger is None else f"{smaller[0]} {operator} {larger[0]}"
        one, other = (self._word(side, vocabulary) for side in node.args())
        if one is None or other is None:
            return None
        (left, width), (right, _) = one, other
        cast = f"({_SIGNED[width]}) " if kind in (op.BV_SLT, op.BV_SLE) else ""
        return f"{cast}{left} {operator} {cast}{right}"

    def _integer(self, node: FNode, vocabulary: Vocabulary) -> tuple[str, int, int] | None:
        """The text of a term with the bounds of its value, which fit into long long."""
        kind = node.node_type()
        if kind == op.INT_CONSTANT:
            value = int(node.constant_value())
            return (_number(value), value, value) if abs(value) <= _LIMIT else None
        if kind == op.SYMBOL:
            leaf = self._leaf(node, vocabulary)
            if leaf is None or leaf[1].maximum > _LIMIT:
                return None
            return f"(long long) {leaf[0]}", leaf[1].minimum, leaf[1].maximum
        parts = [part for argument in node.args() if (part := self._integer(argument, vocabulary)) is not None]
        if kind not in (op.PLUS, op.MINUS, op.TIMES) or len(parts) < len(node.args()):
            return None
        text, low, high = parts[0]
        for other, least, most in parts[1:]:
            if kind == op.TIMES:
                corners = [low * least, low * most, high * least, high * most]
                text, low, high = f"({text} * {other})", min(corners), max(corners)
            elif kind == op.PLUS:
                text, low, high = f"({text} + {other})", low + least, high + most
            else:
                text, low, high = f"({text} - {other})", low - most, high - least
            if max(-low, high) > _LIMIT:
                return None
        return text, low, high

    def _word(self, node: FNode, vocabulary: Vocabulary) -> tuple[str, int] | None:
        """The text of a term with its width; the text's type is the unsigned one of that width."""
        width, kind = node.bv_width(), node.node_type()
        if width not in _UNSIGNED:
            return None
        cast = f"({_UNSIGNED[width]}) "
        if kind == op.BV_CONSTANT:
            return f"{cast}{node.constant_value()}ULL", width
        if kind == op.SYMBOL:
            leaf = self._leaf(node, vocabulary)
            return None if leaf is None else (f"{cast}{leaf[0]}", width)
        parts = [self._word(argument, vocabulary) for argument in node.args()]
        if None in parts:
            return None
        texts = [part[0] for part in parts if part is not None]
        if kind in _WORDS and len(texts) == 2:
            return f"{cast}({texts[0]} {_WORDS[kind]} {texts[1]})", width
        if kind in (op.BV_NOT, op.BV_NEG, op.BV_ZEXT):
            return f"{cast}({ {op.BV_NOT: '~', op.BV_NEG: '-'}.get(kind, '') }{texts[0]})", width
        if kind == op.BV_SEXT and parts[0] is not None:
            return f"{cast}({_SIGNED[parts[0][1]]}) {texts[0]}", width
        if kind == op.BV_EXTRACT and node.bv_extract_start() == 0:
            return f"{cast}({texts[0]})", width
        return None


def _both(left: str | None, right: str | None) -> str | None:
    known = [text for text in (left, right) if text is not None]
    return " && ".join(f"({text})" for text in known) or None


def _number(value: int) -> str:
    """A constant that C reads as that value, whatever it is compared with."""
    if value > _LIMIT:
        return f"{value}ULL"
    if value < -_LIMIT:
        return f"(-{_LIMIT}LL - 1)"
    return f"{value}LL" if abs(value) > 0x7FFFFFFF else str(value)
