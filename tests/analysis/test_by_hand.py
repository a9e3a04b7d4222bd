"""Analyses made by hand decide programs, alone and together."""

from __future__ import annotations

import pytest

from tests.analysis.by_hand import predicate_analysis, value_analysis
from tests.backends.required import need
from tests.program.lowered_programs import program as lowered
from verilab.analysis.composite.analysis import CompositeAnalysis
from verilab.analysis.refinable import RefinableAnalysis
from verilab.program.control import ControlGraph
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.solving.registry import UnknownBackend

PROGRAM = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) { if (x %s 3) { reach_error(); } } return 0; }"


@pytest.mark.parametrize("kind", ["value", "predicate", "composite"])
@pytest.mark.parametrize(("relation", "verdict"), [("!=", Safe), ("==", Unsafe)])
def test_each_analysis_decides_a_program(kind: str, relation: str, verdict: type) -> None:
    backend, graph = need("z3"), ControlGraph(lowered(PROGRAM % relation))
    value, predicate = value_analysis(graph, backend), predicate_analysis(graph, backend)
    analyses: dict[str, RefinableAnalysis] = {"value": value, "predicate": predicate, "composite": CompositeAnalysis(value, predicate)}
    assert isinstance(RefinementLoop(analyses[kind], parse_strategy("rank=first")).run(), verdict)
    predicate.close()
    backend.close()


def test_without_a_backend_nobody_decides_what_values_cannot_exclude() -> None:
    assert isinstance(RefinementLoop(value_analysis(lowered(PROGRAM % "==")), parse_strategy("rank=first")).run(), Unknown)


def test_a_procedure_that_the_backend_lacks_is_refused() -> None:
    backend = need("z3")
    with pytest.raises(UnknownBackend, match="horn"):
        predicate_analysis(lowered(PROGRAM % "=="), backend, procedures=("hron",))
    backend.close()
