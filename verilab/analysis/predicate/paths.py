"""Error paths of blocks: are they executions?  (CEGAR's feasibility check on path formulas, FORTE'15 Alg. 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verilab.analysis.arg import ArgNode
from verilab.formulas.blocks.block import Block
from verilab.formulas.traces.trace import Trace
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.counterexample import Counterexample
from verilab.solving.backend import SolverSession, Status


@dataclass(frozen=True, slots=True)
class Execution:
    """The path formula has a model."""

    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The path formula has no model."""


@dataclass(frozen=True, slots=True)
class Open:
    """The solver gave up."""

    reason: str


Answer = Execution | Infeasible | Open


def blocks_of(path: list[ArgNode]) -> list[Block]:
    """The blocks between the nodes of a path from the root."""
    return [node.provenance for node in path[1:]]


class PathChecks:
    """Checks traces in one encoding, each in a session of its own."""

    def __init__(self, vocabulary: Vocabulary, make_session: Callable[[], SolverSession], seconds: float | None) -> None:
        self.vocabulary = vocabulary
        self._make_session = make_session
        self._seconds = seconds
        self.checks = 0

    def check(self, trace: Trace) -> Answer:
        """Whether the trace is an execution; the solver gets ``seconds`` for it."""
        self.checks += 1
        session = self._make_session()
        try:
            session.add(*trace.partitions)
            status = session.check(timeout=self._seconds)
            if status is Status.UNSAT:
                return Infeasible()
            if status is Status.UNKNOWN:
                return Open(session.reason_unknown)
            return Execution(trace.counterexample(lambda symbol: _integral(session.value(symbol))))
        finally:
            session.close()


def _integral(value: object) -> int | bool | None:
    return value if isinstance(value, int) else None
