"""The lexer's expression means the same on every Python from 3.11.0 on."""

from re import _constants as constants  # type: ignore[attr-defined]  # internal, but the only parser of patterns
from re import _parser as parser  # type: ignore[attr-defined]  # internal, but the only parser of patterns
from typing import Any

from verilab.program.syntax.lexing import lexer


def _possessive_repeats(pattern: Any) -> list[Any]:
    repeats = []
    for operator, argument in pattern:
        if operator is constants.POSSESSIVE_REPEAT:
            repeats.append(argument[2])
        parts = argument if isinstance(argument, tuple | list) else [argument]
        while any(isinstance(part, list) for part in parts):
            parts = [inner for part in parts for inner in (part if isinstance(part, list) else [part])]
        for part in parts:
            if isinstance(part, parser.SubPattern):
                repeats += _possessive_repeats(part)
    return repeats


def test_only_single_characters_are_repeated_possessively() -> None:
    """CPython before 3.11.5 fails to match ``(?:a|b)*+`` (issue 106052): every /* comment */ was refused there as never closed."""
    repeated = _possessive_repeats(parser.parse(lexer._TOKEN.pattern, lexer._TOKEN.flags))
    assert len(repeated) >= 8
    assert all(len(body) == 1 and body[0][0] in (constants.IN, constants.LITERAL, constants.NOT_LITERAL) for body in repeated)
