"""Rows of a table with another scope of precision, or another choice among equal sliced prefixes, than their presets'."""

from __future__ import annotations

from dataclasses import replace

from verilab.experiments.configuration import ConfigurationError
from verilab.experiments.papers.study import Row
from verilab.refinement.presets import PRESETS

SCOPES = ("located", "function", "global")
TIES = ("short", "long")
_LENGTH = "length:"


def varied(row: Row, scope: str = "", tie_break: str = "") -> Row:
    """The row with its precision in a scope and its ties broken by length; "" for as it is.

    A row that does not select by scores has no ties, one by length alone is about length: they stay.  ConfigurationError for unknown words.
    """
    for name, value, known in (("scope", scope, SCOPES), ("tie-break", tie_break, TIES)):
        if value and value not in known:
            raise ConfigurationError(f"--{name} {value!r}: unknown; known: {', '.join(known)}")
    strategy: str = row.settings["strategy"]
    operators: dict[str, str] = {}
    for word in PRESETS.get(strategy, strategy).split():
        kind, _, text = word.partition("=")
        operators[kind] = text
    changes = []
    select, apply = operators.get("select", ""), operators.get("apply", "restart")
    if scope and apply.partition(":")[0] in ("restart", "pivot"):
        changes.append(f"apply={apply.partition(':')[0]}:{scope}")
    first, _, last = select.rpartition(",")
    if tie_break and first and last.startswith(_LENGTH):
        changes.append(f"select={first},{_LENGTH}{tie_break}")
    return replace(row, settings={**row.settings, "strategy": " ".join([strategy, *changes])}) if changes else row
