"""provident_refine: what each ranked target would teach, without touching the model or the precision (thesis §3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verilab.analysis.arg import ArgNode
from verilab.analysis.refinable import Deferred
from verilab.program.counterexample import Counterexample
from verilab.refinement.operators import Candidate, Feasible, Proposal, Propose, RefinableAnalysis, Undecided


@dataclass(frozen=True, slots=True)
class Provident:
    """The provident refinements of the ranked targets, in their order; ``undecided`` are paths that cannot be refined.

    ``passed_over`` counts further targets, behind these, that were not asked for.  ``withheld``: for some target the proposals of the
    first analyses sufficed, and there may be others.  ``deferred``: of which candidates only the prefixes are known, by the ``id`` of each.
    """

    ranked: Sequence[ArgNode]
    candidates: tuple[Candidate, ...]
    undecided: tuple[tuple[ArgNode, Undecided], ...]
    passed_over: int = 0
    withheld: bool = False
    deferred: Mapping[int, Deferred] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reached:
    """The path to a target is an execution."""

    target: ArgNode
    counterexample: Counterexample


# candidates := union of provident_refine(t) for t in rank(targets);  the first feasible path ends it (§3.4, note on implementation)
def provident_refine(
    analysis: RefinableAnalysis,
    propose: Propose,
    ranked: Sequence[ArgNode],
    check: Callable[[], None] = lambda: None,
    limit: int = 0,
    suffices: Callable[[Sequence[Candidate]], bool] = lambda candidates: False,
) -> Provident | Reached:
    """The proposals for the first ``limit`` ranked targets (0: all), or the first feasible path among them.

    ``check`` may raise when time is up.  An analysis is asked for a target where the candidates of those before it do not suffice.
    """
    asked = ranked[:limit] if limit else ranked
    together = analysis.propose_together(asked) if propose.whole else None
    if together is not None:
        return _provident_together(together, asked, len(ranked) - len(asked), check)
    candidates: list[Candidate] = []
    undecided: list[tuple[ArgNode, Undecided]] = []
    deferred: dict[int, Deferred] = {}
    withheld = False
    for target in asked:
        own: list[Candidate] = []
        for turn in propose.turns(analysis, target):
            for proposal in turn:
                check()
                match proposal:
                    case Feasible(counterexample=counterexample):
                        return Reached(target, counterexample)
                    case Undecided():
                        undecided.append((target, proposal))
                    case Deferred(candidate=candidate):
                        deferred[id(candidate)] = proposal
                        own.append(candidate)
                    case Candidate():
                        own.append(proposal)
            if own and suffices(own):
                withheld = True
                break
        candidates += own
    return Provident(asked, tuple(candidates), tuple(undecided), len(ranked) - len(asked), withheld, deferred)


def _provident_together(
    together: Iterator[tuple[ArgNode, Proposal]], asked: Sequence[ArgNode], passed_over: int, check: Callable[[], None]
) -> Provident | Reached:
    """As ``provident_refine``, of proposals that are given for all targets."""
    candidates: list[Candidate] = []
    undecided: list[tuple[ArgNode, Undecided]] = []
    for target, proposal in together:
        check()
        match proposal:
            case Feasible(counterexample=counterexample):
                return Reached(target, counterexample)
            case Undecided():
                undecided.append((target, proposal))
            case Candidate():
                candidates.append(proposal)
    return Provident(asked, tuple(candidates), tuple(undecided), passed_over)
