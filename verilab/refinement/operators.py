"""The four operators of the refinement loop (thesis Algorithm 3.1 is the general form) and what they exchange.

rank    : targets -> targets, ordered, non-empty
propose : target -> candidates
select  : candidates -> one refinement
apply   : model, refinement -> model

An operator is an object of a class derived from one of these protocols; it prints (``str``) as the text that configures it, without its
kind: ``sliced-prefixes:count=5``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, runtime_checkable

from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate, Increment, Use, UseKind
from verilab.analysis.exploration import Exploration
from verilab.analysis.paths import Feasible, Undecided
from verilab.analysis.prefixes import Caps, Prefix
from verilab.analysis.proposals import Proposal, settled
from verilab.analysis.refinable import RefinableAnalysis
from verilab.analysis.waitlist import WaitlistOrder
from verilab.refinement.context import Context

Level = Callable[[ArgNode], int]
"""The level of a node of the model: the CFA edges on the path to it (``verilab.refinement.targets.Levels``)."""


class Rank(Protocol):
    """Which targets are refined, in which order."""

    several: bool = True
    """Whether it keeps more than one target of several."""
    explores_all: bool = False
    """Whether the model is to be explored to its end first, else only to the first target."""

    def __call__(self, targets: Sequence[ArgNode], level: Level) -> Sequence[ArgNode]:
        """Some or all of the targets, at least one, each once, in the order in which to propose for them; ``level`` costs time."""
        ...


class Propose(Protocol):
    """What there is to refine for a target."""

    slices: bool = False
    """Whether it proposes sliced prefixes, which blocks of single edges serve best."""
    solves_loops: bool = False
    """Whether it proposes invariants of loops, which a solver of Horn clauses must find."""
    refines: Sequence[str] = ("value", "predicate", "composite")
    """The analyses that it can propose for."""
    whole: bool = False
    """Whether it proposes for whole paths only, so that those of a round of targets may be one question."""
    analyses: str = ""
    """Which analyses of a composite it asks (``verilab.analysis.combination``); "" for whatever the analysis does by itself."""

    def __call__(self, analysis: RefinableAnalysis, target: ArgNode) -> Iterable[Proposal]:
        """At least one proposal; without side effects on the precision or the model.

        Best an iterator that works each out when it is asked for: not all need be (``Select.suffices``).  An operator that looks at the
        interpolants or increments of what an analysis proposes has them interpolated: ``settled(analysis.propose(path, caps))``.
        """
        ...


class SearchEnded(Exception):
    """Raised by a selection that ends the search; the text is the reason of the verdict, unknown."""


class Select(Protocol):
    """Which refinement is taken."""

    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        """One of the candidates (at least one is given), or a join of several: with the union of their increments.

        Raises SearchEnded where the search is to end.
        """
        ...

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Whether it wants no more for a target than these candidates, of the first analyses of a combination: the next one is not asked.

        True only where those would change nothing of its choice.
        """
        return False

    def reason(self, chosen: Candidate, candidates: Sequence[Candidate]) -> str:
        """Why it chose this one of at least two candidates, for the log."""
        return str(self)


@runtime_checkable
class ByPrefix(Protocol):
    """A selection that may look at nothing of a candidate but its target, analysis, path and prefix: only its choice is interpolated."""

    @property
    def by_prefix(self) -> bool:
        """Whether it does."""
        ...


class Apply(Protocol):
    """What the refinement does to the model."""

    explores_all: bool = False
    """Whether the model is to be explored to its end before it is refined, whatever the ranking wants."""
    refines: Sequence[str] = ("value", "predicate", "composite")
    """The analyses whose models it can refine."""
    merges: bool = False
    """Whether paths to one location meet in one node of its model, so that targets are locations and not paths."""

    def start(self, analysis: RefinableAnalysis, order: WaitlistOrder) -> Exploration:
        """A new model, nothing explored: by default of the analysis' own CPA.  Refused where the analysis has no such model."""
        return Exploration(analysis.cpa, order)

    def __call__(self, analysis: RefinableAnalysis, exploration: Exploration, chosen: Candidate) -> Exploration | None:
        """The model to go on with; None where the refinement added nothing (repeated counterexample)."""
        ...


__all__ = [
    "Apply",
    "ByPrefix",
    "Candidate",
    "Caps",
    "Context",
    "Feasible",
    "Increment",
    "Level",
    "Prefix",
    "Proposal",
    "Propose",
    "Rank",
    "RefinableAnalysis",
    "SearchEnded",
    "Select",
    "Undecided",
    "Use",
    "UseKind",
    "settled",
]
