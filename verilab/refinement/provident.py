"""provident_refine: what each ranked target would teach, without touching the model or the precision (thesis §3.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verilab.analysis.arg import ArgNode
from verilab.refinement.operators import Candidate, Feasible, Propose, RefinableAnalysis, Undecided


@dataclass(frozen=True, slots=True)
class Provident:
    """The provident refinements of the ranked targets, in their order; ``undecided`` are paths that cannot be refined.

    ``passed_over`` counts further targets, behind these, that were not asked for.
    """

    ranked: Sequence[ArgNode]
    candidates: tuple[Candidate, ...]
    undecided: tuple[tuple[ArgNode, Undecided], ...]
    passed_over: int = 0


# candidates := union of provident_refine(t) for t in rank(targets);  the first feasible path ends it (§3.4, note on implementation)
def provident_refine(
    analysis: RefinableAnalysis, propose: Propose, ranked: Sequence[ArgNode], check: Callable[[], None] = lambda: None, limit: int = 0
) -> Provident | Feasible:
    """All proposals for the first ``limit`` ranked targets (0: all), or the first feasible path among them.

    ``check`` may raise when time is up.
    """
    asked = ranked[:limit] if limit else ranked
    candidates: list[Candidate] = []
    undecided: list[tuple[ArgNode, Undecided]] = []
    for target in asked:
        for proposal in propose(analysis, target):
            check()
            match proposal:
                case Feasible():
                    return proposal
                case Undecided():
                    undecided.append((target, proposal))
                case Candidate():
                    candidates.append(proposal)
    return Provident(asked, tuple(candidates), tuple(undecided), len(ranked) - len(asked))
