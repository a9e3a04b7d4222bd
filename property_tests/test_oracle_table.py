"""Whatever the rows: an oracle's best is at least, and its worst at most, what each strategy achieves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verilab.experiments.oracle.strategies import OracleTable, oracle_table
from verilab.verification.schema import Run, RunResult, RunStatistics

LABELS = ("shortest", "longest", "score")
RUN = st.tuples(st.sampled_from(["true", "false", "unknown"]), st.sampled_from([0.0, 0.5, 1.0, 30.0]))
TASKS = st.dictionaries(
    st.tuples(st.sampled_from(["locks", "eca"]), st.integers(0, 9)), st.tuples(st.booleans() | st.none(), RUN, RUN, RUN), min_size=1
)


@st.composite
def tables(draw: st.DrawFn) -> OracleTable:
    rows = []
    for (family, number), (expected, *runs) in draw(TASKS).items():
        for label, (verdict, seconds) in zip(LABELS, runs, strict=True):
            result = RunResult(f"{family}/{number}", verdict, statistics=RunStatistics(cpu_s=seconds), expected=expected)
            rows.append(Run(label, result))
    return oracle_table(draw(st.permutations(rows)), LABELS)


@given(tables())
def test_every_strategy_lies_between_the_oracles(table: OracleTable) -> None:
    for line in (*table.families, table.total):
        assert line.tasks >= line.best >= max(line.solved.values())
        assert min(line.solved.values()) >= line.worst >= 0
        assert line.diff == line.best - line.worst >= 0
        assert line.best_cpu_s <= line.cpu_s[line.fastest] <= line.cpu_s[line.slowest] <= line.worst_cpu_s


@given(tables())
def test_the_families_add_up_to_all_tasks(table: OracleTable) -> None:
    for count in ("tasks", "best", "worst", "diff"):
        assert sum(getattr(line, count) for line in table.families) == getattr(table.total, count)
    for label in LABELS:
        assert sum(line.solved[label] for line in table.families) == table.total.solved[label]


@given(tables())
def test_the_best_strategy_of_a_task_solves_it_and_diff_counts_the_tasks_whose_worst_does_not(table: OracleTable) -> None:
    for task in table.tasks:
        assert (task.best is None) == (not task.solved_by)
        assert task.best is None or task.best in task.solved_by
        assert (task.worst in task.solved_by) == (len(task.solved_by) == len(LABELS))
    assert table.total.diff == sum(task.best is not None and task.worst not in task.solved_by for task in table.tasks)
