"""Analyses of small C programs for the tests of refinement, and the error paths that they find."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pysmt.environment import Environment

from tests.analysis.by_hand import predicate_analysis
from tests.backends.required import need
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.composite.analysis import CompositeAnalysis
from verilab.analysis.exploration import Exploration
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.scope import Scope
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.formulas.blocks.block_operator import BlockOperator, SingleBlock
from verilab.formulas.encodings.by_name import LOGICS
from verilab.program.cfa import Program
from verilab.resources import Deadline
from verilab.solving.backend import QueryContext, SolverSession

FLAG_AND_COUNTER = """int main(void) {
  int b = 1; int i = 0;
  while (i < 4) { i++; if (__VERIFIER_nondet_int()) { b = 1; } }
  if (!b) { reach_error(); }
  return 0;
}"""
"""Its first error path has two sliced prefixes: by the counter, and by the flag."""

FIGURE_1 = """
int main(void) {
  int b = __VERIFIER_nondet_int();
  int i = 0;
  if (b) { while (i < 10) { i++; } }
  if (i != 0) { if (!b) { reach_error(); } }
  return 0;
}
"""
"""FORTE'15 Fig. 1 with ten rounds."""

REASONS = """
int main(void) {
  int flag = 0, mode = 3, total = 0, i = 0, choice = __VERIFIER_nondet_int();
  while (i < 3) { i = i + 1; total = total + i; }
  if (choice > 5) { mode = 4; }
  if (mode == 7) { if (total < 2) { if (choice < 5) { if (flag) { reach_error(); } } } }
  return 0;
}
"""
"""An error path with up to five reasons to be infeasible: the loop's exit, mode, total, flag, and choice on one of the ways."""

PROTOCOL = """
int held, depth;
void take(void) { if (held) { reach_error(); } held = 1; depth = depth + 1; }
void give(void) { if (!held) { reach_error(); } held = 0; depth = depth - 1; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = 0;
  take(); give();
  while (k < n) { take(); if (depth != 1) { reach_error(); } give(); k = k + 1; }
  if (depth > 0) { if (held) { reach_error(); } }
  return 0;
}
"""

PROGRAMS = {"figure 1": FIGURE_1, "reasons": REASONS, "protocol": PROTOCOL}


@dataclass
class Bench:
    """A predicate analysis with single-edge blocks by z3, and what it is made of."""

    program: Program
    encoding: str = "int"
    operator: BlockOperator = field(default_factory=SingleBlock)
    seconds: float = 30.0

    def __post_init__(self) -> None:
        self.backend = need("z3")
        self.environment = Environment()
        self.context = QueryContext(deadline=Deadline(self.seconds), timeout=10.0)
        self.analysis = predicate_analysis(
            self.program,
            self.backend,
            procedures=("horn", "backward"),
            encoding=self.encoding,
            operator=self.operator,
            environment=self.environment,
            context=self.context,
        )
        self.vocabulary = self.analysis.vocabulary

    def session(self) -> SolverSession:
        return self.backend.session(self.environment, logic=LOGICS[self.encoding], context=self.context)

    def composite(self, engine: str = "chains") -> CompositeAnalysis:
        """The predicate analysis together with a new value analysis, whose paths nobody else decides."""
        value = ValueAnalysis(self.analysis.blocks.graph, deadline=self.context.deadline, engine=engine)
        return CompositeAnalysis(value, self.analysis)

    def close(self) -> None:
        self.analysis.close()
        self.backend.close()


def error_paths(analysis: RefinableAnalysis, most: int) -> Iterator[ArgNode]:
    """The targets of up to ``most`` rounds of a plain refinement loop, as they are found."""
    exploration = Exploration(analysis.cpa)
    for _ in range(most):
        exploration.run()
        if not exploration.arg.targets:
            return
        target = exploration.arg.targets[0]
        yield target
        proposal = next(analysis.propose(analysis.path(target)))
        if not isinstance(proposal, Candidate) or not analysis.refine(proposal.increment, Scope.GLOBAL):
            return
        exploration = Exploration(analysis.cpa)
