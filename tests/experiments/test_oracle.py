"""An oracle follows every candidate of a refinement and says what each would have cost."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verilab.experiments.oracle import Branch, BranchError, BranchRun, OracleReport, Outcome, branches, follow_all, parse_refinements
from verilab.experiments.oracle.branches import follow, plan_branches
from verilab.experiments.oracle.recording import Recording, record
from verilab.experiments.oracle.report import make_report
from verilab.families import families, write_task
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import Stopped, run_isolated
from verilab.verification.schema import RunResult

DECLARATIONS = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
BAD, GOOD = "spin15-bad", "spin15-good"
INTERRUPTED = """
import importlib, os, signal, sys
from verilab.cli.app import app
module = importlib.import_module("verilab.cli.oracle")
follow_all = module.follow_all
def interrupted(*arguments, finished, **options):
    return follow_all(*arguments, finished=lambda *branch: os.kill(os.getpid(), signal.SIGINT), **options)
module.follow_all = interrupted
signal.signal(signal.SIGINT, signal.default_int_handler)
app(sys.argv[1:])
"""
"""The command line, interrupted when the first branch ends; a shell lets what it starts in the background ignore the interrupt."""


def task(folder: Path, text: str) -> Task:
    path = folder / "program.c"
    path.write_text(DECLARATIONS + text)
    (loaded,) = load_tasks(path)
    return loaded


def at_once(folder: Path, rounds: int = 12) -> Task:
    """The question of FORTE'15 Fig. 1 at the first refinement: leaving the loop at once contradicts i, the error behind it b."""
    loop = f"while (i < {rounds}) {{ i++; if (__VERIFIER_nondet_int()) {{ b = 1; }} }}"
    return task(folder, f"int main(void) {{ int b = 1; int i = 0; {loop} if (!b) {{ reach_error(); }} return 0; }}")


def value(strategy: str, limit: float = 30.0) -> Configuration:
    return Configuration(analysis="value", strategy=strategy, time_limit=limit)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("oracle")


@pytest.fixture(scope="module")
def bad(folder: Path) -> OracleReport:
    return follow_all(at_once(folder), value(BAD), [1], measure="states", jobs=2)


@pytest.fixture(scope="module")
def recorded(folder: Path) -> Recording:
    inner = folder / "recorded"
    inner.mkdir()
    return record(at_once(inner), value(BAD), inner)


def shown(report: OracleReport) -> list[tuple[object, ...]]:
    """All of a report but the times."""
    return [
        (
            refinement.number,
            candidate.candidate,
            candidate.rank,
            candidate.verdict,
            candidate.facts,
            candidate.after["states"],
            candidate.after["refinements"],
        )
        for refinement in report.refinements
        for candidate in refinement.candidates
        if candidate.after is not None
    ]


def test_at_the_first_refinement_the_boolean_candidate_costs_least(bad: OracleReport) -> None:
    (refinement,) = bad.refinements
    assert all(each.verdict == "true" for each in refinement.candidates)
    best = min(refinement.candidates, key=lambda each: each.rank or 99)
    assert best.rank == 1
    assert any("main::b" in fact for fact in best.facts)
    assert not any("main::i" in fact for fact in best.facts)
    assert best.after is not None
    assert best.after["refinements"] == 1
    assert {"length", "domain-type", "width"} <= set(best.scores)
    assert best.length > 0


def test_bad_domain_types_regret_their_choice_and_good_ones_do_not(bad: OracleReport, tmp_path: Path) -> None:
    good = follow_all(at_once(tmp_path), value(GOOD), [1], measure="states", jobs=2)
    for measure in ("states", "refinements"):
        ratio, regret = bad.refinements[0].regrets[measure].ratio, bad.refinements[0].regrets[measure]
        assert ratio is not None
        assert ratio >= 2
        assert regret.difference == regret.chosen - regret.best > 0
        assert not regret.at_least
        assert good.refinements[0].regrets[measure].ratio == 1.0


def test_the_scores_that_would_have_picked_the_best_candidate_are_counted(bad: OracleReport) -> None:
    agreements = {each.score: each for each in bad.agreements["states"]}
    assert bad.agreements["states"][0].score == "the strategy"
    assert (agreements["domain-type:good"].best, agreements["domain-type:good"].regret) == (1, 1.0)
    for score in ("domain-type:bad", "the strategy"):
        regret = agreements[score].regret
        assert agreements[score].best == 0
        assert regret is not None
        assert regret > 2


