"""Initialisers (C11 6.7.9): nested and elided braces, designators, strings; what is not mentioned becomes zero."""

from __future__ import annotations

from collections import deque
from typing import Any

from pycparser import c_ast

from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import ArrayType, CType, FloatType, IntegerType, RecordType
from verilab.program.expressions import Constant
from verilab.program.lowering.context import Context
from verilab.program.lowering.declarations.large_arrays import zeroed_in_loops
from verilab.program.lowering.expressions import operators
from verilab.program.lowering.expressions.assignments import assign_value
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.storage import places
from verilab.program.lowering.storage.objects import machine_type
from verilab.program.lowering.storage.places import Place, element_of, member_of, parts_of
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.lowering.types.declared_types import type_of
from verilab.program.syntax.tree.nodes import RangeDesignator
from verilab.program.types import INT

Entry = tuple[Place, Any]
"""A place and the expression (or the code unit of a string, an int) that initialises it."""


def initialise(ctx: Context, place: Place, node: c_ast.Node) -> None:
    """Store an initialiser into a new object, zero what it leaves out."""
    if not _is_list(node) and not _is_text(ctx, place.type, node):
        focused = ctx.node
        with ctx.awaiting(place.type):
            value = ctx.immediate(node)
        ctx.focus(focused)
        assign_value(ctx, place, value, node)
        return
    walk = InitialiserWalk(ctx)
    walk.visit(place, node)
    entries = {(entry.offset, entry.bit): (entry, value) for entry, value in walk.entries}
    parts = parts_of(place, ctx.model, ctx.session.options.copy_limit)
    if parts is None or (isinstance(place.type, RecordType | ArrayType) and place.node is None):
        for entry, value in entries.values():
            _store(ctx, entry, value)
        return
    covered_until = -1
    for part in parts:
        key = (part.offset, part.bit)
        if key in entries:
            entry, value = entries.pop(key)
            if _is_narrower(ctx, entry, part):
                zero(ctx, part)
            _store(ctx, entry, value)
            if isinstance(entry.type, RecordType):
                covered_until = entry.offset + entry.type.size
        elif part.offset >= covered_until:
            zero(ctx, part)
    for entry, value in entries.values():  # members of a union other than the representative one
        _store(ctx, entry, value)


def _is_narrower(ctx: Context, entry: Place, part: Place) -> bool:
    """Whether a union's initialised member leaves bits of the representative one alone."""
    first, whole = machine_type(entry.type, ctx.model), machine_type(part.type, ctx.model)
    return first is not None and whole is not None and first.width < whole.width


def zero(ctx: Context, place: Place) -> None:
    """The scalar place becomes zero."""
    machine = machine_type(place.type, ctx.model)
    if machine is not None:
        ctx.emit(places.write(place, Constant(0, machine), ctx.model))


def zero_all(ctx: Context, place: Place) -> None:
    """Every scalar of an object becomes zero."""
    if zeroed_in_loops(ctx, place):
        return
    for part in parts_of(place, ctx.model, ctx.session.options.copy_limit) or ():
        zero(ctx, part)


def _store(ctx: Context, place: Place, node: c_ast.Node) -> None:
    if isinstance(node, int):
        assert isinstance(place.type, IntegerType)
        machine = place.type.machine
        ctx.emit(places.write(place, Constant(machine.wrap(node), machine), ctx.model))
    else:
        focused = ctx.node
        value = ctx.immediate(node)
        ctx.focus(focused)
        assign_value(ctx, place, value, node)


def completed(ctx: Context, type: CType, node: c_ast.Node) -> CType:
    """The type with its length, where an array takes it from its initialiser."""
    if not isinstance(type, ArrayType) or type.length is not None or type.variable or node is None:
        return type
    walk = InitialiserWalk(ctx)
    with ctx.muted():
        walk.visit(Place(type, None, None, address=Constant(0, ctx.pointer)), node)
    return ArrayType(type.element, walk.length)


def _is_list(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.InitList)


def _text_of(node: c_ast.Node) -> Any:
    """The string constant of an initialiser, also in braces; None where it is none."""
    while isinstance(node, c_ast.InitList) and len(node.exprs) == 1:
        node = node.exprs[0]
    return node if isinstance(node, c_ast.Constant) and node.value.endswith('"') else None


def _is_text(ctx: Context, target: CType, node: c_ast.Node) -> bool:
    return isinstance(target, ArrayType) and isinstance(target.element, IntegerType) and _text_of(node) is not None


