"""Places abstract pointer offsets: exact where they are known, whole arrays where indices are not."""

from __future__ import annotations

import pytest

from verilab.program.builder import ProgramBuilder
from verilab.program.memory.objects.objects import Cell, Dimension, MemoryObject, ObjectKind
from verilab.program.memory.objects.placement import place
from verilab.program.memory.objects.regions import ANY_BITS, ANY_STEP, ANYWHERE, NO_POINTER, Geometry, Place
from verilab.program.memory.points_to.contents import MOST_TARGETS, Targets, overlapping
from verilab.program.types import INT, DataModel, IntType

CHAR = IntType(8, True)


def structs() -> MemoryObject:
    """``struct { int a; char b[3]; /* 1 byte */ struct { int x, y; } c[2]; } s[5]``: 24 bytes an element."""
    builder = ProgramBuilder()
    outer = Dimension(24, 5)
    cells = (
        Cell(0, builder.array("s.a", INT, 5), (outer,)),
        Cell(4, builder.array("s.b", CHAR, 15), (outer, Dimension(1, 3))),
        Cell(8, builder.array("s.c.x", INT, 10), (outer, Dimension(8, 2))),
        Cell(12, builder.array("s.c.y", INT, 10), (outer, Dimension(8, 2))),
    )
    return MemoryObject("s", ObjectKind.GLOBAL, 120, cells)


def buffer_first() -> MemoryObject:
    """``struct { char name[4]; int n; }``."""
    builder = ProgramBuilder()
    name = Cell(0, builder.array("name", CHAR, 4), (Dimension(1, 4),))
    return MemoryObject("r", ObjectKind.GLOBAL, 8, (name, Cell(4, builder.variable("n", INT))))


def test_regular_dimensions_are_one_level() -> None:
    builder = ProgramBuilder()
    matrix = builder.array("m", INT, 12)
    object = MemoryObject("m", ObjectKind.GLOBAL, 48, (Cell(0, matrix, (Dimension(16, 3), Dimension(4, 4))),))
    (region,) = Geometry(object).regions
    assert (region.start, region.stride, region.count, region.children) == (0, 4, 12, ())


def test_nested_arrays_are_nested_regions() -> None:
    (outer,) = Geometry(structs()).regions
    assert (outer.start, outer.stride, outer.count) == (0, 24, 5)
    assert [(inner.start, inner.stride, inner.count) for inner in outer.children] == [(4, 1, 3), (8, 8, 2)]


def test_constant_distances_keep_offsets_exact() -> None:
    geometry = Geometry(structs())
    assert geometry.shift((0, 0), 24 + 8, 0) == ((32, 0),)
    assert geometry.shift((32, 0), -32, 0) == ((0, 0),)
    assert geometry.shift((0, 0), 121, 0) == ((121, 0),)


def test_a_pointer_may_be_just_outside_of_its_object_and_come_back() -> None:
    geometry = Geometry(buffer_first())
    ((before, free),) = geometry.shift((0, 0), -4, 0)
    assert (before, free) == (-4, 0)
    assert geometry.shift((before, free), 8, 0) == ((4, 0),)
    assert geometry.shift((0, 0), -400, 0) == ()


def test_an_integer_far_outside_of_an_object_may_be_anywhere_in_it() -> None:
    geometry = Geometry(buffer_first())
    assert geometry.shift((0, 0), -400, NO_POINTER) == (ANYWHERE,)
    assert geometry.shift((0, 0), 4, NO_POINTER) == ((4, 0),)


def test_steps_of_whole_elements_free_the_index_of_their_array() -> None:
    geometry = Geometry(structs())
    assert geometry.shift((0, 0), 0, 24) == ((0, 1),)
    assert geometry.shift((0, 0), 8, 8, 2) == ((8, 2),)
    assert geometry.shift((8, 1), 0, 8, 2) == ((8, 3),)


def test_steps_without_a_bound_walk_over_the_whole_object() -> None:
    geometry = Geometry(structs())
    assert set(geometry.shift((0, 0), 8, 8)) == {(0, 1), (8, 3)}
    assert set(geometry.shift((8, 0), 0, 4)) == {(0, 1), (4, 1), (8, 3), (12, 3)}


def test_steps_inside_an_instance_of_an_allocation_site_stay_in_an_instance() -> None:
    builder = ProgramBuilder()
    instances = Dimension(16, 4)
    cells = (Cell(0, builder.array("a", INT, 8), (instances, Dimension(4, 2))), Cell(8, builder.array("b", INT, 4), (instances,)))
    geometry = Geometry(MemoryObject("h", ObjectKind.HEAP, 64, cells, padding=4))
    assert set(geometry.shift((0, 1), 0, 4)) == {(0, 3), (8, 1), (12, 1)}
    assert geometry.shift((0, 0), 0, 16, 4) == ((0, 1),)


@pytest.mark.parametrize("offset", [0, 4, 5, 8, 12, 33, 56])
@pytest.mark.parametrize("step", [1, 2, 3, 4, 6, 8, 12, 24])
@pytest.mark.parametrize("count", [0, 2, 5])
def test_steps_reach_every_offset_that_they_can(offset: int, step: int, count: int) -> None:
    geometry = Geometry(structs())
    places = geometry.shift((offset, 0), 0, step, count)
    steps = range(count) if count else range(-40, 41)
    reached = {offset + step * k for k in steps if 0 <= offset + step * k < 120}
    covered = set(range(120)) if ANYWHERE in places else {each for place in places for each in offsets_of(geometry, place)}
    assert reached <= covered


