"""What tells slicing abstractions on a tree from IMPACT (Spiessl 2017: "similar or identical results")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.program.lowered_programs import program
from tests.refinement.benches import Bench
from verilab.analysis.predicate.labelled.formula_labels import FormulaLabels
from verilab.families.catalogue import families
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe

IMPACT = "strengthen:unforced:all-blocks"
MINIMAL = "split-and-slice:minimal:tree"


def edits(apply: str) -> dict[str, float]:
    """Refinements until a product line of two features is proven, states, and how often the tree was edited."""
    bench = Bench(program(families()["product-line"].generate(2, safe=True).source), operator=LargeBlock())
    try:
        loop = RefinementLoop(bench.analysis, parse_strategy(f"rank=first propose=path select=first apply={apply}"))
        assert isinstance(loop.run(), Safe)
        counts = {name: float(count) for name, count in loop.measures().items() if name in ("strengthenings", "coverings", "slices")}
        return counts | {"refinements": loop.statistics.refinements, "states": loop.statistics.states}
    finally:
        bench.close()


@dataclass
class Sparing:
    """Labels that stay as they are where they imply what is conjoined."""

    conjoin: Any

    def __call__(self, labels: FormulaLabels, left: Any, right: Any) -> Any:
        both = self.conjoin(labels, left, right)
        if both is None or both == left or self.conjoin(labels, left, labels.negation(right)) is not None:
            return both
        return left


def test_impact_that_adds_no_interpolant_which_its_label_implies_is_minimal_slicing_on_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same states under another formula: the next path has another path formula, and so other interpolants."""
    slicing, impact = edits(MINIMAL), edits(IMPACT)
    assert slicing["refinements"] < impact["refinements"]
    sparing = Sparing(FormulaLabels.conjoin)
    monkeypatch.setattr(FormulaLabels, "conjoin", lambda labels, left, right: sparing(labels, left, right))
    assert edits(IMPACT) == slicing
