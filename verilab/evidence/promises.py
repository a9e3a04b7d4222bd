"""What a program's declarations promise of functions without a body, and whether a violation needs one to break that.

Attributes of GNU C: the results of one that is ``pure`` or ``const`` may be taken for the same; one that ``returns_nonnull`` never returns
null, and what one with ``assume_aligned`` returns is aligned.  In the model such a function returns anything, so that a proof holds all
the same; a violation by results that differ is taken for none, though a ``pure`` one might look at what has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

PAGE = 4096
"""Whatever alignment is promised, a multiple of this has it, as far as it is not larger itself."""

Result = int | tuple[int, ...] | None
"""A number, the scalars of a structure, or None for the address of an object like no other."""


def broken_promise(promises: Mapping[str, Collection[str]], results: Mapping[str, Sequence[Result]]) -> str:
    """Which promise the results of functions break, "" for none."""
    for name, promised in promises.items():
        values = results.get(name, ())
        differ = len(set(values)) > 1 or values.count(None) > 1
        if differ and not {"pure", "const"}.isdisjoint(promised):
            attribute = "const" if "const" in promised else "pure"
            return f"it needs different results of {name}, which is declared to be {attribute}"
        if 0 in values and "returns_nonnull" in promised:
            return f"it needs null from {name}, which is declared never to return it"
        if "assume_aligned" in promised and any(isinstance(value, int) and value % PAGE for value in values):
            return f"it needs a result of {name} that is not aligned as declared"
    return ""
