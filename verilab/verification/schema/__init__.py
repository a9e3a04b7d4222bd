"""What a run leaves behind, as rows: ``Run``, ``Refinement`` and ``Query``.

Everything that stores, compares or shows runs reads and writes these: JSON objects with stable keys, and tables in which every field of
the configuration is a column of its own (``verilab.experiments.store.csv_rows``).  Labels are for people; nothing is read out of them.
"""

from __future__ import annotations

from verilab.verification.schema.models import Applied, Model, ModelEdge, ModelNode
from verilab.verification.schema.queries import Query
from verilab.verification.schema.refinements import Candidate, Fact, Refinement, Step, Target, read_refinements
from verilab.verification.schema.runs import (
    DEFAULT,
    EDITS,
    EXIT_CODES,
    KILLED,
    PropertyResult,
    Run,
    RunResult,
    RunStatistics,
    classify,
    combined,
    family_of,
)

__all__ = [
    "DEFAULT",
    "EDITS",
    "EXIT_CODES",
    "KILLED",
    "Applied",
    "Candidate",
    "Fact",
    "Model",
    "ModelEdge",
    "ModelNode",
    "PropertyResult",
    "Query",
    "Refinement",
    "Run",
    "RunResult",
    "RunStatistics",
    "Step",
    "Target",
    "classify",
    "combined",
    "family_of",
    "read_refinements",
]
