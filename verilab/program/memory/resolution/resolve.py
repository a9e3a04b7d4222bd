"""Resolution of every raw node of a lowered program into direct accesses (to be called right before ``ProgramBuilder.finish``).

Allocation sites become objects; an inclusion-based points-to analysis (Andersen 1994) finds what every dereferenced address may
point to; every object gets a base address; then each edge is rewritten: see ``reads``, ``writes``, ``calls`` and ``blocks``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Edge, Function
from verilab.program.expressions import Constant, Expression
from verilab.program.memory.external.exposure import Reach
from verilab.program.memory.external.retention import Retention, retain
from verilab.program.memory.external.unknown_calls import expose_unknown
from verilab.program.memory.objects.allocation import Allocations
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.memory.objects.placement import Placement, place
from verilab.program.memory.points_to.andersen import PointsTo
from verilab.program.memory.points_to.constraints import Constraints
from verilab.program.memory.points_to.contents import Targets
from verilab.program.memory.points_to.known_values import KnownValues
from verilab.program.memory.raw.operations import (
    CopyBytes,
    Escape,
    EscapeBytes,
    ExternalCall,
    FormatCheck,
    HavocThrough,
    IndirectCall,
    RawOperation,
    Recall,
    SetBytes,
    StoreThrough,
)
from verilab.program.memory.resolution.blocks import MOST_SCALARS, Blocks
from verilab.program.memory.resolution.calls import Calls, Instance, PointerCalls, nothing_else
from verilab.program.memory.resolution.editing import Editor, Hoist
from verilab.program.memory.resolution.externals import Externals
from verilab.program.memory.resolution.reads import Reads
from verilab.program.memory.resolution.writes import Writes
from verilab.program.operations import Assign, Assume, Nondet, NondetKind, Skip, Store


def resolve(
    builder: ProgramBuilder,
    entry: Function | None = None,
    instance: Instance | None = None,
    *,
    objects_limit: int | None = None,
    block_limit: int = MOST_SCALARS,
    placement: Placement = Placement.APART,
    exact_bits: bool = False,
) -> PointerCalls:
    """Replace every raw node in the builder's edges and record the objects' base addresses.

    ``entry`` is the function that runs first: without it no allocation site is known to run once.  ``instance(caller, callee)`` is
    the instance of a function that an indirect call inside ``caller`` enters, None where that call would exceed the recursion
    bound (it then counts as unknown); by default the object's own function.  ``objects_limit``: as in ``LoweringOptions``, None for none;
    ``block_limit``, ``placement`` and ``exact_bits``: as there.  Returns what the calls through pointers came to.
    """
    editor = Editor(builder)
    known = KnownValues(builder)
    with_objects = objects_limit is None or len(builder.edges) <= objects_limit
    Allocations(builder, editor, entry, known, with_objects=with_objects).run()
    editor.finish()
    targets = Targets()
    points_to = PointsTo(targets, builder.data_model.pointer_width)
    constraints = Constraints(targets, points_to, known, builder.conversions)
    raw = [edge for edge in builder.edges if constraints.edge(edge)]
    constraints.complete()
    points_to.solve()
    unknown = expose_unknown(raw, constraints)
    retention = retain(builder, constraints)
    bases = place(targets.objects, builder.data_model, placement)
    builder.addresses.update((object.name, base) for object, base in bases.items())
    reads = Reads(constraints, bases, editor)
    if not exact_bits:
        reads.elsewhere = {id(node) for node in constraints.dependence.of_bits if reads.comparisons.is_elsewhere(node)}
    if reads.elsewhere:
        constraints.mark(reads.elsewhere)
        known_raw = set(map(id, raw))
        raw = [edge for edge in builder.edges if id(edge) in known_raw or constraints.dependence.holds_raw(edge)]
    resolver = Resolver(builder, editor, constraints, reads, retention, unknown, instance, block_limit)
    resolver.run(raw)
    resolver.calls.elsewhere = nothing_else  # else the two keep each other alive, and by ``instance`` the whole syntax tree
    return PointerCalls(frozenset(resolver.calls.resolved), frozenset(resolver.calls.cut))


class Resolver:
    """Rewrites the edges that contain raw nodes."""

    def __init__(
        self,
        builder: ProgramBuilder,
        editor: Editor,
        constraints: Constraints,
        reads: Reads,
        retention: Retention,
        unknown: Mapping[int, Reach],
        instance: Instance | None,
        block_limit: int,
    ) -> None:
        self.retention = retention
        self.constraints = constraints
        self.editor = editor
        self.reads = reads
        self.writes = Writes(reads, editor)
        self.calls = Calls(reads, self.writes, editor, builder, instance)
        self.externals = Externals(self.calls, editor, unknown)
        self.blocks = Blocks(reads, self.writes, editor, block_limit)
        self._done: set[Edge] = set()

    def run(self, edges: list[Edge]) -> None:
        for edge in edges:
            if edge not in self._done:
                self._edge(edge)
        self.editor.finish()

    def _edge(self, edge: Edge) -> None:
        operation: RawOperation = edge.operation
        match operation:
            case Assume(condition=condition):
                self._assume(edge, condition)
            case Assign(target=target, value=value):
                hoists: list[Hoist] = []
                if not isinstance(value, Nondet):
                    edge.operation = Assign(target, self.reads.resolve(value, edge.source, hoists))
                self.editor.prepend([edge], hoists)
            case Store(array=array, index=index, value=value):
                self._store(edge, Store(array, index, value))
            case Escape() | EscapeBytes():
                edge.operation = Skip()
            case _:
                self._replace(edge, operation)

    def _assume(self, edge: Edge, condition: Expression) -> None:
        """Both branches of a condition share its resolution and what runs before it."""
        together = [
            other for other in edge.source.leaving if isinstance(other.operation, Assume) and other.operation.condition is condition
        ]
        hoists: list[Hoist] = []
        resolved = self.reads.resolve(condition, edge.source, hoists)
        for other in together:
            assert isinstance(other.operation, Assume)
            other.operation = Assume(resolved, other.operation.positive)
            self._done.add(other)
        self.editor.prepend(together, hoists)

    def _store(self, edge: Edge, operation: Store) -> None:
        hoists: list[Hoist] = []
        done: dict[int, Expression] = {}
        index = self.reads.resolve(operation.index, edge.source, hoists, done)
        value = operation.value
        if not isinstance(value, Nondet):
            value = self.reads.resolve(value, edge.source, hoists, done)
        edge.operation = Store(operation.array, index, value)
        self.editor.prepend([edge], hoists)

    def _replace(self, edge: Edge, operation: RawOperation) -> None:
        source, target = edge.source, edge.target
        self.editor.kill(edge)
        match operation:
            case StoreThrough():
                self.writes.store(edge, operation, source, target)
            case HavocThrough():
                self.writes.havoc(edge, operation, source, target)
            case ExternalCall():
                reached = self.constraints.surroundings.reach(self.constraints.exposures[id(operation)])
                self.externals.resolve(edge, operation, reached, source, target)
            case Recall(call=call):
                uses = edge in self.retention.edges and not call.results
                reached = self.retention.reached if uses else Reach((), ())
                self.externals.resolve(edge, replace(call, results=()), reached, source, target)
            case FormatCheck(target=checked, format=format, reason=reason):
                formats = [self.constraints.targets.object(number) for number in self.constraints.targets_of(format)]
                literal = bool(formats) and all(pointed.kind is ObjectKind.STRING for pointed in formats)
                value = Constant(0, checked.type) if literal else Nondet(checked.type, NondetKind.IMPRECISE, reason)
                self.editor.emit(edge, source, target, Assign(checked, value), None if literal else reason)
            case IndirectCall():
                self.calls.resolve(edge, operation, source, target)
            case CopyBytes():
                self.blocks.copy(edge, operation, source, target)
            case SetBytes():
                self.blocks.set(edge, operation, source, target)
