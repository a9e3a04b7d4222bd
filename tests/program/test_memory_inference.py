"""Allocations without a type in the source get the layout that their uses show."""

from __future__ import annotations

from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read
from verilab.program.memory.objects.inference import layout_of_uses
from verilab.program.memory.objects.objects import Dimension, Layout, Leaf, ObjectKind, scalar_object
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.raw.expressions import address_of
from verilab.program.operations import Assign, Nondet, NondetKind
from verilab.program.types import INT, UINT, IntType

CHAR = IntType(8, True)


def test_scalars_are_where_they_are_used() -> None:
    layout = layout_of_uses(8, {(0, 0, INT): 1, (4, 0, UINT): 2}, {})
    assert layout == Layout(8, (Leaf(".0", 0, INT), Leaf(".4", 4, UINT)))


def test_the_more_frequent_of_two_overlapping_uses_wins() -> None:
    layout = layout_of_uses(8, {(0, 0, INT): 3, (1, 0, CHAR): 1}, {})
    assert layout == Layout(8, (Leaf(".0", 0, INT),))


def test_steps_make_an_array_up_to_the_next_scalar_of_another_type() -> None:
    layout = layout_of_uses(16, {(0, 0, INT): 1, (4, 0, CHAR): 1, (8, 0, INT): 9}, {4: 1})
    assert layout == Layout(16, (Leaf(".0", 0, INT), Leaf(".4", 4, CHAR, (Dimension(1, 4),)), Leaf(".8", 8, INT)))


def test_parts_of_elements_do_not_end_an_array() -> None:
    layout = layout_of_uses(24, {(0, 0, INT): 2, (21, 0, CHAR): 5}, {0: 4})
    assert layout == Layout(24, (Leaf(".0", 0, INT, (Dimension(4, 6),)),))


def test_longer_steps_make_an_array_of_structures() -> None:
    layout = layout_of_uses(24, {(0, 0, INT): 1, (12, 0, INT): 1, (8, 0, INT): 1}, {0: 8})
    outer = Dimension(8, 3)
    assert layout == Layout(24, (Leaf(".0", 0, INT, (outer,)), Leaf(".4", 4, INT, (outer,))))


def test_uses_outside_of_the_size_are_ignored() -> None:
    assert layout_of_uses(4, {(2, 0, INT): 1}, {}) is None


class Edges:
    """A straight line of assignments."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.at = self.main.entry

    def set(self, name: str, *values: Expression | Nondet) -> Expression:
        variable = self.builder.variable(name, UINT)
        for value in values:
            target = self.builder.location(self.main)
            self.builder.edge(self.at, target, Assign(variable, value))
            self.at = target
        return Read(variable)


def number(value: int) -> Expression:
    return Constant(value, UINT)


def test_a_variable_that_is_only_ever_assigned_one_number_is_known() -> None:
    edges = Edges()
    size = edges.set("size", Nondet(UINT, NondetKind.UNINITIALISED, "size"), number(12), number(12))
    total = edges.set("total", Binary("*", Cast(size, UINT), number(2), UINT))
    known = KnownValues(edges.builder)
    assert known.value(size) == 12
    assert known.value(total) == 24


def test_a_variable_with_two_values_or_a_pointer_to_it_is_not_known() -> None:
    edges = Edges()
    two = edges.set("two", number(1), number(2))
    read = edges.set("read", Nondet(UINT, NondetKind.INPUT, "f"))
    pointed = edges.set("pointed", number(3))
    assert isinstance(pointed, Read)
    edges.set("p", address_of(scalar_object("pointed", ObjectKind.GLOBAL, pointed.variable), 0, UINT))
    known = KnownValues(edges.builder)
    assert [known.value(each) for each in (two, read, pointed)] == [None, None, None]
