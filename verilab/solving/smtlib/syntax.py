"""SMT-LIB 2 as S-expressions: nested lists of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(r'\|[^|]*\||"(?:[^"]|"")*"|[()]|;[^\n]*|[^\s()|";]+|[|"]')

Sexp = str | list["Sexp"]


class SmtLibError(ValueError):
    """The text is not a term of the theories that verilab uses."""


class OutsideTheories(SmtLibError):
    """It may be one of another theory: a sort, an operator or a quantifier that verilab does not have."""


class Unbalanced(SmtLibError):
    """Parentheses or quotes that do not fit, from the character ``offset`` on."""

    def __init__(self, problem: str, offset: int) -> None:
        super().__init__(problem)
        self.offset = offset


def expressions(text: str) -> Iterator[tuple[int, Sexp]]:
    """The S-expressions of a text one after the other, each with the place of its first character.  Raises Unbalanced."""
    stack: list[list[Sexp]] = []
    start = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "(":
            if not stack:
                start = match.start()
            stack.append([])
        elif token == ")":
            if not stack:
                raise Unbalanced("a closing parenthesis too many", match.start())
            closed = stack.pop()
            if stack:
                stack[-1].append(closed)
            else:
                yield start, closed
        elif token in ("|", '"'):
            raise Unbalanced(f"a {token} that is not closed", match.start())
        elif not token.startswith(";"):
            if stack:
                stack[-1].append(token)
            else:
                yield match.start(), token
    if stack:
        raise Unbalanced(f"{len(stack)} parentheses are not closed, from here on", start)


def read_sexps(text: str) -> list[Sexp]:
    """All S-expressions of a text, as nested lists of tokens.  Raises Unbalanced."""
    return [expression for _, expression in expressions(text)]
