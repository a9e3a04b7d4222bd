"""newton-sp and newton-wp: interpolants along the path from nothing but unsatisfiable cores, for any solver that has them.

After "Craig vs. Newton in Software Model Checking" (Dietsch, Heizmann, Musa, Nutz, Podelski, FSE 2017): statements outside the core
are dropped (that is done before, by ``verilab.solving.reduction.sequences``), then

    sp:  I_0 = true;  I_k = the core conjuncts of  project(I_(k-1) and A_k, shared variables of cut k)  against A_(k+1) .. A_n
    wp:  the same on the reversed sequence A_n .. A_1, which gives J;  I_k = not J_(n-k)

I_(k-1) and A_k => I_k, as a projection is implied by what it projects; dropping the conjuncts outside the core keeps that, and
I_k and A_(k+1) .. A_n stay contradictory.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from enum import Enum

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverSession, Status
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.procedures.elimination import Eliminator, project


class Direction(Enum):
    """Strongest postconditions from the front, or weakest preconditions from the end."""

    SP = "newton-sp"
    WP = "newton-wp"


class NewtonEngine:
    """``eliminate``: the solver's quantifier elimination, for local variables that no equation defines."""

    def __init__(
        self, backend: str, direction: Direction, session: SolverSession, environment: Environment, eliminate: Eliminator | None
    ) -> None:
        self._procedure = f"{backend}:{direction.value}"
        self._direction = direction
        self._session = session
        self._environment = environment
        self._eliminate = eliminate

    def close(self) -> None:
        self._session.close()

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        if self._direction is Direction.SP:
            return self._forward(sequent.partitions, sequent.shared, seconds)
        answer = self._forward(sequent.partitions[::-1], sequent.shared[::-1], seconds)
        if isinstance(answer, TimedOut | Failed):
            return answer
        manager = self._environment.formula_manager
        return [manager.Not(formula) for formula in reversed(answer)]

    def _forward(
        self, partitions: Sequence[FNode], shared: Sequence[Sequence[FNode]], seconds: float | None
    ) -> list[FNode] | TimedOut | Failed:
        session = self._session
        for partition in reversed(partitions[1:]):
            session.push()
            session.add(partition)
        open_levels = len(partitions) - 1
        end = None if seconds is None else time.monotonic() + seconds
        formulas: list[FNode] = []
        state: list[FNode] = []
        try:
            for cut, keep in enumerate(shared):
                if end is not None and time.monotonic() > end:
                    return TimedOut(self._procedure)
                projection, exact = project(self._environment, [*state, partitions[cut]], keep, self._eliminate, end)
                # The session holds A_(cut+1) .. A_n.
                status = session.check(projection, timeout=None if end is None else max(0.001, end - time.monotonic()))
                if status is not Status.UNSAT:
                    return self._failure(status, exact, cut)
                state = session.unsat_core()
                formulas.append(self._environment.formula_manager.And(state))
                session.pop()
                open_levels -= 1
        finally:
            if open_levels:
                session.pop(open_levels)
        return formulas

    def _failure(self, status: Status, exact: bool, cut: int) -> TimedOut | Failed:
        if status is Status.UNKNOWN:
            reason = self._session.reason_unknown
            return TimedOut(self._procedure) if reason == "timeout" else Failed(reason, self._procedure)
        if exact:
            return Failed(f"the projection at cut {cut + 1} is too weak though it should be exact", self._procedure)
        return Failed(f"local variables at cut {cut + 1} could not be eliminated", self._procedure)
