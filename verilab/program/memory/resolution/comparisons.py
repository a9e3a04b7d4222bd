"""Comparisons whose outcome depends on where objects lie: the model's addresses are one choice of many, and prove nothing.

    p < q, p in object a, q in object b       known where a = b, else arbitrary
    address == number, address < number       known for numbers below the first address and in the last page, else arbitrary
    address & mask == number                  known where the mask has only bits that the alignment of the objects' types fixes

Distinct objects have distinct addresses, and none is null: equality of addresses is as the model has it, but for what ``realloc`` returns,
which may lie where the object lay that it got.
"""

from __future__ import annotations

from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, FloatOperation, Unary
from verilab.program.memory.folding import binary, cast, conjunction, constant, disjunction
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.objects.placement import FIRST_ADDRESS, alignment
from verilab.program.memory.objects.regions import ANYWHERE
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.types import IntType

LAST_PAGE = 4096  # bytes at the end of the address space that hold no object: error codes kept in pointers
MOST_SHARED = 8  # objects in which both sides may be
REASON = "address of an object"

_APART = frozenset({"&", "|", "^", "<<", ">>", "*", "/", "%"})


class Comparisons:
    """Decides for each comparison under which condition it is known."""

    def __init__(self, constraints: Constraints, bases: dict[MemoryObject, int]) -> None:
        self.constraints = constraints
        self.bases = bases

    def known(self, node: Binary, left: Expression, right: Expression) -> Expression | bool:
        """Whether the comparison is known, or the condition under which it is; ``left`` and ``right`` are its resolved operands."""
        if node.operator not in COMPARISONS:
            return True
        first, second = self._objects(node.left), self._objects(node.right)
        if not first and not second:
            return True
        if first and second:
            if self._is_apart(node.left, first) or self._is_apart(node.right, second):
                return False
            if node.operator in ("==", "!="):
                return self._equal(first, second, left, right)
            return self._ordered(first, second, left, right)
        address, other, objects = (node.left, right, first) if first else (node.right, left, second)
        if self._is_apart(address, objects):
            return False
        if not isinstance(other, Constant):
            return False if self._wanders(address) else _nowhere(other)
        number = other.value & (1 << other.type.width) - 1
        if number and self._wanders(address):
            return False
        return number < FIRST_ADDRESS or number >= (1 << other.type.width) - LAST_PAGE

    def _objects(self, expression: Expression) -> list[MemoryObject]:
        """The objects whose addresses the expression may hold, in order."""
        if isinstance(expression, Constant):
            return []
        targets = self.constraints.targets
        found = dict.fromkeys(targets.object(target) for target in self.constraints.targets_of(expression))
        return [each for each in found if each.kind not in FOREIGN and each.kind is not ObjectKind.FUNCTION]

    def _wanders(self, expression: Expression) -> bool:
        """Whether the value was computed from the bits of an address, before it was put where the expression finds it."""
        known = self.constraints.targets.known
        return any(known[target][1] == ANYWHERE for target in self.constraints.targets_of(expression))

    def _is_apart(self, expression: Expression, objects: list[MemoryObject]) -> bool:
        """Whether the expression is made of bits of an address that are not the same wherever the objects lie."""
        while isinstance(expression, Cast):
            if expression.type.width < expression.operand.type.width:
                return True
            expression = expression.operand
        match expression:
            case Binary(operator="&", right=Constant(value=mask)) | Binary(operator="&", left=Constant(value=mask)):
                return not 0 <= mask < min(alignment(each) for each in objects) and not _clears_low_bits(mask, objects)
            case Binary(operator="%", right=Constant(value=divisor)):
                least = min(alignment(each) for each in objects)
                return divisor <= 0 or least % divisor != 0
            case Binary(operator="|" | "^", right=Constant(value=bits)):
                return not 0 <= bits < min(alignment(each) for each in objects)
            case Binary(operator=operator):
                return operator in _APART
            case Unary() | FloatOperation():
                return True
        return False

    def _ordered(self, first: list[MemoryObject], second: list[MemoryObject], left: Expression, right: Expression) -> Expression | bool:
        shared = [each for each in first if each in second]
        if len(first) == len(second) == len(shared) == 1:
            return True
        if not shared or len(shared) > MOST_SHARED:
            return False
        return disjunction([conjunction([self._inside(each, left), self._inside(each, right)]) for each in shared])

    def _equal(self, first: list[MemoryObject], second: list[MemoryObject], left: Expression, right: Expression) -> Expression | bool:
        """Known but for an object that may lie where another one lay that has ended: then in one object, or where one side is null."""
        objects = {*first, *second}
        if len(objects) == 1 or not any(each.anew for each in objects) or sum(each.kind is ObjectKind.HEAP for each in objects) < 2:
            return True
        conditions = [binary("==", side, constant(0, side.type)) for side in (left, right)]
        conditions += [conjunction([self._inside(each, left), self._inside(each, right)]) for each in first if each in second]
        return disjunction(conditions)

    def _inside(self, object: MemoryObject, address: Expression) -> Expression:
        """Whether the address is in the object or one past its end."""
        distance = binary("-", address, constant(self.bases[object], address.type))
        return binary("<=", distance, constant(object.size or 0, address.type))


def _nowhere(value: Expression) -> Expression:
    """Whether a value, as an unsigned number, is where no object lies: null, another small number, or an error code."""
    plain = cast(value, IntType(value.type.width, False))
    shifted = binary("+", plain, constant(LAST_PAGE, plain.type))
    return binary("<", shifted, constant(FIRST_ADDRESS + LAST_PAGE, plain.type))


def _clears_low_bits(mask: int, objects: list[MemoryObject]) -> bool:
    """Whether the mask keeps all bits but some that the alignment fixes."""
    low = min(alignment(each) for each in objects)
    return mask | (low - 1) in (-1, (1 << 32) - 1, (1 << 64) - 1)


def arbitrary(temporary: Expression) -> Expression:
    """The outcome 0 or 1 by an arbitrary value."""
    return binary("!=", temporary, constant(0, temporary.type))
