"""Andersen's points-to analysis: the least solution of inclusion constraints (Andersen 1994, ch. 4), with offsets.

    copy   pts(b) >= { t + d + k g | t in pts(a) }     for every k, or 0 <= k < n
    load   pts(b) >= pts(m)   for every m that an access at some t in pts(a) overlaps
    store  pts(m) >= pts(b)   for every m that an access at some t in pts(a) overlaps
    call   parameters of every function in pts(a) >= arguments;  result >= the function's result

Flow- and context-insensitive; nodes are storages, the unmodelled rest of each object, and values of address expressions.  Loads, stores and
calls watch their addresses and become copies.  What flows along together shares its copies: all loads (and all stores) of one width that
get the same difference of targets go through one node, which has the copies from (and to) everything that is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verilab.program.cfa import Function
from verilab.program.memory.objects.objects import EXTERNAL, ObjectKind
from verilab.program.memory.objects.regions import ANY_BITS
from verilab.program.memory.points_to.byte_moves import ByteMoves
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.inclusions import UNRESTRICTED, Inclusions, Watcher
from verilab.program.memory.points_to.provenance import Provenance
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

Arguments = Sequence[Sequence[int | None]]
"""The nodes of a call's arguments: one of a scalar, one per storage of a structure; None where nothing flows."""

WHOLE_OBJECT = -1  # the width of an access that may touch every byte of an object
FEW = 2  # copies that a load or store makes itself


