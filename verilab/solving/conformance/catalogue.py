"""Which queries the conformance kit asks: every family in several sizes and seeds, corner cases, long paths, random sequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pysmt.environment import Environment

from verilab.solving.backend import SolverSession, Theory
from verilab.solving.conformance.corners import corner_cases
from verilab.solving.conformance.integers import INTEGER_FAMILIES
from verilab.solving.conformance.query import Family, Query, Size
from verilab.solving.conformance.random_sequences import random_queries
from verilab.solving.conformance.theories import THEORY_FAMILIES

FAMILIES: dict[str, Family] = {**INTEGER_FAMILIES, **THEORY_FAMILIES}

# size of the kit: (sizes that get both answers, sizes that are unsatisfiable only, seeds, the largest of the long sizes)
_AMOUNTS: dict[Size, tuple[tuple[int, ...], tuple[int, ...], int, int]] = {
    Size.TINY: ((1,), (), 1, 0),
    Size.QUICK: ((2,), (), 1, 20),
    Size.FULL: ((1, 3), (2, 4, 6), 2, 500),
}


def family_queries(environment: Environment, size: Size, seed: int = 0) -> Iterator[Query]:
    """The families' queries, each family from short to long."""
    both, unsatisfiable, seeds, longest = _AMOUNTS[size]
    for name, family in FAMILIES.items():
        for length in sorted((*both, *unsatisfiable, *(length for length in family.long if length <= longest))):
            for offset in range(seeds if family.seeded and length not in family.long else 1):
                yield family.query(environment, name, length, seed + offset, satisfiable=False)
                if length in both:
                    yield family.query(environment, name, length, seed + offset, satisfiable=True)


def generated_queries(
    environment: Environment,
    size: Size,
    *,
    seed: int = 0,
    supported: frozenset[Theory] = frozenset(Theory),
    judge: Callable[[str], SolverSession] | None = None,
) -> Iterator[Query]:
    """All queries of a size, whatever their theories; random ones only of ``supported`` theories, and only with a ``judge``.

    ``judge`` gives a session of a logic, which decides the status of random sequences.
    """
    yield from family_queries(environment, size, seed)
    yield from corner_cases(environment, size, supported)
    if judge is not None:
        yield from random_queries(environment, size, seed, supported, judge)
