"""A parsed C file: its syntax tree, and where in the source its nodes are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.cfa import Position
from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.syntax.lexing.rows import Rows
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.types import DataModel


@dataclass(slots=True, eq=False)
class TranslationUnit:
    """The tree of one file (see ``nodes.py`` for what it contains beyond pycparser's own classes).

    ``source`` is the text of the file; ``originals`` all texts that went into it, by file name, where the preprocessor ran.  ``rows``
    says which lines they are that the coordinates count.  A *presumed* place is the one that the line markers name: the file the
    programmer wrote.  ``tokens`` reads the tokens again, as the parser got them from the lexer.
    """

    name: str
    ast: c_ast.FileAST
    data_model: DataModel
    source: SourceText
    rows: Rows
    tokens: Callable[[], list[Token]]
    originals: dict[str, SourceText] = field(default_factory=dict)

    def position(self, coord: Token | None) -> Position:
        """The presumed place of a node's ``coord``; line 0 of the file where the node has none."""
        return Position(coord.file, coord.line, coord.column) if coord is not None else Position(self.name, 0)

    def physical_position(self, coord: Token | None) -> Position:
        """The place in the file or header that was read, line markers ignored (what SV-COMP witnesses count in)."""
        if coord is None:
            return self.position(coord)
        source, line = self.rows.place(coord.row)
        return Position(source.name, line, coord.column)

    def error(self, message: str, coord: Token | None, hint: str | None = None) -> InputError:
        """An InputError about a node, at a place that the user can open."""
        if coord is None:
            return InputError(message, file=self.name, hint=hint)
        return self.rows.error(message, coord.row, coord.column, hint)


def coordinate(node: Any) -> Token | None:
    """The place of a node: its own ``coord`` or, where it has none, that of the first node below it that has one."""
    pending = [node]
    while pending:
        current = pending.pop()
        place = current.coord
        if place is not None:
            return place  # type: ignore[no-any-return]  # pycparser has no types
        pending += [child for _, child in reversed(current.children())]
    return None
