"""Abstract heaps prove programs with linked objects, and never one whose error is reachable; a claim that does not hold is rejected."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.other_engines.heap_programs import PROVEN, REACHED, text
from tests.soundness.judge import ERROR
from tests.soundness.table import HERE
from verilab.evidence.heaps.check import check_heaps
from verilab.evidence.results import Accepted, Rejected
from verilab.other_engines.heaps.search import ErrorReached, HeapSearch
from verilab.program.abstract_heaps import Heap, HeapInvariant, Node, NotModelled, Range, Value
from verilab.program.cfa import Program
from verilab.program.lowering import lower
from verilab.program.lowering.options import EXECUTED
from verilab.program.syntax import parse_text
from verilab.program.tasks import load_tasks
from verilab.program.types import DataModel
from verilab.verification.configuration import Configuration
from verilab.verification.verification import verify


def lowered(body: str) -> Program:
    """The program with its operations on memory as they stand."""
    return lower(parse_text(text(body), "program.c", DataModel.LP64), DataModel.LP64, options=replace(EXECUTED, as_it_stands=True))


@pytest.mark.parametrize("body", PROVEN.values(), ids=list(PROVEN))
def test_heaps_prove_what_holds_of_lists_of_any_length(body: str) -> None:
    assert isinstance(check_heaps(HeapSearch(lowered(body)).run()), Accepted)


@pytest.mark.parametrize("body", [body for body, _ in REACHED.values()], ids=list(REACHED))
def test_heaps_prove_no_program_whose_error_is_reachable(body: str) -> None:
    with pytest.raises((ErrorReached, NotModelled)):
        HeapSearch(lowered(body)).run()


@pytest.mark.parametrize(("body", "inputs"), REACHED.values(), ids=list(REACHED))
def test_the_errors_are_reached_by_the_compiled_programs(body: str, inputs: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    source, executable = tmp_path / "program.c", tmp_path / "program"
    source.write_text(text(body))
    subprocess.run(["gcc", "-w", "-O0", "-fno-builtin", str(source), str(HERE / "harness.c"), "-o", str(executable)], check=True)
    process = subprocess.run([executable], env=os.environ | {"INPUTS": inputs}, check=False, timeout=20)
    assert process.returncode == ERROR


SHARED = (
    "struct n *l = 0, *h = new(0, 0); while (MORE) { l = new(0, l); l->prev = h; } h = 0;"
    " for (struct n *p = l; p; p = p->next) ERROR_IF(p->data != 0);"
)


def changed(claim: HeapInvariant, change: Callable[[Node], Node]) -> HeapInvariant:
    """The claim with every node changed."""
    heaps = {
        point: tuple(Heap(heap.variables, {name: change(node) for name, node in heap.nodes.items()}) for heap in heaps)
        for point, heaps in claim.heaps.items()
    }
    return replace(claim, heaps=heaps)


def without_zeros(node: Node) -> Node:
    return replace(node, fields={field: values if values is None else values - {0} for field, values in node.fields.items()})


@pytest.mark.parametrize(
    "change",
    [
        lambda node: replace(node, shared=frozenset()),
        lambda node: replace(node, single=True),
        lambda node: replace(node, zeroed=True),
        lambda node: replace(node, size=node.size + 8),
        lambda node: replace(node, ended=True),
        without_zeros,
    ],
    ids=["nothing is shared", "each node is one object", "the rest is zero", "objects are larger", "objects have ended", "nothing is zero"],
)
def test_a_claim_that_says_too_much_of_nodes_is_rejected(change: Callable[[Node], Node]) -> None:
    claim = HeapSearch(lowered(SHARED)).run()
    assert isinstance(check_heaps(claim), Accepted)
    assert isinstance(check_heaps(changed(claim, change)), Rejected)


def with_other_range(low: int, high: int) -> Callable[[Node], Node]:
    """A change of every interval: its ends are moved."""

    def moved(value: Value) -> Value:
        return Range(value.low + low, value.high + high) if isinstance(value, Range) else value

    def change(node: Node) -> Node:
        return replace(
            node, fields={field: None if values is None else frozenset(map(moved, values)) for field, values in node.fields.items()}
        )

    return change


@pytest.mark.parametrize("ends", [(1, 0), (0, -1), (1, 1), (-1, -1)])
def test_a_claim_of_other_intervals_is_rejected(ends: tuple[int, int]) -> None:
    claim = HeapSearch(lowered(PROVEN["data in an interval"])).run()
    assert isinstance(check_heaps(claim), Accepted)
    assert isinstance(check_heaps(changed(claim, with_other_range(*ends))), Rejected)


def test_a_claim_that_leaves_out_a_loop_head_is_rejected() -> None:
    claim = HeapSearch(lowered(SHARED)).run()
    for left_out in claim.heaps:
        kept = {point: heaps for point, heaps in claim.heaps.items() if point is not left_out}
        assert isinstance(check_heaps(replace(claim, heaps=kept)), Rejected)


def test_a_claim_of_no_heaps_is_rejected_where_a_loop_or_an_error_is_reached() -> None:
    for body in (SHARED, "struct n *l = new(1, 0); ERROR_IF(l->data);"):
        assert isinstance(check_heaps(HeapInvariant(lowered(body), {})), Rejected)


def test_a_run_proves_a_program_by_heaps(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(text(PROVEN["zeros in front of ones"]))
    (task,) = load_tasks(file, data_model=DataModel.LP64)
    result = verify(task, Configuration(analysis="heaps", time_limit=60))
    assert (result.verdict, result.evidence.accepted, result.evidence.kind) == ("true", True, "heaps")


def test_a_run_that_finds_no_heaps_says_why(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(text("struct n *l = 0; while (MORE) l = l->next;"))
    (task,) = load_tasks(file, data_model=DataModel.LP64)
    result = verify(task, Configuration(analysis="heaps", time_limit=60))
    assert result.verdict == "unknown"
    assert "through null" in result.reason
