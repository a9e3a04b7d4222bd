"""Initialisers (C11 6.7.9): the parts of a new object get what their initialiser says; what it does not mention becomes zero.

Which expression initialises which part is a tree (``sub_objects``); it is stored here, part by part in the order of their places, as gcc
evaluates it.  An expression that initialises several elements (``[0 ... 2] = f()``) is evaluated once where it has effects.

The bytes of a union behind the member that is initialised are zero in objects of static storage duration, as gcc leaves them; in others
nobody promises anything about them (C11 6.2.6.1p7; gcc until 14 clears them, from 15 on not), and they have arbitrary values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from pycparser import c_ast

from verilab.program.c_types.layout import IncompleteTypeError, size_of
from verilab.program.c_types.types import C_BOOL, ArrayType, CType, FloatType, IntegerType, Member, RecordType
from verilab.program.expressions import Constant, IfThenElse
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations.large_arrays import zeroed_in_loops
from verilab.program.lowering.declarations.sub_objects import Parts, SubObject, Whole, is_copied, is_text, members_of, sub_objects
from verilab.program.lowering.expressions import floats, folding
from verilab.program.lowering.expressions.assignments import assign_value, kept
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage import places
from verilab.program.lowering.storage.objects import machine_type, value_type
from verilab.program.lowering.storage.places import Place, element_of, member_of, parts_of
from verilab.program.lowering.types.declared_types import declared_type
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT, DataModel


def initialise(ctx: Context, place: Place, node: c_ast.Node, *, static: bool = False) -> None:
    """Store an initialiser into a new object, zero what it leaves out; ``static``: an object of static storage duration."""
    literal = static and isinstance(place.type, RecordType) and isinstance(node, c_ast.CompoundLiteral)  # a constant, as its list is
    if not literal and not isinstance(node, c_ast.InitList) and not is_text(place.type, node) and not is_copied(place.type, node):
        _Stores(ctx, SubObject(place.type), static).value(place, node)
        return
    inside = node.init if isinstance(node, c_ast.CompoundLiteral) else node
    root = sub_objects(ctx, place.type, inside, static=static)
    _Stores(ctx, root, static).all(place, root)


def zero(ctx: Context, place: Place) -> None:
    """The scalar place becomes zero."""
    machine = machine_type(place.type, ctx.model)
    if machine is not None:
        ctx.emit(places.write(place, Constant(0, machine), ctx.model))


def zero_all(ctx: Context, place: Place) -> None:
    """Every scalar of an object becomes zero."""
    if zeroed_in_loops(ctx, place):
        return
    parts = parts_of(place, ctx.model, ctx.session.options.copy_limit)
    if parts is None:
        zero_variables(ctx, place)
    for part in parts or ():
        zero(ctx, part)


def zero_variables(ctx: Context, place: Place) -> None:
    """Of a whole object with too many scalars those that are in no array: what is assigned to them is not all that they hold."""
    if place.stored is None or place.node is not place.stored.root:
        return
    for storage in dict.fromkeys(cell.storage for cell in place.stored.cells):
        if isinstance(storage, Variable):
            ctx.emit(Assign(storage, Constant(0, storage.type)))


def completed(ctx: Context, type: CType, node: c_ast.Node) -> CType:
    """The type with its length, where an array takes it from its initialiser."""
    if not isinstance(type, ArrayType) or type.length is not None or type.variable or node is None:
        return type
    with ctx.muted():
        if isinstance(node, c_ast.CompoundLiteral):  # its own length, where it has one
            literal = completed(ctx, declared_type(ctx, node.type), node.init)
            return replace(type, length=literal.length) if isinstance(literal, ArrayType) else type
        return ArrayType(type.element, sub_objects(ctx, type, node).length)


class _Stores:
    """Stores the parts of one object, in the order of their places."""

    def __init__(self, ctx: Context, root: SubObject, static: bool) -> None:
        self._ctx = ctx
        self._static = static
        uses = Counter(id(leaf.expression) for leaf in root.leaves() if isinstance(leaf.expression, c_ast.Node))
        self._shared = {expression for expression, count in uses.items() if count > 1}
        self._values: dict[int, Value] = {}
        self._complete = True

    def all(self, place: Place, root: SubObject) -> None:
        """The whole object; of one with too many scalars, or without storage of its own, only what the initialiser mentions."""
        few = parts_of(place, self._ctx.model, self._ctx.session.options.copy_limit) is not None
        self._complete = few and not (isinstance(place.type, RecordType | ArrayType) and place.node is None)
        if not few:
            zero_variables(self._ctx, place)
        self._store(place, root, zeroed=False)

    def _store(self, place: Place, part: SubObject, *, zeroed: bool) -> None:
        match part.content:
            case None:
                if self._complete and not zeroed:
                    zero_all(self._ctx, place)
            case Whole(expression=int(unit)):
                assert isinstance(place.type, IntegerType)
                machine = place.type.machine
                self._ctx.emit(places.write(place, Constant(machine.wrap(unit), machine), self._ctx.model))
            case Whole(expression=c_ast.Node() as node):
                self.value(place, node)
            case Parts(by_position=parts):
                self._parts(place, parts, zeroed=zeroed)

    def _parts(self, place: Place, parts: dict[int, SubObject], *, zeroed: bool) -> None:
        if isinstance(place.type, RecordType) and place.type.is_union and parts:
            ((active, part),) = parts.items()
            self._member_of_union(place, members_of(place.type)[active], part, zeroed=zeroed)
            return
        if isinstance(place.type, RecordType) and place.type.is_union:
            self._store(place, SubObject(place.type), zeroed=zeroed)
            return
        count = (place.type.length or 0) if isinstance(place.type, ArrayType) else len(members_of(place.type))
        for position in range(count) if self._complete and not zeroed else sorted(parts):
            child = parts.get(position)
            if isinstance(place.type, ArrayType):
                inner = element_of(place, Constant(position, INT), self._ctx.model)
            else:
                inner = member_of(place, (members_of(place.type)[position],))
            self._store(inner, child if child is not None else SubObject(inner.type), zeroed=zeroed)

    def _member_of_union(self, place: Place, member: Member, part: SubObject, *, zeroed: bool) -> None:
        """One member of a union, and what is left of the union's bytes."""
        inner, ctx = member_of(place, (member,)), self._ctx
        if self._complete and not zeroed and not self._is_representative(place, inner):
            assert isinstance(place.type, RecordType)
            if self._static or scalar_bits(inner.type, ctx.model) == 8 * place.type.size:
                zero_all(ctx, place)  # where every bit is overwritten, so that none of them is read before
                zeroed = self._static
            else:
                for scalar in parts_of(place, ctx.model, ctx.session.options.copy_limit) or ():
                    machine = machine_type(scalar.type, ctx.model)
                    if machine is not None:
                        ctx.emit(places.write(scalar, Nondet(machine, NondetKind.UNINITIALISED, "uninitialised"), ctx.model))
        self._store(inner, part, zeroed=zeroed)

    def _is_representative(self, place: Place, inner: Place) -> bool:
        """Whether a member's scalars are those that the model holds of the union, so that storing them stores all of it."""
        model, limit = self._ctx.model, self._ctx.session.options.copy_limit
        whole, mine = parts_of(place, model, limit) or [], parts_of(inner, model, limit) or []
        return [_extent(scalar, model) for scalar in whole] == [_extent(scalar, model) for scalar in mine]

    def value(self, place: Place, node: c_ast.Node) -> None:
        """The value of one expression."""
        ctx = self._ctx
        focused = ctx.node
        known = self._values.get(id(node))
        if known is None:
            with ctx.awaiting(place.type):
                known = ctx.immediate(node)
            if id(node) in self._shared and ctx.session.purity.has_effect(node):
                known = self._values[id(node)] = kept(ctx, known)
        if self._static and _is_computed_nan(known, node):
            known = _of_either_sign(ctx, known)
        ctx.focus(focused)
        assign_value(ctx, place, known, node)


