"""SPIN'15 (Beyer, Löwe, Wendler: Refinement Selection), Tables 1 to 3 in §5.

The predicate analysis has single-block encoding in all of them, also without selection (§5 "Configuration").
"""

from __future__ import annotations

from verilab.experiments.papers.tables.figures import Heuristic, PaperTable, Possible
from verilab.experiments.papers.tables.settings import COUNTED, EDGES, TRAVERSAL, Setting
from verilab.verification.settings_presets import SETTINGS_PRESETS

_PREDICATE: Setting = {**TRAVERSAL, **COUNTED, **SETTINGS_PRESETS["paper-engine"], "block": "single"}
"""§5 "Configuration": single-block encoding, SMTInterpol; the rest as implemented."""
_VALUE: Setting = {**TRAVERSAL, **COUNTED, **EDGES}

_NAMES = {
    "spin15-none": "No Refinement Selection",
    "spin15-short": "Length Short",
    "spin15-long": "Length Long",
    "spin15-good": "Domain Type Good",
    "spin15-bad": "Domain Type Bad",
    "spin15-narrow": "Width Narrow",
    "spin15-wide": "Width Wide",
    "spin15-shallow": "Depth Shallow",
    "spin15-deep": "Depth Deep",
    "spin15-random": "Random",
    "spin15-good-narrow": "Good & Narrow",
    "spin15-narrow-good": "Narrow & Good",
}
"""The rows of Tables 1 and 2, by preset."""


def _rows(analysis: str, numbers: tuple[tuple[int, ...], ...]) -> tuple[Heuristic, ...]:
    return tuple(Heuristic(name, preset, analysis, row) for (preset, name), row in zip(_NAMES.items(), numbers, strict=True))


TABLE_1 = PaperTable(
    name="spin15-predicate",
    source="SPIN'15, Table 1",
    title="predicate analysis without and with refinement selection",
    columns=("All Tasks", "ControlFlowInteger", "DeviceDrivers64", "ECA", "ProductLines", "Sequentialized"),
    tasks=(2828, 35, 679, 1140, 597, 244),
    rows=_rows(
        "predicate",
        (
            (1142, 34, 473, 162, 325, 43),
            (1278, 34, 429, 261, 375, 78),
            (1325, 18, 484, 322, 330, 73),
            (1291, 34, 493, 247, 339, 76),
            (1161, 23, 404, 259, 298, 79),
            (1302, 28, 431, 329, 347, 64),
            (1297, 27, 480, 309, 309, 76),
            (1237, 25, 466, 251, 341, 57),
            (1260, 28, 421, 313, 352, 45),
            (1352, 34, 473, 303, 350, 86),
            (1368, 30, 494, 329, 338, 75),
            (1354, 28, 474, 330, 355, 65),
        ),
    ),
    baseline="spin15-none",
    possible=Possible.CHOICE,
    setting=_PREDICATE,
    filter="spin15",
)

TABLE_2 = PaperTable(
    name="spin15-value",
    source="SPIN'15, Table 2",
    title="value analysis without and with refinement selection",
    columns=("All Tasks", "DeviceDrivers64", "ECA", "ProductLines"),
    tasks=(2638, 578, 1140, 597),
    rows=_rows(
        "value",
        (
            (1726, 408, 575, 453),
            (1644, 422, 488, 450),
            (1627, 484, 508, 361),
            (1760, 494, 572, 408),
            (1518, 410, 474, 359),
            (1685, 422, 507, 470),
            (1605, 483, 491, 355),
            (1658, 471, 518, 383),
            (1725, 414, 534, 488),
            (1622, 433, 527, 378),
            (1767, 494, 569, 418),
            (1714, 492, 507, 428),
        ),
    ),
    baseline="spin15-none",
    possible=Possible.CHOICE,
    setting=_VALUE,
    filter="spin15",
)

TABLE_3 = PaperTable(
    name="spin15-combinations",
    source="SPIN'15, Table 3",
    title="combinations of value analysis (VA) and predicate analysis (PA)",
    columns=("All Tasks", "DeviceDrivers64", "ECA", "Loops", "ProductLines", "Sequentialized"),
    tasks=(3568, 1245, 1139, 120, 597, 261),
    rows=(
        Heuristic("PA", "spin15-pa", "composite", (1826, 1027, 161, 80, 325, 42)),
        Heuristic("VA ‖ PA", "spin15-va-pa", "composite", (2288, 992, 495, 69, 421, 115)),
        Heuristic("VA+ ‖ PA+", "spin15-va+pa+", "composite", (2386, 1074, 517, 68, 404, 126)),
        Heuristic("(VA+ ‖ PA+)+", "spin15-(va+pa+)+", "composite", (2389, 1068, 519, 79, 404, 121)),
    ),
    baseline="spin15-pa",
    possible=Possible.REFINEMENT,
    deciding="spin15-(va+pa+)+",
    setting={**_PREDICATE, **_VALUE},
    filter="spin15",
)
"""§5 "Refinement Selection for Combination of Analyses": only tasks that the novel combination needs to refine at least once."""
