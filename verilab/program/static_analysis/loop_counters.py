"""Loop counters: variables that a loop steps and whose value decides whether the loop goes on (SPIN'15 §3; Apel et al., HVC 2013).

The papers describe them, but define none; there are two definitions.  EXIT_READ: x is a loop counter if some loop L
    contains an edge  x := x + e  or  x := x - e        (also in a function called from L, also by way of temporaries), and
    is left by an assume edge that reads x              (also by way of temporaries and results with one definition).

An assume that leaves L for an error, or for anywhere that the function does not come back from, is a check and no loop condition.

LITERAL, that of the verifier with which the papers' figures were measured: x is a loop counter if some loop contains an edge

    x := x + c,  x := c + x,  x := x - c  or  x := c - x      with a constant c

whoever reads x, and in the function of the loop itself.  The verifier sees syntax; here casts and the temporaries of ``x++`` are looked
through, and every constant counts as a literal.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from enum import Enum

from verilab.program.cfa import Call, Edge, Function, Location, Program
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Unary, storages
from verilab.program.operations import Assign, Assume, Nondet
from verilab.program.static_analysis.call_graph import callees_first
from verilab.program.static_analysis.loop_heads import successors_inside
from verilab.program.static_analysis.nesting import LoopForest
from verilab.program.storages import Variable


class LoopCounterDefinition(Enum):
    """What makes a variable a loop counter."""

    EXIT_READ = "exit-read"
    LITERAL = "literal"


def loop_counters(program: Program, definition: LoopCounterDefinition) -> frozenset[Variable]:
    """All loop counters of a program."""
    return LoopCounters(program).find() if definition is LoopCounterDefinition.EXIT_READ else _stepped_by_literals(program)


def _stepped_by_literals(program: Program) -> frozenset[Variable]:
    temporaries = {variable: value for variable, value in _single_definitions(program).items() if variable.temporary}
    stepped: set[Variable] = set()
    for function in program.functions.values():
        forest = LoopForest(function)
        inside = [location for location in function.locations if forest.innermost(location) is not None]
        stepped.update(
            edge.operation.target
            for location in inside
            for edge in location.leaving
            if isinstance(edge.operation, Assign) and _is_literal_step(edge.operation, temporaries)
        )
    return frozenset(stepped)


def _is_literal_step(operation: Assign, temporaries: Mapping[Variable, Expression]) -> bool:
    """Whether the sum or difference of the target and a constant is assigned."""
    value = operation.value if isinstance(operation.value, Nondet) else _source(operation.value, temporaries)
    if not isinstance(value, Binary) or value.operator not in "+-":
        return False
    sides = [_source(side, temporaries) for side in (value.left, value.right)]
    reads = any(isinstance(side, Read) and side.variable is operation.target for side in sides)
    return reads and any(isinstance(side, Constant) for side in sides)


class LoopCounters:
    """EXIT_READ.  The loop counters of a program; ``forests`` are its functions' loops."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.forests = {function: LoopForest(function) for function in program.functions.values()}
        self._definitions = _single_definitions(program)
        self._read: dict[int, frozenset[Variable]] = {}

    def find(self) -> frozenset[Variable]:
        """All loop counters."""
        stepped = self._stepped()
        counters: set[Variable] = set()
        for function, forest in self.forests.items():
            where = stepped[function]
            if not forest.parent or not where:
                continue
            returning = _returning(function)
            for location in function.locations:
                for edge in location.leaving:
                    if isinstance(edge.operation, Assume) and edge.target in returning:
                        counters.update(self._exit(forest, edge, edge.operation, where))
        # A temporary that holds a counter's value, before or after the step, takes as many values.
        counters.update(temporary for temporary in self._definitions if temporary.temporary and self._copies(temporary) & counters)
        return frozenset(counters)

    def _copies(self, temporary: Variable) -> set[Variable]:
        """The variable whose value, or whose value after a step, a temporary holds."""
        source = self._source(self._definitions[temporary])
        sides = (source.left, source.right) if isinstance(source, Binary) and source.operator in "+-" else (source,)
        return {side.variable for side in map(self._source, sides) if isinstance(side, Read)}

    def _exit(self, forest: LoopForest, edge: Edge, operation: Assume, where: dict[Variable, list[int]]) -> Iterator[Variable]:
        """The counters that an assume edge reads, where it leaves a loop: those stepped in the outermost loop that it leaves."""
        left = None
        loop = forest.innermost(edge.source)
        while loop is not None and not forest.contains(loop, edge.target):
            left, loop = loop, forest.parent[loop]
        if left is None:
            return
        first, last = forest.number(left)
        for variable in self._variables(operation.condition):
            numbers = where.get(variable, [])
            place = bisect_left(numbers, first)
            if place < len(numbers) and numbers[place] <= last:
                yield variable

    def _stepped(self) -> dict[Function, dict[Variable, list[int]]]:
        """Per function and variable the numbers of the loops that step it, ascending; calls count as what they may do."""
        effects: dict[Function, set[Variable]] = {}
        numbers: dict[Function, dict[Variable, set[int]]] = {}
        for function in callees_first(self.program):
            forest = self.forests[function]
            mine: set[Variable] = set()
            steps: dict[Variable, set[int]] = {}
            for location in function.locations:
                loop = forest.innermost(location)
                for edge in location.leaving:
                    changed = self._steps(edge, effects)
                    mine.update(changed)
                    if loop is not None:
                        for variable in changed:
                            steps.setdefault(variable, set()).add(forest.number(loop)[0])
            effects[function] = {variable for variable in mine if variable.function != function.name}
            numbers[function] = steps
        return {function: {variable: sorted(places) for variable, places in steps.items()} for function, steps in numbers.items()}

    def _steps(self, edge: Edge, effects: dict[Function, set[Variable]]) -> set[Variable]:
        match edge.operation:
            case Call(callee=callee):
                return effects.get(callee, set())
            case Assign(target=target, value=value) if not isinstance(value, Nondet) and self._is_step(target, value):
                return {target}
        return set()

    def _is_step(self, target: Variable, value: Expression) -> bool:
        """Whether ``value`` is ``target`` plus or minus something."""
        value = self._source(value)
        if not isinstance(value, Binary) or value.operator not in "+-":
            return False
        sides = (value.left, value.right) if value.operator == "+" else (value.left,)
        return any(isinstance(side, Read) and side.variable is target for side in map(self._source, sides))

    def _source(self, expression: Expression) -> Expression:
        return _source(expression, self._definitions)

    def _variables(self, condition: Expression) -> frozenset[Variable]:
        """What a condition reads, and what the temporaries in it were computed from."""
        variables = self._read.get(id(condition))
        if variables is None:
            reached: set[Variable] = set()
            pending = [condition]
            while pending:
                for storage in storages(pending.pop()):
                    if isinstance(storage, Variable) and storage not in reached:
                        reached.add(storage)
                        definition = self._definitions.get(storage)
                        if definition is not None:
                            pending.append(definition)
            variables = self._read[id(condition)] = frozenset(reached)
        return variables


