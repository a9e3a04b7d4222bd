"""Sliced prefixes of a path formula (FORTE'15 Alg. 3 with the predicate analysis' SP, SPIN'15 §2) by one incremental session.

SP_{sigma_f and (op, l)}(true) contradicts  iff  the partitions of sigma_f and op are unsatisfiable together.  Every partition A_k is
asserted once as  s_k => A_k;  a check under some s_k is a check of a sliced prefix.  Instead of one check per operation, an
unsatisfiable core jumps: it ends at or behind the next contradiction, so shorten the prefix to just before the core's last step until
what is left is satisfiable.  The step before which that happened is the contradiction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.prefixes import Caps
from verilab.formulas.terms.construction import Terms
from verilab.formulas.traces.trace import Trace
from verilab.solving.backend import SolverSession, Status


@dataclass(frozen=True, slots=True)
class Contradictions:
    """The steps that contradict what precedes them, ascending; ``reason`` says why the search ended early, else it is empty."""

    steps: tuple[int, ...]
    reason: str = ""


class Slicer:
    """Finds the contradicting steps of traces; ``seconds`` is the wall time of one check.

    ``checks`` counts the solver's answers.
    """

    def __init__(self, environment: Environment, make_session: Callable[[], SolverSession], seconds: float | None = None) -> None:
        self._terms = Terms(environment)
        self._make_session = make_session
        self._seconds = seconds
        self.checks = 0

    def contradictions(self, trace: Trace, slicable: Callable[[int], bool], caps: Caps) -> Contradictions:
        """All contradictions as far as ``caps`` admits their prefixes; the search ends at one that is not ``slicable``."""
        terms = self._terms
        switches = [terms.symbol(f"step {step} holds") for step in range(len(trace.partitions))]
        session = self._make_session()
        try:
            session.add(*[terms.implication(switch, formula) for switch, formula in zip(switches, trace.partitions, strict=True)])
            return self._search(session, switches, slicable, caps)
        finally:
            session.close()

    def _search(self, session: SolverSession, switches: list[FNode], slicable: Callable[[int], bool], caps: Caps) -> Contradictions:
        steps: list[int] = []
        step_of = {switch: step for step, switch in enumerate(switches)}
        kept = list(switches)
        while caps.admit(len(steps), 0):
            last: int | None = None
            considered = kept
            while (status := self._check(session, considered)) is Status.UNSAT:
                last = max(step_of[switch] for switch in session.unsat_core())
                considered = [switch for switch in considered if step_of[switch] < last]
            if status is Status.UNKNOWN:
                return Contradictions(tuple(steps), session.reason_unknown or "the solver gave up")
            if last is None or not caps.admit(len(steps), last + 1):
                break
            steps.append(last)
            if not slicable(last):
                break
            kept.remove(switches[last])
        return Contradictions(tuple(steps))

    def _check(self, session: SolverSession, assumptions: list[FNode]) -> Status:
        self.checks += 1
        return session.check(assumptions, timeout=self._seconds)
