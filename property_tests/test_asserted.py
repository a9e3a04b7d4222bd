"""Programs with asserted last values get no wrong verdict; ``VERILAB_ASSERTED_PROGRAMS=300`` is the nightly size."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from property_tests.asserted import KINDS, classify
from property_tests.csmith_programs.arithmetic import arithmetic_for
from property_tests.scrambling import scrambled
from property_tests.verdicts import answer

COUNT = int(os.environ.get("VERILAB_ASSERTED_PROGRAMS", "2"))
SECONDS = 4.0


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "behind a guard"])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_wrong_verdict_on_programs_whose_values_gcc_computed(kind: str, guarded: bool, tmp_path: Path) -> None:
    for tool in ("gcc", "csmith") if kind == "csmith" else ("gcc",):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed; it is a package of the system")
    bad = []
    for each in KINDS[kind](range(1, 1 + COUNT), tmp_path):
        answered = answer(scrambled(each.text) if guarded else each.text, tmp_path, SECONDS)
        if classify(answered, each.expected) not in ("right", "unknown"):
            bad.append(f"{each.name}: {answered.verdict} {answered.reason}")
    assert not bad, "\n".join(bad)


def test_the_arithmetic_of_a_program_is_defined_once() -> None:
    text = "x = safe_add_func_int8_t_s_s(a, safe_add_func_int8_t_s_s(b, safe_lshift_func_uint16_t_u_s(c, 3)));"
    defined = arithmetic_for(text)
    assert defined.count("static int8_t safe_add_func_int8_t_s_s(int8_t a, int8_t b)") == 1
    assert "static uint16_t safe_lshift_func_uint16_t_u_s(uint16_t a, int b)" in defined
    assert "{ return (b < 0 || b >= 32 || a > (UINT16_MAX >> b)) ? a" in defined


def test_the_guard_stands_in_front_of_every_error() -> None:
    text = scrambled("extern void reach_error(void);\nint main(void) { if (1) reach_error(); reach_error ( ); }\n")
    head, main = text.split("int main")
    assert "if (scrambled == 99u) reach_error();" in head
    assert main.count("behind_the_guard()") == 2
    assert "reach_error" not in main


def test_a_program_that_does_not_declare_its_error_cannot_be_guarded() -> None:
    with pytest.raises(ValueError, match="does not declare"):
        scrambled("int main(void) { return 0; }")
