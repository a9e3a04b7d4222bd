"""Random bounds and values for samples of models: near to the constants of the formulas, or far from all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.inspection import subterms
from verilab.solving.backend import Value

_STEPS = (-100, -3, -1, 0, 0, 1, 3, 100)


def constants_of(formulas: Iterable[FNode]) -> list[int]:
    """The numerals of the formulas, 0 and 1, sorted."""
    kinds = (op.INT_CONSTANT, op.REAL_CONSTANT, op.BV_CONSTANT)
    return sorted({int(node.constant_value()) for node in subterms(formulas) if node.node_type() in kinds} | {0, 1})


def hint(environment: Environment, chance: random.Random, variables: Sequence[FNode], constants: Sequence[int]) -> FNode | None:
    """A random bound of a variable, near to a constant or far from all; None for a variable that has no bounds, or without variables."""
    if not variables:
        return None
    m, symbol = environment.formula_manager, chance.choice(variables)
    sort = symbol.symbol_type()
    number, below = chance.choice(constants) + chance.choice(_STEPS), chance.random() < 0.5
    if sort.is_bool_type():
        return symbol if below else m.Not(symbol)
    if sort.is_int_type() or sort.is_real_type():
        bound = m.Int(number) if sort.is_int_type() else m.Real(number)
        return m.LE(symbol, bound) if below else m.LE(bound, symbol)
    if sort.is_bv_type():
        bound = m.BV(number % (1 << sort.width), sort.width)
        return m.BVULE(symbol, bound) if below else m.BVULE(bound, symbol)
    return None


def neighbour(symbol: FNode, value: Value, constants: Sequence[int], chance: random.Random) -> Value:
    """Another value of a variable, near to its own or to a constant."""
    if symbol.symbol_type().is_bool_type():
        return not value
    base = chance.choice(constants) if chance.random() < 0.5 else int(value)
    return base + chance.choice(_STEPS)
