"""One run of a program whose memory operations stand as they were lowered.

The file is one idea, though long: the step, a case for each operation, over one state; blocks.py is the memory, expressions.py the values.
"""

from __future__ import annotations

from dataclasses import dataclass

from verilab.evidence.interpretation.evaluation import Fault, Poison, Undefined
from verilab.evidence.interpretation.inputs import Inputs, InputSource, NoInputError, source_of
from verilab.evidence.interpretation.memory.arithmetic import truth
from verilab.evidence.interpretation.memory.blocks import UNWRITTEN, Address, Block, Result, Value, store
from verilab.evidence.interpretation.memory.expressions import Evaluation, Memory
from verilab.evidence.interpretation.outcomes import (
    DependsOnImprecise,
    Ended,
    Outcome,
    OutOfInputs,
    ReachedError,
    StepLimit,
    UndefinedBehaviour,
)
from verilab.program.cfa import Call, Edge, Function, Location, Program, Return
from verilab.program.expressions import Expression
from verilab.program.memory.external.provided_objects import END_OF_ADDRESSES
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.raw.operations import (
    Allocate,
    CopyBytes,
    End,
    Escape,
    HavocThrough,
    IndirectCall,
    RawOperation,
    SetBytes,
    StoreThrough,
    Structure,
    addressed_objects,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType
from verilab.resources import Deadline

LARGEST_ALLOCATION = 1 << 24
"""Bytes of one object that the program asks for; those of more are not executed."""
_CHECK_EVERY = 1024
_UNBOUNDED = "recursion"
"""What an edge is called that stands for calls beyond the bound: their effects are not known before pointers are resolved."""


_THROUGH = "call through a pointer"


class _Stopped(Exception):
    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class _Activation:
    """A call that has not returned; ``result``: where its value goes, where the call itself has to put it."""

    callee: Function
    return_to: Location
    result: Variable | None = None


class MemoryExecution:
    """One run in progress; ValueError where a storage is part of two objects.

    Unlike in ``verilab.evidence.interpretation.interpreter``, undefined behaviour that compilers give a usual meaning to ends the run.
    """

    def __init__(self, program: Program, inputs: Inputs) -> None:
        self._program = program
        self._source: InputSource = source_of(inputs)
        self._memory = Memory(addressed_objects(program), [UNWRITTEN] * program.slot_count)
        self._pointer = program.data_model.pointer_width
        self._evaluations: dict[int, Evaluation] = {}
        self._stack: list[_Activation] = []
        self._active: set[Function] = set()

    def run(self, step_limit: int, deadline: Deadline | None = None) -> Outcome:
        """Execute from the program's entry.  Raises OutOfTime at the deadline."""
        deadline = deadline or Deadline()
        location = self._program.entry.entry
        try:
            for step in range(step_limit):
                if step % _CHECK_EVERY == 0:
                    deadline.check()
                location = self._step(location)
        except _Stopped as stopped:
            return stopped.outcome
        return StepLimit(step_limit)

    def value(self, variable: Variable) -> int | None:
        """What a variable holds, where that is a number."""
        value = self._memory.read(variable)
        return value if isinstance(value, int) else None

    def _step(self, location: Location) -> Location:
        if location.is_error:
            raise _Stopped(ReachedError(location))
        for edge in location.leaving:
            operation: RawOperation = edge.operation
            match operation:
                case Assume(condition=condition, positive=positive):
                    holds = truth(self._value_at(condition))
                    if not isinstance(holds, bool):
                        raise self._open(holds, edge)
                    if holds != positive:
                        continue
                    self._precise(edge)
                    return edge.target
                case Call(callee=callee, return_to=return_to):
                    return self._enter(_Activation(callee, return_to), edge)
                case IndirectCall():
                    self._precise(edge)
                    return self._call(operation, edge)
                case Return():
                    if not self._stack:
                        raise _Stopped(Ended("returned", location))
                    return self._leave(edge)
                case _:
                    self._execute(edge, operation)
                    return edge.target
        raise _Stopped(Ended("blocked" if location.function.exit is not location or self._stack else "returned", location))

    def _enter(self, activation: _Activation, edge: Edge) -> Location:
        """Each instance of a function has its variables once."""
        if activation.callee in self._active:
            raise _Stopped(DependsOnImprecise(edge, "recursion through a function pointer"))
        self._active.add(activation.callee)
        self._stack.append(activation)
        return activation.callee.entry

    def _leave(self, edge: Edge) -> Location:
        activation = self._stack.pop()
        self._active.discard(activation.callee)
        if activation.result is not None:
            assert activation.callee.result is not None
            value = self._memory.read(activation.callee.result)
            self._assign(activation.result, self._no_fault(value, edge), edge)
        return activation.return_to

    def _call(self, call: IndirectCall, edge: Edge) -> Location:
        """Through a pointer, with arguments of the types of the parameters: anything else is undefined (C11 6.5.2.2p9), or not executed."""
        address = self._value(call.address, edge)
        callee = self._memory.functions.get(address.block) if isinstance(address, Address) and address.offset == 0 else None
        if callee is None or isinstance(call.result, Structure):
            raise self._open(address, edge) if isinstance(address, Poison) else _Stopped(DependsOnImprecise(edge, _THROUGH))
        if len(call.arguments) != len(callee.passed) or (call.result is not None and not _has_type(callee.result, call.result.type)):
            raise _Stopped(DependsOnImprecise(edge, _THROUGH))
        passed: list[tuple[Variable, Value]] = []
        for argument, storages in zip(call.arguments, callee.passed, strict=True):
            parameter = storages[0] if len(storages) == 1 else None
            if isinstance(argument, Structure) or not isinstance(parameter, Variable) or parameter.type != argument.type:
                raise _Stopped(DependsOnImprecise(edge, _THROUGH))
            passed.append((parameter, self._value(argument, edge)))
        location = self._enter(_Activation(callee, edge.target, call.result), edge)
        for parameter, value in passed:
            self._assign(parameter, value, edge)
        return location

    def _execute(self, edge: Edge, operation: RawOperation) -> None:
        match operation:
            case Assign(target=target, value=Nondet() as chosen):
                self._assign(target, self._choices(edge, (chosen.type,), chosen.kind, chosen.origin)[0], edge)
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
        self._precise(edge)
        match operation:
            case Skip() | Escape():  # memory that the program did not make is never looked at
                pass
            case Assign(target=target, value=value):
                self._assign(target, self._value(value, edge), edge)
            case Store(array=array, index=index, value=value):
                self._store(array, index, self._value(value, edge), edge)
            case StoreThrough(value=value):
                self._through(operation, self._value(value, edge), edge)
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
                raise _Stopped(DependsOnImprecise(edge, "function without a body"))

    def _precise(self, edge: Edge) -> None:
        if edge.imprecise is not None:
            raise _Stopped(DependsOnImprecise(edge, edge.imprecise))

    def _open(self, value: Result, edge: Edge) -> _Stopped:
        """The end of a run at a value that control or memory depends on."""
        match value:
            case Fault(kind=kind):
                return _Stopped(UndefinedBehaviour(kind, edge))
            case Poison(reason=reason):
                return _Stopped(DependsOnImprecise(edge, reason))
        return _Stopped(DependsOnImprecise(edge, "address of an object"))

    def _value_at(self, expression: Expression) -> Result:
        evaluation = self._evaluations.get(id(expression))
        if evaluation is None:
            evaluation = self._evaluations[id(expression)] = Evaluation(expression, self._memory)
        return evaluation()

    def _value(self, expression: Expression | Nondet, edge: Edge) -> Value:
        assert not isinstance(expression, Nondet)  # chosen elsewhere
        return self._no_fault(self._value_at(expression), edge)

    def _no_fault(self, value: Result, edge: Edge) -> Value:
        if isinstance(value, Fault):
            raise self._open(value, edge)
        return value

    def _number(self, expression: Expression, edge: Edge) -> int:
        value = self._value_at(expression)
        if not isinstance(value, int):
            raise self._open(value, edge)
        return value

    def _address(self, expression: Expression, edge: Edge) -> Address:
        value = self._value_at(expression)
        if isinstance(value, Address) and value.block.kind is not ObjectKind.FUNCTION:
            return value
        raise _Stopped(UndefinedBehaviour(Undefined.INDEX, edge)) if isinstance(value, int) else self._open(value, edge)

    def _bytes(self, expression: Expression, length: int, edge: Edge) -> tuple[Block, int]:
        """The block and the first of so many bytes that lie in it."""
        address = self._address(expression, edge)
        if not 0 <= address.offset <= address.block.size - length:
            raise _Stopped(UndefinedBehaviour(Undefined.INDEX, edge))
        return address.block, address.offset

    def _assign(self, target: Variable, value: Value, edge: Edge) -> None:
        part = self._memory.parts.get(target)
        if part is None:
            self._memory.slots[target.slot] = value
        else:
            self._put(part.address(), value, target.type, part.cell.bit, edge)

    def _store(self, array: Array, index: Expression, value: Value, edge: Edge) -> None:
        place = self._number(index, edge)
        if not 0 <= place < array.length:
            raise _Stopped(UndefinedBehaviour(Undefined.INDEX, edge))
        part = self._memory.parts.get(array)
        if part is None:
            self._memory.slots[array.slot + place] = value
        else:
            self._put(part.address(place), value, array.type, part.cell.bit, edge)

    def _through(self, operation: StoreThrough, value: Value, edge: Edge) -> None:
        self._put(self._address(operation.address, edge), value, operation.value.type, operation.bit, edge)

    def _put(self, address: Address, value: Value, type: IntType, bit: int, edge: Edge) -> None:
        fault = store(address, value, type, bit, self._pointer)
        if fault is not None:
            raise self._open(fault, edge)

    def _allocate(self, operation: Allocate, edge: Edge) -> None:
        size = self._number(operation.size, edge)
        if operation.provider or not 0 < size <= LARGEST_ALLOCATION:
            if size < END_OF_ADDRESSES[self._pointer]:
                raise _Stopped(DependsOnImprecise(edge, "heap"))
            self._assign(operation.target, 0, edge)
            return
        site = operation.site
        block = Block(site.name, ObjectKind.HEAP, size, site.anew or site.scoped)
        if operation.zeroed:
            block.bytes = [0] * size
        self._assign(operation.target, Address(block, 0), edge)

    def _end(self, expression: Expression, edge: Edge) -> None:
        value = self._value(expression, edge)
        if isinstance(value, int) and value == 0:
            return
        if not (isinstance(value, Address) and value.block.kind is ObjectKind.HEAP and value.offset == 0 and value.is_inside):
            raise _Stopped(UndefinedBehaviour(Undefined.INDEX, edge)) if isinstance(value, int | Address) else self._open(value, edge)
        value.block.end()

    def _havoc(self, edge: Edge, targets: tuple[Variable | Array, ...], kind: NondetKind, origin: str) -> None:
        if edge.imprecise == _UNBOUNDED:
            raise _Stopped(DependsOnImprecise(edge, _UNBOUNDED))
        for target in targets:
            length = target.length if isinstance(target, Array) else 1
            values = self._choices(edge, (target.type,) * length, kind, origin)
            if isinstance(target, Variable):
                self._assign(target, values[0], edge)
                continue
            part = self._memory.parts.get(target)
            for place, value in enumerate(values):
                if part is None:
                    self._memory.slots[target.slot + place] = value
                else:
                    self._put(part.address(place), value, target.type, part.cell.bit, edge)

    def _choices(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind, origin: str) -> list[Value]:
        """The values that are chosen here; unknown ones for what is not determined."""
        try:
            values = self._source.values(edge, types, kind)
        except NoInputError:
            raise _Stopped(OutOfInputs(edge)) from None
        if values is None or kind is NondetKind.IMPRECISE:
            return [Poison(origin, edge)] * len(types)
        return [type.wrap(value) for type, value in zip(types, values, strict=True)]


def _has_type(result: Variable | None, type: IntType) -> bool:
    return result is not None and result.type == type
