"""Which variables a compiled program may find with other values in front of a loop, if the claim there allows them.

A proof whose claims are inductive holds from every state that satisfies a claim.  It holds for the program as it was lowered, so that a
variable qualifies only where nothing but the claim says anything of its value:

- it is an integer of the loop's own function, or a global that this function writes itself (of what a caller has half evaluated, C does not
  say whether the old or the new value counts),
- the program gives it values that depend on inputs or differ: what is always the same may have been computed once for all,
- no pointer goes where arithmetic leads it: an index of a declared array is checked by the compiler's sanitizer, so that a run that leaves
  the array ends; a pointer that leaves its object may arrive in another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from verilab.program.cfa import Function, Location, Program, evaluated
from verilab.program.expressions import Constant, Expression, Read, Select, children
from verilab.program.loops import LoopStatement, ScalarKind, Walks
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable

MOST = 24
"""Variables of one loop."""
_BEYOND_A_BASE = 1 << 12
"""Bytes behind the last object's base that count as its own."""


class Leaps:
    """What qualifies in one program; ``guarded``: where pointers leave their objects by steps, the compiler's sanitizers see it."""

    def __init__(self, program: Program, guarded: bool) -> None:
        self._allowed = program.walks <= (Walks.BY_STEPS if guarded else Walks.NOWHERE)
        self._varying = varying(program)
        self._written: dict[Function, set[Variable]] = {}
        for edge in program.edges:
            if isinstance(edge.operation, Assign):
                self._written.setdefault(edge.source.function, set()).add(edge.operation.target)

    def replaceable(self, location: Location, loop: LoopStatement) -> set[str]:
        """The texts of the variables that may be replaced in front of this loop, as far as the claim allows it."""
        if not self._allowed:
            return set()
        written = self._written.get(location.function, set())
        texts = [
            named.text
            for storage, named in loop.names.items()
            if isinstance(storage, Variable)
            and named.kind is ScalarKind.INTEGER
            and named.text.isidentifier()
            and not named.constant
            and storage in self._varying
            and (storage.function == location.function.name or storage in written)
        ]
        return set(texts[-MOST:])  # the function's own are the last


def varying(program: Program) -> set[Variable | Array]:
    """The storages whose value depends on inputs, on themselves, or on which of several values they were given."""
    constants: dict[Variable | Array, set[int]] = {}
    varied: set[Variable | Array] = set()
    for edge in program.edges:
        operation = edge.operation
        match operation:
            case Havoc(targets=targets, kind=kind) if kind is not NondetKind.UNINITIALISED:
                varied.update(targets)
            case Assign(target=target, value=Nondet(kind=kind)):
                if kind is not NondetKind.UNINITIALISED:
                    varied.add(target)
            case Assign(target=target, value=Constant(value=value)):
                constants.setdefault(target, set()).add(value)
            case Assign(target=target):
                if target in _read_by(operation):
                    varied.add(target)
            case Store(array=array):
                varied.add(array)
    varied.update(target for target, values in constants.items() if len(values) > 1)
    return _closed(program, varied)


def computed_from_addresses(program: Program) -> set[Variable | Array]:
    """The storages that may hold what was computed from an object's address, integers among them.

    The model's addresses are not those of an execution, so that it refutes nothing that is said of such a value.
    """
    if not program.addresses:
        return set()
    first, last = min(program.addresses.values()), max(program.addresses.values()) + _BEYOND_A_BASE
    width = program.data_model.pointer_width
    origins = {
        edge.operation.target if isinstance(edge.operation, Assign) else edge.operation.array
        for edge in program.edges
        if isinstance(edge.operation, Assign | Store)
        and any(
            isinstance(node, Constant) and first <= node.value <= last and node.type.width >= width
            for expression in evaluated(edge.operation)
            for node in _nodes(expression)
        )
    }
    return _closed(program, origins)


def _closed(program: Program, origins: set[Variable | Array]) -> set[Variable | Array]:
    """With all scalars that are assigned what reads one of them."""
    users: dict[Variable | Array, set[Variable | Array]] = {}
    for edge in program.edges:
        if isinstance(edge.operation, Assign):
            for storage in _read_by(edge.operation):
                users.setdefault(storage, set()).add(edge.operation.target)
    closed, pending = set(origins), list(origins)
    while pending:
        fresh = users.get(pending.pop(), set()) - closed
        closed |= fresh
        pending += fresh
    return closed


def _read_by(operation: Assign) -> set[Variable | Array]:
    return {storage for expression in evaluated(operation) for storage in _read(expression)}


def _read(expression: Expression) -> Iterator[Variable | Array]:
    for node in _nodes(expression):
        match node:
            case Read(variable=variable):
                yield variable
            case Select(array=array):
                yield array


def _nodes(expression: Expression) -> Iterator[Expression]:
    """The expression and what it is made of; what it shares once."""
    seen: set[int] = set()
    pending = [expression]
    while pending:
        node = pending.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            pending.extend(children(node))
