"""Dereferences become direct accesses, exactly where the points-to sets allow it."""

from __future__ import annotations

from collections.abc import Callable

from verilab.evidence.interpreter import Interpreter
from verilab.evidence.outcomes import DependsOnImprecise, Ended, Outcome, ReachedError
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Array, Edge, Function, Location, Program, Variable
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read, Select, postorder
from verilab.program.memory.objects import (
    Cell,
    Dimension,
    Layout,
    Leaf,
    MemoryObject,
    ObjectKind,
    array_object,
    function_object,
    scalar_object,
)
from verilab.program.memory.raw import (
    AddressOf,
    AllocationSite,
    Load,
    address_of,
    allocate,
    copy_bytes,
    havoc_through,
    indirect_call,
    load,
    set_bytes,
    store_through,
)
from verilab.program.memory.resolve import resolve
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Operation, Return, Skip, Store
from verilab.program.types import INT, IntType

POINTER = IntType(32, False)
CHAR = IntType(8, True)
INPUT_INT = Nondet(INT, NondetKind.INPUT, "__VERIFIER_nondet_int")


def number(value: int, type: IntType = INT) -> Constant:
    return Constant(value, type)


def plus(left: Expression, right: Expression) -> Expression:
    return Binary("+", left, right, left.type)


def scaled(index: Expression, stride: int) -> Expression:
    return Binary("*", Cast(index, POINTER), number(stride, POINTER), POINTER)


class Zeros:
    """Every input is zero; values that are not modelled stay unknown."""

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        return None if kind is NondetKind.IMPRECISE else (0,) * len(types)


class Main:
    """A main function built edge by edge."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.at: Location = self.main.entry

    def variable(self, name: str, type: IntType = INT) -> Variable:
        return self.builder.variable(name, type)

    def scalar(self, name: str, type: IntType = INT) -> tuple[Variable, MemoryObject]:
        variable = self.variable(name, type)
        return variable, scalar_object(name, ObjectKind.GLOBAL, variable)

    def array(self, name: str, length: int, type: IntType = INT) -> tuple[Array, MemoryObject]:
        array = self.builder.array(name, type, length)
        return array, array_object(name, ObjectKind.GLOBAL, array)

    def then(self, operation: Operation) -> None:
        target = self.builder.location(self.main)
        self.builder.edge(self.at, target, operation, "statement")
        self.at = target

    def set(self, variable: Variable, value: Expression) -> None:
        self.then(Assign(variable, value))

    def finish(self) -> Program:
        self.builder.edge(self.at, self.main.exit, Skip())
        resolve(self.builder, self.main)
        program = self.builder.finish(self.main)
        assert_resolved(program)
        return program

    def outcome(self, condition: Expression) -> Outcome:
        """How the program ends that has reached its error iff the condition holds here."""
        error = self.builder.location(self.main)
        error.is_error = True
        self.builder.branch(self.at, Assume(condition, True), error, self.main.exit)
        resolve(self.builder, self.main)
        program = self.builder.finish(self.main)
        assert_resolved(program)
        return Interpreter(program).run(Zeros()).outcome

    def claim(self, condition: Expression) -> None:
        """The condition holds here, whatever is not modelled."""
        assert isinstance(self.outcome(condition), ReachedError)


def operations(program: Program) -> list[Operation]:
    return [edge.operation for edge in program.edges]


def expressions(edge: Edge) -> list[Expression]:
    match edge.operation:
        case Assume(condition=condition):
            return [condition]
        case Assign(value=value):
            return [] if isinstance(value, Nondet) else [value]
        case Store(index=index, value=value):
            return [index] if isinstance(value, Nondet) else [index, value]
    return []


def assert_resolved(program: Program) -> None:
    """No raw node is left, and ids, sources and targets agree."""
    for position, edge in enumerate(program.edges):
        assert edge.id == position
        assert edge in edge.source.leaving
        assert isinstance(edge.operation, Return) or edge in edge.target.entering
        for expression in expressions(edge):
            assert not any(isinstance(node, AddressOf | Load) for node in postorder(expression))


def equal(left: Expression, right: int) -> Expression:
    return Binary("==", left, number(right, left.type), INT)


def both(*conditions: Expression) -> Expression:
    result = conditions[-1]
    for condition in conditions[:-1]:
        result = IfThenElse(condition, result, number(0))
    return result


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
    main.set(y, load(plus(address_of(object, 0, POINTER), scaled(Read(i), 4)), INT))
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


def choice_between(main: Main, pointers: list[MemoryObject], chosen: int) -> Variable:
    """A pointer that may point to any of these objects as far as a flow-insensitive analysis knows."""
    p = main.variable("p", POINTER)
    for object in [*pointers, pointers[chosen]]:
        main.set(p, address_of(object, 0, POINTER))
    return p


def test_stores_with_few_and_with_many_candidates_change_exactly_one() -> None:
    for count in (2, 3, 4, 9):
        for chosen in range(count):
            main = Main()
            made = [main.scalar(f"x{i}") for i in range(count)]
            for variable, _ in made:
                main.set(variable, number(1))
            p = choice_between(main, [object for _, object in made], chosen)
            main.then(store_through(Read(p), plus(load(Read(p), INT), number(4))))
            main.claim(both(*(equal(Read(variable), 5 if i == chosen else 1) for i, (variable, _) in enumerate(made))))


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
        i = main.variable("i")
        main.set(i, number(0 if chosen == 0 else 2))
        main.set(p, plus(Read(p), scaled(Read(i), 4)))
        main.then(store_through(Read(p), number(6)))
        y = main.variable("y")
        main.set(y, load(Read(p), INT))
        values = [Read(x), Select(a, number(2)), Select(b, number(2))]
        main.claim(both(equal(Read(y), 6), *(equal(value, 6 if k == chosen else 0) for k, value in enumerate(values))))


def array_of_structs(main: Main, name: str, count: int) -> tuple[Array, Array, MemoryObject]:
    """``struct { int a; char b[4]; } name[count]``."""
    a = main.builder.array(f"{name}.a", INT, count)
    b = main.builder.array(f"{name}.b", CHAR, 4 * count)
    outer = Dimension(8, count)
    return a, b, MemoryObject(name, ObjectKind.GLOBAL, 8 * count, (Cell(0, a, (outer,)), Cell(4, b, (outer, Dimension(1, 4)))))


def test_fields_of_an_element_at_an_unknown_index_are_told_apart() -> None:
    main = Main()
    a, b, object = array_of_structs(main, "s", 5)
    for i in range(5):
        main.then(Store(a, number(i), number(0)))
    for i in range(20):
        main.then(Store(b, number(i), number(0, CHAR)))
    p, i, j = main.variable("p", POINTER), main.variable("i"), main.variable("j")
    main.set(i, number(3))
    main.set(j, number(2))
    main.set(p, plus(address_of(object, 0, POINTER), scaled(Read(i), 8)))
    main.then(store_through(Read(p), number(77)))
    main.then(store_through(plus(plus(Read(p), number(4, POINTER)), Cast(Read(j), POINTER)), number(5, CHAR)))
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
    made = []
    for position, addend in enumerate(results):
        function = main.builder.function(f"f{position}")
        parameter = main.builder.variable(f"f{position}::n", INT, function.name)
        function.parameters = (parameter,)
        function.result = main.builder.variable(f"f{position}::result", INT, function.name)
        main.builder.edge(function.entry, function.exit, Assign(function.result, plus(Read(parameter), number(addend))))
        main.builder.edge(function.exit, function.exit, Return())
        made.append((function, function_object(function.name, function)))
    return made


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
