"""Inline functions without an external definition (C11 6.7.4p7): compiled without inlining, a call of one finds no symbol.

The program means the definition that stands there, so gcc is then asked for the older rule, under which ``inline`` alone makes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

GNU89_INLINE = "-fgnu89-inline"


def is_needed(text: str, missing: Iterable[str]) -> bool:
    """Whether one of the missing symbols is a function that the text itself defines."""
    return "inline" in text and any(re.search(rf"\b{re.escape(name)}\s*\([^;{{}}]*\)\s*\{{", text) for name in missing)
