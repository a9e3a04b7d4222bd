"""A parsed C file: its syntax tree, and where in the source its nodes are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from verilab.program.cfa import Position
from verilab.program.errors import InputError
from verilab.program.source import SourceText
from verilab.program.syntax.lexing.tokens import Token
from verilab.program.types import DataModel


@dataclass(slots=True, eq=False)
class TranslationUnit:
    """The tree of one file (see ``nodes.py`` for what it contains beyond pycparser's own classes).

    ``source`` is the text that was parsed (after the preprocessor, where that ran); ``originals`` the texts in front of the
    preprocessor, by file name.  A *presumed* place is the one that the line markers name: the file the programmer wrote.
    """

    name: str
    ast: c_ast.FileAST
    data_model: DataModel
    source: SourceText
    presumed: list[tuple[int, str, int]]  # see Lexer.presumed
    originals: dict[str, SourceText] = field(default_factory=dict)
    _rows: dict[tuple[str, int], int] = field(default_factory=dict)

    def position(self, coord: Token | None) -> Position:
        """The presumed place of a node's ``coord``; line 0 of the file where the node has none."""
        return Position(coord.file, coord.line, coord.column) if coord is not None else Position(self.name, 0)

    def physical_position(self, coord: Token | None) -> Position:
        """The place in the file that was given to the parser, line markers ignored (what SV-COMP witnesses count in).

        Equal to the presumed place where the preprocessor ran, since its output is no file.
        """
        if coord is None or self.originals:
            return self.position(coord)
        return Position(self.name, coord.row, coord.column)

    def line_text(self, position: Position) -> str:
        """The source line at a presumed position; empty where the text does not contain it."""
        original = self.originals.get(position.file)
        if original is not None:
            return original.line(position.line)
        return self.source.line(self._row(position.file, position.line))

    def error(self, message: str, coord: Token | None, hint: str | None = None) -> InputError:
        """An InputError about a node, at a place that the user can open."""
        place = self.physical_position(coord)
        if coord is None:
            return InputError(message, file=self.name, hint=hint)
        line = self.line_text(place) if self.originals else self.source.line(coord.row)
        return InputError(message, file=place.file, line=place.line, column=place.column, hint=hint, source_line=line)

    def _row(self, file: str, line: int) -> int:
        if not self._rows:
            ends = [row for row, _, _ in self.presumed[1:]] + [len(self.source.lines) + 1]
            for (start, name, first), end in zip(self.presumed, ends, strict=True):
                for row in range(start, end):
                    self._rows.setdefault((name, first + row - start), row)
        return self._rows.get((file, line), 0)


def coordinate(node: Any) -> Token | None:
    """The place of a node: its own ``coord`` or, where it has none, that of the first node below it that has one."""
    pending = [node]
    while pending:
        current = pending.pop()
        found = current.coord
        if found is not None:
            return found  # type: ignore[no-any-return]  # pycparser has no types
        pending += [child for _, child in reversed(current.children())]
    return None
