"""What refinements that edit the model are counted by, out of a run's row."""

from __future__ import annotations

from dataclasses import dataclass, fields

from verilab.verification.schema import EDITS, RunResult


@dataclass(frozen=True, slots=True)
class Edits:
    """Numbers of ``verilab.verification.schema.RunStatistics``, and ``interpolations``: queries that procedures were asked."""

    states: int = 0
    splits: int = 0
    slices: int = 0
    strengthenings: int = 0
    coverings: int = 0
    uncoverings: int = 0
    edge_checks: int = 0
    entailment_checks: int = 0
    path_checks: int = 0
    interpolations: int = 0

    @property
    def prover_calls(self) -> int:
        """The paper's TPC: interpolants come from the proof of the path's check and are no call of their own."""
        return self.edge_checks + self.entailment_checks + self.path_checks

    def __add__(self, other: Edits) -> Edits:
        return Edits(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Edits)))


def edits(result: RunResult) -> Edits:
    """The numbers of a run."""
    known = result.statistics
    return Edits(
        states=known.states,
        interpolations=int(known.interpolation_total("asked")),
        **{name: getattr(known, name) for name in EDITS},
    )
