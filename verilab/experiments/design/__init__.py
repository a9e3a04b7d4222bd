"""Experiments as files: what is run, as TOML, read with errors that name line and column."""

from __future__ import annotations

from verilab.experiments.design.design import Design, PlannedRun, load_design
from verilab.experiments.design.estimate import Estimate, estimate, told
from verilab.experiments.store.columns import MODELS, QUERIES, RECORDS, REFINEMENTS

__all__ = ["MODELS", "QUERIES", "RECORDS", "REFINEMENTS", "Design", "Estimate", "PlannedRun", "estimate", "load_design", "told"]
