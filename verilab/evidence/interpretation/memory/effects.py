"""What the operations of a program do to its memory, as they were lowered, and the values that conditions and calls have in it.

A run ends where an operation is undefined, asks for an input that there is not, or depends on what is not known: ``Stopped`` says how.
"""

from __future__ import annotations

from verilab.evidence.interpretation.evaluation import Fault, Poison, Undefined
from verilab.evidence.interpretation.inputs import InputSource, NoInputError
from verilab.evidence.interpretation.memory.blocks import OVER_OTHERS, UNWRITTEN, Address, Block, Result, Value, store
from verilab.evidence.interpretation.memory.expressions import Evaluation, Memory, Part
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Outcome, OutOfInputs, UndefinedBehaviour
from verilab.program.cfa import Edge, Function, Program
from verilab.program.expressions import Expression
from verilab.program.memory.external.provided_objects import END_OF_ADDRESSES
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.raw.operations import (
    Allocate,
    CopyBytes,
    End,
    Escape,
    HavocThrough,
    RawOperation,
    SetBytes,
    StoreThrough,
    addressed_objects,
)
from verilab.program.operations import Assign, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import BOOL, IntType

LARGEST_ALLOCATION = 1 << 24
"""Bytes of one object that the program asks for; those of more are not executed."""
_UNBOUNDED = "recursion"
"""What an edge is called that stands for calls beyond the bound: their effects are not known before pointers are resolved."""


