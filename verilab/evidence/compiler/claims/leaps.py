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

from verilab.program.cfa import Function, Location, Program, evaluated
from verilab.program.expressions import Constant, Expression, Read, Select, children
from verilab.program.loops import LoopStatement, ScalarKind, Walks
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable

MOST = 24
"""Variables of one loop."""


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
        found = [
            named.text
            for storage, named in loop.names.items()
            if isinstance(storage, Variable)
            and named.kind is ScalarKind.INTEGER
            and named.text.isidentifier()
            and not named.constant
            and storage in self._varying
            and (storage.function == location.function.name or storage in written)
        ]
        return set(found[-MOST:])  # the function's own are the last


def varying(program: Program) -> set[Variable | Array]:
    """The storages whose value depends on inputs, on themselves, or on which of several values they were given."""
    constants: dict[Variable | Array, set[int]] = {}
    sources: dict[Variable | Array, set[Variable | Array]] = {}
    found: set[Variable | Array] = set()
    for edge in program.edges:
        operation = edge.operation
        match operation:
            case Havoc(targets=targets, kind=kind) if kind is not NondetKind.UNINITIALISED:
                found.update(targets)
            case Assign(target=target, value=Nondet(kind=kind)):
                if kind is not NondetKind.UNINITIALISED:
                    found.add(target)
            case Assign(target=target, value=Constant(value=value)):
                constants.setdefault(target, set()).add(value)
            case Assign(target=target):
                read = {storage for expression in evaluated(operation) for storage in _read(expression)}
                sources.setdefault(target, set()).update(read)
                if target in read:
                    found.add(target)
            case Store(array=array):
                found.add(array)
    found.update(target for target, values in constants.items() if len(values) > 1)
    users: dict[Variable | Array, set[Variable | Array]] = {}
    for user, storages in sources.items():
        for storage in storages:
            users.setdefault(storage, set()).add(user)
    pending = list(found)
    while pending:
        fresh = users.get(pending.pop(), set()) - found
        found |= fresh
        pending += fresh
    return found


def _read(expression: Expression) -> set[Variable | Array]:
    found: set[Variable | Array] = set()
    seen: set[int] = set()
    pending = [expression]
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        match node:
            case Read(variable=variable):
                found.add(variable)
            case Select(array=array):
                found.add(array)
        pending.extend(children(node))
    return found
