"""propose=path: the whole error path as the only interpolation problem (FORTE'15 Alg. 2)."""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Proposal, RefinableAnalysis


class ProposeWholePath:
    """One proposal per target: what the analysis says about the unsliced path."""

    def __str__(self) -> str:
        return "path"

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Sequence[Proposal]:
        return (analysis.propose(target),)


def make(parameter: str) -> ProposeWholePath:
    """No parameter."""
    if parameter:
        raise ValueError(f"takes no parameter, got {parameter!r}")
    return ProposeWholePath()
