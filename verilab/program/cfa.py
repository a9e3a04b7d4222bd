"""Control-flow automata: locations, edges, functions and the whole program (FORTE'15 §2, ``A = (L, l0, G)``; plus calls)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from verilab.data_classes import dataclass
from verilab.program.decisions import Condition, Decision
from verilab.program.expressions import Expression
from verilab.program.loops import LoopStatement, Walks
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.storages import Array, Variable
from verilab.program.types import DataModel

if TYPE_CHECKING:
    from verilab.program.declared import Declared


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the source: file name, 1-based line and column (0 where unknown)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """Enter ``callee`` (parameters were assigned before); ``return_to`` is where its return edge leads for this call."""

    callee: Function
    return_to: Location


@dataclass(frozen=True, slots=True, eq=False)
class Return:
    """Leave the function: control goes on at the ``return_to`` of the call on top of the stack.  The edge's target is unused."""


Operation = Assume | Assign | Store | Havoc | Skip | Call | Return
CallStack = tuple["Edge", ...]


def evaluated(operation: Operation) -> list[Expression]:
    """The expressions that an operation evaluates."""
    match operation:
        case Assume(condition=condition):
            return [condition]
        case Assign(value=value) if not isinstance(value, Nondet):
            return [value]
        case Store(index=index, value=value):
            return [index] if isinstance(value, Nondet) else [index, value]
    return []


@dataclass(slots=True, eq=False)
class Location:
    """A program location; ``leaving`` and ``entering`` hold its edges (call edges lead into the callee, return edges out).

    A location that calls return to (``is_return_site``) has predecessors that ``entering`` does not list: the callees' returns.
    ``property`` names the property that reaching it violates; where that is "", an error location stands for every property of the
    program (what lies beyond a recursion bound).  ``loop`` is the loop statement that control is in front of, where it is in front of one.
    """

    id: int
    function: Function
    leaving: list[Edge] = field(default_factory=list)
    entering: list[Edge] = field(default_factory=list)
    is_error: bool = False
    property: str = ""
    is_loop_head: bool = False
    is_return_site: bool = False
    label: str | None = None
    loop: LoopStatement | None = None
    rank: int = 0  # reverse post-order number inside the function, 0 at its entry

    def __repr__(self) -> str:
        return f"{self.function.name}@{self.id}"


@dataclass(slots=True, eq=False)
class Edge:
    """A control-flow edge; ``text`` is the source it was lowered from, ``imprecise`` names what it over-approximates.

    ``decision``: which condition of a statement it decides, where it is such an edge.
    """

    id: int
    source: Location
    target: Location
    operation: Operation
    position: Position
    text: str
    imprecise: str | None = None
    decision: Decision | None = None

    def __repr__(self) -> str:
        return f"{self.source!r} -> {self.target!r}: {self.text}"


@dataclass(frozen=True, slots=True, eq=False)
class Detour:
    """Where a property is checked: ``through`` leads into the check, ``bypass`` from the same location to behind it; one of them leaves."""

    property: str
    through: Edge
    bypass: Edge


@dataclass(slots=True, eq=False)
class Function:
    """A function (or one recursive instance of it): ``name`` is unique (``f``, ``f#1``), ``result`` holds its return value.

    ``parameters`` are its scalar parameters; ``signature`` has the storages of every declared one (several for a structure, none for
    what is not modelled), and ``returned`` those of a structure that it returns.
    """

    name: str
    parameters: tuple[Variable, ...] = ()
    result: Variable | None = None
    signature: tuple[tuple[Variable | Array, ...], ...] | None = None
    returned: tuple[Variable | Array, ...] = ()
    entry: Location = field(init=False)
    exit: Location = field(init=False)
    locations: list[Location] = field(default_factory=list)

    @property
    def passed(self) -> tuple[tuple[Variable | Array, ...], ...]:
        """The storages of each declared parameter; one scalar each where the signature is not given."""
        return self.signature if self.signature is not None else tuple((parameter,) for parameter in self.parameters)

    def _repr_html_(self) -> str:
        from verilab.program.drawing import function_html  # only notebooks ask

        return function_html(self)


@dataclass(frozen=True, slots=True, eq=False)
class RecursiveCall:
    """A call that leads back into a function that may be active already; each activation of ``callee`` has locals of its own.

    ``edge`` goes from before the call to behind it, and makes arbitrary whatever the call may change: a sound step for whoever does not
    look here.  ``passed`` were assigned before, one for each of ``callee.parameters``; ``result`` has the call's value behind it.
    """

    edge: Edge
    callee: Function
    passed: tuple[Variable, ...]
    result: Variable | None


@dataclass(slots=True, eq=False)
class Program:
    """A lowered program.

    ``entry`` is the function that runs first: it initialises the globals, then calls main.  ``locations`` and ``edges`` are
    indexed by their ids.  ``storages`` lists every Variable and Array in slot order; ``slot_count`` is the number of slots.
    ``imprecisions`` counts, per reason, the edges that over-approximate.  ``addresses`` maps the name of each addressable
    object to its base address.  ``properties`` names what its error locations violate; where they are several, ``detours`` lead
    around whatever checks one of them.  ``recursive_calls`` are those that the lowering did not unfold.  ``declared``:
    what the source declares, where the program is one.  ``walks`` says how its pointers move.  ``constant_conditions`` are those of
    statements that no edge decides, with their truth.  ``promises``: what attributes say of the results of functions, by their names.
    ``compared_pointers``: both sides of each comparison of pointers, where operations on memory stand as they were lowered.
    """

    name: str
    data_model: DataModel
    entry: Function
    functions: dict[str, Function]
    locations: list[Location]
    edges: list[Edge]
    storages: list[Variable | Array]
    slot_count: int
    addresses: dict[str, int] = field(default_factory=dict)
    imprecisions: dict[str, int] = field(default_factory=dict)
    source_files: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    detours: tuple[Detour, ...] = ()
    recursive_calls: tuple[RecursiveCall, ...] = ()
    declared: Declared | None = None
    walks: Walks = Walks.ANYWHERE
    constant_conditions: Mapping[Condition, bool] = field(default_factory=dict)
    compared_pointers: tuple[tuple[Expression, Expression], ...] = ()
    promises: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def error_locations(self) -> list[Location]:
        return [location for location in self.locations if location.is_error]

    def set_aside(self, properties: Container[str]) -> None:
        """From now on the program is that of all properties but these: control takes the detours around what was made to check them.

        Control graphs of the program that were made before have to be renewed (``ControlGraph.renew``).
        """
        for detour in self.detours:
            chosen = detour.bypass if detour.property in properties else detour.through
            detour.bypass.source.leaving = [chosen]

    def variable(self, name: str) -> Variable:
        """The scalar of that unique name; KeyError with the name where there is none."""
        for storage in self.storages:
            if isinstance(storage, Variable) and storage.name == name:
                return storage
        raise KeyError(f"no variable {name!r} in {self.name}")

    def _repr_html_(self) -> str:
        from verilab.program.drawing import program_html  # only notebooks ask

        return program_html(self)
