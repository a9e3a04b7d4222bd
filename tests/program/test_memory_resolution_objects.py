"""Bytes, external memory, function pointers, the heap and block operations become direct accesses."""

from __future__ import annotations

from collections.abc import Callable

from tests.program.raw_memory_programs import (
    CHAR,
    POINTER,
    Main,
    array_of_structs,
    both,
    choice_between,
    equal,
    number,
    operations,
    plus,
)
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended
from verilab.program.cfa import Function, Return
from verilab.program.expressions import Binary, Read, Select
from verilab.program.memory.objects.objects import Cell, Layout, Leaf, MemoryObject, ObjectKind, function_object
from verilab.program.memory.raw.expressions import address_of, load
from verilab.program.memory.raw.operations import (
    AllocationSite,
    allocate,
    copy_bytes,
    havoc_through,
    indirect_call,
    set_bytes,
    store_through,
)
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip, Store
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType


def test_bytes_of_an_integer_are_extracted_and_inserted_exactly() -> None:
    main = Main()
    x, object = main.scalar("x")
    y = main.variable("y", CHAR)
    main.set(x, number(0x12345678))
    main.set(y, load(address_of(object, 1, POINTER), CHAR))
    main.then(store_through(address_of(object, 3, POINTER), number(-1, CHAR)))
    main.claim(both(equal(Read(y), 0x56), equal(Read(x), INT.wrap(0xFF345678))))


def test_an_integer_over_an_array_of_bytes_is_put_together() -> None:
    main = Main()
    array, object = main.array("b", 8, CHAR)
    y = main.variable("y")
    for i in range(8):
        main.then(Store(array, number(i), number(-i, CHAR)))
    main.set(y, load(address_of(object, 2, POINTER), INT))
    main.then(store_through(address_of(object, 4, POINTER), number(0x01020304)))
    expected = INT.wrap(sum((-i & 0xFF) << 8 * k for k, i in enumerate((2, 3, 4, 5))))
    main.claim(both(equal(Read(y), expected), *(equal(Select(array, number(4 + k)), 4 - k) for k in range(4))))


def test_bit_fields_that_share_a_byte_are_separate_cells() -> None:
    main = Main()
    low, high = main.variable("s.low", IntType(3, False)), main.variable("s.high", IntType(5, False))
    object = MemoryObject("s", ObjectKind.GLOBAL, 4, (Cell(0, low), Cell(0, high, (), 3)))
    main.set(low, number(1, low.type))
    main.set(high, number(2, high.type))
    p = main.variable("p", POINTER)
    y = main.variable("y", IntType(8, False))
    main.set(p, address_of(object, 0, POINTER))
    main.then(store_through(Read(p), number(19, high.type), 3))
    main.set(y, load(Read(p), y.type))
    main.claim(both(equal(Read(low), 1), equal(Read(high), 19), equal(Read(y), 19 * 8 + 1)))


def test_a_read_of_external_memory_is_arbitrary_and_a_write_is_forgotten() -> None:
    main = Main()
    p, y = main.variable("p", POINTER), main.variable("y")
    main.then(Assign(p, Nondet(POINTER, NondetKind.IMPRECISE, "heap")))
    main.then(store_through(Read(p), number(1)))
    main.set(y, load(Read(p), INT))
    assert isinstance(main.outcome(equal(Read(y), 1)), DependsOnImprecise)


def test_a_known_target_stays_precise_beside_external_memory() -> None:
    main = Main()
    x, object = main.scalar("x")
    p, y = main.variable("p", POINTER), main.variable("y")
    main.then(Assign(p, Nondet(POINTER, NondetKind.IMPRECISE, "heap")))
    main.set(p, address_of(object, 0, POINTER))
    main.then(store_through(Read(p), number(1)))
    main.set(y, load(Read(p), INT))
    main.claim(both(equal(Read(y), 1), equal(Read(x), 1)))


def test_pointers_inside_memory_are_followed() -> None:
    main = Main()
    x, object = main.scalar("x")
    _, pointer = main.scalar("p", POINTER)
    y = main.variable("y")
    main.set(x, number(5))
    main.then(store_through(address_of(pointer, 0, POINTER), address_of(object, 0, POINTER)))
    main.set(y, load(load(address_of(pointer, 0, POINTER), POINTER), INT))
    main.claim(equal(Read(y), 5))


