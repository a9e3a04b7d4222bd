"""Clauses that all observed calls of a function satisfy.

The calls are sorted into *classes*: which of the function's own conditions on its parameters held at its entry.  For each class, and for
all calls together, an output may be

    an affine combination of the inputs, modulo 2^w          o = c_0 + c_1 i_1 + ... + c_n i_n
    one with a power or a product of inputs                   o = 8 * 2^n - 3,  o = m * n
    bounded, alone or beside an input                         o <= c,  o >= c,  o - i <= c,  o - i >= c

by a bound that several calls reach.  Calls with each value of an input that has few are classes, too, and facts of all calls may hold only
where an input is not less than it ever was.  A clause says  class => fact.  Of a function none of whose calls came to an end it says that
none does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Protocol

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import evaluate
from verilab.program.cfa import Program
from verilab.program.contracts.contract import Signature, all_of, any_of
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Unary, postorder
from verilab.program.operations import Assign, Assume, Havoc
from verilab.program.storages import Array, Variable
from verilab.program.types import INT, IntType

MOST_CONDITIONS = 5
REACHED_BY = 2
"""A bound is worth a clause if so many calls reach it."""
SMALL = 1 << 20
"""Combinations are looked for among calls with values below this, and then have to fit modulo 2^w for all."""
MOST_SAMPLES = 400
MOST_VALUES = 6
"""An input with at most so many values makes a class of each."""
MOST_MULTIPLIED = 6
"""Inputs whose powers are terms of combinations; of products, half of them."""
NEAR = 8
"""Least values of inputs up to this size are where functions begin."""

Calls = Mapping[tuple[int, ...], tuple[int, ...]]
Row = tuple[tuple[int, ...], tuple[int, ...]]


def guesses(program: Program, signature: Signature, calls: Calls) -> list[Expression]:
    """Clauses for ``Contract.ensures``."""
    if not calls:
        return [Constant(0, INT)]
    rows = list(calls.items())[:MOST_SAMPLES]
    conditions = _conditions(program, signature)
    classes: dict[tuple[bool, ...], list[Row]] = {}
    for row in rows:
        classes.setdefault(_class(program, signature, conditions, row[0]), []).append(row)
    clauses: list[Expression] = []
    for number, output in enumerate(signature.outputs):
        of_all = list(_facts(signature, number, output, rows))
        clauses += of_all
        if len(classes) > 1:
            for truths, members in classes.items():
                outside = [_negated(condition, truth) for condition, truth in zip(conditions, truths, strict=True)]
                clauses += [any_of([*outside, fact]) for fact in _facts(signature, number, output, members)]
        if not any(map(_is_equation, of_all)):
            for other, members in _by_value(signature, rows):
                clauses += [any_of([other, fact]) for fact in _facts(signature, number, output, members)]
        for less in _less_than_all(signature, conditions, rows):
            clauses += [any_of([less, fact]) for fact in of_all]
    return clauses


def _by_value(signature: Signature, rows: Sequence[Row]) -> Iterator[tuple[Expression, list[Row]]]:
    """The calls with one value of an input, and what is true of all others; none where no input has few values."""
    for position, variable in enumerate(signature.inputs):
        values = {row[0][position] for row in rows}
        if 1 < len(values) <= MOST_VALUES:
            for value in sorted(values):
                yield _differs(variable, value), [row for row in rows if row[0][position] == value]


def _less_than_all(signature: Signature, conditions: Sequence[Expression], rows: Sequence[Row]) -> Iterator[Expression]:
    """That an input which conditions read is less than it ever was: no such call may come to its end."""
    read = {node.variable for condition in conditions for node in postorder(condition) if isinstance(node, Read)}
    for position, variable in enumerate(signature.inputs):
        least = min(row[0][position] for row in rows)
        if variable in read and abs(least) <= NEAR and least > variable.type.minimum:
            yield _compared("<", variable, least)


def _is_equation(fact: Expression) -> bool:
    return isinstance(fact, Binary) and fact.operator == "=="


def table(signature: Signature, calls: Calls) -> Expression:
    """The clause that says of each observed call what came out."""
    facts = []
    for number, output in enumerate(signature.outputs):
        rows = sorted((inputs, outputs[number]) for inputs, outputs in calls.items())
        facts.append(Binary("==", Read(output), _lookup(rows, 0, signature.inputs, output), INT))
    return all_of(facts)


# A search tree over the inputs, one after the other; where there is no such call the output is what it is.
def _lookup(rows: Sequence[tuple[tuple[int, ...], int]], position: int, inputs: Sequence[Variable], output: Variable) -> Expression:
    if not rows:
        return Read(output)
    if position == len(inputs):
        return Constant(rows[0][1], output.type)
    variable, middle = inputs[position], rows[len(rows) // 2][0][position]
    below = [row for row in rows if row[0][position] < middle]
    above = [row for row in rows if row[0][position] > middle]
    here = [row for row in rows if row[0][position] == middle]
    branch = IfThenElse(
        _compared("==", variable, middle), _lookup(here, position + 1, inputs, output), _lookup(above, position, inputs, output)
    )
    if not below:
        return branch
    return IfThenElse(_compared("<", variable, middle), _lookup(below, position, inputs, output), branch)


def called(signature: Signature, calls: Calls) -> Expression:
    """What requires that a call is one of the observed ones."""
    return any_of(
        all_of(_compared("==", variable, value) for variable, value in zip(signature.inputs, inputs, strict=True)) for inputs in calls
    )


def _compared(operator: str, variable: Variable, value: int) -> Expression:
    return Binary(operator, Read(variable), Constant(value, variable.type), INT)


def _differs(variable: Variable, value: int) -> Expression:
    return _compared("!=", variable, value)


def _conditions(program: Program, signature: Signature) -> list[Expression]:
    """The function's conditions that read nothing but parameters, which it does not change."""
    function = signature.function
    edges = [edge for edge in program.edges if edge.source.function is function]
    changed: set[Variable | Array] = {edge.operation.target for edge in edges if isinstance(edge.operation, Assign)}
    changed |= {target for edge in edges if isinstance(edge.operation, Havoc) for target in edge.operation.targets}
    parameters = {parameter for parameter in function.parameters if parameter not in changed}
    conditions: dict[int, Expression] = {}
    for edge in edges:
        if isinstance(edge.operation, Assume):
            condition = edge.operation.condition
            reads = {node.variable for node in postorder(condition) if isinstance(node, Read)}
            if reads and reads <= parameters:
                conditions.setdefault(id(condition), condition)
    return list(conditions.values())[:MOST_CONDITIONS]


