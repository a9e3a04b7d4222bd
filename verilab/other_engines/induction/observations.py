"""Executions of a program with loops: the states at its loop heads, and whether an error was reached."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from verilab.evidence.executions.inputs import RandomInputs, compared_numbers
from verilab.evidence.interpretation.evaluation import Value
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.counterexample import Counterexample
from verilab.program.expressions import Constant
from verilab.program.operations import Assign
from verilab.program.storages import Variable
from verilab.resources import Deadline

STEPS = 4_000
"""Edges of one execution."""
STEPS_TOGETHER = 25_000
"""Edges of all executions."""
STEPS_AGAIN = 1_000_000
MOST_ROWS = 300
"""States of one loop head that are remembered."""
FIRST_ROWS = 12
"""States of one loop head in one execution that are remembered for sure; of later ones fewer and fewer."""

Row = tuple[int, ...]


class Observations:
    """``rows``: per loop head the different values that its ``variables`` had there."""

    def __init__(self, graph: ControlGraph, variables: Mapping[ControlPoint, Sequence[Variable]]) -> None:
        self.program = graph.program
        self.rows: dict[ControlPoint, dict[Row, None]] = {point: {} for point in variables}
        self.unknown: dict[ControlPoint, set[Variable]] = {point: set() for point in variables}
        """Variables that had no value some time: never written, or not modelled."""
        self.numbers = sorted({*compared_numbers(self.program), *_assigned_numbers(self.program)})
        self.runs = self.steps = 0
        self._graph = graph
        self._variables = variables
        self._interpreter = Interpreter(self.program)
        self._targets: dict[tuple[ControlPoint, Edge], ControlPoint] = {}
        self._random = random.Random(0)

    def explore(self, deadline: Deadline) -> Counterexample | None:
        """Execute with many inputs; an execution that reaches an error and has a meaning, as soon as there is one.  Raises OutOfTime."""
        for source in self._sources():
            deadline.check()
            counterexample, chooses = self._execute(source, deadline)
            self.runs += 1
            if counterexample is not None or not chooses or self.steps > STEPS_TOGETHER:
                return counterexample
        return None

    def _sources(self) -> Iterator[RandomInputs]:
        """Of each kind in turn: the states of the first executions are most of those that are remembered."""
        small = dict.fromkeys([*range(8), 20, 50, -1, *(number + more for number in self.numbers[:20] for more in (0, 1, -1))])
        alike = (RandomInputs(self.numbers, value, (value,) * 8) for value in small)
        positive = (RandomInputs(self.numbers, seed, self._positive(random.Random(seed))) for seed in range(1, 60))
        sparse = (RandomInputs(self.numbers, seed, self._sparse(random.Random(seed))) for seed in range(1, 60))
        any_ = (RandomInputs(self.numbers, seed) for seed in range(100))
        for sources in zip_longest(alike, positive, sparse, any_):
            yield from filter(None, sources)

    def _positive(self, choose: random.Random) -> tuple[int, ...]:
        return tuple([choose.randrange(1, 40) for _ in range(8)])

    def _sparse(self, choose: random.Random) -> tuple[int, ...]:
        """Values that pass conditions which ask for 0, for one of the program's numbers, or for a small one."""
        others = [number + more for number in self.numbers[:20] for more in (0, 1, -1)]
        return tuple([choose.choice((0, 0, choose.randrange(1, 40), choose.choice(others or [1]))) for _ in range(8)])

    def _execute(self, source: RandomInputs, deadline: Deadline) -> tuple[Counterexample | None, bool]:
        """One execution: how it violates, and whether it chooses anything."""
        point, visits = self._graph.entry, dict.fromkeys(self.rows, 0)
        recorded = _Recorded(source)
        last = self.steps + STEPS
        for edge, state in self._interpreter.walk(recorded):
            self.steps += 1
            point = self._follow(point, edge)
            if point in self.rows:
                visits[point] += 1
                if self._is_due(visits[point]):
                    self._observe(point, state)
            if point.location.is_error:
                return self._violation(recorded, deadline), True
            if self.steps >= last:
                break
        return None, bool(recorded.values)

    def _follow(self, point: ControlPoint, edge: Edge) -> ControlPoint:
        target = self._targets.get((point, edge))
        if target is None:
            for successor, to in point.successors:
                self._targets[point, successor] = to
            target = self._targets[point, edge]
        return target

    def _is_due(self, visit: int) -> bool:
        return visit <= FIRST_ROWS or self._random.random() < FIRST_ROWS / visit

    def _observe(self, point: ControlPoint, state: Sequence[Value]) -> None:
        rows = self.rows[point]
        if len(rows) >= MOST_ROWS:
            return
        values, row = [], []
        for variable in self._variables[point]:
            value = state[variable.slot]
            values.append(value)
            row.append(value if isinstance(value, int) else 0)
        unknown = [variable for variable, value in zip(self._variables[point], values, strict=True) if not isinstance(value, int)]
        if unknown:
            self.unknown[point].update(unknown)
        rows.setdefault(tuple(row))

    def _violation(self, recorded: _Recorded, deadline: Deadline) -> Counterexample | None:
        run = Interpreter(self.program).run(recorded.again(), step_limit=STEPS_AGAIN, deadline=deadline)
        return Counterexample(run.edges, run.choices) if isinstance(run.outcome, ReachedError) and not run.notes else None


def _assigned_numbers(program: Program) -> set[int]:
    """The constants that are assigned to variables, as bounds in variables are."""
    values = (edge.operation.value for edge in program.edges if isinstance(edge.operation, Assign))
    return {value.value for value in values if isinstance(value, Constant)}


class _Recorded:
    """A source of inputs that remembers what it gave."""

    def __init__(self, source: RandomInputs) -> None:
        self._source = source
        self.values: list[int] = []

    def __call__(self, edge: Edge, type: object) -> int:
        value = self._source(edge, type)  # type: ignore[arg-type]  # it is handed on as it came
        self.values.append(value)
        return value

    def again(self) -> RandomInputs:
        return RandomInputs([], 0, tuple(self.values))
