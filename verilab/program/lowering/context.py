"""The state of lowering one function instance: the location control has reached, the open scopes, and how to emit edges.

``current`` is None in dead code: nothing is emitted there, and expressions may be lowered just for their types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pycparser import c_ast

from verilab.program.c_types.types import CType, PointerType, VoidType
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Position, Return
from verilab.program.errors import InputError
from verilab.program.expressions import Expression, Read
from verilab.program.lowering.expressions.values import Value
from verilab.program.lowering.session import Session
from verilab.program.lowering.storage.objects import StoredObject, machine_type
from verilab.program.lowering.storage.places import Place, place_of
from verilab.program.lowering.symbols import Scopes
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Variable
from verilab.program.syntax.tree.text import text_of
from verilab.program.types import IntType

_PLAIN = frozenset({Assume, Assign, Store, Havoc, Skip, Call, Return})
_DECLARING = (c_ast.Decl, c_ast.DeclList, c_ast.Typedef)
Handler = Callable[["Context", Any], Any]
OPEN_ORDER = "operands in an order that C leaves open"


class Context:
    """Lowers one function instance (or, with ``function`` None, constant expressions of the file)."""

    values: ClassVar[dict[type, Handler]] = {}
    immediates: ClassVar[dict[type, Handler]] = {}
    effects: ClassVar[dict[type, Handler]] = {}
    places: ClassVar[dict[type, Handler]] = {}
    statements: ClassVar[dict[type, Handler]] = {}

    def __init__(self, session: Session, function: Function | None, scopes: Scopes, depth: int = 0) -> None:
        self.session = session
        self.model = session.model
        self.pointer = IntType(session.model.pointer_width, False)
        self.function = function
        self.depth = depth
        self.scopes = scopes
        self.current: Location | None = None
        self.entry = function.entry if function is not None else None
        self.node: c_ast.Node | None = None
        self.result: Place | None = None
        self.settled = False  # variables that never change count as constants
        self.awaited: CType | None = None  # what the result of the call being lowered will point to, as far as its user tells
        self.needed = True  # whether anybody uses the result of the known function being lowered
        self.labels: dict[str, Location] = {}
        self.breaks: list[Location] = []
        self.continues: list[Location] = []
        self.marks: dict[int, int] = {}  # how many cleanups are due where break or continue leads, by the location's id
        self.cleanups: list[Any] = []  # those due now (gnu/lifetimes.py)
        self.variadic: StoredObject | None = None
        self.unwinding: Location | None = None  # where a jump to another function leaves this one (calls/jumps.py)
        self.is_muted = False
        self.jump_sites: list[tuple[int, Variable, Location, Location, Any]] = []
        self.due_at_labels: dict[str, tuple[int, ...]] = {}
        self.cases: list[dict[int, Location]] = []
        self._text_node: Any = None
        self._text = ""
        self._position = Position("", 0)
        self._temporaries = 0
        self._dummies: dict[IntType, Variable] = {}

    # -- dispatch over the syntax tree --------------------------------------------------------------------------------------------

    def value(self, node: c_ast.Node) -> Value:
        """The value of an expression, after its side effects; arrays and functions become pointers."""
        self.follow_order(node)
        handler = self.values.get(type(node))
        if handler is None:
            raise self.error(node, f"an expression was expected here, not {type(node).__name__}")
        result: Value = handler(self, node)
        return result

    def immediate(self, node: c_ast.Node) -> Value:
        """The value of an expression that is consumed before anything else is called: results need no temporary."""
        self.follow_order(node)
        handler = self.immediates.get(type(node))
        if handler is None:
            return self.value(node)
        result: Value = handler(self, node)
        return result

    def effect(self, node: c_ast.Node) -> None:
        """Evaluate an expression for its side effects only."""
        self.follow_order(node)
        handler = self.effects.get(type(node))
        if handler is None:
            self.value(node)
        else:
            handler(self, node)

    def follow_order(self, node: c_ast.Node) -> None:
        """The lowering chooses an order of the operands: where another would do something else, the expression is not modelled."""
        if id(node) in self.session.orders.open:
            self.refuse_order(node)

    def refuse_order(self, node: c_ast.Node) -> None:
        """Leave the expression out of the model, where control comes to it."""
        if self.current is not None:
            self.focus(node)
            self.session.refuse(self, OPEN_ORDER)

    def place(self, node: c_ast.Node) -> Place:
        """The place that an lvalue designates."""
        self.follow_order(node)
        handler = self.places.get(type(node))
        if handler is None:
            raise self.not_a_place(node)
        result: Place = handler(self, node)
        return result

    def not_a_place(self, node: c_ast.Node) -> InputError:
        """What is wrong where a place was expected."""
        return self.error(node, f"{text_of(node)} is not an lvalue")

    def statement(self, node: c_ast.Node) -> None:
        """Lower a statement; in dead code only where control may enter it through a label."""
        if self.current is None and not self.session.purity.has_label(node) and not isinstance(node, _DECLARING):
            return
        handler = self.statements.get(type(node))
        if handler is not None:
            handler(self, node)
        else:
            self.focus(node)
            self.effect(node)

    # -- control flow -------------------------------------------------------------------------------------------------------------

    def location(self, label: str | None = None) -> Location:
        assert self.function is not None
        return self.session.builder.location(self.function, label)

    def emit(self, operation: Operation, imprecise: str | None = None, text: str | None = None) -> None:
        """One edge from the current location to a new one."""
        if self.current is not None:
            self.emit_to(operation, self.location(), imprecise, text)

    def emit_to(self, operation: Operation, target: Location, imprecise: str | None = None, text: str | None = None) -> None:
        """One edge from the current location to ``target``, which becomes current."""
        if self.current is not None:
            if type(operation) not in _PLAIN:
                self.session.dereferences = True
            shown = self.text if text is None else text
            self.session.builder.edge(self.current, target, operation, shown, self.position, imprecise)
            self.current = target

    def jump(self, target: Location) -> None:
        """Continue at ``target``, from where control is now if it is anywhere; ``current`` becomes None."""
        if self.current is not None:
            self.session.builder.edge(self.current, target, Skip(), "", self.position)
            self.current = None

    def start(self, location: Location) -> None:
        """Control comes to ``location``, also from the current one."""
        self.jump(location)
        self.current = location

    def branch_on(self, condition: Expression, then: Location, otherwise: Location, shown: str | None = None) -> list[Edge]:
        """Two assume edges that share the condition, its own side first; control is then in neither."""
        if self.current is None:
            return []
        text, position, edge = shown or self.text, self.position, self.session.builder.edge
        sides = [
            edge(self.current, then, Assume(condition, True), f"[{text}]", position),
            edge(self.current, otherwise, Assume(condition, False), f"[!({text})]", position),
        ]
        self.current = None
        return sides

    def end_path(self) -> None:
        """Control goes no further: an edge to a location without successors."""
        if self.current is not None:
            self.emit_to(Skip(), self.location("end"))
            self.current = None

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Lower for the types only: nothing is emitted."""
        kept, was_muted = self.current, self.is_muted
        self.current, self.is_muted = None, True
        try:
            yield
        finally:
            self.current, self.is_muted = kept, was_muted

    # -- source positions ---------------------------------------------------------------------------------------------------------

    def focus(self, node: c_ast.Node | None) -> None:
        """The edges that follow come from this node."""
        self.node = node

    @property
    def text(self) -> str:
        self._show()
        return self._text

    @property
    def position(self) -> Position:
        self._show()
        return self._position

    def _show(self) -> None:
        node = self.node
        if node is not self._text_node:
            self._text_node = node
            self._text = "" if node is None else statement_text(node)
            self._position = self.session.position(node)

    @contextmanager
    def awaiting(self, type: CType) -> Iterator[None]:
        """The expression lowered inside is converted to this type: tells allocators what they allocate."""
        kept = self.awaited
        if isinstance(type, PointerType) and not isinstance(type.target, VoidType):
            self.awaited = type.target
        try:
            yield
        finally:
            self.awaited = kept

    def error(self, node: c_ast.Node | None, message: str, hint: str | None = None) -> InputError:
        """The error to raise at a node."""
        return self.session.error(node, message, hint)

    # -- storage ------------------------------------------------------------------------------------------------------------------

    def temporary(self, type: IntType) -> Variable:
        """A fresh variable of this function; one shared variable per type in dead code."""
        if self.current is None:
            dummy = self._dummies.get(type)
            if dummy is None:
                dummy = self._dummies[type] = Variable("$dead", type, -1, None, True)
            return dummy
        assert self.function is not None
        self._temporaries += 1
        name = f"{self.function.name}::${self._temporaries}"
        return self.session.builder.variable(name, type, self.function.name, temporary=True)

    def temporary_object(self, type: CType) -> Place:
        """A fresh object for the value of a structure."""
        name = self.session.unique_name(f"{self.function.name}::$value" if self.function else "$value")
        return place_of(self.session.make_object(name, type, ObjectKind.LOCAL, self.function))

    def save(self, value: Expression) -> Expression:
        """The value now, whatever is assigned later."""
        target = self.temporary(value.type)
        self.emit(Assign(target, value))
        return Read(target)

    def nondet(self, type: IntType, kind: NondetKind, origin: str) -> Expression:
        """A fresh arbitrary value, in a temporary."""
        target = self.temporary(type)
        self.emit(Assign(target, Nondet(type, kind, origin)), origin if kind is NondetKind.IMPRECISE else None)
        return Read(target)

    def unknown(self, type: CType, reason: str) -> Value:
        """An over-approximated value of a scalar type."""
        machine = machine_type(type, self.model)
        return Value(type, None if machine is None else self.nondet(machine, NondetKind.IMPRECISE, reason))

    def new_object(self, name: str, type: CType, kind: ObjectKind) -> StoredObject:
        """A new object of this function; ``name`` is its C name."""
        prefix = f"{self.function.name}::" if self.function is not None else ""
        return self.session.make_object(self.session.unique_name(prefix + name), type, kind, self.function)


