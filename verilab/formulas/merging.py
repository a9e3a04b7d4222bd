"""Merging of symbolic states where paths of a block meet."""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.typing import BOOL as BOOL_SORT

from verilab.formulas.guards import Branch, Guard, selector, united
from verilab.formulas.scope import Scope
from verilab.formulas.translation import State, Translator, hint
from verilab.formulas.values import Value
from verilab.program.elements import Element

SIZE_LIMIT = 16
"""A value whose term has more operators gets a symbol of its own."""


def named(value: Value, element: Element, translator: Translator, scope: Scope) -> Value:
    """The value itself, or an auxiliary symbol defined as its term where that is large."""
    if value.size <= SIZE_LIMIT:
        return value
    type = element[0].type
    if value.truth is not None:
        truth = scope.fresh(hint(*element), BOOL_SORT)
        scope.define(truth, (translator.terms.node(op.IFF, (truth, value.truth)),))
        return Value(None, value.low, value.high, 0, truth)
    symbol = scope.fresh(hint(*element), translator.encoding.sort(type))
    scope.define(symbol, (translator.terms.node(op.EQUALS, (symbol, translator.encoding.term(value, type))),))
    return Value(symbol, value.low, value.high, 0)


def merged(branches: Sequence[Branch], translator: Translator, scope: Scope) -> tuple[Guard, State]:
    """The guard and the state at a join; the branches' states are consumed."""
    branch = _lifted_pair(branches[0], branches[1], translator, scope) if len(branches) == 2 else _folded(branches, translator, scope)
    if branch.literals:
        guard = Guard(branch.guard, translator.terms.conjunction(branch.literals))
        guard.changed = branch.changed
    else:
        guard = branch.guard
        guard.changed |= branch.changed
    return guard, branch.state


def _lifted_pair(first: Branch, second: Branch, translator: Translator, scope: Scope) -> Branch:
    while first.guard is not second.guard:
        (first if first.guard.depth >= second.guard.depth else second).lift()
    return _combined(first, second, translator, scope)


def _folded(branches: Sequence[Branch], translator: Translator, scope: Scope) -> Branch:
    """Combines the branches pairwise, those with the deepest common guard first."""
    levels: dict[int, list[Branch]] = {}
    for branch in branches:
        levels.setdefault(branch.guard.depth, []).append(branch)
    depth, count = max(levels), len(branches)
    while True:
        here: dict[Guard, Branch] = {}
        for branch in levels.pop(depth, ()):
            other = here.get(branch.guard)
            here[branch.guard] = branch if other is None else _combined(other, branch, translator, scope)
            count -= other is not None
        if count == 1:
            return next(iter(here.values()))
        for branch in here.values():
            branch.lift()
        depth -= 1
        levels.setdefault(depth, []).extend(here.values())


def _combined(first: Branch, second: Branch, translator: Translator, scope: Scope) -> Branch:
    """One branch for two at the same guard: values that differ become ``selector ? first : second``."""
    terms, encoding, elements = translator.terms, translator.encoding, translator.vocabulary.elements
    condition = selector(first, second, terms)
    state, other = first.state, second.state
    first.changed |= second.changed
    for slot in sorted(first.changed):
        one, two = translator.read(state, slot), translator.read(other, slot)
        if one is two:
            continue
        element = elements[slot]
        assert element is not None
        if one.term is two.term and one.truth is two.truth:
            state[slot] = one.within(min(one.low, two.low), max(one.high, two.high))
        else:
            state[slot] = named(encoding.choose(condition, one, two, element[0].type), element, translator, scope)
    first.literals = united(first, second, terms)
    return first
