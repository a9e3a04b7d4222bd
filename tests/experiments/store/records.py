"""Finished runs for tests of the store: with figures, refinements and queries in every column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from verilab.evidence.record import Evidence
from verilab.experiments.store import Circumstances, Record
from verilab.experiments.store.csv_rows import COUNTS
from verilab.program.tasks import Task
from verilab.verification.configuration import Configuration
from verilab.verification.schema import (
    Applied,
    Candidate,
    Fact,
    Model,
    ModelEdge,
    ModelNode,
    PropertyResult,
    Query,
    Refinement,
    Run,
    RunResult,
    RunStatistics,
    Step,
    Target,
)

CONFIGURATIONS = {name: Configuration(analysis=name, cpu_limit=7.5) for name in ("value", "predicate")}
INFINITE = float("inf")


def task(number: int = 1, folder: Path = Path("family")) -> Task:
    return Task(f"family/t{number}", (folder / f"t{number}.c",), expected=True)


def refinement(number: int = 1) -> Refinement:
    steps = (Step("t.c", 3, 'x = "ü"', "assign"), Step("", 0, "block", "block"))
    candidates = (
        Candidate(0, "value", 4, (1, 2), ((1, 3, "x = 1"),), (Fact("x", ("l1", "l2")),), {"length": 4.0, "width": INFINITE}, "z3:horn"),
        Candidate(0, "value", 5, (), (), (Fact("y"),), {"length": -INFINITE}),
    )
    targets = (Target(7, "l9", "unreach-call", "t.c", 9, steps, None),)
    return Refinement(number, "value", 12, 1, targets, candidates, 0, "shortest", (Fact("x", ("l1",)),), (), (1,), {"splits": 2})


def with_models(phases: tuple[str, str] = ("value", "value")) -> tuple[Refinement, Refinement]:
    """Two refinements with their models, each found one behind the other where they are of one phase."""
    first = Model(
        (ModelNode(0, "l0", "t.c", 1, "true", "expanded"), ModelNode(3, "l9", "t.c", 9, 'x = "ü"', "open", True)), (ModelEdge(0, 3),), 9, 50
    )
    second, last = replace(first, total=10), replace(first, edges=(ModelEdge(0, 3, "skips"),), total=2)
    one = replace(refinement(1), phase=phases[0], model=first, applied=Applied(False, (3,), ((0, "x = 1"),)), after=second)
    return one, replace(refinement(2), phase=phases[1], model=second, applied=Applied(True), after=last)


def record(number: int = 1, label: str = "value", repetition: int = 1, verdict: str = "true") -> Record:
    answer = PropertyResult("unreach-call", verdict, "", Evidence("invariants", "cvc5", True), True)
    statistics = RunStatistics(1.5, 1.25, 0.5, refinements=1, interpolation={"z3:horn": dict.fromkeys((*COUNTS, "seconds"), 0.5)})
    reason = 'several\nlines, "quoted"' if number == 2 else ""
    result = RunResult(
        f"family/t{number}",
        verdict,
        reason,
        Evidence("invariants", "cvc5", True, "a detail"),
        statistics,
        CONFIGURATIONS[label],
        expected=True,
        details={"stderr": "é"},
        properties=(answer,),
    )
    queries = (Query(result.task, "q-0001.smt2", 1, "value", 0, "QF_LIA", 5, "z3:horn", "interpolants", 0.25),)
    circumstances = Circumstances(1, "here", (0, 1), 0.5, started="2026-01-02T03:04:05")
    return Record(Run(label, result), repetition, (refinement(1), replace(refinement(2), chosen=None)), queries, circumstances)
