"""Inline functions without an external definition (C11 6.7.4p7): compiled without inlining, a call of one finds no symbol.

The program means the definition that stands there, so gcc is then asked for the older rule, under which ``inline`` alone makes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

GNU89_INLINE = "-fgnu89-inline"


_DEFINED = re.compile(r"\b(\w+)(?=\s*\([^;{}]*\)\s*\{)")
"""What may be the name of a function that is defined there; a look ahead, for parentheses are nested."""


def is_needed(text: str, missing: Iterable[str]) -> bool:
    """Whether one of the missing symbols is a function that the text itself defines."""
    names = frozenset(missing)
    return "inline" in text and any(defined[1] in names for defined in _DEFINED.finditer(text))
