"""Points-to constraints from the edges of a raw control-flow automaton.

Every integer expression is summarised as where its value may come from: flows ``(node, distance, step, count)``, an address in the node's
set moved by ``distance`` bytes and then by a number of steps; and the value's own shape for when it is added to an address: a constant
(``step`` 0) or any multiple of ``step``.  The order counts: ``(p + 4) + i * 8`` is element i of an array at p + 4, while in
``(p + i * 8) + 4`` the array is at p.  Flows in another order than "distance, then step" go through nodes of their own.

Whatever is computed from the bits of an address may be any address in the same object; only comparisons, and the difference of two
pointers, carry none: see ``arithmetic``.  An input (``NondetKind.INPUT``) is an integer: used as an address, it is external memory only
where nothing else is.
"""

from __future__ import annotations

from collections.abc import Collection

from verilab.program.cfa import Edge
from verilab.program.expressions import (
    FLOAT_COMPARISONS,
    Binary,
    Cast,
    Constant,
    Expression,
    FloatOperation,
    IfThenElse,
    Read,
    Select,
    Unary,
)
from verilab.program.memory.external.exposure import Exposure
from verilab.program.memory.external.surroundings import Surroundings
from verilab.program.memory.objects.placement import FIRST_ADDRESS
from verilab.program.memory.objects.regions import ANY_STEP
from verilab.program.memory.points_to.andersen import WHOLE_OBJECT, PointsTo, is_address_type
from verilab.program.memory.points_to.arithmetic import Arithmetic
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.dependence import AddressDependence
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.points_to.summaries import NOTHING, Summary, bytes_of, cast_summary, signed_distance, union
from verilab.program.memory.raw.conversions import Conversions
from verilab.program.memory.raw.expressions import AddressOf, Load, RawExpression, raw_postorder
from verilab.program.memory.raw.operations import (
    Allocate,
    Argument,
    CopyBytes,
    Escape,
    EscapeBytes,
    ExternalCall,
    FormatCheck,
    HavocThrough,
    IndirectCall,
    RawOperation,
    Recall,
    SetBytes,
    StoreThrough,
    Structure,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Store
from verilab.program.types import BOOL, BYTE, IntType


class Constraints:
    """Collects the constraints of edges; afterwards ``address_node`` gives the node of each dereferenced address."""

    def __init__(self, targets: Targets, points_to: PointsTo, known: KnownValues, conversions: Conversions) -> None:
        self.known = known
        self._conversions = conversions
        self._recovered = {id(expression) for expression in conversions.to_pointers}
        self.targets = targets
        self.points_to = points_to
        self.address_node: dict[int, int] = {}
        self._summaries: dict[int, Summary] = {}
        self._alive: list[RawExpression] = []  # keeps ids unique
        self._arithmetic = Arithmetic(points_to)
        self.accesses: list[tuple[int, IntType, int]] = []  # (node of the address, type, bit) of every load and store
        self.surroundings = Surroundings(points_to, targets, known)
        self.exposures: dict[int, Exposure] = {}  # by the id of the ExternalCall
        self.kept: dict[int, int] = {}  # by the id of the Recall: the node of the pointers that it keeps
        self._target_nodes: dict[int, int] = {}
        self.dependence = AddressDependence(conversions, self._summaries, points_to.pointer_width)

    def edge(self, edge: Edge) -> bool:
        """Add an edge's constraints; whether it contains a raw node."""
        operation: RawOperation = edge.operation
        match operation:
            case Assume(condition=condition):
                self.summary(condition)
                self.dependence.decides(condition)
            case Assign(target=target, value=value):
                self._assign(self.points_to.storage(target), value)
            case Store(array=array, index=index, value=value):
                self.summary(index)
                self.dependence.leads(index)
                self._assign(self.points_to.storage(array), value)
            case Havoc(targets=targets, kind=kind):
                if kind is not NondetKind.UNINITIALISED:
                    for storage in targets:
                        self.points_to.add(self.points_to.storage(storage), (self.targets.external,))
            case _:
                return self._raw(operation)
        return self.dependence.holds_raw(edge)

    def complete(self) -> None:
        """Add what the conversions say, after all edges."""
        provenance = self.points_to.provenance
        for address in self._conversions.to_integers:
            provenance.expose(self.summary(address).flows)
        for storage in self._conversions.shared:
            self.points_to.copy(provenance.recovered, self.points_to.storage(storage))
        self.dependence.constrain(provenance, self.summary, self.known)

    def _assign(self, node: int, value: Expression | Nondet) -> None:
        if isinstance(value, Nondet):
            if value.kind is NondetKind.IMPRECISE:
                self.points_to.add(node, (self.targets.external,))
            return
        self._arithmetic.flow_into(self.summary(value), node)

    def _raw(self, operation: RawOperation) -> bool:
        points_to = self.points_to
        match operation:
            case StoreThrough(address=address, value=value, bit=bit):
                source = self._value_node(value)
                is_bool = isinstance(value, Cast) and value.type == BYTE and value.operand.type == BOOL
                self.accesses.append((self.address(address), BOOL if is_bool else value.type, bit))
                if not self._is_nowhere(address):
                    points_to.store(self.address(address), source, bytes_of(value.type.width, bit))
            case ExternalCall():
                self.exposures[id(operation)] = self.expose(operation)
            case Recall(call=call):
                if not self.known.models_surroundings:
                    self.kept[id(operation)] = self._pointers((*call.given, *call.numbers, *call.functions))
            case HavocThrough(address=address):
                points_to.store(self.address(address), self._external_node(), WHOLE_OBJECT)
            case CopyBytes(destination=destination, source=source_address, count=count):
                self.summary(count)
                self.dependence.leads(count)
                points_to.move(self.address(destination), self.address(source_address), self.known.value(count))
            case SetBytes(destination=destination, value=byte, count=count):
                self.summary(count)
                self.dependence.leads(count)
                points_to.store(self.address(destination), self._value_node(byte), WHOLE_OBJECT)
            case IndirectCall(address=address, arguments=arguments):
                nodes = tuple(self._argument(argument) for argument in arguments)
                points_to.call(self.address(address), nodes, tuple(points_to.storage(result) for result in operation.results))
            case Escape(value=value, named=named):
                rest = points_to.rest(self.targets.index(self.targets.object(self.targets.external)))
                if not named:
                    self._leak(self._arithmetic.node(self.summary(value)), rest)
                elif self.surroundings.knowing:
                    self._leak(self._arithmetic.node(self.summary(value)))
            case EscapeBytes(address=address):
                loaded = points_to.node()
                points_to.load(self.address(address), loaded, WHOLE_OBJECT)
                self._leak(loaded)
            case FormatCheck(format=format):
                self.address(format)
            case Allocate(size=size):
                self.summary(size)
                self.dependence.leads(size)
            case _:
                return False
        return True

    def _leak(self, source: int | None, *others: int) -> None:
        """What a node holds is followed no longer."""
        if source is not None:
            self.points_to.copy(source, self.points_to.leaked, 0, ANY_STEP)
            for other in others:
                self.points_to.copy(source, other)

    def expose(self, call: ExternalCall) -> Exposure:
        """The constraints of a call of a function without a body."""
        exposed = self._pointers(call.numbers, domestic=True)
        functions = self._pointers((*call.functions, *call.given, *call.numbers))
        exposure = Exposure(self._pointers(call.given), self._pointers(call.written), exposed, functions, self.points_to.node())
        return self.surroundings.expose(call, exposure)

    def _pointers(self, addresses: tuple[Expression, ...], *, domestic: bool = False) -> int:
        """A node with what all of these hold, external memory only where it is not ``domestic``."""
        node = self.points_to.node()
        if domestic:
            self.points_to.forbid_external(node)
        for address in addresses:
            self._arithmetic.flow_into(self.summary(address), node)
        return node

    def address(self, expression: Expression) -> int:
        """The node of an address that is dereferenced."""
        known = self.address_node.get(id(expression))
        if known is None:
            summary = self.summary(expression)
            node = self._arithmetic.node(summary)
            known = self.points_to.node() if node is None else node
            self.address_node[id(expression)] = known
        return known

    def _is_nowhere(self, address: Expression) -> bool:
        """Whether no object lies at an address, as where a model of the library gets no place for a result: nothing is left there."""
        known = self.known.value(address)
        return known is not None and 0 <= known < FIRST_ADDRESS

    def _value_node(self, value: Expression | Nondet) -> int | None:
        if isinstance(value, Nondet):
            return self._external_node() if value.kind is NondetKind.IMPRECISE else None
        return self._arithmetic.node(self.summary(value))

    def _argument(self, argument: Argument) -> tuple[int | None, ...]:
        """The nodes of an argument, one per storage of a structure."""
        if isinstance(argument, Structure):
            return tuple(self.points_to.storage(storage) for storage in argument.storages)
        if not self.summary(argument).flows:
            return (None,)
        node = self._arithmetic.node(self.summary(argument))
        assert node is not None
        self.address_node.setdefault(id(argument), node)
        return (node,)

    def _external_node(self) -> int:
        return self._target_node(self.targets.external)

    def _target_node(self, target: int) -> int:
        node = self._target_nodes.get(target)
        if node is None:
            node = self._target_nodes[target] = self.points_to.node()
            self.points_to.add(node, (target,))
        return node

    def targets_of(self, expression: RawExpression) -> tuple[int, ...]:
        """The points-to set of an expression's value, in order, after the analysis; empty for an expression that was not analysed."""
        summary = self._summaries.get(id(expression))
        targets = 0
        for node, distance, step, count in summary.flows if summary is not None else ():
            targets |= self.targets.shifted(self.points_to.set_of(node), distance, step, count)
        return self.targets.members(targets)

    def summary(self, expression: RawExpression) -> Summary:
        summary = self._summaries.get(id(expression))
        if summary is not None:
            return summary
        self._alive.append(expression)
        for node in raw_postorder(expression):
            if id(node) not in self._summaries:
                self.dependence.add(node)
                summary = self._summarise(node)
                if id(node) in self._recovered:
                    summary = summary._replace(flows=union(summary.flows, ((self.points_to.provenance.recovered, 0, 0, 0),)))
                self._summaries[id(node)] = summary
        return self._summaries[id(expression)]

    def _summarise(self, node: RawExpression) -> Summary:
        summaries = self._summaries
        match node:
            case Constant(value=value, type=type):
                return Summary((), signed_distance(value, type.width), 0)
            case AddressOf(object=object, offset=offset):
                self._arithmetic.rooted.add(id(node))
                return Summary(((self._target_node(self.targets.target(object, (offset, 0))), 0, 0, 0),), 0, 1)
            case Read(variable=variable) if variable in self.known.values:
                return Summary((), signed_distance(self.known.values[variable], variable.type.width), 0)
            case Read(variable=variable):
                return Summary(((self.points_to.storage(variable), 0, 0, 0),), 0, 1)
            case Select(array=array):
                return Summary(((self.points_to.storage(array), 0, 0, 0),), 0, 1)
            case Load(address=address, type=type, bit=bit):
                loaded = self.points_to.node()
                is_address = is_address_type(type, self.points_to.pointer_width)
                if not is_address:
                    self.points_to.forbid_external(loaded)
                self.accesses.append((self.address(address), type, bit))
                foreign = is_address or type.width == 8
                self.points_to.load(self.address(address), loaded, bytes_of(type.width, bit), foreign=foreign)
                return Summary(((loaded, 0, 0, 0),), 0, 1)
            case Binary():
                return self._arithmetic.binary(node, summaries[id(node.left)], summaries[id(node.right)])
            case Cast(operand=operand, type=type):
                inner = summaries[id(operand)]
                if type.width < operand.type.width:
                    inner = inner._replace(flows=self._arithmetic.bits(inner.flows))
                return cast_summary(inner, operand.type, type.width)
            case IfThenElse(then=then, otherwise=otherwise):
                first, second = summaries[id(then)], summaries[id(otherwise)]
                same = first[1:] == second[1:]
                return Summary(union(first.flows, second.flows), first.constant if same else 0, first.step if same else 1)
            case Unary(operator=operator, operand=operand):
                inner = summaries[id(operand)]
                if operator == "-":
                    return Summary(self._arithmetic.bits(inner.flows), -inner.constant, inner.step)
                return NOTHING if operator == "!" else Summary(self._arithmetic.bits(inner.flows), 0, 1)
            case FloatOperation(operator=operation, operands=operands):
                if operation in FLOAT_COMPARISONS:
                    return NOTHING
                return Summary(self._arithmetic.bits(*(summaries[id(operand)].flows for operand in operands)), 0, 1)

    def mark(self, nodes: Collection[int]) -> None:
        """Count these as raw, given by their ids, and with them all that they are part of."""
        self.dependence.mark(nodes, self._alive)
