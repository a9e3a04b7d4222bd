"""The token helpers of pycparser's parser over a plain list of our tokens: no lazy lexer, no coordinate objects.

The class replaces methods of ``pycparser.c_parser.CParser``, as expressions.py and statements.py do for its grammar: the grammar of
declarations, which stays inherited, calls them.
"""

from __future__ import annotations

from typing import Any, NoReturn

from pycparser.c_parser import CParser

from verilab.program.errors import InputError
from verilab.program.syntax.lexing.rows import Rows
from verilab.program.syntax.lexing.tokens import Token, described

END = "END"  # the kind that describes the end of the file in messages


class TokenCursor(CParser):  # type: ignore[misc]  # pycparser ships no types
    """``_list`` ends with three tokens of type None, so that looking two tokens ahead never leaves it."""

    _rows: Rows
    _list: list[Token]
    _index: int
    _typedef_names: set[str]  # every name that was ever a typedef name in any scope
    _scope_stack: list[dict[str, bool]]

    def _start(self, rows: Rows, tokens: list[Token]) -> None:
        last = tokens[-1] if tokens else Token(END, "", rows.name, 1, 1, 1)
        end = Token(None, "", last.file, last.line, max(last.row, 1), last.column + len(last.value))  # type: ignore[arg-type]  # see above
        self._rows = rows
        self._list = [*tokens, end, end, end]
        self._index = 0
        self._typedef_names = set()
        self._scope_stack = [{}]

    def _classify_identifier(self, tok: Token | None) -> None:
        # A buffered identifier is a type name or not depending on the scope where it is looked at.
        if tok is not None and tok.value in self._typedef_names and tok.type in ("ID", "TYPEID"):
            tok.type = "TYPEID" if self._is_type_in_scope(tok.value) else "ID"

    def _is_type_in_scope(self, name: str) -> bool:
        for scope in reversed(self._scope_stack):
            if name in scope:
                return scope[name]
        return False

    def _peek(self, k: int = 1) -> Token:
        tok = self._list[self._index + k - 1]
        if tok.value in self._typedef_names:
            self._classify_identifier(tok)
        return tok

    def _peek_type(self, k: int = 1) -> str:
        tok = self._list[self._index + k - 1]
        if tok.value in self._typedef_names:
            self._classify_identifier(tok)
        return tok.type

    def _advance(self) -> Token:
        tok = self._list[self._index]
        if tok.type is None:
            self._refuse("unexpected end of file", tok, self._unclosed())
        if tok.value in self._typedef_names:
            self._classify_identifier(tok)
        self._index += 1
        return tok

    def _accept(self, token_type: str) -> Token | None:
        tok = self._list[self._index]
        if tok.value in self._typedef_names:
            self._classify_identifier(tok)
        if tok.type != token_type:
            return None
        self._index += 1
        return tok

    def _expect(self, token_type: str) -> Token:
        tok = self._list[self._index]
        if tok.value in self._typedef_names:
            self._classify_identifier(tok)
        if tok.type != token_type:
            self._unexpected(f"expected {described(token_type)}")
        self._index += 1
        return tok

    def _mark(self) -> int:
        return self._index

    def _reset(self, mark: int) -> None:
        self._index = mark

    def _tok_coord(self, tok: Token) -> Token:
        return tok

    def _parse_attribute_specifier_sequence(self) -> list[Any]:
        return []  # removed by the lexical pass

    # Errors ----------------------------------------------------------------------------------------------------------------------

    def _parse_error(self, msg: str, coord: Any) -> NoReturn:
        """pycparser's own errors; where it has no place for one, the current token is the place."""
        place = coord if isinstance(coord, Token) else self._list[self._index]
        self._refuse(msg[:1].lower() + msg[1:], place, self._unknown_type())

    def _unexpected(self, expected: str) -> NoReturn:
        """Refuse the current token where something else was expected."""
        tok = self._list[self._index]
        if tok.type is None:
            self._refuse(f"{expected} before the end of the file", tok, self._unclosed())
        self._refuse(f"{expected} before '{_short(tok.value)}'", tok, self._unknown_type())

    def _refuse(self, message: str, place: Token, hint: str | None = None) -> NoReturn:
        raise self.error(message, place, hint)

    def error(self, message: str, place: Token, hint: str | None = None) -> InputError:
        """An InputError at the row of the text where ``place`` is (not at the presumed line: that file may not exist here)."""
        return self._rows.error(message, place.row, place.column, hint)

    def _unknown_type(self) -> str | None:
        """A hint for ``u32 x;`` and ``(u32)x`` where no typedef of u32 was seen: the parser stops at x."""
        if not 0 < self._index < len(self._list):
            return None
        before, here = self._list[self._index - 1], self._list[self._index]
        if before.type == "ID" and here.type in ("ID", "TIMES"):
            return f"'{_short(before.value)}' is not a known type; is its typedef or its header missing?"
        return None

    def _unclosed(self) -> str | None:
        """A hint that names the last bracket that is never closed."""
        stack: list[Token] = []
        for tok in self._list:
            if tok.type in ("LBRACE", "LPAREN", "LBRACKET"):
                stack.append(tok)
            elif tok.type in ("RBRACE", "RPAREN", "RBRACKET") and stack:
                stack.pop()
        if not stack:
            return None
        return f"the '{stack[-1].value}' of line {self._rows.place(stack[-1].row)[1]}, column {stack[-1].column} is never closed"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
