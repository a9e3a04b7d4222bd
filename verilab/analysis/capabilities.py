"""What only some analyses can, by name: an operator that needs one of these asks ``isinstance``, and refuses an analysis without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from verilab.analysis.arg import Arg, ArgEdge, ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.cpa import Cpa
from verilab.analysis.labels import WrittenLabels
from verilab.analysis.paths import Path
from verilab.analysis.prefixes import Caps, Slice
from verilab.analysis.proposals import Proposal
from verilab.analysis.refinable import RefinableAnalysis
from verilab.errors import Refused


@runtime_checkable
class ProposesTogether(Protocol):
    """One question may be about the paths to several targets (rounds, trees of interpolants)."""

    def propose_together(self, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]] | None:
        """For each of the targets what ``propose`` gives for the whole path to it, from questions about all of these paths.

        None where each is asked for alone.  Nothing more is given after an execution, which may be that of any target.
        """
        ...


@runtime_checkable
class FindsPathInvariants(Protocol):
    """Loops of a path have invariants that a solver of Horn clauses may find (path invariants, PLDI 2007)."""

    def propose_path_invariants(self, path: Path) -> Iterator[Proposal]:
        """As ``propose`` for the whole path; if it has loops and an invariant of these excludes it, by that."""
        ...


@runtime_checkable
class FindsCores(Protocol):
    """Conditions of a path are formulas, which have unsatisfiable cores."""

    def propose_cores(self, path: Path, limit: int | None, slicing: Slice) -> Iterator[Proposal]:
        """A candidate for each of at most ``limit`` minimal unsatisfiable cores of the path's conditions; else as for the whole path."""
        ...


@runtime_checkable
class FindsDuals(Protocol):
    """Interpolants are formulas, which can be negated (``verilab.solving.dual``)."""

    def propose_strengths(self, path: Path, caps: Caps) -> Iterator[Proposal]:
        """As ``propose``, each prefix by two interpolant sequences: the engine's, and its dual where that says something else."""
        ...


class LabelledModel(Cpa, Protocol):
    """A CPA that starts with labels that say nothing, and what may be done with its labels."""

    @property
    def labels(self) -> WrittenLabels: ...


@runtime_checkable
class Labellable(Protocol):
    """Refinements may write the labels of its graphs (IMPACT, Kojak)."""

    def labelled(self, *, asks: bool) -> LabelledModel:
        """The CPA of graphs whose labels refinements write.

        ``asks``: whether it looks if a step has an execution from its source's label, else all are taken.
        """
        ...


@runtime_checkable
class InterpolatesSteps(Protocol):
    """It interpolates between labels of a graph, as forced covering needs it."""

    def interpolants_between(self, steps: Sequence[ArgEdge], goal: Any) -> Sequence[Any] | None:
        """Interpolants that show that these steps lead from their first node's label to states of the label ``goal`` only.

        One for each step, of what holds behind it; the last one implies the goal.  None where it is not so, or not known.
        """
        ...


@runtime_checkable
class PathInsensitive(Protocol):
    """It interpolates all loop-free error paths through a node at once (VMCAI'12 Def. 4)."""

    def path_insensitive(self, arg: Arg, candidate: Candidate) -> Candidate | None:
        """The candidate with interpolants of all loop-free error paths through its nodes.  None where there are none."""
        ...


@runtime_checkable
class Coarsens(Protocol):
    """Its model is made coarser where a solver has no answer."""

    def trouble(self) -> str:
        """Why a solver had no answer where the model was made coarser for it, "" where each had one."""
        ...


def labelled_model(analysis: RefinableAnalysis, *, asks: bool) -> LabelledModel:
    """The labelled CPA of an analysis (see ``Labellable``).  Refused where it has none."""
    if isinstance(analysis, Labellable):
        return analysis.labelled(asks=asks)
    raise Refused(f"the {analysis.name} analysis has no labels that refinements write; give analysis=predicate, or apply=restart or pivot")
