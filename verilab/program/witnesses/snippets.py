"""C made for weaving: expressions of a witness, and code around holes that nodes of the program take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycparser import c_ast

from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.syntax import parse_text
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.syntax.tree.translation_unit import TranslationUnit
from verilab.program.witnesses.model import Condition
from verilab.program.witnesses.slots import below

PREFIX = "__verilab_"
"""Of every name that weaving makes up; C reserves names like these for implementations, so that no program has them."""
RESULT = f"{PREFIX}result"
LONGEST = 100_000  # characters of an expression
MARK = 1_000_000_000  # columns from here on number the expressions of a witness

_PURE = (
    c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.Cast, c_ast.ArrayRef, c_ast.StructRef, c_ast.Typename,
    c_ast.TypeDecl, c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.IdentifierType, c_ast.Struct, c_ast.Union, c_ast.Enum, c_ast.TypeOf,
)  # fmt: skip
_PURE_OPERATORS = ("+", "-", "!", "~", "*", "&", "sizeof", "_Alignof", "__alignof__")


class Snippets:
    """Parses code that stands in one translation unit, whose type names it may use."""

    def __init__(self, unit: TranslationUnit, source: SourceText) -> None:
        self._unit = unit
        self._source = source
        names = {slot.node.name for slot in below(unit.ast) if isinstance(slot.node, c_ast.Typedef)}
        self._types = "".join(f"typedef int {name};" for name in sorted(names))
        self._conditions: list[Condition] = []

    def condition(self, condition: Condition, anchor: Token) -> Any:
        """The expression of a witness as a tree that stands at ``anchor``.  Raises InputError at its place in the witness."""
        text = condition.text.replace("\\result", RESULT)
        if len(text) > LONGEST:
            raise self._error(condition, "the expression is too long", f"give at most {LONGEST} characters")
        if "#" in text or not _is_balanced(text):
            raise self._error(condition, f"'{_short(condition.text)}' is no C expression", "its parentheses do not match")
        try:
            items = self._parse(f"({text});")
        except InputError as problem:
            hint = "a C expression without side effects over the program's variables would work"
            raise self._error(condition, f"'{_short(condition.text)}' is no C expression: {problem.message}", hint) from None
        if len(items) != 1:
            raise self._error(condition, f"'{_short(condition.text)}' is no single C expression", "join its parts by &&")
        self._check_pure(condition, items[0])
        self._conditions.append(condition)
        column = MARK + len(self._conditions) - 1
        _place(items[0], Token(anchor.type, anchor.value, anchor.file, anchor.line, anchor.row, column))
        return items[0]

    def code(self, text: str, anchor: Token, holes: Mapping[str, Any] | None = None) -> list[Any]:
        """The block items of a text of ours; names in ``holes`` give way to these nodes."""
        items = self._parse(text)
        for item in items:
            _place(item, anchor)
        block = c_ast.Compound(items, anchor)
        for slot in list(below(block)):
            if holes and isinstance(slot.node, c_ast.ID) and slot.node.name in holes:
                slot.replace(holes[slot.node.name])
        return block.block_items or []

    def declarations(self, text: str) -> list[Any]:
        """Declarations of ours at file scope."""
        return list(parse_text(text, "<witness>", self._unit.data_model, preprocessing=False).ast.ext)

    def blamed(self, error: InputError) -> InputError:
        """An error of lowering, moved to the expression of the witness that it is about, if it is about one."""
        if error.column < MARK:
            return error
        condition = self._conditions[error.column - MARK]
        hint = "name variables that are in scope at the location: declared in front of it, in a block around it or globally"
        return self._error(
            condition, f"'{_short(condition.text)}' has no meaning at line {error.line} of the program: {error.message}", hint
        )

    def _parse(self, text: str) -> list[Any]:
        unit = parse_text(f"{self._types}\nvoid {PREFIX}snippet(void) {{\n{text}\n}}", "<witness>", self._unit.data_model, (), False)
        definitions = [declaration for declaration in unit.ast.ext if not isinstance(declaration, c_ast.Typedef)]
        if len(definitions) != 1 or not isinstance(definitions[0], c_ast.FuncDef):
            raise InputError("it does not end where it should", file="<witness>")
        return definitions[0].body.block_items or []

    def _check_pure(self, condition: Condition, root: Any) -> None:
        pending = [root]
        while pending:
            node = pending.pop()
            pure = isinstance(node, _PURE) or (isinstance(node, c_ast.UnaryOp) and node.op in _PURE_OPERATORS)
            if not pure:
                what = {"FuncCall": "calls a function", "Assignment": "assigns"}.get(type(node).__name__, "has side effects")
                raise self._error(condition, f"'{_short(condition.text)}' {what}", "an expression without side effects would work")
            if isinstance(node, c_ast.ID) and node.name.startswith(PREFIX) and node.name != RESULT:
                raise self._error(condition, f"'{node.name[:60]}' is no variable of the program", "name the program's variables")
            pending += [child for _, child in node.children()]

    def _error(self, condition: Condition, message: str, hint: str) -> InputError:
        return self._source.error(message, condition.place.line, condition.place.column, hint)


def _place(root: Any, token: Token) -> None:
    """Everything below and at ``root`` is at that token."""
    root.coord = token
    for slot in below(root):
        slot.node.coord = token


def _is_balanced(text: str) -> bool:
    """Whether every parenthesis is closed inside the text; characters in literals count too, which refuses a few odd expressions."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else flat[:77] + "..."
