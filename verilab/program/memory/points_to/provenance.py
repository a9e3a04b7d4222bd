"""Which objects an integer may be an address of, beyond the one whose address it holds with coefficient one.

    u * 8 - (uintptr_t)a        z = u - (uintptr_t)g; ... z + (uintptr_t)g        s = (uintptr_t)a + (uintptr_t)b; ... s - (uintptr_t)a

What was computed from the bits of an address, from two addresses or from a negated one may be the address of every *exposed* object: one
whose address became an integer or took part in such a computation (as in the provenance model PNVI-ae of Memarian et al., POPL 2019).
Where a program *looks at* the integers of addresses (it compares them, branches on them, or accesses memory where they say), any number
in it may have been put together from them, bit by bit under conditions or by tables: there, whatever becomes a pointer may be the address
of an exposed object, and so may an address that nothing is ever assigned to.  What a condition looks at goes by what is compared:

    INTEGERS   any address, but with no more than a number where no object lies
    POINTERS   the address of one side with a number; that of two addresses says which object it is, and that is known
    OTHERS     of what the source does not compare as either (a condition by itself, a check inside a model of the library): as POINTERS,
               and whatever was made of an address' bits
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Protocol

from verilab.program.memory.objects.placement import FIRST_ADDRESS, LAST_PAGE
from verilab.program.memory.objects.regions import ANY_STEP, BITS, is_anywhere
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.inclusions import Watcher
from verilab.program.memory.points_to.summaries import Flow


class ConstraintGraph(Protocol):
    """What provenance needs of the constraint graph."""

    targets: Targets
    external: int

    def node(self) -> int: ...

    def forbid_external(self, node: int) -> None: ...

    def copy(self, source: int, destination: int, distance: int = 0, step: int = 0, count: int = 0) -> None: ...

    def watch(self, node: int, watcher: Watcher) -> None: ...

    def set_of(self, node: int) -> int: ...


class Sides(Enum):
    """What a condition compares."""

    INTEGERS = auto()
    POINTERS = auto()
    OTHERS = auto()


class Provenance:
    """The exposed objects, and the nodes of integers that may be addresses of any of them."""

    def __init__(self, graph: ConstraintGraph) -> None:
        self._graph = graph
        self.exposed = self._domestic()
        self.recovered = self._domestic()  # what any integer may be an address of
        self.leaked = self._domestic()  # what may be known from what is followed no longer, in a call of any function without a body
        self.looked_at = False
        self._exposing: set[int] = set()  # nodes that flow into what is exposed
        self._mixed: dict[int, int] = {}
        self._compared: list[tuple[tuple[Flow, ...], tuple[Flow, ...], int | None, Sides]] = []
        self._summed = False  # two addresses: what lies there may depend on the bits of either

    def _domestic(self) -> int:
        node = self._graph.node()
        self._graph.forbid_external(node)
        return node

    def expose(self, flows: Iterable[Flow]) -> bool:
        """The objects that these flow from are exposed; whether that is new of any."""
        new = {source for source, *_ in flows} - self._exposing
        self._exposing |= new
        for source in sorted(new):
            self._graph.copy(source, self.exposed, 0, ANY_STEP)
        return bool(new)

    def mixed(self, flows: Iterable[Flow]) -> tuple[Flow, ...]:
        """What a computation with these is that keeps none of them: any exposed address, where one of them is an address."""
        result: list[Flow] = []
        for source, *_ in flows:
            node = self._mixed.get(source)
            if node is None:
                node = self._mixed[source] = self._domestic()
                self.expose(((source, 0, 0, 0),))
                self._where_address(source, node)
            result.append((node, 0, ANY_STEP, 0))
        return tuple(result)

    def of_a_sum(self, left: tuple[Flow, ...], right: tuple[Flow, ...]) -> tuple[Flow, ...]:
        """What a sum is beyond its operands' objects: any exposed address, where both are addresses."""
        if not left or not right:
            return ()
        node = self._domestic()
        seen = [False, False]

        def side(number: int) -> Watcher:
            def watch(targets: int) -> None:
                if targets & ~self._graph.external and not seen[number]:
                    seen[number] = True
                    if all(seen):
                        self._summed = True
                        self.expose((*left, *right))
                        self._graph.copy(self.exposed, node)

            return watch

        for number, flows in enumerate((left, right)):
            for source, *_ in flows:
                self._graph.watch(source, side(number))
        return ((node, 0, ANY_STEP, 0),)

    def _where_address(self, source: int, node: int) -> None:
        def watch(targets: int) -> None:
            if targets & ~self._graph.external:
                self._graph.copy(self.exposed, node)

        self._graph.watch(source, watch)

    def compare(self, left: tuple[Flow, ...], right: tuple[Flow, ...], number: int | None, width: int, sides: Sides) -> None:
        """The program compares two values of ``width`` bits; ``number`` is the known one, where one of them is."""
        if number is not None:
            number &= (1 << width) - 1
            if number >= (1 << width) - LAST_PAGE:
                number = 0
        if left or right:
            self._compared.append((left, right, number, sides))

    def look(self, accessed: Iterable[int], subtracted: Iterable[int]) -> bool:
        """Expose what is compared where the comparison looks at addresses; whether anything is new.

        ``accessed``: the nodes of the addresses that the program reads or writes at; ``subtracted``: those of pointers that are subtracted,
        whose distance is taken to be no address.
        """
        looking = [(left, right) for left, right, number, sides in self._compared if self._looks(left, right, number, sides)]
        grown = False
        for left, right in looking:
            grown = self.expose((*left, *right)) or grown
        if not self.looked_at and (looking or self._summed or self._leads(accessed, subtracted)):
            self.looked_at = grown = True
            self._graph.copy(self.exposed, self.recovered)
            self._graph.copy(self.exposed, self.leaked)
        return grown

    def _leads(self, accessed: Iterable[int], subtracted: Iterable[int]) -> bool:
        """Whether the bits of an address say where memory is accessed (in a table that has them again, say), or are part of a distance."""
        known = self._graph.targets.known
        bits = sum(1 << target for target, (_, place) in enumerate(known) if place == BITS)
        anywhere = sum(1 << target for target, (_, place) in enumerate(known) if is_anywhere(place))
        return any(self._graph.set_of(node) & bits for node in accessed) or any(self._graph.set_of(node) & anywhere for node in subtracted)

    def _looks(self, left: tuple[Flow, ...], right: tuple[Flow, ...], number: int | None, sides: Sides) -> bool:
        """Whether the outcome tells more of where objects lie than that no two are at one place, and none at a small number."""
        first, second = self._set(left), self._set(right)
        addresses = (first | second) & ~self._graph.external
        if not addresses:
            return False
        places = (self._graph.targets.known[target][1] for target in self._graph.targets.members(addresses))
        if sides is Sides.POINTERS:  # of a number that became a pointer, or where nothing is known of one side
            return number is None and not (first and second)
        if sides is Sides.OTHERS:
            is_address = number >= FIRST_ADDRESS if number is not None else not (first and second)
            return is_address or BITS in places
        if number is not None and number < FIRST_ADDRESS:
            return any(map(is_anywhere, places))
        return True

    def _set(self, flows: tuple[Flow, ...]) -> int:
        targets = 0
        for node, distance, step, count in flows:
            targets |= self._graph.targets.shifted(self._graph.set_of(node), distance, step, count)
        return targets
