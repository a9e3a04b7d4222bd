"""The summary of a study: one line for each arm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

from verilab.experiments.queries.arms import OWN
from verilab.solving.factors import FACTORS, levels

_USUAL = {name: levels(name)[0] if name in ("direction", "proof") else OWN for name in FACTORS}


@dataclass(frozen=True, slots=True)
class ArmSummary:
    """``factors``: those that are not the engine's own, as in a name; times in wall seconds of the valid answers (``median``) and of all
    (``total``); sizes are medians, ``weakness`` and the shares ``excludes`` means over the valid answers that have one.
    """

    engine: str
    factors: str
    outcomes: Counter[str]
    median: float | None
    total: float
    nodes: float | None
    atoms: float | None
    new_predicates: int
    placed: float | None
    weakness: float | None
    excludes: float | None
    excludes_by_atoms: float | None

    @property
    def asked(self) -> int:
        return sum(self.outcomes.values()) - self.outcomes["undeclared"]


def summarise_study(rows: Sequence[Mapping[str, str]]) -> list[ArmSummary]:
    """One summary for each engine and factors, in the order of first appearance, an engine's arms together."""
    arms: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for row in rows:
        factors = ",".join(f"{name}={row[name]}" for name in FACTORS if row[name] != _USUAL[name])
        arms.setdefault((row["engine"], factors), []).append(row)
    engines = list(dict.fromkeys(engine for engine, _ in arms))
    return [_summary(*key, own) for key, own in sorted(arms.items(), key=lambda item: engines.index(item[0][0]))]


def _summary(engine: str, factors: str, rows: Sequence[Mapping[str, str]]) -> ArmSummary:
    valid = [row for row in rows if row["outcome"] == "valid"]

    def middle(column: str) -> float | None:
        return median(float(row[column]) for row in valid) if valid else None

    def share(column: str) -> float | None:
        return mean(row[column] == "yes" for row in valid) if valid else None

    weak = [float(row["weakness"]) for row in valid if row["weakness"]]
    cuts = sum(int(row["cuts"]) for row in valid)
    return ArmSummary(
        engine,
        factors,
        Counter(row["outcome"] for row in rows),
        middle("seconds"),
        sum(float(row["seconds"]) for row in rows),
        middle("nodes"),
        middle("atoms"),
        sum(int(row["new_predicates"]) for row in valid),
        sum(int(row["placed"]) for row in valid) / cuts if cuts else None,
        mean(weak) if weak else None,
        share("excludes"),
        share("excludes_by_atoms"),
    )
