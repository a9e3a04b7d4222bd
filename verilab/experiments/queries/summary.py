"""The summaries of a replay, one line for each engine, and of a study, one for each arm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from statistics import mean, median

from verilab.data_classes import dataclass
from verilab.experiments.queries.arms import factor_levels
from verilab.experiments.queries.placement import CUTS
from verilab.experiments.queries.replay import ReplayRow
from verilab.solving.factors import FACTORS, Factors


@dataclass(frozen=True, slots=True)
class EngineSummary:
    """``outcomes`` by name; times in wall seconds of all queries (``total``) and of the valid ones (``median``).

    ``ratio``: the engine's wall time relative to the first engine's, over the queries that both answered validly, ``cpu_ratio``: its CPU
    time; None where there are none.
    Sizes are medians over the valid answers; ``new_predicates`` and ``fallbacks`` are sums; ``general``: valid answers without constants of
    the path.
    """

    engine: str
    asked: int
    outcomes: Counter[str]
    median: float | None
    total: float
    ratio: float | None
    nodes: float | None
    atoms: float | None
    variables: float | None
    predicates: float | None
    new_predicates: int
    fallbacks: int
    general: int
    cpu_ratio: float | None


def summarise(rows: Sequence[ReplayRow]) -> list[EngineSummary]:
    """One summary per engine, in the order of first appearance."""
    engines: dict[str, list[ReplayRow]] = {}
    for row in rows:
        engines.setdefault(row.engine, []).append(row)
    first = next(iter(engines.values()), [])
    return [_summary(engine, group, first) for engine, group in engines.items()]


def _summary(engine: str, rows: list[ReplayRow], first: list[ReplayRow]) -> EngineSummary:
    valid = [row for row in rows if row.outcome == "valid"]

    def middle(values: list[int] | list[float]) -> float | None:
        return float(median(values)) if values else None

    reference = {(row.task, row.query): row for row in first if row.outcome == "valid"}
    common = [row for row in valid if (row.task, row.query) in reference]
    base = sum(reference[row.task, row.query].seconds for row in common)
    base_cpu = sum(reference[row.task, row.query].cpu_seconds for row in common)
    return EngineSummary(
        engine,
        len(rows),
        Counter(row.outcome for row in rows),
        middle([row.seconds for row in valid]),
        sum(row.seconds for row in rows),
        sum(row.seconds for row in common) / base if base else None,
        middle([row.measures.nodes for row in valid]),
        middle([row.measures.atoms for row in valid]),
        middle([row.measures.variables for row in valid]),
        middle([row.predicates for row in valid]),
        sum(row.new_predicates for row in valid),
        sum(bool(row.fallback) for row in rows),
        sum(not row.path_constants for row in valid),
        sum(row.cpu_seconds for row in common) / base_cpu if base_cpu else None,
    )


_USUAL = factor_levels(Factors())


@dataclass(frozen=True, slots=True)
class ArmSummary:
    """``factors``: those that are not the engine's own, as in a name; times in wall seconds of the valid answers (``median``) and of all
    (``total``); sizes are medians, ``weakness`` the shares ``excludes`` and ``general`` (without constants of the
    path) means over the valid answers that have one.  ``cpu_seconds``: of the queries that all arms have answered validly, and that say so;
    ``fallbacks``: answers of which another procedure had to give a part.
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
    general: float | None
    cpu_seconds: float
    fallbacks: int

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
    answered = Counter(row["query"] for row in rows if row["outcome"] == "valid" and row.get("cpu_s"))
    common = {query for query, count in answered.items() if count == len(arms)}
    return [_arm(*key, own, common) for key, own in sorted(arms.items(), key=lambda item: engines.index(item[0][0]))]


def _arm(engine: str, factors: str, rows: Sequence[Mapping[str, str]], common: Collection[str]) -> ArmSummary:
    valid = [row for row in rows if row["outcome"] == "valid"]

    def middle(column: str) -> float | None:
        return median(float(row[column]) for row in valid) if valid else None

    def share(column: str) -> float | None:
        return mean(row[column] == "yes" for row in valid) if valid else None

    weak = [float(row["weakness"]) for row in valid if row["weakness"]]
    cuts = sum(max(int(row["placed"]), min(int(row["cuts"]), CUTS)) for row in valid)  # older rows have a place at every cut
    general = [row["path_constants"] == "0" for row in valid if row.get("path_constants")]
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
        mean(general) if general else None,
        sum(float(row["cpu_s"]) for row in valid if row["query"] in common),
        sum(bool(row["fallback"]) for row in rows),
    )
