"""verilab learn trains from an oracle's rows and compares; the strategy that it makes verifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.experiments.learning.oracle_rows import choices_rows, write_rows
from verilab import Configuration, load_tasks, verify
from verilab.cli.app import app
from verilab.refinement.conformance import check_strategy
from verilab.refinement.strategy import parse_strategy

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int b = 1; int i = 0;
  while (i < 6) { i++; if (__VERIFIER_nondet_int()) { b = 1; } }
  if (!b) { if (i > 9) { reach_error(); } }
  return 0;
}
"""
RUNNER = CliRunner()


@pytest.fixture
def rows(tmp_path: Path) -> str:
    return str(write_rows(tmp_path / "rows.jsonl", choices_rows()))


@pytest.mark.parametrize("kind", ["trees", "linear"])
def test_a_trained_selector_conforms_and_verifies(kind: str, rows: str, tmp_path: Path) -> None:
    model, program = tmp_path / "model.json", tmp_path / "program.c"
    trained = RUNNER.invoke(app, ["learn", "train", rows, "--output", str(model), "--held-out", "locks", "--model", kind])
    assert trained.exit_code == 0, trained.output
    assert "in 4 families" in trained.stdout
    text = f"rank=first propose=sliced-prefixes select=learned:{model} apply=restart:global"
    strategy = parse_strategy(text)
    assert str(strategy) == text
    assert check_strategy(strategy).failures == ()
    program.write_text(PROGRAM)
    (task,) = load_tasks(program)
    for chosen in (text, text.replace("learned", "join-all:learned")):
        result = verify(task, Configuration(analysis="value", strategy=chosen), log=tmp_path / "log.jsonl")
        assert (result.verdict, result.evidence.accepted) == ("true", True)
        row = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[0])
        assert len(row["candidates"]) > 1
        if chosen == text:
            assert "expects x 1." in row["why"]
            learned = [candidate["scores"]["learned"] for candidate in row["candidates"]]
            assert row["chosen"] == learned.index(min(learned))


def test_the_comparison_names_every_way_and_writes_json(rows: str, tmp_path: Path) -> None:
    written = tmp_path / "comparison.json"
    arguments = ["learn", "compare", rows, "--folds", "5", "--families", "--unit", "family", "--json", str(written)]
    result = RUNNER.invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert "60 choices of 30 tasks in 5 families not seen in training" in result.stdout
    for way in ("learned", "spin15-good-narrow", "spin15-short", "random (expected)", "oracle", "worst"):
        assert f"\n{way} " in result.stdout
    document = json.loads(written.read_text())
    assert [way["name"] for way in document["ways"]][:2] == ["learned", "spin15-good-narrow"]
    assert document["families"]["locks"][0] == 12


def test_a_model_is_compared_on_what_it_did_not_see(rows: str, tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    RUNNER.invoke(app, ["learn", "train", rows, "--output", str(model), "--held-out", "locks", "--held-out", "threads"])
    result = RUNNER.invoke(app, ["learn", "compare", rows, "--model", str(model)])
    assert result.exit_code == 0, result.output
    assert "24 choices of 12 tasks in 2 families not seen in training" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["train", "ROWS", "--output", "m.json", "--held-out", "lokcs"],
            "error: held out: no choice of the family 'lokcs'",
        ),
        (["train", "missing.jsonl", "--output", "m.json"], "missing.jsonl: No such file"),
        (["train", "ROWS", "--output", "m.json", "--model", "forest"], "error: model 'forest': unknown"),
        (["train", "ROWS", "--output", "missing/m.json"], "missing/m.json: No such file"),
        (["compare", "ROWS", "--model", "missing.json"], "error: missing.json: no such file"),
        (["compare", "ROWS", "--folds", "1"], "error: folds=1: give 2 to 5"),
        (["compare", "ROWS", "--against", "good-narrow"], "did you mean"),
        (["compare", "ROWS", "--unit", "run"], "error: unit 'run': unknown; known: task, family"),
        (["compare", "ROWS", "--measure", "time"], "error: measure 'time': unknown"),
    ],
)
def test_wrong_use_is_answered_clearly(
    arguments: list[str], message: str, rows: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = RUNNER.invoke(app, ["learn", *(rows if argument == "ROWS" else argument for argument in arguments)])
    assert result.exit_code == 2, result.output
    assert message in result.output
    assert "Traceback" not in result.output