def test_pointers_come_back_from_external_memory() -> None:
    main = Main()
    x, object = main.scalar("x")
    p, q, y = main.variable("p", POINTER), main.variable("q", POINTER), main.variable("y")
    main.set(x, number(5))
    main.then(Assign(p, Nondet(POINTER, NondetKind.IMPRECISE, "heap")))
    main.then(store_through(Read(p), address_of(object, 0, POINTER)))
    main.set(q, load(Read(p), POINTER))
    main.then(store_through(Read(q), number(6)))
    main.set(y, Read(x))
    assert isinstance(main.outcome(equal(Read(y), 5)), DependsOnImprecise)


def test_a_function_without_body_makes_what_its_argument_points_to_arbitrary() -> None:
    main = Main()
    x, object = main.scalar("x")
    z, _ = main.scalar("z")
    main.then(havoc_through(address_of(object, 0, POINTER), NondetKind.IMPRECISE, "f"))
    main.set(z, number(1))
    program = main.finish()
    changed = [op for op in operations(program) if isinstance(op, Assign) and isinstance(op.value, Nondet)]
    assert [op.target for op in changed] == [x]
    assert program.imprecisions == {"f": 1}


def functions_of(main: Main, results: list[int]) -> list[tuple[Function, MemoryObject]]:
    """Functions f(n) that return n plus a constant."""
    functions = []
    for position, addend in enumerate(results):
        function = main.builder.function(f"f{position}")
        parameter = main.builder.variable(f"f{position}::n", INT, function.name)
        function.parameters = (parameter,)
        function.result = main.builder.variable(f"f{position}::result", INT, function.name)
        main.builder.edge(function.entry, function.exit, Assign(function.result, plus(Read(parameter), number(addend))))
        main.builder.edge(function.exit, function.exit, Return())
        functions.append((function, function_object(function.name, function)))
    return functions


def test_a_call_through_a_pointer_enters_the_function_it_holds() -> None:
    for chosen in range(3):
        main = Main()
        objects = [object for _, object in functions_of(main, [10, 20, 30])]
        y = main.variable("y")
        p = choice_between(main, objects, chosen)
        main.then(indirect_call(Read(p), (number(1),), y))
        main.claim(equal(Read(y), 10 * chosen + 11))


def test_a_call_of_an_unknown_function_pointer_has_an_arbitrary_result() -> None:
    main = Main()
    y, p = main.variable("y"), main.variable("p", POINTER)
    main.then(Assign(p, Nondet(POINTER, NondetKind.IMPRECISE, "heap")))
    main.then(indirect_call(Read(p), (), y))
    assert isinstance(main.outcome(equal(Read(y), 1)), DependsOnImprecise)


PAIR = Layout(8, (Leaf(".key", 0, INT), Leaf(".next", 4, POINTER)))


def test_an_allocation_that_runs_once_is_an_object_like_any_other() -> None:
    main = Main()
    p, y = main.variable("p", POINTER), main.variable("y")
    main.then(allocate(p, number(8, POINTER), AllocationSite("malloc", PAIR)))
    main.then(store_through(Read(p), number(3)))
    main.then(store_through(plus(Read(p), number(4, POINTER)), Read(p)))
    main.set(y, load(load(plus(Read(p), number(4, POINTER)), POINTER), INT))
    main.claim(equal(Read(y), 3))


def list_builder(main: Main, nodes: int) -> tuple[Variable, Variable]:
    """A loop that prepends ``nodes`` allocated pairs with keys 1, 2, ...; the list's head and a scratch variable."""
    head, p, i = main.variable("head", POINTER), main.variable("p", POINTER), main.variable("i")
    main.set(head, number(0, POINTER))
    main.set(i, number(0))
    start = main.builder.location(main.main)
    main.builder.edge(main.at, start, Skip())
    body, done = main.builder.location(main.main), main.builder.location(main.main)
    main.builder.branch(start, Assume(Binary("<", Read(i), number(nodes), INT), True), body, done)
    main.at = body
    main.set(i, plus(Read(i), number(1)))
    main.then(allocate(p, number(8, POINTER), AllocationSite("malloc", PAIR), zeroed=True))
    main.then(store_through(Read(p), Read(i)))
    main.then(store_through(plus(Read(p), number(4, POINTER)), Read(head)))
    main.set(head, Read(p))
    main.builder.edge(main.at, start, Skip())
    main.at = done
    return head, i


