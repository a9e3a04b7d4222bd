"""The strongest post operator on partial assignments, step by step with undo (FORTE'15 §2); the reference for the compiled one.

SP_{x := e}(v)  =  v without x, and x = c where e/v evaluates to c
SP_{[p]}(v)     =  contradicting where p/v is false;  v and v_p otherwise, v_p from the equality that p implies

An equality with one side known is solved for the other side's variable through operations that lose nothing:
x + a, a - x, x ^ a, -x, ~x, widening casts, with every other operand known.
"""

from __future__ import annotations

from verilab.analysis.value.precision import trackable
from verilab.analysis.value.strongest_post.equalities import Equality, implied_equality, injective, inverse, is_plain
from verilab.analysis.value.strongest_post.tape import Tape, Values, element_slot
from verilab.program import semantics
from verilab.program.cfa import Operation
from verilab.program.expressions import Binary, Cast, Expression, Read, Select, Unary, storages
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

Assignment = dict[int, int]
"""Known values by slot."""

Change = tuple[int, "int | None"]
"""(slot, its value before)."""


class Contradiction(Exception):
    """The operation cannot be executed; ``dependencies`` are the slots whose values exclude it."""

    def __init__(self, dependencies: set[int]) -> None:
        super().__init__()
        self.dependencies = dependencies


