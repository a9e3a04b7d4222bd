"""Check that a slice reaches an error wherever the original does, whatever was left out and why: a simulation, edge by edge.

    l -op-> m  in the original   has in the slice   image(l)  -ways that are free-> . -op'-> image(m)
    op' is op, or gives arbitrary values to all that op changes of the storages; where op changes none of them,
    op' is op, or is missing, and a call that is missing is of functions that change none of them and have no error

The slice reads and writes no other storage of the original, so that it has the values that the original has in these.  Free are edges on
which nothing happens, and choices that were arbitrary just before.  Locations from which their function neither returns nor reaches an
error, by calls neither, need no image: executions that come there reach no error.
"""

from __future__ import annotations

from collections.abc import Iterable

from verilab.evidence.results import Rejected
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return
from verilab.program.expressions import Expression, Read, Select, postorder
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.slicing.slices import Slice
from verilab.program.storages import Array, Variable
from verilab.resources import Deadline

CHECKER = "simulation by the slice"


def broken_slice(program: Program, slice_: Slice, deadline: Deadline) -> Rejected | None:
    """Where the slice may do less than the program; None where it does not.  Raises OutOfTime."""
    if slice_.original is not program:
        return Rejected("slice: it is one of another program", CHECKER)
    check = _Check(slice_)
    reason = check.shape()
    for location in slice_.original.locations:
        if reason:
            break
        deadline.check()
        reason = check.location(location)
    return Rejected(f"slice: {reason}", CHECKER) if reason else None


class _Check:
    def __init__(self, slice_: Slice) -> None:
        self._slice = slice_
        self._images = slice_.locations
        self._entered = {function for function in slice_.original.functions.values() if function.entry in self._images}
        self._calls = _calls(slice_.original)
        self._erring = _callers({location.function for location in slice_.original.locations if location.is_error}, self._calls)
        self._coming = self._coming_somewhere()
        changing = {
            location.function
            for location in self._coming
            if any(not slice_.storages.isdisjoint(_changed(edge.operation)) for edge in location.leaving)
        }
        self._loud = _callers(changing, self._calls) | self._erring
        self._free: dict[Location, list[Location]] = {}

    def shape(self) -> str:
        """What is wrong with the slice itself; "" where nothing is."""
        slice_ = self._slice
        if len(slice_.original.properties) > 1 or slice_.original.recursive_calls:
            return "the program has several properties, or calls that are not unfolded"
        if self._images.get(slice_.original.entry.entry) is not slice_.program.entry.entry:
            return "the entry is another one"
        if slice_.choice in slice_.original.storages:
            return "the choice is a variable of the program"
        known = {*slice_.storages, slice_.choice}
        for location in slice_.program.locations:
            for edge in location.leaving:
                if edge.source is not location or not known.issuperset(_used(edge.operation)):
                    return f"{edge!r} has to do with another storage"
        return ""

    def location(self, location: Location) -> str:
        """What is wrong with the image of a location, and of what leaves it; "" where nothing is."""
        if location.function not in self._entered:
            return ""  # whoever calls it is asked whether it may be left out
        if location not in self._coming:
            return ""
        image = self._images.get(location)
        if image is None or image.function is not self._images[location.function.entry].function:
            return f"{location!r} has no counterpart"
        if location.is_error:
            return "" if image.is_error and image.property == location.property else f"{location!r} is no error"
        for edge in location.leaving:
            if not self._simulated(edge, image):
                return f"{edge!r} has no counterpart"
        return ""

    def _simulated(self, edge: Edge, image: Location) -> bool:
        operation = edge.operation
        match operation:
            case Return():
                return any(isinstance(leaving.operation, Return) for here in self._freely(image) for leaving in here.leaving)
            case Call(callee=callee, return_to=back):
                if callee in self._entered:
                    return any(self._enters(leaving.operation, callee, back) for here in self._freely(image) for leaving in here.leaving)
                return callee not in self._loud and self._moved(image, back, None)
        changed = self._slice.storages.intersection(_changed(operation))
        return edge.target not in self._coming or self._moved(image, edge.target, operation, changed)

    def _enters(self, operation: Operation, callee: Function, back: Location) -> bool:
        if not isinstance(operation, Call) or operation.callee.entry is not self._images[callee.entry]:
            return False
        return back not in self._coming or operation.return_to is self._images.get(back)

    def _moved(
        self, image: Location, location: Location, operation: Operation | None, changed: frozenset[Variable | Array] = frozenset()
    ) -> bool:
        """Whether control comes from an image to that of a location, doing no less than the operation does to the storages."""
        if location not in self._coming:
            return True
        target = self._images.get(location)
        if target is None:
            return False
        free = self._freely(image)
        if not changed and target in free:
            return True
        return any(edge.target is target and _does(edge.operation, operation, changed) for here in free for edge in here.leaving)

    def _freely(self, image: Location) -> list[Location]:
        """Where control can be without anything having happened."""
        if image not in self._free:
            reached = [image]
            for here in reached:
                for edge in here.leaving if not here.is_error else ():
                    if isinstance(edge.operation, Skip):
                        following = [edge.target]
                    elif isinstance(edge.operation, Assign) and self._chooses(edge.operation):
                        following = [chosen.target for chosen in edge.target.leaving if self._is_chosen(chosen.operation)]
                    else:
                        following = []
                    reached += [place for place in dict.fromkeys(following) if place not in reached]
            self._free[image] = reached
        return self._free[image]

    def _chooses(self, operation: Assign) -> bool:
        return operation.target is self._slice.choice and isinstance(operation.value, Nondet)

    def _is_chosen(self, operation: Operation) -> bool:
        """Whether a value of the choice takes this way: another than zero, or zero."""
        if not isinstance(operation, Assume) or not isinstance(operation.condition, Read):
            return False
        return operation.condition.variable is self._slice.choice

    def _coming_somewhere(self) -> set[Location]:
        """The locations from which their function may return, or an error be reached."""
        before: dict[Location, list[Location]] = {}
        coming: list[Location] = []
        for location in self._slice.original.locations:
            comes = location.is_error
            for edge in location.leaving:
                operation = edge.operation
                if isinstance(operation, Return):
                    comes = True
                elif isinstance(operation, Call):
                    comes = comes or operation.callee in self._erring
                    before.setdefault(operation.return_to, []).append(location)
                else:
                    before.setdefault(edge.target, []).append(location)
            if comes:
                coming.append(location)
        reached = set(coming)
        for location in coming:
            for other in before.get(location, ()):
                if other not in reached:
                    reached.add(other)
                    coming.append(other)
        return reached