def _class(program: Program, signature: Signature, conditions: Sequence[Expression], inputs: Sequence[int]) -> tuple[bool, ...]:
    state: list[int] = [0] * program.slot_count
    for parameter, value in zip(signature.function.parameters, inputs, strict=False):
        state[parameter.slot] = value
    return tuple([evaluate(condition, state)[0] not in (0, None) for condition in conditions])


def _negated(condition: Expression, truth: bool) -> Expression:
    return Unary("!", condition, INT) if truth else Binary("!=", condition, Constant(0, condition.type), INT)


class _Term(Protocol):
    """What combinations are made of."""

    def value(self, inputs: Sequence[int], type: IntType) -> int:
        """Of a call's inputs, in the words of an output of this type."""
        ...

    def expression(self, inputs: Sequence[Variable], type: IntType) -> Expression:
        """The same over the inputs' variables."""
        ...


@dataclass(frozen=True, slots=True)
class _Input:
    position: int

    def value(self, inputs: Sequence[int], type: IntType) -> int:
        return inputs[self.position]

    def expression(self, inputs: Sequence[Variable], type: IntType) -> Expression:
        variable = inputs[self.position]
        return Read(variable) if variable.type == type else Cast(Read(variable), type)


@dataclass(frozen=True, slots=True)
class _Product:
    left: int
    right: int

    def value(self, inputs: Sequence[int], type: IntType) -> int:
        return type.wrap(inputs[self.left] * inputs[self.right])

    def expression(self, inputs: Sequence[Variable], type: IntType) -> Expression:
        return Binary("*", _Input(self.left).expression(inputs, type), _Input(self.right).expression(inputs, type), type)


@dataclass(frozen=True, slots=True)
class _Power:
    """2^i modulo 2^w; 0 where i is negative, so that it is twice the one before for all i but 0."""

    position: int

    def value(self, inputs: Sequence[int], type: IntType) -> int:
        exponent = inputs[self.position]
        return type.wrap(1 << exponent) if 0 <= exponent < type.width else 0

    def expression(self, inputs: Sequence[Variable], type: IntType) -> Expression:
        exponent, words = inputs[self.position], IntType(type.width, False)
        shifted = Binary("<<", Constant(1, words), Cast(Read(exponent), words), words)
        inside = all_of([_compared(">=", exponent, 0), _compared("<", exponent, type.width)])
        return Cast(IfThenElse(inside, shifted, Constant(0, words)), type)


