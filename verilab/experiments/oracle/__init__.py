"""Oracles: choosers that know afterwards what each choice would have cost; the regret of a choice is what it cost more than theirs.

Among the candidates of a refinement: each is followed, at chosen refinements, in a run of its own.

    report = follow_all(task, Configuration(analysis="value", strategy="forte15-score"), at=[1, 3])
    for refinement in report.refinements:
        print(refinement.number, refinement.regrets["cpu_s"].ratio)

Among the strategies of a sweep, for each task (FORTE'15 Table 1): ``verilab.experiments.oracle.strategies``.
"""

from __future__ import annotations

from verilab.experiments.oracle.agreement import STRATEGY, Agreement, agreements, summed
from verilab.experiments.oracle.branches import Branch, BranchRun, parse_refinements
from verilab.experiments.oracle.costs import MEASURES, CandidateCost, Cost, Outcome, Regret
from verilab.experiments.oracle.follow import MAX_BRANCHES, follow_all
from verilab.experiments.oracle.recording import BranchError, Recorded, Recording
from verilab.experiments.oracle.report import OracleReport, RefinementReport, make_report, score_rows, total

__all__ = [
    "MAX_BRANCHES",
    "MEASURES",
    "STRATEGY",
    "Agreement",
    "Branch",
    "BranchError",
    "BranchRun",
    "CandidateCost",
    "Cost",
    "OracleReport",
    "Outcome",
    "Recorded",
    "Recording",
    "RefinementReport",
    "Regret",
    "agreements",
    "follow_all",
    "make_report",
    "parse_refinements",
    "score_rows",
    "summed",
    "total",
]