def test_an_allocation_in_a_loop_gives_a_new_instance_each_time() -> None:
    main = Main()
    head, _ = list_builder(main, 5)
    y = main.variable("y")
    second = load(plus(Read(head), number(4, POINTER)), POINTER)
    third = load(plus(second, number(4, POINTER)), POINTER)
    main.set(y, load(third, INT))
    main.claim(equal(Read(y), 3))


def test_allocations_beyond_the_bound_are_over_approximated() -> None:
    main = Main()
    head, _ = list_builder(main, 50)
    y = main.variable("y")
    main.set(y, load(Read(head), INT))
    assert isinstance(main.outcome(equal(Read(y), 50)), DependsOnImprecise)


def test_a_block_copy_copies_every_scalar() -> None:
    main = Main()
    a, b, object = array_of_structs(main, "s", 2)
    c, d, other = array_of_structs(main, "t", 2)
    for i in range(2):
        main.then(Store(a, number(i), number(i + 1)))
    for i in range(8):
        main.then(Store(b, number(i), number(i + 3, CHAR)))
    p = choice_between(main, [object, other], 0)
    main.then(copy_bytes(address_of(other, 0, POINTER), Read(p), number(16, POINTER)))
    values = [equal(Select(c, number(i)), i + 1) for i in range(2)] + [equal(Select(d, number(i)), i + 3) for i in range(8)]
    main.claim(both(*values))


def test_a_block_fill_repeats_the_byte() -> None:
    main = Main()
    x, object = main.scalar("x")
    array, other = main.array("b", 3, CHAR)
    main.then(set_bytes(address_of(object, 0, POINTER), number(0x1AB), number(4, POINTER)))
    main.then(set_bytes(address_of(other, 0, POINTER), number(0), number(3, POINTER)))
    main.claim(both(equal(Read(x), INT.wrap(0xABABABAB)), *(equal(Select(array, number(i)), 0) for i in range(3))))


def test_a_fill_of_unknown_length_makes_the_object_arbitrary() -> None:
    main = Main()
    x, object = main.scalar("x")
    n = main.variable("n", POINTER)
    main.then(Assign(n, Nondet(POINTER, NondetKind.INPUT, "__VERIFIER_nondet_uint")))
    main.set(x, number(1))
    main.then(set_bytes(address_of(object, 0, POINTER), number(0), Read(n)))
    program = main.finish()
    assert any(isinstance(op, Assign) and op.target is x and isinstance(op.value, Nondet) for op in operations(program))


def test_the_branches_of_a_condition_share_what_runs_before_them() -> None:
    main = Main()
    p = main.variable("p", POINTER)
    main.then(Assign(p, Nondet(POINTER, NondetKind.IMPRECISE, "heap")))
    assert isinstance(main.outcome(load(Read(p), INT)), DependsOnImprecise)
    conditions = {id(edge.operation.condition) for edge in main.builder.edges if isinstance(edge.operation, Assume)}
    assert len(conditions) == 1


def test_a_resolution_is_the_same_every_time() -> None:
    def build(make: Callable[[], Main]) -> list[str]:
        main = make()
        head, _ = list_builder(main, 3)
        y = main.variable("y")
        main.set(y, load(Read(head), INT))
        program = main.finish()
        return [f"{edge!r} {type(edge.operation).__name__}" for edge in program.edges] + [str(program.addresses)]

    assert build(Main) == build(Main)


def test_a_pointer_without_targets_counts_as_external() -> None:
    main = Main()
    p, y = main.variable("p", POINTER), main.variable("y")
    main.set(p, number(0, POINTER))
    main.set(y, load(Read(p), INT))
    assert isinstance(main.outcome(equal(Read(y), 1)), DependsOnImprecise)


def test_havoc_through_null_changes_nothing() -> None:
    main = Main()
    x, object = main.scalar("x")
    p = main.variable("p", POINTER)
    main.set(x, number(4))
    main.set(p, address_of(object, 0, POINTER))
    main.set(p, number(0, POINTER))
    main.then(havoc_through(Read(p), NondetKind.IMPRECISE, "f"))
    assert isinstance(main.outcome(Binary("!=", Read(x), number(4), INT)), Ended)
    assert not any(isinstance(op, Havoc) for op in [edge.operation for edge in main.builder.edges])