def _powers_and_products(inputs: Sequence[Variable]) -> Iterator[list[_Term]]:
    """What combinations may have beside the inputs: nothing, a power, or a product."""
    yield []
    if len(inputs) > MOST_MULTIPLIED:
        return
    for position, variable in enumerate(inputs):
        if variable.type.maximum >= variable.type.width:
            yield [_Power(position)]
    if len(inputs) > MOST_MULTIPLIED // 2:
        return
    for left, right in combinations_with_replacement(range(len(inputs)), 2):
        yield [_Product(left, right)]


def _facts(signature: Signature, number: int, output: Variable, rows: Sequence[Row]) -> Iterator[Expression]:
    if len(rows) < REACHED_BY:
        return
    values = [outputs[number] for _, outputs in rows]
    inputs = signature.inputs
    for more in _powers_and_products(inputs):
        terms = [*(_Input(position) for position in range(len(inputs))), *more]
        combination = _combination([[term.value(row[0], output.type) for term in terms] for row in rows], values, output.type)
        if combination is not None:
            yield _affine(output, [term.expression(inputs, output.type) for term in terms], combination)
            return
    wide = IntType(max(variable.type.width for variable in (*inputs, output)) + 2, True)
    yield from _bounds(Cast(Read(output), wide), values, wide)
    for position, variable in enumerate(inputs):
        distances = [value - row[0][position] for value, row in zip(values, rows, strict=True)]
        yield from _bounds(Binary("-", Cast(Read(output), wide), Cast(Read(variable), wide), wide), distances, wide)


def _bounds(term: Expression, values: Sequence[int], type: IntType) -> Iterator[Expression]:
    for operator, bound in ((">=", min(values)), ("<=", max(values))):
        if sum(value == bound for value in values) >= REACHED_BY and len(values) > REACHED_BY:
            yield Binary(operator, term, Constant(bound, type), INT)


def _affine(output: Variable, terms: Sequence[Expression], coefficients: Sequence[int]) -> Expression:
    type = output.type
    total: Expression = Constant(type.wrap(coefficients[0]), type)
    for coefficient, value in zip(coefficients[1:], terms, strict=True):
        if coefficient:
            term = value if coefficient == 1 else Binary("*", Constant(type.wrap(coefficient), type), value, type)
            total = Binary("+", total, term, type)
    return Binary("==", Read(output), total, INT)


# (1, i_1, ..., i_n) c = o  over the rationals, by elimination; columns that depend on earlier ones get 0.
def _combination(rows: Sequence[Sequence[int]], values: Sequence[int], type: IntType) -> list[int] | None:
    """Integer coefficients that fit all calls modulo 2^w, and more calls than there are coefficients that are not 0."""
    if len(rows) < REACHED_BY:
        return None
    small = [(row, value) for row, value in zip(rows, values, strict=True) if all(abs(number) < SMALL for number in (*row, value))]
    width = 1 + len(rows[0])
    pivots: dict[int, list[Fraction]] = {}
    for row, value in small:
        line = [Fraction(number) for number in (1, *row, value)]
        for column, pivot in pivots.items():
            if line[column]:
                factor = line[column]
                line = [left - factor * right for left, right in zip(line, pivot, strict=True)]
        free = next((column for column in range(width) if line[column]), None)
        if free is None:
            if line[width]:
                return None
            continue
        line = [entry / line[free] for entry in line]
        for column, pivot in pivots.items():
            if pivot[free]:
                pivots[column] = [left - pivot[free] * right for left, right in zip(pivot, line, strict=True)]
        pivots[free] = line
    if len(small) <= len(pivots):
        return None
    solution = [pivots[column][width] if column in pivots else Fraction(0) for column in range(width)]
    if any(coefficient.denominator != 1 for coefficient in solution):
        return None
    coefficients = [int(coefficient) for coefficient in solution]
    fits = all(
        type.wrap(coefficients[0] + sum(coefficient * number for coefficient, number in zip(coefficients[1:], row, strict=True))) == value
        for row, value in zip(rows, values, strict=True)
    )
    return coefficients if fits else None
