"""How long an experiment will take: at most, by its limits; and by what runs of the same configurations took."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from verilab.experiments.design.design import Design
from verilab.verification.isolated import GRACE_SECONDS


@dataclass(frozen=True, slots=True)
class Estimate:
    """``runs`` that are left, and seconds of wall time for them all; None where nothing limits, or tells of, them."""

    runs: int
    at_most: float | None
    expected: float | None


def estimate(design: Design, jobs: int, done: Collection[str] = (), mean_seconds: Mapping[str, float] | None = None) -> Estimate:
    """For so many runs at a time; ``done``: keys of the runs that are there, ``mean_seconds`` by label what they took."""
    left = [run for run in design.runs() if run.key not in done]
    limits = [run.configuration.time_limit for run in left]
    at_most = None if None in limits else sum(limit + GRACE_SECONDS for limit in limits if limit is not None) / jobs
    known = mean_seconds or {}
    usual = sum(known.values()) / len(known) if known else None
    expected = None if usual is None else sum(known.get(run.label, usual) for run in left) / jobs
    return Estimate(len(left), at_most, expected)


def told(seconds: float) -> str:
    """A time for people: its two largest units."""
    whole = round(seconds)
    units = [("d", whole // 86400), ("h", whole // 3600 % 24), ("min", whole // 60 % 60), ("s", whole % 60)]
    first = next((place for place, (_, count) in enumerate(units) if count), len(units) - 1)
    return " ".join(f"{count} {unit}" for unit, count in units[first : first + 2] if count or unit == "s") or "0 s"
