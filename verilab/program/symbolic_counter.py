"""A symbolic program counter: the whole program as one transition relation (Dräger, Kupriyanov, Finkbeiner, Wehrheim: SLAB, TACAS 2010).

The control points of a program get numbers, and a variable ``pc`` has the number of the one where control is.  The program that says so
has one loop; from its head to itself leads what leaves one of the points:

    entry:  pc := number of the program's entry        per point p:  [pc = number of p];  edges from p;  pc := number of the point reached

With large blocks there is one block from the head to itself.  Calls are inlined as control points are: by their call stacks.

All points may have numbers, or those that sequential composition and disjunction leave (``static_analysis.reduction``): from each of these
the loop-free code up to the next ones is copied, and no edge is copied twice.
"""

from __future__ import annotations

from collections.abc import Mapping

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.expressions import Binary, Constant, Read
from verilab.program.operations import Assign, Assume, Skip
from verilab.program.static_analysis.reduction import remaining, reverse_postorder, successors
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicCounter:
    """``program``: the rewritten one, which shares the original's variables; ``head``: the head of its loop.

    ``numbers``: the value of ``counter`` per control point of the original; ``originals``: the edge that an edge of ``program`` copies.
    """

    program: Program
    head: Location
    counter: Variable
    numbers: Mapping[ControlPoint, int]
    originals: Mapping[Edge, Edge]

    @property
    def entry(self) -> ControlPoint:
        """The entry of the original: the point with the first number."""
        return next(iter(self.numbers))

    def original(self, counterexample: Counterexample) -> Counterexample:
        """An execution of ``program`` as one of the original program, with the same choices."""
        return Counterexample(
            tuple(self.originals[edge] for edge in counterexample.edges if edge in self.originals),
            tuple(Choice(self.originals[choice.edge], choice.values) for choice in counterexample.choices),
        )


def symbolic(program: Program, *, collapse: bool = True) -> SymbolicCounter:
    """Rewrite a program as it is now: a property that is set aside stays so.

    ``collapse``: number only loop heads and where paths from several of them meet, not every point.
    """
    return _Rewriting(program, collapse).rewrite()


class _Rewriting:
    def __init__(self, program: Program, collapse: bool) -> None:
        self.original = program
        graph = ControlGraph(program)
        points = [point for point in reverse_postorder(graph.entry, successors) if point.successors or point is graph.entry]
        if collapse:
            # A loop head has a number even where no way leads back to it: an invariant is asked of it.
            kept = remaining(graph, [point for point in points if point.location.is_loop_head])
            points = [point for point in points if point in kept]
        self.numbers = {point: number for number, point in enumerate(points)}
        self.builder = builder = ProgramBuilder(program.name, program.data_model)
        builder.share_storages(program)
        self.type = IntType(max(1, (len(points) - 1).bit_length()), signed=False)
        self.counter = builder.variable(builder.unused_name("pc"), self.type)
        self.function: Function = builder.function(program.entry.name)
        self.head = builder.location(self.function)
        self.errors: dict[Location, Location] = {}
        self.originals: dict[Edge, Edge] = {}

    def rewrite(self) -> SymbolicCounter:
        self._set(self.function.entry, next(iter(self.numbers)))
        self._dispatch([(point, self.builder.location(self.function, point.location.label)) for point in self.numbers])
        program = self.builder.finish(self.function, self.original.source_files, self.original.properties)
        return SymbolicCounter(program, self.head, self.counter, self.numbers, self.originals)

    def _set(self, source: Location, point: ControlPoint) -> None:
        number = self.numbers[point]
        self.builder.edge(source, self.head, Assign(self.counter, Constant(number, self.type)), f"{self.counter} = {number}")

    def _dispatch(self, starts: list[tuple[ControlPoint, Location]]) -> None:
        """From the head to the copies of the points, by halves: as many comparisons as the counter has bits."""
        pending = [(self.head, 0, len(starts))]
        while pending:
            here, first, end = pending.pop()
            if end - first == 1:
                point, start = starts[first]
                self.builder.edge(here, start, Assume(self._compared("==", first), True), f"[{self.counter} == {first}]")
                self._copy(point, start)
                continue
            middle = (first + end) // 2
            low, high = self.builder.location(self.function), self.builder.location(self.function)
            self.builder.branch(here, Assume(self._compared("<", middle), True), low, high, f"{self.counter} < {middle}")
            pending += ((high, middle, end), (low, first, middle))

    def _compared(self, operator: str, number: int) -> Binary:
        return Binary(operator, Read(self.counter), Constant(number, self.type), INT)

    def _copy(self, source: ControlPoint, start: Location) -> None:
        """Everything up to the next points that have numbers."""
        copies = {source: start}
        arrivals: dict[ControlPoint, Location] = {}
        pending = [source]
        while pending:
            point = pending.pop()
            for edge, target in point.successors:
                if target.location.is_error:
                    end = self._error(target.location)
                elif target in self.numbers:
                    if target not in arrivals:
                        arrivals[target] = self.builder.location(self.function)
                        self._set(arrivals[target], target)
                    end = arrivals[target]
                elif not target.successors:
                    end = self.function.exit
                else:
                    if target not in copies:
                        copies[target] = self.builder.location(self.function, target.location.label)
                        pending.append(target)
                    end = copies[target]
                copy = self.builder.edge(copies[point], end, _inlined(edge.operation), edge.text, edge.position, edge.imprecise)
                self.originals[copy] = edge

    def _error(self, location: Location) -> Location:
        error = self.errors.get(location)
        if error is None:
            error = self.errors[location] = self.builder.location(self.function, location.label)
            error.is_error, error.property = True, location.property
        return error


def _inlined(operation: Operation) -> Operation:
    """Parameters and results are assigned by other edges than the calls' own."""
    return Skip() if isinstance(operation, Call | Return) else operation
