"""Inductive interpolation of a whole path against all that follows (FORTE'15 Alg. 2, interpolants are variable assignments).

    Gamma := {}
    for i = 1 .. n - 1:
        Gamma := SP_{op_i}(Gamma)
        for each variable x of Gamma, in the order of slots (of declaration):
            if SP_{op_{i+1} .. op_n}(Gamma without x) is contradicting:  Gamma := Gamma without x

The contradiction may be any of the path's: where several are left the variables that are declared last stay.  From the operation on that
contradicts Gamma, Gamma is contradicting and brings no precision; the interpolation ends there.

A check of a suffix is a walk along it, and most are not made.  SP is monotone: what excludes more with less excludes it with more.

- A variable from whose value op_i computes nothing, and which it does not write, cannot be dropped after it, as it could not be before.
- A walk that ends in a contradiction says what it needed at each cut (``first_contradiction``): every other variable can be dropped.
- A walk that ends in none is a witness at each cut: no variable can be dropped without which Gamma says no more than the witness, of what
  is read before it is written.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from verilab.analysis.runs import Runs
from verilab.analysis.value.first_contradiction import concerns, derive
from verilab.analysis.value.interpolation import Interpolation
from verilab.analysis.value.strongest_post.post import Assignment, Change, Contradiction, Post, undo
from verilab.data_classes import dataclass
from verilab.program.cfa import Operation, evaluated
from verilab.program.operations import Assign, Assume, Havoc
from verilab.program.storages import slots_of


def interpolate(
    post: Post, operations: Sequence[Operation], omitted: Collection[int] = (), start: Assignment | None = None
) -> Interpolation | None:
    """Interpolants of the whole path; None where it is not contradicting.

    ``omitted`` are indices of assumes that count as no-ops; ``start`` is what is known before the path.
    """
    suffixes = _Suffixes(post, operations, omitted)
    gamma: Assignment = dict(start or {})
    if not suffixes.contradicts(gamma, 0):
        return None
    known = sorted(gamma)
    for slot in known:
        suffixes.drop(slot, gamma, 0, known)
    runs: list[tuple[Assignment, int]] = []
    for index, operation in enumerate(operations):
        if index not in omitted:
            used = _used(post, operation, gamma)
            try:
                used.update(slot for slot, _ in post.apply(operation, gamma))
            except Contradiction:
                return Interpolation(index + 1, Runs(runs))
            touched = sorted(used)
            for slot in [slot for slot in touched if slot in gamma]:
                suffixes.drop(slot, gamma, index + 1, touched)
        if runs and runs[-1][0] == gamma:
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((dict(gamma), 1))
    raise AssertionError("a contradicting path whose interpolants do not contradict it")


@dataclass(slots=True, eq=False)
class _Witness:
    """A walk that meets no contradiction: the assignment before the operation ``place`` of the path."""

    assignment: Assignment
    place: int


class _Suffixes:
    """Which variables the suffixes of a path need.

    ``_needed``: at the cuts from ``_first`` on, what the contradiction of the last walk that had one follows from.
    ``_free``: the operations from there on do not contradict where nothing is known.
    """

    def __init__(self, post: Post, operations: Sequence[Operation], omitted: Collection[int]) -> None:
        self._post = post
        self._operations = operations
        self._omitted = omitted
        self._uses = _Uses(post, operations, omitted)
        self._needed: list[frozenset[int]] = []
        self._first = 0
        self._free = len(operations)
        self._witnesses: dict[int, _Witness] = {}

    def drop(self, slot: int, gamma: Assignment, place: int, touched: Sequence[int]) -> None:
        """Take the slot out of ``gamma``, the assignment before operation ``place``, where the suffix contradicts it all the same.

        ``touched`` are the slots of the operation before, whose witnesses may know.
        """
        value = gamma.pop(slot)
        if slot not in self._needed[place - self._first]:
            return
        witness = self._witness(gamma, place, touched)
        if witness is not None:
            self._witnesses[slot] = witness
        elif self.contradicts(gamma, place, slot):
            return
        gamma[slot] = value

    def _witness(self, gamma: Assignment, place: int, touched: Sequence[int]) -> _Witness | None:
        """A known walk without contradiction from an assignment that says all that ``gamma`` does, as far as it is read."""
        known = dict.fromkeys(self._witnesses[slot] for slot in touched if slot in self._witnesses)
        live = [(slot, value) for slot, value in gamma.items() if self._uses.is_live(slot, place)] if known else ()
        for witness in known:
            self._advance(witness, place)
            if all(witness.assignment.get(slot) == value for slot, value in live):
                return witness
        return None

    def _advance(self, witness: _Witness, place: int) -> None:
        for index in range(witness.place, place):
            if index not in self._omitted:
                self._post.apply(self._operations[index], witness.assignment)
        witness.place = place

    # The walk's derivation back to where it began: what it needed there is a part of ``start``, so that Gamma always has what
    # ``_needed`` says.
    def contradicts(self, start: Assignment, place: int, without: int | None = None) -> bool:
        """Whether the operations from ``place`` on contradict; a walk that does not is a witness for the slot it is ``without``."""
        assignment, history, empty = dict(start), list[list[Change]](), len(self._operations)
        for index in range(place, len(self._operations)):
            if not assignment:
                empty = min(empty, index)
                if index >= self._free:
                    break
            try:
                history.append([] if index in self._omitted else self._post.apply(self._operations[index], assignment))
            except Contradiction as contradiction:
                self._derive(place, assignment, history, contradiction.dependencies)
                return True
        self._free = min(self._free, empty)
        if without is not None:
            self._witnesses[without] = _Witness(dict(start), place)
        return False

    def _derive(self, place: int, assignment: Assignment, history: Sequence[list[Change]], dependencies: set[int]) -> None:
        needed = frozenset(dependencies)
        sets = [needed]
        for index in range(place + len(history) - 1, place - 1, -1):
            operation, changes = self._operations[index], history[index - place]
            undo(assignment, changes)
            if index not in self._omitted and not needed.isdisjoint(concerns(self._post, operation, changes)):
                before = set(needed)
                derive(self._post, operation, assignment, changes, before)
                needed = needed if before == needed else frozenset(before)
            sets.append(needed)
        self._first, self._needed = place, sets[::-1]


class _Uses:
    """Where a path reads and overwrites each slot."""

    def __init__(self, post: Post, operations: Sequence[Operation], omitted: Collection[int]) -> None:
        self._post = post
        self._reads: dict[int, list[int]] = {}
        self._kills: dict[int, list[int]] = {}
        for index, operation in enumerate(operations):
            if index in omitted:
                continue
            for slots in self.read(operation):
                for slot in slots:
                    places = self._reads.setdefault(slot, [])
                    if not places or places[-1] != index:
                        places.append(index)
            match operation:
                case Assign(target=target):
                    self._kills.setdefault(target.slot, []).append(index)
                case Havoc(targets=targets):
                    for forgotten in targets:
                        for slot in slots_of(forgotten):
                            self._kills.setdefault(slot, []).append(index)

    def read(self, operation: Operation) -> Iterator[range]:
        """The slots that an operation reads."""
        for expression in evaluated(operation):
            yield from map(slots_of, self._post.reads(expression))

    def is_live(self, slot: int, place: int) -> bool:
        """Whether the operations from ``place`` on read the slot before they overwrite it."""
        reads, kills = self._reads.get(slot, ()), self._kills.get(slot, ())
        read, kill = bisect_left(reads, place), bisect_left(kills, place)
        return read < len(reads) and (kill == len(kills) or reads[read] <= kills[kill])


def _used(post: Post, operation: Operation, assignment: Assignment) -> set[int]:
    """The slots from whose values an operation computes what it does."""
    if isinstance(operation, Assume):
        tape = post.tape(operation.condition)
        values = tape.run(assignment)
        if values[-1] is not None:
            return tape.dependencies(values)
        try:
            learned = post.assume(operation, assignment)
        except Contradiction as contradiction:
            return contradiction.dependencies
        return set() if learned is None else set(learned[2])
    slots: set[int] = set()
    for expression in evaluated(operation):
        tape = post.tape(expression)
        values = tape.run(assignment)
        if values[-1] is not None:
            slots |= tape.dependencies(values)
    return slots
