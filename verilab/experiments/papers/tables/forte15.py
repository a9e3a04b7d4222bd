"""FORTE'15 (Beyer, Löwe, Wendler: Sliced Path Prefixes), Table 1 in §5: the value analysis under four heuristics.

The paper has no run without selection; our ratios refer to the worst of its four heuristics.  The CPU hours are those of the last
paragraph of §5, on the 1 165 tasks that all heuristics solved.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.experiments.papers.tables.figures import Heuristic, PaperTable, Possible
from verilab.experiments.papers.tables.settings import COUNTED, TRAVERSAL


@dataclass(frozen=True, slots=True)
class Oracle:
    """The hypothetical heuristics of Table 1, per column: tasks solved by some heuristic (best), by all (worst), and ``diff``."""

    best: tuple[int, ...]
    worst: tuple[int, ...]
    diff: tuple[int, ...]


TABLE_1 = PaperTable(
    name="forte15",
    source="FORTE'15, Table 1",
    title="value analysis with slice-based refinement selection",
    columns=("All Tasks", "DeviceDrivers64", "ECA", "ProductLines", "Sequentialized"),
    tasks=(2696, 619, 1140, 597, 234),
    rows=(
        Heuristic("Length Shortest", "forte15-shortest", "value", (1369, 326, 489, 456, 29)),
        Heuristic("Length Longest", "forte15-longest", "value", (1359, 395, 512, 361, 22)),
        Heuristic("Score Best", "forte15-score", "value", (1470, 399, 570, 402, 30), cpu_h=57),
        Heuristic("Score Worst", "forte15-score-worst", "value", (1252, 319, 478, 360, 27), cpu_h=110),
    ),
    baseline="forte15-score-worst",
    possible=Possible.CHOICE,
    setting={**TRAVERSAL, **COUNTED, "engine": "edges"},
    our_scope="located",
    filter="forte15",
)

ORACLE = Oracle(
    best=(1577, 403, 611, 463, 30),
    worst=(1165, 315, 410, 353, 19),
    diff=(412, 88, 201, 110, 11),
)
"""Table 1, columns "Oracle Best", "Oracle Worst" and "Diff"."""
