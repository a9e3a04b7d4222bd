"""Which operands do something to each other in an order that C leaves open, as far as a file tells, and which of these have gcc's here.

Calls are in some sequence (C11 6.5.2.2p10), and so are statements in expressions; other effects that meet are undefined (6.5p2).  We and
gcc make calls on both sides of an operator from the left, but where gcc rearranges arithmetic (``folded_orders``), and find the place of
an assignment before a call that is all of its right side, of the place's type.  What remains is not modelled.  Where nothing is known of
a function, ``evaluation_order`` says "perhaps"; here it changes what it is given: what else an external one does is unknown in any order,
and what functions of the library do is known (``library_calls``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pycparser import c_ast

from verilab.program.lowering.facts import library_calls
from verilab.program.lowering.facts.evaluation_order import (
    ALLOCATORS,
    ANYWHERE,
    NOTHING,
    PURE,
    Effects,
    FileEffects,
    Names,
    all_effects,
    has_array,
)
from verilab.program.lowering.facts.folded_orders import FoldedOrders
from verilab.program.lowering.facts.library_names import implements
from verilab.program.lowering.facts.mixed_effects import hides_effects, may_have_open_orders
from verilab.program.lowering.facts.scalar_members import structured_members
from verilab.program.stack import with_deep_stack
from verilab.program.syntax.tree.nodes import StatementExpression, nodes_of, operands_to_select


class _Certain(FileEffects):
    """Conflicts of what the file and the library do: other functions without a body do nothing but to variables whose addresses they get.

    The names of arrays, functions and enumerators are no places that are read.  A member of a structure that a pointer leads to, ``.name``,
    is no place of another member's, unless a union has one of that name, or it may be a structure, which has members of its own; a variable
    whose address nobody takes is its name's only.
    Calls on both sides of an operator are made from the left, here as by gcc where it rearranges nothing: what they do to each other is in
    that order.
    """

    def __init__(self, root: c_ast.FileAST) -> None:
        super().__init__(root)
        nodes = list(nodes_of(root))
        declared = [node for node in nodes if isinstance(node, c_ast.Decl) and node.name is not None]
        self.variables = {node.name for node in declared if not isinstance(node.type, c_ast.ArrayDecl | c_ast.FuncDecl)}
        self.arithmetic = FoldedOrders(nodes, self.variables)
        called = {id(node.name) for node in nodes if isinstance(node, c_ast.FuncCall)}
        self.given = {node.name for node in nodes if isinstance(node, c_ast.ID) and id(node) not in called}
        functions = {node.name for node in declared if isinstance(node.type, c_ast.FuncDecl)}
        self.given_outside = (self.given & functions) - set(self.definitions)
        unions = [node for node in nodes if isinstance(node, c_ast.Union)]
        self.shared = {member.name for node in unions for member in nodes_of(node) if isinstance(member, c_ast.Decl)}
        self.shared |= structured_members(root)
        taken = [node for node in nodes if isinstance(node, c_ast.UnaryOp) and node.op == "&"]
        exposed = frozenset().union(*(_objects(node.expr) for node in taken))
        is_plain = [isinstance(node.type, c_ast.PtrDecl | c_ast.TypeDecl) and not has_array(node.type) for node in declared]
        plain = {node.name for node, holds in zip(declared, is_plain, strict=True) if holds}
        self.alone = plain - {node.name for node, holds in zip(declared, is_plain, strict=True) if not holds} - exposed
        self.library = library_calls.Declarations(root)
        if not library_calls.takes_address_of_errno(root):
            self.alone |= library_calls.OWN_PLACES
        self.is_hidden = hides_effects(root, nodes)
        if self.is_hidden:
            self.alone &= library_calls.OWN_PLACES
            self.private = dict.fromkeys(self.private, frozenset())
            self.automatic = dict(self.private)
        self._apart: Names = frozenset()  # what no pointer leads to, as the current function sees it
        self._by_given_now: Effects | None = None
        self._users_of_given: set[str] = set()
        self.places_first: dict[int, c_ast.Node] = {}
        self.found_before: dict[int, c_ast.Node] = {}
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
                if not is_open and not self.arithmetic.from_the_left(node):
                    is_open = self._interfere(self._calls(left), self._calls(right))
            case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
                self._is_quiet = True
                address = self._address(target)
                place = address | Effects(writes=self._place(target))
                self._is_quiet = False
                calls = self._calls(value)
                is_open = self._interfere(self._calls(target), self._total(value))
                if self._interfere(address, calls):
                    self.found_before[id(node)] = node
                    is_open = is_open or not _is_one_call(value)
                if not is_open and self._interfere(place, calls):
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
        if library_calls.is_errno(node):
            return Effects(reads=frozenset((library_calls.ERRNO,)))
        if isinstance(node, c_ast.InitList):  # in their order, as gcc has it
            return self._all(node)
        if isinstance(node, c_ast.StructRef) and node.type == "->":
            return self._of(node.name) | Effects(reads=self._member(node))
        if isinstance(node, c_ast.Decl) and any(attribute.name == "cleanup" for attribute in node.attributes or ()):
            return super()._of(node) | Effects(frozenset((ANYWHERE,)), frozenset((ANYWHERE,)))
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
        if library_calls.is_errno(node):
            return frozenset((library_calls.ERRNO,))
        if isinstance(node, c_ast.StructRef):
            if node.type == "->":
                return self._member(node)
            base = self._place(node.name)
            direct = frozenset(name for name in base if name != ANYWHERE and name[0] != ".")
            return base if direct == base else direct | self._member(node)
        return super()._place(node)

    def _outside(self, places: Names) -> Names:
        return places

    def _enter(self, name: str) -> None:
        super()._enter(name)
        self._apart = self.here | self.alone

    def _changed(self, name: str) -> set[str]:
        if name not in self.given:
            return super()._changed(name)
        self._by_given_now = None
        return super()._changed(name) | self._users_of_given

    def _meet(self, one: Names, other: Names) -> bool:
        if not one or not other:
            return False
        if not one.isdisjoint(other):
            return True
        for these, those in ((one, other), (other, one)):
            outside = those - self._apart
            if outside and ANYWHERE in these:
                return True
            if outside and any(name[0] != "." for name in outside) and any(name[0] == "." for name in these):
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
        if self.is_hidden and (name is None or not (implements(name) or name.startswith("__VERIFIER_"))):
            return Effects(frozenset((ANYWHERE,)), frozenset((ANYWHERE,)))
        if name in self.summaries:
            return self._summary(name)
        if name is None or name in self.variables:  # through a pointer: any function of the file whose address is taken
            return self._by_given()
        done = self._in_library(name, arguments) if implements(name) and name not in ALLOCATORS else NOTHING
        given = [argument.expr for argument in arguments if isinstance(argument, c_ast.UnaryOp) and argument.op == "&" and name not in PURE]
        return done | Effects(writes=frozenset().union(*(self._place(argument) for argument in given)))

    def _by_given(self) -> Effects:
        """What functions do that may be called by a pointer, those of the library whatever they are given."""
        self._users_of_given.add(self.current)
        if self._by_given_now is None:
            anywhere = frozenset((ANYWHERE,))
            of_library = any(implements(name) and name not in PURE | ALLOCATORS for name in self.given_outside)
            of_file = [summary for defined, summary in self.summaries.items() if defined in self.given]
            self._by_given_now = all_effects([Effects(anywhere, anywhere) if of_library else NOTHING, *of_file])
        return self._by_given_now

    def _in_library(self, name: str, arguments: Sequence[Any]) -> Effects:
        """What a function of the library does, but for what it does to variables whose addresses it gets."""
        state = library_calls.own_places(name)
        anywhere = frozenset((ANYWHERE,))
        written = frozenset() if library_calls.only_reads(name) else state
        done = Effects(reads=state, writes=written | {library_calls.ERRNO} if self.reads_errno and name not in PURE else written)
        if library_calls.raises(name):
            done |= self._by_given()
        for index, argument in enumerate(arguments):
            if isinstance(argument, c_ast.Constant):
                continue
            parameter = self.library.parameter(name, index)
            if parameter.calls:
                known = isinstance(argument, c_ast.ID) and argument.name in self.summaries
                done |= self._summary(argument.name) if known else self._by_given()
            elif isinstance(argument, c_ast.UnaryOp) and argument.op == "&":
                done |= Effects(reads=self._place(argument.expr))
            else:
                writes = parameter.writes and name not in PURE
                done |= Effects(anywhere if parameter.reads else frozenset(), anywhere if writes else frozenset())
        return done


# gcc 12 at -O0 finds the place behind any other right side: a call that is converted, an operand, or given what another call returns.
def _is_one_call(node: Any) -> bool:
    """Whether nothing but one call of a function that gcc does not know is there."""
    if not isinstance(node, c_ast.FuncCall) or (isinstance(node.name, c_ast.ID) and implements(node.name.name)):
        return False
    operands = [node.name] if node.args is None else [node.name, node.args]
    return not any(isinstance(part, c_ast.FuncCall | StatementExpression) for operand in operands for part in nodes_of(operand))


def _objects(node: Any) -> frozenset[str]:
    """The variables in one of which a place lies; none where a pointer leads there."""
    match node:
        case c_ast.ID(name=str(name)):
            return frozenset((name,))
        case c_ast.StructRef(type=".", name=base) | c_ast.ArrayRef(name=base) | c_ast.Cast(expr=base):
            return _objects(base)
        case c_ast.UnaryOp(op="__real__" | "__imag__", expr=base):
            return _objects(base)
    operands = operands_to_select(node)
    return frozenset().union(*map(_objects, operands)) if len(operands) > 1 else frozenset()


class Orders(NamedTuple):
    """The ids of expressions whose operands do something to each other in an order that C leaves open, as far as a file tells.

    In ``places_first`` are assignments whose order is gcc's if the place on the left is found before the calls on the right are made;
    in ``found_before`` those of them that gcc finds there only where both sides have one type.
    """

    open: frozenset[int] = frozenset()
    places_first: frozenset[int] = frozenset()
    found_before: frozenset[int] = frozenset()


def open_orders(root: c_ast.FileAST) -> Orders:
    """Quick for a file in which no operand has an effect, as one that a tool put into temporaries."""
    if not may_have_open_orders(root):
        return Orders()
    orders = _Certain(root)
    noted = with_deep_stack(lambda: frozenset(orders.all()))
    return Orders(noted, frozenset(orders.places_first) - noted, frozenset(orders.found_before) - noted)
