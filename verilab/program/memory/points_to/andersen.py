"""Andersen's points-to analysis: the least solution of inclusion constraints (Andersen 1994, ch. 4), with offsets.

    copy   pts(b) >= { t + d + k g | t in pts(a) }     for every k, or 0 <= k < n
    load   pts(b) >= pts(m)   for every m that an access at some t in pts(a) overlaps
    store  pts(m) >= pts(b)   for every m that an access at some t in pts(a) overlaps
    call   parameters of every function in pts(a) >= arguments;  result >= the function's result

Flow- and context-insensitive; nodes are storages, the unmodelled rest of each object, and values of address expressions.  Sets grow
through a worklist of differences, so cycles of copies need no special care.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from math import gcd

from verilab.program.cfa import Function
from verilab.program.memory.objects.objects import EXTERNAL, ObjectKind
from verilab.program.memory.objects.regions import ANY_STEP
from verilab.program.memory.points_to.byte_moves import ByteMoves
from verilab.program.memory.points_to.contents import Targets
from verilab.program.storages import Array, Variable
from verilab.program.types import IntType

Arguments = Sequence[Sequence[int | None]]
"""The nodes of a call's arguments: one of a scalar, one per storage of a structure; None where nothing flows."""

WHOLE_OBJECT = -1  # the width of an access that may touch every byte of an object


