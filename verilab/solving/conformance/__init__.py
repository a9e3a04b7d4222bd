"""The conformance kit: what verilab asks of every backend, ours or a third party's; ``kit`` is where it begins."""

from verilab.solving.conformance.kit import check_backend
from verilab.solving.conformance.query import Query, Size
from verilab.solving.conformance.report import Report

__all__ = ["Query", "Report", "Size", "check_backend"]
