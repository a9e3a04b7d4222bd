"""The parts of the campaign: the command of each comparison, on how many tasks it is run, in which order."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from verilab.experiments.store.csv_rows import read_rows
from verilab.verification.schema import Run


@dataclass(frozen=True, slots=True)
class Part:
    """A comparison: the command that compares, without its tasks and limits, and on how many tasks with a choice it is run.

    ``table`` is the paper's table whose exclusions and setting the screen has; parts of one table have one screen.  ``tasks`` is 0 where
    the command brings tasks of its own.  Without a screen (``screened``) they are the first of the drawn order, of the folders whose names
    begin as one of ``folders`` says: of all where it is empty.  ``refined_in`` names another part: only
    the tasks are taken on which a row of its first stage refined.
    """

    name: str
    table: str
    tasks: int
    command: tuple[str, ...]
    screened: bool = True
    folders: tuple[str, ...] = ()
    refined_in: str = ""


STAGES = (20, 60, 180)
"""Seconds of CPU time a run."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A folder of rows: in it one for each part, and in that a file for each stage."""

    folder: Path = Path(__file__).resolve().parents[1] / "2026"

    def screen(self, part: Part) -> Path:
        return self.folder / part.table / "screen.csv"

    def stage(self, part: str, seconds: int) -> Path:
        return self.folder / part / f"{seconds}s.csv"

    def read(self, seconds: int, *parts: str) -> list[Run]:
        """The rows of a stage of some parts, as far as there are any."""
        return [row for part in parts if (file := self.stage(part, seconds)).exists() for row in read_rows(file)]


def of_paper(table: str, tasks: int) -> Part:
    """All rows of a paper's table in the paper's setting."""
    return Part(table, table, tasks, ("papers", table, "--under", "paper"))


MODULES = ("--modules", "24", "--module-sizes", "4,6,7,8", "--module-sites", "2", "--module-irrelevant", "0.5", "--seed", "1")
"""The generated modules that the plan names for the thesis."""


LOOP = (
    *("--target-coverage", "separate", "--target-limit", "0", "--loop-counter", "literal"),
    *("--useless-choice", "end", "--order", "rpo"),
)
"""The loop of the thesis and of SPIN'15."""
ENGINES = {"mathsat": "mathsat:proofs", "smtinterpol": "smtinterpol:proofs", "z3": "z3:horn"}
"""Solvers that do everything in a run, each with its procedure of interpolation, which has trees."""


def predicates_by(engine: str, block: str, interpolates: str, *strategies: str) -> tuple[str, ...]:
    """A sweep of strategies by one engine alone, with one query for each target or for all targets of a round."""
    solver = ("--backend", engine, "--interpolation", ENGINES[engine], "--fallback", "none", "--reduction", "none", "--extraction", "atoms")
    setting = ("--analysis", "predicate", "--block", block, "--interpolates", interpolates, *solver, *LOOP)
    return ("sweep", *setting, "--strategies", ";".join(strategies))


def in_thesis_setting(interpolates: str, *strategies: str, engine: str = "mathsat") -> tuple[str, ...]:
    """The sweep of strategies in the thesis' setting, but for the engine and one query for each target or for all targets of a round."""
    return predicates_by(engine, "large", interpolates, *strategies)


def by_trees(*strategies: str, engine: str = "mathsat") -> tuple[str, ...]:
    """One query for all targets of a round."""
    return in_thesis_setting("tree", *strategies, engine=engine)


def per_target(*strategies: str, engine: str = "mathsat") -> tuple[str, ...]:
    """A query for each target."""
    return in_thesis_setting("per-target", *strategies, engine=engine)


NONE = "propose=path select=first apply=restart:global"
SELECTIONS = ("length:short", "domain-type:good,length:short", "domain-type:good,width:narrow:positions,length:short")


def on_blocks(name: str, blocks: str, propose: str, *, none: bool) -> Part:
    """Selections on several block operators, in our setting, without the fallback that would exchange the strategy."""
    selecting = [f"propose={propose} select={selection} apply=restart:global" for selection in SELECTIONS]
    strategies = [NONE, *selecting] if none else selecting
    command = ("sweep", "--analysis", "predicate", "--fallback", "none", "--blocks", blocks, "--strategies", ";".join(strategies))
    return Part(name, "spin15-predicate", 60, command)


