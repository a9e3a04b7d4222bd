"""Strategies under the papers' names; products are computed from their axes."""

from __future__ import annotations

_SIDES = {
    "short": "length:short",
    "long": "length:long",
    "good": "domain-type:good",
    "bad": "domain-type:bad",
    "narrow": "width:narrow",
    "wide": "width:wide",
    "shallow": "pivot-depth:shallow",
    "deep": "pivot-depth:deep",
    "random": "random:0",
}
"""The heuristics of SPIN'15 §5, by its names for them."""


def _plain() -> dict[str, str]:
    whole = "rank=first propose=path select=first"
    return {
        "single-path": f"{whole} apply=restart:global",
        "single-path-located": f"{whole} apply=restart:located",
        "lazy": f"{whole} apply=pivot:located",
    }


def _forte15() -> dict[str, str]:
    """FORTE'15 §5: the four heuristics of Table 1; the precision stays per location, the model is explored anew (Alg. 1)."""
    scores = {"shortest": "length:short", "longest": "length:long", "score": "domain-type:good", "score-worst": "domain-type:bad"}
    return {f"forte15-{name}": f"rank=first propose=sliced-prefixes select={score} apply=restart:located" for name, score in scores.items()}


def _spin15() -> dict[str, str]:
    """SPIN'15 §5: global precision, restart, shortest prefix among equals; the heuristics, two combinations and no selection."""
    lists = {name: [side] for name, side in _SIDES.items()}
    lists |= {f"{first}-{second}": [_SIDES[first], _SIDES[second]] for first, second in (("good", "narrow"), ("narrow", "good"))}
    found = {"spin15-none": "rank=first propose=path select=first apply=restart:global"}
    for name, scores in lists.items():
        chosen = ",".join(scores if any(score.startswith("length") for score in scores) else [*scores, "length:short"])
        found[f"spin15-{name}"] = f"rank=first propose=sliced-prefixes select={chosen} apply=restart:global"
    return found


PRESETS: dict[str, str] = _plain() | _forte15() | _spin15()
