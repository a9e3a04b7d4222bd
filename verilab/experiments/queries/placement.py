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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.inspection import subterms
from verilab.solving.backend import SolverGaveUp, SolverSession, Status

CUTS = 12
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
    the strongest or the weakest there; ``weakness``, the mean over the gaps, None where there is none.
    """

    placed: int = 0
    gaps: int = 0
    strongest: int = 0
    weakest: int = 0
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
        constants = _constants((strong, weak))
        admitted = [0] * len(formulas)
        for _ in range(SAMPLE):
            hints = [hint for _ in range(HINTS) if (hint := _hint(environment, chance, variables, constants)) is not None]
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


def _constants(formulas: Iterable[FNode]) -> list[int]:
    kinds = (op.INT_CONSTANT, op.REAL_CONSTANT, op.BV_CONSTANT)
    return sorted({int(node.constant_value()) for node in subterms(formulas) if node.node_type() in kinds} | {0, 1})


def _hint(environment: Environment, chance: random.Random, variables: Sequence[FNode], constants: Sequence[int]) -> FNode | None:
    """A random bound of a variable, near to a constant or far from all."""
    if not variables:
        return None
    m, symbol = environment.formula_manager, chance.choice(variables)
    sort = symbol.symbol_type()
    number, below = chance.choice(constants) + chance.choice((-100, -3, -1, 0, 0, 1, 3, 100)), chance.random() < 0.5
    if sort.is_bool_type():
        return symbol if below else m.Not(symbol)
    if sort.is_int_type() or sort.is_real_type():
        bound = m.Int(number) if sort.is_int_type() else m.Real(number)
        return m.LE(symbol, bound) if below else m.LE(bound, symbol)
    if sort.is_bv_type():
        bound = m.BV(number % (1 << sort.width), sort.width)
        return m.BVULE(symbol, bound) if below else m.BVULE(bound, symbol)
    return None