def test_branches_are_deterministic(bad: OracleReport, tmp_path: Path) -> None:
    assert bad.unstable == ""
    again = follow_all(at_once(tmp_path), value(BAD), [1], measure="states", jobs=1)
    assert shown(again) == shown(bad)


def test_in_figure_1_the_boolean_costs_least_where_there_is_a_choice(tmp_path: Path) -> None:
    """The first path goes around the loop, and only i refutes it; the second one goes through the loop once."""
    (figure_1,) = load_tasks(write_task(tmp_path, families()["boolean-or-counter"].generate(4, safe=True)))
    configuration = Configuration(analysis="predicate", strategy="spin15-bad", time_limit=60.0)
    report = follow_all(figure_1, configuration, [1, 2], measure="states", jobs=2)
    assert report.unstable == ""
    alone, choice = report.refinements
    assert [each.chosen for each in alone.candidates] == [True]
    assert alone.regrets["states"].ratio == 1.0
    best = min(choice.candidates, key=lambda each: each.rank or 99)
    assert any("main::b" in fact for fact in best.facts)
    assert not any("main::i" in fact for fact in best.facts)
    for measure in ("states", "refinements"):
        ratio = choice.regrets[measure].ratio
        assert ratio is not None
        assert ratio > 1
    agreements = {each.score: (each.best, each.refinements) for each in report.agreements["states"]}
    assert (agreements["domain-type:good"], agreements["the strategy"]) == ((1, 1), (0, 1))


def test_a_branch_without_a_verdict_counts_as_the_limit_and_loses_no_other(tmp_path: Path) -> None:
    report = follow_all(at_once(tmp_path, 10_000_000), value(BAD, 8.0), [1], jobs=2)
    (refinement,) = report.refinements
    chosen = next(each for each in refinement.candidates if each.chosen)
    best = min(refinement.candidates, key=lambda each: each.rank or 99)
    assert (chosen.outcome, chosen.reason) == (Outcome.UNDECIDED, "timeout")
    assert best.outcome is Outcome.DECIDED
    assert chosen.total is not None
    assert chosen.total["cpu_s"] >= 8.0
    regret = refinement.regrets["cpu_s"]
    assert regret.at_least
    assert regret.ratio is not None
    assert regret.ratio > 1


