"""SMT-LIB 2 as S-expressions: nested lists of tokens."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'\|[^|]*\||"(?:[^"]|"")*"|[()]|;[^\n]*|[^\s()|";]+')

Sexp = str | list["Sexp"]


class SmtLibError(ValueError):
    """The text is not a term of the theories that verilab uses."""


class OutsideTheories(SmtLibError):
    """It may be one of another theory: a sort, an operator or a quantifier that verilab does not have."""


def read_sexps(text: str) -> list[Sexp]:
    """All S-expressions of a text, as nested lists of tokens."""
    result: list[Sexp] = []
    stack: list[list[Sexp]] = [result]
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == "(":
            inner: list[Sexp] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif token == ")":
            stack.pop()
            if not stack:
                raise SmtLibError("a closing parenthesis too many")
        elif not token.startswith(";"):
            stack[-1].append(token)
    if len(stack) != 1:
        raise SmtLibError(f"{len(stack) - 1} parentheses are not closed")
    return result
