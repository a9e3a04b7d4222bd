"""Merging of symbolic states where paths of a block meet.

Two paths merge into ``condition ? first : second``.  More paths with more than two different values get a symbol m with one
implication per value, (paths with that value) => m = value: nested conditionals would make the solver carry an equation per level,
this way only the equation of the path taken counts.  The premises exclude each other, for any values of the symbols, so that the
implications are a total definition.
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.fnode import FNode
from pysmt.typing import BOOL as BOOL_SORT

from verilab.formulas.blocks.branches import Branch, selector, united
from verilab.formulas.encodings.definitions import Definitions
from verilab.formulas.encodings.guards import Guard
from verilab.formulas.encodings.translation import State, Translator, hint
from verilab.formulas.encodings.values import Value
from verilab.program.elements import Element

SIZE_LIMIT = 16
"""A value whose term has more operators gets a symbol of its own."""


def named(value: Value, element: Element, translator: Translator, definitions: Definitions) -> Value:
    """The value itself, or an auxiliary symbol defined as its term where that is large."""
    if value.size <= SIZE_LIMIT:
        return value
    return _defined(element, [(translator.terms.true, value)], translator, definitions)


def _defined(element: Element, cases: Sequence[tuple[FNode, Value]], translator: Translator, definitions: Definitions) -> Value:
    """A new symbol with, per case, the case's value where its condition holds: the value's interval must hold under it."""
    terms, encoding, type = translator.terms, translator.encoding, element[0].type
    low, high = min([value.low for _, value in cases]), max([value.high for _, value in cases])
    truths = [encoding.known_truth(value) for _, value in cases]
    constraints: list[FNode] = []
    if None not in truths:
        symbol = definitions.fresh(hint(*element), BOOL_SORT)
        for (condition, _), truth in zip(cases, truths, strict=True):
            constraints.append(terms.implication(condition, _same_truth(symbol, truth, translator)))
        definitions.define(symbol, constraints)
        return Value(None, low, high, 0, symbol)
    symbol = definitions.fresh(hint(*element), encoding.sort(type))
    for condition, value in cases:
        constraints.append(terms.implication(condition, terms.node(op.EQUALS, (symbol, encoding.term(value, type)))))
    definitions.define(symbol, constraints)
    return Value(symbol, low, high)


def _same_truth(symbol: FNode, truth: FNode | None, translator: Translator) -> FNode:
    terms = translator.terms
    if truth is terms.true:
        return symbol
    if truth is terms.false:
        return terms.negation(symbol)
    assert truth is not None
    return terms.node(op.IFF, (symbol, truth))


def merged(branches: Sequence[Branch], translator: Translator, definitions: Definitions) -> tuple[Guard, State]:
    """The guard and the state at a join; the branches' states are consumed."""
    terms = translator.terms
    if len(branches) == 2:
        first, second = branches
        while first.guard is not second.guard:
            (first if first.guard.depth >= second.guard.depth else second).lift()
        state = _two_way(first, second, translator, definitions)
        branch = first
        branch.literals = united(first, second, terms)
    else:
        origins = [branch.guard for branch in branches]
        states = [branch.state for branch in branches]
        branch = _folded(branches, translator)
        ancestors = branch.guard.ancestors()
        conditions = [terms.conjunction(guard.literals_since(ancestors)[::-1]) for guard in origins]
        state = _many_way(conditions, states, sorted(branch.changed), translator, definitions)
    if branch.literals:
        guard = Guard(branch.guard, terms.conjunction(branch.literals))
        guard.changed = branch.changed
    else:
        guard = branch.guard
        guard.changed |= branch.changed
    return guard, state


def _folded(branches: Sequence[Branch], translator: Translator) -> Branch:
    """The union of the branches, those with the deepest common guard united first; without their states."""
    levels: dict[int, list[Branch]] = {}
    for branch in branches:
        levels.setdefault(branch.guard.depth, []).append(branch)
    depth, count = max(levels), len(branches)
    while True:
        here: dict[Guard, Branch] = {}
        for branch in levels.pop(depth, ()):
            other = here.get(branch.guard)
            if other is None:
                here[branch.guard] = branch
            else:
                other.literals = united(other, branch, translator.terms)
                other.changed |= branch.changed
                count -= 1
        if count == 1:
            return next(iter(here.values()))
        for branch in here.values():
            branch.lift()
        depth -= 1
        levels.setdefault(depth, []).extend(here.values())


def _two_way(first: Branch, second: Branch, translator: Translator, definitions: Definitions) -> State:
    """Values that differ become ``selector ? first : second``."""
    condition = selector(first, second, translator.terms)
    encoding, elements = translator.encoding, translator.vocabulary.elements
    state, other = first.state, second.state
    first.changed |= second.changed
    for slot in sorted(first.changed):
        one, two = translator.read(state, slot), translator.read(other, slot)
        if one is two:
            continue
        element = elements[slot]
        assert element is not None
        if one.term is two.term and one.truth is two.truth:
            state[slot] = _covering((one, two))
        else:
            state[slot] = named(encoding.choose(condition, one, two, element[0].type), element, translator, definitions)
    return state


def _many_way(
    conditions: Sequence[FNode], states: Sequence[State], changed: Sequence[int], translator: Translator, definitions: Definitions
) -> State:
    """Values that differ become a symbol with one implication per value, or a choice where only two values are left."""
    elements, terms = translator.vocabulary.elements, translator.terms
    result = states[0]
    for slot in changed:
        values = [translator.read(state, slot) for state in states]
        groups: dict[tuple[FNode | None, FNode | None], list[int]] = {}
        for number, value in enumerate(values):
            groups.setdefault((None if value.truth is not None else value.term, value.truth), []).append(number)
        if len(groups) == 1:
            result[slot] = _covering(values)
            continue
        element = elements[slot]
        assert element is not None
        # The value of most paths is that of all paths but the others.
        rare, common = _split(list(groups.values()))
        rest = _covering([values[number] for number in common])
        cases = [
            (terms.disjunction([conditions[number] for number in numbers]), _covering([values[number] for number in numbers]))
            for numbers in rare
        ]
        if len(cases) == 1:
            result[slot] = named(translator.encoding.choose(*cases[0], rest, element[0].type), element, translator, definitions)
        else:
            cases.append((terms.conjunction([terms.negation(condition) for condition, _ in cases]), rest))
            result[slot] = _defined(element, cases, translator, definitions)
    return result


# Each path has its own interval of the shared term: what holds on all of them is the union.
def _covering(values: Sequence[Value]) -> Value:
    """One value for those of several paths that have the same term: its interval contains all of theirs."""
    first = values[0]
    low, high = min([value.low for value in values]), max([value.high for value in values])
    return first if (first.low, first.high) == (low, high) else first.within(low, high)


def _split(groups: list[list[int]]) -> tuple[list[list[int]], list[int]]:
    """All groups but the largest one, and that."""
    common = max(groups, key=len)
    return [group for group in groups if group is not common], common
