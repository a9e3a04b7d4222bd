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
from verilab.program.abstract_heaps import SEVERAL, Heap, HeapInvariant, Node, NotModelled, Pointer
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
    done = subprocess.run([executable], env=os.environ | {"INPUTS": inputs}, check=False, timeout=20)
    assert done.returncode == ERROR
