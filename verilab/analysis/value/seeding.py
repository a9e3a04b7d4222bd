"""Initial precisions: what to track before any refinement (after the domain types of Apel, Beyer et al., HVC 2013).

A storage is enumerated where every value it is given is a constant, a truth value, an input or a copy of an enumerated storage: without
arithmetic its values are few and were written down by the programmer, as the state of a protocol or an event-condition-action system is.
"""

from __future__ import annotations

from enum import Enum

from verilab.analysis.value.precision import Storage, ValuePrecision
from verilab.analysis.value.strongest_post.equalities import is_truth_value
from verilab.program.cfa import Program
from verilab.program.expressions import Cast, Constant, Expression, IfThenElse, Read, Select
from verilab.program.operations import Assign, Nondet, Store


class Seed(Enum):
    """What a value analysis tracks at the start: nothing (pure CEGAR), the enumerated storages, or everything."""

    NOTHING = "nothing"
    ENUMERATED = "enumerated"
    EVERYTHING = "everything"


def seeded(program: Program, seed: Seed) -> ValuePrecision:
    """A precision that tracks the seed's storages everywhere."""
    match seed:
        case Seed.NOTHING:
            return ValuePrecision()
        case Seed.ENUMERATED:
            return ValuePrecision(enumerated(program))
        case Seed.EVERYTHING:
            return ValuePrecision(program.storages)


def enumerated(program: Program) -> list[Storage]:
    """The enumerated storages, in slot order: the greatest set closed under the rule above."""
    copies: dict[Storage, list[Storage]] = {}
    pending: list[Storage] = []
    for edge in program.edges:
        match edge.operation:
            case Assign(target=target, value=value):
                sources = [] if isinstance(value, Nondet) else _sources(value)
            case Store(array=target, value=value):
                sources = [] if isinstance(value, Nondet) else _sources(value)
            case _:
                continue
        if sources is None:
            pending.append(target)
        else:
            for source in sources:
                copies.setdefault(source, []).append(target)
    computed: set[Storage] = set()
    while pending:
        storage = pending.pop()
        if storage not in computed:
            computed.add(storage)
            pending += copies.get(storage, ())
    return [storage for storage in program.storages if storage not in computed]


def _sources(value: Expression) -> list[Storage] | None:
    """The storages that a value may be a copy of; None where it is computed."""
    found: list[Storage] = []
    pending = [value]
    while pending:
        node = pending.pop()
        match node:
            case Constant():
                pass
            case Read(variable=variable):
                found.append(variable)
            case Select(array=array):
                found.append(array)
            case Cast(operand=operand):
                pending.append(operand)
            case IfThenElse(then=then, otherwise=otherwise):
                pending += (then, otherwise)
            case _ if is_truth_value(node):
                pass
            case _:
                return None
    return found
