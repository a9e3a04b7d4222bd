"""The effect of a CFA edge on a symbolic state."""

from __future__ import annotations

from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.formulas.blocks.assumptions import assume
from verilab.formulas.blocks.merging import named
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State, Translator, hint
from verilab.formulas.encodings.values import Value
from verilab.program.cfa import Edge
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Variable
from verilab.program.types import IntType


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """The arbitrary values of one edge: per value its symbol (None in a large array) and its type."""

    guard: Guard
    symbols: tuple[FNode | None, ...]
    types: tuple[IntType, ...]


class Transfer:
    """Applies operations to states, in place."""

    def __init__(self, translator: Translator, definitions: Definitions) -> None:
        self.translator = translator
        self.vocabulary = translator.vocabulary
        self.definitions = definitions

    def narrow(self, edge: Edge, state: State, guard: Guard) -> None:
        """An assumed condition narrows intervals."""
        operation = edge.operation
        if isinstance(operation, Assume):
            assume(operation.condition, operation.positive, state, guard, self.translator, self.definitions)

    def apply(self, edge: Edge, state: State, guard: Guard) -> Site | None:
        """Any operation but an assumption; the site of its arbitrary values where it has some."""
        operation = edge.operation
        kind = type(operation)
        if kind is Assign:
            return self._assign(operation, state, guard, edge)  # type: ignore[arg-type]  # the kind says which class it is
        if kind is Store:
            return self._store(operation, state, guard, edge)  # type: ignore[arg-type]  # the kind says which class it is
        if kind is Havoc:
            return self._havoc(operation, state, guard, edge)  # type: ignore[arg-type]  # the kind says which class it is
        return None

    def _assign(self, operation: Assign, state: State, guard: Guard, edge: Edge) -> Site | None:
        variable, expression = operation.target, operation.value
        slot = variable.slot
        guard.changed.add(slot)
        if isinstance(expression, Nondet):
            value = self.translator.arbitrary(variable.name, expression.type, self.definitions, _reason(expression, edge))
            state[slot] = value
            return Site(guard, (value.term,), (expression.type,))
        value = self.translator.value(expression, state, self.definitions)
        if value.size > 1:
            value = named(value, (variable, 0), self.translator, self.definitions)
        state[slot] = value
        return None

    def _store(self, operation: Store, state: State, guard: Guard, edge: Edge) -> Site | None:
        array, expression = operation.array, operation.value
        site, value = None, None
        if isinstance(expression, Nondet):
            value = self.translator.arbitrary(array.name, array.type, self.definitions, _reason(expression, edge))
            site = Site(guard, (value.term,), (array.type,))
        elif self.vocabulary.models(array):
            value = self.translator.value(expression, state, self.definitions)
        if value is None or not self.vocabulary.models(array):
            return site
        index = self.translator.value(operation.index, state, self.definitions)
        for slot, changed in self.translator.stores(array, index, operation.index.type, value, state):
            guard.changed.add(slot)
            state[slot] = named(changed, (array, slot - array.slot), self.translator, self.definitions)
        return site

    def _havoc(self, operation: Havoc, state: State, guard: Guard, edge: Edge) -> Site:
        symbols: list[FNode | None] = []
        types: list[IntType] = []
        for storage in operation.targets:
            types += [storage.type] * (1 if isinstance(storage, Variable) else storage.length)
            if not self.vocabulary.models(storage):
                symbols += [None] * (1 if isinstance(storage, Variable) else storage.length)
                continue
            for element in self.vocabulary.elements_of(storage):
                value: Value = self.translator.arbitrary(hint(*element), storage.type, self.definitions, _reason(operation, edge))
                slot = storage.slot + element[1]
                guard.changed.add(slot)
                state[slot] = value
                symbols.append(value.term)
        return Site(guard, tuple(symbols), tuple(types))


def _reason(source: Nondet | Havoc, edge: Edge) -> str | None:
    return edge.imprecise or (source.origin if source.kind is NondetKind.IMPRECISE else None)
