"""Where addresses go in arithmetic: the summary of a binary expression from those of its operands.

An integer keeps the object of an address where its coefficient is one: of the address plus what is no address, and with some of its low
bits changed, and the offset where the alignment of the object fixes these bits.  Whatever else is computed from the bits of an address may
be any address in the same object, and of every object that is exposed: see ``provenance``.  Only comparisons, and the difference of two
pointers into one object, carry none.  An integer that is added to a pointer carries addresses of known objects, not of external memory.
"""

from __future__ import annotations

from verilab.program.expressions import COMPARISONS, Binary, Constant
from verilab.program.memory.objects.regions import ANY_BITS, ANY_STEP, CLEARED, FLIPPED, NO_POINTER, SET
from verilab.program.memory.points_to.andersen import PointsTo
from verilab.program.memory.points_to.summaries import (
    NOTHING,
    Flow,
    Summary,
    product_shape,
    signed_distance,
    sum_shape,
    union,
    wrapped_step,
)
from verilab.program.memory.raw.expressions import Difference, Displacement, Subscript

BIT_OPERATORS = frozenset({"&", "|", "^", "<<", ">>", "*", "/", "%"})
"""What they make of an address is another number where the object lies elsewhere, and not by as much."""
_CHANGES = {"&": CLEARED, "|": SET, "^": FLIPPED}
LOW_BITS = 1 << 16  # a mask below clears or sets bits of an address, and leaves it in its object or near it


