"""The study: every arm on the identical queries, placed and tried on the path; it goes on where it was ended; its figures are paired."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pysmt.environment import Environment
from typer.testing import CliRunner

from tests.experiments.store.records import record
from verilab.cli.app import app
from verilab.errors import Refused
from verilab.experiments.queries.arms import arms_of, combinations, draw, factor_levels, parse_axes, usual_axes, usual_engines
from verilab.experiments.queries.engines import Engines, Share
from verilab.experiments.queries.figures import OF_QUERIES, OF_RUNS, observations, read_rows
from verilab.experiments.queries.study import StudyOptions, study
from verilab.experiments.queries.study_rows import COLUMNS, StudyFile, StudyRow
from verilab.experiments.queries.summary import summarise_study
from verilab.experiments.statistics.decomposition import decompose
from verilab.experiments.store import ExperimentStore
from verilab.experiments.store.csv_rows import write_csv
from verilab.solving import registry
from verilab.solving.conformance.integers import INTEGER_FAMILIES
from verilab.solving.factors import FactorError, Factors, parse_factors
from verilab.solving.interpolation import Interpolants
from verilab.solving.queries.files import RecordedQuery, query_text
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run

RUNNER = CliRunner()
OPTIONS = StudyOptions(timeout=30.0)  # of wall time, on a machine that others use too


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Three tasks of two queries each."""
    folder = tmp_path / "queries"
    folder.mkdir()
    for task, name in enumerate(("counter-chain", "noisy-pair", "guarded-loop")):
        for number in (1, 2):
            environment = Environment()
            query = INTEGER_FAMILIES[name].query(environment, name, number + 1, 0, satisfiable=False)
            origin = {"task": f"family/{name}", "strategy": "s", "iteration": str(number)}
            (folder / f"{task}-{number:04d}.smt2").write_text(query_text(RecordedQuery(query.partitions, query.logic, origin)))
    return folder


def test_axes_are_levels_by_factor() -> None:
    assert parse_axes("direction=front|back; proof=pairs") == {"direction": ("front", "back"), "proof": ("pairs",)}
    with pytest.raises(FactorError, match="did you mean 'back'"):
        parse_axes("direction=bakc")
    with pytest.raises(FactorError, match="unknown factor 'way'"):
        parse_axes("way=back")
    assert set(usual_axes()) == {"direction", "proof", "algorithm", "reduction", "simplification", "auxiliary"}


def test_one_factor_at_a_time_or_all_together() -> None:
    axes = parse_axes("direction=front|back; reduction=own|minimal")
    back, minimal = parse_factors("direction=back"), parse_factors("reduction=minimal")
    assert combinations(axes, crossed=False) == [Factors(), back, minimal]
    assert combinations(axes, crossed=True) == [Factors(), minimal, back, back.over(minimal)]


def test_what_an_engine_lacks_is_told_and_not_asked() -> None:
    arms, lacking = arms_of(["z3:horn", "cvc5:proofs"], combinations(parse_axes("algorithm=mcmillan|pudlak"), crossed=False))
    assert [str(arm) for arm in arms] == ["z3:horn", "cvc5:proofs", "cvc5:proofs(algorithm=pudlak)"]
    assert [(each.engine, str(each.factors)) for each in lacking] == [
        ("z3:horn", "(algorithm=mcmillan)"),
        ("z3:horn", "(algorithm=pudlak)"),
    ]
    assert "its engine has one way only" in lacking[0].why


def test_controls_have_no_factors() -> None:
    arms, lacking = arms_of(["z3:random-atoms", "z3:ucb"], combinations(parse_axes("direction=back"), crossed=False))
    assert [str(arm) for arm in arms] == ["z3:random-atoms", "z3:ucb", "z3:ucb(direction=back)"]
    assert lacking == []


def test_every_level_has_a_name_and_algorithms_are_no_engines() -> None:
    assert factor_levels(Factors()) == {
        "direction": "front", "proof": "whole", "algorithm": "own", "reduction": "own", "simplification": "own", "prover": "own",
        "auxiliary": "own",
    }  # fmt: skip
    assert "cvc5:proofs" in usual_engines()
    assert "z3:random-atoms" in usual_engines()
    assert "cvc5:proofs-pudlak" not in usual_engines()


