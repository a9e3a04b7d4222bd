"""Random systems of points-to constraints, and their least solution by applying every rule until nothing changes."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from hypothesis import strategies as st

from verilab.program.builder import ProgramBuilder
from verilab.program.memory.objects.objects import EXTERNAL, Cell, Dimension, MemoryObject, ObjectKind, function_object, scalar_object
from verilab.program.memory.objects.regions import ANY_BITS, ANY_STEP, ANYWHERE, BITS, LEAP, Place
from verilab.program.memory.points_to.andersen import WHOLE_OBJECT, PointsTo
from verilab.program.memory.points_to.byte_moves import MOST_PAIRS
from verilab.program.memory.points_to.contents import Targets
from verilab.program.storages import Array, Variable
from verilab.program.types import INT, IntType

POINTER = IntType(32, False)
CHAR = IntType(8, True)
NODES = 12
DOMESTIC = (NODES - 2, NODES - 1)  # the nodes that never hold external memory
EXPOSED = -1

Rule = tuple[Any, ...]
Key = Variable | Array | int | str
"""What has a set: a storage, the rest of an object ("rest of 3"), a node by its number, or EXPOSED."""

_node = st.integers(0, NODES - 1)
_movement = st.sampled_from(
    [(0, 0, 0), (0, 0, 0), (0, 0, 0), (4, 0, 0), (-4, 0, 0), (0, 8, 0), (0, ANY_STEP, 0), (0, ANY_BITS, 0), (0, 8, 4)]
)
_width = st.sampled_from([1, 4, 4, 4, 8, WHOLE_OBJECT])
_copy = st.tuples(st.just("copy"), _node, _node, _movement)
systems = st.lists(
    st.one_of(
        st.tuples(st.just("address"), _node, st.integers(0, 4), st.sampled_from([0, 0, 4])),
        _copy,
        _copy,
        st.tuples(st.just("load"), _node, _node, _width, st.booleans()),
        st.tuples(st.just("store"), _node, _node, _width),
        st.tuples(st.just("move"), _node, _node),
        st.tuples(st.just("difference"), _node, _node, _node),
        st.tuples(st.just("call"), _node, _node, _node),
        st.tuples(st.just("expose"), _node),
    ),
    min_size=1,
    max_size=40,
)
"""Systems as lists of rules over nodes 0 to NODES - 1; the last of them are DOMESTIC."""


def dense_system(seed: int) -> list[Rule]:
    """A system with many cycles of copies, some of which move."""
    source = random.Random(seed)

    def node() -> int:
        return source.randrange(NODES)

    rules: list[Rule] = [("address", node(), source.randrange(5), source.choice([0, 4])) for _ in range(3)]
    rules += [("copy", node(), node(), (0, 0, 0)) for _ in range(source.randrange(5, 20))]
    rules += [("copy", node(), node(), source.choice([(4, 0, 0), (-4, 0, 0), (0, 8, 0)])) for _ in range(source.randrange(4))]
    rules += [("load", node(), node(), 4, True) for _ in range(source.randrange(3))]
    rules += [("store", node(), node(), 4) for _ in range(source.randrange(3))]
    source.shuffle(rules)
    return rules


class World:
    """Objects of several shapes, one of them a function with two parameters and a result."""

    def __init__(self) -> None:
        builder = ProgramBuilder()
        self.function = builder.function("f")
        self.function.parameters = tuple(builder.variable(f"f::{name}", POINTER, "f") for name in "ab")
        self.function.result = builder.variable("f::result", POINTER, "f")
        link = (("next", 0, POINTER), ("data", 4, POINTER), ("flag", 8, CHAR))
        pairs = Dimension(8, 4)
        row = (Cell(0, builder.array("t.p", POINTER, 4), (pairs,)), Cell(4, builder.array("t.n", INT, 4), (pairs,)))
        self.objects = [
            scalar_object("p", ObjectKind.GLOBAL, builder.variable("p", POINTER)),
            scalar_object("c", ObjectKind.GLOBAL, builder.variable("c", CHAR)),
            MemoryObject("s", ObjectKind.GLOBAL, 12, tuple(Cell(at, builder.variable(f"s.{name}", type)) for name, at, type in link)),
            MemoryObject("t", ObjectKind.GLOBAL, 32, row),
            function_object("f", self.function),
        ]
        self.results = [builder.variable(f"result {number}", POINTER) for number in range(NODES)]
        self.targets = Targets()
        self.points_to = PointsTo(self.targets, POINTER.width)
        self.nodes = [self.points_to.node() for _ in range(NODES)]
        for node in DOMESTIC:
            self.points_to.forbid_external(self.nodes[node])

    def target(self, object: int, offset: int) -> int:
        """Only structures have an inside."""
        return self.targets.target(self.objects[object], (offset if object in (2, 3) else 0, 0))

    def state(self, rule: Rule) -> None:
        """Add a rule to the constraints."""
        points_to, nodes = self.points_to, self.nodes
        match rule:
            case ("address", node, object, offset):
                points_to.add(nodes[node], (self.target(object, offset),))
            case ("copy", source, destination, (distance, step, count)):
                points_to.copy(nodes[source], nodes[destination], distance, step, count)
            case ("load", address, destination, width, foreign):
                points_to.load(nodes[address], nodes[destination], width, foreign=foreign)
            case ("store", address, value, width):
                points_to.store(nodes[address], nodes[value], width)
            case ("move", destination, source):
                points_to.move(nodes[destination], nodes[source])
            case ("difference", left, right, result):
                points_to.difference(nodes[left], nodes[right], nodes[result])
            case ("call", address, argument, result):
                points_to.call(nodes[address], ((nodes[argument],), (None,)), (points_to.storage(self.results[result]),))
                points_to.copy(points_to.storage(self.results[result]), nodes[result])
            case ("expose", node):
                points_to.copy(nodes[node], points_to.provenance.exposed, 0, ANY_STEP)

    def targets_of(self, key: Key) -> set[int]:
        """The set in the solution."""
        match key:
            case Variable() | Array():
                node = self.points_to.storage(key)
            case str():
                node = self.points_to.rest(int(key.split()[-1]))
            case _:
                node = self.points_to.provenance.exposed if key == EXPOSED else self.nodes[key]
        return set(self.points_to.targets_of(node))


class Fixpoint:
    """The least solution for the rules of a world, all of them applied until nothing changes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.targets = world.targets
        self.rest = f"rest of {self.targets.index(EXTERNAL)}"
        self.sets: dict[Key, set[int]] = {self.rest: {self.targets.external}}
        self.apart: set[Rule] = set()  # differences of addresses that were never in one object
        self.supplied: set[int] = set()  # dereferenced nodes to which nothing is assigned
        self.looked_at = False  # memory is accessed where the bits of an address say
        self.changed = False

    def solve(self, rules: list[Rule]) -> None:
        """What is dereferenced, but never assigned, is external memory; or exposed, where bits of an address say what is accessed."""
        while True:
            self._close(rules)
            apart = {rule for rule in rules if rule[0] == "difference" and self._is_apart(rule)} - self.apart
            self.apart |= apart
            if apart:
                continue
            if not self.looked_at and any(map(self._leads, rules)):
                self.looked_at = True
                continue
            empty = {node for rule in rules for node in _dereferenced(rule) if not self.sets.get(node)} - self.supplied
            if not empty:
                return
            self.supplied |= empty
            for node in empty:
                self.grow(node, {self.targets.external})

    def grow(self, key: Key, new: set[int]) -> None:
        if key in (*DOMESTIC, EXPOSED) or (isinstance(key, Variable | Array) and key.type != POINTER and key.type != INT):
            new = new - {self.targets.external}
        targets = self.sets.setdefault(key, set())
        if not new <= targets:
            targets |= new
            self.changed = True

    def flow(self, source: Key, destination: Key, distance: int = 0, step: int = 0, count: int = 0) -> None:
        targets = self.sets.get(source, set())
        self.grow(destination, {moved for target in sorted(targets) for moved in self.targets.shift(target, distance, step, count)})

    def _close(self, rules: list[Rule]) -> None:
        self.changed = True
        while self.changed:
            self.changed = False
            for node in sorted(self.supplied) if self.looked_at else ():
                self.flow(EXPOSED, node)
            for rule in rules:
                self._apply(rule)

    def _apply(self, rule: Rule) -> None:
        match rule:
            case ("address", node, object, offset):
                self.grow(node, {self.world.target(object, offset)})
            case ("copy", source, destination, (distance, step, count)):
                if source == destination and distance:
                    if not step:
                        self.flow(source, destination, distance, LEAP)
                    distance, step, count = 0, abs(distance), 0
                self.flow(source, destination, distance, step, count)
            case ("load", address, destination, width, foreign):
                for target in sorted(self.sets.get(address, ())):
                    for content in self.contents(target, width) if foreign or target != self.targets.external else ():
                        self.flow(content, destination)
            case ("store", address, value, width):
                for target in sorted(self.sets.get(address, ())):
                    for content in self.contents(target, width):
                        self.flow(value, content)
            case ("move", destination, source):
                self._move(destination, source)
                for target in sorted(self.sets.get(destination, ())) if self.looked_at else ():
                    for content in self.contents(target, WHOLE_OBJECT):
                        self.flow(EXPOSED, content)
            case ("difference", left, right, result) if rule in self.apart:
                self.flow(left, result, 0, ANY_BITS)
                for side in (left, right):
                    self.flow(side, EXPOSED, 0, ANY_STEP)
                    if self.sets.get(side, set()) - {self.targets.external}:
                        self.flow(EXPOSED, result, 0, ANY_STEP)
            case ("call", address, argument, result):
                for target in sorted(self.sets.get(address, ())):
                    self._call(self.targets.object(target), argument, self.world.results[result])
                self.flow(self.world.results[result], result)
            case ("expose", node):
                self.flow(node, EXPOSED, 0, ANY_STEP)

    def _leads(self, rule: Rule) -> bool:
        """Whether bits of an address say where a rule accesses memory, or an address that may be anywhere is part of a distance."""
        subtracted = rule[1:3] if rule[0] == "difference" and rule not in self.apart else ()
        return any(self._is_at(node, BITS) for node in _dereferenced(rule)) or any(
            self._is_at(node, place) for node in subtracted for place in (BITS, ANYWHERE)
        )

    def _is_at(self, node: Key, place: Place) -> bool:
        return any(self.targets.known[target][1] == place for target in self.sets.get(node, ()))

    def _is_apart(self, rule: Rule) -> bool:
        left, right = ({self.targets.known[target][0] for target in self.sets.get(node, ())} for node in rule[1:3])
        return bool(left or right) and not left & right

    def contents(self, target: int, width: int) -> list[Key]:
        """What an access overlaps."""
        number = self.targets.known[target][0]
        if width == WHOLE_OBJECT:
            return [*(cell.storage for cell in self.targets.objects[number].cells), f"rest of {number}"]
        touched = self.targets.touched(target, width)
        return [*(instance.cell.storage for instance in touched.instances), *(() if touched.complete else (f"rest of {number}",))]

    def _call(self, callee: MemoryObject, argument: int, result: Variable) -> None:
        if callee.function is not None:
            self.flow(argument, self.world.function.passed[0][0])
            assert self.world.function.result is not None
            self.flow(self.world.function.result, result)
        elif callee is EXTERNAL:
            self.flow(argument, self.rest)
            for target in sorted(self.sets.get(argument, ())):
                for content in self.contents(target, WHOLE_OBJECT):
                    self.flow(self.rest, content)
            self.flow(self.rest, result)

    def _move(self, destination: int, source: int) -> None:
        receivers, givers = sorted(self.sets.get(destination, ())), sorted(self.sets.get(source, ()))
        for to in receivers:
            for origin in givers:
                (_, (start, free)), (_, (other, loose)) = self.targets.known[to], self.targets.known[origin]
                if not free and not loose and len(receivers) * len(givers) <= MOST_PAIRS:
                    self._move_bytes(self.targets.object(to), start, self.targets.object(origin), other)
                else:
                    self._move_anywhere(to, origin)

    def _move_bytes(self, receiver: MemoryObject, to: int, giver: MemoryObject, origin: int) -> None:
        """Byte by byte, from the two offsets on to where one of the objects ends; what is no scalar's passes on from rest to rest."""
        into, out_of = f"rest of {self.targets.index(receiver)}", f"rest of {self.targets.index(giver)}"
        self.flow(out_of, into)
        end = min(FAR if giver.size is None else giver.size - origin, FAR if receiver.size is None else receiver.size - to)
        owners, takers = _owners(giver), _owners(receiver)
        for byte in range(end):
            if origin + byte >= 0 and to + byte >= 0:
                self.flow(owners.get(origin + byte, out_of), takers.get(to + byte, into))

    def _move_anywhere(self, to: int, origin: int) -> None:
        for giving in self.contents(origin, WHOLE_OBJECT):
            for receiving in self.contents(to, WHOLE_OBJECT):
                self.flow(giving, receiving)


FAR = 64  # bytes of an object without a size, more than others have


def _owners(object: MemoryObject) -> dict[int, Key]:
    """Whose each byte of the object's scalars is."""
    owners: dict[int, Key] = {}
    for cell in object.cells:
        for steps in product(*(range(dimension.count) for dimension in cell.dimensions)):
            start = cell.offset + sum(step * dimension.stride for step, dimension in zip(steps, cell.dimensions, strict=True))
            owners.update(dict.fromkeys(range(start, start + cell.width), cell.storage))
    return owners


def _dereferenced(rule: Rule) -> tuple[int, ...]:
    """The nodes that a rule uses as addresses."""
    match rule:
        case ("load" | "store" | "call", address, *_):
            return (address,)
        case ("move", destination, source):
            return destination, source
    return ()
