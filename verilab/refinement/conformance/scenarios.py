"""The programs of the strategy conformance kit: small, with known verdicts, and exact for the value domain.

Exact: every path that the value domain cannot contradict is an execution, because inputs are only ever compared with constants, once
per value.  So the kit needs no solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from verilab.analysis.paths import Feasible
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.precision import StorageScope
from verilab.data_classes import dataclass
from verilab.program.cfa import Edge, Program
from verilab.program.counterexample import Counterexample
from verilab.program.lowering import lower
from verilab.program.syntax import parse_text
from verilab.program.types import DataModel

_DECLARATIONS = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A program and whether it is safe."""

    name: str
    text: str
    safe: bool

    def analysis(self) -> ValueAnalysis:
        """A new value analysis of the program, with an empty precision; its facts count for single locations."""
        return ValueAnalysis(_lowered(self.name, self.text), path_checker=_is_execution, scope=StorageScope.LOCATION)


@cache
def _lowered(name: str, text: str) -> Program:
    unit = parse_text(_DECLARATIONS + text, f"{name}.c", DataModel.ILP32)
    return lower(unit, DataModel.ILP32, ["reach_error"], name=name)


def _is_execution(edges: Sequence[Edge]) -> Feasible:
    return Feasible(Counterexample(tuple(edges), ()))


SCENARIOS = (
    Scenario("one reason", "int main(void) { int x = 1; if (x == 2) { reach_error(); } return 0; }", safe=True),
    Scenario(
        "a boolean and a loop counter",
        """int main(void) {
          int b = 0, i = 0;
          if (__VERIFIER_nondet_int() == 1) { b = 1; }
          if (b) { while (i < 4) { i++; } }
          if (i != 0) { if (!b) { reach_error(); } }
          return 0;
        }""",
        safe=True,
    ),
    Scenario(
        "three targets",
        """int main(void) {
          int x = 1, y = 2, z = 3;
          if (x == 2) { reach_error(); }
          if (y == 3) { if (x == 3) { reach_error(); } }
          if (z == 4) { if (y == 4) { if (x == 4) { reach_error(); } } }
          return 0;
        }""",
        safe=True,
    ),
    Scenario(
        "a violation behind an infeasible target",
        """int main(void) {
          int x = 1, n = 0;
          if (x == 2) { reach_error(); }
          while (n < 2) { n++; }
          if (__VERIFIER_nondet_int() == 7) { if (n == 2) { reach_error(); } }
          return 0;
        }""",
        safe=False,
    ),
    Scenario(
        "calls",
        """int held;
        void take(void) { if (held) { reach_error(); } held = 1; }
        void give(void) { if (!held) { reach_error(); } held = 0; }
        int main(void) {
          take(); give();
          if (__VERIFIER_nondet_int() == 1) { take(); } else { take(); give(); take(); }
          give();
          return 0;
        }""",
        safe=True,
    ),
)
