"""Resolution of the raw nodes inside expressions: addresses become constants, dereferences become direct reads.

*p  =  (p == &x) ? x : (p is in a) ? a[(p - a) / stride] : ... : last case
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast as typed

from verilab.program.cfa import Location
from verilab.program.expressions import Binary, Cast, Constant, Expression, FloatOperation, IfThenElse, Read, Select, Unary
from verilab.program.memory.folding import binary, cast, constant, disjunction
from verilab.program.memory.objects.objects import FOREIGN, MemoryObject, ObjectKind
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.raw.expressions import AddressOf, Load, RawExpression, address_of, raw_postorder
from verilab.program.memory.resolution.accesses import (
    Access,
    Cases,
    PreciseCase,
    VagueCase,
    element,
    first_bit,
    fits,
    free_indices,
    guard,
    inner_bits,
)
from verilab.program.memory.resolution.cases import cases_of
from verilab.program.memory.resolution.comparisons import REASON, Comparisons, arbitrary
from verilab.program.memory.resolution.editing import Editor, Hoist
from verilab.program.memory.resolution.linear import LinearAddress, LinearForm, LinearPointer, Terms, linear_sum
from verilab.program.types import IntType


class Reads:
    """Resolves expressions, given the solved points-to sets and the base addresses.

    ``elsewhere`` has the ids of numbers made of an address' bits that are any number: see ``Comparisons.is_elsewhere``.
    """

    def __init__(self, constraints: Constraints, bases: dict[MemoryObject, int], editor: Editor) -> None:
        self.constraints = constraints
        self.elsewhere: set[int] = set()
        self.targets: Targets = constraints.targets
        self.bases = bases
        self.editor = editor
        self.comparisons = Comparisons(constraints, bases)
        self._kept: list[RawExpression] = []
        self._cases: dict[tuple[int, Access], Cases] = {}

    def resolve(self, expression: Expression, near: Location, hoists: list[Hoist], done: dict[int, Expression] | None = None) -> Expression:
        """The expression without raw nodes; what must run before it is appended to ``hoists``.

        ``done`` maps the ids of nodes already resolved for the same place.
        """
        if id(expression) not in self.constraints.dependence.raw:
            return expression
        if done is None:
            done = {}
        for node in raw_postorder(expression):
            if id(node) not in done:
                done[id(node)] = self._node(node, near, hoists, done)
        return done[id(expression)]

    def _node(self, node: RawExpression, near: Location, hoists: list[Hoist], done: dict[int, Expression]) -> Expression:
        if id(node) not in self.constraints.dependence.raw:
            return typed(Expression, node)
        match node:
            case AddressOf(object=object, type=type) if object.kind is ObjectKind.BEYOND:
                return self._beyond(object, type, near, hoists)
            case AddressOf(object=object, offset=offset, type=type):
                return constant(self.bases.get(object, 0) + offset, type)
            case Load(address=address):
                return self._load(node, done[id(address)], near, hoists, done)
            case Select(array=array, index=index):
                return Select(array, done[id(index)])
            case Unary(operator=operator, operand=operand, type=type):
                return Unary(operator, done[id(operand)], type)
            case Cast(operand=operand, type=type):
                known = self.comparisons.narrowed(node, done[id(operand)])
                return self._known_if(known, cast(done[id(operand)], type), type, near, hoists)
            case Binary(operator=operator, left=left, right=right):
                value = binary(operator, done[id(left)], done[id(right)])
                if id(node) in self.elsewhere:
                    return self._known_if(False, value, node.type, near, hoists)
                return self._compared(node, value, near, hoists, done)
            case IfThenElse(condition=condition, then=then, otherwise=otherwise):
                return IfThenElse(done[id(condition)], done[id(then)], done[id(otherwise)])
            case FloatOperation(operator=operation, operands=operands, type=type):
                return FloatOperation(operation, tuple([done[id(operand)] for operand in operands]), type)
            case Constant() | Read():
                return node

    def _beyond(self, object: MemoryObject, type: IntType, near: Location, hoists: list[Hoist]) -> Expression:
        """The address of one more allocation of a site, of which there may be any number: any address but null."""
        temporary = self.editor.temporary(near, type)
        hoists.append(Hoist(temporary, object.unmodelled, None))
        anywhere = Read(temporary)
        return IfThenElse(binary("==", anywhere, constant(0, type)), constant(self.bases[object], type), anywhere)

    def _compared(self, node: Binary, value: Expression, near: Location, hoists: list[Hoist], done: dict[int, Expression]) -> Expression:
        """The value of a binary expression; of a comparison that depends on where objects lie, an arbitrary outcome."""
        known = self.comparisons.known(node, done[id(node.left)], done[id(node.right)])
        if known is True:
            return value
        temporary = self.editor.temporary(near, node.type)
        hoists.append(Hoist(temporary, REASON, None if known is False else known))
        any_outcome = arbitrary(Read(temporary))
        return any_outcome if known is False else IfThenElse(known, value, any_outcome)

    def _known_if(self, known: Expression | bool, value: Expression, type: IntType, near: Location, hoists: list[Hoist]) -> Expression:
        """A value, or any number of its type where the condition does not hold."""
        if known is True:
            return value
        temporary = self.editor.temporary(near, type)
        hoists.append(Hoist(temporary, REASON, None if known is False else known))
        return Read(temporary) if known is False else IfThenElse(known, value, Read(temporary))

    def cases(self, address: Expression, access: Access) -> Cases:
        """The cases of an access at a raw address."""
        points_to = self.constraints.points_to.set_of(self.constraints.address_node[id(address)])
        key = (points_to, access)
        cases = self._cases.get(key)
        if cases is None:
            cases = self._cases[key] = cases_of(self.targets, self.targets.members(points_to), access)
        return cases

    def targets_at(self, address: Expression) -> tuple[int, ...]:
        """The points-to set of a raw address, in order."""
        return self.constraints.points_to.targets_of(self.constraints.address_node[id(address)])

    def keep(self, nodes: Iterable[RawExpression]) -> None:
        """Keep nodes alive whose ids are remembered."""
        self._kept.extend(nodes)

    def alias(self, copy: Expression, address: Expression) -> None:
        """``copy`` is an address that holds the same value as ``address``."""
        self.keep((copy, address))
        self.constraints.address_node[id(copy)] = self.constraints.address_node[id(address)]

    def shifted(self, address: Expression, distance: int) -> Expression:
        """A new raw address, ``distance`` bytes after a known one."""
        if isinstance(address, AddressOf):
            moved: Expression = address_of(address.object, address.offset + distance, address.type)
        else:
            moved = binary("+", address, constant(distance, address.type)) if distance else address
        if moved is not address:
            points_to = self.constraints.points_to
            node = points_to.node()
            before = points_to.set_of(self.constraints.address_node[id(address)])
            points_to.add(node, self.targets.members(self.targets.shifted(before, distance, 0)))
            self.constraints.address_node[id(moved)] = node
            if id(address) in self.constraints.dependence.raw:
                self.constraints.dependence.raw.add(id(moved))
            self.keep((moved,))
        return moved

    def form(self, address: Expression, done: dict[int, Expression]) -> LinearForm | None:
        """The address as a sum around an object or a pointer, its terms resolved as ``done`` says; None where it is none."""
        root, offset, terms = linear_sum(address)
        if root is not None:
            return LinearAddress(root.object, offset, _resolved(terms, done))
        pointers = [(factor, term) for factor, term in terms if self.constraints.targets_of(term)]
        if len(pointers) != 1 or pointers[0][0] != 1:
            return None
        pointer = pointers[0][1]
        others = _resolved(tuple(summand for summand in terms if summand[1] is not pointer), done)
        targets = self.constraints.targets_of(pointer)
        known = [self.targets.known[target] for target in targets]
        if len(known) == 1 and known[0][1][1] == 0 and self.targets.objects[known[0][0]].kind not in FOREIGN:
            # The pointer is not null where it is dereferenced, so it can only be this address.
            object, (start, _) = known[0]
            return LinearAddress(self.targets.objects[object], offset + start, others)
        return LinearPointer(done.get(id(pointer), pointer), offset, others, self.targets.anchors(targets))

    def _load(self, node: Load, address: Expression, near: Location, hoists: list[Hoist], done: dict[int, Expression]) -> Expression:
        cases = self.cases(node.address, Access(node.type, node.bit))
        form = self.form(node.address, done)
        reason = cases.imprecise
        value: Expression | None = None
        if reason is not None:
            temporary = self.editor.temporary(near, node.type)
            known = [self.guard(cases, case, address) for case in cases.precise]
            hoists.append(Hoist(temporary, reason, disjunction(known) if known else None))
            value = Read(temporary)
        for case in sorted(cases.precise, key=lambda candidate: -len(candidate.levels)):
            current = self.value(case, address, form, node.type, node.bit)
            value = current if value is None else IfThenElse(self.guard(cases, case, address), current, value)
        assert value is not None
        return value

    def guard(self, cases: Cases, case: PreciseCase, address: Expression) -> Expression:
        """The condition that the (resolved) address is in one of the cases."""
        all_cases: tuple[PreciseCase | VagueCase, ...] = (*cases.precise, *cases.vague)
        others = sum(other.object is case.object for other in all_cases)
        return guard(case, address, self.bases[case.object], alone=others == 1)

    def value(self, case: PreciseCase, address: Expression, form: LinearForm | None, type: IntType, bit: int) -> Expression:
        """What the access reads in this case.

        value = OR over the elements e of  (e >> max(0, low - first(e)))  <<  max(0, first(e) - low),  modulo 2^width
        """
        indices = free_indices(case, address, form, self.bases[case.object])
        if fits(case, Access(type, bit)):
            return cast(element(case, case.instances[0], indices, address.type), type)
        unsigned = IntType(type.width, False)
        if case.room is not None:
            whole = element(case, case.instances[0], indices, address.type)
            plain = cast(whole, IntType(whole.type.width, False))
            bits = cast(inner_bits(case, address, self.bases[case.object]), plain.type)
            return cast(binary(">>", plain, bits), type)
        total: Expression | None = None
        for instance in case.instances:
            shift = first_bit(instance, case.place) - bit
            whole = element(case, instance, indices, address.type)
            plain = cast(whole, IntType(whole.type.width, False))
            if shift < 0:
                piece = cast(binary(">>", plain, constant(-shift, plain.type)), unsigned)
            else:
                piece = binary("<<", cast(plain, unsigned), constant(shift, unsigned))
            total = piece if total is None else binary("|", total, piece)
        assert total is not None
        return cast(total, type)


def _resolved(terms: Terms, done: dict[int, Expression]) -> Terms:
    return tuple((factor, done.get(id(term), term)) for factor, term in terms)
