"""What an initialiser says about each part of an object: a tree of sub-objects, in which a later word replaces an earlier one.

C11 6.7.9p19: initialisation is in the order of the list, and each initialiser for a sub-object overrides an earlier one for the same
sub-object.  In the tree that is so by construction: what is said of a whole replaces everything that was said of its parts, and a union
has one part, the last one that was spoken of.  Where a part of a whole is initialised that has been given as a list or a string, the rest
of that stays; where it has been given by one expression (``.p = x, .p.b = 4``), gcc drops the expression: the rest becomes zero.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.c_types.literals import string_literal
from verilab.program.c_types.types import ArrayType, CType, IntegerType, Member, RecordType, is_vector, wide_type
from verilab.program.lowering.context import Context
from verilab.program.lowering.environment.constancy import is_constant
from verilab.program.lowering.storage.objects import value_type
from verilab.program.lowering.types.constant_expressions import constant_integer
from verilab.program.lowering.types.declared_types import denotes_place, type_of
from verilab.program.lowering.unsupported import give_up
from verilab.program.syntax.tree.nodes import RangeDesignator

LIST_OF_RANGE = "a list for a range of elements that is a constant if the compiler folds it, with a part that is initialised again"


@dataclass(frozen=True, slots=True)
class Whole:
    """The value of one expression; of a code unit of a string, its number."""

    expression: c_ast.Node | int


@dataclass(slots=True)
class Parts:
    """The parts that are spoken of, by their position; the others are zero.

    ``single`` where gcc evaluates the list once for several elements (``[0 ... 2] = { n }``) and keeps nothing of it where a part is
    initialised again; None where that depends on what it folds to a constant.
    """

    by_position: dict[int, SubObject]
    single: bool | None = False


@dataclass(slots=True, eq=False)
class SubObject:
    """A part of an object, or all of it; ``content`` is None where the initialiser says nothing about it, which makes it zero."""

    type: CType
    content: Whole | Parts | None = None

    @property
    def parts(self) -> dict[int, SubObject]:
        """The parts that are spoken of."""
        return self.content.by_position if isinstance(self.content, Parts) else {}

    @property
    def length(self) -> int:
        """That of an array that takes its length from this initialiser."""
        return max(self.parts, default=-1) + 1

    def leaves(self) -> Iterator[Whole]:
        """Every expression that is left, in no particular order."""
        pending = [self]
        while pending:
            part = pending.pop()
            if isinstance(part.content, Whole):
                yield part.content
            pending.extend(part.parts.values())


def members_of(type: CType) -> tuple[Member, ...]:
    """The members of a structure or union in order."""
    assert isinstance(type, RecordType)
    return type.members or ()


def sub_objects(ctx: Context, type: CType, node: c_ast.Node, *, static: bool = False) -> SubObject:
    """The tree of an object of a type that ``node`` initialises; ``static``: an object of static storage duration."""
    root = SubObject(type)
    _Walk(ctx, static).visit(root, node)
    return root


def is_text(target: CType, node: c_ast.Node) -> bool:
    """Whether an initialiser is a string that fills an array of characters."""
    return isinstance(target, ArrayType) and isinstance(target.element, IntegerType) and _text_of(node) is not None


def is_copied(target: CType, node: c_ast.Node) -> bool:
    """GNU C: whether an array is initialised by what a compound literal of its kind is initialised by."""
    return isinstance(target, ArrayType) and isinstance(node, c_ast.CompoundLiteral)


def _text_of(node: c_ast.Node) -> c_ast.Constant | None:
    """The string constant of an initialiser, also in braces; None where it is none."""
    while isinstance(node, c_ast.InitList) and len(node.exprs) == 1:
        node = node.exprs[0]
    return node if isinstance(node, c_ast.Constant) and node.value.endswith('"') else None


class _Walk:
    """Finds which sub-object each expression of an initialiser initialises."""

    def __init__(self, ctx: Context, static: bool) -> None:
        self.ctx = ctx
        self.static = static

    def visit(self, place: SubObject, node: c_ast.Node) -> None:
        """One initialiser for one sub-object: whatever was said of it before is void."""
        if is_text(place.type, node):
            text = _text_of(node)
            assert text is not None
            place.content = self._text(place.type, text)
        elif isinstance(node, c_ast.InitList) and isinstance(place.type, ArrayType | RecordType):
            place.content = Parts({})
            self._fill(place, deque(node.exprs), designators=True)
        elif isinstance(node, c_ast.InitList):
            place.content = None
            if node.exprs:
                self.visit(place, node.exprs[0])
        elif isinstance(node, c_ast.CompoundLiteral) and is_copied(place.type, node):
            self.visit(place, node.init)
        else:
            place.content = Whole(node)

    def _text(self, type: CType, node: c_ast.Constant) -> Parts:
        assert isinstance(type, ArrayType)
        literal = string_literal(node.value, wide_type(self.ctx.model))
        units = (*literal.units, 0) if literal is not None else (0,)
        length = len(units) if type.length is None else type.length
        return Parts({i: SubObject(type.element, Whole(unit)) for i, unit in enumerate(units[:length])})

    def _part(self, place: SubObject, position: int) -> SubObject:
        """The part at a position, to be initialised: what an earlier expression said of the whole is void."""
        if self.static and isinstance(place.content, Whole) and isinstance(place.content.expression, c_ast.CompoundLiteral):
            self.visit(place, place.content.expression.init)  # a constant, which gcc takes for its list
        if isinstance(place.content, Parts) and place.content.single is None:
            give_up(self.ctx, LIST_OF_RANGE)
        if not isinstance(place.content, Parts) or place.content.single:
            place.content = Parts({})
        parts = place.content.by_position
        if isinstance(place.type, RecordType) and place.type.is_union and position not in parts:
            parts.clear()
        inner = parts.get(position)
        if inner is None:
            array = place.type.element if isinstance(place.type, ArrayType) else None
            inner = parts[position] = SubObject(array if array is not None else value_type(members_of(place.type)[position]))
        return inner

    def _fill(self, place: SubObject, items: deque[Any], *, designators: bool, position: int = 0) -> None:
        """Initialise the parts of an aggregate in order from ``position`` on, from as many items as it takes."""
        count = _count(place.type)
        while items:
            item = items[0]
            if isinstance(item, c_ast.NamedInitializer):
                if not designators:
                    return
                items.popleft()
                position = self._designated(place, item, items) + 1
            elif count is not None and position >= count:
                if not designators:
                    return
                items.popleft()  # an excess initialiser is ignored, with a warning by compilers
            else:
                self._item(self._part(place, position), items)
                position += 1

    def _is_all_of(self, type: CType, item: c_ast.Node) -> bool:
        """Whether the item is a value of that record, or of a vector for a vector."""
        given = type_of(self.ctx, item) if isinstance(type, RecordType) else None
        return given is not None and (given is type or (is_vector(type) and is_vector(given)))

    def _item(self, part: SubObject, items: deque[Any]) -> None:
        """The next item initialises ``part``; without braces a part that is an aggregate takes as many items as it has scalars."""
        item = items[0]
        elided = (
            isinstance(part.type, ArrayType | RecordType)
            and not isinstance(item, c_ast.InitList)
            and not is_text(part.type, item)
            and not is_copied(part.type, item)
            and not self._is_all_of(part.type, item)
        )
        if elided and _count(part.type) != 0:
            self._fill(part, items, designators=False)
        else:
            self.visit(part, items.popleft())

    def _designated(self, place: SubObject, item: c_ast.NamedInitializer, items: deque[Any]) -> int:
        """``.a[2] = e, f``: e initialises the designated part, f the one after it, as deep inside as the designator led.

        Returns the position of the outermost designated part, which is full then.
        """
        return self._inside(place, item.name, item.expr, items, outermost=True)

    def _inside(
        self,
        part: SubObject,
        designators: Sequence[Any],
        value: c_ast.Node,
        items: deque[Any],
        *,
        outermost: bool = False,
        ranged: bool = False,
    ) -> int:
        """Initialise what the designators lead to, inside ``part``, and what follows it there; returns the last position inside.

        ``ranged``: a range of elements is among the designators in front.
        """
        if not designators:
            pending = items if items and not isinstance(value, c_ast.InitList) else deque[Any]()
            pending.appendleft(value)
            self._item(part, pending)
            if ranged and isinstance(value, c_ast.InitList) and isinstance(part.content, Parts) and not self.static:
                constant = _is_constant_list(self.ctx, value)
                part.content.single = None if constant is None else not constant
            return 0
        designator = designators[0]
        rest = [*self._anonymous(part, designator), *designators[1:]]
        positions = self._positions(part, designator)
        for position in positions:
            inner = self._part(part, position)
            following = items if position == positions[-1] else deque[Any]()
            self._inside(inner, rest, value, following, ranged=ranged or len(positions) > 1)
        if not outermost:
            self._fill(part, items, designators=False, position=positions[-1] + 1)
        return positions[-1]

    def _anonymous(self, place: SubObject, designator: c_ast.Node) -> list[c_ast.Node]:
        """The designator again, where it names a member of an anonymous structure or union inside."""
        return [designator] if isinstance(designator, c_ast.ID) and len(self._path(place, designator)) > 1 else []

    def _positions(self, place: SubObject, designator: c_ast.Node) -> range:
        if isinstance(designator, c_ast.ID):
            first = self._path(place, designator)[0]
            position = next(i for i, member in enumerate(members_of(place.type)) if member is first)
            return range(position, position + 1)
        if isinstance(designator, RangeDesignator):
            low, high = constant_integer(self.ctx, designator.low), constant_integer(self.ctx, designator.high)
        else:
            assert isinstance(designator, c_ast.ArrayDesignator)
            low = high = constant_integer(self.ctx, designator.expr)
        length = place.type.length if isinstance(place.type, ArrayType) else None
        if not isinstance(place.type, ArrayType) or low < 0 or high < low or (length is not None and high >= length):
            raise self.ctx.error(designator, f"the designator [{low}] is outside the initialised object of type {place.type}")
        return range(low, high + 1)

    def _path(self, place: SubObject, designator: c_ast.ID) -> tuple[Member, ...]:
        path = place.type.by_name.get(designator.name) if isinstance(place.type, RecordType) else None
        if path is None:
            raise self.ctx.error(designator, f"{place.type} has no member '{designator.name}'")
        return path


def _is_constant_list(ctx: Context, node: c_ast.Node) -> bool | None:
    """Whether gcc counts a list as constant, with all that is in it; None where that depends on what it folds."""
    match node:
        case c_ast.InitList(exprs=items):
            answers = {_is_constant_list(ctx, item) for item in items}
            return False if False in answers else None if None in answers else True
        case c_ast.NamedInitializer(expr=value):
            return _is_constant_list(ctx, value)
    counted = is_constant(ctx, node)
    with ctx.muted():
        place = ctx.place(node) if type(node) in ctx.places and denotes_place(ctx, node) else None
    if place is None or _text_of(node) is not None:
        return counted
    return None if isinstance(place.type, ArrayType) or "const" in place.qualifiers else counted  # an address; with -O2 a constant


def _count(type: CType) -> int | None:
    """How many parts are initialised in order; None for an array of unknown length."""
    if isinstance(type, ArrayType):
        return type.length
    members = len(members_of(type))
    return min(members, 1) if isinstance(type, RecordType) and type.is_union else members
