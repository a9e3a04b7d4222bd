"""A slice is accepted as it is made, and rejected where it may do less than its program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from verilab.evidence.results import Rejected
from verilab.evidence.slicing import broken_slice
from verilab.program.cfa import Edge, Location, Operation
from verilab.program.expressions import Constant, Read, storages
from verilab.program.lowering import lower
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip
from verilab.program.slicing.cones import cones
from verilab.program.slicing.dependence import Dependence
from verilab.program.slicing.slices import Slice, sliced
from verilab.program.syntax import parse_text
from verilab.program.types import INT, DataModel
from verilab.resources import Deadline

PROGRAM = """extern void reach_error(void); extern void abort(void); extern int __VERIFIER_nondet_int(void);
int locked, other, more;
static void lock(void) { if (locked) reach_error(); locked = 1; }
static void unlock(void) { locked = other > 3; }
static void quiet(void) { while (more < 7) { more += 2; } if (more == 11) abort(); }
int main(void) {
  for (int i = 0; i < 9; i++) { if (__VERIFIER_nondet_int()) { quiet(); lock(); other = i; unlock(); } else { more = i; } }
  return 0; }"""


def cone_of(cone: int = 0) -> Slice:
    dependence = Dependence(lower(parse_text(PROGRAM, "program.c", DataModel.LP64), DataModel.LP64))
    slice_ = sliced(dependence, list(cones(dependence))[cone])
    assert slice_ is not None
    return slice_


def broken(slice_: Slice) -> Rejected | None:
    return broken_slice(slice_.original, slice_, Deadline())


def _edge(slice_: Slice, fits: Callable[[Operation], bool]) -> Edge:
    return next(edge for edge in slice_.program.edges if fits(edge.operation))


def _assigned(slice_: Slice) -> Edge:
    """What changes a storage that is kept."""
    kept = slice_.storages
    return _edge(slice_, lambda operation: isinstance(operation, Assign) and operation.target in kept)


def _condition(slice_: Slice) -> Edge:
    """A condition that is kept."""
    return _edge(slice_, lambda operation: isinstance(operation, Assume) and slice_.choice not in storages(operation.condition))


@pytest.mark.parametrize("cone", [0, -1])
def test_slices_as_they_are_made_are_accepted(cone: int) -> None:
    assert broken(cone_of(cone)) is None


def _another_value(slice_: Slice) -> Slice:
    edge = _assigned(slice_)
    assert isinstance(edge.operation, Assign)
    edge.operation = Assign(edge.operation.target, Constant(5, edge.operation.target.type))
    return slice_


def _nothing_assigned(slice_: Slice) -> Slice:
    _assigned(slice_).operation = Skip()
    return slice_


def _less_arbitrary(slice_: Slice) -> Slice:
    edge = _edge(slice_, lambda operation: isinstance(operation, Havoc) and operation.origin == "slice")
    edge.operation = Havoc((), NondetKind.IMPRECISE, "slice")
    return slice_


def _other_side(slice_: Slice) -> Slice:
    edge = _condition(slice_)
    assert isinstance(edge.operation, Assume)
    edge.operation = Assume(edge.operation.condition, not edge.operation.positive)
    return slice_


def _condition_on_another(slice_: Slice) -> Slice:
    outside = next(each for each in slice_.original.storages if each.name == "more")
    edge = _condition(slice_)
    edge.operation = Assume(Read(outside), True)  # type: ignore[arg-type]  # slices are of operations that are resolved
    return slice_


def _choice_is_made(slice_: Slice) -> Slice:
    edge = _edge(slice_, lambda operation: isinstance(operation, Assign) and operation.target is slice_.choice)
    edge.operation = Assign(slice_.choice, Constant(1, INT))
    return slice_


def _choice_is_missing(slice_: Slice) -> Slice:
    edge = _edge(slice_, lambda operation: isinstance(operation, Assign) and operation.target is slice_.choice)
    edge.operation = Skip()
    return slice_


def _way_is_missing(slice_: Slice) -> Slice:
    edge = _condition(slice_)
    edge.source.leaving.remove(edge)
    return slice_


def _elsewhere(slice_: Slice) -> Slice:
    edge = _condition(slice_)
    edge.target = slice_.program.entry.entry
    return slice_


def _no_error(slice_: Slice) -> Slice:
    for location in slice_.program.locations:
        location.is_error = False
    return slice_


def _function_left_out(slice_: Slice) -> Slice:
    gone = slice_.original.functions["lock"]
    return replace(slice_, locations={here: image for here, image in slice_.locations.items() if here.function is not gone})


def _changes_left_out(slice_: Slice) -> Slice:
    gone = slice_.original.functions["unlock"]
    return replace(slice_, locations={here: image for here, image in slice_.locations.items() if here.function is not gone})


def _image_in_another_function(slice_: Slice) -> Slice:
    image = slice_.locations[slice_.original.functions["lock"].entry]
    moved: dict[Location, Location] = dict(slice_.locations)
    moved[slice_.original.functions["main"].locations[2]] = image
    return replace(slice_, locations=moved)


def _fewer_storages(slice_: Slice) -> Slice:
    return replace(slice_, storages=frozenset())


def _another_entry(slice_: Slice) -> Slice:
    return replace(slice_, locations={**slice_.locations, slice_.original.entry.entry: slice_.program.functions["main"].exit})


def _choice_of_the_program(slice_: Slice) -> Slice:
    locked = next(each for each in slice_.original.storages if each.name == "locked")
    return replace(slice_, choice=locked)  # type: ignore[arg-type]  # see above


def _one_assigned_choice(slice_: Slice) -> Slice:
    """A choice that was arbitrary long before is none any more."""
    edge = _edge(slice_, lambda operation: isinstance(operation, Assign) and operation.target is slice_.choice)
    edge.operation = Assign(slice_.choice, Read(slice_.choice))
    return slice_


FAULTS = (
    _another_value, _nothing_assigned, _less_arbitrary, _other_side, _condition_on_another, _choice_is_made, _choice_is_missing,
    _way_is_missing, _elsewhere, _no_error, _function_left_out, _changes_left_out, _image_in_another_function, _fewer_storages,
    _another_entry, _choice_of_the_program, _one_assigned_choice,
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_slices_with_a_fault_are_rejected(fault: Callable[[Slice], Slice]) -> None:
    assert isinstance(broken(fault(cone_of())), Rejected)


def test_a_slice_of_another_program_is_rejected() -> None:
    assert broken_slice(cone_of().original, cone_of(), Deadline()) == Rejected(
        "slice: it is one of another program", "simulation by the slice"
    )


def test_an_arbitrary_value_may_stand_for_what_is_assigned() -> None:
    slice_ = cone_of()
    edge = _assigned(slice_)
    assert isinstance(edge.operation, Assign)
    assert not isinstance(edge.operation.value, Nondet)
    edge.operation = Havoc((edge.operation.target,), NondetKind.IMPRECISE, "")
    assert broken(slice_) is None
