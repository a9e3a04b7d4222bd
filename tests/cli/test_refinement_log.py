"""The refinement log has a row per refinement, written as it happens, and verilab explain shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from verilab.cli.app import app
from verilab.program.tasks import load_tasks
from verilab.refinement.log import RefinementLog
from verilab.refinement.registry import operator_names
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify

FIGURE_1 = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int b = __VERIFIER_nondet_int();
  int i = 0;
  if (b) { while (i < 5) { i++; } }
  if (i != 0) { if (!b) { reach_error(); } }
  return 0;
}
"""
RUNNER = CliRunner()


def logged(folder: Path, analysis: str, strategy: str = "spin15-good-narrow") -> tuple[Path, list[dict[str, Any]]]:
    """The log of a verification in this process."""
    program, log = folder / "figure1.c", folder / "refinements.jsonl"
    program.write_text(FIGURE_1)
    with log.open("w") as stream:
        verify(load_tasks(program)[0], Configuration(analysis=analysis, strategy=strategy, time_limit=30.0), log=RefinementLog(stream))
    return log, [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize("analysis", ["predicate", "value"])
def test_a_row_has_the_path_every_candidate_every_score_and_the_choice(tmp_path: Path, analysis: str) -> None:
    _, rows = logged(tmp_path, analysis)
    assert [row["refinement"] for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        (target,) = row["targets"]
        assert target["line"] == 7
        assert [step["line"] for step in target["path"]][:3] == [3, 4, 5]
        for candidate in row["candidates"]:
            assert set(operator_names("score")) <= set(candidate["scores"])
            assert candidate["analysis"] == analysis
            assert candidate["interpolants"][0][0] == 1
            assert candidate["interpolants"][-1][1] == candidate["length"] - 1
            assert all(target["path"][step]["kind"] == "assume" for step in candidate["omitted"])
            assert target["path"][candidate["length"] - 1]["kind"] == "assume"
            assert candidate["increment"]
        assert row["increment"] == row["candidates"][row["chosen"]]["increment"]
        assert row["why"]


def test_the_choice_is_explained_by_the_score_that_made_it(tmp_path: Path) -> None:
    _, rows = logged(tmp_path, "predicate")
    chosen = [row for row in rows if len(row["candidates"]) > 1]
    assert chosen
    assert all(row["why"].startswith("domain-type:good is 2") for row in chosen)


def test_explain_shows_path_prefixes_scores_and_choice(tmp_path: Path) -> None:
    log, rows = logged(tmp_path, "predicate")
    result = RUNNER.invoke(app, ["explain", str(log)])
    assert result.exit_code == 0
    for words in (
        "refinement 1",
        f"refinement {len(rows)}",
        "b = __VERIFIER_nondet_int()",
        "domain-type",
        "chosen",
        "learned:",
        "because:",
    ):
        assert words in result.output
    one = RUNNER.invoke(app, ["explain", str(log), "--refinement", "2"])
    assert "refinement 2" in one.output
    assert "refinement 1 " not in one.output


REASONS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int flag = 0, mode = 3, i = 0, j;
  while (i < 3) i++;
  j = 0; while (j < 3) j++;
  if (mode == 7) {
    if (flag) reach_error();
  }
  return 0;
}
"""


def test_of_a_block_the_log_and_explain_say_which_condition_ends_a_prefix_and_which_it_is_without(tmp_path: Path) -> None:
    program, log = tmp_path / "reasons.c", tmp_path / "refinements.jsonl"
    program.write_text(REASONS)
    setting = Configuration(analysis="predicate", strategy="spin15-long", block="large", time_limit=30.0)
    with log.open("w") as stream:
        verify(load_tasks(program)[0], setting, log=RefinementLog(stream))
    first = json.loads(log.read_text().splitlines()[0])
    ends = [candidate["end"]["text"] for candidate in first["candidates"]]
    assert ends == ["[!(i < 3)]", "[!(j < 3)]", "[mode == 7]", "[flag]"]
    assert [[each["text"] for each in candidate["conditions"]] for candidate in first["candidates"]] == [ends[:count] for count in range(4)]
    output = RUNNER.invoke(app, ["explain", str(log), "--refinement", "1"]).output
    _, second, third = [line for line in output.splitlines() if "block from" in line]
    assert "x  /  /  /" in second
    assert "   x  x  x" in third
    assert "3 ends with [flag] (line 8), without [!(i < 3)] (line 5), [!(j < 3)] (line 6), [mode == 7] (line 7)" in " ".join(output.split())


def test_explain_shows_every_target_and_what_was_joined(tmp_path: Path) -> None:
    program, log = tmp_path / "two.c", tmp_path / "refinements.jsonl"
    program.write_text(
        "extern void reach_error(void);\n"
        "int main(void) { int x = 1, y = 2; if (x == 2) { reach_error(); }\n if (y == 3) { reach_error(); } return 0; }\n"
    )
    for preset, words in (
        ("pcegar-multi", ["two.c:2", "two.c:3", "joined", "all candidates"]),
        ("pcegar-single", ["1 of 2 targets ranked"]),
    ):
        with log.open("w") as stream:
            verify(load_tasks(program)[0], Configuration(analysis="value", strategy=preset, time_limit=30.0), log=RefinementLog(stream))
        result = RUNNER.invoke(app, ["explain", str(log), "--refinement", "1"])
        assert result.exit_code == 0
        for word in words:
            assert word in result.output


@pytest.mark.parametrize(("strategy", "edit"), [("vmcai12-kojak", "splits"), ("vmcai12-impact", "strengthenings"), ("impact", "slices")])
def test_what_is_done_to_the_model_is_counted_from_row_to_row(tmp_path: Path, strategy: str, edit: str) -> None:
    log, rows = logged(tmp_path, "predicate", strategy)
    assert sum(row["edits"].get(edit, 0) for row in rows) >= 1
    assert all(count > 0 for row in rows for count in row["edits"].values())
    shown = RUNNER.invoke(app, ["explain", str(log)])
    assert f" {edit}" in shown.stdout
    assert "model: " in shown.stdout


def test_each_candidate_of_each_analysis_of_the_composite_has_every_score(tmp_path: Path) -> None:
    log, rows = logged(tmp_path, "composite", "spin15-(va+pa+)+")
    (first, *_) = [row for row in rows if len({candidate["analysis"] for candidate in row["candidates"]}) == 2]
    for candidate in first["candidates"]:
        assert set(operator_names("score")) <= set(candidate["scores"])
        assert candidate["increment"]
        assert candidate["interpolants"]
    assert "value: domain-type:good" in first["why"] or "past 1024; predicate" in first["why"]
    result = RUNNER.invoke(app, ["explain", str(log), "--refinement", str(first["refinement"])])
    assert result.exit_code == 0
    assert all(f"{number} {candidate['analysis']}" in result.output for number, candidate in enumerate(first["candidates"]))


def test_the_reason_says_which_analysis_is_past_the_threshold(tmp_path: Path) -> None:
    _, rows = logged(tmp_path, "composite", "propose=sliced-prefixes:analyses=all select=analysis:threshold=1:domain-type:good")
    reasons = [row["why"] for row in rows if len({candidate["analysis"] for candidate in row["candidates"]}) == 2]
    assert reasons
    assert all("the best domain-type:good of " in reason and ", past 1; that of " in reason for reason in reasons)


def test_a_join_across_analyses_names_both(tmp_path: Path) -> None:
    _, rows = logged(tmp_path, "composite", "propose=path:analyses=all select=join-all")
    joins = [row for row in rows if len(row["joined"]) > 1]
    assert joins
    for row in joins:
        assert {row["candidates"][number]["analysis"] for number in row["joined"]} == {"value", "predicate"}


def test_a_row_is_in_the_file_before_the_next_refinement(tmp_path: Path) -> None:
    class Watched:
        def __init__(self) -> None:
            self.flushed = 0
            self.written: list[str] = []

        def write(self, text: str) -> None:
            self.written.append(text)

        def flush(self) -> None:
            self.flushed = len(self.written)

    stream = Watched()
    RefinementLog(stream).write({"refinement": 1})
    assert stream.flushed == 1
    assert stream.written[0].endswith("\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no refinement"),
        ("nonsense\n{}\n", ":1: error: is no JSON"),
        ('{"a": 1}\n', ":1: error: is no refinement"),
        ("[]\n", "is no refinement"),
    ],
)
def test_another_file_is_refused_with_the_line_and_what_would_work(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "other"
    file.write_text(text)
    result = RUNNER.invoke(app, ["explain", str(file)])
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_an_unfinished_last_line_is_left_out(tmp_path: Path) -> None:
    log, rows = logged(tmp_path, "value")
    log.write_text(log.read_text() + '{"refinement": 99, "tar')
    assert f"refinement {len(rows)}" in RUNNER.invoke(app, ["explain", str(log)]).output


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["explain", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert "none" in result.stderr


def test_verify_writes_the_log_from_its_process(tmp_path: Path) -> None:
    program, log = tmp_path / "figure1.c", tmp_path / "log"
    program.write_text(FIGURE_1)
    result = RUNNER.invoke(app, ["verify", str(program), "--strategy", "spin15-good", "--log-refinements", str(log)])
    assert result.exit_code == 0
    assert json.loads(log.read_text().splitlines()[0])["refinement"] == 1
