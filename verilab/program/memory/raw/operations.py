"""Operations on memory: accesses through pointers, allocation, copies of bytes, calls through pointers, functions without a body."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from verilab.data_classes import dataclass
from verilab.program.cfa import Operation, Program
from verilab.program.expressions import Expression
from verilab.program.memory.objects.objects import Layout, MemoryObject
from verilab.program.memory.raw.expressions import AddressOf, raw_postorder
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable


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
    """A call of malloc, calloc or alloca in the source: ``name`` is unique; ``layout`` is the type it allocates, None where unknown.

    ``scoped`` for an array of variable length: the last one is gone where the next one is made.  ``anew``: another object ends as this one
    begins, and may have been where this one is.
    """

    name: str
    layout: Layout | None
    scoped: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Allocate:
    """``target := new memory of size bytes``; ``zeroed`` for calloc and its kin, else the contents are arbitrary.

    ``provider``: the function without a body that returns the memory, with contents that it chooses (``memory.external.provided_objects``).
    """

    target: Variable
    size: Expression
    site: AllocationSite
    zeroed: bool = False
    provider: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class CopyBytes:
    """memcpy, memmove, and the copy of a struct through pointers: ``count`` bytes from ``source`` to ``destination``.

    ``within``: as many of them as the source has, as realloc copies.
    """

    destination: Expression
    source: Expression
    count: Expression
    within: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """The object at ``address`` ends: free.  Only where memory operations stay as they are."""

    address: Expression


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
    """``value`` leaves what is modelled: what it points to may later be reached through any pointer from external memory.

    ``named``: it is the address of a variable of another file, which functions without a body know by its name.
    """

    value: Expression
    named: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EscapeBytes:
    """The same of whatever lies in the object at ``address``."""

    address: Expression


@dataclass(frozen=True, slots=True, eq=False)
class FormatCheck:
    """``target := 0`` where ``format`` points to string literals only, whose text is known; else it is arbitrary, for this reason."""

    target: Variable
    format: Expression
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class ExternalCall:
    """A function without a body runs; it gets ``given`` and may write to everything that is reachable from there.

    What ``written`` (some of ``given``) point to themselves is none of this operation's business.  ``numbers`` are integers that may hold
    addresses: what they point to may be written; ``functions`` may be called.  ``results`` then hold
    any pointer that the function could know.  ``fixed``: the implementation's function, so that it is no choice not to call any either.
    ``typed``: by the types of what it gets it may reach more than that; else only where addresses are in other types.
    """

    given: tuple[Expression, ...]
    written: tuple[Expression, ...]
    numbers: tuple[Expression, ...]
    functions: tuple[Expression, ...]
    results: tuple[Variable, ...]
    reason: str
    fixed: bool = False
    typed: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Recall:
    """A function without a body runs and gets ``call``; it may use whatever such functions were given before: see ``retention``.

    A ``hook`` of a generated harness uses nothing, and says that the program models its surroundings.
    """

    call: ExternalCall
    hook: bool = False


RawOperation = (
    Operation
    | ExternalCall
    | Recall
    | StoreThrough
    | HavocThrough
    | Allocate
    | End
    | CopyBytes
    | SetBytes
    | IndirectCall
    | Escape
    | EscapeBytes
    | FormatCheck
)


def store_through(address: Expression, value: Expression | Nondet, bit: int = 0) -> Operation:
    return cast(Operation, StoreThrough(address, value, bit))


def havoc_through(address: Expression, kind: NondetKind, origin: str) -> Operation:
    return cast(Operation, HavocThrough(address, kind, origin))


def external_call(
    given: Sequence[Expression],
    written: Sequence[Expression],
    numbers: Sequence[Expression],
    functions: Sequence[Expression],
    reason: str,
    *,
    fixed: bool = False,
    typed: bool = True,
) -> Operation:
    return cast(Operation, ExternalCall(tuple(given), tuple(written), tuple(numbers), tuple(functions), (), reason, fixed, typed))


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


def allocate(target: Variable, size: Expression, site: AllocationSite, *, zeroed: bool = False, provider: str = "") -> Operation:
    return cast(Operation, Allocate(target, size, site, zeroed, provider))


def copy_bytes(destination: Expression, source: Expression, count: Expression, *, within: bool = False) -> Operation:
    return cast(Operation, CopyBytes(destination, source, count, within))


def end(address: Expression) -> Operation:
    return cast(Operation, End(address))


def set_bytes(destination: Expression, value: Expression, count: Expression) -> Operation:
    return cast(Operation, SetBytes(destination, value, count))


def indirect_call(address: Expression, arguments: tuple[Argument, ...], result: Variable | Structure | None) -> Operation:
    return cast(Operation, IndirectCall(address, arguments, result))


def escape(value: Expression, *, named: bool = False) -> Operation:
    return cast(Operation, Escape(value, named))


def escape_bytes(address: Expression) -> Operation:
    return cast(Operation, EscapeBytes(address))


def format_check(target: Variable, format: Expression, reason: str) -> Operation:
    return cast(Operation, FormatCheck(target, format, reason))


def raw_evaluated(operation: RawOperation) -> tuple[Expression, ...]:
    """The expressions that are evaluated where an operation is executed."""
    match operation:
        case Assume(condition=only) | Assign(value=only) | HavocThrough(address=only) | Allocate(size=only) | End(address=only):
            asked: tuple[Expression | Nondet, ...] = (only,)
        case Store(index=first, value=second) | StoreThrough(address=first, value=second):
            asked = (first, second)
        case CopyBytes(destination=first, source=second, count=third) | SetBytes(destination=first, value=second, count=third):
            asked = (first, second, third)
        case IndirectCall(address=address):
            asked = (address, *operation.scalars)
        case _:
            asked = ()
    return tuple(expression for expression in asked if not isinstance(expression, Nondet))


def addressed_objects(program: Program) -> dict[MemoryObject, None]:
    """The objects whose addresses the program takes, in the order of its edges."""
    addressed: dict[MemoryObject, None] = {}
    for edge in program.edges:
        for expression in raw_evaluated(edge.operation):
            addressed.update((node.object, None) for node in raw_postorder(expression) if isinstance(node, AddressOf))
    return addressed
