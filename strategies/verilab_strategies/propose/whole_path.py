"""propose=path: the whole error path as the only interpolation problem (FORTE'15 Alg. 2).

``analyses=`` says which analyses of a composite are asked (SPIN'15 §5, Table 3): with ``in-turn`` it is VA || PA.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.analysis.arg import ArgNode
from verilab.analysis.combination import parse_analyses
from verilab.refinement.operators import Proposal, Propose, RefinableAnalysis


class ProposeWholePath(Propose):
    """One proposal per target and analysis asked: what it says about the unsliced path."""

    whole = True

    def __init__(self, analyses: str = "") -> None:
        self.analyses = analyses

    def __str__(self) -> str:
        return f"path:analyses={self.analyses}" if self.analyses else "path"

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        return analysis.propose(analysis.path(target), analyses=self.analyses)


def make(parameter: str) -> ProposeWholePath:
    """Nothing, or ``analyses=in-turn|all|value|predicate`` of a composite."""
    name, _, value = parameter.partition("=")
    if parameter and name != "analyses":
        raise ValueError(f"unknown parameter {name!r}; known: analyses=NAME, or no parameter")
    return ProposeWholePath(parse_analyses(value) if parameter else "")
