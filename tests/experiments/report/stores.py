"""Files of rows for tests of reports: small with hostile texts, and as large as they get."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verilab.evidence.record import Evidence
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.manifest import manifest
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

HOSTILE = "</script><script>window.hacked = 1</script>\u2028\u2029<!--<img src=x onerror=hacked=1>&amp;\"'`${hacked}\x00\x1b\ud800"
SETTINGS = {name: Configuration(analysis="value", strategy=name) for name in ("spin15-none", "spin15-good-narrow", "lazy")}
SOURCE = "int main(void) {\n  int x = 0;\n  while (x < 3) { x++; }\n  if (x != 3) reach_error();\n  return 0;\n}\n"


def plain(text: str) -> str:
    """A hostile text without what neither UTF-8 nor the database has."""
    return text.replace("\ud800", "").replace("\x00", "")


def model(number: int, size: int = 5) -> Model:
    nodes = tuple(
        ModelNode(id, f"main@{id}<<<entry>@0", "t.c", 1 + id % 5, f"x = {number + id}", "expanded", id == size - 1) for id in range(size)
    )
    return Model(nodes, tuple(ModelEdge(max(0, (id - 1) // 2), id) for id in range(1, size)), size + number, 100_000)


def refinement(number: int, *, text: str = "x", candidates: int = 3, steps: int = 8, nodes: int = 5, file: str = "t.c") -> Refinement:
    path = tuple(Step(file, 1 + place % 5, f"{text} = {place};", "assign") for place in range(steps))
    proposed = tuple(
        Candidate(
            0,
            "value",
            steps - place,
            (1,) if place else (),
            ((1, 2, "true"), (3, steps - place, f"{text} = {place}")),
            (Fact(f"{text}{place}", ("main@1",)),),
            {"length": float(steps - place), "width": float("inf")},
            "z3:horn",
        )
        for place in range(candidates)
    )
    chosen = number % candidates
    targets = (Target(nodes - 1, "main@9", "unreach-call", file, 4, path),)
    return Refinement(
        number,
        "value",
        10 * number,
        1,
        targets,
        proposed,
        chosen,
        f"shortest {text}",
        proposed[chosen].increment,
        edits={"splits": 2},
        model=model(number, nodes),
        applied=Applied(False, (nodes - 1,), ((1, "x = 7"),)),
        after=model(number + 1, nodes),
    )


def run(
    task: Task, setting: str, verdict: str = "true", *, cpu: float = 1.0, reason: str = "", refinements: Sequence[Refinement] = ()
) -> Record:
    properties = (PropertyResult("unreach-call", verdict, reason, Evidence("invariants", "cvc5", True), task.expected),)
    count = sum(len(step.candidates) for step in refinements)
    statistics = RunStatistics(cpu * 1.1, cpu, states=100, refinements=len(refinements), candidates=count)
    result = RunResult(
        task.name,
        verdict,
        reason,
        Evidence("invariants", "cvc5", True),
        statistics,
        SETTINGS[setting],
        expected=task.expected,
        properties=properties,
    )
    queries = tuple(
        Query(task.name, f"q-{step.number:04}.smt2", step.number, "value", step.number - 1, "QF_LIA", 5, "z3:horn", "interpolants", 0.25)
        for step in refinements
    )
    return Record(Run(setting, result), refinements=tuple(refinements), queries=queries)


def written(path: Path, records: Sequence[Record], tasks: Sequence[Task], *, title: str = "Small") -> Path:
    with ExperimentStore(path) as store:
        store.begin(manifest({"name": "t", "title": title, "record": ["models"]}), tasks, SETTINGS)
        store.add(records)
    return path


def small(folder: Path, text: str = "x", refinements: int = 4) -> Path:
    """Two tasks by three settings; one answer is wrong, so that it contradicts the others, and one is missing."""
    file = folder / "t.c"
    file.write_text(SOURCE)
    tasks = [Task(f"family/{name}{plain(text)}", (file,), expected=True) for name in ("one", "two")]
    logged = [refinement(number, text=plain(text), file=str(file)) for number in range(1, refinements + 1)]
    logged = [
        replace(one, after=other.model) for one, other in zip(logged, [*logged[1:], replace(logged[-1], model=model(9))], strict=True)
    ]
    records = [
        run(tasks[0], "spin15-none", cpu=3.0, refinements=logged),
        run(tasks[0], "spin15-good-narrow", cpu=1.0, refinements=logged[:2]),
        run(tasks[0], "lazy", "false", cpu=2.0),
        run(tasks[1], "spin15-none", cpu=0.5),
        run(tasks[1], "spin15-good-narrow", cpu=5.0),
        run(tasks[1], "lazy", "unknown", cpu=20.0, reason=f"timeout: {plain(text)}"),
    ]
    return written(folder / "small.duckdb", records, tasks, title=f"Small {plain(text)}")
