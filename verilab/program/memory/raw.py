"""Raw nodes: addresses, dereferences and memory operations, which exist between lowering and ``resolve`` only.

The front end builds ordinary expressions and edges with these nodes inside; ``verilab.program.memory.resolution.resolve`` then replaces
every one of them, so that no later component meets them.  The constructors ``address_of``, ``load`` and so on return them under
the types ``Expression`` and ``Operation``; walk a raw expression with ``raw_postorder``, never with ``expressions.postorder``.

Contracts for the front end:

* An address is an unsigned integer of pointer width; pointer arithmetic is in bytes, ``p + i * stride``.
  Do not fold an ``AddressOf`` into a ``Constant``; ``AddressOf(x, 4)`` for ``&x + 4 bytes`` is welcome.
* Direct accesses to variables, fields and array elements are ``Read``, ``Select``, ``Assign``, ``Store``.  A direct access that fits no
  cell (a union member) is ``load(address_of(u, offset), type)``.
* Arithmetic on pointers is ``element_address``, ``displaced`` and ``pointer_difference``; ordinary ``+`` and ``-`` are those of integers,
  either operand of which may hold the address.
* Assigning the address of anything, also inside an integer, is an ordinary ``Assign``: the points-to analysis follows it.  Where
  the front end drops a value that may contain a pointer (a float cast, an unmodelled store), it emits ``escape`` for it.
* A pointer-typed ``Nondet`` may point to external memory; an uninitialised one is assumed to be assigned before it is dereferenced,
  and is external where nothing else is ever assigned to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from verilab.program.cfa import Operation
from verilab.program.expressions import Binary, Constant, Expression, children
from verilab.program.memory.objects.objects import Layout, MemoryObject
from verilab.program.operations import Nondet, NondetKind
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True, eq=False)
class AddressOf:
    """The address of byte ``offset`` of an object; ``type`` is the pointer type (unsigned, pointer width)."""

    object: MemoryObject
    offset: int
    type: IntType


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """The value of ``type`` at ``address``; ``bit`` as in ``Leaf`` for a bit-field (then ``type.width`` is the field's width)."""

    address: Expression
    type: IntType
    bit: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Subscript(Binary):
    """``left + right``: an element's address, of the array at ``left`` that is declared with ``length`` elements of ``stride`` bytes.

    The element exists or is the one past the last (C11 6.5.6p8); ``right`` is the index times the stride.
    """

    length: int
    stride: int


@dataclass(frozen=True, slots=True, eq=False)
class Displacement(Binary):
    """``left + right`` or ``left - right`` of a pointer and an integer, in bytes: a pointer into the same object in most programs."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Binary):
    """``left - right`` of two pointers: a number of bytes, no address."""


RawExpression = Expression | AddressOf | Load


@dataclass(frozen=True, slots=True, eq=False)
class StoreThrough:
    """``*address := value``, the cell being of ``value.type``; ``bit`` as in ``Load``."""

    address: Expression
    value: Expression | Nondet
    bit: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class HavocThrough:
    """The whole object that ``address`` points into becomes arbitrary: an external function may write to it."""

    address: Expression
    kind: NondetKind
    origin: str


@dataclass(frozen=True, slots=True)
class AllocationSite:
    """A call of malloc, calloc or alloca in the source: ``name`` is unique; ``layout`` is the type it allocates, None where unknown."""

    name: str
    layout: Layout | None


@dataclass(frozen=True, slots=True, eq=False)
class Allocate:
    """``target := new memory of size bytes``; ``zeroed`` for calloc and its kin, else the contents are arbitrary."""

    target: Variable
    size: Expression
    site: AllocationSite
    zeroed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class CopyBytes:
    """memcpy, memmove, and the copy of a struct through pointers: ``count`` bytes from ``source`` to ``destination``."""

    destination: Expression
    source: Expression
    count: Expression


@dataclass(frozen=True, slots=True, eq=False)
class SetBytes:
    """memset: ``count`` bytes at ``destination`` become ``value`` modulo 256."""

    destination: Expression
    value: Expression
    count: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """A value that is no scalar, by the storages of an object that holds it, in the order of the type's leaves; none for a float."""

    storages: tuple[Variable | Array, ...]


Argument = Expression | Structure


@dataclass(frozen=True, slots=True, eq=False)
class IndirectCall:
    """``result := (*address)(arguments)``, one argument per parameter.

    ``result`` is None where the value is not used.  The edge leads from before the call to after the assignment of the result.
    """

    address: Expression
    arguments: tuple[Argument, ...]
    result: Variable | Structure | None

    @property
    def scalars(self) -> tuple[Expression, ...]:
        """The arguments that are expressions."""
        return tuple(argument for argument in self.arguments if not isinstance(argument, Structure))

    @property
    def results(self) -> tuple[Variable | Array, ...]:
        """The storages of the result."""
        if isinstance(self.result, Structure):
            return self.result.storages
        return () if self.result is None else (self.result,)


@dataclass(frozen=True, slots=True, eq=False)
class Escape:
    """``value`` leaves what is modelled: what it points to may later be reached through any pointer from external memory."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ExternalCall:
    """A function without a body runs; it gets ``given`` and may write to everything that is reachable from there.

    What ``written`` (some of ``given``) point to themselves is none of this operation's business.  ``numbers`` are integers that may hold
    addresses: what they point to may be written; ``functions`` may be called.  ``results`` then hold
    any pointer that the function could know.
    """

    given: tuple[Expression, ...]
    written: tuple[Expression, ...]
    numbers: tuple[Expression, ...]
    functions: tuple[Expression, ...]
    results: tuple[Variable, ...]
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Recall:
    """A function without a body runs and gets ``call``; it may use whatever such functions were given before: see ``retention``.

    A ``hook`` of a generated harness uses nothing, and says that the program models its surroundings.
    """

    call: ExternalCall
    hook: bool = False


RawOperation = Operation | ExternalCall | Recall | StoreThrough | HavocThrough | Allocate | CopyBytes | SetBytes | IndirectCall | Escape


def address_of(object: MemoryObject, offset: int, type: IntType) -> Expression:
    return cast(Expression, AddressOf(object, offset, type))


def element_address(base: Expression, scaled: Expression, stride: int, length: int | None) -> Expression:
    """The address ``base + scaled`` of an element of an array; ``length`` is None where it is not declared (or cannot be relied on)."""
    if isinstance(scaled, Constant) or length is None or length < 2:
        return displaced("+", base, scaled)
    return Subscript("+", base, scaled, base.type, length, stride)


def displaced(operator: str, base: Expression, distance: Expression) -> Expression:
    """A pointer plus (or minus) a distance in bytes."""
    if isinstance(distance, Constant) and distance.value == 0:
        return base
    return Displacement(operator, base, distance, base.type)


def pointer_difference(left: Expression, right: Expression) -> Expression:
    """The distance in bytes between two pointers, in their common (signed) type."""
    return Difference("-", left, right, left.type)


def load(address: Expression, type: IntType, bit: int = 0) -> Expression:
    return cast(Expression, Load(address, type, bit))


def store_through(address: Expression, value: Expression | Nondet, bit: int = 0) -> Operation:
    return cast(Operation, StoreThrough(address, value, bit))


def havoc_through(address: Expression, kind: NondetKind, origin: str) -> Operation:
    return cast(Operation, HavocThrough(address, kind, origin))


def external_call(
    given: Sequence[Expression], written: Sequence[Expression], numbers: Sequence[Expression], functions: Sequence[Expression], reason: str
) -> Operation:
    return cast(Operation, ExternalCall(tuple(given), tuple(written), tuple(numbers), tuple(functions), (), reason))


def recall(
    given: Sequence[Expression],
    written: Sequence[Expression],
    numbers: Sequence[Expression],
    functions: Sequence[Expression],
    reason: str,
    *,
    hook: bool = False,
) -> Operation:
    return cast(Operation, Recall(ExternalCall(tuple(given), tuple(written), tuple(numbers), tuple(functions), (), reason), hook))


def recalled_pointer(result: Variable, reason: str) -> Operation:
    """``result``, which holds any pointer already, may also be one that such functions were given before."""
    return cast(Operation, Recall(ExternalCall((), (), (), (), (result,), reason)))


def external_pointer(result: Variable, given: Sequence[Expression], reason: str) -> Operation:
    """``result := any pointer that a function knows that got these``."""
    return cast(Operation, ExternalCall(tuple(given), (), (), (), (result,), reason))


def allocate(target: Variable, size: Expression, site: AllocationSite, *, zeroed: bool = False) -> Operation:
    return cast(Operation, Allocate(target, size, site, zeroed))


def copy_bytes(destination: Expression, source: Expression, count: Expression) -> Operation:
    return cast(Operation, CopyBytes(destination, source, count))


def set_bytes(destination: Expression, value: Expression, count: Expression) -> Operation:
    return cast(Operation, SetBytes(destination, value, count))


def indirect_call(address: Expression, arguments: tuple[Argument, ...], result: Variable | Structure | None) -> Operation:
    return cast(Operation, IndirectCall(address, arguments, result))


def escape(value: Expression) -> Operation:
    return cast(Operation, Escape(value))


def raw_children(expression: RawExpression) -> tuple[Expression, ...]:
    """The direct operands, also of raw nodes."""
    match expression:
        case AddressOf():
            return ()
        case Load(address=address):
            return (address,)
        case _:
            return children(expression)


def raw_postorder(expression: RawExpression) -> Iterator[RawExpression]:
    """Every distinct node (by identity) once, operands before their users, iteratively."""
    done: set[int] = set()
    stack: list[tuple[RawExpression, bool]] = [(expression, False)]
    while stack:
        node, expanded = stack.pop()
        if id(node) in done:
            continue
        if expanded:
            done.add(id(node))
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(raw_children(node)) if id(child) not in done)
