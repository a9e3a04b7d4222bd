"""opensmt:proofs: all cuts of a sequence, or of a tree, from one refutation.

OpenSMT interpolates the proof of each prefix (Hyvärinen, Marescotti, Alt, Sharygina, "OpenSMT2: an SMT solver for multi-core and cloud
computing", SAT'16; linear arithmetic: Blicha, Hyvärinen, Kofroň, Sharygina, "Decomposing Farkas interpolants", TACAS'19).  Each step
of the sequence is checked; where I_k and A_(k+1) do not imply I_(k+1), the rest is interpolated again with I_k in the place of
A_1 .. A_k.  Those of a tree, each of a subtree against the rest, are checked by who asks.

``Combination``: OpenSMT's option ``:interpolation-bool-algorithm``, how the interpolants of resolution steps are put together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.engine import Sequent, TreeSequent
from verilab.solving.interpolation import Failed, TimedOut, Unsupported
from verilab.solving.simplification.simplifier import Simplifier
from verilab.solving.smtlib.syntax import SmtLibError
from verilab_backends.opensmt.library import OpenSmtLibrary
from verilab_backends.opensmt.terms import OpenSmtContext, Sorts, UnsupportedTerm, message

_PROCEDURE = "opensmt:proofs"


class Combination(Enum):
    """OpenSMT's numbers: of the algorithm for resolution steps, and of that for lemmas of arithmetic.

    WEAK: inverse labels, and the dual of Farkas' interpolant of a lemma.
    """

    MCMILLAN = (0, 0)
    PUDLAK = (1, 0)
    INVERSE = (2, 0)
    WEAK = (2, 2)


class _Stop(Exception):
    """What ends the interpolation."""

    def __init__(self, outcome: TimedOut | Failed) -> None:
        self.outcome = outcome


class ProofsEngine:
    """The procedure over one pySMT environment; each question has a context of its own, as one in use only grows."""

    def __init__(
        self, environment: Environment, library: OpenSmtLibrary, seed: int = 0, combination: Combination = Combination.MCMILLAN
    ) -> None:
        self._environment = environment
        self._library = library
        self._seed = seed
        self._combination = combination
        self._sorts = Sorts(environment)
        self._simplify = Simplifier(environment)
        self.repaired = 0

    def close(self) -> None:
        """Nothing is left between questions."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        answer = self._asked(sequent.partitions, seconds, lambda context: self._inductive(context, sequent.partitions, end))
        return self._over(answer, sequent.shared, "cut")

    def interpolate_tree(self, sequent: TreeSequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        sides: list[list[int]] = [[node] for node in range(len(sequent.partitions))]
        for node, parent in enumerate(sequent.parents):
            sides[parent] += sides[node]
        answer = self._asked(sequent.partitions, seconds, lambda context: self._of_sides(context, sequent.partitions, sides[:-1], end))
        if isinstance(answer, list):
            answer = [self._simplify(formula) for formula in answer]
        return self._over(answer, sequent.shared, "node")

    def _asked(
        self, partitions: Sequence[FNode], seconds: float | None, ask: Callable[[OpenSmtContext], list[FNode]]
    ) -> list[FNode] | TimedOut | Unsupported | Failed:
        """What a context of its own answers, or why it does not."""
        try:
            logic = self._sorts.logic(partitions) or "QF_LIA"
        except UnsupportedTerm as error:
            return Unsupported(str(error), _PROCEDURE)
        context = OpenSmtContext(self._library, self._environment, logic, self._seed)
        try:
            with context.limit(seconds):
                return ask(context)
        except _Stop as stop:
            return stop.outcome
        except self._library.error as error:
            return TimedOut(_PROCEDURE) if context.expired else Failed(message(error), _PROCEDURE)
        except UnsupportedTerm as error:
            return Unsupported(str(error), _PROCEDURE)
        except SmtLibError as error:
            return Failed(f"the solver's interpolant cannot be read: {error}", _PROCEDURE)
        finally:
            context.close()

    def _over(
        self, answer: list[FNode] | TimedOut | Unsupported | Failed, allowed: Sequence[Sequence[FNode]], place: str
    ) -> Sequence[FNode] | TimedOut | Unsupported | Failed:
        """The answer where each of its formulas speaks of what is allowed at its place."""
        if not isinstance(answer, list):
            return answer
        for number, (formula, shared) in enumerate(zip(answer, allowed, strict=True), 1):
            if not formula.get_free_variables() <= set(shared):
                return Failed(f"the interpolant of {place} {number} speaks of variables of one side", _PROCEDURE)
        return answer

    def _cuts(self, context: OpenSmtContext, partitions: Sequence[FNode], end: float | None) -> list[FNode]:
        """One interpolant per cut, from one proof."""
        return self._of_sides(context, partitions, [range(size) for size in range(1, len(partitions))], end)

    def _of_sides(
        self, context: OpenSmtContext, partitions: Sequence[FNode], sides: Sequence[Sequence[int]], end: float | None
    ) -> list[FNode]:
        """One interpolant per set of partitions, against the others, from one proof."""
        interpolants = context.interpolants(context.interpolating_prover(*self._combination.value), partitions, sides)
        if interpolants is None:
            raise _Stop(Failed("OpenSMT finds the sequence satisfiable", _PROCEDURE))
        _refuse_late(end)
        return interpolants

    def _inductive(self, context: OpenSmtContext, partitions: Sequence[FNode], end: float | None) -> list[FNode]:
        """Cuts that are an inductive sequence, each step checked on what is handed out."""
        manager = self._environment.formula_manager
        cuts = self._cuts(context, partitions, end)
        checker = context.prover()
        for index, partition in enumerate(partitions):
            step = [partition]
            if index:
                step.append(cuts[index - 1])
            if index < len(cuts):
                step.append(manager.Not(cuts[index]))
            if self._refutes(context, checker, step):
                continue
            if index in (0, len(cuts)):
                raise _Stop(Failed(f"OpenSMT refutes its own interpolant of cut {max(index, 1)}", _PROCEDURE))
            self.repaired += 1
            _refuse_late(end)
            rest = [manager.And(cuts[index - 1], partition), *partitions[index + 1 :]]
            cuts = cuts[:index] + self._cuts(context, rest, end)
        return cuts

    def _refutes(self, context: OpenSmtContext, checker: Any, formulas: Sequence[FNode]) -> bool:
        checker.push()
        for formula in formulas:
            checker.addConstraint(context.to_opensmt(formula))
        refuted = bool(checker.isUnsat())
        checker.pop()
        return refuted


def _refuse_late(end: float | None) -> None:
    if end is not None and time.monotonic() > end:
        raise _Stop(TimedOut(_PROCEDURE))
