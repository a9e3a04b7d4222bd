"""The definitions of external functions: what does not return ends the run, and an assumption ends it where it is false."""

from __future__ import annotations

import pytest

from verilab.evidence.compiler.externals import External, body
from verilab.evidence.compiler.prototypes import Prototype


@pytest.mark.parametrize(("name", "returns", "ends"), [("stop", False, True), ("go_on", True, False), ("reach_error", True, True)])
def test_what_does_not_return_ends_the_run(name: str, returns: bool, ends: bool) -> None:
    text = body(External(1, Prototype(name, "void", ("int *",)), returns))
    assert ("verilab_end();" in text) is ends
    assert ("verilab_argument(" in text) is not ends


@pytest.mark.parametrize(("implicit", "type"), [(True, "unsigned char"), (False, "int")])
def test_an_input_that_nobody_declares_has_the_type_that_its_name_says(implicit: bool, type: str) -> None:
    text = body(External(1, Prototype("__VERIFIER_nondet_uchar", "int", None, implicit=implicit), True))
    assert f"    {type} verilab_value;" in text
    assert text.startswith("int __VERIFIER_nondet_uchar(")


@pytest.mark.parametrize("parameters", [("int",), None])
def test_an_assumption_ends_the_run_where_it_is_false(parameters: tuple[str, ...] | None) -> None:
    text = body(External(1, Prototype("__VERIFIER_assume", "int", parameters), True))
    assert "(__typeof__(int) verilab_0)" in text
    assert "if (!verilab_0) verilab_end();" in text