class Arithmetic:
    """Summaries of binary expressions; ``rooted`` has the ids of those that are the address of one object plus integers."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self.rooted: set[int] = set()
        self._intermediate: dict[Flow, int] = {}
        self._domestic: dict[int, int] = {}  # for a node, the one with its addresses of known objects only
        self._unwrapped: dict[int, int] = {}  # for the id of a product of unsigned numbers, the step that it has where it does not wrap
        self.provenance = points_to.provenance

    def node(self, summary: Summary) -> int | None:
        """A node with what the summary flows to; None where nothing does."""
        if not summary.flows:
            return None
        if len(summary.flows) == 1 and summary.flows[0][1:] == (0, 0, 0):
            return summary.flows[0][0]
        node = self.points_to.node()
        self.flow_into(summary, node)
        return node

    def flow_into(self, summary: Summary, node: int) -> None:
        """Everything that the summary flows from reaches the node."""
        for source, distance, step, count in summary.flows:
            self.points_to.copy(source, node, distance, step, count)

    def binary(self, node: Binary, left: Summary, right: Summary) -> Summary:
        """``left operator right``."""
        match node.operator:
            case "+" | "-":
                return self._sum(node, left, right)
            case "*":
                shape = product_shape(left, right)
                self._unwrapped[id(node)] = shape[1]
                return Summary(self.bits(left.flows, right.flows), *self._wrapped(node, *shape))
            case "<<" if not right.step and 0 <= right.constant < node.type.width:
                shape = self._wrapped(node, left.constant << right.constant, left.step << right.constant)
                return Summary(self.bits(left.flows), *shape)
            case operator if operator in COMPARISONS:
                return NOTHING
            case "&" | "|" | "^" if (bits := _changed_bits(node)) < LOW_BITS:
                return Summary(self._with_other_bits(union(left.flows, right.flows), _CHANGES[node.operator], bits), 0, 1)
        return Summary(self.bits(left.flows, right.flows, mask=_kept_bits(node)), 0, 1)

    def _wrapped(self, node: Binary, constant: int, step: int) -> tuple[int, int]:
        """The shape of a number that may have wrapped, as those of unsigned types may (C11 6.2.5p9)."""
        width = node.type.width
        return signed_distance(constant, width), step if node.type.signed else wrapped_step(step, width)

    def _sum(self, node: Binary, left: Summary, right: Summary) -> Summary:
        """``+`` and ``-``, of a pointer and an integer, of two pointers, or of integers."""
        sign = 1 if node.operator == "+" else -1
        if isinstance(node, Displacement | Subscript) and id(node.right) in self._unwrapped:
            right = right._replace(step=self._unwrapped[id(node.right)])  # an index times a stride, which stays inside of the object
        shape = self._wrapped(node, *sum_shape(left, right, left.constant + sign * right.constant))
        if isinstance(node, Difference):
            return Summary(self._distance(left, right), *shape)
        rooted_left, rooted_right = id(node.left) in self.rooted, id(node.right) in self.rooted
        if node.operator == "+" and (rooted_left or rooted_right):
            self.rooted.add(id(node))
        if isinstance(node, Subscript):
            count = -(-node.length * node.stride // right.step) if right.step > 0 else 0
            return Summary(union(self._moved(left.flows, right.constant, right.step, count), self._added(right.flows)), *shape)
        integer = not isinstance(node, Displacement)
        first = self._moved(left.flows, sign * right.constant, NO_POINTER if integer and right.constant else right.step)
        if not integer or rooted_left:
            return Summary(union(first, self._added(right.flows)), *shape)
        if sign < 0:
            return Summary(union(first, self.bits(right.flows)), *shape)
        second = self._moved(right.flows, left.constant, NO_POINTER if left.constant else left.step)
        if rooted_right:
            first = self._added(left.flows)
        return Summary(union(union(first, second), self.provenance.of_a_sum(left.flows, right.flows)), *shape)

    def _distance(self, left: Summary, right: Summary) -> tuple[Flow, ...]:
        """What the difference of two pointers holds."""
        first, second = self.node(left), self.node(right)
        if first is None or second is None:
            return ()
        difference = self.points_to.node()
        self.points_to.forbid_external(difference)
        self.points_to.difference(first, second, difference)
        return ((difference, 0, 0, 0),)

    def bits(self, *operands: tuple[Flow, ...], mask: int = 0) -> tuple[Flow, ...]:
        """What a computation with bits of addresses may give: any address in the same objects, and in every exposed one.

        ``mask``: the low bits that are kept, 0: all.
        """
        flows = union((), (flow for operand in operands for flow in operand))
        mixed = union(flows, self.provenance.mixed(flows))
        return union((), ((node, 0, ANY_BITS, most if step == ANY_BITS else mask) for node, _, step, most in mixed))

    def _with_other_bits(self, flows: tuple[Flow, ...], step: int, bits: int) -> tuple[Flow, ...]:
        """The flows' values with these low bits changed."""
        values = (self._between(node, *moved) if any(moved) else node for node, *moved in flows)
        return tuple((node, 0, step, bits) for node in values)

    def _added(self, flows: tuple[Flow, ...]) -> tuple[Flow, ...]:
        """What an integer brings that is added to a pointer."""
        return union(self._known_objects(flows), self.provenance.mixed(flows))

    def _known_objects(self, flows: tuple[Flow, ...]) -> tuple[Flow, ...]:
        """Any address in the same objects, without external memory."""
        result: list[Flow] = []
        for source, *_ in flows:
            node = self._domestic.get(source)
            if node is None:
                node = self._domestic[source] = self.points_to.node()
                self.points_to.forbid_external(node)
                self.points_to.copy(source, node)
            result.append((node, 0, ANY_STEP, 0))
        return tuple(result)

    def _moved(self, flows: tuple[Flow, ...], distance: int, step: int, count: int = 0) -> tuple[Flow, ...]:
        """The flows, moved on by a constant distance or by a number of steps."""
        result: list[Flow] = []
        for node, before, by, most in flows:
            if not by or by == step == NO_POINTER:
                result.append((node, before + distance, step, count))
            elif by in (ANY_STEP, ANY_BITS) or (by == step and not most) or (not step and not distance):
                result.append((node, before, by, most))
            else:
                result.append((self._between(node, before, by, most), distance, step, count))
        return tuple(result)

    def _between(self, node: int, distance: int, step: int, count: int) -> int:
        """The node of a flow's values."""
        key = (node, distance, step, count)
        values = self._intermediate.get(key)
        if values is None:
            values = self._intermediate[key] = self.points_to.node()
            self.points_to.copy(node, values, distance, step, count)
        return values


def _kept_bits(node: Binary) -> int:
    """The constant low bits that ``&`` keeps, 0 where there is none."""
    masks = [side.value for side in (node.left, node.right) if node.operator == "&" and isinstance(side, Constant)]
    return masks[0] if masks and 0 < masks[0] < LOW_BITS else 0


def _changed_bits(node: Binary) -> int:
    """The bits that the constant operand of ``&``, ``|`` or ``^`` clears or sets; as many as can be where there is none."""
    for side in (node.left, node.right):
        if isinstance(side, Constant):
            return (~side.value if node.operator == "&" else side.value) & ((1 << side.type.width) - 1)
    return LOW_BITS
