"""What a refinable analysis offers the refinement loop: proposals for paths, and a precision that grows by their increments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from verilab.analysis.arg import Arg, ArgEdge, ArgNode
from verilab.analysis.candidates import Candidate, Increment, Use
from verilab.analysis.cpa import Cpa
from verilab.analysis.exploration import Exploration
from verilab.analysis.invariants import Invariants
from verilab.analysis.labels import Labels, WrittenLabels, invariants
from verilab.analysis.paths import Path
from verilab.analysis.prefixes import Caps, Slice
from verilab.analysis.proposals import Proposal
from verilab.analysis.scope import Scope
from verilab.errors import Refused
from verilab.program.cfa import Program
from verilab.program.storages import Array, Variable


class LabelledModel(Cpa, Protocol):
    """A CPA that starts with labels that say nothing, and what may be done with its labels."""

    @property
    def labels(self) -> WrittenLabels: ...


class RefinableAnalysis(Protocol):
    """What the loop and the operators need of an analysis: a CPA, path checks, interpolation and a precision that grows."""

    name: str
    cpa: Cpa
    labels: Labels
    timed: bool = True
    """Whether finding and comparing its states takes so long that the time of these is worth a look at the clock."""

    @property
    def program(self) -> Program: ...

    def path(self, target: ArgNode) -> Path:
        """The path to a node of an exploration of this analysis."""
        return Path.to(self.cpa, target)

    def propose(self, path: Path, caps: Caps | None = None, analyses: str = "") -> Iterator[Proposal]:
        """At least one proposal for an error path, each worked out when it is asked for; the path may be another analysis' too.

        Without ``caps`` one for the whole path: a candidate where it is infeasible (FORTE'15 Alg. 2).  With them a candidate for each
        infeasible sliced prefix, the shortest one first (Alg. 3), behind each those of the sliced paths that are cut off its front
        (SPIN'15 §2), as many as ``caps`` wants; where there is none, what is said of the whole path.  Where interpolation costs something
        those of prefixes are ``Deferred``.  ``analyses``: which of a combination are asked (``verilab.analysis.combination``).
        """
        ...

    def propose_together(self, targets: Sequence[ArgNode]) -> Iterator[tuple[ArgNode, Proposal]] | None:
        """For each of the targets what ``propose`` gives for the whole path to it, from questions about all of these paths.

        None where each is asked for alone.  Nothing more is given after an execution, which may be that of any target.
        """
        return None

    def propose_path_invariants(self, path: Path) -> Iterator[Proposal]:
        """As ``propose`` for the whole path; if it has loops and an invariant of these excludes it, by that (PLDI 2007).

        Refused where there is nothing that finds some.
        """
        raise Refused(f"the {self.name} analysis has no path invariants; give analysis=predicate, or propose=path or sliced-prefixes")

    def propose_cores(self, path: Path, limit: int | None, slicing: Slice) -> Iterator[Proposal]:
        """A candidate for each of at most ``limit`` minimal unsatisfiable cores of the path's conditions; else as for the whole path.

        Refused where conditions are no formulas.
        """
        raise Refused(f"the {self.name} analysis has no cores of formulas; give analysis=predicate, or propose=path or sliced-paths")

    def propose_strengths(self, path: Path, caps: Caps) -> Iterator[Proposal]:
        """As ``propose``, each prefix by two interpolant sequences: the engine's, and its dual where that says something else.

        Refused where interpolants are no formulas, which could be negated.
        """
        raise Refused(
            f"the {self.name} analysis has no interpolants to negate; give analysis=predicate, or propose=path or sliced-prefixes"
        )

    def trouble(self) -> str:
        """Why a solver had no answer where the model was made coarser for it, "" where each had one."""
        return ""

    def labelled(self, *, asks: bool) -> LabelledModel:
        """The CPA of graphs whose labels refinements write.  Refused where there is none.

        ``asks``: whether it looks if a step has an execution from its source's label, else all are taken.
        """
        raise Refused(f"the {self.name} analysis has no labels that refinements write; give analysis=predicate, or apply=restart or pivot")

    def interpolants_between(self, steps: Sequence[ArgEdge], goal: Any) -> Sequence[Any] | None:
        """Interpolants that show that these steps lead from their first node's label to states of the label ``goal`` only.

        One for each step, of what holds behind it; the last one implies the goal.  None where it is not so, or not known.
        """
        return None

    def path_insensitive(self, arg: Arg, candidate: Candidate) -> Candidate | None:
        """The candidate with interpolants of all loop-free error paths through its nodes (VMCAI'12 Def. 4).  None where there are none."""
        return None

    def uses(self, candidate: Candidate) -> frozenset[Use]:
        """How the facts of a candidate's increment use the program's variables."""
        ...

    def fact_text(self, candidate: Candidate, fact: Any) -> str:
        """A fact of a candidate's increment, readably."""
        ...

    def interpolant_text(self, candidate: Candidate, interpolant: Any) -> str:
        """An interpolant of a candidate, readably; "true" and "false" where it is trivial."""
        ...

    def is_trivial(self, interpolant: Any) -> bool:
        """Whether an interpolant of a candidate is true or false, so that it speaks of no variable."""
        ...

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """How many values of a storage the abstract model distinguishes so far; counting stops past ``limit``."""
        ...

    def refine(self, increment: Increment, scope: Scope) -> bool:
        """Add an increment to the precision, as far around its locations as ``scope`` says; False where it adds nothing new."""
        ...

    def invariants(self, exploration: Exploration) -> Invariants:
        """The claim of an exploration that ended without targets."""
        return invariants(exploration.arg, exploration.labels or self.labels)

    def renew(self) -> None:
        """The program has set properties aside: forget what depends on its error locations, keep the precision."""
        ...

    def statistics(self) -> dict[str, float]:
        """Counters for the report: at least ``predicates`` (facts in the precision)."""
        ...
