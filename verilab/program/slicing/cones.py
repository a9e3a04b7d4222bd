"""Cones: the storages that the errors of a program depend on by few steps, by more, at last by any number (program dependence graph).

    errors  <-  conditions that decide whether control gets there, calls that lead there
    a storage of such a condition  <-  what is assigned to it, and what decides whether that happens

Memory makes cones wide: what is read through a pointer depends on all that this may point to.  The first cones end there.

These leave out what only ends executions before they come to an error, as assumptions do.  ``complete_cone`` has that, too: the slice for
it has an execution to an error only where the program has one, but for what runs for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.program.cfa import Function, Location
from verilab.program.operations import Assume
from verilab.program.slicing.dependence import Dependence, Storage

GROWTH = 1.5
"""A cone has so many times the storages of the one before: its slice costs another analysis."""
NARROW = 3
"""Storages that an expression of the first cones may read."""


def cones(dependence: Dependence) -> Iterator[frozenset[Storage]]:
    """The cones, from the smallest to the one that has everything: no other storage decides whether an error is reached."""
    known: set[frozenset[Storage]] = set()
    for widest in (NARROW, None):
        for cone in _growing(dependence, widest):
            if cone not in known:
                known.add(cone)
                yield cone


def complete_cone(dependence: Dependence) -> frozenset[Storage]:
    """Whatever decides whether an error is reached, or an execution ends before."""
    ends = [location for location in dependence.successors if dependence.ends_paths(location)]
    return max(_growing(dependence, None, ends), key=len, default=frozenset())


def _growing(dependence: Dependence, widest: int | None, ends: Sequence[Location] = ()) -> Iterator[frozenset[Storage]]:
    """The cones by the number of their steps, over expressions that read so many storages at most.

    ``ends``: conditions that end executions, which are in them from the beginning.
    """
    storages: dict[Storage, None] = dict.fromkeys(storage for end in ends for storage in dependence.condition(end))
    locations: set[Location] = set()
    functions: set[Function] = set()
    new_locations: list[Location] = [error for error in dependence.program.error_locations if error in dependence.successors]
    new_locations += ends
    new_storages: list[Storage] = list(storages)
    given = 0
    while new_locations or new_storages:
        asked: dict[Storage, None] = {}
        reached: dict[Location, None] = {}
        read: list[frozenset[Storage]] = []
        for storage in new_storages:
            for edge in dependence.writers.get(storage, ()):
                read.append(dependence.reads(edge.operation))
                reached[edge.source] = None
        for location in new_locations:
            locations.add(location)
            for decider in dependence.deciders.get(location, ()):
                reached[decider] = None
                read += [dependence.reads(edge.operation) for edge in decider.leaving if isinstance(edge.operation, Assume)]
            if location.function not in functions:
                functions.add(location.function)
                reached.update((edge.source, None) for edge in dependence.calls.get(location.function, ()))
        for together in read:
            if widest is None or len(together) <= widest:
                asked.update((storage, None) for storage in sorted(together, key=lambda storage: storage.slot))
        new_storages = [storage for storage in asked if storage not in storages]
        new_locations = [location for location in reached if location not in locations]
        storages.update(dict.fromkeys(new_storages))
        if new_storages and len(storages) >= GROWTH * given:
            given = len(storages)
            yield frozenset(storages)
    if len(storages) > given:
        yield frozenset(storages)
