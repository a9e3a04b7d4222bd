"""The result of checking one piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``checked_by`` names the checker ("replay", "cvc5", "gcc 12.2.0")."""

    checked_by: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold; ``reason`` says where."""

    reason: str
    checked_by: str = ""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nobody could tell; ``reason`` says why (no gcc, time limit, a solver that gave up)."""

    reason: str


CheckResult = Accepted | Rejected | Unchecked
