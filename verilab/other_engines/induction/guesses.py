"""Clauses that hold of all states that were observed at a loop head.

The variables are those whose values a later block may read.  Guessed are, of one or two of them,

    the program's own comparisons and their weak forms             i <= n
    bounds, differences and sums (``templates``)                   i >= 0,  x - y <= 1,  x + y - z >= 3
    residues                                                       x % 2 == 1
    linear equations modulo 2^w (``degree`` 2: also products)      2 s == i + n

and what of this holds only where one of the program's comparisons does, or does not, beside that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import State, evaluate
from verilab.other_engines.induction.equations import Equation, equations
from verilab.other_engines.induction.templates import LEAST_WIDTH, MOST_PAIRED, inequalities
from verilab.program.cfa import Program, evaluated
from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, Read, postorder
from verilab.program.expressions import storages as storages_of
from verilab.program.operations import Assign, Assume, Nondet
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

MOST_ATOMS = 40
MOST_GUARDS = 6
MOST_RESIDUES = 12
MOST_IN_PAIRS = 2
ORDERS = frozenset({"<", "<=", ">", ">="})
LEAST_ROWS = 3
REACHED_BY = 2
MOST_DIVISOR = 1000

Literal = tuple[Expression, bool]
"""A comparison, and whether it holds."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A disjunction."""

    literals: tuple[Literal, ...]


FALSE = Clause(())


def is_linear(clause: Clause) -> bool:
    """Whether no two variables are multiplied in it."""
    return not any(has_product(atom) for atom, _ in clause.literals)


def is_light(clause: Clause) -> bool:
    """Whether solvers take little time for it in bit vectors: an equation, maybe with a condition, or words compared as they are."""
    if not clause.literals:
        return True
    fact = clause.literals[-1][0]
    operations = [node for atom, _ in clause.literals for node in postorder(atom) if isinstance(node, Binary)]
    if any(node.operator in "/%" and not _is_power_of_two(node.right) for node in operations):
        return False
    if isinstance(fact, Binary) and fact.operator in ("==", "!="):
        return True
    return len(clause.literals) == 1 and not any(node.operator == "*" for node in operations)


def _is_power_of_two(expression: Expression) -> bool:
    return isinstance(expression, Constant) and expression.value > 0 and expression.value & expression.value - 1 == 0


def multiplies(program: Program) -> bool:
    """Whether a condition or an assigned value multiplies variables."""
    return any(has_product(expression) for edge in program.edges for expression in evaluated(edge.operation))


def has_product(expression: Expression) -> bool:
    """Whether variables are multiplied in it."""
    return any(
        isinstance(node, Binary) and node.operator == "*" and storages_of(node.left) and storages_of(node.right)
        for node in postorder(expression)
    )


