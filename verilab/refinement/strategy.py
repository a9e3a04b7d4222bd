"""Strategies: four operators and a name, printed and read as text (DESIGN §2).

    rank=first propose=path select=first apply=restart:global

Any part left out takes its default.  Operators are found by name in a built-in table (imported only when used) and in the
entry-point group ``verilab.strategies``, whose entries are named ``kind.name`` ("select.shortest") and yield a factory that takes
the text after the colon (or "" without one).
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from verilab.refinement.operators import Apply, Propose, Rank, Select

KINDS = ("rank", "propose", "select", "apply")
DEFAULTS = {"rank": "first", "propose": "path", "select": "first", "apply": "restart:global"}

BUILT_IN = {
    "rank.first": "verilab_strategies.rank_first:make",
    "propose.path": "verilab_strategies.propose_whole_path:make",
    "select.first": "verilab_strategies.select_first:make",
    "apply.restart": "verilab_strategies.apply_restart:make",
    "apply.pivot": "verilab_strategies.apply_pivot:make",
}
PRESETS = {
    "single-path": "rank=first propose=path select=first apply=restart:global",
    "single-path-located": "rank=first propose=path select=first apply=restart:located",
    "lazy": "rank=first propose=path select=first apply=pivot",
}


class StrategyError(ValueError):
    """A strategy text that names no strategy; the message says what is wrong, where, and what is known."""


@dataclass(frozen=True)
class Strategy:
    """Four operators; ``text`` is the canonical text that configures it."""

    text: str
    rank: Rank
    propose: Propose
    select: Select
    apply: Apply

    def __str__(self) -> str:
        return self.text


def operator_names(kind: str) -> list[str]:
    """The known operators of a kind, built in and third parties'."""
    names = {name.partition(".")[2] for name in BUILT_IN if name.startswith(kind + ".")}
    names |= {entry.name.partition(".")[2] for entry in entry_points(group="verilab.strategies") if entry.name.startswith(kind + ".")}
    return sorted(names)


def _factory(kind: str, name: str) -> Callable[[str], Any]:
    target = BUILT_IN.get(f"{kind}.{name}")
    if target is not None:
        module, _, attribute = target.partition(":")
        factory: Callable[[str], Any] = getattr(importlib.import_module(module), attribute)
        return factory
    for entry in entry_points(group="verilab.strategies"):
        if entry.name == f"{kind}.{name}":
            loaded: Callable[[str], Any] = entry.load()
            return loaded
    raise StrategyError(f"{kind}={name}: no such operator; {_nearest(name, operator_names(kind))}")


def _nearest(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}known: {', '.join(known)}"


def parse_strategy(text: str) -> Strategy:
    """The strategy that a text or a preset's name stands for; StrategyError (a ValueError) where there is none."""
    parts = dict(DEFAULTS)
    words = PRESETS.get(text.strip(), text).split()
    seen: set[str] = set()
    for position, word in enumerate(words, start=1):
        kind, equals, value = word.partition("=")
        if not equals and len(words) == 1:
            raise StrategyError(f"strategy {word!r}: no such preset; {_nearest(word, sorted(PRESETS))}")
        if kind not in KINDS or not value:
            raise StrategyError(f"part {position} {word!r}: expected operator=name; {_nearest(kind, list(KINDS))}")
        if kind in seen:
            raise StrategyError(f"part {position} {word!r}: {kind} is given twice")
        seen.add(kind)
        parts[kind] = value
    operators = {}
    for kind in KINDS:
        name, _, parameter = parts[kind].partition(":")
        try:
            operators[kind] = _factory(kind, name)(parameter)
        except StrategyError:
            raise
        except ValueError as error:
            raise StrategyError(f"{kind}={parts[kind]}: {error}") from error
    canonical = " ".join(f"{kind}={parts[kind]}" for kind in KINDS)
    return Strategy(canonical, operators["rank"], operators["propose"], operators["select"], operators["apply"])
