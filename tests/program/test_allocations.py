"""Allocation sites: instances inside the bound are exact, and what is beyond it is never computed wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.allocation_programs import EXACT, LIST, VAGUE
from tests.program.lowered_programs import ILP32, LP64, gcc_verdict, program, verdict
from verilab.program.types import DataModel


@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda model: model.value)
@pytest.mark.parametrize("name", EXACT)
def test_allocations_inside_the_bound_are_what_the_machine_has(name: str, model: DataModel) -> None:
    assert verdict(program(EXACT[name], model)) == "returned"
    assert verdict(program(EXACT[name].replace("CHECK(", "CHECK(!"), model)) == "error"


@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda model: model.value)
@pytest.mark.parametrize("name", VAGUE)
def test_allocations_beyond_the_bound_are_never_computed_wrongly(name: str, model: DataModel) -> None:
    assert verdict(program(VAGUE[name], model)).startswith(("returned", "imprecise"))
    turned = program(VAGUE[name].replace("CHECK(", "CHECK(!"), model)
    assert verdict(turned).startswith(("error", "imprecise"))
    assert turned.imprecisions or verdict(turned) == "error"


@pytest.mark.parametrize("name", EXACT | VAGUE)
def test_gcc_agrees(name: str, tmp_path: Path) -> None:
    bodies = "int __VERIFIER_nondet_int(void) { return 0; } unsigned __VERIFIER_nondet_uint(void) { return 0; }"
    by_gcc = gcc_verdict((EXACT | VAGUE)[name] + bodies, LP64, tmp_path)
    if by_gcc is None:
        pytest.skip("no gcc here")
    assert by_gcc == "returned"


def test_numbers_in_nodes_beyond_the_bound_are_no_addresses() -> None:
    searched = LIST + "int main(void) { int d = 1; struct N *h = grown(3, d); CHECK(h->v == d && h->next->v == d); }"
    assert "address of an object" not in program(searched, ILP32).imprecisions