class PointsTo:
    """The constraints of a program; add them in any order, then ``solve``."""

    def __init__(self, targets: Targets, pointer_width: int) -> None:
        self.targets = targets
        self.pointer_width = pointer_width
        self.external = 1 << targets.external
        self._graph = Inclusions(targets)
        self._moves = ByteMoves(self)
        self._left: set[int] = set()  # arguments of functions without a body
        self._differences: list[tuple[int, int, int]] = []
        self._fields: dict[int, int] = {}
        self._storage_nodes: dict[Variable | Array, int] = {}
        self._rest_nodes: dict[int, int] = {}
        self._dereferenced: dict[int, None] = {}
        self._contents_memo: dict[tuple[int, int], tuple[int, ...]] = {}
        self._gathering: dict[tuple[int, int], int] = {}
        self._scattering: dict[tuple[int, int], int] = {}
        self._refilled: set[int] = set()  # addresses that bytes are copied to, where those may be of any address
        self._supplied: set[int] = set()  # dereferenced nodes to which nothing was assigned
        self._objects: dict[int, frozenset[int]] = {}
        self.provenance = Provenance(self)
        self.surrendered = self.node()
        self.forbid_external(self.surrendered)
        self.leaked = self.provenance.leaked
        self.copy(self.leaked, self.surrendered)
        self.copy(self.surrendered, self.provenance.recovered)
        self._from_surroundings: set[int] = set()  # dereferenced nodes that may hold what was surrendered
        self.add(self.rest(targets.index(EXTERNAL)), (targets.external,))

    def node(self) -> int:
        return self._graph.node()

    def storage(self, storage: Variable | Array) -> int:
        node = self._storage_nodes.get(storage)
        if node is None:
            allowed = UNRESTRICTED if is_address_type(storage.type, self.pointer_width) else ~self.external
            node = self._storage_nodes[storage] = self._graph.node(allowed)
        return node

    def rest(self, object: int) -> int:
        """The node of an object's unmodelled bytes."""
        node = self._rest_nodes.get(object)
        if node is None:
            node = self._rest_nodes[object] = self.node()
        return node

    def forbid_external(self, node: int) -> None:
        """The new node never holds external memory: it is for values of a type that addresses do not have."""
        self._graph.forbid(node, self.external)

    def add(self, node: int, targets: Iterable[int]) -> None:
        for target in targets:
            self._graph.add(node, 1 << target)

    def set_of(self, node: int) -> int:
        """The node's targets, as the bits of a number."""
        return self._graph.set(node)

    def targets_of(self, node: int) -> tuple[int, ...]:
        """The node's targets, in order."""
        return self.targets.members(self._graph.set(node))

    def objects_of(self, node: int) -> frozenset[int]:
        """The numbers of the objects that the node's targets are in."""
        mask = self._graph.set(node)
        objects = self._objects.get(mask)
        if objects is None:
            objects = self._objects[mask] = frozenset(self.targets.known[target][0] for target in self.targets.members(mask))
        return objects

    def copy(self, source: int, destination: int, distance: int = 0, step: int = 0, count: int = 0) -> None:
        self._graph.copy(source, destination, distance, step, count)

    def watch(self, node: int, watcher: Watcher) -> None:
        """Call ``watcher`` with every target in the node's set, at least once."""
        self._graph.watch(node, watcher)

    def load(self, address: int, destination: int, width: int, *, foreign: bool = True) -> None:
        """``foreign`` says that addresses may come from external memory: the value has a type that addresses or bytes of them have."""
        self._dereferenced[address] = None
        self._graph.watch(address, lambda targets: self.gather(targets if foreign else targets & ~self.external, width, destination))

    def store(self, address: int, value: int | None, width: int) -> None:
        self._dereferenced[address] = None
        if value is not None:
            source = value
            self._graph.watch(address, lambda targets: self.scatter(source, targets, width))

    def gather(self, targets: int, width: int, destination: int) -> None:
        """Everything that accesses of a width at these targets overlap flows into the destination."""
        together = self._gathering.get((targets, width))
        if together is None:
            contents = self._contents_of(targets, width)
            if len(contents) <= FEW:
                for content in contents:
                    self.copy(content, destination)
                return
            together = self._gathering[targets, width] = self.node()
            for content in contents:
                self.copy(content, together)
        self.copy(together, destination)

    def scatter(self, source: int, targets: int, width: int) -> None:
        """The source flows into everything that accesses of a width at these targets overlap."""
        together = self._scattering.get((targets, width))
        if together is None:
            contents = self._contents_of(targets, width)
            if len(contents) <= FEW:
                for content in contents:
                    self.copy(source, content)
                return
            together = self._scattering[targets, width] = self.node()
            for content in contents:
                self.copy(together, content)
        self.copy(source, together)

    def _contents_of(self, targets: int, width: int) -> list[int]:
        members = self.targets.members(targets)
        return list(dict.fromkeys(content for target in members for content in self.contents(target, width)))

    def call(self, address: int, arguments: Arguments, results: tuple[int, ...]) -> None:
        self._dereferenced[address] = None

        def bind(targets: int) -> None:
            for target in self.targets.members(targets):
                self._bind(target, arguments, results)

        self._graph.watch(address, bind)

    def move(self, destination: int, source: int, count: int | None = None) -> None:
        """Bytes from what ``source`` points to, to what ``destination`` points to: ``count``, where that is known."""
        self._dereferenced[destination] = None
        self._dereferenced[source] = None
        self._moves.add(destination, source, count)

    def difference(self, left: int, right: int, result: int) -> None:
        """``result`` is the distance from ``right`` to ``left``: it holds an address where they share no object."""
        self._differences.append((left, right, result))

    def contents(self, target: int, width: int) -> tuple[int, ...]:
        """The nodes of the storages that an access overlaps, and of the object's rest where it may overlap that."""
        key = (target, width)
        overlapped = self._contents_memo.get(key)
        if overlapped is None and self.targets.known[target][0] in self.targets.molded:
            overlapped = self._contents_memo[key] = (self._field(target),)
        if overlapped is None:
            if width == WHOLE_OBJECT:
                cells, complete = self.targets.object(target).cells, False
            else:
                touched = self.targets.touched(target, width)
                cells, complete = tuple(instance.cell for instance in touched.instances), touched.complete
            nodes = [self.storage(cell.storage) for cell in cells]
            if not complete:
                nodes.append(self.rest(self.targets.known[target][0]))
            overlapped = self._contents_memo[key] = tuple(dict.fromkeys(nodes))
        return overlapped

    def _field(self, target: int) -> int:
        """The node of one offset of a molded object."""
        node = self._fields.get(target)
        if node is None:
            node = self._fields[target] = self.node()
        return node

    def _bind(self, target: int, arguments: Arguments, results: tuple[int, ...]) -> None:
        object = self.targets.object(target)
        if object.kind is ObjectKind.FUNCTION and object.function is not None:
            for function in object.functions:
                self._enter(function, arguments, results)
        elif object.kind in (ObjectKind.FUNCTION, ObjectKind.EXTERNAL):
            self._leave(arguments, results)

    def _enter(self, function: Function, arguments: Arguments, results: tuple[int, ...]) -> None:
        for storages, nodes in zip(function.passed, arguments, strict=False):
            for storage, node in zip(storages, nodes, strict=False):
                if node is not None:
                    self.copy(node, self.storage(storage))
        returned = function.returned or (() if function.result is None else (function.result,))
        for storage, result in zip(returned, results, strict=False):
            self.copy(self.storage(storage), result)

    def _leave(self, arguments: Arguments, results: tuple[int, ...]) -> None:
        """A function without a body may keep its arguments, and return and store whatever external memory holds."""
        rest = self.rest(self.targets.index(EXTERNAL))
        for node in (node for nodes in arguments for node in nodes if node is not None):
            if node not in self._left:
                self._left.add(node)
                self.copy(node, rest)
                self._graph.watch(node, lambda targets: self.scatter(rest, targets, WHOLE_OBJECT))
        for result in results:
            self.copy(rest, result)

    def solve(self) -> None:
        """The least solution; an address that nothing is ever assigned to is then taken to be external, until none is left.

        Or it was put together from bits of another address, one by one under conditions: then it may be of every object that is exposed,
        where the program looks at addresses at all, see ``provenance``.  An address of which no more is known than that it comes from
        outside may be of whatever functions without a body were given: they may return it as a number, or in pieces.
        """
        self._drain()
        while True:
            while self._separate():
                self._drain()
            subtracted = [node for left, right, _ in self._differences for node in (left, right)]
            if self.provenance.look(self._dereferenced, subtracted):
                self._drain()
                continue
            if self._refill():
                self._drain()
                continue
            empty = [node for node in self._dereferenced if not self._graph.set(node) and node not in self._supplied]
            if not empty and not self._recall():
                return
            self._supplied.update(empty)
            for node in empty:
                self._graph.add(node, self.external)
                self.copy(self.provenance.recovered, node)
            self._drain()

    def _recall(self) -> bool:
        """Let addresses from outside be of what was surrendered; whether there are such."""
        if not self._graph.set(self.surrendered):
            return False
        outside = [node for node in self._dereferenced if self._graph.set(node) == self.external and node not in self._from_surroundings]
        self._from_surroundings.update(outside)
        for node in outside:
            self.copy(self.surrendered, node)
        return bool(outside)

    def _refill(self) -> bool:
        """Let what bytes are copied to hold any address that was put together again; whether that is new."""
        recovered = self._graph.set(self.provenance.recovered)
        new = [copied for copied in self._moves.destinations() if copied not in self._refilled] if recovered else []
        for destination in new:
            self._refilled.add(destination)
            self._graph.watch(destination, lambda targets: self.scatter(self.provenance.recovered, targets, WHOLE_OBJECT))
        return bool(new)

    def _separate(self) -> bool:
        """State what differences are whose sides hold no addresses of one object, but some; whether there are new ones.

        All of them at once: whether two sides are apart does not depend on the order of the program's subtractions.
        """
        apart = {difference: None for difference in self._differences if self._is_apart(*difference[:2])}
        for left, right, result in apart:
            self.copy(left, result, 0, ANY_BITS)
            for source, *movement in self.provenance.mixed(((left, 0, 0, 0), (right, 0, 0, 0))):
                self.copy(source, result, *movement)
        self._differences = [difference for difference in self._differences if difference not in apart]
        return bool(apart)

    def _is_apart(self, left: int, right: int) -> bool:
        first, second = self.objects_of(left), self.objects_of(right)
        return bool(first or second) and first.isdisjoint(second)

    def _drain(self) -> None:
        self._graph.drain()
        while self._moves.process():
            self._graph.drain()


def is_address_type(type: IntType, pointer_width: int) -> bool:
    """Whether values of the type may be addresses of external memory: those of C's pointers and of integers that hold them.

    An integer of another type is followed where it holds the address of a known object.
    """
    return type.width == pointer_width
