"""The rows that runs leave behind are read as what they were written from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verilab.program.tasks import load_tasks
from verilab.solving.queries.recorder import read_index
from verilab.verification.configuration import Configuration
from verilab.verification.isolated import run_isolated
from verilab.verification.schema import Query, Refinement, RunResult

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) { int x = 0, y = 0; while (__VERIFIER_nondet_int()) { x = 1 - x; y = 1 - y; } if (x != y) reach_error(); return 0; }
"""


def test_a_run_its_refinements_and_its_queries_are_rows_of_one_schema(tmp_path: Path) -> None:
    file, log, queries = tmp_path / "program.c", tmp_path / "log", tmp_path / "queries"
    file.write_text(PROGRAM)
    log.write_text("")
    (task,) = load_tasks(file)
    configuration = Configuration(analysis="predicate", interpolation="z3:horn", record_queries=str(queries), time_limit=None)
    result = run_isolated(task, configuration, log=log)
    assert RunResult.from_json(json.loads(json.dumps(result.to_json()))) == result
    assert result.configuration == configuration
    refinements = [Refinement.from_json(json.loads(line)) for line in log.read_text().splitlines()]
    assert [each.number for each in refinements] == list(range(1, result.statistics.refinements + 1))
    for each in refinements:
        assert each.chosen is not None
        assert each.role(each.chosen) == "chosen"
        assert each.increment == each.candidates[each.chosen].increment
        assert each.targets[each.candidates[each.chosen].target].path
    asked = [query for row in read_index(queries) for query in Query.from_index(row)]
    assert len(asked) == result.statistics.interpolation_total("asked")
    assert {(query.task, query.procedure, query.outcome) for query in asked} == {(task.name, "z3:horn", "interpolants")}
    assert [query.iteration for query in asked] == sorted(query.iteration for query in asked)


@pytest.mark.parametrize("row", [{}, [], 3, {"refinement": 1, "targets": [{}], "candidates": [], "chosen": 0, "why": "", "increment": []}])
def test_what_is_no_refinement_is_told_from_one(row: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        Refinement.from_json(row)  # type: ignore[arg-type]  # wrong on purpose