class PointsTo:
    """The constraint graph; add constraints in any order, then ``solve``."""

    def __init__(self, targets: Targets, pointer_width: int) -> None:
        self.targets = targets
        self.pointer_width = pointer_width
        self._domestic: set[int] = set()
        self.sets: list[set[int]] = []
        self._pending: list[set[int]] = []
        self._copies: list[list[tuple[int, int, int, int]]] = []
        self._copy_keys: set[tuple[int, int, int, int, int]] = set()
        self._loads: list[list[tuple[int, int, bool]]] = []
        self._stores: list[list[tuple[int, int]]] = []
        self._calls: list[list[tuple[Arguments, tuple[int, ...]]]] = []
        self._moves = ByteMoves(self)
        self._left: set[tuple[int, int]] = set()  # arguments of functions without a body
        self._differences: list[tuple[int, int, int]] = []
        self._watchers: dict[int, list[Callable[[int], None]]] = {}
        self._fields: dict[int, int] = {}
        self._storage_nodes: dict[Variable | Array, int] = {}
        self._rest_nodes: dict[int, int] = {}
        self._dereferenced: dict[int, None] = {}
        self._worklist: deque[int] = deque()
        self._queued: set[int] = set()
        self._contents_memo: dict[tuple[int, int], tuple[int, ...]] = {}
        self.exposed = self.node()  # the objects whose addresses are computed with bit by bit
        self.forbid_external(self.exposed)
        self.add(self.rest(targets.index(EXTERNAL)), (targets.external,))

    def node(self) -> int:
        self.sets.append(set())
        self._pending.append(set())
        self._copies.append([])
        self._loads.append([])
        self._stores.append([])
        self._calls.append([])
        return len(self.sets) - 1

    def storage(self, storage: Variable | Array) -> int:
        found = self._storage_nodes.get(storage)
        if found is None:
            found = self._storage_nodes[storage] = self.node()
            if not is_address_type(storage.type, self.pointer_width):
                self._domestic.add(found)
        return found

    def rest(self, object: int) -> int:
        """The node of an object's unmodelled bytes."""
        found = self._rest_nodes.get(object)
        if found is None:
            found = self._rest_nodes[object] = self.node()
        return found

    def forbid_external(self, node: int) -> None:
        """The node never holds external memory: it is for values of a type that addresses do not have."""
        self._domestic.add(node)

    def add(self, node: int, targets: Iterable[int]) -> None:
        new = set(targets) - self.sets[node]
        if node in self._domestic:
            new.discard(self.targets.external)
        if new:
            self.sets[node] |= new
            self._pending[node] |= new
            if node not in self._queued:
                self._queued.add(node)
                self._worklist.append(node)

    def copy(self, source: int, destination: int, distance: int = 0, step: int = 0, count: int = 0) -> None:
        if source == destination and distance:
            # p = p + d on a cycle reaches every multiple of d.
            step, distance, count = gcd(distance, max(step, 0)), 0, 0
        key = (source, destination, distance, step, count)
        if key in self._copy_keys or (source == destination and not step):
            return
        self._copy_keys.add(key)
        self._copies[source].append((destination, distance, step, count))
        if self.sets[source]:
            self._flow(self.sets[source], destination, distance, step, count)

    def _flow(self, flowing: Iterable[int], destination: int, distance: int, step: int, count: int) -> None:
        if distance or step:
            shift = self.targets.shift
            self.add(destination, [moved for target in sorted(flowing) for moved in shift(target, distance, step, count)])
        else:
            self.add(destination, flowing)

    def load(self, address: int, destination: int, width: int, *, foreign: bool = True) -> None:
        """``foreign`` says that addresses may come from external memory: the value has a type that addresses or bytes of them have."""
        self._dereferenced[address] = None
        self._loads[address].append((destination, width, foreign))
        for target in sorted(self.sets[address]):
            self._load_from(target, destination, width, foreign)

    def _load_from(self, target: int, destination: int, width: int, foreign: bool) -> None:
        if foreign or target != self.targets.external:
            for content in self.contents(target, width):
                self.copy(content, destination)

    def store(self, address: int, value: int | None, width: int) -> None:
        self._dereferenced[address] = None
        if value is None:
            return
        self._stores[address].append((value, width))
        for target in sorted(self.sets[address]):
            for content in self.contents(target, width):
                self.copy(value, content)

    def call(self, address: int, arguments: Arguments, results: tuple[int, ...]) -> None:
        self._dereferenced[address] = None
        self._calls[address].append((arguments, results))
        for target in sorted(self.sets[address]):
            self._bind(target, arguments, results)

    def watch(self, node: int, watcher: Callable[[int], None]) -> None:
        """Call ``watcher`` with every target in the node's set, once."""
        self._watchers.setdefault(node, []).append(watcher)
        for target in sorted(self.sets[node] - self._pending[node]):
            watcher(target)

    def move(self, destination: int, source: int) -> None:
        """Any bytes from what ``source`` points to, to what ``destination`` points to."""
        self._dereferenced[destination] = None
        self._dereferenced[source] = None
        self._moves.add(destination, source)

    def difference(self, left: int, right: int, result: int) -> None:
        """``result`` is the distance from ``right`` to ``left``: it holds an address only where they are never in the same object."""
        self._differences.append((left, right, result))

    def contents(self, target: int, width: int) -> tuple[int, ...]:
        """The nodes of the storages that an access overlaps, and of the object's rest where it may overlap that."""
        key = (target, width)
        found = self._contents_memo.get(key)
        if found is None and self.targets.known[target][0] in self.targets.molded:
            found = self._contents_memo[key] = (self._field(target),)
        if found is None:
            if width == WHOLE_OBJECT:
                cells, complete = self.targets.object(target).cells, False
            else:
                touched = self.targets.touched(target, width)
                cells, complete = tuple(instance.cell for instance in touched.instances), touched.complete
            nodes = [self.storage(cell.storage) for cell in cells]
            if not complete:
                nodes.append(self.rest(self.targets.known[target][0]))
            found = self._contents_memo[key] = tuple(dict.fromkeys(nodes))
        return found

    def _field(self, target: int) -> int:
        """The node of one offset of a molded object."""
        found = self._fields.get(target)
        if found is None:
            found = self._fields[target] = self.node()
        return found

    def _bind(self, target: int, arguments: Arguments, results: tuple[int, ...]) -> None:
        object = self.targets.object(target)
        if object.kind is ObjectKind.FUNCTION and object.function is not None:
            self._enter(object.function, arguments, results)
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
            self.copy(node, rest)
            if (node, rest) not in self._left:
                self._left.add((node, rest))
                self._stores[node].append((rest, WHOLE_OBJECT))
                for target in sorted(self.sets[node]):
                    for content in self.contents(target, WHOLE_OBJECT):
                        self.copy(rest, content)
        for result in results:
            self.copy(rest, result)

    def solve(self) -> None:
        """The least solution; an address that nothing is ever assigned to is then taken to be external, until none is left.

        Or it was put together from bits of another address, one by one under conditions: then it may be of every object that is exposed.
        """
        self._drain()
        while True:
            for left, right, result in self._differences:
                first, second = ({self.targets.known[target][0] for target in self.sets[node]} for node in (left, right))
                if first and second and first.isdisjoint(second):
                    self.copy(left, result, 0, ANY_STEP)
            self._drain()
            empty = [node for node in self._dereferenced if not self.sets[node]]
            if not empty:
                return
            for node in empty:
                self.add(node, (self.targets.external,))
                self.copy(self.exposed, node)
            self._drain()

    def _drain(self) -> None:
        while True:
            while self._worklist:
                node = self._worklist.popleft()
                self._queued.discard(node)
                flowing, self._pending[node] = self._pending[node], set()
                self._process(node, flowing)
            if not self._moves.process():
                return

    def _process(self, node: int, flowing: set[int]) -> None:
        for destination, distance, step, count in tuple(self._copies[node]):
            self._flow(flowing, destination, distance, step, count)
        for watcher in self._watchers.get(node, ()):
            for target in sorted(flowing):
                watcher(target)
        if not (self._loads[node] or self._stores[node] or self._calls[node]):
            return
        for target in sorted(flowing):
            for destination, width, foreign in self._loads[node]:
                self._load_from(target, destination, width, foreign)
            for value, width in self._stores[node]:
                for content in self.contents(target, width):
                    self.copy(value, content)
            for arguments, results in self._calls[node]:
                self._bind(target, arguments, results)


def is_address_type(type: IntType, pointer_width: int) -> bool:
    """Whether values of the type may be addresses of external memory: those of C's pointers and of integers that hold them.

    An integer of another type is followed where it holds the address of a known object.
    """
    return type.width == pointer_width
