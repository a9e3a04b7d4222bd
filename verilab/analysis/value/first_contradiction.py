"""Inductive interpolation of a path up to its first contradiction, edge by edge (FORTE'15 §2, interpolants are variable assignments).

Let v_0 = {}, v_i = SP_{op_i}(v_{i-1}), and op_n the first operation with SP_{op_n}(v_{n-1}) contradicting.  From the end backward,

    R_{n-1}  =  the variables whose values exclude op_n
    R_{i-1}  =  (R_i - written_i)  and the variables from which op_i computed the values of R_i that it wrote
    Gamma_i  =  v_i restricted to R_i

so SP_{op_i}(Gamma_{i-1}) => Gamma_i (inductive), Gamma_{n-1} and op_n is contradicting, v_i => Gamma_i, and a variable of R_i was given
its value before i and is read after i.  No variable can be left out of this derivation, because evaluation is strict: it is what Alg. 2
reaches on this prefix by dropping variables while the suffix stays contradicting (``suffix_interpolation``), at the cost of one pass.  On
the whole path Alg. 2 may find a later contradiction.  Where an assume would teach a needed value again by itself, the value is not needed
before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from verilab.analysis.runs import Runs
from verilab.analysis.value.interpolation import Interpolation
from verilab.analysis.value.strongest_post.post import Assignment, Change, Contradiction, Post, undo
from verilab.program.cfa import Operation
from verilab.program.operations import Assign, Assume, Nondet, Store
from verilab.program.storages import slots_of


def interpolate(
    post: Post, operations: Sequence[Operation], omitted: Collection[int] = (), start: Assignment | None = None
) -> Interpolation | None:
    """Interpolants of the shortest contradicting prefix; None where the path is not contradicting.

    ``omitted`` are indices of assumes that count as no-ops (sliced prefixes); ``start`` is what is known before the path.
    """
    assignment: Assignment = dict(start or {})
    history: list[list[Change]] = []
    for index, operation in enumerate(operations):
        try:
            history.append([] if index in omitted else post.apply(operation, assignment))
        except Contradiction as contradiction:
            return backward(post, operations, assignment, history, [(index, contradiction.dependencies)], omitted)[0]
    return None


class _Derivation:
    """R_i of one prefix on the way back, and the interpolants found so far: runs of equal neighbours, last first."""

    __slots__ = ("_current", "_last", "_runs", "needed")

    def __init__(self, last: int, needed: set[int], assignment: Assignment) -> None:
        self.needed = set(needed)
        self._runs: list[tuple[Assignment, int]] = []
        self._start(last, assignment)

    def _start(self, last: int, assignment: Assignment) -> None:
        """Begin a run that ends with the interpolant after operation ``last``."""
        self._last = last
        self._current = {slot: assignment[slot] for slot in sorted(self.needed)}

    def step(self, post: Post, index: int, operation: Operation, assignment: Assignment, changes: list[Change]) -> None:
        self._runs.append((self._current, self._last - index + 1))
        derive(post, operation, assignment, changes, self.needed)
        self._start(index - 1, assignment)

    def interpolation(self, length: int) -> Interpolation:
        """What was found, first to last."""
        runs = [(self._current, self._last + 1), *reversed(self._runs)]
        return Interpolation(length, Runs([run for run in runs if run[1]]))


def backward(
    post: Post,
    operations: Sequence[Operation],
    assignment: Assignment,
    history: list[list[Change]],
    ends: Sequence[tuple[int, set[int]]],
    omitted: Collection[int],
) -> list[Interpolation]:
    """The interpolants of the prefixes that end at ``ends``; ``assignment`` is the one before the last of them.

    An operation is looked at only by the derivations that need a slot it concerns.
    """
    pending = list(ends)
    derivations: list[tuple[int, _Derivation]] = []
    needing: dict[int, set[_Derivation]] = {}
    for index in range(pending[-1][0] - 1 if pending else -1, -2, -1):
        while pending and pending[-1][0] == index + 1:
            end, needed = pending.pop()
            derivation = _Derivation(index, needed, assignment)
            derivations.append((end + 1, derivation))
            for slot in needed:
                needing.setdefault(slot, set()).add(derivation)
        if index < 0:
            break
        operation, changes = operations[index], history[index]
        undo(assignment, changes)
        if index in omitted:
            continue
        concerned = {derivation for slot in concerns(post, operation, changes) for derivation in needing.get(slot, ())}
        for derivation in concerned:
            before = set(derivation.needed)
            derivation.step(post, index, operation, assignment, changes)
            for slot in before - derivation.needed:
                needing[slot].discard(derivation)
            for slot in derivation.needed - before:
                needing.setdefault(slot, set()).add(derivation)
    return [derivation.interpolation(length) for length, derivation in reversed(derivations)]


def concerns(post: Post, operation: Operation, changes: list[Change]) -> Iterable[int]:
    """The slots of which one at least must be needed for ``derive`` to have an effect."""
    match operation:
        case Assign(target=target):
            return (target.slot,)
        case Store(array=array):
            return range(array.slot, array.slot + array.length)
        case Assume() if post.equality(operation) is not None:
            slots = {slot for slot, _ in changes}
            for storage in post.reads(operation.condition):
                slots.update(slots_of(storage))
            return slots
    return ()


def derive(post: Post, operation: Operation, assignment: Assignment, changes: list[Change], needed: set[int]) -> None:
    """Turn R_i into R_{i-1} in place; ``assignment`` is v_{i-1}."""
    match operation:
        case Assume():
            _assume_step(post, operation, assignment, needed)
        case Assign(target=target, value=value):
            if target.slot in needed and not isinstance(value, Nondet):
                needed.discard(target.slot)
                tape = post.tape(value)
                needed |= tape.dependencies(tape.run(assignment))
        case Store(array=array, index=index, value=value):
            slots = range(array.slot, array.slot + array.length)
            if not any(slot in slots for slot in needed):
                return
            # Any element that is still known afterwards needs the index: an unknown index would have made it unknown.
            written = changes[0][0] if changes else None
            if written in needed and not isinstance(value, Nondet):
                needed.discard(written)
                tape = post.tape(value)
                needed |= tape.dependencies(tape.run(assignment))
            tape = post.tape(index)
            needed |= tape.dependencies(tape.run(assignment))


def _assume_step(post: Post, operation: Assume, assignment: Assignment, needed: set[int]) -> None:
    equality = post.equality(operation)
    if equality is None or not needed:
        return
    learned = post.assume(operation, assignment)
    if learned is not None:
        slot, _, follows = learned
        if slot in needed:
            needed.discard(slot)
            needed |= follows
        return
    reads = post.tape(operation.condition)
    for slot in sorted(reads.dependencies(reads.run(assignment)) & needed):
        value = assignment.pop(slot)
        again = post.assume(operation, assignment)
        assignment[slot] = value
        if again is not None and again[0] == slot and again[1] == value and again[2] <= needed - {slot}:
            needed.discard(slot)
            return
