"""Where in a program the locations of a witness are: its statements, loops, branchings and calls, by line and column.

- a statement or declaration by its first character,
- a loop or branching by the first character of its keyword, a conditional expression by its ``?``,
- a call by the parenthesis that closes its arguments.

Lines and columns are those of the file that was given to the verifier; where that has directives of the preprocessor, those of the
source in front of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.tree.nodes import NestedFunction, StatementExpression
from verilab.program.syntax.tree.translation_unit import TranslationUnit, coordinate
from verilab.program.witnesses.slots import Slot, slots

LOOPS = (c_ast.While, c_ast.DoWhile, c_ast.For)
BRANCHINGS = (c_ast.If, c_ast.Switch, c_ast.TernaryOp, *LOOPS)
_BODIES = {c_ast.If: ("iftrue", "iffalse"), c_ast.Label: ("stmt",), c_ast.Switch: ("stmt",), **dict.fromkeys(LOOPS, ("stmt",))}
_LISTS = {c_ast.Compound: "block_items", c_ast.Case: "stmts", c_ast.Default: "stmts"}


class SiteKind(Enum):
    """What a location may point at; the value is how messages call it."""

    STATEMENT = "a statement or declaration"
    LOOP = "the keyword of a loop (while, do, for)"
    BRANCHING = "the keyword of a branching (if, while, do, for, switch) or the ? of a conditional"
    CALL = "the parenthesis that closes the arguments of a call"


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the program: where it is held in the tree, the function around it, and the token that it is at."""

    slot: Slot
    function: str
    token: Token


class Sites:
    """All places of a translation unit by kind and line."""

    def __init__(self, unit: TranslationUnit) -> None:
        self.unit = unit
        self._tokens = unit.tokens()
        # What a macro stands for is where the macro is: all of it has the place of its first token.
        self._places = {(token.row, token.column): index for index, token in reversed(list(enumerate(self._tokens)))}
        self._by_line: dict[tuple[SiteKind, int], list[tuple[int, Site]]] = {}
        for slot in slots(unit.ast):
            if isinstance(slot.node, c_ast.FuncDef):
                self._walk(slot.node)

    def at(self, kind: SiteKind, line: int) -> list[tuple[int, Site]]:
        """The places of a kind on a line of the given file, by column from left to right; of equal places the outermost first."""
        return sorted(self._by_line.get((kind, line), ()), key=lambda entry: entry[0])

    def all(self, kind: SiteKind) -> list[Site]:
        """The places of a kind, in the order in which they were met."""
        return [site for (key, _), sites in self._by_line.items() if key is kind for _, site in sites]

    # -- the walk -----------------------------------------------------------------------------------------------------------------

    def _walk(self, definition: c_ast.FuncDef) -> None:
        """Of a function, functions inside it included, without recursion."""
        stack: list[tuple[Slot, str]] = [(slot, definition.decl.name) for slot in slots(definition) if slot.name == "body"]
        while stack:
            slot, function = stack.pop()
            node = slot.node
            self._enter(slot, function)
            inside = node.definition.decl.name if isinstance(node, NestedFunction) else function
            stack += [(child, inside) for child in slots(node)][::-1]

    def _enter(self, slot: Slot, function: str) -> None:
        node = slot.node
        place = coordinate(node)
        if place is None:
            return
        if _is_statement(slot):
            self._add(SiteKind.STATEMENT, slot, function, self._start(node, place))
        if isinstance(node, LOOPS):
            self._add(SiteKind.LOOP, slot, function, place)
        if isinstance(node, BRANCHINGS):
            at = self._question(node) if isinstance(node, c_ast.TernaryOp) else place
            self._add(SiteKind.BRANCHING, slot, function, at)
        if isinstance(node, c_ast.FuncCall):
            self._add(SiteKind.CALL, slot, function, self._closing(node))

    def _add(self, kind: SiteKind, slot: Slot, function: str, token: Token | None) -> None:
        if token is None:
            return
        place = self.unit.physical_position(token)
        if place.file == self.unit.name:
            self._by_line.setdefault((kind, place.line), []).append((place.column, Site(slot, function, token)))

    # -- tokens -------------------------------------------------------------------------------------------------------------------

    def _index(self, token: Token) -> int:
        return self._places.get((token.row, token.column), len(self._tokens))

    def _start(self, node: Any, place: Token) -> Token:
        """The first token of a statement: a tree has no parentheses, and a declaration begins with its type."""
        index = self._index(place)
        if index >= len(self._tokens):
            return place
        ends = ("SEMI", "LBRACE", "RBRACE", "COLON")
        if isinstance(node, c_ast.Decl | c_ast.Typedef):
            while index and self._tokens[index - 1].type not in ends:
                index -= 1
        else:
            while index and self._tokens[index - 1].type == "LPAREN" and not self._opens_head(index - 1):
                index -= 1
        return self._tokens[index]

    def _opens_head(self, index: int) -> bool:
        """Whether a parenthesis belongs to the keyword or name in front of it."""
        return bool(index) and self._tokens[index - 1].type in ("IF", "WHILE", "FOR", "SWITCH", "ID", "RPAREN")

    def _question(self, node: c_ast.TernaryOp) -> Token | None:
        place = coordinate(node.iftrue if node.iftrue is not None else node.iffalse)
        index = 0 if place is None else self._index(place)
        while index and self._tokens[index].type != "CONDOP":
            index -= 1
        return self._tokens[index] if self._tokens and self._tokens[index].type == "CONDOP" else None

    def _closing(self, node: c_ast.FuncCall) -> Token | None:
        """The parenthesis behind the arguments; None for a call whose function is no name, or that is not in the source."""
        place = coordinate(node)
        if place is None or not isinstance(node.name, c_ast.ID):
            return None
        index, depth = self._index(place), 0
        while index < len(self._tokens):
            kind = self._tokens[index].type
            depth += (kind == "LPAREN") - (kind == "RPAREN")
            if kind == "RPAREN" and depth <= 0:
                return self._tokens[index]
            if kind == "SEMI":
                return None
            index += 1
        return None


def _is_statement(slot: Slot) -> bool:
    if isinstance(slot.parent, StatementExpression | c_ast.FuncDef):
        return slot.name in ("compound", "body")
    if _LISTS.get(type(slot.parent)) == slot.name:
        return True
    return slot.name in _BODIES.get(type(slot.parent), ())


def error_calls(root: Any, names: Iterable[str]) -> list[Slot]:
    """The calls of these functions by name below ``root``."""
    calls, wanted = [], frozenset(names)
    stack = list(slots(root))[::-1]
    while stack:
        slot = stack.pop()
        node = slot.node
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name in wanted:
            calls.append(slot)
        stack += list(slots(node))[::-1]
    return calls
