"""The campaign: ``python -m results.campaign tasks FOLDER`` fetches its tasks, ``next TASKS... --minutes 60`` runs what is next,
``status`` tells what is there, ``decide`` what it means.  With ``--rows FOLDER`` all of them are about rows of one's own, from the first
screen on, and ``moved --rows FOLDER`` says which numbers differ from the project's.

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
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from results.campaign.decisions import EXTREMES, block_table, decisions, decisions_by_engine
from results.campaign.moved import moved
from results.campaign.multi_path import Comparison, comparisons, h1_table
from results.campaign.parts import ENGINES, PARTS, STAGES, Part, Rows
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
from verilab.verification.schema import Run

SEED = 2026
SCREEN_SECONDS = 10
WALL = 12
"""Seconds of wall time for one of CPU time, so that other work on the machine ends no run."""
RECORDED = Rows()
"""The project's own rows."""
CHOICE = "a choice of"
"""How the reason of a screened task with a choice begins: ``select=until-choice``."""


def screening(part: Part) -> Configuration:
    """The paper's setting, and its last row's strategy without a selection, which ends where there is a choice."""
    table = TABLES[part.table]
    strategy = parse_strategy(table.rows[-1].preset)
    until = Strategy(strategy.rank, strategy.propose, "until-choice", strategy.apply)
    limits = {"cpu_limit": float(SCREEN_SECONDS), "time_limit": float(WALL * SCREEN_SECONDS)}
    return Configuration(**{"analysis": table.rows[-1].analysis, "strategy": until.text, **table.setting, **limits})


def drawn(part: Part, paths: Sequence[Path], rows: Rows) -> list[Task]:
    """All tasks of the part's folders that the paper's exclusions keep, in the drawn order, which depends on their names alone."""
    tasks = sorted(without_excluded(distinct(collect_tasks(list(paths))), STUDIES[part.table].filter), key=lambda task: task.name)
    random.Random(SEED).shuffle(tasks)
    of_folders = [task for task in tasks if not part.folders or task.name.startswith(part.folders)]
    if not part.refined_in:
        return of_folders
    stage = rows.stage(part.refined_in, STAGES[0])
    refined = {row.result.task for row in read_rows(stage) if row.result.statistics.refinements} if stage.exists() else set()
    return [task for task in of_folders if task.name in refined]


def with_choice(part: Part, tasks: Sequence[Task], known: Mapping[str, Run]) -> list[Task] | None:
    """The first tasks of the order that have a choice; None where not enough are known to say which."""
    chosen: list[Task] = []
    for task in tasks:
        if task.name not in known:
            return None
        if known[task.name].result.reason.startswith(CHOICE):
            chosen.append(task)
        if len(chosen) == part.tasks:
            break
    return chosen


def screened(part: Part, tasks: Sequence[Task], rows: Rows, until: float) -> list[Task] | None:
    """The first tasks of the order that have a choice; None where the time ends before enough are known.

    A screen that knows enough is only read: the parts of a table may be of another build than it.
    """
    screen = rows.screen(part)
    screen.parent.mkdir(parents=True, exist_ok=True)
    known = {row.result.task: row for row in read_rows(screen)} if screen.exists() else {}
    chosen = with_choice(part, tasks, known)
    if chosen is not None:
        return chosen
    labelled = [("screen", screening(part))]
    if not resume(screen, labelled):
        write_csv([], screen)
    for task in tasks:
        if task.name in known:
            continue
        if time.time() > until:
            return None
        (known[task.name],) = append_csv(sweep([task], labelled), screen)
        chosen = with_choice(part, tasks, known)
        if chosen is not None:
            break
    return chosen


def discordant(rows: Path, tasks: Sequence[Task]) -> list[Task]:
    """The tasks that some row solved and another did not."""
    solved: dict[str, set[bool]] = {}
    for row in read_rows(rows):
        solved.setdefault(row.result.task, set()).add(row.result.classification == "solved")
    return [task for task in tasks if len(solved.get(task.name, ())) > 1]


def stage(part: Part, seconds: int, tasks: Sequence[Task], rows: Rows, until: float) -> bool:
    """Run what a stage lacks; whether it is all there."""
    file = rows.stage(part.name, seconds)
    file.parent.mkdir(parents=True, exist_ok=True)
    names = file.with_suffix(".set")  # of this machine's places: not kept
    names.write_text("".join(f"{task.definition}\n" for task in tasks))
    command = [sys.executable, "-m", "verilab", *part.command, *([str(names)] if tasks else []), "--jobs", "1", "--resume"]
    limits = ["--cpu-limit", str(seconds), "--time-limit", str(WALL * seconds), "--csv", str(file)]
    process = subprocess.Popen([*command, *limits], stdout=subprocess.DEVNULL)
    try:
        ended = process.wait(max(until - time.time(), 1))
    except subprocess.TimeoutExpired:
        return False
    finally:
        process.terminate()
        process.wait()
        names.unlink()
    if not file.exists():
        raise Refused(f"verilab {part.command[0]} wrote no rows (exit code {ended})")
    return True


