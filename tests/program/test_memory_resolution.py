"""Dereferences become direct accesses, exactly where the points-to sets allow it."""

from __future__ import annotations

from tests.program.raw_memory_programs import (
    CHAR,
    INPUT_INT,
    POINTER,
    Main,
    array_of_structs,
    both,
    choice_between,
    equal,
    number,
    operations,
    plus,
    scaled,
)
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, Select
from verilab.program.memory.raw.expressions import address_of, displaced, load
from verilab.program.memory.raw.operations import store_through
from verilab.program.operations import Assign, Store
from verilab.program.types import INT


def test_a_store_through_an_out_parameter_is_exactly_an_assignment() -> None:
    main = Main()
    x, object = main.scalar("x")
    p = main.variable("p", POINTER)
    main.set(p, address_of(object, 0, POINTER))
    main.then(store_through(Read(p), number(7)))
    program = main.finish()
    assert [(op.target, op.value.value) for op in operations(program) if isinstance(op, Assign) and isinstance(op.value, Constant)] == [
        (p, program.addresses["x"]),
        (x, 7),
    ]
    assert program.imprecisions == {}


def test_addresses_are_distinct_aligned_and_not_null() -> None:
    main = Main()
    objects = [main.array(f"a{i}", i)[1] for i in range(1, 20)]
    p = main.variable("p", POINTER)
    for object in objects:
        main.set(p, address_of(object, 0, POINTER))
    addresses = main.finish().addresses
    bases = [addresses[object.name] for object in objects]
    assert all(base > 0 and base % 16 == 0 for base in bases)
    assert all(first + (object.size or 0) < second for first, second, object in zip(bases, bases[1:], objects, strict=False))


def test_a_load_with_one_candidate_reads_it_directly() -> None:
    main = Main()
    x, object = main.scalar("x")
    y = main.variable("y")
    main.set(y, load(address_of(object, 0, POINTER), INT))
    reads = [op.value for op in operations(main.finish()) if isinstance(op, Assign)]
    assert len(reads) == 1
    assert isinstance(reads[0], Read)
    assert reads[0].variable is x


def test_an_indexed_address_of_an_array_becomes_the_plain_index() -> None:
    main = Main()
    array, object = main.array("a", 10)
    i, y = main.variable("i"), main.variable("y")
    main.set(y, load(displaced("+", address_of(object, 0, POINTER), scaled(Read(i), 4)), INT))
    (value,) = [op.value for op in operations(main.finish()) if isinstance(op, Assign)]
    assert isinstance(value, Select)
    assert value.array is array
    assert isinstance(value.index, Read)
    assert value.index.variable is i


def test_a_pointer_walks_an_array() -> None:
    main = Main()
    _, object = main.array("a", 4)
    p, y = main.variable("p", POINTER), main.variable("y")
    main.set(p, address_of(object, 0, POINTER))
    for value in range(4):
        main.then(store_through(Read(p), number(10 + value)))
        main.set(p, plus(Read(p), number(4, POINTER)))
    main.set(p, Binary("-", Read(p), number(8, POINTER), POINTER))
    main.set(y, load(Read(p), INT))
    main.claim(equal(Read(y), 12))


def test_stores_with_few_and_with_many_candidates_change_exactly_one() -> None:
    for count in (2, 3, 4, 9):
        for chosen in range(count):
            main = Main()
            scalars = [main.scalar(f"x{i}") for i in range(count)]
            for variable, _ in scalars:
                main.set(variable, number(1))
            p = choice_between(main, [object for _, object in scalars], chosen)
            main.then(store_through(Read(p), plus(load(Read(p), INT), number(4))))
            main.claim(both(*(equal(Read(variable), 5 if i == chosen else 1) for i, (variable, _) in enumerate(scalars))))


def test_a_store_may_change_the_pointer_that_it_goes_through() -> None:
    main = Main()
    p, object = main.scalar("p", POINTER)
    others = [main.scalar(f"q{i}", POINTER) for i in range(5)]
    for _, other in others:
        main.set(p, address_of(other, 0, POINTER))
    for variable, _ in others:
        main.set(variable, number(3, POINTER))
    main.set(p, address_of(object, 0, POINTER))
    main.then(store_through(Read(p), address_of(others[0][1], 0, POINTER)))
    main.then(store_through(Read(p), number(9, POINTER)))
    main.claim(both(equal(Read(others[0][0]), 9), *(equal(Read(variable), 3) for variable, _ in others[1:])))


def test_arrays_and_scalars_mix_among_the_candidates() -> None:
    for chosen in range(3):
        main = Main()
        x, first = main.scalar("x")
        a, second = main.array("a", 3)
        b, third = main.array("b", 5)
        main.set(x, number(0))
        for array in (a, b):
            for i in range(array.length):
                main.then(Store(array, number(i), number(0)))
        p = choice_between(main, [first, second, third], chosen)
        index = main.variable("i")
        main.set(index, number(0 if chosen == 0 else 2))
        main.set(p, plus(Read(p), scaled(Read(index), 4)))
        main.then(store_through(Read(p), number(6)))
        y = main.variable("y")
        main.set(y, load(Read(p), INT))
        values: list[Expression] = [Read(x), Select(a, number(2)), Select(b, number(2))]
        main.claim(both(equal(Read(y), 6), *(equal(value, 6 if k == chosen else 0) for k, value in enumerate(values))))


def test_fields_of_an_element_at_an_unknown_index_are_told_apart() -> None:
    main = Main()
    a, b, object = array_of_structs(main, "s", 5)
    for i in range(5):
        main.then(Store(a, number(i), number(0)))
    for i in range(20):
        main.then(Store(b, number(i), number(0, CHAR)))
    p, row, column = main.variable("p", POINTER), main.variable("i"), main.variable("j")
    main.set(row, number(3))
    main.set(column, number(2))
    main.set(p, plus(address_of(object, 0, POINTER), scaled(Read(row), 8)))
    main.then(store_through(Read(p), number(77)))
    main.then(store_through(plus(plus(Read(p), number(4, POINTER)), Cast(Read(column), POINTER)), number(5, CHAR)))
    outcome = main.outcome(both(equal(Select(a, number(3)), 77), equal(Select(b, number(14)), 5), equal(Select(b, number(10)), 0)))
    assert isinstance(outcome, ReachedError)


def test_a_field_access_through_a_struct_pointer_has_one_candidate() -> None:
    main = Main()
    a, _, object = array_of_structs(main, "s", 5)
    p, i, y = main.variable("p", POINTER), main.variable("i"), main.variable("y")
    main.then(Assign(i, INPUT_INT))
    main.set(p, plus(address_of(object, 0, POINTER), scaled(Read(i), 8)))
    main.set(y, load(Read(p), INT))
    value = next(op.value for op in operations(main.finish()) if isinstance(op, Assign) and op.target is y)
    assert isinstance(value, Select)
    assert value.array is a
