"""Andersen's points-to analysis: the least solution of inclusion constraints (Andersen 1994, ch. 4), with offsets.

    copy   pts(b) >= { t + d + k g | t in pts(a) }
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

from verilab.program.cfa import Array, Function, Variable
from verilab.program.memory.contents import Targets
from verilab.program.memory.objects import EXTERNAL, Cell, ObjectKind
from verilab.program.types import IntType

MOST_PAIRS = 16  # of targets of one byte copy, whose contents are told apart
WHOLE_OBJECT = -1  # the width of an access that may touch every byte of an object


class PointsTo:
    """The constraint graph; add constraints in any order, then ``solve``."""

    def __init__(self, targets: Targets, pointer_width: int) -> None:
        self.targets = targets
        self.pointer_width = pointer_width
        self._domestic: set[int] = set()
        self.sets: list[set[int]] = []
        self._pending: list[set[int]] = []
        self._copies: list[list[tuple[int, int, int]]] = []
        self._copy_keys: set[tuple[int, int, int, int]] = set()
        self._loads: list[list[tuple[int, int, bool]]] = []
        self._stores: list[list[tuple[int, int]]] = []
        self._calls: list[list[tuple[tuple[int | None, ...], int | None]]] = []
        self._watchers: dict[int, list[Callable[[int], None]]] = {}
        self._moves: list[tuple[int, int]] = []
        self._moved: set[tuple[int, int, int]] = set()
        self._fields: dict[int, int] = {}
        self._pools: dict[int, int] = {}
        self._storage_nodes: dict[Variable | Array, int] = {}
        self._rest_nodes: dict[int, int] = {}
        self._dereferenced: dict[int, None] = {}
        self._worklist: deque[int] = deque()
        self._queued: set[int] = set()
        self._contents_memo: dict[tuple[int, int], tuple[int, ...]] = {}
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

    def copy(self, source: int, destination: int, distance: int = 0, step: int = 0) -> None:
        if source == destination and distance:
            # p = p + d on a cycle reaches every multiple of d.
            step, distance = gcd(distance, step), 0
        key = (source, destination, distance, step)
        if key in self._copy_keys or (source == destination and not step):
            return
        self._copy_keys.add(key)
        self._copies[source].append((destination, distance, step))
        if self.sets[source]:
            self._flow(self.sets[source], destination, distance, step)

    def _flow(self, flowing: Iterable[int], destination: int, distance: int, step: int) -> None:
        if distance or step:
            shift = self.targets.shift
            self.add(destination, [moved for target in sorted(flowing) for moved in shift(target, distance, step)])
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

    def call(self, address: int, arguments: tuple[int | None, ...], result: int | None) -> None:
        self._dereferenced[address] = None
        self._calls[address].append((arguments, result))
        for target in sorted(self.sets[address]):
            self._bind(target, arguments, result)

    def watch(self, node: int, watcher: Callable[[int], None]) -> None:
        """Call ``watcher`` with every target in the node's set, once."""
        self._watchers.setdefault(node, []).append(watcher)
        for target in sorted(self.sets[node] - self._pending[node]):
            watcher(target)

    def move(self, destination: int, source: int) -> None:
        """Any bytes from what ``source`` points to, to what ``destination`` points to."""
        self._dereferenced[destination] = None
        self._dereferenced[source] = None
        self._moves.append((destination, source))

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

    def _bind(self, target: int, arguments: Sequence[int | None], result: int | None) -> None:
        object = self.targets.object(target)
        if object.kind is not ObjectKind.FUNCTION:
            return
        if object.function is None:
            if result is not None:
                self.add(result, (self.targets.external,))
            return
        self.bind(object.function, arguments, result)

    def bind(self, function: Function, arguments: Sequence[int | None], result: int | None) -> None:
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            if argument is not None:
                self.copy(argument, self.storage(parameter))
        if result is not None and function.result is not None:
            self.copy(self.storage(function.result), result)

    def solve(self) -> None:
        """The least solution; an address that nothing is ever assigned to is then taken to be external, until none is left."""
        self._drain()
        while True:
            empty = [node for node in self._dereferenced if not self.sets[node]]
            if not empty:
                return
            for node in empty:
                self.add(node, (self.targets.external,))
            self._drain()

    def _drain(self) -> None:
        while True:
            while self._worklist:
                node = self._worklist.popleft()
                self._queued.discard(node)
                flowing, self._pending[node] = self._pending[node], set()
                self._process(node, flowing)
            if not self._process_moves():
                return

    def _process(self, node: int, flowing: set[int]) -> None:
        for destination, distance, step in tuple(self._copies[node]):
            self._flow(flowing, destination, distance, step)
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
            for arguments, result in self._calls[node]:
                self._bind(target, arguments, result)

    def _process_moves(self) -> bool:
        """Copies between the contents of the targets of each byte copy, pair by pair where they are few; whether any was new."""
        grown = False
        for number, (destination, source) in enumerate(self._moves):
            receivers, givers = self.sets[destination], self.sets[source]
            if len(receivers) * len(givers) > MOST_PAIRS:
                grown = self._pool(number, receivers, givers) or grown
                continue
            for to in sorted(receivers):
                for origin in sorted(givers):
                    key = (number, to, origin)
                    if key not in self._moved:
                        self._moved.add(key)
                        grown = True
                        self._move_between(to, origin)
        return grown

    def _pool(self, number: int, receivers: set[int], givers: set[int]) -> bool:
        """Everything in every giver may land anywhere in every receiver, through one node per byte copy."""
        grown = False
        pool = self._pools.get(number)
        if pool is None:
            pool = self._pools[number] = self.node()
        for target in sorted(receivers | givers):
            object = self.targets.known[target][0]
            for giving, members in ((True, givers), (False, receivers)):
                key = (number, object, -1 if giving else -2)
                if target in members and key not in self._moved:
                    self._moved.add(key)
                    grown = True
                    for node in self._everything(object):
                        self.copy(node if giving else pool, pool if giving else node)
        return grown

    def _everything(self, object: int) -> list[int]:
        return [*(self.storage(cell.storage) for cell in self.targets.objects[object].cells), self.rest(object)]

    def _move_between(self, to: int, origin: int) -> None:
        """Scalars move to the scalars at the same distance from the targets; anything else to everything."""
        receiver, giver = self.targets.object(to), self.targets.object(origin)
        shift = self._distance(to, origin)
        for cell in giver.cells:
            for other in receiver.cells:
                if shift is None or _may_meet(cell, other, shift):
                    self.copy(self.storage(cell.storage), self.storage(other.storage))
            self.copy(self.storage(cell.storage), self.rest(self.targets.known[to][0]))
        rest = self.rest(self.targets.known[origin][0])
        for node in (*(self.storage(other.storage) for other in receiver.cells), self.rest(self.targets.known[to][0])):
            self.copy(rest, node)

    def _distance(self, to: int, origin: int) -> int | None:
        (_, (offset, free)), (_, (start, loose)) = self.targets.known[to], self.targets.known[origin]
        return offset - start if free == 0 and loose == 0 else None


def is_address_type(type: IntType, pointer_width: int) -> bool:
    """Whether values of the type may be addresses of external memory: those of C's pointers and of unsigned integers that hold them.

    An integer of another type is followed where it holds the address of a known object.
    """
    return not type.signed and type.width == pointer_width


def _may_meet(cell: Cell, other: Cell, shift: int) -> bool:
    """Whether bytes of ``cell`` may land in ``other`` when everything moves by ``shift`` bytes."""
    first, second = _extent(cell), _extent(other)
    return first[0] + shift < second[1] and second[0] < first[1] + shift


def _extent(cell: Cell) -> tuple[int, int]:
    return cell.offset, cell.offset + sum(d.stride * (d.count - 1) for d in cell.dimensions) + cell.width
