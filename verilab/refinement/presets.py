"""Strategies under the papers' names; products are computed from their axes."""

from __future__ import annotations

from itertools import product

_SIDES = {
    "short": "length:short",
    "long": "length:long",
    "good": "domain-type:good",
    "bad": "domain-type:bad",
    "narrow": "width:narrow:positions",
    "wide": "width:wide:positions",
    "shallow": "pivot-depth:shallow:positions",
    "deep": "pivot-depth:deep:positions",
    "random": "random:0",
}
"""The heuristics of SPIN'15 §5, by its names for them; width and depth as its implementation measured them, position by position."""


def _plain() -> dict[str, str]:
    whole = "rank=first propose=path select=first"
    return {
        "single-path": f"{whole} apply=restart:global",
        "single-path-located": f"{whole} apply=restart:located",
        "lazy": f"{whole} apply=pivot:located",
    }


def _forte15() -> dict[str, str]:
    """FORTE'15 §5: the four heuristics of Table 1; the model is explored anew (Alg. 1), the precision is the implementation's.

    That tracks a variable in the variable's own scope: a local one wherever its function is on the stack, a global one everywhere
    (its option ``sharing``, by default "scope").  Here that is a precision for all locations, of which a state keeps what lives there.
    "-located": per location, as the text has it (§2).
    """
    scores = {"shortest": "length:short", "longest": "length:long", "score": "domain-type:good", "score-worst": "domain-type:bad"}
    presets = {}
    for (suffix, scope), (name, score) in product({"": "global", "-located": "located"}.items(), scores.items()):
        presets[f"forte15-{name}{suffix}"] = f"rank=first propose=sliced-prefixes select={score} apply=restart:{scope}"
    return presets


def _spin15() -> dict[str, str]:
    """SPIN'15 §5: global precision, restart, shortest prefix among equals; the heuristics, two combinations and no selection."""
    lists = {name: [side] for name, side in _SIDES.items()}
    lists |= {f"{first}-{second}": [_SIDES[first], _SIDES[second]] for first, second in (("good", "narrow"), ("narrow", "good"))}
    presets = {"spin15-none": "rank=first propose=path select=first apply=restart:global"}
    for name, scores in lists.items():
        chosen = ",".join(scores if any(score.startswith("length") for score in scores) else [*scores, "length:short"])
        presets[f"spin15-{name}"] = f"rank=first propose=sliced-prefixes select={chosen} apply=restart:global"
    return presets | _spin15_composite()


def _spin15_composite() -> dict[str, str]:
    """SPIN'15 Table 3: its four rows in the composite, and the fourth with one list of scores over the candidates of both analyses."""
    scores = ",".join((_SIDES["good"], _SIDES["narrow"], _SIDES["short"]))
    prefixes, restart = "propose=sliced-prefixes", "apply=restart:global"
    return {
        "spin15-pa": f"rank=first propose=path:analyses=predicate select=first {restart}",
        "spin15-va-pa": f"rank=first propose=path:analyses=in-turn select=first {restart}",
        "spin15-va+pa+": f"rank=first {prefixes}:analyses=in-turn select={scores} {restart}",
        "spin15-(va+pa+)+": f"rank=first {prefixes}:analyses=all select=analysis:threshold=1024:{scores} {restart}",
        "spin15-(va+pa+)+list": f"rank=first {prefixes}:analyses=all select={scores} {restart}",
    }


_RANKS = {"rid": "all", "rf": "first:complete", "rt": "top", "rb": "bottom"}
_SELECTS = {"sf": "first", "su": "join-all"} | {f"s{k}": f"join-first:{k}" for k in (2, 4, 8)}
"""The operators of the thesis, Tables 4.1 and 4.2, with the k of §4.3.3."""


def _pcegar() -> dict[str, str]:
    """Thesis §4.2: every R x S; R_F with S_F is the single-path strategy, R_ID with S_u the multi-path strategy."""
    presets = {}
    for (rank, ranks), (select, selects) in product(_RANKS.items(), _SELECTS.items()):
        presets[f"pcegar-{rank}-{select}"] = f"rank={ranks} propose=path select={selects} apply=restart:global"
    return {"pcegar-single": presets["pcegar-rf-sf"], "pcegar-multi": presets["pcegar-rid-su"]} | presets


def _hybrids() -> dict[str, str]:
    """What no paper has: SPIN'15's selection over the prefixes of all targets, one for all or for each; delaying; Kojak, IMPACT with it.

    "-blocks" is what SPIN'15's implementation does with larger blocks (--block adjustable): each is left out whole.
    """
    many, score = "rank=all propose=sliced-prefixes", "domain-type:good,width:narrow,length:short"
    return {
        "hybrid-one-good-narrow": f"{many} select={score} apply=restart:global",
        "hybrid-each-good-narrow": f"{many} select=join-all:{score} apply=restart:global",
        "hybrid-blocks-good-narrow": f"rank=first propose=sliced-prefixes:slice=block select={score} apply=restart:global",
        "hybrid-multi-delay": "rank=all propose=path select=delay:join-all apply=restart:global",
        "hybrid-kojak-good-narrow": f"rank=first propose=sliced-prefixes select={score} apply=split-and-slice",
        "hybrid-impact-good-narrow": f"rank=first propose=sliced-prefixes select={score} apply=strengthen",
        "hybrid-kojak-multi": "rank=all propose=path select=join-all apply=split-and-slice",
    }


def _slicing_abstractions() -> dict[str, str]:
    """VMCAI'12: Kojak and its comparison, ReImpact (--block large is "LBE Yes", single "No"); Spiessl 2017: which edges are asked about."""
    whole = "rank=first propose=path select=first"
    names = {"vmcai12-kojak": "split-and-slice:full", "vmcai12-impact": "strengthen:unforced:all-blocks", "impact": "strengthen"}
    names["slab"] = "split-and-slice:full:predicates"
    names["vmcai12-kojak-insensitive"] = "split-and-slice:full:path-insensitive"
    names |= {f"spiessl17-{slicing}": f"split-and-slice:{slicing}" for slicing in ("minimal", "optimised", "full")}
    return {name: f"{whole} apply={apply}" for name, apply in names.items()}


PRESETS: dict[str, str] = _plain() | _forte15() | _spin15() | _pcegar() | _slicing_abstractions() | _hybrids()