def test_tasks_are_drawn_and_then_their_queries(recorded: Path) -> None:
    drawn = draw([recorded], 2, 1, seed=0)
    assert [len(each.queries) for each in drawn] == [1, 1]
    assert draw([recorded], 2, 1, seed=0) == drawn
    assert len({tuple(each.task for each in draw([recorded], 2, 1, seed=seed)) for seed in range(9)}) > 1
    every = draw([recorded], 0, 0, seed=0)
    assert [len(each.queries) for each in every] == [2, 2, 2]
    with pytest.raises(Refused, match="verilab queries record"):
        draw([recorded / "nowhere"], 0, 0, seed=0)


def test_every_arm_is_asked_every_query_placed_and_tried(recorded: Path, tmp_path: Path) -> None:
    arms, _ = arms_of(["z3:horn", "z3:strongest", "z3:weakest", "z3:random-atoms"], [Factors()])
    known = StudyFile(tmp_path / "rows.csv")
    rows = [row for found in study(draw([recorded], 0, 0, 0), arms, OPTIONS, known) for row in found]
    assert len(rows) == 24
    assert {row.outcome for row in rows if row.arm.engine != "z3:random-atoms"} == {"valid"}
    by_engine: dict[str, list[StudyRow]] = {}
    for row in rows:
        by_engine.setdefault(row.arm.engine, []).append(row)
    assert {row.placement.weakness for row in by_engine["z3:strongest"]} <= {0.0, None}
    assert {row.placement.weakness for row in by_engine["z3:weakest"]} <= {1.0, None}
    assert all(row.placement.placed == row.cuts for row in by_engine["z3:horn"])
    assert {row.excludes for row in by_engine["z3:horn"]} == {"yes"}
    assert {(row.task, row.strategy) for row in by_engine["z3:horn"]} >= {("family/counter-chain", "s")}
    with (tmp_path / "rows.csv").open() as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0]) == COLUMNS
    assert table == known.rows == [row.cells() for row in rows]


