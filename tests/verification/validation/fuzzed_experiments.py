"""Mutations of experiments and of the CSVs of sweeps, each followed to its table; runs are answered at once, by no verification.

What is read is also checked, planned, begun, stored, exported and printed: a value that only the last of these cannot take is a bug, too.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import typer

from verilab.cli.laboratory.running import show_plan
from verilab.cli.laboratory.showing import print_table
from verilab.errors import Refused
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.design.design import PlannedRun, load_design
from verilab.experiments.design.engines import check_engines
from verilab.experiments.laboratory.campaign import run_design
from verilab.experiments.laboratory.performing import Finished
from verilab.experiments.sheets.comparisons import comparison_sheets
from verilab.experiments.store import ExperimentStore, Record, export
from verilab.experiments.store.csv_rows import read_rows, write_csv
from verilab.experiments.store.manifest import manifest
from verilab.experiments.store.places import begin, resume
from verilab.experiments.store.reading import StoredExperiment
from verilab.program.errors import InputError
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult, RunStatistics

Mutate = Callable[[str, int], str]
Judge = Callable[[int], Callable[[], object]]

AXES = """\
title = "Does selection pay?"
repetitions = 2
record = ["refinements"]

[tasks]
files = ["t.c", "*.set"]
families = [{ name = "boolean-or-counter", sizes = [1, 2], verdicts = ["true"] }, "gripper"]
sample = 3

[settings]
presets = "paper-engine"

[axes]
analyses = ["value", "predicate"]
strategies = ["spin15-none", "propose=sliced-prefixes select=domain-type,length"]
scopes = ["located", "global"]
seeds = [0, 1]

[limits]
cpu = 10
wall = 20.5
memory = 2000

