"""The join of several provident refinements into one at the root of the ARG (thesis §3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verilab.program.control import ControlPoint
from verilab.refinement.choice import Choice, choose
from verilab.refinement.operators import Candidate, Context, Increment, Select


# <(e_1, pi_1), ..., (e_n, pi_n)>  |->  (e_INIT, pi_1 u ... u pi_n)
def join(candidates: Sequence[Candidate]) -> Candidate:
    """A refinement with the union of the increments, point by point; of a single candidate that candidate itself.

    A join has no interpolant sequence and no pivot (it is to be applied at the root, or part by part); its path is the first candidate's.
    Raises ValueError where there is nothing to join.
    """
    if not candidates:
        raise ValueError("a join needs at least one candidate")
    first = candidates[0]
    if len(candidates) == 1:
        return first
    facts: dict[ControlPoint, set[Any]] = {}
    for candidate in candidates:
        for point, more in candidate.increment.facts.items():
            facts.setdefault(point, set()).update(more)
    return replace(
        first,
        analysis="+".join(dict.fromkeys(candidate.analysis for candidate in candidates)),
        interpolants=(),
        provenance=f"join of {len(candidates)}: " + ", ".join(dict.fromkeys(candidate.provenance for candidate in candidates)),
        increment=Increment({point: frozenset(union) for point, union in facts.items()}),
        pivot=None,
        parts=tuple(part for candidate in candidates for part in (candidate.parts or (candidate,))),
    )


def contained(candidate: Candidate, chosen: Candidate) -> bool:
    """Whether a refinement has all that a candidate would add, at the same points."""
    facts = chosen.increment.facts
    return all(more <= facts.get(point, frozenset()) for point, more in candidate.increment.facts.items())


def one_per_target(candidates: Sequence[Candidate], select: Select, context: Context) -> list[Choice]:
    """What ``select`` chooses of the candidates of each target, in the order of the targets."""
    groups: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.target.id, []).append(candidate)
    return [choose(select, group, context) for group in groups.values()]
