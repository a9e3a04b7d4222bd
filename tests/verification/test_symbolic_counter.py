"""Programs rewritten with a symbolic counter: the verdicts of the original, and evidence that holds of the original."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pysmt.environment import Environment

from tests.backends.required import need
from tests.program import lowered_programs
from verilab.families import demo_tasks
from verilab.formulas.blocks.block_operator import LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.automata import parse_automaton
from verilab.program.control import ControlGraph
from verilab.program.symbolic_counter import symbolic
from verilab.program.tasks import Task, load_tasks
from verilab.verification.configuration import Configuration, ConfigurationError
from verilab.verification.phases.plan import plan
from verilab.verification.verification import verify

PROVEN_OTHERWISE = ("flag-register", "summing-loop-2-safe", "gripper-2-safe", "exchange-loops-1-safe", "bounded-sum-2-safe")
"""Proofs about bits, of sums that the default interpolants seldom say, and those that take long over one transition relation."""
TASKS = [task for task in demo_tasks(1) if not task.name.rpartition("/")[2].startswith(PROVEN_OTHERWISE)]
BITS = [task for task in demo_tasks(1) if "flag-register" in task.name]
QUICK = ("boolean-or-counter", "lock-protocol")
CALLS = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int pc; static int next(int n) { if (n > 2) return n - 1; return n + 1; }
int main(void) { int x = 0; for (int i = 0; i < 5; i++) { x = next(x); if (x < 3) pc = next(pc); } if (%s) reach_error(); return 0; }
"""

ENDLESS = """
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int x = 1; static void stop(void) { while (1) x = x + 2 - 2; }
int main(void) { while (__VERIFIER_nondet_int()) { if (x != 1) reach_error(); stop(); } if (x != 1) reach_error(); return 0; }
"""


def solved(task: Task, **settings: Any) -> None:
    need("z3")
    need("cvc5")
    result = verify(task, Configuration(**{"analysis": "predicate", "time_limit": 60.0, **settings}))
    assert result.classification == "solved", result.result_line
    assert result.evidence.accepted
    assert result.evidence.kind == ("invariants" if result.verdict == "true" else "replay")


def named(task: Task) -> str:
    return task.name.rpartition("/")[2]


@pytest.mark.parametrize("task", [task for task in TASKS if named(task).startswith(QUICK)], ids=named)
def test_the_verdict_is_certified_on_the_original(task: Task) -> None:
    solved(task, counter="symbolic")


@pytest.mark.parametrize("strategy", ["vmcai12-kojak", "impact"])
@pytest.mark.parametrize("task", [task for task in TASKS if named(task).startswith(QUICK[0])], ids=named)
def test_labels_of_formulas_are_split_and_strengthened_over_one_transition_relation(task: Task, strategy: str) -> None:
    solved(task, counter="symbolic", strategy=strategy)


@pytest.mark.parametrize("task", [task for task in TASKS if named(task).startswith("nested-counter")], ids=named)
def test_the_verdict_is_certified_where_every_point_has_a_number(task: Task) -> None:
    solved(task, counter="symbolic-full")


@pytest.mark.parametrize("task", [task for task in TASKS if not named(task).startswith(QUICK)], ids=named)
def test_verdicts_of_other_families_are_certified_on_the_original(task: Task) -> None:
    solved(task, counter="symbolic")


@pytest.mark.parametrize("task", BITS, ids=named)
def test_bit_vectors_have_a_counter_too(task: Task) -> None:
    solved(task, counter="symbolic", encoding="bv")


@pytest.mark.parametrize(("condition", "verdict"), [("x > 3", "true"), ("x == 3", "false")])
def test_calls_and_a_variable_named_like_the_counter(condition: str, verdict: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(CALLS % condition)
    need("z3")
    need("cvc5")
    result = verify(load_tasks(file)[0], Configuration(counter="symbolic"))
    assert (result.verdict, result.evidence.accepted) == (verdict, True), result.result_line


def test_a_loop_that_never_goes_round_has_an_invariant_too(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(ENDLESS)
    need("z3")
    need("cvc5")
    program = lowered_programs.program(ENDLESS)
    heads = {location for location in program.locations if location.is_loop_head}
    assert heads <= {point.location for point in symbolic(program).numbers}
    result = verify(load_tasks(file)[0], Configuration(analysis="predicate", counter="symbolic"))
    assert (result.verdict, result.evidence.accepted) == ("true", True), result.result_line


def test_the_counter_has_a_name_of_its_own() -> None:
    program = lowered_programs.program(CALLS % "x")
    rewritten = symbolic(program)
    assert rewritten.counter.name not in {storage.name for storage in program.storages}
    assert [storage.slot for storage in program.storages] == [storage.slot for storage in rewritten.program.storages[:-1]]


@pytest.mark.parametrize("collapse", [True, False])
def test_the_whole_program_is_one_block_from_the_loop_to_itself(collapse: bool) -> None:
    rewritten = symbolic(lowered_programs.program(CALLS % "x > 3"), collapse=collapse)
    graph = ControlGraph(rewritten.program)
    builder = BlockBuilder(graph, PathFormulas(rewritten.program, make_encoding("int", Environment())), LargeBlock())
    (entering,) = builder.blocks_from(graph.entry)
    blocks = builder.blocks_from(entering.target)
    assert entering.target.location is rewritten.head
    assert sorted(block.target.location.is_error for block in blocks) == [False, True]
    assert [block.target.location for block in blocks if not block.target.location.is_error] == [rewritten.head]


def test_collapsing_leaves_loop_heads_and_where_paths_from_them_meet() -> None:
    program = lowered_programs.program(CALLS % "x > 3")
    collapsed, full = symbolic(program), symbolic(program, collapse=False)
    assert [point.location.is_loop_head for point in collapsed.numbers] == [False, True]
    assert len(full.numbers) > 20


def test_without_control_flow_only_predicates_are_left() -> None:
    assert [phase.name for phase in plan(Configuration(counter="symbolic")).phases] == ["predicate (int)", "predicate (bv)"]


@pytest.mark.parametrize("analysis", ["value", "composite"])
def test_analyses_of_the_control_flow_refuse_a_symbolic_counter(analysis: str) -> None:
    with pytest.raises(ConfigurationError, match="give 'predicate' or 'auto'"):
        Configuration(analysis=analysis, counter="symbolic")


def test_several_properties_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(CALLS % "x > 3")
    text = "automaton calm{} state idle initial on call next({}) -> error"
    task = load_tasks(file)[0].observing([parse_automaton(text.format(number, number), "calm.automaton") for number in (7, 8)])
    with pytest.raises(ConfigurationError, match="one property at a time"):
        verify(task, Configuration(analysis="predicate", counter="symbolic"))
