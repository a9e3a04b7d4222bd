"""Formulas of explicit-value invariants: a set of partial assignments as a decision diagram with shared parts.

    f(rows at column j) = or over children c:  (x_j in values that lead to c) and f(c);   unknown values lead to c unconditionally

The columns with the fewest values come first, so that what all rows agree on is said once.  Equal children are one formula, and
values that lead to the same child become ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysmt.fnode import FNode

from verilab.formulas.encodings.values import Value
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.elements import Assignments, Element


def invariant_formula(vocabulary: Vocabulary, invariant: Assignments) -> FNode:
    """The disjunction of the rows over the vocabulary's symbols.

    What a row says about elements without symbols (large arrays) is left out: the formula is then weaker than the invariant.
    """
    columns = [j for j, (storage, _) in enumerate(invariant.elements) if vocabulary.models(storage)]
    distinct = {j: len({row[j] for row in invariant.rows}) for j in columns}
    columns.sort(key=lambda j: (distinct[j], j))
    levels = _trie([tuple([row[j] for j in columns]) for row in invariant.rows], len(columns))
    terms = vocabulary.terms
    if not invariant.rows:
        return terms.false
    formulas: list[FNode] = [terms.true] * len(levels[-1]) if columns else [terms.true]
    for level in range(len(columns) - 1, -1, -1):
        element = invariant.elements[columns[level]]
        children: dict[int, list[tuple[int | None, FNode]]] = {}
        for (parent, value), child in levels[level].items():
            children.setdefault(parent, []).append((value, formulas[child]))
        formulas = [_choice(vocabulary, element, children[parent]) for parent in range(len(children))]
    return formulas[0]


def _trie(rows: Iterable[tuple[int | None, ...]], depth: int) -> list[dict[tuple[int, int | None], int]]:
    """Per level, the numbers of the nodes below: (parent's number, value) -> number; the root is number 0."""
    levels: list[dict[tuple[int, int | None], int]] = [{} for _ in range(depth)]
    for row in rows:
        node = 0
        for level, value in zip(levels, row, strict=True):
            node = level.setdefault((node, value), len(level))
    return levels


def _choice(vocabulary: Vocabulary, element: Element, children: Sequence[tuple[int | None, FNode]]) -> FNode:
    """One node of the diagram."""
    terms = vocabulary.terms
    by_child: dict[FNode, list[int]] = {}
    anyway: list[FNode] = []
    for value, child in children:
        if value is None:
            anyway.append(child)
        else:
            by_child.setdefault(child, []).append(value)
    parts = [terms.conjunction((_member(vocabulary, element, values), child)) for child, values in by_child.items()]
    return terms.disjunction([*anyway, *parts])


def _member(vocabulary: Vocabulary, element: Element, values: list[int]) -> FNode:
    """``element in values``, as equations and ranges of at least three neighbours."""
    encoding, type = vocabulary.encoding, element[0].type
    symbol: Value = encoding.symbolic(vocabulary.symbol(element), type)
    parts: list[FNode] = []
    for low, high in _ranges(sorted(values)):
        if high - low < 2:
            parts += [encoding.compare("==", symbol, encoding.constant(value, type), type) for value in range(low, high + 1)]
        else:
            below = encoding.compare("<=", encoding.constant(low, type), symbol, type)
            parts.append(encoding.terms.conjunction((below, encoding.compare("<=", symbol, encoding.constant(high, type), type))))
    return encoding.terms.disjunction(parts)


def _ranges(values: Sequence[int]) -> list[tuple[int, int]]:
    """The maximal runs of consecutive integers in an ascending sequence."""
    runs: list[tuple[int, int]] = []
    for value in values:
        if runs and runs[-1][1] + 1 == value:
            runs[-1] = runs[-1][0], value
        else:
            runs.append((value, value))
    return runs
