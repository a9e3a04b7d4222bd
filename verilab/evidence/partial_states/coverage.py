"""Which of several partial assignments cover a partial state?  Answered by hashing, one table per set of known positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter
from typing import Generic, TypeVar

from verilab.evidence.interpretation.evaluation import Poison, State, UnusualError
from verilab.program.elements import Assignments


class Coverage:
    """The rows of an ``Assignments``, by the positions that they know.

    ``tables_limit`` bounds the search: what equals no row and is covered by none of the most general ones then counts as not covered.

    s is covered by row r  iff  s[e_j] = r[j] for every j with r[j] known:  one lookup of s's values at those positions.
    """

    def __init__(self, invariant: Assignments, tables_limit: int | None = None) -> None:
        slots = [storage.slot + index for storage, index in invariant.elements]
        self._slots = slots
        self._rows = frozenset(invariant.rows)
        tables: dict[tuple[int, ...], set[object]] = {}
        for row in invariant.rows:
            known = tuple(position for position, value in enumerate(row) if value is not None)
            tables.setdefault(known, set()).add(_key(row, known))
        # The most general rows first: they cover most.
        ordered = sorted(tables, key=lambda known: (len(known), known))[:tables_limit]
        self._tables = [(slots_of(slots, known), tables[known]) for known in ordered]

    def covers(self, state: State) -> bool:
        """Whether every state that ``state`` stands for satisfies some single row."""
        # Mostly the state is a row, as it stands.
        row = tuple([None if isinstance(value := state[slot], Poison) else value for slot in self._slots])
        if row in self._rows:
            return True
        for values_of, table in self._tables:
            if values_of is None:
                return True
            try:
                if values_of(state) in table:
                    return True
            except UnusualError:
                # Hashes that collide, of a number and an unknown value: this row says more than the state knows.
                continue
        return False


Label = TypeVar("Label", bound=Hashable)


class Covering(Generic[Label]):
    """Disjunctions of rows, each with a label: the labels of all rows that cover a state."""

    def __init__(self, labelled: Sequence[tuple[Assignments, Label]]) -> None:
        tables: dict[tuple[int, ...], dict[object, set[Label]]] = {}
        for rows, label in labelled:
            slots = [storage.slot + index for storage, index in rows.elements]
            for row in rows.rows:
                known = tuple(position for position, value in enumerate(row) if value is not None)
                table = tables.setdefault(tuple(slots[position] for position in known), {})
                table.setdefault(_key(row, known), set()).add(label)
        self._tables = [(slots_of(slots, range(len(slots))), table) for slots, table in tables.items()]

    def of(self, state: State) -> frozenset[Label]:
        labels: set[Label] = set()
        for values_of, table in self._tables:
            try:
                labels |= table.get(() if values_of is None else values_of(state), set())
            except UnusualError:
                # As above: these rows say more than the state knows.
                continue
        return frozenset(labels)


def slots_of(slots: Sequence[int], known: Sequence[int]) -> Callable[[State], object] | None:
    """The function that takes the values of the known positions out of a state; None where there are none."""
    return itemgetter(*(slots[position] for position in known)) if known else None


def _key(row: Sequence[int | None], known: Sequence[int]) -> object:
    """What ``itemgetter`` of these positions gives: the value itself where there is only one."""
    return row[known[0]] if len(known) == 1 else tuple(row[position] for position in known)