def statement_text(node: c_ast.Node) -> str:
    """What is shown of a node: for a declaration ``name = initialiser``."""
    if isinstance(node, c_ast.Decl):
        return f"{node.name} = {text_of(node.init)}" if node.init is not None else f"{node.name}"
    if isinstance(node, c_ast.Return):
        return f"return {text_of(node.expr)}" if node.expr is not None else "return"
    return text_of(node)


def values(*kinds: type) -> Callable[[Handler], Handler]:
    """Registers the lowering of these classes of expressions to values."""
    return _register(Context.values, kinds)


def immediates(*kinds: type) -> Callable[[Handler], Handler]:
    """Registers the lowering to values that are consumed at once, where it is another one."""
    return _register(Context.immediates, kinds)


def effects(*kinds: type) -> Callable[[Handler], Handler]:
    """Registers the lowering of expressions whose value nobody uses, where it is another one."""
    return _register(Context.effects, kinds)


def places(*kinds: type) -> Callable[[Handler], Handler]:
    """Registers the lowering of these classes of expressions to places."""
    return _register(Context.places, kinds)


def statements(*kinds: type) -> Callable[[Handler], Handler]:
    """Registers the lowering of these classes of statements; whatever has none is an expression."""
    return _register(Context.statements, kinds)


def _register(table: dict[type, Handler], kinds: tuple[type, ...]) -> Callable[[Handler], Handler]:
    def decorate(handler: Handler) -> Handler:
        for kind in kinds:
            table[kind] = handler
        return handler

    return decorate
