"""Labelled interpolation of resolution proofs, for all cuts of a sequence in one walk; knows no solver.

D'Silva, Kroening, Purandare, Weissenbacher, "Interpolant Strength" (VMCAI 2010).  Partitions are 0 .. n-1; cut k has the partitions
0 .. k on its left (A) and k+1 .. n-1 on its right (B).  A symbol occurs from its first to its last partition, so an atom has an
interval [first, last]: the latest first and the earliest last partition of its symbols.  At cut k it is
    local to B  for k < first;      shared  for first <= k < last;      local to A  for k >= last.
Where last < first, it mixes A and B at the cuts last <= k < first: they are ``spoiled``, no other cut is.

Atoms local to A have the label a, those local to B the label b; the labelling system is the label of the shared ones.
A clause C with the partial interpolant I means, where C|l are its literals with the label l:
    A and not C|a and not C|ab => I;      B and not C|b and not C|ab => not I;      symbols(I) shared
so that the empty clause has an interpolant.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from verilab.data_classes import dataclass
from verilab_backends.resolution.propositions import FALSE, TRUE, Propositions


class Labelling(Enum):
    """The label of shared atoms: b gives the strongest interpolants of a proof, a the weakest, ab lies between."""

    MCMILLAN = "mcmillan"
    PUDLAK = "pudlak"
    INVERSE = "inverse"


@dataclass(frozen=True, slots=True)
class Partial:
    """A derived clause with its partial interpolants at all cuts.

    Its leaves lie in the partitions ``low`` .. ``high``; ``table`` has the partial interpolants of the cuts low .. high - 1.
    Before ``low`` all leaves lie in B, from ``high`` on in A: those partial interpolants follow from the clause.
    ``table`` is None for a clause that is valid by itself and may be said in any one of the partitions low .. high.
    """

    clause: frozenset[int]
    low: int
    high: int
    table: tuple[int, ...] | None


class LabelledInterpolation:
    """The proof rules.  Literals are signed atoms of ``propositions``; ``intervals[atom]`` is [first, last]."""

    def __init__(self, propositions: Propositions, intervals: dict[int, tuple[int, int]], partitions: int, labelling: Labelling) -> None:
        self.spoiled: set[int] = set()
        self._last = partitions - 1
        self._propositions = propositions
        self._intervals = intervals
        self._labelling = labelling

    def leaf(self, clause: Iterable[int], partition: int) -> Partial:
        """A clause that a partition implies."""
        literals = self._literals(clause)
        return Partial(literals, partition, partition, ())

    # A valid clause may be added to every partition in which all its symbols occur (or lie before and after).
    def axiom(self, clause: Iterable[int]) -> Partial:
        """A valid clause.  Where its atoms together mix A and B, those cuts are spoiled."""
        literals = self._literals(clause)
        first, last = self.common(literals)
        if first > last:
            self.spoiled.update(range(last, first))
            return Partial(literals, last, last, ())
        return Partial(literals, first, last, None)

    def lemma(self, clause: Iterable[int], low: int, table: Iterable[int]) -> Partial:
        """A valid clause of the theory with partial interpolants of its own, from cut ``low`` on."""
        entries = tuple(table)
        return Partial(self._literals(clause), low, low + len(entries), entries)

    def common(self, literals: Iterable[int]) -> tuple[int, int]:
        """The interval of atoms together."""
        first, last = 0, self._last
        for literal in literals:
            earliest, latest = self._intervals[abs(literal)]
            first, last = max(first, earliest), min(last, latest)
        return first, last

    def position(self, literal: int) -> int:
        """The partition from which on a literal of a theory lemma belongs to A: where its label stops being b, or starts being a."""
        first, last = self._intervals[abs(literal)]
        return min(first, last) if self._labelling is Labelling.INVERSE else last

    # (C or x, I), (D or not x, J)  gives  (C or D, I and J) where x has the label b, (.., I or J) for a, (.., (x or I) and (not x or J))
    # for ab.
    def resolve(self, left: Partial, right: Partial, pivot: int) -> Partial:
        """Resolution on the literal ``pivot`` of ``left``.  A clause without its pivot is the (stronger) result itself."""
        if pivot not in left.clause or pivot in right.clause:
            return left
        if -pivot not in right.clause or -pivot in left.clause:
            return right
        clause = left.clause.difference((pivot,)) | right.clause.difference((-pivot,))
        if left.table is None and right.table is None:
            low, high = max(left.low, right.low), min(left.high, right.high)
            if low <= high:
                return Partial(clause, low, high, None)
        left, right = _place(left, right), _place(right, left)
        low, high = min(left.low, right.low), max(left.high, right.high)
        first, last = self._intervals[abs(pivot)]
        both, either = self._propositions.both, self._propositions.either
        # From cut ``a`` on the pivot has the label a, before cut ``b`` the label b, between them ab.
        a = min(first, last) if self._labelling is Labelling.INVERSE else last
        b = min(first, last) if self._labelling is not Labelling.MCMILLAN else last
        table = []
        for cut in range(low, high):
            one, other = self.at(left, cut), self.at(right, cut)
            if cut >= a:
                table.append(either(one, other))
            elif cut < b:
                table.append(both(one, other))
            else:
                table.append(both(either(pivot, one), either(-pivot, other)))
        return Partial(clause, low, high, tuple(table))

    # All leaves in A: they imply C, so I = C|b will do.  All in B: I = not C|a.
    def at(self, partial: Partial, cut: int) -> int:
        """The partial interpolant of a placed clause at a cut."""
        assert partial.table is not None
        if partial.low <= cut < partial.high:
            return partial.table[cut - partial.low]
        intervals, labelling = self._intervals, self._labelling
        if cut < partial.low:
            if labelling is not Labelling.INVERSE:
                return TRUE  # what has the label a is local to A, where no leaf lies
            return -self._propositions.disjunction([literal for literal in partial.clause if cut >= min(intervals[abs(literal)])])
        if labelling is not Labelling.MCMILLAN:
            return FALSE
        shared = [literal for literal in partial.clause if cut < intervals[abs(literal)][1]]
        if len(shared) < 2:
            return shared[0] if shared else FALSE
        return self._propositions.disjunction(shared)

    def _literals(self, clause: Iterable[int]) -> frozenset[int]:
        literals = frozenset(literal for literal in clause if literal != FALSE)
        for literal in literals:
            first, last = self._intervals[abs(literal)]
            if first > last:
                self.spoiled.update(range(last, first))
        return literals


def _place(partial: Partial, other: Partial) -> Partial:
    """A valid clause said in the one of its partitions that is nearest to the other's leaves, the latest of several."""
    if partial.table is not None:
        return partial
    if partial.low > other.high:
        partition = partial.low
    else:
        partition = min(partial.high, max(other.high, partial.low)) if other.table is not None else min(partial.high, other.low)
    return Partial(partial.clause, partition, partition, ())


def placed(partial: Partial) -> Partial:
    """A derived clause with fixed leaves."""
    return _place(partial, partial) if partial.table is None else partial
