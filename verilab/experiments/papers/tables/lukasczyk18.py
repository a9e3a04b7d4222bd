"""Lukasczyk's thesis (2018, Provident Abstraction Refinement), chapter 4: single-path against multi-path refinement, R_T against R_B.

Its tasks are Linux kernel modules with 14 properties each; only verdicts true count (§4.6), as do only tasks with a refinement (§4.3).
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.experiments.papers.tables.figures import ALL, Heuristic, PaperTable, Possible
from verilab.experiments.papers.tables.settings import COUNTED, TRAVERSAL
from verilab.verification.settings_presets import SETTINGS_PRESETS

SINGLE, MULTI = "pcegar-single", "pcegar-multi"
JOINED = (2, 4, 8)
"""The k of S_<=k in §4.3.3."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Numbers of refinements over tasks: a row of Table 4.5."""

    minimum: float
    median: float
    mean: float
    maximum: float
    total: float


@dataclass(frozen=True, slots=True)
class Speedups:
    """§4.6.1 "Efficiency": CPU time of single-path over that of multi-path, over the tasks that both solved with true.

    ``slower`` tasks were faster by the single path, at most ``worst`` times; then follow the tasks with a speedup up to 1.5, up to 2,
    and beyond.
    """

    tasks: int
    mean: float
    median: float
    best: float
    worst: float
    slower: int
    up_to_1_5: int
    up_to_2: int
    beyond_2: int


CHAPTER_4 = PaperTable(
    name="thesis",
    source="Lukasczyk's thesis, §4.6.1 and §4.6.3",
    title="predicate analysis with single-path and multi-path refinement",
    columns=(ALL,),
    tasks=(250,),
    rows=(
        Heuristic("single-path: R_F, S_F", SINGLE, "predicate", (130,)),
        Heuristic("multi-path: R_ID, S_∪", MULTI, "predicate", (150,)),  # noqa: RUF001  # the thesis' symbol
        *(
            Heuristic(f"R_{rank.upper()}, S_≤{k}", f"pcegar-r{rank}-s{k}", "predicate")  # no numbers: Fig. 4.8 is a plot
            for k in JOINED
            for rank in ("t", "b")
        ),
    ),
    baseline=SINGLE,
    possible=Possible.REFINEMENT,
    verdicts=frozenset({"true"}),
    setting={**TRAVERSAL, **COUNTED, **SETTINGS_PRESETS["paper-engine-mathsat"], "block": "large"},
    ours={"block": "adjustable"},
    limit="300 s of CPU time",
)
"""Solved tasks within 300 s: §4.6.1 "Effectiveness"."""

REFINEMENTS = {
    (SINGLE, "provident"): Distribution(1, 5.00, 6.10, 29, 781),
    (SINGLE, "executed"): Distribution(1, 5.00, 6.10, 29, 781),
    (MULTI, "provident"): Distribution(11, 29.5, 43.5, 356, 5560),
    (MULTI, "executed"): Distribution(1, 1.00, 1.26, 6, 161),
}
"""Table 4.5, on the 128 tasks that both strategies solved with true."""

SPEEDUPS = Speedups(tasks=128, mean=1.71, median=1.47, best=5.59, worst=1.65, slower=11, up_to_1_5=56, up_to_2=34, beyond_2=27)
