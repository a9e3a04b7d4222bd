"""Where an interpolant lies between the poles: S_k, the strongest of its cut, and W_k, the weakest.

S_k ⇒ I_k ⇒ W_k holds of every interpolant sequence, so that the models of W_k that are none of S_k are all that engines can differ in.
Of a sample of them,

    weakness = the share that I_k admits:   0 for the strongest, 1 for the weakest

which is asked of every answer to a query with the same models.  A sample has a model of the solver for each of some random hints (bounds of
its variables beside the constants of the two formulas), as far as they can be met; equal for equal seeds.  It is a measure of where two
answers differ, not of volume: the models are infinitely many.  Of a sequence with more than ``CUTS`` cuts as many are drawn, the same for
every answer to it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.experiments.queries.between import Cut, shares_between
from verilab.experiments.queries.hints import constants_of, hint
from verilab.solving.backend import SolverGaveUp, SolverSession, Status
from verilab.solving.interpolation import shared_variables

CUTS = 6
"""Cuts of a sequence that are looked at, at most."""
SAMPLE = 24
"""Models of each cut."""
LIMIT = 0.2
"""Seconds for one question; past it a cut is not placed."""
HINTS = 3
"""Bounds that a model is asked for, at most."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Of a whole answer: how many of its cuts are placed; at how many of these the poles differ (``gaps``); how many of its formulas are
    the strongest or the weakest there, None where the poles are not known as formulas; ``weakness``, the mean over the gaps, None where
    there is none.
    """

    placed: int = 0
    gaps: int = 0
    strongest: int | None = 0
    weakest: int | None = 0
    weakness: float | None = None


@dataclass(frozen=True, slots=True)
class Poles:
    """The strongest and the weakest interpolants of a query, cut by cut."""

    strongest: tuple[FNode, ...]
    weakest: tuple[FNode, ...]


def place(
    session: SolverSession,
    environment: Environment,
    poles: Poles,
    answers: Sequence[Sequence[FNode]],
    seed: int = 0,
    seconds: float | None = None,
) -> list[Placement]:
    """The place of each answer, all of them valid for the query of the poles; nothing is asserted on ``session``.

    After ``seconds`` of wall time no further cut is looked at.
    """
    end = None if seconds is None else time.monotonic() + seconds
    shares: list[list[float]] = [[] for _ in answers]
    counts = [[0, 0, 0, 0] for _ in answers]  # placed, gaps, strongest, weakest
    for cut in _drawn_cuts(len(poles.strongest), seed):
        if end is not None and time.monotonic() > end:
            break
        strong, weak = poles.strongest[cut], poles.weakest[cut]
        formulas = [answer[cut] for answer in answers]
        shown = _shares(session, environment, strong, weak, formulas, random.Random(f"{seed} {cut}"))
        if shown is None:
            continue
        for number, formula in enumerate(formulas):
            counts[number][0] += 1
            if shown:  # without models between them the poles are the same, and so is all that lies there
                share = shown[number]
                shares[number].append(share)
                counts[number][1] += 1
                counts[number][2] += share == 0.0 and _implies(session, environment, formula, strong)
                counts[number][3] += share == 1.0 and _implies(session, environment, weak, formula)
    weakness = [sum(own) / len(own) if own else None for own in shares]
    return [Placement(p, g, s, w, share) for (p, g, s, w), share in zip(counts, weakness, strict=True)]


def place_by_tries(
    session: SolverSession,
    environment: Environment,
    partitions: Sequence[FNode],
    answers: Sequence[Sequence[FNode]],
    seed: int = 0,
    seconds: float | None = None,
) -> list[Placement]:
    """The place of each answer where nobody has the poles as formulas (``between``), with the arguments of ``place``."""
    end = None if seconds is None else time.monotonic() + seconds
    shared = shared_variables(partitions)
    shares: list[list[float]] = [[] for _ in answers]
    for cut in _drawn_cuts(len(partitions) - 1, seed):
        if end is not None and time.monotonic() > end:
            break
        formulas = [answer[cut] for answer in answers]
        variables = tuple(sorted(shared[cut], key=lambda symbol: str(symbol.symbol_name())))
        sides = Cut(tuple(partitions[: cut + 1]), tuple(partitions[cut + 1 :]), variables)
        admitted = shares_between(session, environment, sides, formulas, random.Random(f"{seed} {cut}"), end)
        for own, share in zip(shares, admitted or (), strict=False):
            own.append(share)
    return [Placement(len(own), len(own), None, None, sum(own) / len(own) if own else None) for own in shares]


def _drawn_cuts(cuts: int, seed: int) -> list[int]:
    """In the order of the draw: what time is left for is a sample too."""
    places = list(range(cuts))
    return places if cuts <= CUTS else random.Random(f"{seed} cuts").sample(places, CUTS)


def _implies(session: SolverSession, environment: Environment, one: FNode, other: FNode) -> bool:
    return session.check([one, environment.formula_manager.Not(other)], timeout=LIMIT) is Status.UNSAT


def _shares(
    session: SolverSession, environment: Environment, strong: FNode, weak: FNode, formulas: Sequence[FNode], chance: random.Random
) -> list[float] | None:
    """The share of models between the poles that each formula admits; [] where there are none, None where nobody finds out."""
    m = environment.formula_manager
    session.push()
    try:
        session.add(weak, m.Not(strong))
        status = session.check(timeout=LIMIT)
        if status is not Status.SAT:
            return [] if status is Status.UNSAT else None
        variables = sorted(strong.get_free_variables() | weak.get_free_variables(), key=lambda symbol: str(symbol.symbol_name()))
        constants = constants_of((strong, weak))
        admitted = [0] * len(formulas)
        for _ in range(SAMPLE):
            hints = [near for _ in range(HINTS) if (near := hint(environment, chance, variables, constants)) is not None]
            while session.check(hints, timeout=LIMIT) is not Status.SAT:
                if not hints:
                    return None
                hints.pop()
            for number, holds in enumerate(session.values(formulas)):
                admitted[number] += bool(holds)
        return [count / SAMPLE for count in admitted]
    except SolverGaveUp:
        return None
    finally:
        session.pop()
