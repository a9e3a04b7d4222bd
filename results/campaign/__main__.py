"""The campaign: ``python -m results.campaign tasks FOLDER`` fetches its tasks, ``next TASKS... --minutes 60`` runs what is next,
``status`` tells what is there, ``decide`` what it means.

TASKS are the folders of both collections of tasks; rows go to ``results/2026``, one file a table and stage, each row as its run ends, one
run at a time.  The plan, which was written before any row, is ``README.md`` beside this file:

    screen   tasks in a drawn order, until enough have a refinement with a choice; each at most 10 s of CPU time
    20       every row of the comparison on these tasks, 20 s of CPU time a run
    60, 180  all rows again on the tasks that some row solved in the stage before and another did not

First stages of all comparisons come before the second ones.  A comparison on programs of its own (generated modules, rebuilt programs) has
no screen, and one stage; one that is about more than choices has no screen either.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from results.campaign.decisions import EXTREMES, block_table, decisions
from results.campaign.multi_path import Comparison, comparisons, h1_table
from results.campaign.tasks import lay_out
from verilab import Configuration, Strategy, Task
from verilab.errors import Refused
from verilab.experiments.design.selection import collect_tasks, distinct
from verilab.experiments.laboratory.sweep import sweep
from verilab.experiments.papers.catalogue import STUDIES, TABLES
from verilab.experiments.papers.tables.categories import without_excluded
from verilab.experiments.store.csv_rows import append_csv, read_rows, write_csv
from verilab.experiments.store.places import resume
from verilab.refinement.strategy import parse_strategy

ROWS = Path(__file__).resolve().parents[1] / "2026"
SEED = 2026
SCREEN_SECONDS = 10
STAGES = (20, 60, 180)
WALL = 12
"""Seconds of wall time for one of CPU time, so that other work on the machine ends no run."""
CHOICE = "a choice of"
"""How the reason of a screened task with a choice begins: ``select=until-choice``."""


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

    @property
    def screen(self) -> Path:
        return ROWS / self.table / "screen.csv"

    def stage(self, seconds: int) -> Path:
        return ROWS / self.name / f"{seconds}s.csv"


def of_paper(table: str, tasks: int) -> Part:
    """All rows of a paper's table in the paper's setting."""
    return Part(table, table, tasks, ("papers", table, "--under", "paper"))


MODULES = ("--modules", "24", "--module-sizes", "4,6,7,8", "--module-sites", "2", "--module-irrelevant", "0.5", "--seed", "1")
"""The generated modules that the plan names for the thesis."""


LOOP = (
    *("--target-coverage", "separate", "--target-limit", "0", "--loop-counter", "literal"),
    *("--useless-choice", "end", "--order", "rpo"),
)
"""The thesis' loop."""
ENGINES = {"mathsat": "mathsat:proofs", "smtinterpol": "smtinterpol:proofs", "z3": "z3:horn"}
"""Solvers that do everything in a run, each with its procedure of interpolation, which has trees."""


def in_thesis_setting(interpolates: str, *strategies: str, engine: str = "mathsat") -> tuple[str, ...]:
    """The sweep of strategies in the thesis' setting, but for the engine and one query for each target or for all targets of a round."""
    solver = ("--backend", engine, "--interpolation", ENGINES[engine], "--fallback", "none", "--reduction", "none", "--extraction", "atoms")
    setting = ("--analysis", "predicate", "--block", "large", "--interpolates", interpolates, *solver, *LOOP)
    return ("sweep", *setting, "--strategies", ";".join(strategies))


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
    ablation("forte15"),
    ablation("spin15-predicate"),
    *by_another_engine("smtinterpol"),
    *by_another_engine("z3"),
)
"""In the order in which they are run."""


