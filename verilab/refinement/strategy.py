"""Strategies: four operators that are printed and read as text.

    rank=first propose=sliced-prefixes select=domain-type:good,width:narrow,length:short apply=restart:global

Any part left out takes its default; after a preset's name, the preset's: ``spin15-none apply=restart:function``.

See ``verilab.refinement.registry`` for the names, ``verilab.refinement.presets`` for the papers'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from verilab.data_classes import dataclass
from verilab.definitions import DEFINITIONS, fingerprint, is_defined
from verilab.errors import Refused, nearest
from verilab.refinement.operators import Apply, Propose, Rank, Select
from verilab.refinement.own import is_operator, is_score, score_of
from verilab.refinement.presets import PRESETS
from verilab.refinement.registry import KINDS, StrategyError, make_operator, make_scores, operator_names
from verilab.refinement.scores import Measure, Score

DEFAULTS = {"rank": "first", "propose": "path", "select": "first", "apply": "restart:global"}


Selection = Select | Score | Measure | str
"""What ``select`` may be: an operator, a score, any callable on candidate and context that returns a number, or a text."""


@dataclass(frozen=True, init=False, eq=False)
class Strategy:
    """Four operators, each an object or its text; ``text`` is the canonical text that configures them, equal texts are equal strategies.

        Strategy(propose="sliced-prefixes", select=MyScore())
        Strategy(propose="sliced-prefixes", select=[MyScore(), "length:short"], apply="restart:located")

    ``select`` is an operator, or the scores to select by, the first one first.  An object that a script defines stands in the text as
    ``MyScore@1a2b3c4d``, with the fingerprint of its source: see ``verilab.definitions``.  On the command line a strategy is the text
    itself: ``verilab verify --strategy "propose=sliced-prefixes select=import:my_scores.MyScore"``.

    StrategyError (a ValueError) for a text that names no operator, and for an object that is none.
    """

    text: str
    rank: Rank
    propose: Propose
    select: Select
    apply: Apply

    def __init__(
        self,
        rank: Rank | str = DEFAULTS["rank"],
        propose: Propose | str = DEFAULTS["propose"],
        select: Selection | Sequence[Selection] = DEFAULTS["select"],
        apply: Apply | str = DEFAULTS["apply"],
        *,
        text: str | None = None,
    ) -> None:
        """``text`` is given by whoever replaces an operator by one that watches it, and goes on under the same name."""
        if isinstance(rank, str) and (rank.partition(" ")[0] in PRESETS or "=" in rank):
            raise StrategyError(f"{rank!r} is a whole strategy: give the text as it is, or Strategy.parse({rank!r})")
        given: dict[str, Any] = {"rank": rank, "propose": propose, "select": select, "apply": apply}
        if text is None:
            operators = {kind: _Operator.of(kind, operator) for kind, operator in given.items()}
            text = " ".join(f"{kind}={operators[kind].text}" for kind in KINDS)
            given = {kind: operator.operator for kind, operator in operators.items()}
        for name, value in given.items():
            object.__setattr__(self, name, make_operator(name, value) if isinstance(value, str) else value)
        object.__setattr__(self, "text", text)

    @staticmethod
    def parse(text: str) -> Strategy:
        """The strategy that a text stands for: a preset's name, operators, or a name and operators in place of the preset's."""
        return parse_strategy(text)

    @property
    def refines(self) -> tuple[str, ...]:
        """The analyses that it refines."""
        return tuple(name for name in self.apply.refines if name in self.propose.refines)

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Strategy) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


strategy = Strategy
"""The strategy of four operators, each an object or its text."""


@dataclass(frozen=True, slots=True)
class _Operator:
    """An operator with the text that it is made from."""

    text: str
    operator: Any

    @staticmethod
    def of(kind: str, given: object) -> _Operator:
        """That of an object, a text, or for ``select`` of several scores."""
        if isinstance(given, str):
            return _Operator.named(kind, given)
        if kind == "select" and isinstance(given, (list, tuple)):
            text = ",".join(part if isinstance(part, str) else _selection(part) for part in given)
            return _Operator.named(kind, text)
        if is_operator(kind, given):
            printed = str(given)
            if " " in printed or printed.startswith("<") or not _is_known(kind, printed, given):
                return _Operator(DEFINITIONS.define(kind, given), given)
            return _Operator(printed, given)
        if kind != "select":
            raise StrategyError(
                f"{kind}={given!r:.60} is no operator; give its text, or an object of a class that is derived from "
                f"verilab.{kind.capitalize()} and has its members"
            )
        return _Operator.named(kind, _selection(given))

    @staticmethod
    def named(kind: str, text: str) -> _Operator:
        """That of a text, which prints itself as it is to be written, or as it was."""
        try:
            operator = make_operator(kind, text)
        except StrategyError as error:
            raise StrategyError(f"{kind}={text}: {error}") from error
        printed = str(operator)
        is_plain = " " not in printed and not printed.startswith("<") and not is_defined(text)
        return _Operator(printed if is_plain else text, operator)


def _is_known(kind: str, text: str, operator: object) -> bool:
    """Whether the text makes the same operator."""
    try:
        return fingerprint(make_operator(kind, text)) == fingerprint(operator)
    except StrategyError:
        return False


def _selection(score: object) -> str:
    """The text of a score: its own where that makes it, else that of the object."""
    try:
        if is_score(score):
            with suppress(StrategyError):  # its text makes no score
                if make_scores(score.text) == (score,):
                    return score.text
            return DEFINITIONS.define("select", score, score.text)
        score_of(score, "score")  # says what is wrong with it
        return DEFINITIONS.define("select", score)
    except Refused as error:
        raise StrategyError(f"select={score!r:.60}: {error}") from error


def parse_strategy(text: str) -> Strategy:
    """The strategy that a text stands for: a preset's name, operators, or a name and operators in place of the preset's.

    StrategyError (a ValueError) where there is none.
    """
    first, _, others = text.strip().partition(" ")
    if first not in PRESETS:
        return Strategy(**_parts(text))
    return Strategy(**(_parts(PRESETS[first]) | _parts(others, f"after the preset {first!r}, ")))


def _parts(text: str, where: str = "") -> dict[str, str]:
    """The operators of a text by their kinds; ``where`` begins the message of the StrategyError that there may be."""
    parts: dict[str, str] = {}
    words = list(re.finditer(r"\S+", text))
    for number, match in enumerate(words, start=1):
        word = match.group()
        place = f"{where}part {number} {word!r} (column {match.start() + 1})"
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


__all__ = ["DEFAULTS", "KINDS", "PRESETS", "Strategy", "StrategyError", "operator_names", "parse_strategy", "strategy"]
