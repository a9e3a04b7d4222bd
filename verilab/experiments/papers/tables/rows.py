"""The rows of a table as configurations, and with another scope of precision."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.papers.tables.settings import Setting, Under
from verilab.refinement.scopes import SCOPES, with_scope
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration, ConfigurationError


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


def varied(row: Row, scope: str = "") -> Row:
    """The row with its precision in a scope; "" for as it is.  ConfigurationError for a scope that there is not."""
    if scope and scope not in SCOPES:
        raise ConfigurationError(f"--scope {scope!r}: unknown; known: {', '.join(SCOPES)}")
    strategy: str = row.settings["strategy"]
    return replace(row, settings={**row.settings, "strategy": with_scope(strategy, scope) if scope else strategy})
