"""<backend>:ucb: weakest preconditions along the path, each weakened to an unsatisfiable core, for any solver that has cores.

The UCB refinement of predicate abstraction ("unsatisfiable core based", as the verifier CPAchecker has it), on sequences.  With the bad
states W_k of cut k, those from which A_(k+1) .. A_n can be passed (the negated weakest precondition of false), and W_n = true:

    backwards:  W_k = exists locals. A_(k+1) and W_(k+1)        until W_s is unsatisfiable: what is before cut s is not needed
    forwards:   I_0 = .. = I_s = true;   I_k = not C_k, where C_k are the conjuncts of W_k in an unsatisfiable core of
                I_(k-1) and A_k and W_k

    I_(k-1) and A_k => I_k      the core says so
    I_(n-1) and A_n => false    A_n => W_(n-1) => C_(n-1)
    the next core exists        I_(k-1) => not W_(k-1), and A_k and W_k => W_(k-1)

All of it holds where a projection is weaker than exact, too, as long as some W_s is contradictory or A_1 and W_1 are.

How it differs from newton-wp, which also goes backwards and takes cores: there each precondition is cut down before the next one is
computed, against the whole prefix A_1 .. A_k, which is the query that grows.  Here the preconditions are computed in full first, and cut
down from the front, each against one block and the predicate before it: every query is one step, and each I_k is a consequence of the
chosen I_(k-1), not of the prefix.  It says at least as much as weakest, whose I_k is not W_k.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.solving.backend import SolverSession, Status
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.procedures.elimination import Eliminator, project


class UcbEngine:
    """``eliminate``: the solver's quantifier elimination, for local variables that no equation defines."""

    def __init__(self, backend: str, session: SolverSession, environment: Environment, eliminate: Eliminator | None) -> None:
        self._procedure = f"{backend}:ucb"
        self._session = session
        self._environment = environment
        self._terms = Terms(environment)
        self._eliminate = eliminate

    def close(self) -> None:
        self._session.close()

    def interpolate(self, sequent: Sequent, seconds: float | None) -> list[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        bad = self._preconditions(sequent, end)
        if not isinstance(bad, list):
            return bad
        terms, session = self._terms, self._session
        spared = len(sequent.shared) - len(bad)
        formulas = [terms.true] * spared
        before = terms.true
        for cut, literals in enumerate(bad, start=spared):
            session.push()
            session.add(before, sequent.partitions[cut])
            status = self._check(literals, end)
            core = session.unsat_core() if status is Status.UNSAT else []
            session.pop()
            if status is not Status.UNSAT:
                return self._failure(status, f"local variables behind cut {cut + 1} could not be eliminated")
            before = terms.negation(terms.conjunction(core))
            formulas.append(before)
        return formulas

    def _preconditions(self, sequent: Sequent, end: float | None) -> list[list[FNode]] | TimedOut | Failed:
        """The conjuncts of W_k for the last cuts, those behind the last one at which W_k is contradictory."""
        states: list[list[FNode]] = []
        state: list[FNode] = []
        for cut in range(len(sequent.shared) - 1, -1, -1):
            projected = [*state, sequent.partitions[cut + 1]]
            state, _ = project(self._environment, projected, sequent.shared[cut], self._eliminate, end)
            status = self._check(state, end)
            if status is Status.UNSAT:
                break
            if status is Status.UNKNOWN:
                return self._failure(status, "")
            states.append(state)
        return states[::-1]

    def _check(self, assumptions: Sequence[FNode], end: float | None) -> Status:
        return self._session.check(assumptions, timeout=None if end is None else max(0.001, end - time.monotonic()))

    def _failure(self, status: Status, too_weak: str) -> TimedOut | Failed:
        """What a check says that was to be a contradiction; ``too_weak`` where it is none."""
        if status is Status.SAT:
            return Failed(too_weak, self._procedure)
        reason = self._session.reason_unknown
        return TimedOut(self._procedure) if reason == "timeout" else Failed(reason, self._procedure)
