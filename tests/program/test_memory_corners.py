"""Memory looked at through other types: walks over whole structures, unions, addresses in integers, copies of bytes, function pointers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program.lowered_programs import ILP32, LP64, gcc_verdict, program, verdict
from tests.program.memory_corner_programs import EXACT, INTEGERS, PLACED, UNPLACED, VAGUE
from verilab.program.types import DataModel


@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda model: model.value)
@pytest.mark.parametrize("name", EXACT)
def test_memory_is_what_the_machine_has(name: str, model: DataModel) -> None:
    assert verdict(program(EXACT[name], model)) == "returned"
    assert verdict(program(EXACT[name].replace("CHECK(", "CHECK(!"), model)) == "error"


@pytest.mark.parametrize("name", VAGUE)
def test_what_is_not_modelled_is_never_computed_wrongly(name: str) -> None:
    assert verdict(program(VAGUE[name], LP64)).startswith(("returned", "imprecise"))
    turned = program(VAGUE[name].replace("CHECK(", "CHECK(!"), LP64)
    assert verdict(turned).startswith(("error", "imprecise"))
    assert turned.imprecisions or verdict(turned) == "error"


@pytest.mark.parametrize("name", PLACED)
def test_nothing_is_certain_that_depends_on_where_objects_lie(name: str) -> None:
    """Neither what the model's addresses make of it nor its opposite."""
    for text in (PLACED[name], PLACED[name].replace("CHECK(", "CHECK(!")):
        assert verdict(program(text, LP64)).startswith("imprecise")


@pytest.mark.parametrize("name", UNPLACED)
def test_what_holds_wherever_objects_lie_is_certain(name: str) -> None:
    assert verdict(program(UNPLACED[name], LP64)) == "returned"


@pytest.mark.parametrize("name", INTEGERS)
def test_no_access_through_a_computed_address_is_lost(name: str) -> None:
    assert verdict(program(INTEGERS[name], LP64)).startswith(("returned", "imprecise"))
    turned = program(INTEGERS[name].replace("CHECK(", "CHECK(!"), LP64)
    assert verdict(turned).startswith(("error", "imprecise"))


def test_an_address_that_nothing_is_assigned_to_leads_to_no_object_where_no_address_is_looked_at() -> None:
    """As in drivers whose handlers get pointers that no main made: they compare with null by temporaries of integers, and no more."""
    text = """
        int k; struct S { int *d; int v; };
        int main(void) { unsigned long n = (unsigned long)&k, z; z = 0; struct S *r; n = (unsigned long)r->d; if (n != z) r->v = 1; LOOK
          CHECK(k == 0); }"""
    assert program(text.replace("LOOK", ""), LP64).imprecisions == {"external memory": 1}
    assert program(text.replace("LOOK", "if ((unsigned long)&k & 64) n = 1;"), LP64).imprecisions["pointer cast"]


@pytest.mark.parametrize("name", EXACT | INTEGERS | VAGUE)
def test_gcc_agrees(name: str, tmp_path: Path) -> None:
    bodies = "int __VERIFIER_nondet_int(void) { return 0; } unsigned __VERIFIER_nondet_uint(void) { return 0; } void fill(int *p, ...) {}"
    by_gcc = gcc_verdict((EXACT | INTEGERS | VAGUE)[name] + bodies, LP64, tmp_path)
    if by_gcc is None:
        pytest.skip("no gcc here")
    assert by_gcc == "returned"
