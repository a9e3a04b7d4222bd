"""Local changes of an unfinished control-flow automaton: put operations before edges, put small graphs in their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Location, Operation
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip
from verilab.program.storages import Variable
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True, eq=False)
class Hoist:
    """``temporary := any value``, needed only where ``unless`` (a condition over the state before) is zero; None: always needed."""

    temporary: Variable
    reason: str
    unless: Expression | None


class Editor:
    """Edits the edges of a builder; ``finish`` drops the replaced edges and numbers the rest consecutively."""

    def __init__(self, builder: ProgramBuilder) -> None:
        self.builder = builder
        self._dead: set[Edge] = set()
        self._temporaries = 0

    def temporary(self, near: Location, type: IntType) -> Variable:
        name = near.function.name
        self._temporaries += 1
        return self.builder.variable(f"{name}::load.{self._temporaries}", type, name, temporary=True)

    def location(self, near: Location) -> Location:
        return self.builder.location(near.function)

    def emit(self, like: Edge, source: Location, target: Location, operation: Operation, imprecise: str | None = None) -> Edge:
        return self.builder.edge(source, target, operation, like.text, like.position, imprecise)

    def chain(self, like: Edge, source: Location, target: Location, steps: Sequence[tuple[Operation, str | None]]) -> None:
        """The operations one after the other; a Skip where there is none."""
        if not steps:
            steps = [(Skip(), None)]
        for number, (operation, imprecise) in enumerate(steps):
            following = target if number + 1 == len(steps) else self.location(source)
            self.emit(like, source, following, operation, imprecise)
            source = following

    def branch(self, like: Edge, source: Location, condition: Expression) -> tuple[Location, Location]:
        """New locations where the condition holds and where it does not."""
        then, otherwise = self.location(source), self.location(source)
        self.emit(like, source, then, Assume(condition, True))
        self.emit(like, source, otherwise, Assume(condition, False))
        return then, otherwise

    def kill(self, edge: Edge) -> None:
        """Remove an edge."""
        self._dead.add(edge)
        edge.source.leaving.remove(edge)
        if edge in edge.target.entering:
            edge.target.entering.remove(edge)

    def prepend(self, edges: Sequence[Edge], hoists: Iterable[Hoist]) -> None:
        """Run the hoists before these edges, which leave one location together."""
        pending = list(hoists)
        if pending:
            source = edges[0].source
            for edge in edges:
                source.leaving.remove(edge)
            self._move(edges, self.hoisted(edges[0], source, pending))

    def prepend_operations(self, edges: Sequence[Edge], operations: Iterable[Operation]) -> None:
        """Run the operations before these edges, which leave one location together."""
        source = edges[0].source
        for edge in edges:
            source.leaving.remove(edge)
        for operation in operations:
            following = self.location(source)
            self.emit(edges[0], source, following, operation)
            source = following
        self._move(edges, source)

    def _move(self, edges: Sequence[Edge], source: Location) -> None:
        for edge in edges:
            edge.source = source
            source.leaving.append(edge)

    def hoisted(self, like: Edge, source: Location, hoists: Iterable[Hoist]) -> Location:
        """Run the hoists from ``source``; the location after them."""
        for hoist in hoists:
            source = self._hoist(like, source, hoist)
        return source

    def _hoist(self, like: Edge, source: Location, hoist: Hoist) -> Location:
        following = self.location(source)
        if hoist.unless is not None:
            needed = self.location(source)
            self.emit(like, source, following, Assume(hoist.unless, True))
            self.emit(like, source, needed, Assume(hoist.unless, False))
            source = needed
        value = Nondet(hoist.temporary.type, NondetKind.IMPRECISE, hoist.reason)
        self.emit(like, source, following, Assign(hoist.temporary, value), hoist.reason)
        return following

    def finish(self) -> None:
        edges = [edge for edge in self.builder.edges if edge not in self._dead]
        for number, edge in enumerate(edges):
            edge.id = number
        self.builder.edges[:] = edges
