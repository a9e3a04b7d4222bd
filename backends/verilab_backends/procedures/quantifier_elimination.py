"""<backend>:strongest and weakest: the two poles of all interpolant sequences, by elimination of quantifiers.

    strongest:  I_k = exists locals. I_(k-1) and A_k                         I_0 = true
    weakest:    I_k = not exists locals. A_(k+1) and not I_(k+1)             I_n = false
where the locals are the variables that are not shared at cut k.  Every other sequence lies between the two (uniform interpolation).

<backend>:random-strength is a control, an interpolant that nobody has thought about: cut by cut, equally for equal seeds,
    either  I_k = exists locals. I_(k-1) and A_k,  or the weakest one.
It is a sequence, as  I_(k-1) and A_k => the former => the latter,  the weakest being what no suffix contradicts.

Only exact eliminations are used; where one is not found, there is no answer: elimination is exponential, and its answers are large.
For theories without elimination of quantifiers (functions, arrays, products of integers) the procedures are not declared.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from enum import Enum

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.procedures.elimination import Eliminator, project


class Way(Enum):
    """From the front, or from the end."""

    FORWARD = "strongest"
    BACKWARD = "weakest"
    RANDOM = "random-strength"


class EliminationEngine:
    """``eliminate``: the solver's quantifier elimination, for what is neither defined by equations nor linear with factors of 1."""

    def __init__(self, backend: str, way: Way, environment: Environment, eliminate: Eliminator | None, seed: int = 0) -> None:
        self._procedure = f"{backend}:{way.value}"
        self._way = way
        self._environment = environment
        self._terms = Terms(environment)
        self._eliminate = eliminate
        self._seed = seed

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        cuts = range(len(sequent.shared))
        if self._way is Way.FORWARD:
            return self._states(sequent.partitions, sequent.shared, list(cuts), end)
        weakest = self._weakest(sequent, cuts, end)
        if self._way is Way.BACKWARD or isinstance(weakest, TimedOut | Failed):
            return weakest
        chance = random.Random(f"{self._seed} {len(weakest)}")
        replaced = [formula if chance.random() < 0.5 else None for formula in weakest]
        return self._states(sequent.partitions, sequent.shared, list(cuts), end, replaced)

    def _weakest(self, sequent: Sequent, cuts: range, end: float | None) -> list[FNode] | TimedOut | Failed:
        answer = self._states(sequent.partitions[::-1], sequent.shared[::-1], list(reversed(cuts)), end)
        if isinstance(answer, TimedOut | Failed):
            return answer
        return [self._terms.negation(formula) for formula in reversed(answer)]

    def _states(
        self,
        partitions: Sequence[FNode],
        shared: Sequence[Sequence[FNode]],
        cuts: list[int],
        end: float | None,
        replaced: Sequence[FNode | None] = (),
    ) -> list[FNode] | TimedOut | Failed:
        """exists locals. (the state before) and A, cut by cut; ``cuts`` are their numbers for messages.

        ``replaced``: by cut what stands in the state's place.
        """
        state = self._terms.true
        formulas: list[FNode] = []
        for place, (partition, keep, cut) in enumerate(zip(partitions, shared, cuts, strict=False)):
            given = replaced[place] if replaced else None
            if given is not None:
                state = given
                formulas.append(state)
                continue
            projection, exact = project(self._environment, [state, partition], keep, self._eliminate, end)
            if end is not None and time.monotonic() > end:
                return TimedOut(self._procedure)
            if not exact:
                return Failed(f"the local variables at cut {cut + 1} could not be eliminated exactly", self._procedure)
            state = self._terms.conjunction(projection)
            formulas.append(state)
        return formulas
