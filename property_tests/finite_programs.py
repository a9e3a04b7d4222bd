"""Random programs whose states can all be enumerated, and all of their executions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from hypothesis import reject

from property_tests.executed_programs import Generator, evaluated
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.elements import Element
from verilab.program.operations import Assign, Assume, Havoc, Nondet
from verilab.program.storages import Variable
from verilab.program.types import IntType

TYPES = (IntType(1, False), IntType(2, True), IntType(2, False))
STATE_LIMIT = 64
State = tuple[int, ...]
"""The value of each variable, in the order of ``Finite.variables``."""


class Finite:
    """A program over few variables of few values; arrays are none of its state: nothing that is enumerated depends on them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.graph = ControlGraph(program)
        self.variables = [storage for storage in program.storages if isinstance(storage, Variable)]

    def states(self) -> Iterator[State]:
        yield from product(*(range(variable.type.minimum, variable.type.maximum + 1) for variable in self.variables))

    def steps(self, point: ControlPoint, state: State) -> Iterator[tuple[Edge, ControlPoint, State]]:
        """Every step from a state."""
        for edge, target in point.successors:
            for after in self._effects(edge, state):
                yield edge, target, after

    def _effects(self, edge: Edge, state: State) -> Iterator[State]:
        memory: dict[Element, int] = {(variable, 0): value for variable, value in zip(self.variables, state, strict=True)}
        operation = edge.operation
        chosen: list[Variable] = []
        if isinstance(operation, Assume):
            if bool(_defined(evaluated(operation.condition, memory))) is not operation.positive:
                return
        elif isinstance(operation, Assign) and not isinstance(operation.value, Nondet):
            memory[operation.target, 0] = _defined(evaluated(operation.value, memory))
        elif isinstance(operation, Assign):
            chosen = [operation.target]
        elif isinstance(operation, Havoc):
            chosen = [target for target in operation.targets if isinstance(target, Variable)]
        for values in product(*(range(variable.type.minimum, variable.type.maximum + 1) for variable in chosen)):
            memory.update({(variable, 0): value for variable, value in zip(chosen, values, strict=True)})
            yield tuple(memory[variable, 0] for variable in self.variables)

    def reachable(self) -> set[tuple[ControlPoint, State]]:
        """The points and states that executions from the entry reach, from any state there."""
        return self.closure([(self.graph.entry, state) for state in self.states()], lambda point: True)

    def closure(self, start: list[tuple[ControlPoint, State]], passes: Callable[[ControlPoint], bool]) -> set[tuple[ControlPoint, State]]:
        """What executions reach from ``start`` on, through points that they pass."""
        seen = set(start)
        pending = list(seen)
        while pending:
            for _, target, after in self.steps(*pending.pop()):
                if (target, after) not in seen:
                    seen.add((target, after))
                    if passes(target):
                        pending.append((target, after))
        return seen

    def runs(self, source: ControlPoint, state: State, cuts: Callable[[ControlPoint], bool]) -> set[tuple[ControlPoint, State]]:
        """Where the executions from a state at ``source`` first come to a cut."""
        ends: set[tuple[ControlPoint, State]] = set()
        seen = {(source, state)}
        pending = [(source, state)]
        while pending:
            for _, target, after in self.steps(*pending.pop()):
                if cuts(target):
                    ends.add((target, after))
                elif (target, after) not in seen:
                    seen.add((target, after))
                    pending.append((target, after))
        return ends


def _defined(value: int | None) -> int:
    """A program that divides by zero or reads an array out of bounds is no example."""
    return reject() if value is None else value


def finite(seed: int, size: int, variables: int = 3) -> Finite:
    """The program with this seed."""
    return Finite(Generator(seed, loops=True, types=TYPES, variables=variables).program(size))