def on_drivers(name: str, command: tuple[str, ...]) -> Part:
    """Every driver of both collections, of which the table counts those that need a refinement."""
    return Part(name, "thesis", sys.maxsize, command, screened=False, folders=("ldv-", "ntdrivers"))


def on_refining_drivers(name: str, command: tuple[str, ...]) -> Part:
    """The drivers that need a refinement by the thesis' own engine."""
    return replace(on_drivers(name, command), refined_in="thesis-drivers")


def by_another_engine(engine: str) -> tuple[Part, ...]:
    """H1 by another engine: on the modules, and on the drivers that need a refinement by the thesis' own, per target and by trees."""
    commands = {"": per_target("pcegar-single", "pcegar-multi", engine=engine), "-tree": by_trees("pcegar-multi", engine=engine)}
    return (
        *(Part(f"thesis-{engine}{suffix}", "thesis", 0, (*command, *MODULES)) for suffix, command in commands.items()),
        *(on_refining_drivers(f"thesis-drivers-{engine}{suffix}", command) for suffix, command in commands.items()),
    )


def good_and_narrow(engine: str) -> Part:
    """SPIN'15 Table 1's primary comparison in the paper's setting but for the engine."""
    command = predicates_by(engine, "single", "per-target", "spin15-none", "spin15-good-narrow")
    return Part(f"spin15-predicate-{engine}", "spin15-predicate", 100, command)


def ablation(table: str) -> Part:
    """From the paper's setting to ours, one step at a time, on the first 60 tasks of the table's screen."""
    name = f"ablation-{table.partition('-')[0]}"
    return Part(name, table, 60, ("papers", name))


ENGINE = ("--backend", "smtinterpol", "--interpolation", "smtinterpol:proofs", "--fallback", "none", "--reduction", "none")
FIRST_PATH = "rank=first propose=path select=first apply="
GRAPHS = ("sweep", "--analysis", "predicate", "--block", "large", *ENGINE, "--strategies", f"vmcai12-kojak;vmcai12-impact;{NONE}")
"""Kojak, IMPACT and a restart by VMCAI'12's engine."""
TREES = (
    *("sweep", "--analysis", "predicate", "--block", "large", *ENGINE, "--strategies"),
    ";".join(
        f"{FIRST_PATH}{apply}" for apply in ("strengthen:unforced:all-blocks", "split-and-slice:minimal:tree", "split-and-slice:tree")
    ),
)
"""IMPACT beside slicing abstractions on a tree (Spießl 2017)."""

PARTS = (
    of_paper("forte15", 150),
    Part("thesis", "thesis", 0, ("papers", "thesis", "--under", "paper", *MODULES)),
    Part("thesis-tree", "thesis", 0, (*by_trees("pcegar-multi", "pcegar-rt-s4", "pcegar-rb-s4"), *MODULES)),
    Part("vmcai12", "vmcai12", 0, ("papers", "vmcai12", "--under", "both")),
    of_paper("spin15-predicate", 100),
    on_blocks("blocks-slice-assume", "single,adjustable,large", "sliced-prefixes", none=True),
    on_blocks("blocks-slice-block", "adjustable", "sliced-prefixes:slice=block", none=False),
    of_paper("spin15-combinations", 100),
    of_paper("spin15-value", 80),
    Part("thesis-properties", "thesis-properties", 0, ("papers", "thesis-properties", "--under", "paper", *MODULES)),
    on_drivers("thesis-drivers", ("papers", "thesis", "--under", "paper", "--only", "pcegar-single,pcegar-multi")),
    on_refining_drivers("thesis-drivers-tree", by_trees("pcegar-multi")),
    Part("vmcai12-corpus", "vmcai12", 372, GRAPHS, screened=False),
    Part("spiessl17", "spiessl17", 100, ("papers", "spiessl17", "--under", "paper"), screened=False),
    Part("spiessl17-tree", "spiessl17", 100, TREES, screened=False),
    good_and_narrow("mathsat"),
    good_and_narrow("z3"),
    ablation("forte15"),
    ablation("spin15-predicate"),
    Part("ablation-thesis", "thesis", 0, ("papers", "ablation-thesis", *MODULES)),
    *by_another_engine("smtinterpol"),
    *by_another_engine("z3"),
)
"""In the order in which they are run."""
