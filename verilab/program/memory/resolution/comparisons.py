"""Comparisons whose outcome depends on where objects lie: the model's addresses are one choice of many, and prove nothing.

    p < q, p in object a, q in object b       known where a = b, else arbitrary
    address == number, address < number       known for numbers below the first address and in the last page, else arbitrary;
                                              as signed numbers arbitrary where pointers have 32 bits
    bits of an address == number              known where they are an address of the object again and the number is null, else arbitrary
    address & mask                            known where the mask has only bits that the alignment of the objects fixes, else any number
    (int) address                             known for null, small numbers and error codes, else any number
    number == number, both of addresses       known where they are one of the same allocation, or one is of what never ends

Distinct objects have distinct addresses, and none is null: equality of addresses is as the model has it, but for what ``realloc`` returns,
which may lie where the object lay that it got, for an address one past the end of an object, where another one may begin, and for string
literals and labels, which may share their places.  Functions lie anywhere, with any distance; an external pointer may be one of them.
As an integer, an address outlives its object: another one may lie there, and the variables of a function's next activation elsewhere.
A pointer to what has ended is indeterminate (C11 6.2.4p2).
"""

from __future__ import annotations

from verilab.program.expressions import COMPARISONS, Binary, Cast, Constant, Expression, FloatOperation, Unary
from verilab.program.memory.folding import binary, cast, conjunction, constant, disjunction
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.objects.placement import FIRST_ADDRESS, LAST_PAGE
from verilab.program.memory.objects.regions import BITS, is_anywhere
from verilab.program.memory.points_to.arithmetic import BIT_OPERATORS
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.raw.expressions import LabelComparison
from verilab.program.types import INT, IntType

