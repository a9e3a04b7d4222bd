"""The refinement log says, where it is asked to, what the abstract model was before and after each refinement."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from typing import Any

import pytest

from tests.program import lowered_programs
from tests.refinement.benches import REASONS
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.program.tasks import load_tasks
from verilab.refinement import models
from verilab.refinement.log import RefinementLog
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Safe
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Refinement, read_refinements
from verilab.verification.verification import verify

LOOP = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = 0, y = 0, a[2] = {4, 5};
  while (__VERIFIER_nondet_int()) { x = 1 - x; y = 1 - y; }
  if (x != y || a[1] != 5) { reach_error(); }
  return 0;
}
"""

COUNTED = "int main(void) { int i = 0, x = 0; while (i < 30) { i++; } if (i == 30) { x = 1; } if (x != 1) { reach_error(); } return 0; }"


def rows(text: str, strategy: str, *, asked: bool = True) -> list[dict[str, Any]]:
    stream = io.StringIO()
    analysis = ValueAnalysis(lowered_programs.program(text))
    RefinementLoop(analysis, parse_strategy(strategy), log=RefinementLog(stream, models=asked)).run()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def logged(tmp_path: Any, analysis: str, strategy: str) -> tuple[Refinement, ...]:
    file = tmp_path / "program.c"
    file.write_text(LOOP)
    stream = io.StringIO()
    verify(load_tasks(file)[0], Configuration(analysis=analysis, strategy=strategy), log=RefinementLog(stream, models=True))
    return read_refinements(json.loads(line) for line in stream.getvalue().splitlines())


def test_a_log_that_is_not_asked_for_models_has_none() -> None:
    assert not [row for row in rows(REASONS, "propose=sliced-prefixes", asked=False) if "model" in row or "applied" in row]


@pytest.mark.parametrize(
    ("analysis", "strategy"),
    [
        ("value", "lazy"),
        ("value", "forte15-score"),
        ("value", "impact"),
        ("predicate", "lazy"),
        ("predicate", "single-path"),
        ("predicate", "vmcai12-kojak"),
        ("predicate", "impact"),
        ("composite", "spin15-va-pa"),
    ],
)
def test_each_model_has_its_error_paths_and_only_edges_between_its_nodes(tmp_path: Any, analysis: str, strategy: str) -> None:
    models = logged(tmp_path, analysis, strategy)
    assert models
    for each in models:
        assert each.model is not None
        assert each.applied is not None
        assert each.after is not None, "the run ended by itself"
        for model in (each.model, each.after):
            nodes = {node.id for node in model.nodes}
            assert {id for edge in model.edges for id in (edge.source, edge.target)} <= nodes
            assert len(nodes) == len(model.nodes) <= model.total
        shown = {node.id: node for node in each.model.nodes}
        for target in each.targets:
            assert shown[target.node].target
        assert set(each.applied.removed) <= set(shown)
        assert not any(shown[node].label == label for node, label in each.applied.relabelled)
    assert any(node.label != "true" for node in models[-1].after.nodes)  # type: ignore[union-attr]  # asserted above
    assert not any(node.target and node.status == "open" for node in models[-1].after.nodes), "the proof left no error"  # type: ignore[union-attr]  # as above


def test_the_model_after_a_refinement_is_what_the_next_one_finds(tmp_path: Any) -> None:
    models = logged(tmp_path, "value", "lazy")
    assert len(models) > 1
    for one, other in pairwise(models):
        assert one.after == other.model


def test_labels_say_what_the_states_know(tmp_path: Any) -> None:
    last = logged(tmp_path, "value", "single-path")[-1].after
    assert last is not None
    labels = {node.label for node in last.nodes}
    assert any("main::x = 0" in label and "main::y = 0" in label for label in labels)
    assert any("main::a[1] = 5" in label for label in labels)
    regions = logged(tmp_path, "predicate", "single-path")[-1].after
    assert regions is not None
    assert any("main::x" in node.label and "&" in node.label for node in regions.nodes)


def test_a_step_that_is_a_block_names_the_lines_of_all_its_ways(tmp_path: Any) -> None:
    path = logged(tmp_path, "predicate", "single-path")[0].targets[0].path
    assert [step.kind for step in path] == ["block"] * len(path)
    assert [(step.line, step.lines) for step in path] == [(4, (3, 4)), (6, (5, 6))], "up to the loop's head, and from there to the error"


def test_lazy_abstraction_removes_nodes_and_a_restart_all_of_them() -> None:
    lazy = read_refinements(rows(REASONS, "propose=path apply=pivot:located"))
    assert any(each.applied is not None and each.applied.removed and not each.applied.restarted for each in lazy)
    anew = read_refinements(rows(REASONS, "propose=path apply=restart:global"))
    assert all(each.applied is not None and each.applied.restarted for each in anew)


def test_a_large_model_is_capped_with_its_error_path_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_refinements(rows(COUNTED, "lazy"))[-1]
    monkeypatch.setattr(models, "NODES", 6)
    monkeypatch.setattr(models, "COUNTED", 7)
    capped = read_refinements(rows(COUNTED, "lazy"))[-1]
    assert whole.model is not None
    assert capped.model is not None
    assert len(whole.model.nodes) == whole.model.total > 20
    assert len(capped.model.nodes) <= 6
    assert capped.model.total == capped.model.counted == 7
    assert {0, capped.targets[0].node} <= {node.id for node in capped.model.nodes}
    assert [edge.kind for edge in capped.model.edges].count("skips") == 1


def test_asking_for_models_changes_no_verdict() -> None:
    stream = io.StringIO()
    loop = RefinementLoop(ValueAnalysis(lowered_programs.program(REASONS)), parse_strategy("lazy"), log=RefinementLog(stream, models=True))
    assert isinstance(loop.run(), Safe)
    assert "refinement" not in json.loads(stream.getvalue().splitlines()[-1])