class Post:
    """Applies operations to an assignment in place.  Tapes are made once per expression and shared by all uses."""

    def __init__(self) -> None:
        self._tapes: dict[int, Tape] = {}
        self._equalities: dict[int, tuple[Assume, Equality | None]] = {}
        self._reads: dict[int, tuple[Expression, tuple[Variable | Array, ...], bool]] = {}
        self._possible: dict[int, tuple[Assume, bool]] = {}

    def tape(self, expression: Expression) -> Tape:
        tape = self._tapes.get(id(expression))
        if tape is None:
            # The tape keeps the expression alive, so its identity stays its own.
            tape = self._tapes[id(expression)] = Tape(expression)
        return tape

    def apply(self, operation: Operation, assignment: Assignment) -> list[Change]:
        """Execute one operation; returns what it changed.  Raises Contradiction, the assignment then unchanged."""
        match operation:
            case Assume():
                learned = self.assume(operation, assignment)
                if learned is None:
                    return []
                return _write(assignment, learned[0], learned[1])
            case Assign(target=target, value=value):
                result = None if isinstance(value, Nondet) else self.tape(value).value(assignment)
                return _write(assignment, target.slot, result)
            case Store():
                return self._store(operation, assignment)
            case Havoc(targets=targets):
                changes: list[Change] = []
                for forgotten in targets:
                    if isinstance(forgotten, Array):
                        changes += _forget(assignment, forgotten)
                    else:
                        changes += _write(assignment, forgotten.slot, None)
                return changes
        return []

    def is_possible(self, assume: Assume) -> bool:
        """Whether some value of what it reads satisfies an assume: ``(int) flag == -1`` is excluded whatever is known."""
        checked = self._possible.get(id(assume))
        if checked is None:
            try:
                self.assume(assume, {})
                possible = True
            except Contradiction:
                possible = False
            checked = self._possible[id(assume)] = assume, possible
        return checked[1]

    def _store(self, operation: Store, assignment: Assignment) -> list[Change]:
        array = operation.array
        if not trackable(array):
            return []
        index = self.tape(operation.index).value(assignment)
        if index is None:
            return _forget(assignment, array)
        if not 0 <= index < array.length:
            return []
        value = operation.value
        return _write(assignment, array.slot + index, None if isinstance(value, Nondet) else self.tape(value).value(assignment))

    def assume(self, operation: Assume, assignment: Assignment) -> tuple[int, int, set[int]] | None:
        """What the assume teaches: (slot, value, slots it follows from), or None.  Raises Contradiction."""
        tape = self.tape(operation.condition)
        values = tape.run(assignment)
        if values[-1] is not None:
            if bool(values[-1]) != operation.positive:
                raise Contradiction(tape.dependencies(values))
            return None
        equality = self.equality(operation)
        return None if equality is None else self.solve(equality, assignment)

    def equality(self, operation: Assume) -> Equality | None:
        implied = self._equalities.get(id(operation))
        if implied is None:
            implied = self._equalities[id(operation)] = (operation, implied_equality(operation))
        return implied[1]

    def solve(self, equality: Equality, assignment: Assignment) -> tuple[int, int, set[int]] | None:
        """Solve an equality whose one side is known for a variable of the other."""
        left, right = self.tape(equality.left), self.tape(equality.right)
        left_values, right_values = left.run(assignment), right.run(assignment)
        if left_values[-1] is None and right_values[-1] is not None:
            return self._invert(left, left_values, right_values[-1], right.dependencies(right_values))
        if right_values[-1] is None and left_values[-1] is not None and self.is_plain_equality(equality):
            return self._invert(right, right_values, left_values[-1], left.dependencies(left_values))
        return None

    def is_plain_equality(self, equality: Equality) -> bool:
        """Whether one side at least is plain; between two others only the left is solved for."""
        return self.is_plain(equality.left) or self.is_plain(equality.right)

    def is_plain(self, expression: Expression) -> bool:
        return self._read(expression)[2]

    def reads(self, expression: Expression) -> tuple[Variable | Array, ...]:
        """The variables and arrays that an expression reads, in slot order."""
        return self._read(expression)[1]

    def _read(self, expression: Expression) -> tuple[Expression, tuple[Variable | Array, ...], bool]:
        reads = self._reads.get(id(expression))
        if reads is None:
            read = tuple(sorted(storages(expression), key=lambda storage: storage.slot))
            reads = self._reads[id(expression)] = expression, read, is_plain(expression)
        return reads

    def _invert(self, tape: Tape, values: Values, value: int, follows: set[int]) -> tuple[int, int, set[int]] | None:
        """The variable and value for which the tape's expression, unknown so far, equals ``value``."""
        node = tape.expression
        while True:
            match node:
                case Read(variable=variable):
                    return variable.slot, value, follows
                case Select(index=index):
                    place = values[tape.position[id(index)]]
                    slot = None if place is None else element_slot(node, place)
                    return None if slot is None else (slot, value, follows | tape.dependencies(values, index))
                case Unary(operator="-" | "~" as operator, operand=operand):
                    node, value = operand, semantics.unary(operator, value, node.type)
                case Cast(operand=operand) if injective(node):
                    inner = operand.type.wrap(value)
                    if node.type.wrap(inner) != value:
                        raise Contradiction(follows)
                    node, value = operand, inner
                case Binary(operator="+" | "-" | "^" as operator, left=left, right=right):
                    first, second = values[tape.position[id(left)]], values[tape.position[id(right)]]
                    if second is not None and self.is_plain(right):
                        other, known, of_left = right, second, True
                    elif first is not None and self.is_plain(left):
                        other, known, of_left = left, first, False
                    else:
                        return None
                    follows = follows | tape.dependencies(values, other)
                    value, node = _solved(operator, of_left, value, known, node.type), left if of_left else right
                case _:
                    return None


def _solved(operator: str, of_left: bool, value: int, known: int, type: IntType) -> int:
    """The operand for which the operation with the known other one gives ``value``."""
    inversion = inverse(operator, of_left=of_left)
    assert inversion is not None
    inverted, swapped = inversion
    result = semantics.binary(inverted, *((known, value) if swapped else (value, known)), type)
    assert result is not None  # no division
    return result


def _write(assignment: Assignment, slot: int, value: int | None) -> list[Change]:
    before = assignment.get(slot)
    if value is not None:
        assignment[slot] = value
    elif before is not None:
        del assignment[slot]
    return [(slot, before)]


def _forget(assignment: Assignment, array: Array) -> list[Change]:
    changes: list[Change] = []
    for slot in range(array.slot, array.slot + array.length):
        before = assignment.pop(slot, None)
        if before is not None:
            changes.append((slot, before))
    return changes


def undo(assignment: Assignment, changes: list[Change]) -> None:
    """Take back what ``apply`` did."""
    for slot, before in reversed(changes):
        if before is None:
            assignment.pop(slot, None)
        else:
            assignment[slot] = before