MOST_SHARED = 8  # objects in which both sides may be
MOST_FACTOR = 256  # by which no address of the model is multiplied to zero
REASON = "address of an object"


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
            return self._of_functions(node, left, right)
        if first and second:
            if self._is_apart(node.left, first) or self._is_apart(node.right, second):
                return False
            if self._is_of_bits(node.left) or self._is_of_bits(node.right):
                return conjunction([self._is_address(left, first), self._is_address(right, second)])
            if node.left.type.width != self.constraints.points_to.pointer_width:
                return True
            if self.constraints.dependence.compares_numbers(node) and any(map(_ends, first)) and any(map(_ends, second)):
                return self._alike(node, first, second, left, right)
            if node.operator in ("==", "!="):
                return self._equal(node, first, second, left, right)
            return self._ordered(node, left, right)
        address, other, objects = (node.left, right, first) if first else (node.right, left, second)
        if self._is_apart(address, objects) or self._asks_for_sign(node):
            return False
        value = self.constraints.known.value(node.right if first else node.left)
        if value is None:
            if self._is_of_bits(address):
                return conjunction([self._is_address(left if first else right, objects), _is_null(other)])
            return _is_null(other) if self._wanders(address) else _nowhere(other)
        number = value & (1 << other.type.width) - 1
        if self._is_of_bits(address):
            return self._is_address(left if first else right, objects) if number == 0 else False
        if number and self._wanders(address):
            return False
        return number < FIRST_ADDRESS or number >= (1 << other.type.width) - LAST_PAGE

    def _of_functions(self, node: Binary, left: Expression, right: Expression) -> Expression | bool:
        """The same where no operand may be the address of an object that is no function."""
        if isinstance(node, LabelComparison):
            return True
        first, second = self._objects(node.left, functions=True), self._objects(node.right, functions=True)
        if self._is_of_function(node.left) or self._is_of_function(node.right):
            return False
        if not first and not second:
            return True
        if self._is_of_bits(node.left) or self._is_of_bits(node.right):
            return False
        if node.left.type.width != self.constraints.points_to.pointer_width:
            return True
        is_equality = node.operator in ("==", "!=")
        if first and second:
            return self._equal(node, first, second, left, right) if is_equality else self._ordered(node, left, right)
        address, compared, other = (node.left, node.right, right) if first else (node.right, node.left, left)
        if self._asks_for_sign(node):
            return False
        value = self.constraints.known.value(compared)
        if value is not None:
            number = value & (1 << other.type.width) - 1
            return number == 0 or (not self._wanders(address) and (number < FIRST_ADDRESS or number >= (1 << other.type.width) - LAST_PAGE))
        if is_equality and self.constraints.targets_of(compared):
            return True
        return _is_null(other) if self._wanders(address) else _nowhere(other)

    def _asks_for_sign(self, node: Binary) -> bool:
        """Whether the outcome depends on the half of the address space: programs of 64 bits have the lower one, those of 32 bits both."""
        return node.operator not in ("==", "!=") and node.left.type.signed and self.constraints.points_to.pointer_width == 32

    def is_elsewhere(self, node: Binary) -> bool:
        """Whether a number made of the bits of an address is another one where the object lies elsewhere: its value is not known.

        What it was made of may come to be the address again in the model, whose addresses are multiples of more than the alignment tells:
        ``p >> 2 << 2`` and ``p & ~3`` are p there.
        """
        if node.operator not in BIT_OPERATORS or _is_multiple(node):
            return False
        objects = [*self._objects(node.left, functions=True), *self._objects(node.right, functions=True)]
        return bool(objects) and self._is_apart(node, objects)

    def _objects(self, expression: Expression, *, functions: bool = False) -> list[MemoryObject]:
        """The objects whose addresses the expression may hold, in order; with those of functions or without."""
        if isinstance(expression, Constant):
            return []
        targets = self.constraints.targets
        targeted = dict.fromkeys(targets.object(target) for target in self.constraints.targets_of(expression))
        return [object for object in targeted if object.kind not in FOREIGN and (functions or object.kind is not ObjectKind.FUNCTION)]

    def narrowed(self, node: Cast, operand: Expression) -> Expression | bool:
        """Whether the value of a conversion is known, or the condition under which it is; ``operand`` is its resolved operand.

        The low bits of an address are nobody's promise, nor is the sign of its lower half.  What was already made of an address's bits
        keeps its value: pointers are copied byte by byte so.
        """
        if node.type.width >= node.operand.type.width or node.operand.type.width != self.constraints.points_to.pointer_width:
            return True
        targets = self.constraints.targets
        objects = [targets.object(target) for target in self.constraints.targets_of(node.operand)]
        return True if all(object.kind in FOREIGN for object in objects) or self._wanders(node.operand) else _nowhere(operand)

    def _is_of_function(self, expression: Expression) -> bool:
        """Whether the expression is made of bits of a function's address, or that is moved in it: nobody knows to where."""
        if isinstance(expression, Constant):
            return False
        if self._holds_function(expression) and self._is_apart(expression, []):
            return True
        while isinstance(expression, Cast):
            expression = expression.operand
        match expression:
            case Binary(operator="+" | "-" | "*" | "/", left=left, right=right):
                return any(self._holds_function(side) or self._is_of_function(side) for side in (left, right))
        return False

    def _holds_function(self, expression: Expression) -> bool:
        targets = self.constraints.targets
        return any(targets.object(target).kind is ObjectKind.FUNCTION for target in self.constraints.targets_of(expression))

    def _wanders(self, expression: Expression) -> bool:
        """Whether the value was computed from the bits of an address, before it was put where the expression finds it."""
        known = self.constraints.targets.known
        return any(is_anywhere(known[target][1]) for target in self.constraints.targets_of(expression))

    def _is_of_bits(self, expression: Expression) -> bool:
        """Whether the value is a number made of an address' bits, which is another one where the object lies elsewhere."""
        known = self.constraints.targets.known
        return any(known[target][1] == BITS for target in self.constraints.targets_of(expression))

    def _is_address(self, value: Expression, objects: list[MemoryObject]) -> Expression:
        """Whether a number made of an address' bits came to be an address of an object again, wherever that lies."""
        if value.type.width != self.constraints.points_to.pointer_width or len(objects) > MOST_SHARED:
            return constant(0, IntType(32, True))
        return disjunction([self._inside(object, value) for object in objects])

    def _is_apart(self, expression: Expression, objects: list[MemoryObject]) -> bool:
        """Whether the expression is made of bits of an address that are not the same wherever the objects lie."""
        while isinstance(expression, Cast):
            if expression.type.width < expression.operand.type.width:
                return True
            expression = expression.operand
        match expression:
            case Binary(operator="&", right=Constant(value=mask)) | Binary(operator="&", left=Constant(value=mask)):
                return not 0 <= mask < _alignment(objects) and not _clears_low_bits(mask, objects)
            case Binary(operator="%", right=Constant(value=divisor)):
                least = _alignment(objects)
                return divisor <= 0 or least % divisor != 0
            case Binary(operator="|" | "^", right=Constant(value=bits)):
                return not 0 <= bits < _alignment(objects)
            case Binary(operator=operator):
                return operator in BIT_OPERATORS
            case Unary() | FloatOperation():
                return True
        return False

    def _ordered(self, node: Binary, left: Expression, right: Expression) -> Expression | bool:
        first, second = self._objects(node.left, functions=True), self._objects(node.right, functions=True)
        shared = [object for object in first if object in second]
        if len(first) == len(second) == len(shared) == 1:
            return True
        if not shared or len(shared) > MOST_SHARED:
            return False
        return disjunction([conjunction([self._inside(object, left), self._inside(object, right)]) for object in shared])

    def _equal(
        self, node: Binary, first: list[MemoryObject], second: list[MemoryObject], left: Expression, right: Expression
    ) -> Expression | bool:
        """Known but for an object that may lie where another one is, or was that has ended: then in one object, or where a side is null."""
        objects = {*first, *second}
        if len(objects) == 1:
            return True
        if self._may_be_behind(node.left) or self._may_be_behind(node.right):
            return self._within(first, second, left, right) if len(objects) <= MOST_SHARED else False
        sharing = [(one, other) for one in first for other in second if one.may_share(other)]
        if sharing:
            return self._apart(sharing, left, right) if len(sharing) <= MOST_SHARED else False
        if not any(object.anew for object in objects) or sum(object.kind is ObjectKind.HEAP for object in objects) < 2:
            return True
        conditions = [binary("==", side, constant(0, side.type)) for side in (left, right)]
        conditions += [conjunction([self._inside(object, left), self._inside(object, right)]) for object in first if object in second]
        return disjunction(conditions)

    def _apart(self, sharing: list[tuple[MemoryObject, MemoryObject]], left: Expression, right: Expression) -> Expression:
        """Whether the sides are not in two objects that may lie in one place."""
        meeting = [conjunction([self._inside(one, left), self._inside(other, right)]) for one, other in sharing]
        return binary("==", disjunction(meeting), Constant(0, INT))

    def _alike(
        self, node: Binary, first: list[MemoryObject], second: list[MemoryObject], left: Expression, right: Expression
    ) -> Expression | bool:
        """Where numbers that are addresses of objects which may have ended compare as in the model."""
        objects = dict.fromkeys((*first, *second))
        is_behind = self._may_be_behind(node.left) or self._may_be_behind(node.right)
        if len(objects) > MOST_SHARED or (is_behind and len(objects) > 1):
            return False
        shared = [object for object in first if object in second and not _is_of_activations(object)]
        once = [conjunction([self._inside(object, left), self._inside(object, right)]) for object in shared if not object.padding]
        if node.operator not in ("==", "!="):
            return disjunction(once)
        conditions = [*once, *(binary("==", side, constant(0, side.type)) for side in (left, right))]
        conditions += [conjunction([binary("==", left, right), self._inside(object, left)]) for object in shared if object.padding]
        conditions += [
            self._inside(object, side) for side, lasting in ((left, first), (right, second)) for object in lasting if not _ends(object)
        ]
        return disjunction(conditions)

    def _may_be_behind(self, expression: Expression) -> bool:
        """Whether the address may be the one behind an object, as ``&x + 1`` and ``a + i``: another one may begin there."""
        targets = self.constraints.targets
        ends = ((targets.object(target), targets.known[target][1]) for target in self.constraints.targets_of(expression))
        return not isinstance(expression, Constant) and any(
            object.kind not in FOREIGN and object.size is not None and (place[1] != 0 or place[0] == object.size) for object, place in ends
        )

    def _within(self, first: list[MemoryObject], second: list[MemoryObject], left: Expression, right: Expression) -> Expression:
        """Whether both are of one object, both before the ends of theirs, or one of them is null."""
        conditions = [binary("==", side, constant(0, side.type)) for side in (left, right)]
        conditions += [conjunction([self._inside(object, left), self._inside(object, right)]) for object in first if object in second]
        before = [disjunction([self._before_end(object, side) for object in objects]) for objects, side in ((first, left), (second, right))]
        return disjunction([*conditions, conjunction(before)])

    def _before_end(self, object: MemoryObject, address: Expression) -> Expression:
        address = cast(address, IntType(address.type.width, False))
        distance = binary("-", address, constant(self.bases[object], address.type))
        return binary("<", distance, constant(object.size or 0, address.type))

    def _inside(self, object: MemoryObject, address: Expression) -> Expression:
        """Whether the address is in the object or one past its end."""
        address = cast(address, IntType(address.type.width, False))
        distance = binary("-", address, constant(self.bases[object], address.type))
        return binary("<=", distance, constant(object.size or 0, address.type))