def offsets_of(geometry: Geometry, place: Place) -> set[int]:
    """Every offset that a place stands for."""
    offset, free = place
    offsets = {offset}
    for level, (region, _) in enumerate(geometry.chain(offset)):
        if free >> level & 1:
            offsets = {start + region.stride * index for start in offsets for index in range(region.count)}
    return offsets


def test_a_field_of_an_element_at_any_index_is_one_place() -> None:
    geometry = Geometry(structs())
    assert geometry.shift((0, 1), 12, 0) == ((12, 1),)
    assert geometry.shift((12, 1), -12, 0) == ((0, 1),)
    assert geometry.shift((0, 1), 24, 0) == ((0, 1),)


def test_leaving_an_inner_array_reaches_the_structure_around_it() -> None:
    geometry = Geometry(structs())
    assert (0, 1) in geometry.shift((8, 3), -8, 0)


def test_a_distance_leads_to_the_places_of_its_offsets_from_every_index() -> None:
    geometry = Geometry(structs())
    for distance in (-12, -5, -3, 3, 5, 7, 13):
        offsets = {12 + 8 * index + distance for index in range(2)}
        reached = {offset for offset, _ in geometry.shift((12, 2), distance, 0)}
        exact = {geometry.canonical(offset, 2)[0] if 8 <= offset < 24 else offset for offset in offsets}
        assert reached == exact


def test_a_step_back_in_a_large_array_stays_there() -> None:
    builder = ProgramBuilder()
    object = MemoryObject("a", ObjectKind.GLOBAL, 4000, (Cell(0, builder.array("a", INT, 1000), (Dimension(4, 1000),)),))
    assert Geometry(object).shift((0, 1), -4, 0) == ((0, 1),)


def test_bits_of_an_address_and_too_many_offsets_lead_anywhere() -> None:
    geometry = Geometry(structs())
    builder = ProgramBuilder()
    cells = tuple(Cell(4 * i, builder.variable(f"x{i}", INT)) for i in range(100))
    assert Geometry(MemoryObject("s", ObjectKind.GLOBAL, 400, cells)).shift((0, 0), 0, 4) == (ANYWHERE,)
    assert geometry.shift((0, 0), 0, ANY_STEP) == (ANYWHERE,)


def test_a_scalar_is_an_array_of_one_element() -> None:
    builder = ProgramBuilder()
    geometry = Geometry(MemoryObject("x", ObjectKind.GLOBAL, 4, (Cell(0, builder.variable("x", INT)),)))
    assert geometry.shift((0, 0), 0, 4) == geometry.shift((4, 0), 0, 4)[::-1] == ((0, 0), (4, 0))
    assert geometry.shift((0, 0), 0, 1) == tuple((offset, 0) for offset in range(5))


def test_a_pointer_to_characters_may_be_one_to_the_bytes_of_the_structure() -> None:
    geometry = Geometry(buffer_first())
    for start in (0, 1):
        assert set(geometry.shift((start, 0), 0, 1)) == {(0, 1), *((offset, 0) for offset in range(4, 9))}
    assert geometry.shift((0, 0), 0, 1, 4) == ((0, 1),)


def test_longer_steps_over_an_array_keep_their_offsets() -> None:
    assert set(Geometry(buffer_first()).shift((0, 0), 0, 4)) == {(0, 0), (4, 0), (8, 0)}


def test_one_past_the_end_still_belongs_to_the_array() -> None:
    geometry = Geometry(structs())
    assert (0, 1) in geometry.shift((120, 0), 0, 24)


def test_places_beyond_the_bound_of_a_program_are_anywhere() -> None:
    builder = ProgramBuilder()
    targets = Targets()
    objects = [
        MemoryObject(f"o{i}", ObjectKind.GLOBAL, 64, tuple(Cell(4 * j, builder.variable(f"o{i}.{j}", INT)) for j in range(16)))
        for i in range(MOST_TARGETS // 16 + 20)
    ]
    found = [targets.known[targets.target(each, (4 * j, 0))] for each in objects for j in range(16)]
    assert found[0][1] == (0, 0)
    assert found[-1][1] == ANYWHERE
    assert len(targets.known) <= MOST_TARGETS + 1 + len(objects)


def test_many_constant_indices_become_any_index() -> None:
    builder = ProgramBuilder()
    array = MemoryObject("a", ObjectKind.GLOBAL, 400, (Cell(0, builder.array("a", INT, 100), (Dimension(4, 100),)),))
    targets = Targets()
    numbers = {targets.target(array, (4 * index, 0)) for index in range(100)}
    assert len(numbers) < 20
    assert (0, 1) in {targets.known[number][1] for number in numbers}


@pytest.mark.parametrize(("low", "high"), [(0, 4), (4, 5), (8, 40), (23, 25), (100, 120), (7, 8)])
def test_overlapping_elements_are_exactly_those_that_share_a_byte(low: int, high: int) -> None:
    for cell in structs().cells:
        starts = [cell.offset]
        for dimension in cell.dimensions:
            starts = [start + i * dimension.stride for start in starts for i in range(dimension.count)]
        expected = [(i, start) for i, start in enumerate(starts) if start < high and low < start + cell.width]
        assert [(each.index, each.offset) for each in overlapping(cell, low, high)] == expected


def test_addresses_that_do_not_fit_are_refused() -> None:
    huge = MemoryObject("huge", ObjectKind.GLOBAL, 1 << 31)
    with pytest.raises(OverflowError, match="huge"):
        place([huge], DataModel.ILP32)
    assert place([huge], DataModel.LP64)


def test_bits_of_an_address_outside_of_the_program_are_outside_of_it_still() -> None:
    targets = Targets()
    assert targets.shift(targets.external, 0, ANY_BITS) == (targets.external,)
