"""The conformance kit: what verilab asks of every operator and every strategy, ours or a third party's.

``check_strategy`` runs the refinement loop on small programs step by step, and holds each operator's answer against its contract:

rank      a non-empty list of given targets, each once, the same when asked again, the given list unchanged
propose   candidates for the given target: a sliced prefix of its path that ends in its contradiction, interpolants that are inductive,
          an increment at points of the prefix; no side effects; the same when asked again; a violation only where there is one
select    a candidate or a join of candidates, nothing invented, the same when asked again, no side effects
apply     the precision holds the increment and loses nothing; the refined path is gone for good; None only where nothing was added
all       the verdict is that of the program, after finitely many refinements

A test of an operator is one line:  ``assert check_operator("select", operator).failures == ()``
"""

from __future__ import annotations

from verilab.refinement.conformance.kit import Report, Row, check_operator, check_strategy
from verilab.refinement.conformance.scenarios import SCENARIOS, Scenario

__all__ = ["SCENARIOS", "Report", "Row", "Scenario", "check_operator", "check_strategy"]