def _ends(object: MemoryObject) -> bool:
    """Whether an object may have ended while a number keeps its address: an allocation, or a variable of a function or a block."""
    return object.kind in (ObjectKind.HEAP, ObjectKind.LOCAL)


def _is_of_activations(object: MemoryObject) -> bool:
    """Whether an object is a variable of a function other than main, which may lie elsewhere each time that it is entered."""
    return object.kind is ObjectKind.LOCAL and not object.name.startswith("main::")


def _alignment(objects: list[MemoryObject]) -> int:
    """What all the addresses are multiples of; functions lie anywhere."""
    return min((object.alignment for object in objects), default=1)


def _is_multiple(node: Binary) -> bool:
    """Whether a number is a multiple by which nothing is lost of what addresses differ in: by an odd constant, or a small one."""
    match node:
        case Binary(operator="*", right=Constant(value=factor)) | Binary(operator="*", left=Constant(value=factor)):
            return factor % 2 != 0 or abs(factor) <= MOST_FACTOR
        case Binary(operator="<<", right=Constant(value=distance)):
            return 0 <= distance < MOST_FACTOR.bit_length()
    return False


def _nowhere(value: Expression) -> Expression:
    """Whether a value, as an unsigned number, is where no object lies: null, another small number, or an error code."""
    plain = cast(value, IntType(value.type.width, False))
    shifted = binary("+", plain, constant(LAST_PAGE, plain.type))
    return binary("<", shifted, constant(FIRST_ADDRESS + LAST_PAGE, plain.type))


def _is_null(value: Expression) -> Expression:
    return binary("==", value, constant(0, value.type))


def _clears_low_bits(mask: int, objects: list[MemoryObject]) -> bool:
    """Whether the mask keeps all bits but some that the alignment fixes."""
    low = _alignment(objects)
    return mask | (low - 1) in (-1, (1 << 32) - 1, (1 << 64) - 1)


def arbitrary(temporary: Expression) -> Expression:
    """The outcome 0 or 1 by an arbitrary value."""
    return binary("!=", temporary, constant(0, temporary.type))
