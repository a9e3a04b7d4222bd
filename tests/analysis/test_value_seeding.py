"""Enumerated storages take their values from constants, inputs and one another; arithmetic ends that."""

from __future__ import annotations

from verilab.analysis.value.seeding import Seed, enumerated, seeded
from verilab.program.builder import ProgramBuilder
from verilab.program.expressions import Binary, Cast, Constant, Read
from verilab.program.operations import Assign, Nondet, NondetKind, Store
from verilab.program.types import INT, IntType

LONG = IntType(64, True)


def test_constants_inputs_truth_values_and_copies_are_enumerated_and_sums_and_their_copies_are_not() -> None:
    builder = ProgramBuilder()
    main = builder.function("main")
    state, given, truth, total = (builder.variable(name, INT) for name in ("state", "given", "truth", "total"))
    copy, late = builder.variable("copy", LONG), builder.variable("late", LONG)
    table = builder.array("table", INT, 3)
    operations = (
        Assign(late, Cast(Read(total), LONG)),
        Assign(state, Constant(3, INT)),
        Assign(state, Read(given)),
        Assign(given, Nondet(INT, NondetKind.INPUT, "input")),
        Assign(truth, Binary("<", Read(total), Constant(3, INT), INT)),
        Assign(total, Binary("+", Read(total), Constant(1, INT), INT)),
        Assign(copy, Cast(Read(state), LONG)),
        Store(table, Read(total), Read(state)),
    )
    at = main.entry
    for operation in operations:
        following = builder.location(main)
        builder.edge(at, following, operation)
        at = following
    program = builder.finish(main)
    assert enumerated(program) == [state, given, truth, copy, table]
    assert seeded(program, Seed.NOTHING).storages() == []
    assert seeded(program, Seed.EVERYTHING).storages() == program.storages
