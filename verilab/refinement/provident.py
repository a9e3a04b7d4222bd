"""provident_refine: what each ranked target would teach, without touching the model or the precision (thesis §3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from verilab.analysis.arg import ArgNode
from verilab.analysis.capabilities import ProposesTogether
from verilab.analysis.proposals import Deferred, NextAnalysis, settled
from verilab.data_classes import dataclass
from verilab.program.counterexample import Counterexample
from verilab.refinement.context import Context
from verilab.refinement.operators import ByPrefix, Candidate, Feasible, Proposal, Propose, RefinableAnalysis, Select, Undecided


@dataclass(frozen=True, slots=True)
class Provident:
    """The provident refinements of the ranked targets, in their order; ``undecided`` are targets whose paths cannot be refined.

    ``passed_over`` counts further targets, behind these, that were not asked for.  ``withheld``: for some target the proposals of the
    first analyses sufficed, and there are others.  ``deferred``: of which candidates only the prefixes are known, by the ``id`` of each.
    """

    ranked: Sequence[ArgNode]
    candidates: tuple[Candidate, ...]
    undecided: tuple[tuple[ArgNode, Undecided], ...]
    passed_over: int = 0
    withheld: bool = False
    deferred: Mapping[int, Deferred] = field(default_factory=dict)

    def settled(self, chosen: Candidate) -> Provident | None:
        """The same with the chosen candidate interpolated, as it may be already; None where no procedure can."""
        deferred = self.deferred.get(id(chosen))
        if deferred is None:
            return self
        outcome = deferred.settle()
        if not isinstance(outcome, Candidate):
            return None
        candidates = tuple(outcome if candidate is chosen else candidate for candidate in self.candidates)
        others = {key: other for key, other in self.deferred.items() if other is not deferred}
        return replace(self, candidates=candidates, deferred=others)


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
    *,
    defers: bool = False,
) -> Provident | Reached:
    """The proposals for the first ``limit`` ranked targets (0: all), or the first feasible path among them.

    ``check`` may raise when time is up.  The next analysis of a combination is asked for a target where the candidates of those before it
    do not suffice.  ``defers``: what need not be interpolated yet is not.
    """
    asked = ranked[:limit] if limit else ranked
    candidates: list[Candidate] = []
    undecided: dict[ArgNode, Undecided] = {}
    deferred: dict[int, Deferred] = {}
    withheld = False
    for target, proposals in _proposals(analysis, propose, asked):
        own: list[Candidate] = []
        for proposal in proposals if defers else settled(proposals):
            check()
            match proposal:
                case Feasible(counterexample=counterexample):
                    return Reached(target, counterexample)
                case Undecided():
                    undecided[target] = proposal
                case Deferred(candidate=candidate):
                    deferred[id(candidate)] = proposal
                    own.append(candidate)
                case Candidate():
                    own.append(proposal)
                case NextAnalysis() if own and suffices(own):
                    withheld = True
                    break
        candidates += own
    return Provident(asked, tuple(candidates), tuple(undecided.items()), len(ranked) - len(asked), withheld, deferred)


def _proposals(analysis: RefinableAnalysis, propose: Propose, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Iterable[Proposal]]]:
    """What is proposed for each target; one proposal at a time where an analysis proposes for whole paths of all targets together."""
    together = analysis.propose_together(targets) if propose.whole and isinstance(analysis, ProposesTogether) else None
    if together is not None:
        yield from ((target, (proposal,)) for target, proposal in together)
    else:
        yield from ((target, propose(analysis, target)) for target in targets)


class Proposer:
    """Asks for the provident refinements of a loop; ``check``, ``limit``: see ``provident_refine``.

    ``defers``: a selection that looks at prefixes only has the one that it chooses interpolated, and no other.
    """

    def __init__(
        self,
        analysis: RefinableAnalysis,
        propose: Propose,
        select: Select,
        check: Callable[[], None],
        limit: int,
        *,
        defers: bool,
    ) -> None:
        self._select = select
        self._defers = defers and isinstance(select, ByPrefix) and select.by_prefix
        self._ask = partial(provident_refine, analysis, propose, check=check, limit=limit)

    def propose(self, ranked: Sequence[ArgNode], context: Context) -> Provident | Reached:
        """What there is to choose from; the candidate that will be chosen is interpolated, of the others what the selection wants."""
        select = self._select
        if self._defers:
            outlines = self._ask(ranked, defers=True)
            if isinstance(outlines, Reached) or not outlines.deferred:
                return outlines
            # Where the chosen prefix cannot be interpolated all are asked for after all.
            if (provident := outlines.settled(select(outlines.candidates, context))) is not None:
                return provident
        return self._ask(ranked, suffices=lambda candidates: select.suffices(candidates, context))

    def propose_all(self, ranked: Sequence[ArgNode]) -> Provident | Reached:
        """All that there is, interpolated, whatever suffices."""
        return self._ask(ranked)