def test_a_crash_of_a_branch_is_reported_and_loses_no_other(recorded: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(task: Task, configuration: Configuration, **options: Any) -> RunResult:
        if str(options["trace"]).endswith("1-0.trace"):
            return RunResult(task.name, "unknown", "crash: the run's process died of SIGSEGV", configuration=configuration)
        if str(options["trace"]).endswith("1-1.trace"):
            raise BrokenPipeError(32, "Broken pipe")
        return run_isolated(task, configuration, **options)

    monkeypatch.setattr(branches, "run_isolated", crash)
    report = followed(recorded, plan_branches(recorded, [1]), tmp_path)
    outcomes = {each.candidate: (each.outcome, each.reason) for each in report.refinements[0].candidates if not each.chosen}
    reasons = {0: "crash: the run's process died of SIGSEGV", 1: "crash: Broken pipe"}
    assert outcomes
    for place, outcome in outcomes.items():
        assert outcome == (Outcome.UNDECIDED, reasons[place or 0])
    own = next(each for each in report.refinements[0].candidates if each.chosen)
    assert (own.outcome, own.rank) == (Outcome.DECIDED, 1)


def followed(recording: Recording, chosen: list[Branch], folder: Path) -> OracleReport:
    runs: list[BranchRun] = []
    follow(recording, chosen, folder, jobs=2, stop=threading.Event(), finished=runs.append)
    return make_report(recording, [1], runs, measure="states")


def test_other_candidates_than_recorded_are_not_compared(recorded: Recording, tmp_path: Path) -> None:
    changed = tuple(line | {"digest": "other"} if "digest" in line else line for line in recorded.trace)
    elsewhere = replace(recorded, trace=changed)
    report = followed(elsewhere, plan_branches(elsewhere, [1]), tmp_path)
    assert {each.outcome for each in report.refinements[0].candidates} == {Outcome.DIVERGED}
    assert report.refinements[0].regrets == {}
    assert report.agreements["states"] == ()


def test_what_is_not_followed_is_counted(tmp_path: Path) -> None:
    report = follow_all(at_once(tmp_path), value(BAD), [1], max_branches=1)
    assert report.left_out == len(report.refinements[0].candidates) - 1 > 0
    assert [each.outcome is Outcome.MISSING for each in report.refinements[0].candidates] == [
        not each.chosen for each in report.refinements[0].candidates
    ]
    assert report.refinements[0].regrets == {}


def test_interrupted_it_reports_what_there_is(tmp_path: Path) -> None:
    def interrupt(run: BranchRun, number: int, total: int) -> None:
        raise KeyboardInterrupt

    report = follow_all(at_once(tmp_path), value(BAD), [1], finished=interrupt)
    assert report.interrupted
    assert report.own is not None
    assert report.left_out == len(report.refinements[0].candidates) - 1


def test_a_run_that_nobody_wants_any_more_is_killed_in_the_middle_of_its_work(tmp_path: Path) -> None:
    stop, told = threading.Event(), []

    def wanted_no_more(row: dict[str, object]) -> None:
        told.append(row)
        stop.set()

    with pytest.raises(Stopped):  # it would end without a result, by its limit of time, otherwise
        run_isolated(at_once(tmp_path, 10_000_000), value(BAD, 60.0), wanted_no_more, stop=stop)
    assert told


def test_the_interrupt_key_ends_the_branches_and_prints_the_report(tmp_path: Path) -> None:
    program, rows = at_once(tmp_path, 10_000_000), tmp_path / "rows.jsonl"
    arguments = ["oracle", str(program.files[0]), "--strategy", GOOD, "--time-limit", "60", "--json", str(rows)]
    run = subprocess.run([sys.executable, "-c", INTERRUPTED, *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 130, run.stderr
    assert "1 branch was not followed (interrupted)" in run.stdout
    candidates = [row for row in map(json.loads, rows.read_text().splitlines()) if row["row"] == "candidate"]
    assert {row["outcome"] for row in candidates if row["chosen"]} == {"decided"}


def test_a_join_is_compared_with_the_candidates_that_it_joins(tmp_path: Path) -> None:
    strategy = "rank=all propose=sliced-prefixes select=join-all apply=restart:global"
    report = follow_all(at_once(tmp_path), value(strategy), [1], measure="states", jobs=2)
    (refinement,) = report.refinements
    assert [each.candidate for each in refinement.candidates if each.chosen] == [None]
    assert len(refinement.candidates) > 2
    assert refinement.regrets["states"].ratio is not None
    assert {each.verdict for each in refinement.candidates} == {"true"}


def test_in_a_composite_the_candidates_of_all_analyses_are_compared(tmp_path: Path) -> None:
    # The list asks both analyses for all their candidates; with a threshold the second one is asked only past it.
    composite = Configuration(analysis="composite", strategy="spin15-(va+pa+)+list", time_limit=60.0)
    report = follow_all(at_once(tmp_path), composite, [1], measure="states", jobs=2)
    assert report.unstable == ""
    assert report.verdicts == ("true",)
    assert {each.analysis for each in report.refinements[0].candidates} == {"value", "predicate"}
    assert all(each.outcome is Outcome.DECIDED for each in report.refinements[0].candidates)
    assert report.refinements[0].regrets["states"].ratio is not None


def test_refinements_are_numbers_ranges_and_all() -> None:
    assert parse_refinements("3-5, 1,4") == (1, 3, 4, 5)
    assert parse_refinements("all") is None
    for wrong in ("", "x", "0", "5-3", "1-2-3", "-1", "1,,2", "99999999"):
        with pytest.raises(BranchError, match="refinements"):
            parse_refinements(wrong)


@pytest.mark.parametrize(
    ("configuration", "options", "message"),
    [
        (Configuration(), {}, "name one analysis"),
        (value(BAD), {"measure": "taste"}, "known: cpu_s, wall_s, states, refinements"),
        (value(BAD), {"jobs": 0}, "at least 1"),
        (value(BAD), {"max_branches": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_followed_is_refused(tmp_path: Path, configuration: Configuration, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BranchError, match=message):
        follow_all(at_once(tmp_path), configuration, [1], **options)


def test_a_refinement_that_does_not_happen_is_named_with_how_the_run_ends(recorded: Recording) -> None:
    with pytest.raises(BranchError, match=r"refinement 99 does not happen: the run ends after \d+ refinements with true"):
        branches.chosen_refinements(recorded, [1, 99])
