"""The rows of a table as configurations, and variations of them: another scope of precision, another choice among equal sliced prefixes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verilab.experiments.papers.tables.settings import Setting, Under
from verilab.refinement.scopes import SCOPES, with_scope
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration, ConfigurationError

TIES = ("short", "long")
_LENGTH = "length:"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: ``key`` is what ``--only`` calls it, ``label`` what its runs are called, ``settings`` fields of a Configuration.

    ``under``: whose setting that is.
    """

    key: str
    label: str
    name: str
    settings: Setting
    under: Under = Under.PAPER

    def configuration(self, base: Configuration, given: Mapping[str, Any] | Collection[str] = ()) -> Configuration:
        """``base`` with the row's settings but those ``given``, with their values or as they are in ``base``.

        StrategyError or ConfigurationError where they name what is not there, or do not go together.
        """
        parse_strategy(self.settings["strategy"])
        own = {name: value for name, value in self.settings.items() if name not in given}
        return replace(base, **own, **(given if isinstance(given, Mapping) else {}))

    def runs(self, configuration: Configuration, shared: Collection[str] = ()) -> bool:
        """Whether a configuration is one of this row, whatever it has of the fields ``shared``."""
        return all(getattr(configuration, name) == value for name, value in self.settings.items() if name not in shared)


def varied(row: Row, scope: str = "", tie_break: str = "") -> Row:
    """The row with its precision in a scope and its ties broken by length; "" for as it is.

    A row that does not select by scores has no ties, one by length alone is about length: they stay.  ConfigurationError for unknown words.
    """
    for name, value, known in (("scope", scope, SCOPES), ("tie-break", tie_break, TIES)):
        if value and value not in known:
            raise ConfigurationError(f"--{name} {value!r}: unknown; known: {', '.join(known)}")
    text: str = row.settings["strategy"]
    changed = with_scope(text, scope) if scope else text
    first, _, last = str(parse_strategy(text).select).rpartition(",")
    if tie_break and first and last.startswith(_LENGTH):
        kept = [word for word in changed.split() if word.partition("=")[0] != "select"]
        changed = " ".join([*kept, f"select={first},{_LENGTH}{tie_break}"])
    return replace(row, settings={**row.settings, "strategy": changed})
