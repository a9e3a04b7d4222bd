"""<backend>:backward: interpolants from the error backwards, by implicants of bad states and unsatisfiable cores, for any solver.

For k = n-1 .. 1, with I_n = false:    I_k := true;
    while I_k and A_(k+1) and not I_(k+1) has a model M:
        c := projection on the cut's variables of an implicant of A_(k+1) and not I_(k+1) in M          (a cube of states that go wrong)
        c' := the part of c that A_1 .. A_k contradict, by an unsatisfiable core;     I_k := I_k and not c'
Every state of the prefix satisfies I_k, as A_1 .. A_k contradict each c'; the loop's end is I_k and A_(k+1) => I_(k+1).
This is the blocking of IC3/PDR (Bradley, VMCAI'11) along one path with exact prefixes, and model-based projection for the cubes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.solving.backend import SolverSession, Status
from verilab.solving.engine import Sequent
from verilab.solving.interpolation import Failed, TimedOut
from verilab_backends.procedures.implicants import implicant
from verilab_backends.procedures.model_based_projection import Projection

DROPS = 16
"""Literals of a core that are tried one by one whether the rest is a contradiction too."""
SMALL = 2
"""A core of so few literals is good enough: on long paths each try costs as much as finding the core did."""


class Stop(Exception):
    """A solver's answer that ends the interpolation."""

    def __init__(self, outcome: TimedOut | Failed) -> None:
        self.outcome = outcome


class BackwardEngine:
    """The procedure on sessions of any backend with models and cores; the cores are those of ``make_prover``'s, where there is one."""

    def __init__(
        self,
        procedure: str,
        environment: Environment,
        make_session: Callable[[], SolverSession],
        make_prover: Callable[[], SolverSession] | None = None,
    ) -> None:
        self._procedure = procedure
        self._terms = Terms(environment)
        self._projection = Projection(self._terms)
        self._make_session = make_session
        self._make_prover = make_prover or make_session

    def close(self) -> None:
        """Nothing is kept between queries."""

    def interpolate(self, sequent: Sequent, seconds: float | None) -> Sequence[FNode] | TimedOut | Failed:
        end = None if seconds is None else time.monotonic() + seconds
        prefix = self._make_prover()
        try:
            for partition in sequent.partitions[:-1]:
                prefix.push()
                prefix.add(partition)
            interpolants: list[FNode] = []
            following = self._terms.false
            for cut in range(len(sequent.partitions) - 2, -1, -1):
                if interpolants:
                    prefix.pop()
                following = self._cut(prefix, sequent, cut, following, end)
                interpolants.append(following)
            return interpolants[::-1]
        except Stop as stop:
            return stop.outcome
        except ValueError as error:
            return Failed(str(error), self._procedure)
        finally:
            prefix.close()

    def _cut(self, prefix: SolverSession, sequent: Sequent, cut: int, following: FNode, end: float | None) -> FNode:
        """I_k, where ``prefix`` holds A_1 .. A_k (k = cut + 1) and ``following`` is I_(k+1)."""
        terms = self._terms
        if following is terms.true:
            return terms.true
        step = terms.conjunction((sequent.partitions[cut + 1], terms.negation(following)))
        everything = symbols(step)
        eliminated = set(everything).difference(sequent.shared[cut])
        lemmas: list[FNode] = []
        bad = self._make_session()
        try:
            bad.add(step)
            while self._check(bad, (), end) is Status.SAT:
                values = dict(zip(everything, bad.values(everything), strict=True))
                model = Evaluation({symbol: int(value) for symbol, value in values.items()}.__getitem__)
                cube = self._projection.project(implicant(step, model, terms), eliminated, model)
                literals = [atom if value else terms.negation(atom) for atom, value in cube.items()]
                core = self._core(prefix, literals, end)
                lemma = terms.disjunction([terms.negation(literal) for literal in core])
                if lemma is terms.false:
                    return lemma
                lemmas.append(lemma)
                bad.add(lemma)
        finally:
            bad.close()
        return terms.conjunction(lemmas)

    def _core(self, prefix: SolverSession, literals: list[FNode], end: float | None) -> list[FNode]:
        """A small part of the literals that contradicts the prefix."""
        if self._check(prefix, literals, end) is not Status.UNSAT:
            raise Stop(Failed("a bad state that is reachable: the sequence is satisfiable", self._procedure))
        core = prefix.unsat_core()
        for literal in core[:DROPS]:
            if len(core) <= SMALL:
                break
            if literal not in core:
                continue
            rest = [other for other in core if other is not literal]
            if self._check(prefix, rest, end) is Status.UNSAT:
                core = prefix.unsat_core()
        return core

    def _check(self, session: SolverSession, assumptions: Sequence[FNode], end: float | None) -> Status:
        rest = None if end is None else end - time.monotonic()
        if rest is not None and rest <= 0:
            raise Stop(TimedOut(self._procedure))
        status = session.check(assumptions, timeout=rest)
        if status is Status.UNKNOWN:
            timeout = session.reason_unknown == "timeout"
            raise Stop(TimedOut(self._procedure) if timeout else Failed(session.reason_unknown, self._procedure))
        return status
