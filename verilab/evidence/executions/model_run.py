"""Concrete steps of the automaton as a proof understands it: every arbitrary value may be any, also where the real program fixes it.

A violation needs the real program's values (``verilab.evidence.interpretation.interpreter``); a proof claims to hold for all values.
"""

from __future__ import annotations

from verilab.evidence.interpretation.evaluation import Fault, Poison, State, evaluate
from verilab.program.cfa import Edge
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Store
from verilab.program.storages import Array


class Stop(Exception):
    """The execution has no meaning from here on: an index out of bounds, a division by zero."""


def execute(edge: Edge, state: State, chosen: tuple[int, ...]) -> bool:
    """Change ``state`` by the edge; False where its assumption does not hold.  ``chosen``: the edge's arbitrary values, in their order."""
    match edge.operation:
        case Assume(condition=condition, positive=positive):
            return bool(_value(condition, state)) == positive
        case Assign(target=target, value=value):
            state[target.slot] = value.type.wrap(chosen[0]) if isinstance(value, Nondet) else _value(value, state)
        case Store(array=array, index=index, value=value):
            position = _value(index, state)
            if not 0 <= position < array.length:
                raise Stop
            state[array.slot + position] = value.type.wrap(chosen[0]) if isinstance(value, Nondet) else _value(value, state)
        case Havoc(targets=targets):
            position = 0
            for storage in targets:
                for number in range(storage.length if isinstance(storage, Array) else 1):
                    state[storage.slot + number] = storage.type.wrap(chosen[position])
                    position += 1
    return True


def _value(expression: Expression, state: State) -> int:
    result, _ = evaluate(expression, state)
    if isinstance(result, Fault | Poison):
        raise Stop
    return result
