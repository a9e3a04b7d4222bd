"""The words that C23 made keywords: identifiers of the programs that declare them, keywords of the others.

gcc before 15 takes them for identifiers by default, and old programs declare them (``typedef int bool;``).  A text in which one of them
stands is parsed as before C23 first; where that fails, or where nothing declares a word that is used, it is parsed again with the word as a
keyword.  No valid text of C17 changes its meaning by that: it declares what it uses.  ``true``, ``false`` and ``nullptr`` need no keyword:
they mean C23's constants where nothing of that name is in scope (``lowering/expressions/predefined.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from verilab.program.syntax.lexing.tokens import Token

# word -> (kind, spelling in the tree)
KEYWORDS: dict[str, tuple[str, str]] = {
    "bool": ("_BOOL", "_Bool"),
    "constexpr": ("CONSTEXPR", "constexpr"),
    "typeof_unqual": ("TYPEOF_UNQUAL", "typeof_unqual"),
    "static_assert": ("_STATIC_ASSERT", "_Static_assert"),
    "thread_local": ("_THREAD_LOCAL", "_Thread_local"),
    "alignas": ("_ALIGNAS", "_Alignas"),
    "alignof": ("_ALIGNOF", "_Alignof"),
}


def words_in(tokens: Iterable[Token]) -> set[str]:
    """The words among the identifiers of a text."""
    return {token.value for token in tokens if token.type in ("ID", "TYPEID") and token.value in KEYWORDS}


def with_keywords(tokens: Iterable[Token], words: Collection[str]) -> list[Token]:
    """Copies of the tokens, in which these words are keywords and every other name is an identifier again."""
    return [
        token.like(*KEYWORDS[token.value])
        if token.value in words and token.type in ("ID", "TYPEID")
        else token.like("ID" if token.type == "TYPEID" else token.type, token.value)
        for token in tokens
    ]
