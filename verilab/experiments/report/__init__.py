"""The report of an experiment: one HTML file with its tables, figures and the refinement microscope, for a browser without a network."""

from __future__ import annotations

from verilab.experiments.report.limits import Limits
from verilab.experiments.report.writing import Written, write_report

__all__ = ["Limits", "Written", "write_report"]
