"""Make a sequence smaller before it is interpolated, and its interpolants simpler afterwards; every procedure profits alike.

A_k is split into its conjuncts, an unsatisfiable core of all conjuncts is kept, A_k becomes A'_k.  Since A_k ⇒ A'_k and
vars(A'_k) ⊆ vars(A_k), interpolants of A' are interpolants of A.  Partitions without a core conjunct are *true* and drop out: the
cuts on both sides of one share an interpolant; before the first it is true, after the last false.

With ``Reduction.NONE`` no core is asked for: one check says whether the sequence is contradictory, and A' is A.  With ``Reduction.MINIMAL``
the core is left without any conjunct that it can do without, one question each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import QueryContext, Reduction, SessionClosed, Simplification, SolverSession, Status
from verilab.solving.engine import Engine, Sequent
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome, TimedOut, Unsupported, shared_variables
from verilab.solving.minimal_cores import minimal as minimal_core
from verilab.solving.records import on_the_clock
from verilab.solving.simplification.simplifier import Simplifier, conjuncts


def core_partitions(
    session: SolverSession, environment: Environment, partitions: Sequence[FNode], timeout: float | None = None, *, minimal: bool = False
) -> list[FNode] | NotUnsat | Status:
    """Each partition weakened to its conjuncts in an unsatisfiable core; Status.UNKNOWN where the solver gave up.

    ``minimal``: the core has no other one as a part, as far as the solver finds out in time.
    """
    end = None if timeout is None else time.monotonic() + timeout
    manager = environment.formula_manager
    split = [conjuncts(partition) for partition in partitions]
    # dict: each formula is assumed once, however often it occurs
    assumptions = list(dict.fromkeys(conjunct for part in split for conjunct in part))
    status = session.check(assumptions, timeout=timeout)
    if status is not Status.UNSAT:
        return NotUnsat() if status is Status.SAT else status
    core = session.unsat_core()
    # Asking again with the core alone often gives a smaller one, for little.
    for _ in range(3):
        if not core or session.check(core, timeout=timeout) is not Status.UNSAT:
            break
        smaller = session.unsat_core()
        if len(smaller) >= len(core):
            break
        core = smaller
    if minimal:
        core = _minimal(session, core, end)
    kept = set(core)
    result = []
    for part in split:
        result.append(manager.And([conjunct for conjunct in part if conjunct in kept]))
        # A conjunct that occurs again is needed once: without it a partition is weaker, and the whole as contradictory as before.
        kept.difference_update(part)
    return result


def _minimal(session: SolverSession, core: list[FNode], end: float | None) -> list[FNode]:
    """A minimal core that is part of a core.  What the solver does not refute in half of the time that is left is taken for satisfiable."""
    half = None if end is None else (time.monotonic() + end) / 2

    def core_of(places: Collection[int]) -> frozenset[int] | None:
        rest = None if half is None else half - time.monotonic()
        if rest is not None and rest <= 0:
            return None
        if session.check([core[place] for place in sorted(places)], timeout=rest) is not Status.UNSAT:
            return None
        core_formulas = set(session.unsat_core())
        return frozenset(place for place in places if core[place] in core_formulas)

    return [core[place] for place in sorted(minimal_core(frozenset(range(len(core))), core_of))]


def whole_partitions(session: SolverSession, partitions: Sequence[FNode], timeout: float | None = None) -> list[FNode] | NotUnsat | Status:
    """The partitions as they are, where they are contradictory; Status.UNKNOWN where the solver gave up."""
    session.push()
    try:
        session.add(*partitions)
        status = session.check(timeout=timeout)
    finally:
        session.pop()
    return list(partitions) if status is Status.UNSAT else NotUnsat() if status is Status.SAT else status


class ReducedInterpolator:
    """An ``Interpolator`` from an engine and a session of any solver with unsat cores.

    ``whole``: the engine is given all conjuncts, those outside the core too, as a strongest interpolant needs them.
    """

    def __init__(
        self,
        procedure: str,
        engine: Engine,
        session: SolverSession,
        environment: Environment,
        context: QueryContext,
        *,
        whole: bool = False,
    ) -> None:
        self.procedure = procedure
        self._engine = engine
        self._session = session
        self._environment = environment
        self._context = context
        self._whole = whole
        self._simplify = Simplifier(environment)
        self._closed = False

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._engine.close()
            self._session.close()

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._timed("interpolate", len(partitions), lambda: self._sequence(partitions, timeout))

    def _timed(self, kind: str, size: int, ask: Callable[[], Outcome]) -> Outcome:
        """A query of this kind, on the clock and recorded."""
        if self._closed:
            raise SessionClosed(f"this interpolator {self.procedure} is closed")
        return on_the_clock(self._context, kind, self.procedure, size, ask)

    def _reduced(self, partitions: Sequence[FNode], seconds: float | None) -> list[FNode] | NotUnsat | TimedOut | Failed:
        """What the engine is asked about.  ValueError for a theory that the session's solver does not know."""
        if self._context.reduction is Reduction.NONE:
            reduced, sought = whole_partitions(self._session, partitions, seconds), "not known to be contradictory"
        else:
            minimal = self._context.reduction is Reduction.MINIMAL
            reduced, sought = core_partitions(self._session, self._environment, partitions, seconds, minimal=minimal), "no unsat core"
        if isinstance(reduced, Status):
            reason = self._session.reason_unknown
            return TimedOut(self.procedure) if reason == "timeout" else Failed(f"{sought}: {reason}", self.procedure)
        return reduced

    def _sequence(self, partitions: Sequence[FNode], timeout: float | None) -> Outcome:
        if not partitions:
            raise ValueError("an empty sequence has no interpolants: it is satisfiable")
        manager = self._environment.formula_manager
        seconds = self._context.seconds(timeout)
        end = None if seconds is None else time.monotonic() + seconds
        try:
            reduced = self._reduced(partitions, seconds)
        except ValueError as error:  # a theory that the solver does not know
            return Unsupported(str(error), self.procedure)
        if not isinstance(reduced, list):
            return reduced
        if self._whole:
            reduced = list(partitions)
        used = [index for index, partition in enumerate(reduced) if not partition.is_true()]
        if len(used) < 2:
            inner: Sequence[FNode] = ()
        else:
            kept = tuple(reduced[index] for index in used)
            rest = None if end is None else max(0.001, end - time.monotonic())
            answer = self._engine.interpolate(Sequent(kept, shared_variables(kept)), rest)
            if isinstance(answer, TimedOut | Unsupported | Failed):
                return replace(answer, procedure=self.procedure)  # an engine may be that of several procedures
            inner = answer if self._context.simplification is Simplification.NONE else [self._simplify(formula) for formula in answer]
        # The reduced cut that stands for each cut: how many used partitions lie before it.
        formulas = []
        before = 0
        for index in range(len(partitions) - 1):
            if before < len(used) and used[before] == index:
                before += 1
            formulas.append(manager.TRUE() if before == 0 else manager.FALSE() if before == len(used) else inner[before - 1])
        return Interpolants(tuple(formulas), self.procedure)
