"""propose=path-invariants: invariants of the loops that the error path takes, by Horn clauses (Beyer et al., PLDI 2007); else as path.

Where the path has no loop, where its path program is unsafe though the path is not feasible, and where no invariant is found in time,
the candidate is that of ``propose=path``; its provenance says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.analysis.arg import ArgNode
from verilab.analysis.capabilities import FindsPathInvariants
from verilab.errors import Refused
from verilab.refinement.operators import Proposal, Propose, RefinableAnalysis


class ProposePathInvariants(Propose):
    """One proposal per target: the invariants of its path program."""

    solves_loops = True
    refines = ("predicate",)  # values have no inductive invariants between them

    def __str__(self) -> str:
        return "path-invariants"

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        if not isinstance(analysis, FindsPathInvariants):
            raise Refused(
                f"the {analysis.name} analysis has no path invariants; give analysis=predicate, or propose=path or sliced-prefixes"
            )
        return analysis.propose_path_invariants(analysis.path(target))


def make(parameter: str) -> ProposePathInvariants:
    """No parameter."""
    if parameter:
        raise ValueError(f"unknown parameter {parameter!r}; there is none")
    return ProposePathInvariants()
