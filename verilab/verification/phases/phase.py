"""A phase of a run: one analysis with its strategy, its precision and its part of the time."""

from __future__ import annotations

from enum import StrEnum

from verilab.analysis.waitlist import WaitlistOrder
from verilab.data_classes import dataclass
from verilab.refinement.strategy import Strategy, parse_strategy
from verilab.verification.configuration import AUTO, Configuration


class Analysis(StrEnum):
    """What a phase runs: an analysis that refines, or another engine."""

    VALUE = "value"
    PREDICATE = "predicate"
    COMPOSITE = "composite"
    CONTRACTS = "contracts"
    PDR = "pdr"
    HEAPS = "heaps"
    INDUCTION = "induction"
    LINEAR_FORMS = "linear-forms"
    SLICING = "slicing"
    TESTING = "testing"
    UNROLLING = "unrolling"

    @property
    def refines(self) -> bool:
        """Whether it has a refinement loop of its own."""
        return self in (Analysis.VALUE, Analysis.PREDICATE, Analysis.COMPOSITE)


ALONE = (
    Analysis.VALUE,
    Analysis.CONTRACTS,
    Analysis.PDR,
    Analysis.HEAPS,
    Analysis.INDUCTION,
    Analysis.LINEAR_FORMS,
    Analysis.SLICING,
    Analysis.TESTING,
    Analysis.UNROLLING,
)
"""Analyses of which a run has one phase, but for that of another precision."""

MOST_REJECTED = 20
"""Violations that are not accepted, after each of which a phase looks for another one."""
DISMISSALS = 50
"""Spurious error paths that a lone value analysis sets aside while it looks for a violation."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One analysis of a run; ``share`` is the part of the time still left that it may use.

    ``late``: its turns begin in a later round than the others'; what it is for is rare, and its queries are long.  ``supposes``: its proof
    may rest on invariants that are only supposed, which the evidence decides on.  ``evidence_share``: the part of the time still left that
    the check of its answer may use.  ``selected``: its strategy where inputs are few.
    """

    analysis: Analysis
    encoding: str
    share: float
    strategy: Strategy
    order: WaitlistOrder
    dismissals: int = 0
    precision: str = "empty"
    late: bool = False
    supposes: bool = False
    evidence_share: float = 1.0
    selected: Strategy | None = None

    @property
    def name(self) -> str:
        """What is told of it; no two phases of a run have the same."""
        if self.precision == "full":
            return f"{self.analysis} (full)"
        return self.analysis.value if self.analysis in ALONE else f"{self.analysis} ({self.encoding})"


DEFAULT_STRATEGIES = {Analysis.VALUE: "single-path", Analysis.LINEAR_FORMS: "single-path", Analysis.COMPOSITE: "spin15-(va+pa+)+"}
"""Of the analyses where a configuration names none; of all others it is ``single-path-located``."""


def phase_of(configuration: Configuration, analysis: Analysis, strategy: Strategy | None, share: float = 1.0) -> Phase:
    """A phase of the analysis, by the strategy that is given, or its default."""
    return Phase(
        analysis,
        "bv" if analysis is Analysis.VALUE else configuration.encoding,
        share,
        strategy or parse_strategy(DEFAULT_STRATEGIES.get(analysis, "single-path-located")),
        WaitlistOrder(configuration.order),
        # A precision file is read where the analysis is made.
        precision="full" if analysis in (Analysis.VALUE, Analysis.COMPOSITE) and configuration.initial_precision == "full" else "empty",
        supposes=configuration.analysis == AUTO,
    )
