"""Conditions over many variables, each of which may be known or not: their code has a case for each, which must not be too many."""

from __future__ import annotations

import pytest

from tests.analysis.by_hand import explored
from tests.program import lowered_programs
from verilab.analysis.value.analysis import ValueAnalysis

COUNT = 12
_NAMES = [f"v{number}" for number in range(COUNT)]
PROGRAM = f"""
int main(void) {{
  int {", ".join(f"{name} = __VERIFIER_nondet_int()" for name in _NAMES)};
  {" ".join(f"if ({name} == 1) {{ {name} = 2; }}" for name in _NAMES[:2])}
  if ({" + ".join(_NAMES)} == 7) {{ v0 = 5; v1 = 5; }} else {{ v0 = 6; v1 = 6; }}
  if (v0 != v1) {{ reach_error(); }}
  if (v0 == 6 && v1 == 6) {{ reach_error(); }}
  return 0;
}}
"""


@pytest.mark.parametrize("engine", ["chains", "edges"])
def test_a_condition_over_a_dozen_variables_is_taken_both_ways(engine: str) -> None:
    """The engine that goes edge by edge ended with an internal error: the cases of the condition do not fit into one piece of code."""
    program = lowered_programs.program(PROGRAM)
    analysis = ValueAnalysis(program, engine=engine)
    analysis.precision.add_everywhere(program.storages)
    analysis.cpa.renew()
    exploration = explored(analysis)
    assert len(exploration.arg.targets) == 1
    values = {
        analysis.cpa.scheme.assignment(node.point.location, node.state).get(storage.slot)
        for node in exploration.arg.nodes()
        for storage in program.storages
        if storage.name.endswith("v0")
    }
    assert {5, 6} <= values
