"""One step of generated code: what the edges leaving a control point do under static knowledge of the state.

In the words of FORTE'15 §2: an assignment goes on to one key; an assume pair branches where p/v can be evaluated and forks where it
cannot, each side with the equality it implies.
"""

from __future__ import annotations

from dataclasses import replace

from verilab.analysis.value.compiled import learning, text
from verilab.analysis.value.compiled.exits import END, Branch, Exit, Fork, Goto, Key
from verilab.analysis.value.compiled.static_knowledge import StaticKnowledge
from verilab.analysis.value.compiled.translation import Status, local
from verilab.analysis.value.precision import Storage
from verilab.analysis.value.scheme import Scheme
from verilab.analysis.value.strongest_post.post import Post
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint, Group, polarity
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array


class Stepper(StaticKnowledge):
    """Exits of keys under one scheme."""

    def __init__(self, scheme: Scheme, post: Post) -> None:
        super().__init__(scheme, post)
        self._exits: dict[Key, Exit] = {}

    def exit(self, key: Key) -> Exit:
        """What happens from a key; computed once."""
        exit = self._exits.get(key)
        if exit is None:
            exit = self._exits[key] = self._exit(key)
        return exit

    def _exit(self, key: Key) -> Exit:
        groups = key.point.groups
        if not groups:
            return END
        if key.group < 0:
            if len(groups) > 1:
                return Fork(tuple(Goto(key._replace(group=number)) for number in range(len(groups))))
            group = groups[0]
        else:
            group = groups[key.group]
        edge, target = group[0]
        match edge.operation:
            case Assume() as assume:
                return self._undecided(key, group) if key.undecided else self._branch(key, group, assume)
            case Assign(target=variable, value=value):
                return self._assign(key, target, variable, value)
            case Store() as store:
                return self._store(key, target, store)
            case Havoc(targets=targets):
                return Goto(self.arrive(key, target, forgotten=sum(self.scheme.bits.get(item, 0) for item in targets)))
        return Goto(self.arrive(key, target))

    def _assign(self, key: Key, target: ControlPoint, variable: Storage, value: object) -> Exit:
        bit = self.scheme.bits.get(variable, 0)
        if not bit & self.scheme.keep(target.location):
            return Goto(self.arrive(key, target, forgotten=bit))
        if isinstance(value, Nondet):
            return Goto(self.arrive(key, target, forgotten=bit))
        assert isinstance(value, Expression)
        if self.surely_unknown(key, value):
            return Goto(self.arrive(key, target, forgotten=bit))
        translator = self.translator(key)
        source = translator.translate(value)
        if source is None:
            return Goto(self.arrive(key, target, forgotten=bit))
        after = self.arrive(key, target, maybe=bit) if source.guards else self.arrive(key, target, known=bit)
        return Goto(after, (variable, source.nullable), tuple(translator.statements))

    def _store(self, key: Key, target: ControlPoint, store: Store) -> Exit:
        array, bit = store.array, self.scheme.bits.get(store.array, 0)
        if not bit & self.scheme.keep(target.location):
            return Goto(self.arrive(key, target, forgotten=bit))
        translator = self.translator(key)
        index = translator.translate(store.index)
        value = None if isinstance(store.value, Nondet) else translator.translate(store.value)
        if index is None or (value is None and self.status(key, array) is Status.UNKNOWN):
            return Goto(self.arrive(key, target, forgotten=bit))
        source, certain = self.stored(key, array, index, value)
        after = self.arrive(key, target, known=bit) if certain else self.arrive(key, target, maybe=bit)
        return Goto(after, (array, source), tuple(translator.statements))

    def _branch(self, key: Key, group: Group, assume: Assume) -> Exit:
        if self.surely_unknown(key, assume.condition):
            return self._undecided(key, group)
        translator = self.translator(key)
        condition = translator.translate(assume.condition)
        if condition is None:
            return self._undecided(key, group)
        if condition.constant is not None:
            return self._side(key, group, bool(condition.constant))
        decided = key
        unknown = key._replace(group=max(key.group, 0), undecided=True)
        for storage in self.post.reads(assume.condition):
            if local(storage) in condition.guards:
                bit = self.scheme.bits[storage]
                decided = decided._replace(known=decided.known | bit, maybe=decided.maybe & ~bit)
                if len(condition.guards) == 1:
                    unknown = unknown._replace(maybe=unknown.maybe & ~bit)
        then, otherwise = self._side(decided, group, True), self._side(decided, group, False)
        before = tuple(translator.statements)
        if not condition.guards:
            return Branch(before, condition.condition, then, otherwise)
        return Branch(before, text.some_none(condition.guards), Goto(unknown), Branch((), condition.condition, then, otherwise))

    def _side(self, key: Key, group: Group, value: bool) -> Exit:
        for edge, target in group:
            if polarity(edge) == value:
                return Goto(self.arrive(key, target))
        return END

    def _possible(self, edge: Edge) -> bool:
        assert isinstance(edge.operation, Assume)
        return self.post.is_possible(edge.operation)

    def _undecided(self, key: Key, group: Group) -> Exit:
        """Both sides, each with the equality it implies; storages that may be known are told apart first where that matters."""
        assume = group[0][0].operation
        assert isinstance(assume, Assume)
        if not self.sees(assume.condition):
            return _forked([Goto(self.arrive(key, target)) for edge, target in group if self._possible(edge)])
        if any(self.post.equality(edge.operation) is not None for edge, _ in group if isinstance(edge.operation, Assume)):
            for storage in self.post.reads(assume.condition):
                if not isinstance(storage, Array) and self.status(key, storage) is Status.MAYBE:
                    bit = self.scheme.bits[storage]
                    settled = key._replace(group=max(key.group, 0), undecided=True, maybe=key.maybe & ~bit)
                    return Branch((), f"{local(storage)} is None", Goto(settled), Goto(settled._replace(known=key.known | bit)))
        sides = tuple(learning.side(self, key, edge, target) for edge, target in group)
        return sides[0] if len(sides) == 1 else Fork(_marked(sides, key))


def _forked(exits: list[Goto]) -> Exit:
    if len(exits) < 2:
        return exits[0] if exits else END
    return Fork(tuple(exits))


def _marked(sides: tuple[Exit, ...], key: Key) -> tuple[Exit, ...]:
    """The sides of a fork, which equal states may leave unless one side learned a value that tells them apart."""
    learned = 0
    for side in sides:
        if isinstance(side, Goto) and side.assigned is not None:
            learned |= side.key.known & ~key.known
    return tuple(_mark(side, learned) for side in sides)


def _mark(side: Exit, learned: int) -> Exit:
    match side:
        case Goto(key=key) if learned and not key.forked:
            return replace(side, key=key._replace(separators=key.separators | learned))
        case Goto(key=key):
            return replace(side, key=key._replace(forked=max(key.forked, 1)))
        case Branch():
            return replace(side, then=_mark(side.then, learned), otherwise=_mark(side.otherwise, learned))
        case Fork(exits=exits):
            return Fork(tuple(_mark(item, learned) for item in exits))
        case _:
            return side