def go_on(paths: Sequence[Path], until: float, parts: Sequence[Part], rows: Rows) -> Iterator[str]:
    """Screens and stages in the order of the plan, until the time is over; what became of each."""
    for before, seconds in zip((None, *STAGES), STAGES, strict=False):
        for part in parts:
            tasks: list[Task] = []
            if part.tasks:
                order = drawn(part, paths, rows)
                chosen = screened(part, order, rows, until) if part.screened else order[: part.tasks]
                if chosen is None:
                    yield f"{part.name}: screened {len(read_rows(rows.screen(part)))} tasks so far"
                    return
                tasks = chosen if before is None else discordant(rows.stage(part.name, before), chosen)
            if not tasks and (part.tasks or before is not None):
                continue
            ended = stage(part, seconds, tasks, rows, until)
            runs = f"{len(read_rows(rows.stage(part.name, seconds)))} runs of at most {seconds} s"
            yield f"{part.name}: {runs}{f' on {len(tasks)} tasks' if tasks else ''}{'' if ended else ' so far'}"
            if not ended or time.time() > until:
                return


def status(rows: Rows) -> Iterator[str]:
    """How many rows each file has, how many of them solved their task, and their CPU time."""
    names = {part.name for part in PARTS}
    for file in sorted(file for file in rows.folder.glob("*/*.csv") if file.parent.name in names):
        runs = read_rows(file)
        solved = sum(run.result.classification == "solved" for run in runs)
        wrong = sum(run.result.classification == "wrong" for run in runs)
        hours = sum(run.result.statistics.cpu_s for run in runs) / 3600
        yield f"{file.relative_to(rows.folder)}: {len(runs)} rows, {solved} solved, {wrong} wrong, {hours:.2f} h of CPU time"


def tables(rows: Rows) -> Iterator[str]:
    """What the rows of every table come to, stage by stage."""
    for part in PARTS:
        for seconds in STAGES:
            if part.name in EXTREMES and (runs := rows.read(seconds, part.name)):
                chosen = ", on the tasks that some row solved before and another did not" if seconds > STAGES[0] else ""
                yield f"{part.name}, {seconds} s of CPU time a run{chosen}"
                yield from (f"  {line}" for line in decisions(part.table, runs))
    if selections := rows.read(STAGES[0], *(part.name for part in PARTS if part.name.startswith("blocks-"))):
        yield f"selection on blocks, {STAGES[0]} s of CPU time a run: beside none on the same blocks, and none beside none on single edges"
        yield from (f"  {line}" for line in block_table(selections))
    if by_others := rows.read(STAGES[0], *(f"spin15-predicate-{engine}" for engine in ENGINES)):
        yield f"spin15-predicate by engines, {STAGES[0]} s of CPU time a run"
        runs = [*rows.read(STAGES[0], "spin15-predicate"), *by_others]
        yield from (f"  {line}" for line in decisions_by_engine("spin15-predicate", runs))
    compared = [
        comparison
        for tasks, begin in (("modules", "thesis"), ("drivers", "thesis-drivers"))
        for engine in ENGINES
        for comparison in multi_path(rows, tasks, begin if engine == "mathsat" else f"{begin}-{engine}")
    ]
    if compared:
        yield f"H1 by engines, {STAGES[0]} s of CPU time a run, on the tasks that need a refinement"
        yield from (f"  {line}" for line in h1_table(compared))


def multi_path(rows: Rows, tasks: str, part: str) -> list[Comparison]:
    """Of a part and of its trees, as far as there are rows."""
    return list(comparisons(tasks, rows.read(STAGES[0], part, f"{part}-tree")))


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
    others = {
        "status": commands.add_parser("status", help="what is there"),
        "decide": commands.add_parser("decide", help="what the rows say about the papers' effects"),
        "moved": commands.add_parser("moved", help="which numbers of the rows in --rows differ from the project's"),
    }
    for name, command in {"next": following, **others}.items():
        command.add_argument(
            "--rows", type=Path, default=RECORDED.folder, required=name == "moved", help="their folder; the project's by default"
        )
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # what runs is ended, too
    try:
        rows = Rows(arguments.rows) if "rows" in arguments else RECORDED
        match arguments.command:
            case "tasks":
                lines = lay_out(arguments.folder)
            case "status":
                lines = status(rows)
            case "moved":
                lines = moved(RECORDED, rows)
            case "decide":
                lines = tables(rows)
            case _:
                parts = [part for part in PARTS if part.name in arguments.parts]
                lines = go_on(arguments.tasks, time.time() + 60 * arguments.minutes, parts, rows)
        for line in lines:
            print(line, flush=True)
    except Refused as error:
        sys.exit(f"results.campaign: {error}")


if __name__ == "__main__":
    main()
