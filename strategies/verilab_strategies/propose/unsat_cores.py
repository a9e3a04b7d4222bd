"""propose=unsat-cores: a candidate for each minimal unsatisfiable core of the error path's conditions, the other conditions sliced away.

Each is a sliced path (SPIN'15 §2) that is infeasible for one reason, with no condition that this has no need of; a sliced prefix
(FORTE'15 Alg. 3) has all conditions before its end that contradict nothing.  The cores are found by a hitting-set tree
(``verilab.solving.minimal_cores``); there may be exponentially many: ``limit=N`` ends the search with the N-th, or where 16 N nodes of
the tree have asked the solver, ``limit=all`` finds all.  ``slice=`` says what a condition of a block of several edges is, as for
``sliced-prefixes``.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.analysis.arg import ArgNode
from verilab.analysis.capabilities import FindsCores
from verilab.analysis.prefixes import Caps, Slice
from verilab.errors import Refused
from verilab.refinement.operators import Proposal, Propose, RefinableAnalysis
from verilab_strategies.propose.sliced_prefixes import number, parameters, printed, slice_of

LIMIT = 8


class ProposeUnsatCores(Propose):
    """Asks the analysis for the cores of the path to a target; ``limit`` None: all of them."""

    slices = True
    refines = ("predicate",)  # values contradict an assume by one derivation: its slice is the core

    def __init__(self, limit: int | None = LIMIT, slicing: Slice = Slice.ASSUME) -> None:
        self.limit = limit
        self.slicing = slicing

    def __str__(self) -> str:
        limit: str | int = "all" if self.limit is None else 0 if self.limit == LIMIT else self.limit
        return printed("unsat-cores", Caps(slice=self.slicing), limit=limit)

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterator[Proposal]:
        if not isinstance(analysis, FindsCores):
            raise Refused(
                f"the {analysis.name} analysis has no cores of formulas; give analysis=predicate, or propose=path or sliced-paths"
            )
        return analysis.propose_cores(analysis.path(target), self.limit, self.slicing)


def make(parameter: str) -> ProposeUnsatCores:
    """``limit=N`` (8 by default) or ``limit=all``, ``slice=assume|block``; commas between."""
    given = parameters(parameter, {"limit": "N or all", "slice": "assume or block"})
    limit = given.get("limit", str(LIMIT))
    return ProposeUnsatCores(None if limit == "all" else number("limit", limit), slice_of(given))
