"""One execution after another, each watched for an error and for states that a claim excludes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.executions.claims import StateTest
from verilab.evidence.executions.model_run import Stop, execute
from verilab.evidence.interpretation.evaluation import State, UnusualError
from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.results import InputVector
from verilab.program.cfa import Call, CallStack, Edge, Location, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import NondetKind
from verilab.program.types import IntType

EDGES_PER_RUN = 20_000
VISITS = 40
"""How often a claim is evaluated in one run; loops rarely show anything new after that."""

Source = Callable[[Edge, IntType], int]


@dataclass(slots=True)
class Walk:
    """What a run did: its edges, the values chosen on the way (per edge that chooses, in order), and what it refutes, "" for nothing."""

    edges: list[Edge] = field(default_factory=list)
    choices: list[tuple[int, ...]] = field(default_factory=list)
    contradiction: str = ""

    def vector(self) -> InputVector:
        """The values that the environment gave."""
        choices = iter(self.choices)
        inputs: list[tuple[str, int]] = []
        for edge in self.edges:
            needed = nondeterminism(edge)
            if needed is not None and needed[0]:
                _, kind, origin = needed
                values = next(choices)
                if kind is NondetKind.INPUT:
                    inputs += [(origin, value) for value in values]
        return tuple(inputs)


class Runner:
    """Runs one program; what storage holds before it is written is 0."""

    def __init__(self, program: Program, graph: ControlGraph, tests: Mapping[ControlPoint, StateTest]) -> None:
        self._program = program
        self._graph = graph
        self._tests = {(point.location, point.stack): test for point, test in tests.items()}
        self._tested = [False] * len(program.locations)
        for point in tests:
            self._tested[point.location.id] = True
        self._interpreter = Interpreter(program)
        self._choosing: dict[Edge, tuple[IntType, ...]] = {}

    def initial_state(self) -> State:
        """The state that every run starts in."""
        return [0] * self._program.slot_count

    def run(self, source: Source, time: Part) -> Walk:
        """One execution, to its end, EDGES_PER_RUN or the end of the time."""
        walk = Walk()
        state = self.initial_state()
        steps, step_at = self._interpreter.steps, self._interpreter.step_at
        location = self._program.entry.entry
        stack: CallStack = ()
        visits: dict[tuple[Location, CallStack], int] = {}
        append = walk.edges.append
        for number in range(EDGES_PER_RUN):
            if not number % 256 and time.over:
                break
            if location.is_error:
                last = walk.edges[-1] if walk.edges else None
                walk.contradiction = (
                    f"a run reaches the error location by {last.position}: {last.text}" if last else "the entry is an error"
                )
                break
            if self._tested[location.id] and not self._holds(location, stack, state, visits):
                walk.contradiction = f"a run leaves the invariant at {self._graph.point(location, stack)!r}"
                break
            step = steps[location.id] or step_at(location)
            edge: Edge | None = None
            if step is not None:
                try:
                    edge = step(state)
                    if edge is None:
                        break
                    location = edge.target
                except UnusualError:
                    edge = None
            if edge is None:
                taken = self._step(location, stack, state, source, walk)
                if taken is None:
                    break
                edge, location, stack = taken
            append(edge)
        return walk

    def _holds(self, location: Location, stack: CallStack, state: State, visits: dict[tuple[Location, CallStack], int]) -> bool:
        test = self._tests.get((location, stack))
        if test is None:
            return True
        count = visits.get((location, stack), 0)
        visits[location, stack] = count + 1
        return count >= VISITS or test(state)

    def _step(
        self, location: Location, stack: CallStack, state: State, source: Source, walk: Walk
    ) -> tuple[Edge, Location, CallStack] | None:
        """The first enabled edge, executed by the reference evaluation; None at the end of the run."""
        for edge in location.leaving:
            operation = edge.operation
            if isinstance(operation, Call):
                return edge, operation.callee.entry, (*stack, edge)
            if isinstance(operation, Return):
                if not stack:
                    return None
                call = stack[-1].operation
                assert isinstance(call, Call)
                return edge, call.return_to, stack[:-1]
            chosen = self._chosen(edge, source)
            try:
                if execute(edge, state, chosen):
                    if chosen:
                        walk.choices.append(chosen)
                    return edge, edge.target, stack
            except Stop:
                return None
        return None

    def _chosen(self, edge: Edge, source: Source) -> tuple[int, ...]:
        types = self._choosing.get(edge)
        if types is None:
            needed = nondeterminism(edge)
            types = self._choosing[edge] = () if needed is None else needed[0]
        return tuple([source(edge, type) for type in types])
