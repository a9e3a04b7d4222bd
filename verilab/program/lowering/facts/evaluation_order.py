"""Whether what a program does may depend on the order in which operands are evaluated, which C leaves open (C11 6.5p2-3, 6.5.2.2p10).

The lowering chooses one order.  An execution of the lowered program stands for the program's only where every order does the same:

    operands A, B that are not sequenced:   writes(A) and (reads(B) or writes(B)) have nothing in common, and the other way round.

Places are names of variables; ``ANYWHERE`` is every place but the private ones, which are scalars of one function whose address nobody
takes.  ``.m`` is member m of whatever object, a number or a pointer, where no other member has the name and no union that it is in has
several records.  It meets no ``.n`` of another name: where two such members overlapped by a pointer of another type, to write one and
read the other in no sequence would be undefined (6.5p2).  What a function reads and writes is a least fixed point over the file; of one
without a body, and of calls through pointers, it is anywhere.  Over-approximate: the answer "no" is certain, the answer "perhaps" is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pycparser import c_ast

from verilab.program.stack import with_deep_stack
from verilab.program.syntax.tree.nodes import Asm, Attribute, NestedFunction, StatementExpression

ANYWHERE = "*"
_SEQUENCED = ("&&", "||")
_INCREMENTS = ("++", "--", "p++", "p--")
_UNEVALUATED = ("sizeof", "_Alignof", "__alignof__")
_WORDS = "int unsigned signed char short long float double _Bool __int128 size_t ssize_t ptrdiff_t intptr_t uintptr_t bool"
NUMBERS = frozenset([*_WORDS.split(), *(f"{sign}int{width}_t" for sign in ("u", "") for width in (8, 16, 32, 64))])
_READERS = (
    "abs labs llabs fabs fabsf fabsl sqrt floor ceil isnan isinf strlen strcmp strncmp memcmp isalpha isdigit isspace isupper islower "
    "toupper tolower __builtin_expect __builtin_constant_p __builtin_types_compatible_p __builtin_offsetof offsetof"
)
_PURE = frozenset(_READERS.split())
"""Functions of the library that write nothing."""

ALLOCATORS = frozenset(["malloc", "calloc", "free", "alloca", "__builtin_alloca"])
"""Functions of the library that read and write nothing of the program's but ``errno`` (C11 7.22.3)."""
_ERRNO = frozenset({"errno", "__errno_location"})

Names = frozenset[str]
NONE: Names = frozenset()


@dataclass(frozen=True, slots=True)
class Effects:
    """What evaluating an expression reads and writes; ``pending``: what it writes outside of calls, perhaps after its value is known."""

    reads: Names = NONE
    writes: Names = NONE
    pending: Names = NONE

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.reads | other.reads, self.writes | other.writes, self.pending | other.pending)


NOTHING = Effects()


def unspecified_order(root: c_ast.FileAST) -> c_ast.Node | None:
    """An expression of which the operands' order may matter, None where none does."""
    return with_deep_stack(lambda: _Orders(root).find())


class _Orders:
    """The effects of one file's functions, and the first conflict that was come across."""

    def __init__(self, root: c_ast.FileAST) -> None:
        self.definitions: dict[str, Any] = {}
        self.private: dict[str, Names] = {}
        self.globals = {node.name for node in root.ext if isinstance(node, c_ast.Decl) and node.name is not None}
        self.odd: c_ast.Node | None = None
        self.here: Names = NONE
        self.summaries: dict[str, Effects] = {}
        self.conflicts: dict[int, c_ast.Node] = {}
        self.reads_errno = False
        self.members = scalar_members(root)
        for node in root.ext:
            if isinstance(node, c_ast.FuncDef):
                self.definitions[node.decl.name] = node
                self.private[node.decl.name] = _private(node) - self.globals
        for node in _nodes(root):
            if isinstance(node, Asm | NestedFunction) or (isinstance(node, Attribute) and node.name in ("alias", "weakref", "cleanup")):
                self.odd = self.odd or node
            self.reads_errno |= isinstance(node, c_ast.ID) and node.name in _ERRNO

    def find(self) -> c_ast.Node | None:
        if self.odd is not None:  # other names for the same place, and effects that stand nowhere
            return self.odd
        return next(iter(self.all().values()), None)

    def all(self) -> dict[int, c_ast.Node]:
        """All conflicts, by the ids of the nodes, in the order of the file."""
        self.summaries = dict.fromkeys(self.definitions, NOTHING)
        changed = True
        while changed:
            changed, self.conflicts = False, {}
            for name, node in self.definitions.items():
                self.here = self.private[name]
                effects = self._of(node.body)
                seen = Effects(self._outside(effects.reads - self.here), self._outside(effects.writes - self.here))
                changed |= seen != self.summaries[name]
                self.summaries[name] = seen
        return self.conflicts

    def _outside(self, places: Names) -> Names:
        """Places as callers see them.  Calls are in some sequence, so that members which overlap would not be undefined there."""
        return _widened(places)

    def _note(self, node: Any) -> None:
        self.conflicts.setdefault(id(node), node)

    def _of(self, node: Any) -> Effects:
        """The effects of an expression, a statement or None; notes conflicts inside."""
        match node:
            case None | c_ast.Constant() | c_ast.Typename() | c_ast.Typedef():
                return NOTHING
            case c_ast.ID(name=name):
                return Effects(reads=frozenset((name,)))
            case c_ast.Assignment(op=operator, lvalue=target, rvalue=value):
                return self._assignment(node, operator, target, value)
            case c_ast.BinaryOp(op=operator, left=left, right=right) if operator not in _SEQUENCED:
                return self._unsequenced(node, (self._of(left), self._of(right)))
            case c_ast.UnaryOp(op=operator, expr=operand):
                return self._unary(operator, operand)
            case c_ast.ArrayRef(name=base, subscript=index):
                return self._unsequenced(node, (self._of(base), self._of(index))) | Effects(reads=frozenset((ANYWHERE,)))
            case c_ast.StructRef():
                return self._address(node) | Effects(reads=self._place(node))
            case c_ast.FuncCall(name=called, args=arguments):
                return self._call(node, called, list(arguments) if arguments is not None else [])
            case c_ast.InitList(exprs=parts):
                return self._unsequenced(node, [self._of(part) for part in parts])
            case c_ast.NamedInitializer(expr=value):
                return self._of(value)
            case c_ast.Decl(name=name, init=value, type=type):
                effects = self._of(type) if isinstance(type, c_ast.ArrayDecl) else NOTHING
                return effects | self._of(value) | (Effects(writes=frozenset((name,))) if value is not None and name else NOTHING)
            case StatementExpression(compound=compound):
                effects = self._of(compound)
                return Effects(effects.reads, effects.writes, effects.writes)
        return self._all(node)

    def _all(self, node: Any) -> Effects:
        effects = NOTHING
        for child in node:
            effects |= self._of(child)
        return effects

    def _assignment(self, node: Any, operator: str, target: Any, value: Any) -> Effects:
        place, right = self._place(target), self._of(value)
        address = self._address(target)
        left = address | Effects(reads=place) if operator != "=" else address
        both = self._unsequenced(node, (left, right))
        if self._meet(place, both.pending):
            self._note(node)
        return both | Effects(writes=place, pending=place)

    def _unary(self, operator: str, operand: Any) -> Effects:
        if operator in _UNEVALUATED:
            return NOTHING
        if operator == "&":
            return self._address(operand)
        inner = self._of(operand)
        if operator in _INCREMENTS:
            place = self._place(operand)
            if self._meet(place, inner.pending):
                self._note(operand)
            return inner | Effects(writes=place, pending=place)
        return inner | Effects(reads=frozenset((ANYWHERE,))) if operator == "*" else inner

    def _call(self, node: Any, called: Any, arguments: Sequence[Any]) -> Effects:
        parts = [self._of(argument) for argument in arguments]
        name = called.name if isinstance(called, c_ast.ID) else None
        if name is None or name not in self.summaries:
            parts.append(self._of(called))
        before = self._unsequenced(node, parts)
        # The arguments' effects are complete before the call.
        before = Effects(before.reads, before.writes)
        if name is not None and name not in self.here and name in self.summaries:
            return before | self.summaries[name]
        anywhere = frozenset((ANYWHERE,))
        if name in ALLOCATORS and not self.reads_errno:
            return before
        if name is not None and name in _PURE:
            return before | Effects(reads=anywhere)
        return before | Effects(reads=anywhere, writes=anywhere)

    def _place(self, node: Any) -> Names:
        """What an assignment to the expression writes."""
        match node:
            case c_ast.ID(name=name):
                return frozenset((name,))
            case c_ast.StructRef(name=base, type=kind, field=c_ast.ID(name=member)):
                place = self._place(base) if kind == "." else frozenset((ANYWHERE,))
                return place - {ANYWHERE} | {f".{member}"} if member in self.members else place
            case c_ast.Cast(expr=inner) | c_ast.UnaryOp(op="__real__" | "__imag__", expr=inner):
                return self._place(inner)
        return frozenset((ANYWHERE,))

    def _address(self, node: Any) -> Effects:
        """The effects of finding out where an expression stands."""
        match node:
            case c_ast.ID():
                return NOTHING
            case c_ast.StructRef(name=base, type="."):
                return self._address(base)
            case c_ast.UnaryOp(op="*", expr=inner):
                return self._of(inner)
            case c_ast.StructRef(name=base):
                return self._of(base)
            case c_ast.ArrayRef(name=base, subscript=index):
                return self._unsequenced(node, (self._of(base), self._of(index)))
        return self._of(node)

    def _unsequenced(self, node: Any, parts: Iterable[Effects]) -> Effects:
        together = NOTHING
        for part in parts:
            touched = part.reads | part.writes
            if self._meet(part.writes, together.reads | together.writes) or self._meet(together.writes, touched):
                self._note(node)
            together |= part
        return together

    def _meet(self, one: Names, other: Names) -> bool:
        """Whether two sets of places have one in common."""
        if not one or not other:
            return False
        if not one.isdisjoint(other):
            return True
        first, second = one - self.here, other - self.here
        if not first or not second:
            return False
        if ANYWHERE in first or ANYWHERE in second:
            return True
        # A member may be of any variable that is not private, and of no other member.
        return any(_is_member(each) != _is_member(another) for each in first for another in second)


def _is_member(place: str) -> bool:
    return place.startswith(".")


def _widened(places: Names) -> Names:
    """The same without members: anywhere instead."""
    return frozenset(ANYWHERE if _is_member(each) else each for each in places)


def scalar_members(root: c_ast.FileAST) -> Names:
    """The members that are numbers or pointers, whose names no other of the file has, and that are in no union of several records."""
    count: dict[str, int] = {}
    scalars: set[str] = set()
    united: list[Any] = []
    records = _Records(root)
    for node in records.all:
        declared = [each for each in node.decls if isinstance(each, c_ast.Decl)]
        if isinstance(node, c_ast.Union) and sum(not _is_number(_element(each.type)) for each in declared) > 1:
            united.append(node)
        for each in declared:
            if each.name is not None:
                count[each.name] = count.get(each.name, 0) + 1
                if isinstance(node, c_ast.Struct) and each.bitsize is None and _is_number(each.type):
                    scalars.add(each.name)
    overlapping = {each.name for node in records.inside(united) for each in node.decls if isinstance(each, c_ast.Decl)}
    return frozenset(each for each in scalars - overlapping if count[each] == 1)


class _Records:
    """The structures and unions of a file, and what is inside of them."""

    def __init__(self, root: c_ast.FileAST) -> None:
        self.all: list[Any] = []
        self._by_tag: dict[str, list[Any]] = {}
        self._by_name: dict[str, list[Any]] = {}
        for node in _nodes(root):
            if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is not None:
                self.all.append(node)
                self._by_tag.setdefault(node.name, []).append(node)
            elif isinstance(node, c_ast.Typedef):
                self._by_name.setdefault(node.name, []).append(node.type)

    def inside(self, records: Sequence[Any]) -> set[Any]:
        """The records, and all that are parts of them: whatever has the tag or the name, in any scope."""
        reached: set[Any] = set()
        seen: set[str] = set()
        stack = list(records)
        while stack:
            node = stack.pop()
            match node:
                case None | c_ast.PtrDecl():  # what it points to is elsewhere
                    continue
                case c_ast.Struct(name=tag) | c_ast.Union(name=tag) if node.decls is None:
                    stack += [each for each in self._by_tag.get(tag, []) if each not in reached]
                    continue
                case c_ast.Struct() | c_ast.Union():
                    if node in reached:
                        continue
                    reached.add(node)
                case c_ast.IdentifierType(names=names):
                    stack += [type for name in names if name not in seen for type in self._by_name.get(name, [])]
                    seen.update(names)
            stack += list(node)
        return reached


def _element(type: Any) -> Any:
    while isinstance(type, c_ast.ArrayDecl):
        type = type.type
    return type


def _is_number(type: Any) -> bool:
    """Whether the type is certainly a pointer or a number."""
    match type:
        case c_ast.PtrDecl():
            return True
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)):
            return NUMBERS.issuperset(names)
    return False


class _Certain(_Orders):
    """Conflicts of what the file itself does: functions without a body do nothing but to variables whose addresses they get.

    The names of arrays, functions and enumerators are no places that are read.  A member of a structure that a pointer leads to, ``.name``,
    is no place of another member's, unless a union has one of that name; a variable whose address nobody takes is its name's only.
    Calls on both sides of an operator are made from the left, here as by gcc: what they do to each other is in that order.
    """

    def __init__(self, root: c_ast.FileAST) -> None:
        super().__init__(root)
        declared = [node for node in _nodes(root) if isinstance(node, c_ast.Decl) and node.name is not None]
        self.variables = {node.name for node in declared if not isinstance(node.type, c_ast.ArrayDecl | c_ast.FuncDecl)}
        called = {id(node.name) for node in _nodes(root) if isinstance(node, c_ast.FuncCall)}
        self.given = {node.name for node in _nodes(root) if isinstance(node, c_ast.ID) and id(node) not in called}
        unions = [node for node in _nodes(root) if isinstance(node, c_ast.Union)]
        self.shared = {each.name for node in unions for each in _nodes(node) if isinstance(each, c_ast.Decl)}
        taken = [node for node in _nodes(root) if isinstance(node, c_ast.UnaryOp) and node.op == "&"]
        exposed = {_object(node.expr) for node in taken}
        plain = [node for node in declared if isinstance(node.type, c_ast.PtrDecl | c_ast.TypeDecl) and not _has_array(node.type)]
        self.alone = {node.name for node in plain} - {node.name for node in declared if node not in plain} - exposed
        self.places_first: dict[int, c_ast.Node] = {}
        self._is_quiet = False
        self._leaves_out_calls = False
        self._by_calls = NOTHING

    # Without calls, what interferes in no sequence is undefined (6.5p2); a call is before or after, and C leaves open which.  So is a
    # statement in an expression.
    def _note(self, node: Any) -> None:
        if self._is_quiet:
            return
        match node:
            case c_ast.BinaryOp(left=left, right=right):
                is_open = self._interfere(self._calls(left), self._direct(right))
                is_open = is_open or self._interfere(self._direct(left), self._calls(right))
            case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
                self._is_quiet = True
                place = self._address(target) | Effects(writes=self._place(target))
                self._is_quiet = False
                is_open = self._interfere(self._calls(target), self._total(value))
                if not is_open and self._interfere(place, self._calls(value)):
                    self.places_first[id(node)] = node
            case _:
                nodes = [node.name, *(node.args or ())] if isinstance(node, c_ast.FuncCall) else list(node)
                parts = [part for part in nodes if part is not None]
                done = [(self._calls(part), self._total(part)) for part in parts]
                pairs = [(calls, total) for one, (calls, _) in enumerate(done) for other, (_, total) in enumerate(done) if one != other]
                is_open = any(self._interfere(calls, total) for calls, total in pairs)
        if is_open:
            super()._note(node)

    def _interfere(self, one: Effects, other: Effects) -> bool:
        return self._meet(one.writes, other.reads | other.writes) or self._meet(other.writes, one.reads | one.writes)

    def _total(self, node: Any) -> Effects:
        """All that an operand does."""
        self._is_quiet = True
        total = self._of(node)
        self._is_quiet = False
        return total

    def _direct(self, node: Any) -> Effects:
        """What an operand does without its calls."""
        self._leaves_out_calls = True
        direct = self._total(node)
        self._leaves_out_calls = False
        return direct

    def _calls(self, node: Any) -> Effects:
        """What the calls in an operand do."""
        self._by_calls = NOTHING
        self._total(node)
        return self._by_calls

    def _of(self, node: Any) -> Effects:
        if isinstance(node, c_ast.ID) and node.name not in self.variables:
            return NOTHING
        if isinstance(node, c_ast.InitList):  # in their order, as gcc has it
            return self._all(node)
        if isinstance(node, c_ast.StructRef) and node.type == "->":
            return self._of(node.name) | Effects(reads=self._member(node))
        if isinstance(node, StatementExpression):
            if self._leaves_out_calls:
                return NOTHING
            done = super()._of(node)
            self._by_calls |= done
            return done
        return super()._of(node)

    def _member(self, node: Any) -> Names:
        return frozenset((ANYWHERE if node.field.name in self.shared else f".{node.field.name}",))

    def _place(self, node: Any) -> Names:
        if isinstance(node, c_ast.StructRef):
            return self._member(node) if node.type == "->" else self._place(node.name)
        return super()._place(node)

    def _outside(self, places: Names) -> Names:
        return places

    def _meet(self, one: Names, other: Names) -> bool:
        if not one.isdisjoint(other):
            return True
        for these, those in ((one, other), (other, one)):
            apart = self.here | self.alone
            if ANYWHERE in these and those - apart:
                return True
            if any(name[0] == "." for name in these) and any(name[0] != "." for name in those - apart):
                return True
        return False

    def _call(self, node: Any, called: Any, arguments: Sequence[Any]) -> Effects:
        name = called.name if isinstance(called, c_ast.ID) else None
        parts = [self._of(argument) for argument in arguments]
        before = self._unsequenced(node, parts if name in self.summaries else [*parts, self._of(called)])
        before = Effects(before.reads, before.writes)
        if self._leaves_out_calls:
            return before
        done = self._done_by(name, arguments)
        self._by_calls |= done
        return before | done

    def _done_by(self, name: str | None, arguments: Sequence[Any]) -> Effects:
        if name in self.summaries:
            return self.summaries[name]
        done = NOTHING
        if name is None or name in self.variables:  # through a pointer: any function of the file whose address is taken
            for defined, summary in self.summaries.items():
                done |= summary if defined in self.given else NOTHING
            return done
        given = [each.expr for each in arguments if isinstance(each, c_ast.UnaryOp) and each.op == "&" and name not in _PURE]
        return Effects(writes=frozenset().union(*(self._place(each) for each in given)))


def _object(node: Any) -> str | None:
    """The variable in which a place lies; None where a pointer leads there."""
    match node:
        case c_ast.ID(name=str(name)):
            return name
        case c_ast.StructRef(type=".", name=base) | c_ast.ArrayRef(name=base) | c_ast.Cast(expr=base):
            return _object(base)
    return None


class Orders(NamedTuple):
    """The ids of expressions whose operands do something to each other in an order that C leaves open, as far as a file tells.

    In ``places_first`` are assignments whose order is gcc's if the place on the left is found before the calls on the right are made.
    """

    open: frozenset[int] = frozenset()
    places_first: frozenset[int] = frozenset()


def open_orders(root: c_ast.FileAST) -> Orders:
    """Quick for a file in which no operand has an effect, as one that a tool put into temporaries."""
    if not _mixes(root):
        return Orders()
    orders = _Certain(root)
    noted = with_deep_stack(lambda: frozenset(orders.all()))
    return Orders(noted, frozenset(orders.places_first) - noted)


def _mixes(root: c_ast.FileAST) -> bool:
    """Whether anything with an effect is one of several operands."""
    defined = {node.decl.name for node in root.ext if isinstance(node, c_ast.FuncDef)}
    external = {node.name for node in root.ext if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)} - defined
    effects: set[int] = set()
    pending: list[tuple[Any, bool]] = [(root, False)]
    while pending:
        node, done = pending.pop()
        children = [child for child in node if child is not None]
        if not done:
            pending.append((node, True))
            pending += [(child, False) for child in children]
            continue
        inside = sum(id(child) in effects for child in children)
        if inside and _has_operands(node):
            return True
        effectful = isinstance(node, c_ast.Assignment | StatementExpression)
        effectful = effectful or (isinstance(node, c_ast.UnaryOp) and node.op in _INCREMENTS)
        if isinstance(node, c_ast.FuncCall):
            effectful = not (isinstance(node.name, c_ast.ID) and node.name.name in external)
        if effectful or (inside and not isinstance(node, c_ast.Compound | c_ast.FuncDef | c_ast.FileAST)):
            effects.add(id(node))
    return False