def _source(expression: Expression, definitions: Mapping[Variable, Expression]) -> Expression:
    """What an expression stands for behind casts and variables with one definition."""
    for _ in range(len(definitions) + 1):
        while isinstance(expression, Cast):
            expression = expression.operand
        if not isinstance(expression, Read) or expression.variable not in definitions:
            break
        expression = definitions[expression.variable]
    return expression


def _single_definitions(program: Program) -> dict[Variable, Expression]:
    """Temporaries and function results that one edge of the program assigns, with what it assigns."""
    results = {function.result for function in program.functions.values()}
    count: dict[Variable, int] = {}
    definitions: dict[Variable, Expression] = {}
    for edge in program.edges:
        operation = edge.operation
        if isinstance(operation, Assign) and (operation.target.temporary or operation.target in results):
            count[operation.target] = count.get(operation.target, 0) + 1
            if isinstance(operation.value, Read | Binary | Cast | Unary):
                definitions[operation.target] = operation.value
    return {variable: value for variable, value in definitions.items() if count[variable] == 1}


def _returning(function: Function) -> set[Location]:
    """The locations from which control can reach the function's exit."""
    before: dict[Location, list[Location]] = {}
    for location in function.locations:
        for target in successors_inside(location):
            before.setdefault(target, []).append(location)
    returning = {function.exit}
    pending = [function.exit]
    while pending:
        for location in before.get(pending.pop(), ()):
            if location not in returning:
                returning.add(location)
                pending.append(location)
    return returning
