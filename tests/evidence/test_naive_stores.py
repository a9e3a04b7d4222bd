"""The naive translation writes the element that the index names, and no other."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment

from tests.program.lowered_programs import program as lowered
from verilab.analysis.invariants import Region
from verilab.evidence import invariants
from verilab.evidence.invariants import check_invariants
from verilab.evidence.results import Accepted, Rejected
from verilab.program.control import ControlGraph
from verilab.solving.registry import load_backend

TEXT = """
int main(void) {{
  int first = 0, pair[3] = {{1, 2, 3}}, i = {index};
  if (i < 0 || i > 1) {{ return 0; }}
  pair[i] = 5;
  if ({violation}) {{ reach_error(); }}
  return 0;
}}
"""


@pytest.mark.parametrize("encoding", ["int", "bv"])
@pytest.mark.parametrize("index", ["1", "__VERIFIER_nondet_int()"])
@pytest.mark.parametrize(
    ("violation", "safe"),
    [
        ("pair[0] != 5 && pair[1] != 5", True),
        ("pair[i] != 5", True),
        ("pair[1 - i] != 2 - i", True),
        ("pair[2] != 3", True),
        ("pair[1] == 5", False),
    ],
)
def test_an_element_is_written_and_the_others_stay(
    monkeypatch: pytest.MonkeyPatch, encoding: str, index: str, violation: str, safe: bool
) -> None:
    monkeypatch.setattr(invariants, "NAIVE_SECONDS", 60.0)
    monkeypatch.setattr(invariants._InvariantChecker, "_execute", lambda *_: None)
    program = lowered(TEXT.format(index=index, violation=violation))
    environment = Environment()
    behind_first = ControlGraph(program).entry.successors[0][1]
    claim = {behind_first: Region(environment.formula_manager.TRUE(), encoding)}
    result = check_invariants(program, claim, backend=load_backend("z3"), environment=environment)
    assert isinstance(result, Accepted if safe else Rejected)
    assert result.checked_by == "naive translation by z3"
    assert safe or (isinstance(result, Rejected) and "an error location is reachable" in result.reason)
