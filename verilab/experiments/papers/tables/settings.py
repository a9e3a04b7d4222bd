"""In which setting a paper's rows are run: the paper's own, and ours.

A setting is fields of a Configuration besides analysis and strategy.  What a paper says is taken from it, what it leaves open from the
public implementation of its time; the page of each paper in ``docs/papers`` says which is which.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from enum import Enum
from typing import Any

from verilab.refinement.scopes import scope_of
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run

Setting = Mapping[str, Any]

COUNTED: Setting = {"target_coverage": "separate", "target_limit": 0, "loop_counter": "literal", "useless_choice": "end"}
"""No target covers another, loop counters are what is stepped by a literal, and what a refinement has selected it has refined with."""
TRAVERSAL: Setting = {"order": "rpo"}
"""The implementation of the time goes on in the deepest call stack, there in reverse post-order."""
EDGES: Setting = {"engine": "edges", "value_interpolation": "suffix"}
"""The value analysis goes edge by edge, and whole paths are interpolated as by FORTE'15 Alg. 2."""

ONE_QUERY: Setting = {"backend": "smtinterpol", "interpolation": "smtinterpol:proofs", "reduction": "none", "fallback": "none"}
"""VMCAI'12 §5: SMTInterpol for everything, and one query for each error path as it is."""

OURS = " (ours)"
"""How the label of a run in our setting ends."""


class Under(Enum):
    """Whose setting: the paper's, ours, or one after the other.  A row under both belongs to neither."""

    PAPER = "paper"
    OURS = "ours"
    BOTH = "both"

    def includes(self, other: Under) -> bool:
        return self in (other, Under.BOTH) or other is Under.BOTH

    @property
    def possessive(self) -> str:
        """Whose it is, for people."""
        return "our" if self is Under.OURS else "the paper's"

    @property
    def ending(self) -> str:
        """What sets the name of a file apart that is about this setting."""
        return "-ours" if self is Under.OURS else ""


def by_setting(runs: Sequence[Run]) -> dict[Under, list[Run]]:
    """The runs by the setting that they were made in, which their labels tell: the paper's first, and only those that have runs."""
    ours = [run for run in runs if run.label.endswith(OURS)]
    papers = [run for run in runs if not run.label.endswith(OURS)]
    return {side: group for side, group in ((Under.PAPER, papers), (Under.OURS, ours)) if group}


def heading(side: Under, runs: Sequence[Run], setting: Setting) -> str:
    """The title of what is told of runs under one side's setting; of the paper's, the fields that some run has otherwise are named:
    options took their place, or the rows are older than the setting."""
    other = {name for run in runs for name, value in setting.items() if getattr(run.result.configuration, name) != value}
    but = f", but for {', '.join(sorted(other))}" if other and side is Under.PAPER else ""
    return f"under {side.possessive} setting{but}"


_NO_SETTING = frozenset({"analysis", "strategy", "seed", "time_limit", "memory_limit", "cpu_limit", "record_queries", "export_precision"})
_OWN = {"interpolation": "the backend's own", "checker": "another than the backend"}
"""What "" stands for."""


def common_settings(runs: Sequence[Run], stated: Collection[str] = ()) -> str:
    """What all runs have in common and is not the default, and of the fields ``stated``, which a table's settings are about, the value
    even where it is: for people, "" where there is nothing."""
    if not runs:
        return ""
    usual = asdict(Configuration())
    common = set.intersection(*({(name, value) for name, value in asdict(run.result.configuration).items()} for run in runs))
    parts = [
        f"{name} {value if value != '' else _OWN.get(name, 'none')}"
        for name, value in sorted(common)
        if name not in _NO_SETTING and (name in stated or usual[name] != value)
    ]
    scopes = {scope_of(run.result.configuration.strategy) for run in runs}
    return ", ".join([*parts, *(f"scope {scope}" for scope in scopes if scope and len(scopes) == 1)])