def _does(operation: Operation, original: Operation | None, changed: frozenset[Variable | Array]) -> bool:
    """Whether an operation of the slice does whatever the original does to what that changes."""
    if operation is original:
        return True
    return bool(changed) and isinstance(operation, Havoc) and changed.issuperset(operation.targets) and changed.issubset(operation.targets)


def _calls(program: Program) -> dict[Function, list[Edge]]:
    calls: dict[Function, list[Edge]] = {}
    for location in program.locations:
        for edge in location.leaving:
            if isinstance(edge.operation, Call):
                calls.setdefault(edge.operation.callee, []).append(edge)
    return calls


def _callers(functions: Iterable[Function], calls: dict[Function, list[Edge]]) -> set[Function]:
    """These functions and all that call them, directly or not."""
    reached = set(functions)
    stack = list(reached)
    while stack:
        for edge in calls.get(stack.pop(), ()):
            if edge.source.function not in reached:
                reached.add(edge.source.function)
                stack.append(edge.source.function)
    return reached


def _changed(operation: Operation) -> tuple[Variable | Array, ...]:
    match operation:
        case Assign(target=target):
            return (target,)
        case Store(array=array):
            return (array,)
        case Havoc(targets=targets):
            return targets
        case Skip() | Assume() | Call() | Return():
            return ()


def _used(operation: Operation) -> set[Variable | Array]:
    """The storages that an operation reads or changes."""
    expressions: list[Expression] = []
    match operation:
        case Assume(condition=condition):
            expressions = [condition]
        case Assign(value=value) if not isinstance(value, Nondet):
            expressions = [value]
        case Store(index=index, value=value):
            expressions = [index] if isinstance(value, Nondet) else [index, value]
    used: set[Variable | Array] = set(_changed(operation))
    for expression in expressions:
        for node in postorder(expression):
            if isinstance(node, Read):
                used.add(node.variable)
            elif isinstance(node, Select):
                used.add(node.array)
    return used
