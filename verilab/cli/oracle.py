"""``verilab oracle``: follow every candidate at chosen refinements, and see what each would have cost."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verilab.cli.configured import configured
from verilab.cli.errors import clear_errors
from verilab.experiments.design.selection import collect_tasks
from verilab.experiments.oracle import (
    MAX_BRANCHES,
    MEASURES,
    Agreement,
    BranchError,
    BranchRun,
    CandidateCost,
    OracleReport,
    Outcome,
    RefinementReport,
    Regret,
    follow_all,
    parse_refinements,
    score_rows,
    total,
)
from verilab.program.tasks import Task
from verilab.refinement.scores import MAXIMUM
from verilab.refinement.strategy import parse_strategy
from verilab.verification.configuration import Configuration
from verilab.verification.serving.answers import RejectedInput

INTERRUPTED = 130


@configured(required=("strategy",), defaults={"analysis": "value"})
def oracle(
    *,
    tasks: Annotated[list[Path], typer.Argument(help="Task definitions, sets, C files or folders with .yml files.", show_default=False)],
    at: Annotated[str, typer.Option(help="Refinements, as in 1,3-5; all: those with several candidates.")] = "all",
    measure: Annotated[str, typer.Option(help=f"What candidates are ranked by: {', '.join(MEASURES)}.")] = MEASURES[0],
    max_branches: Annotated[int, typer.Option(help="Runs at most, the recorded one not counted; done in order.")] = MAX_BRANCHES,
    configuration: Configuration,
    jobs: Annotated[int, typer.Option(help="Runs at the same time; times are undisturbed with fewer jobs than cores.")] = 1,
    scores: Annotated[bool, typer.Option("--scores", help="Show all scores of each candidate.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write JSON rows to this file: candidates, regrets, scores.")] = None,
) -> None:
    """Follow every candidate of a refinement instead of one, each in a process of its own, and report what each would have cost.

    The run is recorded once; a branch makes the same choices up to its refinement, takes another candidate there, and leaves later
    choices to the strategy.  Shown are costs from the refinement on, the regret of the choice (its cost / the best candidate's), and
    which scores would have picked the best, added up over several tasks.  Ctrl-C ends the branches and shows what there is.

    Exit codes: 0, 1 where branches contradict each other, 2 for wrong input or usage, 130 interrupted.
    """
    with clear_errors():
        parse_strategy(configuration.strategy)
        settings = {"at": parse_refinements(at), "measure": measure, "jobs": jobs, "max_branches": max_branches}
        chosen = collect_tasks(tasks)
        reports = []
        with contextlib.ExitStack() as stack:
            rows = None if json_file is None else stack.enter_context(json_file.open("w"))
            for report in _reports(chosen, configuration, settings):
                reports.append(report)
                print_report(report, with_scores=scores)
                _write(rows, report.rows())
            if len(chosen) > 1:
                agreements = total(reports)
                print_agreements(agreements, measure, f" of {len(reports)} tasks")
                _write(rows, score_rows("all tasks", configuration.strategy, agreements))
    _leave(chosen, reports)


def _reports(tasks: list[Task], configuration: Configuration, settings: dict[str, Any]) -> Iterator[OracleReport]:
    """Task by task; of several tasks one that cannot be followed is told and passed over, and an interrupt ends them all."""
    for task in tasks:
        try:
            report = _follow(task, configuration, settings)
        except KeyboardInterrupt:
            typer.echo(f"{task.name}: interrupted before its run was recorded", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except (BranchError, RejectedInput) as error:
            if len(tasks) == 1:
                raise
            typer.echo(f"{task.name}: {error}", err=True)
        else:
            yield report
            if report.interrupted:
                return


def _follow(task: Task, configuration: Configuration, settings: dict[str, Any]) -> OracleReport:
    with Console(stderr=True).status(f"{escape(task.name)}: recording") as status:

        def recorded(row: dict[str, Any]) -> None:
            status.update(
                f"{escape(task.name)}: recording, {row['states']} states, {row['refinements']} refinements, {row['wall_s']:.1f} s"
            )

        def finished(run: BranchRun, number: int, total: int) -> None:
            status.update(
                f"{escape(task.name)}: {number} of {total} branches, last: refinement {run.branch.refinement}, {run.result.verdict}"
            )

        return follow_all(task, configuration, **settings, recorded=recorded, finished=finished)


def _write(file: TextIO | None, rows: Iterable[dict[str, Any]]) -> None:
    if file is not None:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()


def _leave(tasks: list[Task], reports: list[OracleReport]) -> None:
    """End with the exit code that the reports make."""
    contradicting = [report for report in reports if len(report.verdicts) > 1]
    for report in contradicting:
        typer.echo(f"DISAGREEMENT: branches of {report.task} end with {' and '.join(report.verdicts)}", err=True)
    if contradicting:
        raise typer.Exit(1)
    if any(report.interrupted for report in reports):
        raise typer.Exit(INTERRUPTED)
    if not reports:
        typer.echo(f"error: none of the {len(tasks)} tasks could be followed", err=True)
        raise typer.Exit(2)


WIDTH = 140
SHOWN = 60
"""Characters of a candidate's facts."""
_SHORT_NAMES = {"cpu_s": "cpu", "states": "states", "refinements": "refinements"}
"""The measures that are always shown, wall time where it is asked for."""


def print_report(report: OracleReport, *, with_scores: bool) -> None:
    """Every refinement with its candidates, then what each score would have picked, then what to keep in mind."""
    console = Console(width=WIDTH)
    recorded = report.recorded
    how = f"{recorded.verdict} ({recorded.reason})" if recorded.reason else recorded.verdict
    console.print(f"{report.task} by {escape(report.strategy)}: {how} after {recorded.statistics.refinements} refinements", highlight=False)
    if not report.refinements:
        console.print("no refinement has several candidates: there was nothing to choose")
    measures = _measures(report.measure)
    for refinement in filter(_has_comparison, report.refinements):
        console.print(_candidates(refinement))
        if with_scores:
            console.print(_scores(refinement))
        console.print(_regrets(refinement, measures), highlight=False)
    print_agreements(report.agreements, report.measure)
    for remark in _remarks(report):
        console.print(remark, highlight=False)


def print_agreements(agreements: Mapping[str, Sequence[Agreement]], measure: str, of: str = "") -> None:
    """Which score picks the best candidate, of one run or of several (``of``); nothing where no refinement could be compared."""
    if agreements[measure]:
        Console(width=WIDTH).print(_agreements({name: agreements[name] for name in _measures(measure)}, of))


def _measures(first: str) -> list[str]:
    return list(dict.fromkeys([first, *_SHORT_NAMES]))


def _has_comparison(refinement: RefinementReport) -> bool:
    """Whether there is more to show than the strategy's own run: another candidate was followed, or there is none."""
    return len(refinement.candidates) == 1 or any(
        candidate.outcome is not Outcome.MISSING for candidate in refinement.candidates if not candidate.chosen
    )


def _candidates(refinement: RefinementReport) -> Table:
    table = Table(
        box=SIMPLE, pad_edge=False, title=f"refinement {refinement.number}, target in line {refinement.line}", title_justify="left"
    )
    for heading in ("candidate", "rank", "analysis", "prefix", "tracks", "ends", "cpu s", "wall s", "states", "refinem.", "total cpu s"):
        table.add_column(heading, justify="left" if heading in ("candidate", "analysis", "tracks", "ends") else "right", overflow="fold")
    for candidate in refinement.candidates:
        name = "join" if candidate.candidate is None else str(candidate.candidate)
        facts = ", ".join(candidate.facts)
        bound = "" if candidate.outcome is Outcome.DECIDED else "> "
        costs = (
            []
            if candidate.after is None
            else [bound + _number(candidate.after[name]) for name in ("cpu_s", "wall_s", "states", "refinements")]
        )
        table.add_row(
            name + (" chosen" if candidate.chosen else ""),
            "" if candidate.rank is None else str(candidate.rank),
            candidate.analysis,
            str(candidate.length) if candidate.candidate is not None else "",
            escape(facts[:SHOWN] + (" ..." if len(facts) > SHOWN else "")),
            _end(candidate),
            *(costs or [""] * 4),
            "" if candidate.total is None else bound + _number(candidate.total["cpu_s"]),
            style="bold" if candidate.chosen else None,
        )
    return table


def _end(cost: CandidateCost) -> str:
    if cost.outcome in (Outcome.MISSING, Outcome.DIVERGED):
        return str(cost.outcome.value)
    end = cost.verdict if cost.outcome is Outcome.DECIDED else cost.reason.partition("\n")[0][:SHOWN]
    return escape(f"{end} (adds nothing)" if cost.adds_nothing else end)


def _scores(refinement: RefinementReport) -> Table:
    names = list(dict.fromkeys(name for candidate in refinement.candidates for name in candidate.scores))
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("candidate", no_wrap=True)
    for name in names:
        table.add_column(escape(name), justify="right", overflow="fold")
    for candidate in refinement.candidates:
        if candidate.candidate is not None:
            table.add_row(
                str(candidate.candidate), *("" if (value := candidate.scores.get(name)) is None else _number(value) for name in names)
            )
    return table


def _regrets(refinement: RefinementReport, measures: Sequence[str]) -> str:
    if not refinement.regrets:
        missing = len(refinement.candidates) - refinement.followed
        why = f"{missing} of {len(refinement.candidates)} candidates say nothing" if missing else "no candidate ends with a verdict"
        return f"regret of the choice: unknown, {why}"
    regrets = ", ".join(f"{_SHORT_NAMES.get(measure, 'wall')} {_regret(refinement.regrets[measure])}" for measure in measures)
    return f"regret of the choice: {regrets}"


def _regret(regret: Regret) -> str:
    ratio = "" if regret.ratio is None else f"x {regret.ratio:.2f} "
    unit = " s" if regret.measure.endswith("_s") else ""
    return f"{'at least ' if regret.at_least else ''}{ratio}(+ {_number(regret.difference)}{unit})"


def _agreements(by_measure: Mapping[str, Sequence[Agreement]], of: str) -> Table:
    """Scores as rows, in the order of the first measure; per measure how often the best was picked, and the regret of the picks."""
    first, *_ = by_measure.values()
    table = Table(title=f"which score picks the best candidate, of {first[0].refinements} refinements{of}", title_justify="left")
    table.add_column("score", overflow="fold")
    for measure in by_measure:
        table.add_column(f"best by {_SHORT_NAMES.get(measure, 'wall')}", justify="right")
        table.add_column("regret", justify="right")
    for number, agreement in enumerate(first):
        cells = []
        for agreements in by_measure.values():
            same = next(counterpart for counterpart in agreements if counterpart.score == agreement.score)
            ratio = "" if same.regret is None else f"{'> ' if same.at_least else ''}{same.regret:.2f}"
            share = f"{same.best}" if same.refinements == first[0].refinements else f"{same.best} of {same.refinements}"
            cells += [share, ratio]
        table.add_row(escape(agreement.score), *cells, end_section=number == 0)
    return table


def _remarks(report: OracleReport) -> list[str]:
    remarks = []
    candidates = [candidate for refinement in report.refinements for candidate in refinement.candidates]
    if candidates:
        remarks.append(
            f"costs are from the refinement on, the check of the evidence included; ranks and the order of scores are by {report.measure}; "
            "times within 10 % and 0.1 s of the best count as the best"
        )
    if any(candidate.outcome is Outcome.UNDECIDED for candidate in candidates):
        limit = report.recorded.configuration.time_limit
        remarks.append(
            f"> : no verdict; counts as the limit of {limit:g} s, with the states and refinements it came to, and as worse than any verdict"
        )
    diverged = sum(candidate.outcome is Outcome.DIVERGED for candidate in candidates)
    if diverged:
        remarks.append(
            f"{diverged} branches came to other candidates than the recorded run: it is not deterministic there, and they tell nothing"
        )
    if report.unstable:
        remarks.append(f"the strategy's own run was not the same when run again: {report.unstable}")
    if report.left_out:
        why = "interrupted" if report.interrupted else "--max-branches follows more"
        hidden = [refinement.number for refinement in report.refinements if not _has_comparison(refinement)]
        where = f"; none at refinements {', '.join(map(str, hidden))}" if hidden else ""
        remarks.append(f"{report.left_out} branch{'es were' if report.left_out > 1 else ' was'} not followed ({why}){where}")
    return remarks


def _number(value: float) -> str:
    if value == MAXIMUM:
        return "max"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"