def screening(part: Part) -> Configuration:
    """The paper's setting, and its last row's strategy without a selection, which ends where there is a choice."""
    table = TABLES[part.table]
    strategy = parse_strategy(table.rows[-1].preset)
    until = Strategy(strategy.rank, strategy.propose, "until-choice", strategy.apply)
    limits = {"cpu_limit": float(SCREEN_SECONDS), "time_limit": float(WALL * SCREEN_SECONDS)}
    return Configuration(**{"analysis": table.rows[-1].analysis, "strategy": until.text, **table.setting, **limits})


def drawn(part: Part, paths: Sequence[Path]) -> list[Task]:
    """All tasks of the part's folders that the paper's exclusions keep, in the drawn order, which depends on their names alone."""
    tasks = sorted(without_excluded(distinct(collect_tasks(list(paths))), STUDIES[part.table].filter), key=lambda task: task.name)
    random.Random(SEED).shuffle(tasks)
    of_folders = [task for task in tasks if not part.folders or task.name.startswith(part.folders)]
    if not part.refined_in:
        return of_folders
    stage = ROWS / part.refined_in / f"{STAGES[0]}s.csv"
    refined = {row.result.task for row in read_rows(stage) if row.result.statistics.refinements} if stage.exists() else set()
    return [task for task in of_folders if task.name in refined]


def screened(part: Part, tasks: Sequence[Task], until: float) -> list[Task] | None:
    """The first tasks of the order that have a choice; None where the time ends before enough are known.

    A screen that knows enough is only read: the parts of a table may be of another build than it.
    """
    part.screen.parent.mkdir(parents=True, exist_ok=True)
    kept = list(read_rows(part.screen)) if part.screen.exists() else []
    known = {row.result.task: row for row in kept}
    labelled = [("screen", screening(part))]
    begun = False
    with_choice: list[Task] = []
    for task in tasks:
        if task.name not in known:
            if time.time() > until:
                return None
            if not begun:
                begun = True
                if not resume(part.screen, labelled):
                    write_csv([], part.screen)
            (known[task.name],) = append_csv(sweep([task], labelled), part.screen)
        if known[task.name].result.reason.startswith(CHOICE):
            with_choice.append(task)
        if len(with_choice) == part.tasks:
            break
    return with_choice


def discordant(rows: Path, tasks: Sequence[Task]) -> list[Task]:
    """The tasks that some row solved and another did not."""
    solved: dict[str, set[bool]] = {}
    for row in read_rows(rows):
        solved.setdefault(row.result.task, set()).add(row.result.classification == "solved")
    return [task for task in tasks if len(solved.get(task.name, ())) > 1]


def stage(part: Part, seconds: int, tasks: Sequence[Task], until: float) -> bool:
    """Run what a stage lacks; whether it is all there."""
    rows = part.stage(seconds)
    rows.parent.mkdir(parents=True, exist_ok=True)
    names = rows.with_suffix(".set")  # of this machine's places: not kept
    names.write_text("".join(f"{task.definition}\n" for task in tasks))
    command = [sys.executable, "-m", "verilab", *part.command, *([str(names)] if tasks else []), "--jobs", "1", "--resume"]
    limits = ["--cpu-limit", str(seconds), "--time-limit", str(WALL * seconds), "--csv", str(rows)]
    process = subprocess.Popen([*command, *limits], stdout=subprocess.DEVNULL)
    try:
        ended = process.wait(max(until - time.time(), 1))
    except subprocess.TimeoutExpired:
        return False
    finally:
        process.terminate()
        process.wait()
        names.unlink()
    if not rows.exists():
        raise Refused(f"verilab {part.command[0]} wrote no rows (exit code {ended})")
    return True


