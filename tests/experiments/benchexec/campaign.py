"""The same tasks run by BenchExec with our tool-info module, and by our own laboratory: the same table.

``python -m tests.experiments.benchexec.campaign --tasks 20`` prints the scores by BenchExec and by us, both tables, and what differs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import verilab
from tests.experiments.laboratory.killing import experiment, finish
from verilab.experiments.benchexec.definition import write_definition
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.benchexec.scores import scores
from verilab.experiments.sheets.rendering import render
from verilab.experiments.sheets.sheet import Cell
from verilab.experiments.sheets.summaries import summarise, summary_sheets

SECONDS = 120
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
EXPERIMENT = f"""\
[tasks]
files = ["*.yml"]
[axes]
analyses = ["value", "predicate"]
[limits]
cpu = {SECONDS}
wall = {SECONDS}
"""
DEFINITION = """\
format_version: "2.0"
input_files: {name}.c
properties:
  - property_file: unreach-call.prp
    expected_verdict: {verdict}
options: {{language: C, data_model: ILP32}}
"""
SAME = ("verdict", "class", "reason", "states", "refinements", "predicates")
"""The columns of a run that do not say how long it took."""


@dataclass(slots=True)
class Outcome:
    """``differences``: by column, between BenchExec's rows and ours.  ``theirs``, ``ours``: the counts of the tables' lines."""

    rows: int = 0
    printed: str = ""
    score: str = ""
    scores: dict[str, int] = field(default_factory=dict)
    tables: tuple[str, str] = ("", "")
    theirs: list[tuple[Cell, ...]] = field(default_factory=list)
    ours: list[tuple[Cell, ...]] = field(default_factory=list)
    differences: Counter[str] = field(default_factory=Counter)


def campaign(folder: Path, tasks: int, *options: str) -> Outcome:
    """Run so many tasks both ways; ``options`` of ``benchexec``."""
    experiment(folder, tasks, EXPERIMENT)
    for number in range(tasks):
        verdict = "false" if number % 3 == 1 else "true"
        (folder / f"t{number}.yml").write_text(DEFINITION.format(name=f"t{number}", verdict=verdict))
    (folder / "unreach-call.prp").write_text(PROPERTY)
    outcome = Outcome()
    files = run_benchexec(folder, tasks, outcome, options)
    import_results(files, folder / "theirs.duckdb")
    assert finish(folder / "experiment.toml", rows="ours.duckdb") == 0
    experiments = [verilab.open(folder / f"{whose}.duckdb") for whose in ("theirs", "ours")]
    theirs, ours = (sorted(opened.results(), key=lambda run: (run.label, run.result.task)) for opened in experiments)
    outcome.rows, outcome.scores = len(theirs), scores(theirs)
    sheets = [summary_sheets(summarise(rows)) for rows in (theirs, ours)]
    outcome.tables = render(sheets[0]), render(sheets[1])
    # The times and what comes of them are others; everything that is counted is the same.
    outcome.theirs, outcome.ours = ([(*row[:7], row[-1]) for row in sheet[0].rows] for sheet in sheets)
    runs = [opened.runs.set_index(["label", "task"])[list(SAME)].sort_index() for opened in experiments]
    outcome.differences["runs that one of them lacks"] = len(runs[0].index.symmetric_difference(runs[1].index))
    both = runs[0].index.intersection(runs[1].index)
    for name in SAME:
        outcome.differences[name] = int((runs[0].loc[both, name] != runs[1].loc[both, name]).sum())
    outcome.differences = +outcome.differences
    return outcome


def run_benchexec(folder: Path, tasks: int, outcome: Outcome, options: Sequence[str]) -> list[Path]:
    """The result files."""
    definition = folder / "definition.xml"
    runs = {name: [f"--analysis={name}"] for name in ("predicate", "value")}
    files = [folder / f"t{number}.yml" for number in range(tasks)]
    write_definition(definition, files, folder / "unreach-call.prp", runs, seconds=SECONDS, megabytes=None)
    tools = str(Path(sys.executable).parent)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(os.path.abspath(place) for place in sys.path if place),
        "PATH": os.pathsep.join([tools, os.environ["PATH"]]),
    }
    code = "import sys; from benchexec.benchexec import main; main()"
    command = [sys.executable, "-c", code, *options, str(definition), "--outputpath", f"{folder / 'results'}{os.sep}"]
    process = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    assert process.returncode == 0, process.stderr
    outcome.printed = process.stdout
    score = re.search(r"Score: +(.*)", process.stdout)
    outcome.score = score[1] if score else "none"
    return sorted((folder / "results").glob("*.results.*.xml.bz2"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--container", action="store_true", help="let BenchExec use control groups and namespaces")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        outcome = campaign(Path(name), arguments.tasks, *([] if arguments.container else ["--no-container"]))
    print(f"{outcome.rows} runs of {arguments.tasks} tasks by BenchExec, and by our own laboratory; {time.monotonic() - began:.0f} s")
    print(f"score by BenchExec: {outcome.score}; by us: {sum(outcome.scores.values())} ({outcome.scores})")
    for whose, table in zip(("imported from BenchExec", "our own"), outcome.tables, strict=True):
        print(f"\n{whose}\n{table}")
    print(f"\nthe tables' counts are {'the same' if outcome.theirs == outcome.ours else 'NOT the same'}")
    differences = ", ".join(f"{name} of {count}" for name, count in outcome.differences.items())
    print(f"runs differ in: {differences}" if differences else f"every run is the same in {', '.join(SAME)}")


if __name__ == "__main__":
    main()
