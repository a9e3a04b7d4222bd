"""Speed of the value analysis on event-condition-action programs: ``python -m benchmarks.successors [rules] [variables]``.

The same fixpoint is computed by CPA++ (reached set, coverage, ARG) with both engines under a precision that tracks everything.  The
number of edges is counted by the engine that goes edge by edge: its abstract successors.  Because that engine checks coverage at every
location, chains pass at least as many edges; their rate below is a lower bound.  Times are CPU seconds of one process.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

from verilab.analysis.cpa import Successor
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.value.cpa import EngineKind
from verilab.analysis.value.precision import ValuePrecision
from verilab.analysis.value.scheme import State
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Function, Location, Program
from verilab.program.control import ControlPoint
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT

INPUTS = 6
VALUES = 5


@dataclass(slots=True)
class _Writer:
    """Lays down edges one after the other."""

    builder: ProgramBuilder
    function: Function

    def place(self) -> Location:
        return self.builder.location(self.function)

    def test(self, at: Location, variable: Variable, value: int, then: Location, otherwise: Location) -> None:
        condition = Assume(Binary("==", Read(variable), Constant(value, INT), INT), True)
        self.builder.branch(at, condition, then, otherwise, f"{variable.name} == {value}")

    def assign(self, at: Location, variable: Variable, value: int, then: Location) -> None:
        self.builder.edge(at, then, Assign(variable, Constant(value, INT)), f"{variable.name} = {value};")


def event_condition_action(rules: int, variables: int, seed: int = 0) -> Program:
    """An endless loop that reads an input of 1..6 and applies the first rule whose test of input and state holds.

    Every rule tests the input and three state variables (two of them for either of two values) and sets up to three.
    """
    source = random.Random(seed)
    builder = ProgramBuilder(f"eca-{rules}-{variables}")
    main = builder.function("main")
    write = _Writer(builder, main)
    state = [builder.variable(f"s{number}", INT) for number in range(variables)]
    given = builder.variable("input", INT)
    at = main.entry
    for variable in state:
        following = write.place()
        write.assign(at, variable, 0, following)
        at = following
    head, checked = write.place(), write.place()
    builder.edge(at, head, Assign(given, Constant(0, INT)), "input = 0;")
    at = write.place()
    builder.edge(head, at, Assign(given, Nondet(INT, NondetKind.INPUT, "input")), "input = *;")
    for value in range(1, INPUTS + 1):
        following = write.place() if value < INPUTS else head
        write.test(at, given, value, checked, following)
        at = following
    at = checked
    for _ in range(rules):
        at = _rule(write, source, at, state, given, head)
    builder.edge(at, head, Assign(state[0], Constant(0, INT)), "s0 = 0;")
    return builder.finish(main)


def _rule(write: _Writer, source: random.Random, at: Location, state: list[Variable], given: Variable, head: Location) -> Location:
    """Write one rule; returns where control goes on if it does not apply."""
    following = write.place()
    tested = source.sample(state, 3)
    inner = write.place()
    write.test(at, given, source.randint(1, INPUTS), inner, following)
    at, inner = inner, write.place()
    write.test(at, tested[0], source.randrange(VALUES), inner, following)
    for variable in tested[1:]:
        at, inner, either = inner, write.place(), write.place()
        first, second = source.sample(range(VALUES), 2)
        write.test(at, variable, first, inner, either)
        write.test(either, variable, second, inner, following)
    at = inner
    changed = source.sample(state, source.randint(1, min(3, len(state))))
    for number, variable in enumerate(changed):
        after = head if number == len(changed) - 1 else write.place()
        write.assign(at, variable, source.randrange(VALUES), after)
        at = after
    return following


@dataclass(frozen=True, slots=True)
class Measurement:
    """One fixpoint: CPU ``seconds``, ARG ``nodes``, abstract ``successors`` computed, ``heads``: the states at loop heads."""

    seconds: float
    nodes: int
    successors: int
    heads: frozenset[tuple[int | None, ...]]


def measure(program: Program, engine: EngineKind) -> Measurement:
    """Explore to the end; the successors are counted in a second exploration, whose time does not count."""
    analysis = ValueAnalysis(program, precision=ValuePrecision(program.storages), engine=engine)
    begin = time.process_time()
    exploration = Exploration(analysis.cpa)
    exploration.run(never)
    seconds = time.process_time() - begin
    counted = _Counting(analysis)
    Exploration(counted.analysis.cpa).run(never)
    heads = frozenset(node.state for node in exploration.arg.nodes() if node.point.location.is_loop_head)
    return Measurement(seconds, exploration.arg.nodes_created, counted.count, heads)


class _Counting:
    """Counts the successors that an analysis' CPA computes from now on."""

    def __init__(self, analysis: ValueAnalysis) -> None:
        self.analysis = analysis
        self.count = 0
        self._successors = analysis.cpa.successors
        analysis.cpa.successors = self._counted

    def _counted(self, point: ControlPoint, state: State) -> list[Successor]:
        successors = list(self._successors(point, state))
        self.count += len(successors)
        return successors


def report(rules: int, variables: int) -> list[str]:
    """The lines that the command prints."""
    program = event_condition_action(rules, variables)
    edges, chains = measure(program, EngineKind.EDGES), measure(program, EngineKind.CHAINS)
    same = "the same" if edges.heads == chains.heads else "DIFFERENT"
    return [
        f"{program.name}: {len(program.locations)} locations, {len(program.edges)} edges, {len(edges.heads)} states at the loop head",
        f"edges   {edges.seconds:8.2f} s  {edges.nodes:9,d} nodes  {edges.successors / edges.seconds:12,.0f} successors/s",
        f"chains  {chains.seconds:8.2f} s  {chains.nodes:9,d} nodes  {edges.successors / chains.seconds:12,.0f} edges/s"
        f"  {edges.seconds / chains.seconds:.1f} times as fast; {same} loop-head states",
    ]


def main() -> None:
    rules, variables = [*map(int, sys.argv[1:3]), *(200, 5)[len(sys.argv[1:3]) :]]
    for line in report(rules, variables):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
