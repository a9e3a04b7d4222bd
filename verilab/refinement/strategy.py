"""Strategies: four operators that are printed and read as text.

    rank=first propose=sliced-prefixes select=domain-type:good,width:narrow,length:short apply=restart:global

Any part left out takes its default; after a preset's name, the preset's: ``spin15-none apply=restart:function``.

See ``verilab.refinement.registry`` for the names, ``verilab.refinement.presets`` for the papers'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from verilab.refinement.operators import Apply, Propose, Rank, Select
from verilab.refinement.presets import PRESETS
from verilab.refinement.registry import KINDS, StrategyError, make_operator, nearest, operator_names

DEFAULTS = {"rank": "first", "propose": "path", "select": "first", "apply": "restart:global"}


@dataclass(frozen=True)
class Strategy:
    """Four operators; ``text`` is the canonical text that configures them, and equal texts are equal strategies."""

    text: str
    rank: Rank
    propose: Propose
    select: Select
    apply: Apply

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strategy) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def strategy(
    rank: Rank | str = DEFAULTS["rank"],
    propose: Propose | str = DEFAULTS["propose"],
    select: Select | str = DEFAULTS["select"],
    apply: Apply | str = DEFAULTS["apply"],
) -> Strategy:
    """The strategy of four operators, each an object or its text; StrategyError for a text that names none."""
    given: dict[str, Any] = {"rank": rank, "propose": propose, "select": select, "apply": apply}
    operators: dict[str, Any] = {}
    for kind, operator in given.items():
        if isinstance(operator, str):
            try:
                operators[kind] = make_operator(kind, operator)
            except StrategyError as error:
                raise StrategyError(f"{kind}={operator}: {error}") from error
        else:
            operators[kind] = operator
    text = " ".join(f"{kind}={_printed(given[kind], operators[kind])}" for kind in KINDS)
    return Strategy(text, **operators)


def parse_strategy(text: str) -> Strategy:
    """The strategy that a text stands for: a preset's name, operators, or a name and operators in place of the preset's.

    StrategyError (a ValueError) where there is none.
    """
    first, _, others = text.strip().partition(" ")
    if first not in PRESETS:
        return strategy(**_parts(text))
    return strategy(**(_parts(PRESETS[first]) | _parts(others, f"after the preset {first!r}, ")))


def _parts(text: str, where: str = "") -> dict[str, str]:
    """The operators of a text by their kinds; ``where`` begins the message of the StrategyError that there may be."""
    parts: dict[str, str] = {}
    words = list(re.finditer(r"\S+", text))
    for number, found in enumerate(words, start=1):
        word = found.group()
        place = f"{where}part {number} {word!r} (column {found.start() + 1})"
        kind, equals, value = word.partition("=")
        if not equals and len(words) == 1 and not where:
            raise StrategyError(f"strategy {word!r}: no such preset; {nearest(word, sorted(PRESETS))}")
        if kind not in KINDS or not value:
            raise StrategyError(f"{place}: expected operator=name; {nearest(kind, KINDS)}")
        if kind in parts:
            raise StrategyError(f"{place}: {kind} is given twice")
        parts[kind] = value
        try:
            make_operator(kind, value)
        except StrategyError as error:
            raise StrategyError(f"{place}: {error}") from error
    return parts


def _printed(given: object, operator: object) -> str:
    """An operator's text: its own, or for one that does not print itself the text that it was made from."""
    text = str(operator)
    if " " not in text and not text.startswith("<"):
        return text
    return given if isinstance(given, str) else type(operator).__name__


__all__ = ["DEFAULTS", "KINDS", "PRESETS", "Strategy", "StrategyError", "operator_names", "parse_strategy", "strategy"]