[[exclude]]
analysis = "value"
strategy = "spin15-none"
scope = "global"
"""
STUDY = """\
study = "spin15-value"
under = "both"
only = ["spin15-none", "spin15-good"]
seed = 3
[tasks]
modules = { count = 2, sizes = [2] }
"""
ENGINES = '[tasks]\ndemo = 1\n[axes]\ninterpolations = ["z3:horn", "z3:newton-sp"]\nencodings = ["int", "bv"]\nblocks = ["single"]\n'

MOST_RUNS = 40
"""Of an experiment that is followed to its table; of larger ones the plan is enough."""


NUMBERS = ("0", "1", "3", "5", "-1", "2.5", "1e3", "nan", "9" * 20, "250", "[1, 1]", "true", '""')
NAMES = (
    ("value", "predicate", "auto", "composite", "testing", "Value"),
    ("spin15-none", "spin15-good", "vmcai12-kojak", "apply=pivot", "rank=bottom select=random", "", "spin15-none "),
    ("located", "function", "global", "none"),
    ("refinements", "queries", "models", "runs"),
    ("boolean-or-counter", "gripper", "copy-chain", "lock-protocol"),
    ("t.c", "*.c", "all.set", ".", "..", "../*", "/none", "~", "\u00fc.c"),
    ("paper-engine", "paper-values", "paper"),
    ("true", "false"),
)


def _other_values(text: str, seed: int) -> str:
    """The text stays TOML: a number or a name or two become others, names mostly ones that could stand there."""
    choose = random.Random(seed)
    for _ in range(choose.choice((1, 2))):
        others: Sequence[str] = NUMBERS
        if choose.random() < 0.4:
            places = list(re.finditer(r"(?<=[ \[])[0-9.]+(?=[\],\n ])", text))
        else:
            others = choose.choice(NAMES)
            places = list(re.finditer('(?<=")(' + "|".join(map(re.escape, filter(None, others))) + ')(?=")', text))
        if places:
            place = choose.choice(places)
            text = text[: place.start()] + choose.choice(others) + text[place.end() :]
    return text


def experiments(folder: Path, mutated: Mutate) -> Judge:
    """The judge of an experiment that the folder has the tasks of."""
    (folder / "t.c").write_text("int main(void) { return 0; }\n")
    (folder / "all.set").write_text("t.c\n")
    file, rows = folder / "e.toml", folder / "e.duckdb"

    def follow() -> None:
        before = _listed(folder.parent)
        design = load_design(file)
        check_engines(design)
        with _silent(), contextlib.suppress(typer.Exit):
            show_plan(design, 1)
            if design.count <= MOST_RUNS:
                with ExperimentStore(rows) as store:
                    store.begin(manifest(design.described(), ["fuzz"]), design.tasks, design.configurations)
                    assert len(list(run_design(design, store, _answered, 1))) == design.count
                export(rows, folder / "exported", "csv")
                _printed(rows)
        assert _listed(folder.parent) == before, "something is written beside the experiment's folder"

    def judge(seed: int) -> Callable[[], object]:
        rows.unlink(missing_ok=True)
        text = ENGINES if seed % 16 == 3 else STUDY if seed % 16 == 7 else AXES
        # Characters that no text of UTF-8 has are written as bytes that are none.
        changed = _other_values(text, seed) if seed % 2 == 0 else mutated(text, seed)
        file.write_text(changed, encoding="utf-8", errors="surrogatepass", newline="")
        return follow

    return judge


def sweeps(folder: Path, mutated: Mutate) -> Judge:
    """The judge of a CSV of a sweep, and of the settings beside it where a sweep would go on with it."""
    file, rows = folder / "rows.csv", folder / "e.duckdb"
    configurations = [(name, Configuration(analysis=name, cpu_limit=7.5)) for name in ("value", "predicate")]
    runs = [
        Run(
            label,
            RunResult(
                f"f/t{number}", verdict, reason, statistics=RunStatistics(1.5, 1.25, 0.5), configuration=configuration, expected=True
            ),
        )
        for label, configuration in configurations
        for number, (verdict, reason) in enumerate((("true", ""), ("unknown", 'several\nlines, "quoted"')))
    ]
    begin(file, configurations)
    assert len(list(write_csv(runs, file))) == len(runs)
    settings = file.with_name(f"{file.name}.settings.json")
    texts = {file: file.read_bytes().decode(), settings: settings.read_text()}

    def follow() -> None:
        before = _listed(folder.parent)
        with contextlib.suppress(InputError, Refused):  # more is asked of a CSV that is gone on with
            resume(file, configurations)
        read_rows(file)
        with _silent(), contextlib.suppress(typer.Exit):
            import_results([file], rows)
            _printed(rows)
        assert _listed(folder.parent) == before, "something is written beside the sweep's folder"

    def judge(seed: int) -> Callable[[], object]:
        rows.unlink(missing_ok=True)
        changed = settings if seed % 8 == 5 else file
        for path, text in texts.items():
            with path.open("w", encoding="utf-8", errors="surrogatepass", newline="") as out:
                out.write(mutated(text, seed) if path == changed else text)
        return follow

    return judge


def _answered(run: PlannedRun) -> Future[Finished]:
    """A run that ends at once, with an answer by chance."""
    chance = random.Random(run.key)
    verdict = "unknown" if run.task.promised is None else chance.choice((str(run.task.promised).lower(), "unknown"))
    statistics = RunStatistics(chance.random(), chance.random(), chance.random())
    result = RunResult(run.task.name, verdict, statistics=statistics, configuration=run.configuration, expected=run.task.promised)
    future = Future[Finished]()
    future.set_result(Finished(Record(Run(run.label, replace(result)), run.repetition), {}))
    return future


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def _printed(rows: Path) -> None:
    print_table(rows)
    with contextlib.suppress(Refused):  # no task under every setting: a mutation may name tasks differently
        comparison_sheets(StoredExperiment(rows).results())


def _listed(folder: Path) -> list[str]:
    """What is beside the folders that files are written to."""
    return sorted(entry.name for entry in folder.iterdir())
