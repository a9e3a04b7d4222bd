"""A condition that no value satisfies is excluded by the compiled transfer relation too, whether or not its variables are tracked."""

from __future__ import annotations

import pytest

from tests.analysis.by_hand import explored
from tests.program.lowered_programs import program as lowered
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.precision import ValuePrecision


@pytest.mark.parametrize("engine", list(EngineKind))
@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("condition", ["b == -1", "!(b != 2)", "(int) c == 300", "(unsigned) c == -5", "~(int) b == 7", "b + 1 == 9"])
def test_a_value_outside_of_the_type_reaches_nothing(engine: EngineKind, tracked: bool, condition: str) -> None:
    program = lowered(
        "int main(void) { _Bool b = __VERIFIER_nondet_bool(); unsigned char c = __VERIFIER_nondet_uchar(); "
        f"if ({condition}) reach_error(); return b + c; }}"
    )
    precision = ValuePrecision([program.variable("main::b"), program.variable("main::c")] if tracked else [])
    analysis = ValueAnalysis(program, precision=precision, engine=engine)
    exploration = explored(analysis)
    assert exploration.arg.targets == []
