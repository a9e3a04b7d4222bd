"""What a refinable analysis offers the refinement loop: proposals for paths, and a precision that grows by their increments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Increment
from verilab.analysis.cpa import Cpa
from verilab.analysis.exploration import Exploration
from verilab.analysis.facts import Facts
from verilab.analysis.invariants import Invariants
from verilab.analysis.labels import Labels, invariants
from verilab.analysis.paths import Path
from verilab.analysis.prefixes import Caps
from verilab.analysis.proposals import Proposal
from verilab.analysis.scope import Scope
from verilab.program.cfa import Program


class RefinableAnalysis(Protocol):
    """What the loop and the operators need of an analysis: a CPA, proposals for paths and a precision that grows.

    What only some can beside this is a capability with a name: ``verilab.analysis.capabilities``.
    """

    name: str
    cpa: Cpa
    labels: Labels
    facts: Facts
    timed: bool = True
    """Whether finding and comparing its states takes so long that the time of these is worth a look at the clock."""

    @property
    def program(self) -> Program: ...

    def path(self, target: ArgNode) -> Path:
        """The path to a node of an exploration of this analysis."""
        return Path.to(self.cpa, target)

    def propose(self, path: Path, caps: Caps | None = None, analyses: str = "") -> Iterator[Proposal]:
        """At least one proposal for an error path, each worked out when it is asked for; the path may be another analysis' too.

        Without ``caps`` one for the whole path: a candidate where it is infeasible (FORTE'15 Alg. 2).  With them a candidate for each
        infeasible sliced prefix, the shortest one first (Alg. 3), behind each those of the sliced paths that are cut off its front
        (SPIN'15 §2), as many as ``caps`` wants; where there is none, what is said of the whole path.  Where interpolation costs something
        those of prefixes are ``Deferred``.  ``analyses``: which of a combination are asked (``verilab.analysis.combination``).
        """
        ...

    def refine(self, increment: Increment, scope: Scope) -> bool:
        """Add an increment to the precision, as far around its locations as ``scope`` says; False where it adds nothing new."""
        ...

    def invariants(self, exploration: Exploration) -> Invariants:
        """The claim of an exploration that ended without targets."""
        return invariants(exploration.arg, exploration.labels or self.labels)

    def renew(self) -> None:
        """The program has set properties aside: forget what depends on its error locations, keep the precision."""
        ...

    def statistics(self) -> dict[str, float]:
        """Counters for the report: at least ``predicates`` (facts in the precision)."""
        ...
