"""Paths of values that share their beginnings, interpolated into one tree: CPAchecker's global refinement of the value analysis.

The error paths of a round are a tree.  The first is interpolated from the entry (FORTE'15 Alg. 2).  Another one is so from where it leaves
the tree on, beginning with the interpolant Gamma that stands there; where that is too weak, so that what follows does not contradict it, it
is interpolated from the entry.  A path through a cut whose interpolant is false needs nothing.  At a cut the values of all its interpolants
are known (they are of one strongest post-condition), so that each path has a sequence:

    SP_op(Gamma_c) => Gamma_d  for the operation from cut c to cut d on it,        and false at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from verilab.analysis.runs import Runs
from verilab.analysis.value.interpolation import Interpolation
from verilab.analysis.value.strongest_post.post import Assignment, Post
from verilab.data_classes import dataclass
from verilab.program.cfa import Edge, Operation

PathInterpolation = Callable[[Post, Sequence[Operation], Collection[int], Assignment | None], Interpolation | None]
"""Interpolants of operations, none omitted, behind what is known; None where they do not contradict that."""


@dataclass(slots=True)
class TreeCounters:
    """Paths that needed no interpolation, those that began later, and those whose beginning was too weak."""

    reused: int = 0
    shortened: int = 0
    repeated: int = 0

    def named(self) -> dict[str, int]:
        return {"tree_reused": self.reused, "tree_shortened": self.shortened, "tree_repeated": self.repeated}


class InterpolationTree:
    """Interpolants of paths from one entry; ``counters`` may be those of several trees."""

    def __init__(self, post: Post, interpolate: PathInterpolation, counters: TreeCounters | None = None) -> None:
        self.counters = counters or TreeCounters()
        self._post = post
        self._interpolate = interpolate
        self._cuts: dict[tuple[int, Edge], int] = {}
        self._known: dict[int, Assignment] = {0: {}}
        self._false: set[int] = set()

    def interpolated(self, edges: Sequence[Edge]) -> Interpolation | None:
        """Interpolants of a path up to a contradiction; None where the values do not contradict it."""
        cuts = self._along(edges)
        for place, cut in enumerate(cuts):
            if cut in self._false:
                self.counters.reused += 1
                return self._sequence(cuts[:place], place + 1)
        operations = [edge.operation for edge in edges]
        shared = next((place for place, cut in enumerate(cuts) if cut not in self._known), len(cuts))
        interpolation = self._interpolate(self._post, operations[shared:], (), self._known[cuts[shared - 1]]) if shared else None
        if interpolation is not None:
            self.counters.shortened += 1
        else:
            self.counters.repeated += shared > 0
            shared = 0
            interpolation = self._interpolate(self._post, operations, (), None)
            if interpolation is None:
                return None
        for cut, assignment in zip(cuts[shared:], interpolation.assignments, strict=False):
            self._known[cut] = {**self._known.get(cut, {}), **assignment}
        length = shared + interpolation.length
        self._false.add(cuts[length - 1])
        return self._sequence(cuts[: length - 1], length)

    def _along(self, edges: Sequence[Edge]) -> list[int]:
        """The cuts behind the edges of a path; the entry is 0."""
        cuts: list[int] = []
        cut = 0
        for edge in edges:
            cut = self._cuts.setdefault((cut, edge), len(self._cuts) + 1)
            cuts.append(cut)
        return cuts

    def _sequence(self, cuts: Sequence[int], length: int) -> Interpolation:
        runs: list[tuple[Assignment, int]] = []
        for cut in cuts:
            assignment = self._known[cut]
            if runs and runs[-1][0] == assignment:
                runs[-1] = runs[-1][0], runs[-1][1] + 1
            else:
                runs.append((assignment, 1))
        return Interpolation(length, Runs(runs))
