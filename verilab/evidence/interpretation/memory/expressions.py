"""Raw expressions, each compiled into a list of steps: one for each node, operands before their users."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from verilab.data_classes import dataclass
from verilab.evidence.interpretation import float_arithmetic
from verilab.evidence.interpretation.evaluation import Fault, Poison, Undefined
from verilab.evidence.interpretation.memory.arithmetic import PLACED, apply_binary, apply_unary, converted, same_label, truth
from verilab.evidence.interpretation.memory.blocks import Address, Block, Result, Value, load
from verilab.program.cfa import Function
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary
from verilab.program.memory.objects.objects import FOREIGN, Cell, MemoryObject, ObjectKind
from verilab.program.memory.raw.expressions import AddressOf, LabelComparison, Load, RawExpression, raw_postorder
from verilab.program.storages import Array, Variable

Step = Callable[[list[Result]], Result]
FOREIGN_ADDRESS = Poison("memory that the program did not make", None)


@dataclass(frozen=True, slots=True)
class Part:
    """Where a storage lies that is part of an object; ``alone``: no other storage has bits of the same bytes."""

    block: Block
    cell: Cell
    alone: bool

    def address(self, index: int = 0) -> Address:
        """Of an element, the last dimension's index running fastest."""
        offset = self.cell.offset
        for dimension in reversed(self.cell.dimensions):
            index, here = divmod(index, dimension.count)
            offset += here * dimension.stride
        return Address(self.block, offset)


class Memory:
    """All data of a program: the storages of addressable objects in blocks, the others by their slots."""

    def __init__(self, objects: Mapping[MemoryObject, None], slots: list[Value]) -> None:
        self.slots = slots
        self.blocks: dict[MemoryObject, Block] = {}
        self.functions: dict[Block, Function] = {}
        self.parts: dict[Variable | Array, Part] = {}
        for object in objects:
            # A function has no bytes that C may read; its address is one by itself.
            block = self.blocks[object] = Block(object.name, object.kind, object.size or 1, object.anew, object.label, object.is_literal)
            if object.function is not None:
                self.functions[block] = object.function
            begun = Counter(cell.offset + cell.bit // 8 for cell in object.cells)
            for cell in object.cells:
                if cell.storage in self.parts:
                    raise ValueError(f"{cell.storage} is part of two objects")
                self.parts[cell.storage] = Part(block, cell, begun[cell.offset] == 1)

    def read(self, variable: Variable) -> Result:
        part = self.parts.get(variable)
        return self.slots[variable.slot] if part is None else load(part.address(), variable.type, part.cell.bit)

    def select(self, array: Array, index: Result) -> Result:
        if not isinstance(index, int):
            return index if isinstance(index, Poison | Fault) else PLACED
        if not 0 <= index < array.length:
            return Fault(Undefined.INDEX)
        part = self.parts.get(array)
        return self.slots[array.slot + index] if part is None else load(part.address(index), array.type, part.cell.bit)


class Evaluation:
    """One expression, evaluated as often as control comes by.  Of a choice only the part that is chosen counts."""

    def __init__(self, expression: Expression, memory: Memory) -> None:
        places: dict[int, int] = {}
        self._steps: list[Step] = []
        for node in raw_postorder(expression):
            places[id(node)] = len(self._steps)
            self._steps.append(_step(node, places, memory))

    def __call__(self) -> Result:
        values: list[Result] = []
        append = values.append
        for step in self._steps:
            append(step(values))
        return values[-1]


def _step(node: RawExpression, places: Mapping[int, int], memory: Memory) -> Step:
    match node:
        case Constant(value=number):
            return lambda values: number
        case Read(variable=variable):
            if variable not in memory.parts:
                slots, slot = memory.slots, variable.slot
                return lambda values: slots[slot]
            return lambda values: memory.read(variable)
        case AddressOf(object=object, offset=offset):
            known = FOREIGN_ADDRESS if object.kind in FOREIGN else Address(memory.blocks[object], offset)
            return lambda values: known
        case Load(address=address):
            at = places[id(address)]
            return lambda values: _loaded(values[at], node)
        case Select(array=array, index=index):
            at = places[id(index)]
            return lambda values: memory.select(array, values[at])
        case Unary(operator=operator, operand=operand, type=type):
            at = places[id(operand)]
            return lambda values: apply_unary(operator, values[at], type)
        case Cast(operand=operand, type=type):
            at, of = places[id(operand)], operand.type
            return lambda values: converted(values[at], of, type)
        case LabelComparison(left=left, right=right):
            first, second = places[id(left)], places[id(right)]
            return lambda values: same_label(values[first], values[second])
        case Binary(operator=operator, left=left, right=right):
            first, second, of = places[id(left)], places[id(right)], left.type
            return lambda values: apply_binary(operator, values[first], values[second], of)
        case IfThenElse(condition=condition, then=then, otherwise=otherwise):
            at, yes, no = places[id(condition)], places[id(then)], places[id(otherwise)]
            return lambda values: _chosen(truth(values[at]), values[yes], values[no])
        case FloatOperation(operands=operands):
            positions = [places[id(operand)] for operand in operands]
            return lambda values: _float_operation(node, [values[at] for at in positions])


def _loaded(address: Result, node: Load) -> Result:
    if isinstance(address, int):
        return Fault(Undefined.INDEX)  # null, or a number that the program made up
    if not isinstance(address, Address):
        return address if isinstance(address, Poison | Fault) else PLACED
    return PLACED if address.block.kind is ObjectKind.FUNCTION else load(address, node.type, node.bit)


def _chosen(condition: bool | Poison | Fault, then: Result, otherwise: Result) -> Result:
    if not isinstance(condition, bool):
        return condition
    return then if condition else otherwise


def _float_operation(node: FloatOperation, operands: list[Result]) -> Result:
    known = [operand for operand in operands if isinstance(operand, int)]
    if len(known) < len(operands):
        unknown = [operand for operand in operands if not isinstance(operand, int)]
        return next(
            (operand for operand in unknown if isinstance(operand, Fault)), unknown[0] if isinstance(unknown[0], Poison) else PLACED
        )
    value = float_arithmetic.evaluate(node.operator, known, node.operands[0].type, node.type)
    return Fault(Undefined.CONVERSION) if value is None else value