class Guesses:
    """The guesses at the loop heads of one program; ``numbers``: those that its conditions compare with."""

    def __init__(self, program: Program, numbers: Sequence[int]) -> None:
        self._slots = program.slot_count
        self._numbers = numbers
        self._atoms = [
            (atom, {variable for variable in storages_of(atom) if isinstance(variable, Variable)}) for atom in _comparisons(program)
        ]
        self._divisors = _divisors(program)

    def at(self, variables: Sequence[Variable], rows: Sequence[Sequence[int]], degree: int) -> list[Clause]:
        """Clauses over the variables that hold of all rows, whose columns they are; false where there is no row."""
        if not rows:
            return [FALSE]
        atoms = self._evaluated(variables, rows)
        clauses = list(self._of_all(atoms))
        facts = list(self._facts(variables, rows, degree))
        clauses += [Clause(((fact, True),)) for fact in facts]
        clauses += [Clause(((fact, True),)) for fact in self._margins(variables, rows, [atom for atom, _ in atoms])]
        clauses += self._since_entered(variables, rows, [atom for atom, _ in atoms])
        guards = [(atom, truths) for atom, truths in atoms if 0 < sum(truths) < len(truths)][:MOST_GUARDS]
        known = {_key(fact) for fact in facts}
        for atom, truths in guards:
            for side in (True, False):
                members = [row for row, truth in zip(rows, truths, strict=True) if truth == side]
                for fact in self._facts(variables, members, 1, paired=len(variables) <= MOST_PAIRED // 2):
                    if _key(fact) not in known:
                        clauses.append(Clause(((atom, not side), (fact, True))))
                for other, others in guards:
                    if other is atom:
                        continue
                    seen = {truth for truth, here in zip(others, truths, strict=True) if here == side}
                    if len(seen) == 1:
                        clauses.append(Clause(((atom, not side), (other, seen.pop()))))
        return clauses

    def _evaluated(self, variables: Sequence[Variable], rows: Sequence[Sequence[int]]) -> list[tuple[Expression, list[bool]]]:
        """The program's comparisons of these variables, and of which rows they hold."""
        known, comparisons = set(variables), []
        for atom, read in self._atoms:
            if read and read <= known:
                truths = [self._holds(atom, variables, row) for row in rows]
                if None not in truths:
                    comparisons.append((atom, [bool(truth) for truth in truths]))
        return comparisons[:MOST_ATOMS]

    def _holds(self, atom: Expression, variables: Sequence[Variable], row: Sequence[int]) -> bool | None:
        state: State = [0] * self._slots
        for variable, value in zip(variables, row, strict=True):
            state[variable.slot] = value
        truth = evaluate(atom, state)[0]
        return bool(truth) if isinstance(truth, int) else None

    def _of_all(self, atoms: Iterable[tuple[Expression, list[bool]]]) -> Iterator[Clause]:
        for atom, truths in atoms:
            if all(truths) or not any(truths):
                yield Clause(((atom, truths[0]),))

    def _facts(
        self, variables: Sequence[Variable], rows: Sequence[Sequence[int]], degree: int, *, paired: bool = True
    ) -> Iterator[Expression]:
        """What holds of all rows; ``paired``: also inequalities of several variables."""
        if not rows:
            return
        columns = list(zip(*rows, strict=True))
        moving = []
        for variable, column in zip(variables, columns, strict=True):
            if len(set(column)) == 1:
                if len(rows) >= REACHED_BY:
                    yield Binary("==", Read(variable), Constant(column[0], variable.type), INT)
            else:
                moving.append((variable, column))
            yield from self._bounds(variable, column)
        if len(rows) < LEAST_ROWS:
            return
        for variable, column in moving[:MOST_RESIDUES]:
            yield from self._residues(variable, column)
        yield from _equations([variable for variable, _ in moving], [column for _, column in moving], degree)
        if paired:
            yield from inequalities(moving, self._numbers)

    def _margins(self, variables: Sequence[Variable], rows: Sequence[Sequence[int]], atoms: Sequence[Expression]) -> Iterator[Expression]:
        """Variables that are at least what is missing to a bound of the program which depends on several: x >= n + m - i."""
        if len(variables) > MOST_PAIRED or len(rows) < LEAST_ROWS:
            return
        for atom in atoms:
            if isinstance(atom, Binary) and atom.operator in ORDERS and len(storages_of(atom)) > MOST_IN_PAIRS:
                less, more = (atom.left, atom.right) if atom.operator[0] == "<" else (atom.right, atom.left)
                wide = IntType(max(less.type.width, more.type.width) + 2, True)
                missing = Binary("-", Cast(more, wide), Cast(less, wide), wide)
                for variable in variables:
                    if variable.type.width >= LEAST_WIDTH and variable not in storages_of(atom):
                        wider = IntType(max(wide.width, variable.type.width + 2), True)
                        fact = Binary(">=", Cast(Read(variable), wider), Cast(missing, wider), INT)
                        if all(self._holds(fact, variables, row) for row in rows):
                            yield fact

    # while (c < k) c++;  has  c <= k  behind a round, and before the first one c is where it began, which may be past k.
    def _since_entered(self, variables: Sequence[Variable], rows: Sequence[Sequence[int]], atoms: Sequence[Expression]) -> Iterator[Clause]:
        """Bounds that the program's comparisons keep, or a variable of theirs has the one value that it has where they are not kept."""
        for atom in atoms:
            if not isinstance(atom, Binary) or atom.operator not in ORDERS:
                continue
            less, more = (atom.left, atom.right) if atom.operator[0] == "<" else (atom.right, atom.left)
            wide = IntType(max(less.type.width, more.type.width) + 2, True)
            step = Constant(int(atom.operator in ("<=", ">=")), wide)
            kept = Binary("<=", Cast(less, wide), Binary("+", Cast(more, wide), step, wide), INT)
            exceptions = [row for row in rows if not self._holds(kept, variables, row)]
            for variable, column in zip(variables, zip(*exceptions, strict=True), strict=False):
                moves = len({row[variables.index(variable)] for row in rows}) > 1
                if moves and variable in storages_of(atom) and len(set(column)) == 1:
                    yield Clause(((kept, True), (Binary("==", Read(variable), Constant(column[0], variable.type), INT), True)))

    def _bounds(self, variable: Variable, column: Sequence[int]) -> Iterator[Expression]:
        low, high = min(column), max(column)
        type = variable.type
        lows = {number for number in (*self._numbers, *(constant + 1 for constant in self._numbers), 0, 1, low) if number <= low}
        highs = {number for number in (*self._numbers, *(constant - 1 for constant in self._numbers), 0, high) if number >= high}
        for bound in sorted(lows, reverse=True)[:3]:
            if bound > type.minimum:
                yield Binary(">=", Read(variable), Constant(bound, type), INT)
        for bound in sorted(highs)[:3]:
            if bound < type.maximum:
                yield Binary("<=", Read(variable), Constant(bound, type), INT)

    def _residues(self, variable: Variable, column: Sequence[int]) -> Iterator[Expression]:
        type = variable.type
        if type.width < 8:
            return
        for divisor in self._divisors:
            rests = {abs(value) % divisor * (-1 if value < 0 else 1) for value in column}
            if len(rests) == 1 and divisor <= type.maximum:
                rest = Binary("%", Read(variable), Constant(divisor, type), type)
                yield Binary("==", rest, Constant(rests.pop(), type), INT)


def _comparisons(program: Program) -> list[Expression]:
    """The comparisons in the program's conditions and assignments, each text once."""
    comparisons: dict[object, Expression] = {}
    for node in _parts(program):
        if isinstance(node, Binary) and node.operator in COMPARISONS:
            comparisons.setdefault(_key(node), node)
    return list(comparisons.values())


def _divisors(program: Program) -> list[int]:
    """2, 3, 4, and the constants that the program divides by."""
    divisors = {2: None, 3: None, 4: None}
    for node in _parts(program):
        if isinstance(node, Binary) and node.operator == "%" and isinstance(node.right, Constant) and 1 < node.right.value < MOST_DIVISOR:
            divisors[node.right.value] = None
    return list(divisors)


def _parts(program: Program) -> Iterator[Expression]:
    """The nodes of conditions and assigned values."""
    for edge in program.edges:
        operation = edge.operation
        if isinstance(operation, Assume):
            yield from postorder(operation.condition)
        elif isinstance(operation, Assign) and not isinstance(operation.value, Nondet):
            yield from postorder(operation.value)


def _key(expression: Expression) -> object:
    """Equal for expressions that read alike."""
    done: dict[int, object] = {}
    for node in postorder(expression):
        match node:
            case Read(variable=variable):
                key: object = id(variable)
            case Constant(value=value, type=type):
                key = (value, type)
            case Binary(operator=operator, left=left, right=right, type=type):
                key = (operator, done[id(left)], done[id(right)], type)
            case Cast(operand=operand, type=type):
                key = (done[id(operand)], type)
            case _:
                key = id(node)
        done[id(node)] = key
    return done[id(expression)]


def _equations(variables: Sequence[Variable], columns: Sequence[Sequence[int]], degree: int) -> Iterator[Expression]:
    if not variables:
        return
    rows = list(zip(*columns, strict=True))
    type = IntType(max(32, max(variable.type.width for variable in variables)), True)
    for equation in _saturated(equations(rows, degree), rows):
        if all(_holds(equation, row, type) for row in rows):
            yield _zero(equation, variables, type)


def _saturated(basis: Sequence[Equation], rows: Sequence[Sequence[int]]) -> Sequence[Equation]:
    """Also those that say more modulo 2^w: of 2 a = i and 2 b = i that is a = b, where greater variables express smaller ones."""
    if not any(len(monomial) == 1 and abs(value) > 1 for equation in basis for monomial, value in equation.items()):
        return basis
    last = len(rows[0]) - 1
    turned = equations([tuple(reversed(row)) for row in rows], 1)
    known = {_signed(equation) for equation in basis}
    others = [{tuple([last - position for position in monomial]): value for monomial, value in equation.items()} for equation in turned]
    return [*basis, *(equation for equation in others if _signed(equation) not in known)]


def _signed(equation: Equation) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The same for an equation and its negative."""
    terms = sorted(equation.items())
    return tuple((monomial, value if terms[0][1] > 0 else -value) for monomial, value in terms)


def _holds(equation: Equation, row: Sequence[int], type: IntType) -> bool:
    total = 0
    for monomial, coefficient in equation.items():
        product = coefficient
        for position in monomial:
            product *= row[position]
        total += product
    return type.wrap(total) == 0


# What has a positive coefficient on one side, the rest on the other.
def _zero(equation: Equation, variables: Sequence[Variable], type: IntType) -> Expression:
    sides: list[Expression | None] = [None, None]
    for monomial, coefficient in equation.items():
        term: Expression | None = None if monomial and abs(coefficient) == 1 else Constant(abs(coefficient), type)
        for position in monomial:
            variable = variables[position]
            value: Expression = Read(variable) if variable.type == type else Cast(Read(variable), type)
            term = value if term is None else Binary("*", term, value, type)
        assert term is not None
        side = coefficient < 0
        total = sides[side]
        sides[side] = term if total is None else Binary("+", total, term, type)
    left, right = (side or Constant(0, type) for side in sides)
    return Binary("==", left, right, INT)
