"""verify gives a result with its refinements, which a notebook shows as the microscope does."""

from __future__ import annotations

import copy
import json
import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest

from verilab import Configuration, Task, load_tasks, verify
from verilab.errors import Refused
from verilab.evidence.record import Evidence
from verilab.experiments.report import write_report
from verilab.experiments.store import ExperimentStore, Record
from verilab.experiments.store.manifest import manifest
from verilab.verification.notebook.verified import Refinements, Verified
from verilab.verification.schema import Candidate, Fact, Model, ModelNode, PropertyResult, Run, RunResult, read_refinements

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 1, b = 1, c = 1; int i = 0;
  while (i < 6) { i++; if (__VERIFIER_nondet_int()) { b = 1; } }
  if (!b) { if (i > 9) { reach_error(); } }
  if (!a) { reach_error(); }
  if (!c) { if (i > 9) { reach_error(); } }
  return 0;
}
"""
SETTINGS = Configuration(analysis="value", strategy="spin15-good-narrow")
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    path = tmp_path_factory.mktemp("task") / "program.c"
    path.write_text(PROGRAM)
    (task,) = load_tasks(path)
    return task


@pytest.fixture(scope="module")
def result(task: Task) -> Verified:
    return verify(task, SETTINGS, record="models")


def test_each_refinement_has_what_there_was_to_choose_from_and_why(result: Verified) -> None:
    assert result.verdict == "true"
    assert len(result.refinements) == result.statistics.refinements == 3
    first = result.refinements[0]
    assert first.number == 1
    assert len(first.candidates) > 1
    assert all(candidate.interpolants and candidate.scores for candidate in first.candidates)
    assert first.chosen is not None
    assert first.why.startswith("domain-type:good is 2, others have max")
    assert [each.number for each in result.refinements] == [1, 2, 3]
    assert result.refinements[-1] == result.refinements[2] == result.refinements[1:][1]


def test_the_refinements_are_the_rows_of_the_log(task: Task, result: Verified, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"refinement": 9}\n')
    again = verify(task, SETTINGS, log=log, record="models")
    rows = [json.loads(text) for text in log.read_text().splitlines()[1:]]
    assert tuple(again.refinements) == read_refinements(rows) == tuple(result.refinements)


def test_models_are_recorded_where_they_are_asked_for(task: Task, result: Verified) -> None:
    first, second, last = result.refinements
    assert first.model is not None
    assert first.after == second.model != first.model
    assert last.after is not None
    assert verify(task, SETTINGS).refinements[0].model is None


def test_nothing_is_recorded_where_times_are_measured(task: Task) -> None:
    assert len(verify(task, SETTINGS, record="none").refinements) == 0


def test_a_record_that_there_is_not_is_refused(task: Task) -> None:
    with pytest.raises(Refused, match="record='all': unknown; known: refinements, models, none"):
        verify(task, SETTINGS, record="all")  # type: ignore[arg-type]  # that is what is tested


def test_a_refinement_that_there_is_not_is_an_index_error(result: Verified) -> None:
    with pytest.raises(IndexError, match="refinement 3: the run has 3"):
        result.refinements[3]
    with pytest.raises(IndexError, match="refinement 0: the run has 0"):
        Refinements()[0]


def test_the_json_of_a_result_is_the_run_alone(result: Verified) -> None:
    assert RunResult.from_json(json.loads(json.dumps(result.to_json()))).statistics == result.statistics


def test_a_result_can_be_sent_to_another_process(result: Verified) -> None:
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), replace(result, reason="other")):
        assert tuple(other.refinements) == tuple(result.refinements)


def test_the_log_of_a_killed_run_ends_before_its_last_unfinished_row(task: Task, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    whole = tuple(verify(task, SETTINGS, log=log).refinements)
    log.write_bytes(log.read_bytes()[:-9])
    assert tuple(Refinements(log)) == whole[:-1]


def test_a_notebook_shows_verdict_refinements_candidates_and_models(result: Verified) -> None:
    shown = result._repr_html_()
    assert "<strong>true</strong>" in shown
    assert "invariants" in shown
    refinement = result.refinements[0]
    page = refinement._repr_html_()
    for words in ("refinement 1 of value", "domain-type", "why:", "domain-type:good is 2", "interpolants of candidate 0", "main::b = 1"):
        assert words in page
    assert page.count("abstract model") == 2
    assert "[!(b)]" in page
    assert "main::b" in refinement.candidates[1]._repr_html_()
    assert refinement.why in result.refinements._repr_html_()
    assert repr(result.refinements) == "<3 refinements>"


def test_an_answer_without_evidence_says_so_and_numbers_stand_below_their_headings() -> None:
    shown = RunResult("t", "unknown", "timeout")._repr_html_()
    assert "<p>evidence: none</p>" in shown
    assert '<th style="text-align:right">cpu_s</th>' in shown
    assert '<th style="text-align:left">why</th>' in Refinements()._repr_html_()


def test_what_is_at_hand_is_what_the_microscope_of_a_report_shows(task: Task, result: Verified, tmp_path: Path) -> None:
    with ExperimentStore(tmp_path / "rows.duckdb") as store:
        store.begin(manifest({"name": "t"}), [task], {"a": SETTINGS})
        store.add([Record(Run("a", result), refinements=tuple(result.refinements))])
    text = write_report(tmp_path / "rows.duckdb", tmp_path / "report.html", figures=False).file.read_text()
    (found,) = re.findall(r'id="run-\w+">(.*?)</script>', text)
    shown = json.loads(found)
    texts = shown["texts"]
    assert len(shown["refinements"]) == len(result.refinements)
    for each, row in zip(result.refinements, shown["refinements"], strict=True):
        assert (each.chosen, each.why) == (row["chosen"], row["why"])
        for candidate, cells in zip(each.candidates, row["candidates"], strict=True):
            assert [list(run) for run in candidate.interpolants] == [
                [first, last, texts[text]] for first, last, text in cells["interpolants"]
            ]
            assert [fact.fact for fact in candidate.increment] == [texts[fact[0]] for fact in cells["increment"]]
            assert list(candidate.scores) == list(cells["scores"])


def test_nothing_in_a_result_becomes_markup(result: Verified) -> None:
    refinement = result.refinements[0]
    target = replace(refinement.targets[0], location=HOSTILE, path=(replace(refinement.targets[0].path[0], text=HOSTILE, file=HOSTILE),))
    facts = (Fact(HOSTILE, (HOSTILE,)),)
    candidate = Candidate(0, HOSTILE, 1, (), ((1, 1, HOSTILE),), facts, {HOSTILE: 1.0}, HOSTILE)
    model = Model((ModelNode(0, HOSTILE, HOSTILE, 1, HOSTILE, "open"),), (), 1, 1)
    hostile = replace(
        refinement, phase=HOSTILE, targets=(target,), candidates=(candidate,), chosen=0, why=HOSTILE, model=model, after=model
    )
    properties = tuple(PropertyResult(HOSTILE, "unknown", HOSTILE) for _ in range(2))
    bad = RunResult(HOSTILE, "unknown", HOSTILE, Evidence(HOSTILE, HOSTILE, False, HOSTILE), properties=properties)
    for shown in (hostile._repr_html_(), candidate._repr_html_(), model._repr_html_(), bad._repr_html_()):
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown
