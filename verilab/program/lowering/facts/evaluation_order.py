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
from typing import Any

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.program.lowering.facts.scalar_members import NUMBERS, scalar_members
from verilab.program.stack import with_deep_stack
from verilab.program.syntax.tree.nodes import Asm, Attribute, NestedFunction, StatementExpression, nodes_of, operands_to_select

ANYWHERE = "*"
SEQUENCED = ("&&", "||")
INCREMENTS = ("++", "--", "p++", "p--")
_UNEVALUATED = ("sizeof", "_Alignof", "__alignof__")
_READERS = (
    "abs labs llabs fabs fabsf fabsl sqrt floor ceil isnan isinf strlen strcmp strncmp memcmp isalpha isdigit isspace isupper islower "
    "toupper tolower __builtin_expect __builtin_constant_p __builtin_types_compatible_p __builtin_offsetof offsetof"
)
PURE = frozenset(_READERS.split())
"""Functions of the library that write nothing."""

ALLOCATORS = frozenset(["malloc", "calloc", "free", "alloca", "__builtin_alloca", "aligned_alloc", "memalign", "valloc"])
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
        if other is NOTHING or self is NOTHING:  # so are most operands
            return self if other is NOTHING else other
        return Effects(self.reads | other.reads, self.writes | other.writes, self.pending | other.pending)


NOTHING = Effects()


def all_effects(parts: Sequence[Effects]) -> Effects:
    """All of these effects."""
    some = [part for part in parts if part is not NOTHING]
    if len(some) < 2:
        return some[0] if some else NOTHING
    reads, writes, pending = ([getattr(part, name) for part in some] for name in ("reads", "writes", "pending"))
    return Effects(NONE.union(*reads), NONE.union(*writes), NONE.union(*pending))


def unspecified_order(root: c_ast.FileAST) -> c_ast.Node | None:
    """An expression of which the operands' order may matter, None where none does."""
    return with_deep_stack(lambda: FileEffects(root).find())


class FileEffects:
    """The effects of one file's functions, and the conflicts in them."""

    def __init__(self, root: c_ast.FileAST) -> None:
        self.definitions: dict[str, Any] = {}
        self.private: dict[str, Names] = {}
        self.automatic: dict[str, Names] = {}
        self.globals = {node.name for node in root.ext if isinstance(node, c_ast.Decl) and node.name is not None}
        self.odd: c_ast.Node | None = None
        self.current = ""  # the function being looked at
        self.here: Names = NONE
        self.summaries: dict[str, Effects] = {}
        self._users: dict[str, set[str]] = {}  # of each summary, the functions that it was asked for
        self.conflicts: dict[int, c_ast.Node] = {}
        self.reads_errno = False
        self.members = scalar_members(root)
        for node in root.ext:
            if isinstance(node, c_ast.FuncDef):
                self.definitions[node.decl.name] = node
                self.private[node.decl.name] = _private(node) - self.globals
                self.automatic[node.decl.name] = _automatic(node) - self.globals
        for node in nodes_of(root):
            if isinstance(node, Asm | NestedFunction) or (isinstance(node, Attribute) and node.name in ("alias", "weakref", "cleanup")):
                self.odd = self.odd or node
            self.reads_errno |= isinstance(node, c_ast.ID) and node.name in _ERRNO

    def find(self) -> c_ast.Node | None:
        if self.odd is not None:  # other names for the same place, and effects that stand nowhere
            return self.odd
        return next(iter(self.all().values()), None)

    def all(self) -> dict[int, c_ast.Node]:
        """All conflicts, by the ids of the nodes, in the order of the file.

        A function is looked at again where a summary has changed that it asked for; effects only grow, so that the order does not matter.
        """
        self.summaries = dict.fromkeys(self.definitions, NOTHING)
        self._users = {name: set() for name in self.definitions}
        conflicts: dict[str, dict[int, c_ast.Node]] = {}
        stale = set(self.definitions)
        while stale:
            for name, node in self.definitions.items():
                if name not in stale:
                    continue
                stale.discard(name)
                self._enter(name)
                self.conflicts = conflicts[name] = {}
                effects = self._of(node.body)
                own = self.here | self.automatic[name]
                seen = Effects(self._outside(effects.reads - own), self._outside(effects.writes - own))
                if seen != self.summaries[name]:
                    self.summaries[name] = seen
                    stale |= self._changed(name)
        self.conflicts = {}
        for name in self.definitions:
            self.conflicts |= conflicts[name]
        return self.conflicts

    def _enter(self, name: str) -> None:
        """From now on it is this function that is looked at."""
        self.current, self.here = name, self.private[name]

    def _summary(self, name: str) -> Effects:
        """What a function of the file does, as far as it is known; whoever asks is looked at again when more is known."""
        self._users[name].add(self.current)
        return self.summaries[name]

    def _changed(self, name: str) -> set[str]:
        """The functions to look at again since the summary of one has changed."""
        return self._users[name]

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
            case c_ast.BinaryOp(op=operator, left=left, right=right) if operator not in SEQUENCED:
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
            case c_ast.Decl(name=name, init=value, type=type, storage=storage):
                effects = self._of(type) if isinstance(type, c_ast.ArrayDecl) else NOTHING
                if "static" in storage:  # its initialiser is a constant, and was there before the program began
                    return effects
                return effects | self._of(value) | (Effects(writes=frozenset((name,))) if value is not None and name else NOTHING)
            case StatementExpression(compound=compound):
                effects = self._of(compound)
                return Effects(effects.reads, effects.writes, effects.writes)
        return self._all(node)

    def _all(self, node: Any) -> Effects:
        return all_effects([self._of(child) for child in node])

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
        if operator in INCREMENTS:
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
            return before | self._summary(name)
        anywhere = frozenset((ANYWHERE,))
        if name in ALLOCATORS and not self.reads_errno:
            return before
        if name is not None and name in PURE:
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
        operands = operands_to_select(node)
        return NONE.union(*map(self._place, operands)) if len(operands) > 1 else frozenset((ANYWHERE,))

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
        before = NOTHING
        for part in parts:
            by_part = part.writes and self._meet(part.writes, before.reads | before.writes)
            if by_part or (before.writes and self._meet(before.writes, part.reads | part.writes)):
                self._note(node)
            before |= part
        return before

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
        return any(_is_member(place) != _is_member(another) for place in first for another in second)


def _is_member(place: str) -> bool:
    return place.startswith(".")


def _widened(places: Names) -> Names:
    """The same without members: anywhere instead."""
    return frozenset(ANYWHERE if _is_member(place) else place for place in places)


def _automatic(definition: Any) -> Names:
    """The parameters and locals of which each activation has its own, so that no caller's operands have them by these names."""
    declared: set[str] = set()
    others: set[str] = set()
    for node in nodes_of(definition):
        if isinstance(node, c_ast.Decl) and node.name is not None:
            lasting = {"static", "extern"} & set(node.storage) or isinstance(node.type, c_ast.FuncDecl)
            (others if lasting else declared).add(node.name)
    return frozenset(declared - others)


def _private(definition: Any) -> Names:
    """The parameters and local scalars and records of a function whose address is not taken anywhere in it."""
    declared: set[str] = set()
    exposed: set[str] = set()
    for node in nodes_of(definition):
        match node:
            case c_ast.Decl(name=str(name), type=type, storage=storage):
                declared.add(name)
                if isinstance(type, c_ast.ArrayDecl | c_ast.FuncDecl) or "static" in storage or "extern" in storage or has_array(type):
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
    return {node.name for node in nodes_of(operand) if isinstance(node, c_ast.ID)}


def has_array(type: Any) -> bool:
    """Whether a variable may hold arrays, so that its name may become an address: a record, or a type by a name that is no number's."""
    match type:
        case c_ast.PtrDecl():
            return False
        case c_ast.TypeDecl(type=c_ast.IdentifierType(names=names)):
            return not NUMBERS.issuperset(names)
    return True
