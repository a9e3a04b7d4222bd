"""In which setting a paper's rows are run: the paper's own, and ours.

A setting is fields of a Configuration besides analysis and strategy.  What a paper says is taken from it, what it leaves open from the
public implementation of its time; the page of each paper in ``docs/papers`` says which is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import Enum
from typing import Any

from verilab.experiments.configuration import Configuration
from verilab.experiments.schema import Run

Setting = Mapping[str, Any]

COUNTED: Setting = {"target_coverage": "separate", "target_limit": 0, "loop_counter": "literal"}
"""No target covers another, and loop counters are what is stepped by a literal."""
TRAVERSAL: Setting = {"order": "rpo"}
"""The implementation of the time goes on in the deepest call stack, there in reverse post-order."""
EDGES: Setting = {"engine": "edges", "value_interpolation": "suffix"}
"""The value analysis goes edge by edge, and whole paths are interpolated as by FORTE'15 Alg. 2."""

OURS = " (ours)"
"""How the label of a run in our setting ends."""


class Under(Enum):
    """Whose setting: the paper's, ours, or one after the other."""

    PAPER = "paper"
    OURS = "ours"
    BOTH = "both"

    def includes(self, other: Under) -> bool:
        return self in (other, Under.BOTH)

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


_NO_SETTING = frozenset({"analysis", "strategy", "seed", "time_limit", "memory_limit", "cpu_limit", "record_queries"})


def told(runs: Sequence[Run]) -> str:
    """What all runs have in common and is not the default: for people, "" where there is nothing."""
    if not runs:
        return ""
    usual = asdict(Configuration())
    common = set.intersection(*({(name, value) for name, value in asdict(run.result.configuration).items()} for run in runs))
    return ", ".join(f"{name} {value}" for name, value in sorted(common) if name not in _NO_SETTING and usual[name] != value)