def test_equal_answers_to_a_query_are_judged_once_by_a_checker(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[tuple[str, tuple[str, ...]]] = []
    verdict = Engines.verdict

    def counted(self: Engines, checker: str, logic: str, partitions: Any, outcome: Interpolants, seconds: float | None = None) -> Any:
        checked.append((checker, tuple(map(str, outcome.formulas))))
        return verdict(self, checker, logic, partitions, outcome, seconds)

    monkeypatch.setattr(Engines, "verdict", counted)
    arms, _ = arms_of(["z3:horn"], combinations(parse_axes("simplification=own|none"), crossed=True))
    drawn = draw([recorded], 1, 1, 0)
    rows = [row for rows in study(drawn, arms, replace(OPTIONS, place=False), StudyFile(tmp_path / "rows.csv")) for row in rows]
    assert [row.outcome for row in rows] == ["valid"] * len(arms)
    assert len(checked) == len(set(checked))


def test_what_the_usual_checker_leaves_open_another_backend_decides(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def verdict(self: Engines, checker: str, *arguments: Any) -> tuple[str, str]:
        asked.append(checker)
        return ("unchecked", "timeout") if checker == "cvc5" else ("valid", "")

    monkeypatch.setattr(Engines, "verdict", verdict)
    arms, _ = arms_of(["z3:horn", "z3:backward", "bitwuzla:proofs"], [Factors()])
    file = StudyFile(tmp_path / "s.csv")
    list(study(draw([recorded], 1, 1, 0), arms, StudyOptions(place=False, retry=False), file))
    outcomes = {row["engine"]: row["outcome"] for row in file.rows}
    assert outcomes["z3:horn"] == outcomes["z3:backward"] == "valid"
    assert set(asked) == {"cvc5", "bitwuzla"}, "z3 does not check its own answers"


def test_a_study_goes_on_with_the_tasks_and_arms_that_its_file_lacks(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    drawn = draw([recorded], 0, 0, 0)
    arms, _ = arms_of(["z3:newton-sp"], [Factors()])
    asking = study(drawn, arms, OPTIONS, StudyFile(path))
    for _ in range(3):  # the first task, and one query of the second: that one is asked again
        next(asking)
    asking.close()
    assert [row["task"] for row in StudyFile(path).rows] == [drawn[0].task] * 2
    assert sum(map(len, study(drawn, arms, OPTIONS, StudyFile(path)))) == 4
    more, _ = arms_of(["z3:newton-sp"], combinations(parse_axes("direction=back"), crossed=False))
    rows = [row for found in study(drawn, more, OPTIONS, StudyFile(path)) for row in found]
    assert {str(row.arm) for row in rows} == {"z3:newton-sp(direction=back)"}
    assert len(StudyFile(path).rows) == 12
    assert list(study(drawn, more, OPTIONS, StudyFile(path))) == []


def test_a_file_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("task,seconds\na,1\n")
    with pytest.raises(Refused, match="not those of a study"):
        StudyFile(tmp_path / "rows.csv")


def test_the_command_prints_a_line_for_each_arm_and_what_engines_lack(recorded: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    axes = "direction=front|back; algorithm=pudlak"
    command = ["queries", "study", str(recorded), "--csv", str(rows), "--with", "z3:horn,cvc5:proofs", "--axes", axes]
    result = RUNNER.invoke(app, command, terminal_width=240)
    assert result.exit_code == 0, result.output
    assert "direction=back" in result.stdout
    assert "z3:horn has not: algorithm=pudlak" in result.stdout
    shares = RUNNER.invoke(app, ["queries", "decompose", str(rows), "--of", "log-seconds", "--by", "engine,direction"])
    assert shares.exit_code == 0, shares.output
    assert "engine x direction" in shares.stdout
    wrong = RUNNER.invoke(app, ["queries", "decompose", str(rows), "--of", "second", "--by", "engine"])
    assert wrong.exit_code == 2
    assert "unknown figure 'second'" in wrong.stderr


def test_an_invalid_answer_is_told_and_ends_with_exit_code_1(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._BUILT_IN, "broken", registry.Source("tests.solving.broken_backends:backwards", ""))
    command = ["queries", "study", str(recorded), "--csv", str(tmp_path / "rows.csv"), "--with", "broken:horn", "--axes", "direction=back"]
    result = RUNNER.invoke(app, command)
    assert result.exit_code == 1
    assert "INVALID: broken:horn on queries/0-0001.smt2: vocabulary" in result.stderr


def rows_of(**columns: tuple[str, ...]) -> list[dict[str, str]]:
    """Rows of two arms on queries of three tasks."""
    rows = []
    for task in range(3):
        for query in range(2):
            for arm, engine in enumerate(("a", "b")):
                row = dict.fromkeys(COLUMNS, "0") | {"task": str(task), "query": f"{task}.{query}", "engine": engine, "outcome": "valid"}
                rows.append(row | {name: values[arm] for name, values in columns.items()})
    return rows


def test_figures_of_valid_answers_are_taken_of_queries_that_all_arms_answer() -> None:
    rows = rows_of(nodes=("9", "99"))
    rows[1] |= {"outcome": "failed"}
    found = observations(rows, OF_QUERIES, "log-nodes", ["engine"], {})
    assert [each for each in found if each.unit == "0"] == [each for each in found if each.unit == "0"][:2]
    assert decompose(found, ["engine"]).means["engine"] == {"a": 1.0, "b": 2.0}


def test_who_has_no_answer_took_all_of_its_time() -> None:
    rows = [row | {"limit": "10"} for row in rows_of(seconds=("0.1", "0.1"), outcome=("valid", "failed"))]
    assert decompose(observations(rows, OF_QUERIES, "log-seconds", ["engine"], {}), ["engine"]).means["engine"] == {"a": -1.0, "b": 1.0}


def test_the_summary_counts_what_was_asked() -> None:
    rows = rows_of(outcome=("valid", "undeclared"), weakness=("0.25", ""), cuts=("2", "0"), placed=("1", "0"), excludes=("yes", ""))
    first, second = summarise_study(rows)
    assert (first.asked, first.weakness, first.placed, first.excludes) == (6, 0.25, 0.5, 1.0)
    assert (second.asked, second.median) == (0, None)


def test_runs_of_an_experiment_have_engine_factors_and_strategy_as_columns(tmp_path: Path) -> None:
    """Refinements depend on the direction alone: 10 from the front, 100 from the back.  A sweep's CSV says the same."""
    path = tmp_path / "runs.duckdb"
    named = {
        "a": Configuration(analysis="predicate", interpolation="z3:horn", reduction="none"),
        "b": Configuration(analysis="predicate", interpolation="z3:horn(direction=back)", factors="direction=front,proof=pairs"),
        "c": Configuration(analysis="predicate", interpolation="cvc5:proofs"),
        "d": Configuration(analysis="predicate", interpolation="cvc5:proofs", factors="direction=back"),
    }
    runs: list[Run] = []
    with ExperimentStore(path) as store:
        for number in (1, 2, 3):
            for label, configuration in named.items():
                given = record(number)
                statistics = replace(given.run.result.statistics, refinements=100 if label in "bd" else 10)
                result = replace(given.run.result, configuration=configuration, statistics=statistics)
                runs.append(Run(label, result))
                store.add([replace(given, run=runs[-1], refinements=(), queries=())])
    rows, figures = read_rows(path)
    levels = {row["label"]: tuple(row[name] for name in ("engine", "direction", "proof", "reduction")) for row in rows}
    assert levels == {
        "a": ("z3:horn", "front", "whole", "none"),
        "b": ("z3:horn", "back", "pairs", "core"),
        "c": ("cvc5:proofs", "front", "whole", "core"),
        "d": ("cvc5:proofs", "back", "whole", "core"),
    }
    decomposition = decompose(observations(rows, figures, "log-refinements", ["engine", "direction"], {}), ["engine", "direction"])
    assert decomposition.terms[0].of == ("direction",)
    assert decomposition.terms[0].share.estimate == pytest.approx(1.0)
    assert decomposition.means["direction"] == {"front": pytest.approx(1.0), "back": pytest.approx(2.0)}
    with pytest.raises(Refused, match="have no column 'strategies'; did you mean 'strategy'"):
        observations(rows, figures, "solved", ["strategies"], {})
    assert len(list(write_csv(runs, tmp_path / "runs.csv"))) == len(runs)
    swept, of_runs = read_rows(tmp_path / "runs.csv")
    assert of_runs is figures
    again = observations(swept, of_runs, "log-refinements", ["engine", "direction"], {})
    assert decompose(again, ["engine", "direction"]).means == decomposition.means


def test_what_runs_took_is_of_tasks_that_all_of_them_solved_and_refinements_of_those_that_refined() -> None:
    figures = OF_RUNS
    solved = {"task": "t", "class": "solved", "cpu_s": "10", "refinements": "100"}
    assert [figures[name](solved) for name in figures] == [1.0, 1.0, 2.0]
    assert [figures[name](solved | {"class": "unknown"}) for name in figures] == [0.0, None, None]
    assert figures["log-refinements"](solved | {"refinements": "0"}) is None


def test_cpu_time_is_of_the_queries_that_all_arms_answer() -> None:
    rows = rows_of(cpu_s=("0.5", "2"), path_constants=("0", "3"), fallback=("", "1 of 2 cuts by a:b"))
    rows[0] |= {"outcome": "timedout"}
    first, second = summarise_study(rows)
    assert (first.cpu_seconds, second.cpu_seconds) == (2.5, 10.0)
    assert (first.general, second.general) == (1.0, 0.0)
    assert (first.fallbacks, second.fallbacks) == (0, 6)


def test_a_study_without_queries_sums_up_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows_of(seconds=("0.1", "0.2")))
    result = RUNNER.invoke(app, ["queries", "study", "--csv", str(path)])
    assert result.exit_code == 0, result.output
    assert "6 queries of 3 tasks" in result.stdout
    missing = RUNNER.invoke(app, ["queries", "study", "--csv", str(tmp_path / "none.csv")])
    assert missing.exit_code == 2
    assert "no such file, and no queries" in missing.stderr


def test_limits_of_cpu_time_are_stretched_by_the_share_of_a_core() -> None:
    share = Share()
    assert share.stretch == 1.0
    share.add(1.0, 4.0)
    assert share.stretch == pytest.approx(4.0)
    for _ in range(30):
        share.add(2.0, 2.0)  # alone again
    assert share.stretch == pytest.approx(1.0, abs=0.01)
    share.add(0.0, 1e6)
    assert share.stretch == Share.MOST


def test_tasks_whose_names_have_other_sorts_do_not_share_an_environment(tmp_path: Path) -> None:
    for number, (sort, term) in enumerate((("Int", "(> x 0)"), ("Bool", "x"), ("Int", "(> x 3)"))):
        assertions = f"(assert (! {term} :named A1))\n(assert (! (not {term}) :named A2))"
        text = f'(set-logic QF_LIA)\n(set-info :verilab-task "t/{number}")\n(declare-fun x () {sort})\n{assertions}\n'
        (tmp_path / f"{number}.smt2").write_text(text)
    arms, _ = arms_of(["z3:horn"], [Factors()])
    rows = [row for rows in study(draw([tmp_path], 0, 0, 0), arms, OPTIONS, StudyFile(tmp_path / "rows.csv")) for row in rows]
    assert [(row.task, row.outcome) for row in rows] == [("t/0", "valid"), ("t/1", "valid"), ("t/2", "valid")]