class Stopped(Exception):
    """The run is over."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class Effects:
    """The memory of one run, which operations change; ValueError where a storage is part of two objects."""

    def __init__(self, program: Program, source: InputSource) -> None:
        self._source = source
        self._memory = Memory(addressed_objects(program), [UNWRITTEN] * program.slot_count)
        self._pointer = program.data_model.pointer_width
        self._evaluations: dict[int, Evaluation] = {}

    def function_at(self, address: Value) -> Function | None:
        """The function that a call through this address calls."""
        return self._memory.functions.get(address.block) if isinstance(address, Address) and address.offset == 0 else None

    def content(self, variable: Variable) -> Result:
        """What a variable holds."""
        return self._memory.read(variable)

    def execute(self, edge: Edge, operation: RawOperation) -> None:
        """Carry out an operation that neither calls nor decides."""
        match operation:
            case Assign(target=target, value=Nondet() as chosen):
                self.assign(target, self._choices(edge, (chosen.type,), chosen.kind, chosen.origin)[0], edge)
                return
            case Store(array=array, index=index, value=Nondet() as chosen):
                self._store(array, index, self._choices(edge, (chosen.type,), chosen.kind, chosen.origin)[0], edge)
                return
            case StoreThrough(value=Nondet() as chosen):
                self._through(operation, self._choices(edge, (chosen.type,), chosen.kind, chosen.origin)[0], edge)
                return
            case Havoc(targets=targets, kind=kind, origin=origin):
                self._havoc(edge, targets, kind, origin)
                return
            case HavocThrough(address=address):
                block = self._address(address, edge).block
                block.bytes = [Poison(operation.origin, edge)] * block.size
                return
        self.precise(edge)
        match operation:
            case Skip() | Escape():  # memory that the program did not make is never looked at
                pass
            case Assign(target=target, value=value):
                self.assign(target, self.value(value, edge), edge)
            case Store(array=array, index=index, value=value):
                self._store(array, index, self.value(value, edge), edge)
            case StoreThrough(value=value):
                self._through(operation, self.value(value, edge), edge)
            case Allocate():
                self._allocate(operation, edge)
            case End(address=address):
                self._end(address, edge)
            case CopyBytes(destination=destination, source=source, count=count, within=within):
                length = self._number(count, edge)
                if within:
                    begin = self._address(source, edge)
                    length = min(length, begin.block.size - begin.offset)
                if length:
                    block, first = self._bytes(source, length, edge)
                    copied = block.bytes[first : first + length]
                    into, start = self._bytes(destination, length, edge)
                    into.bytes[start : start + length] = copied
            case SetBytes(destination=destination, value=value, count=count):
                byte, length = self._number(value, edge) & 255, self._number(count, edge)
                if length:
                    into, start = self._bytes(destination, length, edge)
                    into.bytes[start : start + length] = [byte] * length
            case _:
                raise Stopped(DependsOnImprecise(edge, "function without a body"))

    def precise(self, edge: Edge) -> None:
        """Stopped where the edge is an approximation."""
        if edge.imprecise is not None:
            raise Stopped(DependsOnImprecise(edge, edge.imprecise))

    def open_end(self, value: Result, edge: Edge) -> Stopped:
        """The end of a run at a value that control or memory depends on."""
        match value:
            case Fault(kind=kind):
                return Stopped(UndefinedBehaviour(kind, edge))
            case Poison(reason=reason):
                return Stopped(DependsOnImprecise(edge, reason))
        return Stopped(DependsOnImprecise(edge, "address of an object"))

    def value_at(self, expression: Expression) -> Result:
        """What an expression is worth, faults included."""
        evaluation = self._evaluations.get(id(expression))
        if evaluation is None:
            evaluation = self._evaluations[id(expression)] = Evaluation(expression, self._memory)
        return evaluation()

    def value(self, expression: Expression | Nondet, edge: Edge) -> Value:
        """What an expression is worth; Stopped at a fault."""
        assert not isinstance(expression, Nondet)  # chosen elsewhere
        return self.no_fault(self.value_at(expression), edge)

    def no_fault(self, value: Result, edge: Edge) -> Value:
        """The value; Stopped where it is a fault."""
        if isinstance(value, Fault):
            raise self.open_end(value, edge)
        return value

    def _number(self, expression: Expression, edge: Edge) -> int:
        value = self.value_at(expression)
        if not isinstance(value, int):
            raise self.open_end(value, edge)
        return value

    def _address(self, expression: Expression, edge: Edge) -> Address:
        value = self.value_at(expression)
        if isinstance(value, Address) and value.block.kind is not ObjectKind.FUNCTION:
            return value
        raise Stopped(UndefinedBehaviour(Undefined.INDEX, edge)) if isinstance(value, int) else self.open_end(value, edge)

    def _bytes(self, expression: Expression, length: int, edge: Edge) -> tuple[Block, int]:
        """The block and the first of so many bytes that lie in it."""
        address = self._address(expression, edge)
        if not 0 <= address.offset <= address.block.size - length:
            raise Stopped(UndefinedBehaviour(Undefined.INDEX, edge))
        return address.block, address.offset

    def assign(self, target: Variable, value: Value, edge: Edge) -> None:
        """Let a variable have a value."""
        part = self._memory.parts.get(target)
        if part is None:
            self._memory.slots[target.slot] = value
        else:
            self._put_part(part, 0, value, edge)

    def _store(self, array: Array, index: Expression, value: Value, edge: Edge) -> None:
        place = self._number(index, edge)
        if not 0 <= place < array.length:
            raise Stopped(UndefinedBehaviour(Undefined.INDEX, edge))
        part = self._memory.parts.get(array)
        if part is None:
            self._memory.slots[array.slot + place] = value
        else:
            self._put_part(part, place, value, edge)

    def _through(self, operation: StoreThrough, value: Value, edge: Edge) -> None:
        self._put(self._address(operation.address, edge), value, operation.value.type, operation.bit, edge)

    def _put_part(self, part: Part, place: int, value: Value, edge: Edge) -> None:
        """Write to a storage.  One bit that is alone may be a ``_Bool``, whose whole byte is written, or a bit-field, whose is not."""
        address = part.address(place)
        if part.cell.type == BOOL and part.alone and address.is_inside:
            before = address.block.bytes[address.offset]
            if isinstance(before, int) and before > 1:
                value = OVER_OTHERS
        self._put(address, value, part.cell.type, part.cell.bit, edge)

    def _put(self, address: Address, value: Value, type: IntType, bit: int, edge: Edge) -> None:
        fault = store(address, value, type, bit, self._pointer)
        if fault is not None:
            raise self.open_end(fault, edge)

    def _allocate(self, operation: Allocate, edge: Edge) -> None:
        size = self._number(operation.size, edge)
        if operation.provider or not 0 < size <= LARGEST_ALLOCATION:
            if size < END_OF_ADDRESSES[self._pointer]:
                raise Stopped(DependsOnImprecise(edge, "heap"))
            self.assign(operation.target, 0, edge)
            return
        site = operation.site
        block = Block(site.name, ObjectKind.HEAP, size, site.anew or site.scoped)
        if operation.zeroed:
            block.bytes = [0] * size
        self.assign(operation.target, Address(block, 0), edge)

    def _end(self, expression: Expression, edge: Edge) -> None:
        value = self.value(expression, edge)
        if isinstance(value, int) and value == 0:
            return
        if not (isinstance(value, Address) and value.block.kind is ObjectKind.HEAP and value.offset == 0 and value.is_inside):
            raise Stopped(UndefinedBehaviour(Undefined.INDEX, edge)) if isinstance(value, int | Address) else self.open_end(value, edge)
        value.block.end()

    def _havoc(self, edge: Edge, targets: tuple[Variable | Array, ...], kind: NondetKind, origin: str) -> None:
        if edge.imprecise == _UNBOUNDED:
            raise Stopped(DependsOnImprecise(edge, _UNBOUNDED))
        for target in targets:
            length = target.length if isinstance(target, Array) else 1
            values = self._choices(edge, (target.type,) * length, kind, origin)
            if isinstance(target, Variable):
                self.assign(target, values[0], edge)
                continue
            part = self._memory.parts.get(target)
            for place, value in enumerate(values):
                if part is None:
                    self._memory.slots[target.slot + place] = value
                else:
                    self._put_part(part, place, value, edge)

    def _choices(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind, origin: str) -> list[Value]:
        """The values that are chosen here; unknown ones for what is not determined."""
        try:
            values = self._source.values(edge, types, kind)
        except NoInputError:
            raise Stopped(OutOfInputs(edge)) from None
        if values is None or kind is NondetKind.IMPRECISE:
            return [Poison(origin, edge)] * len(types)
        return [type.wrap(value) for type, value in zip(types, values, strict=True)]