def _has_operands(node: Any) -> bool:
    """Whether the operands of an expression are several, without an order, and not all the others constants or simple names."""
    match node:
        case c_ast.BinaryOp(op=operator, left=left, right=right):
            return operator not in _SEQUENCED and not isinstance(left, c_ast.Constant) and not isinstance(right, c_ast.Constant)
        case c_ast.Assignment(op=operator, lvalue=target):
            return operator != "=" or not isinstance(target, c_ast.ID)
        case c_ast.ExprList(exprs=parts):
            return len(parts) > 1
    return isinstance(node, c_ast.ArrayRef)


def _nodes(root: Any) -> Iterable[Any]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(child for child in node if child is not None)


def _private(definition: Any) -> Names:
    """The parameters and local scalars and records of a function whose address is not taken anywhere in it."""
    declared: set[str] = set()
    exposed: set[str] = set()
    for node in _nodes(definition):
        match node:
            case c_ast.Decl(name=str(name), type=type, storage=storage):
                declared.add(name)
                if isinstance(type, c_ast.ArrayDecl | c_ast.FuncDecl) or "static" in storage or "extern" in storage or _has_array(type):
                    exposed.add(name)
            case c_ast.UnaryOp(op="&", expr=operand):
                exposed |= _exposed(operand)
    return frozenset(declared - exposed)


def _exposed(operand: Any) -> set[str]:
    """The variables that an address is of or inside of; none behind a pointer, as in ``&p->x``: arrays are exposed as they are declared."""
    match operand:
        case c_ast.StructRef(type="->") | c_ast.UnaryOp(op="*"):
            return set()
        case c_ast.StructRef(name=base) | c_ast.ArrayRef(name=base):
            return _exposed(base)
    return {each.name for each in _nodes(operand) if isinstance(each, c_ast.ID)}


def _has_array(type: Any) -> bool:
    """Whether a variable may hold arrays, so that its name may become an address: a record, or a type by a name that is no number's."""
    match type:
        case c_ast.PtrDecl():
            return False
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)):
            return not NUMBERS.issuperset(names)
    return True