def go_on(paths: Sequence[Path], until: float, parts: Sequence[Part] = PARTS) -> Iterator[str]:
    """Screens and stages in the order of the plan, until the time is over; what became of each."""
    for before, seconds in zip((None, *STAGES), STAGES, strict=False):
        for part in parts:
            tasks: list[Task] = []
            if part.tasks:
                order = drawn(part, paths)
                chosen = screened(part, order, until) if part.screened else order[: part.tasks]
                if chosen is None:
                    yield f"{part.name}: screened {len(read_rows(part.screen))} tasks so far"
                    return
                tasks = chosen if before is None else discordant(part.stage(before), chosen)
            if not tasks and (part.tasks or before is not None):
                continue
            ended = stage(part, seconds, tasks, until)
            runs = f"{len(read_rows(part.stage(seconds)))} runs of at most {seconds} s"
            yield f"{part.name}: {runs}{f' on {len(tasks)} tasks' if tasks else ''}{'' if ended else ' so far'}"
            if not ended or time.time() > until:
                return


def status() -> Iterator[str]:
    """How many rows each file has, how many of them solved their task, and their CPU time."""
    names = {part.name for part in PARTS}
    for file in sorted(file for file in ROWS.glob("*/*.csv") if file.parent.name in names):
        rows = read_rows(file)
        solved = sum(row.result.classification == "solved" for row in rows)
        wrong = sum(row.result.classification == "wrong" for row in rows)
        hours = sum(row.result.statistics.cpu_s for row in rows) / 3600
        yield f"{file.relative_to(ROWS)}: {len(rows)} rows, {solved} solved, {wrong} wrong, {hours:.2f} h of CPU time"


def tables() -> Iterator[str]:
    """What the rows of every table come to, stage by stage."""
    for part in PARTS:
        for seconds in STAGES:
            if part.name in EXTREMES and part.stage(seconds).exists() and (rows := read_rows(part.stage(seconds))):
                chosen = ", on the tasks that some row solved before and another did not" if seconds > STAGES[0] else ""
                yield f"{part.name}, {seconds} s of CPU time a run{chosen}"
                yield from (f"  {line}" for line in decisions(part.table, rows))
    stages = [part.stage(STAGES[0]) for part in PARTS if part.name.startswith("blocks-")]
    if selections := [row for rows in stages if rows.exists() for row in read_rows(rows)]:
        yield f"selection on blocks, {STAGES[0]} s of CPU time a run: beside none on the same blocks, and none beside none on single edges"
        yield from (f"  {line}" for line in block_table(selections))
    compared = [
        comparison
        for tasks, begin in (("modules", "thesis"), ("drivers", "thesis-drivers"))
        for engine in ENGINES
        for comparison in multi_path(tasks, begin if engine == "mathsat" else f"{begin}-{engine}")
    ]
    if compared:
        yield f"H1 by engines, {STAGES[0]} s of CPU time a run, on the tasks that need a refinement"
        yield from (f"  {line}" for line in h1_table(compared))


def multi_path(tasks: str, part: str) -> list[Comparison]:
    """Of a part and of its trees, as far as there are rows."""
    stages = [ROWS / name / f"{STAGES[0]}s.csv" for name in (part, f"{part}-tree")]
    return list(comparisons(tasks, [row for stage in stages if stage.exists() for row in read_rows(stage)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    fetching = commands.add_parser("tasks", help="fetch the tasks and write their definitions")
    fetching.add_argument("folder", type=Path)
    following = commands.add_parser("next", help="run what is lacking")
    following.add_argument("tasks", nargs="+", type=Path)
    following.add_argument("--minutes", type=float, default=60)
    names = [part.name for part in PARTS]
    following.add_argument("--parts", nargs="+", choices=names, default=names, help="only these: a file has the rows of one build")
    commands.add_parser("status", help="what is there")
    commands.add_parser("decide", help="what the rows say about the papers' effects")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # what runs is ended, too
    try:
        match arguments.command:
            case "tasks":
                lines = lay_out(arguments.folder)
            case "status":
                lines = status()
            case "decide":
                lines = tables()
            case _:
                parts = [part for part in PARTS if part.name in arguments.parts]
                lines = go_on(arguments.tasks, time.time() + 60 * arguments.minutes, parts)
        for line in lines:
            print(line, flush=True)
    except Refused as error:
        sys.exit(f"results.campaign: {error}")


if __name__ == "__main__":
    main()