class InitialiserWalk:
    """Finds which place each expression of an initialiser initialises; ``length`` is that of the outermost array so far."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.entries: list[Entry] = []
        self.length = 0
        self._outermost = True

    def visit(self, place: Place, node: Any) -> None:
        """One initialiser for one place."""
        outermost, self._outermost = self._outermost, False
        if _is_text(self.ctx, place.type, node):
            self._text(place, _text_of(node), outermost)
        elif _is_list(node) and isinstance(place.type, ArrayType | RecordType):
            self._fill(place, deque(node.exprs), designators=True, outermost=outermost)
        elif _is_list(node):
            if node.exprs:
                self.visit(place, node.exprs[0])
        else:
            self.entries.append((place, node))

    def _text(self, place: Place, node: Any, outermost: bool) -> None:
        assert isinstance(place.type, ArrayType)
        literal = string_literal(node.value, INTEGER_WIDE)
        units = (*literal.units, 0) if literal is not None else (0,)
        if outermost:
            self.length = len(units)
        length = len(units) if place.type.length is None else place.type.length
        for i, unit in enumerate(units[:length]):
            self.entries.append((element_of(place, Constant(i, INT), self.ctx.model), unit))

    def _fill(self, place: Place, items: deque[Any], *, designators: bool, outermost: bool = False, position: int = 0) -> None:
        """Initialise the parts of an aggregate in order from ``position`` on, from as many items as it takes."""
        count = self._count(place.type)
        while items:
            item = items[0]
            if isinstance(item, c_ast.NamedInitializer):
                if not designators:
                    return
                items.popleft()
                position = self._designated(place, item, items) + 1
            elif count is not None and position >= count:
                if designators:
                    items.clear()  # excess initialisers are ignored, with a warning by compilers
                return
            else:
                self._item(self._part(place, position), items)
                position += 1
            if outermost:
                self.length = max(self.length, position)

    def _item(self, part: Place, items: deque[Any]) -> None:
        """The next item initialises ``part``; without braces a part that is an aggregate takes as many items as it has scalars."""
        item = items[0]
        elided = (
            isinstance(part.type, ArrayType | RecordType)
            and not _is_list(item)
            and not _is_text(self.ctx, part.type, item)
            and not (isinstance(part.type, RecordType) and type_of(self.ctx, item) is part.type)
        )
        if elided and self._count(part.type) != 0:
            self._fill(part, items, designators=False)
        else:
            self.visit(part, items.popleft())

    def _designated(self, place: Place, item: Any, items: deque[Any]) -> int:
        """``.a[2] = e, f``: e initialises the designated part, f the one after it, as deep inside as the designator led.

        Returns the position of the outermost designated part, which is full then.
        """
        first = item.name[0]
        positions = self._positions(place, first)
        for position in positions:
            part = self._part(place, position)
            rest = self._anonymous(place, first) + list(item.name[1:])
            self._inside(part, rest, item.expr, items if position == positions[-1] else deque())
        return positions[-1]

    def _inside(self, part: Place, designators: list[Any], value: Any, items: deque[Any]) -> None:
        """Initialise what the designators lead to, inside ``part``, and what follows it there."""
        if not designators:
            if _is_list(value) or not items:
                pending = deque([value])
                self._item(part, pending)
            else:
                items.appendleft(value)
                self._item(part, items)
            return
        designator = designators[0]
        positions = self._positions(part, designator)
        for position in positions:
            rest = self._anonymous(part, designator) + designators[1:]
            self._inside(self._part(part, position), rest, value, items if position == positions[-1] else deque())
        self._fill(part, items, designators=False, position=positions[-1] + 1)

    def _anonymous(self, place: Place, designator: Any) -> list[Any]:
        """The designator again, where it names a member of an anonymous structure or union inside."""
        return [designator] if isinstance(designator, c_ast.ID) and len(self._path(place, designator)) > 1 else []

    def _positions(self, place: Place, designator: Any) -> range:
        if isinstance(designator, c_ast.ID):
            path = self._path(place, designator)
            assert isinstance(place.type, RecordType)
            position = (place.type.members or ()).index(path[0])
            return range(position, position + 1)
        if isinstance(designator, RangeDesignator):
            low, high = constant_integer(self.ctx, designator.low), constant_integer(self.ctx, designator.high)
        else:
            low = high = constant_integer(self.ctx, getattr(designator, "expr", designator))
        length = self._count(place.type)
        if not isinstance(place.type, ArrayType) or low < 0 or high < low or (length is not None and high >= length):
            raise self.ctx.error(designator, f"the designator [{low}] is outside the initialised object of type {place.type}")
        return range(low, high + 1)

    def _path(self, place: Place, designator: Any) -> Any:
        path = place.type.by_name.get(designator.name) if isinstance(place.type, RecordType) else None
        if path is None:
            raise self.ctx.error(designator, f"{place.type} has no member '{designator.name}'")
        return path

    def _count(self, type: CType) -> int | None:
        """How many parts are initialised in order; None for an array of unknown length."""
        if isinstance(type, ArrayType):
            return type.length
        assert isinstance(type, RecordType)
        members = len(type.members or ())
        return min(members, 1) if type.is_union else members

    def _part(self, place: Place, position: int) -> Place:
        if isinstance(place.type, ArrayType):
            return element_of(place, Constant(position, INT), self.ctx.model)
        assert isinstance(place.type, RecordType)
        assert place.type.members is not None
        return member_of(place, (place.type.members[position],))


INTEGER_WIDE = IntegerType("int", INT, 3)
__all__ = ["FloatType", "Value", "completed", "initialise", "operators", "zero_all"]
