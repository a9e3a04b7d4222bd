"""Which analyses of a combination propose for an error path: VA || PA, VA+ || PA+ and (VA+ || PA+)+ (SPIN'15 §4 and §5, Table 3).

The value analysis (VA) tracks values, the predicate analysis (PA) predicates.  A plus is refinement selection: inside the bars each
analysis has the infeasible sliced prefixes of the path instead of the whole path, behind them the selection chooses among what both
propose.

    VA || PA        propose=path:analyses=in-turn
    VA+ || PA+      propose=sliced-prefixes:analyses=in-turn   select=SCORES             SCORES: domain-type:good,width:narrow,length:short
    (VA+ || PA+)+   propose=sliced-prefixes:analyses=all       select=analysis:SCORES    or select=SCORES, as the paper's text has it
    PA              propose=path:analyses=predicate

The parameter ``analyses=`` of the propose operators says which: ``in-turn``, ``all``, or the name of an analysis, which proposes alone.  A
lone analysis is its only component: ``in-turn``, ``all`` and its own name all mean what it proposes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verilab.analysis.candidates import Candidate
from verilab.analysis.paths import Feasible
from verilab.analysis.proposals import NextAnalysis, Proposal

IN_TURN, ALL = "in-turn", "all"
COMPONENTS = ("value", "predicate")
"""The analyses of the composite, in the order of their turns."""
KNOWN = (IN_TURN, ALL, *COMPONENTS)


# §5: "refinements are always tried first with the value analysis and the predicate analysis is refined only if the value analysis cannot
# eliminate an infeasible error path"
def in_turn(values: Iterable[Candidate], predicates: Iterable[Proposal]) -> Iterator[Proposal]:
    """VA || PA of candidates for the whole path, VA+ || PA+ of those for its sliced prefixes.

    ``predicates`` are asked for only where there is no candidate of values.
    """
    yield from list(values) or predicates


# §4: "for all component analyses, we extract infeasible sliced paths";  tau is the set of their refinements, of which one is selected
def all_together(values: Iterable[Candidate], predicates: Iterable[Proposal]) -> Iterator[Proposal]:
    """(VA+ || PA+)+: the candidates of both analyses, so that the selection chooses the analysis too.

    A path that the value analysis excludes is not feasible, whatever the other says: it may see a neighbour of it that is.
    """
    by_values = list(values)
    yield from by_values
    if by_values:
        yield NextAnalysis(COMPONENTS[1])
    for proposal in predicates:
        if not (by_values and isinstance(proposal, Feasible)):
            yield proposal


def parse_analyses(text: str) -> str:
    """The value of an ``analyses=`` parameter; ValueError for another than the known ones."""
    if text not in KNOWN:
        raise ValueError(f"unknown analyses {text!r}; known: {', '.join(KNOWN)}")
    return text


def check_lone(name: str, analyses: str) -> None:
    """ValueError where the analysis ``name``, which runs alone, is asked for another one."""
    if analyses not in ("", IN_TURN, ALL, name):
        raise ValueError(f"analyses={analyses}: the {name} analysis runs alone; give analyses={name} or a composite")
