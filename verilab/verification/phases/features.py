"""What a program shows before it is analysed of which analyses will have an answer: the prior of ``auto``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from verilab.program.cfa import Location, Program, evaluated
from verilab.program.expressions import BITWISE, COMPARISONS, Binary, Cast, Constant, Expression, Read, postorder
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.static_analysis.loop_counters import LoopCounterDefinition, loop_counters
from verilab.program.static_analysis.loop_heads import successors_inside
from verilab.program.static_analysis.nesting import LoopForest
from verilab.program.storages import Variable

FEW_INPUTS = 0.02
"""Nondeterministic values for each assume.  Of up to three programs of each of 54 folders of a collection, event-condition-action systems
have less than 0.001, and all others of that size at least 0.015, all but one at least 0.028."""
LEAST_ASSUMES = 100
"""In smaller programs the ratio says nothing."""

SHORT_LOOP = 64
"""A loop whose counter begins at a constant up to this, and that is left when it has passed another one, may be unrolled."""

OF_NUMBERS = frozenset({"recursion", "conversion of a float out of range"})
"""What is imprecise without concerning memory."""


def has_few_inputs(program: Program) -> bool:
    """Whether the program's branches are decided by its own state, as those of event-condition-action systems.

    What pointers, external functions or the heap leave open decides, too, and where a pointer leads takes assumes of its own.
    """
    if has_imprecise_memory(program):
        return False
    assumes = inputs = 0
    for edge in program.edges:
        match edge.operation:
            case Assume():
                assumes += 1
            case Havoc() | Assign(value=Nondet()) | Store(value=Nondet()):
                inputs += 1
    return assumes >= LEAST_ASSUMES and inputs < FEW_INPUTS * assumes


def reacts_in_rounds(program: Program) -> bool:
    """Whether there is one loop, many branches, and inputs decide on these: most often a system that does everything in rounds."""
    heads = sum(location.is_loop_head for location in program.locations)
    assumes = sum(isinstance(edge.operation, Assume) for edge in program.edges)
    return heads == 1 and assumes >= LEAST_ASSUMES and not has_few_inputs(program)


def has_imprecise_memory(program: Program) -> bool:
    """Whether pointers, external functions or the heap leave values open."""
    return not OF_NUMBERS.issuperset(program.imprecisions)


def computes_with_bits(program: Program) -> bool:
    """Whether some edge computes bit by bit, which formulas over integers do not have exactly."""
    # Both sides of a branching have one condition.
    expressions = {id(expression): expression for edge in program.edges for expression in evaluated(edge.operation)}
    nodes = (node for expression in expressions.values() for node in postorder(expression))
    return any(isinstance(node, Binary) and node.operator in BITWISE for node in nodes)


def has_short_loops(program: Program) -> bool:
    """Whether there are loops, and each is left where a counter of it passes a small constant, from another one on.

    All executions may be unrolled then.  A counter that begins at an input may have any number of rounds.
    """
    counters: set[Variable] | frozenset[Variable] = frozenset()
    for function in program.functions.values():
        forest = LoopForest(function)
        left = {head: set[Variable]() for head in forest.parent}
        for location in function.locations if left else ():
            for edge in location.leaving:
                if isinstance(edge.operation, Assume) and (compared := _compared_with_little(edge.operation.condition)) is not None:
                    for head in _loops_left(forest, location, edge.target):
                        left[head].add(compared)
        if not all(left.values()):
            return False
        counters = counters or (loop_counters(program, LoopCounterDefinition.EXIT_READ) if left else frozenset())
        before = _predecessors(forest.function.locations) if left else {}
        if not all(any(_begins_with_little(forest, before, head, counter) for counter in counters & left[head]) for head in left):
            return False
    return bool(counters)


def _predecessors(locations: Iterable[Location]) -> dict[Location, list[Location]]:
    """Inside of a function, calls being steps."""
    before: dict[Location, list[Location]] = {location: [] for location in locations}
    for location in before:
        for target in successors_inside(location):
            before[target].append(location)
    return before


def _begins_with_little(forest: LoopForest, before: Mapping[Location, Sequence[Location]], head: Location, counter: Variable) -> bool:
    """Whether the last value that a counter gets before its loop is a small constant, on every way to the loop in its function.

    What called functions do to it is not looked at.
    """
    seen, pending = {head}, [head]
    while pending:
        location = pending.pop()
        sources = [source for source in before[location] if not forest.contains(head, source)]
        if not sources and location is not head:
            return False  # where the function is entered
        for source in sources:
            value = _assigned(source, location, counter)
            if value is None and source not in seen:
                seen.add(source)
                pending.append(source)
            elif value is not None and not (isinstance(value, Constant) and abs(value.value) <= SHORT_LOOP):
                return False
    return True


def _assigned(source: Location, target: Location, variable: Variable) -> Expression | Nondet | None:
    """What an edge between two locations assigns to a variable."""
    for edge in source.leaving:
        if edge.target is target and isinstance(edge.operation, Assign) and edge.operation.target is variable:
            return edge.operation.value
    return None


def _compared_with_little(condition: Expression) -> Variable | None:
    """The variable that a condition compares with a small constant."""
    if not isinstance(condition, Binary) or condition.operator not in COMPARISONS:
        return None
    sides = [_behind_casts(side) for side in (condition.left, condition.right)]
    constants = [side.value for side in sides if isinstance(side, Constant)]
    variables = [side.variable for side in sides if isinstance(side, Read)]
    return variables[0] if variables and constants and abs(constants[0]) <= SHORT_LOOP else None


def _behind_casts(expression: Expression) -> Expression:
    while isinstance(expression, Cast):
        expression = expression.operand
    return expression


def _loops_left(forest: LoopForest, source: Location, target: Location) -> Iterator[Location]:
    """The heads of the loops that control leaves from the one location to the other."""
    head = forest.innermost(source)
    while head is not None and not forest.contains(head, target):
        yield head
        head = forest.parent[head]
