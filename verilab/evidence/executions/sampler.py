"""Executions against a claim, for a bounded time: random ones, and after each round ones steered into branches that none has taken.

a run took p e, and e' leaves the same location but no run took it:
inputs that satisfy the path condition of p and e's condition negated take p e'   (DART: Godefroid, Klarlund, Sen, PLDI 2005)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.executions.claims import StateTest
from verilab.evidence.executions.inputs import RandomInputs, compared_numbers
from verilab.evidence.executions.path_condition import PathCondition
from verilab.evidence.executions.runner import Runner, Walk
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.results import InputVector
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Assume
from verilab.solving.backend import SolverSession, Status

ROUND = 8
"""Random executions between two attempts at steering."""
RANDOM_RUNS = 200
STEERED_EDGES = 2_000
"""Path conditions are made of at most this many edges."""
ATTEMPTS = 2
"""How often one branch is tried, from different runs."""
QUERY_SECONDS = 0.3
VECTORS = 60


@dataclass(frozen=True, slots=True)
class Sample:
    """What executions showed: ``contradiction`` is "" where nothing speaks against the claim.

    ``vectors``: inputs that took new branches.
    """

    contradiction: str
    vectors: tuple[InputVector, ...]
    runs: int


class Sampler:
    """Runs one program against the tests of its claims; ``open_session`` makes a bit-vector session of the environment's terms;
    without it no run is steered."""

    def __init__(
        self,
        program: Program,
        graph: ControlGraph,
        tests: Mapping[ControlPoint, StateTest],
        environment: Environment,
        open_session: Callable[[], SolverSession] | None,
    ) -> None:
        self._runner = Runner(program, graph, tests)
        self._numbers = compared_numbers(program)
        self._environment = environment
        self._open_session = open_session
        self._covered: set[Edge] = set()
        self._attempts: dict[Edge, int] = {}
        self._vectors: dict[InputVector, None] = {}
        self._runs = 0
        self._open: list[Walk] = []
        """Runs that took new edges and were not steered from yet."""

    def sample(self, time: Part) -> Sample:
        """Runs until the time is over, something contradicts the claim, or nothing new is to be expected."""
        contradiction = ""
        number = 0
        while not contradiction and not time.over:
            for _ in range(ROUND):
                contradiction = contradiction or self._run((), number, time)
                number += 1
                if not self._choices_were_made:
                    break
            while self._open and self._open_session is not None and not contradiction and not time.over:
                contradiction = self._steer(self._open.pop(0), time)
            if number >= RANDOM_RUNS or not self._choices_were_made:
                break
        return Sample(contradiction, tuple(self._vectors)[:VECTORS], self._runs)

    def _run(self, prefix: tuple[int, ...], seed: int, time: Part) -> str:
        walk = self._runner.run(RandomInputs(self._numbers, seed, prefix), time)
        self._runs += 1
        self._choices_were_made = bool(walk.choices)
        new = set(walk.edges) - self._covered
        if new or walk.contradiction:
            self._covered |= new
            self._vectors.setdefault(walk.vector())
            self._open.append(walk)
        return walk.contradiction

    def _untaken(self, edge: Edge) -> list[Edge]:
        """The other branches at the edge's source that no run has taken and that are worth another attempt."""
        return [
            other
            for other in edge.source.leaving
            if other is not edge and other not in self._covered and self._attempts.get(other, 0) < ATTEMPTS
        ]

    def _steer(self, walk: Walk, time: Part) -> str:
        """Runs into the untaken branches along a run."""
        wanted: dict[int, Edge] = {}
        there: set[Edge] = set()
        for position, edge in enumerate(walk.edges[:STEERED_EDGES]):
            if edge not in there and isinstance(edge.operation, Assume):
                there.add(edge)
                untaken = self._untaken(edge)
                if untaken:
                    wanted[position] = untaken[0]
        if not wanted:
            return ""
        path = PathCondition(BitVectors(self._environment), self._runner.initial_state())
        assert self._open_session is not None
        session = self._open_session()
        try:
            for decision in path.decisions(walk, max(wanted) + 1, lambda position, edge: position in wanted, time):
                if time.over:
                    return ""
                session.add(*decision.facts)
                other = wanted[decision.position]
                if other in self._covered:
                    continue
                self._attempts[other] = self._attempts.get(other, 0) + 1
                contradiction = self._into(path, session, path.operators.terms.negation(decision.condition), time)
                if contradiction:
                    return contradiction
        finally:
            session.close()
        return ""

    def _into(self, path: PathCondition, session: SolverSession, condition: FNode, time: Part) -> str:
        session.push()
        try:
            session.add(condition)
            if session.check(timeout=max(0.01, min(QUERY_SECONDS, time.remaining))) is not Status.SAT:
                return ""
            prefix = tuple([int(value) for value in session.values(path.inputs)])
        finally:
            session.pop()
        return self._run(prefix, self._runs, time)