def _is_computed_nan(value: Value, node: c_ast.Node) -> bool:
    """Whether a value is a NaN that an operation of two operands made, or may have."""
    number = floats.number_of(value) if isinstance(value.type, FloatType) else None
    if number is None or number == number:  # a NaN alone is another number than itself
        return False
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, c_ast.BinaryOp):
            return True
        pending += [child for child in part if child is not None]
    return False


def _of_either_sign(ctx: Context, value: Value) -> Value:
    """The NaN: the compiler's own arithmetic gives it another sign than the processor's does (0.0 / 0.0 is positive there)."""
    if not isinstance(value.expression, Constant):
        return Value(value.type, None)
    machine = value.expression.type
    sign = ctx.unknown(C_BOOL, "sign of a computed NaN").expression
    assert sign is not None
    positive = value.expression.value & (machine.maximum >> 1)
    one, other = (Constant(pattern, machine) for pattern in (positive, machine.maximum - (machine.maximum >> 1) | positive))
    return Value(value.type, IfThenElse(folding.binary("!=", sign, Constant(0, sign.type)), other, one))


def _extent(place: Place, model: DataModel) -> tuple[int, int, int | None]:
    """Byte, bit and bits of a scalar; None where it is not modelled."""
    machine = machine_type(place.type, model)
    return place.offset, place.bit, None if machine is None else machine.width


def scalar_bits(type: CType, model: DataModel) -> int:
    """How many bits the scalars of a type have that hold a value: those of its size without padding (long double has some, too)."""
    match type:
        case ArrayType(element=element, length=length):
            return scalar_bits(element, model) * (length or 0)
        case RecordType(is_union=True, members=members):
            return max((scalar_bits(value_type(member), model) for member in members or ()), default=0)
        case RecordType(members=members):
            return sum(scalar_bits(value_type(member), model) for member in members or ())
        case IntegerType(machine=machine):
            return machine.width if type.field else 8 * size_of(type, model)
    try:
        machine_ = machine_type(type, model)
        return 8 * size_of(type, model) if machine_ is not None else 0
    except IncompleteTypeError:
        return 0
