"""yices:mcsat: interpolants from the refutations of models (Jovanovic and Dutertre, "Interpolation and Model Checking for Nonlinear
Arithmetic", CAV'21; MCSAT itself: de Moura and Jovanovic, VMCAI'13).

For k = 1 .. n-1, with I_0 = true:    I_k := true;
    while I_k and A_(k+1) .. A_n has a model M:
        MCSAT refutes  I_(k-1) and A_k  where the cut's variables have their values in M, and explains it by a clause C over them that
        I_(k-1) and A_k imply and M violates;     C := a part of C that is still implied (by an unsatisfiable core);     I_k := I_k and C
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from pysmt.fnode import FNode

from verilab.solving.backend import Status
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut, Unsupported
from verilab_backends.operators import UnsupportedTerm
from verilab_backends.yices.contexts import Context, watchdog
from verilab_backends.yices.library import YicesError, numbers
from verilab_backends.yices.library import library as y
from verilab_backends.yices.terms import YicesTerms
from verilab_backends.yices.terms_back import YicesBack

_PROCEDURE = "yices:mcsat"


class _Stop(Exception):
    """What ends an interpolation without an answer."""

    def __init__(self, outcome: TimedOut | Failed) -> None:
        self.outcome = outcome


class McsatEngine:
    """MCSAT's model interpolation on the terms of one environment."""

    def __init__(self, terms: YicesTerms) -> None:
        self._terms = terms
        self._back = YicesBack(terms)

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        reason = self._unsupported(sequent)
        if reason:
            return Unsupported(reason, _PROCEDURE)
        following = Context(mode="interactive")
        try:
            partitions = [self._terms.to_yices(partition) for partition in sequent.partitions]
            for partition in reversed(partitions[1:]):
                following.push()
                following.add(partition)
            formulas = []
            state = y.true()
            for partition, shared in zip(partitions, sequent.shared, strict=False):
                state = self._cut(following, [state, partition], shared, end)
                formulas.append(self._back(state))
                following.pop()
            return formulas
        except UnsupportedTerm as error:
            return Unsupported(str(error), _PROCEDURE)
        except YicesError as error:
            return Failed(str(error), _PROCEDURE)
        except _Stop as stop:
            return stop.outcome
        finally:
            following.close()

    def _unsupported(self, sequent: Sequent) -> str:
        for cut in sequent.shared:
            for variable in cut:
                sort = variable.symbol_type()
                if sort.is_function_type() or sort.is_array_type():
                    return f"MCSAT's models cannot fix {variable}, of type {sort}"
        return ""

    def _cut(self, following: Context, step: list[int], shared: Sequence[FNode], end: float | None) -> int:
        """I_k, where ``following`` holds A_(k+1) .. A_n and ``step`` is I_(k-1), A_k."""
        constants = [self._terms.to_yices(variable) for variable in shared]
        refuting = Context(solver_type="mcsat", model_interpolation="true")
        shrinking = Context(mode="interactive")
        clauses: list[int] = []
        try:
            for formula in step:
                refuting.add(formula)
                shrinking.add(formula)
            following.push()
            while self._decided(following.check((), _rest(end))) is Status.SAT:
                model = following.model()
                try:
                    status = self._decided(refuting.check_with_model(model, constants, _rest(end)))
                finally:
                    model.close()
                if status is not Status.UNSAT:
                    raise _Stop(Failed("MCSAT finds no refutation of a model: the sequence is satisfiable", _PROCEDURE))
                clause = self._shrunk(shrinking, y.valid(y.get_model_interpolant(refuting.handle)), end)
                clauses.append(clause)
                following.add(clause)
            following.pop()
        finally:
            shrinking.close()
            refuting.close()
        return int(getattr(y, "and")(len(clauses), numbers(clauses)))

    def _shrunk(self, step: Context, clause: int, end: float | None) -> int:
        """A disjunction of some of the clause's literals that the step still implies."""
        literals = self._back.disjuncts(clause)
        if len(literals) < 2:
            return clause
        negations = {getattr(y, "not")(literal): literal for literal in literals}
        if self._decided(step.check(list(negations), _rest(end))) is not Status.UNSAT:
            raise _Stop(Failed("MCSAT's clause is not implied", _PROCEDURE))
        core = [negations[literal] for literal in step.core()]
        return int(getattr(y, "or")(len(core), numbers(core)))

    def _decided(self, status: Status) -> Status:
        if status is Status.UNKNOWN:
            raise _Stop(TimedOut(_PROCEDURE) if watchdog.barked else Failed("Yices gave up", _PROCEDURE))
        return status


def _rest(end: float | None) -> float | None:
    """The seconds that are left; raises where there are none."""
    if end is None:
        return None
    rest = end - time.monotonic()
    if rest <= 0:
        raise _Stop(TimedOut(_PROCEDURE))
    return rest
