"""Experiments as files: what is run, as TOML, read with errors that name line and column."""

from __future__ import annotations

from verilab.experiments.design.design import QUERIES, RECORDS, REFINEMENTS, Design, PlannedRun, load_design
from verilab.experiments.design.estimate import Estimate, estimate, told

__all__ = ["QUERIES", "RECORDS", "REFINEMENTS", "Design", "Estimate", "PlannedRun", "estimate", "load_design", "told"]
