"""Which analyses of a combination propose: the parameter ``analyses=`` of the propose operators (SPIN'15 §4 and §5, Table 3).

in-turn      VA || PA: each analysis only where those before it cannot exclude the path
all          (VA || PA)+: all of them, so that the selection chooses the analysis too
value, ...   the analysis of that name alone (PA in a composite)

A lone analysis is its only component: ``in-turn``, ``all`` and its own name all mean what it proposes.
"""

from __future__ import annotations

from verilab.analysis.refinable import ALL, IN_TURN

COMPONENTS = ("value", "predicate")
"""The analyses of the composite, in the order of their turns."""
KNOWN = (IN_TURN, ALL, *COMPONENTS)


def parse_analyses(text: str) -> str:
    """The value of an ``analyses=`` parameter; ValueError for another than the known ones."""
    if text not in KNOWN:
        raise ValueError(f"unknown analyses {text!r}; known: {', '.join(KNOWN)}")
    return text
