"""Formulas over single bits as formulas over words: what a bit-level proof says, in the words of the program.

    x[0] and not x[1] and ... not x[31]   becomes   x = 1;        not (a[0] and not b[0]) and ...   becomes   a = b;
    x[31]   becomes   x <s 0;             a borrow chain over the bits of a and b   becomes   a <u b
Subformulas over the bits of at most two words are turned into decision diagrams, which ``word_relations`` names where it can.  A diagram
stands for the whole function, so it does not matter how the proof wrote it, and each replacement is an equivalence.
"""

from __future__ import annotations

from collections.abc import Sequence

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.terms.construction import Terms
from verilab.formulas.terms.inspection import subterms
from verilab.solving.simplification.simplifier import Simplifier
from verilab_backends.words.bit_diagrams import FALSE, TRUE, Diagrams, TooLarge
from verilab_backends.words.word_relations import WordRelations

WORDS = 2
"""How many words a subformula may speak of to be turned into a diagram."""

Shape = tuple[int, frozenset[FNode]]
"""A diagram and the words whose bits it may speak of."""


def lifted(environment: Environment, formula: FNode) -> FNode:
    """An equivalent formula, shorter where it spoke of bits one by one; the formula itself where that fails."""
    try:
        return _Lifting(environment, Simplifier(environment)(formula)).result()
    except TooLarge:
        return formula


class _Lifting:
    """The lifting of one formula, whose words determine the order of the bits."""

    def __init__(self, environment: Environment, formula: FNode) -> None:
        self._formula = formula
        self._terms = Terms(environment)
        self._diagrams = Diagrams()
        self._words = self._numbered_words(formula)
        self._widest = max((word.bv_width() for word in self._words), default=0)
        self._relations = WordRelations(self._terms, self._diagrams, self._levels)
        self._shapes: dict[FNode, Shape | None] = {}
        self._done: dict[FNode, FNode] = {}

    def _numbered_words(self, formula: FNode) -> dict[FNode, int]:
        """The words, numbered: bit-vector terms below relations that are not made of others by cutting and joining."""
        words: dict[FNode, int] = {}
        stack = [argument for node in subterms((formula,)) if node.node_type() in _RELATIONS for argument in node.args()]
        seen: set[FNode] = set()
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if node.node_type() in _STRUCTURE:
                stack.extend(node.args())
            elif not node.is_bv_constant() and self._is_word(node):
                words[node] = 0
        return {word: number for number, word in enumerate(sorted(words, key=lambda node: node.node_id()))}

    def _is_word(self, term: FNode) -> bool:
        return bool(self._terms.environment.stc.get_type(term).is_bv_type())

    def _levels(self, word: FNode) -> Sequence[int]:
        count = len(self._words)
        return range((self._widest - 1) * count + self._words[word], -1, -count)[: word.bv_width()]

    def result(self) -> FNode:
        if not self._words:
            return self._formula
        for node in subterms((self._formula,)):
            if self._terms.environment.stc.get_type(node).is_bool_type():
                self._shapes[node] = self._shape(node)
        return self._rebuilt()

    # Of Boolean connectives from their arguments' diagrams; of relations from the bits of both sides.
    def _shape(self, node: FNode) -> Shape | None:
        """The diagram of a formula over few words; None for others."""
        kind = node.node_type()
        diagrams = self._diagrams
        if kind in _RELATIONS:
            return self._relation(node)
        if kind == op.BOOL_CONSTANT:
            return (TRUE if node.is_true() else FALSE), frozenset()
        if kind not in (op.AND, op.OR, op.NOT, op.IFF, op.IMPLIES, op.ITE):
            return None
        shapes: list[Shape] = []
        words: frozenset[FNode] = frozenset()
        for argument in node.args():
            shape = self._shapes.get(argument)
            if shape is None or len(words | shape[1]) > WORDS:
                return None
            words |= shape[1]
            shapes.append(shape)
        numbers = [number for number, _ in shapes]
        match kind:
            case op.NOT:
                return diagrams.negation(numbers[0]), words
            case op.IFF:
                return diagrams.same(*numbers), words
            case op.IMPLIES:
                return diagrams.choice(numbers[0], numbers[1], TRUE), words
            case op.ITE:
                return diagrams.choice(*numbers), words
        return self._joined(kind, numbers), words

    def _joined(self, kind: int, numbers: Sequence[int]) -> int:
        result = TRUE if kind == op.AND else FALSE
        for number in numbers:
            result = self._diagrams.both(result, number) if kind == op.AND else self._diagrams.either(result, number)
        return result

    def _relation(self, node: FNode) -> Shape | None:
        if not self._is_word(node.arg(0)):
            return None
        words: set[FNode] = set()
        left, right = (self._bits(argument, words) for argument in node.args())
        if len(words) > WORDS:
            return None
        diagrams = self._diagrams
        match node.node_type():
            case op.EQUALS:
                return diagrams.equal(left, right), frozenset(words)
            case op.BV_ULT | op.BV_SLT:
                return diagrams.less(left, right, signed=node.is_bv_slt()), frozenset(words)
        return diagrams.negation(diagrams.less(right, left, signed=node.is_bv_sle())), frozenset(words)

    def _bits(self, term: FNode, words: set[FNode]) -> list[int]:
        """The diagrams of a term's bits, the least significant first; the words in it are added to ``words``."""
        done: dict[FNode, list[int]] = {}
        stack = [term]
        while stack:
            node = stack[-1]
            kind = node.node_type()
            pending = [argument for argument in node.args() if argument not in done] if node not in self._words else []
            if pending:
                stack += pending
                continue
            stack.pop()
            if node in self._words:
                words.add(node)
                done[node] = [self._diagrams.variable(level) for level in self._levels(node)]
            elif kind == op.BV_CONSTANT:
                done[node] = [int(node.constant_value()) >> bit & 1 for bit in range(node.bv_width())]
            elif kind == op.BV_EXTRACT:
                done[node] = done[node.arg(0)][node.bv_extract_start() : node.bv_extract_end() + 1]
            elif kind == op.BV_CONCAT:
                done[node] = done[node.arg(1)] + done[node.arg(0)]
            elif kind in (op.BV_ZEXT, op.BV_SEXT):
                inner = done[node.arg(0)]
                done[node] = inner + [inner[-1] if kind == op.BV_SEXT else FALSE] * (node.bv_width() - len(inner))
            else:
                done[node] = self._bitwise(kind, [done[argument] for argument in node.args()])
        return done[term]

    def _bitwise(self, kind: int, arguments: list[list[int]]) -> list[int]:
        diagrams = self._diagrams
        match kind:
            case op.BV_NOT:
                return [diagrams.negation(bit) for bit in arguments[0]]
            case op.BV_COMP:
                return [diagrams.equal(*arguments)]
            case op.BV_AND:
                return [diagrams.both(a, b) for a, b in zip(*arguments, strict=True)]
            case op.BV_OR:
                return [diagrams.either(a, b) for a, b in zip(*arguments, strict=True)]
        return [diagrams.negation(diagrams.same(a, b)) for a, b in zip(*arguments, strict=True)]

    def _rebuilt(self) -> FNode:
        """The formula with every subformula named that can be, the outermost ones first."""
        done = self._done
        stack = [self._formula]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            named = self._named(node)
            if named is not None:
                done[node] = named
                continue
            groups, arguments = self._grouped(node)
            pending = [argument for argument in arguments if argument not in done]
            if pending:
                stack += pending
                continue
            done[node] = self._combined(node, [*groups, *(done[argument] for argument in arguments)])
        return done[self._formula]

    def _named(self, node: FNode) -> FNode | None:
        shape = self._shapes.get(node)
        if shape is None or node.node_type() in _RELATIONS:
            return self._relation_named(node, shape)
        return self._relations.name(shape[0], sorted(shape[1], key=lambda word: word.node_id()))

    def _relation_named(self, node: FNode, shape: Shape | None) -> FNode | None:
        """A relation stays as it is, but one of a single bit may be a comparison of its word; None for connectives."""
        if node.node_type() not in (op.AND, op.OR, op.NOT, op.IFF, op.IMPLIES, op.ITE):
            if (
                shape is not None
                and len(shape[1]) == 1
                and any(argument.is_bv_extract() or argument.is_bv_concat() for argument in node.args())
            ):
                return self._relations.name(shape[0], list(shape[1])) or node
            return node
        return None

    def _grouped(self, node: FNode) -> tuple[list[FNode], list[FNode]]:
        """Formulas for groups of arguments that speak of the same words, and the arguments that are in none."""
        kind = node.node_type()
        if kind not in (op.AND, op.OR):
            return [], list(node.args())
        groups: dict[frozenset[FNode], list[FNode]] = {}
        others = []
        for argument in node.args():
            shape = self._shapes.get(argument)
            if shape is None:
                others.append(argument)
            else:
                groups.setdefault(shape[1], []).append(argument)
        names = []
        # What speaks of two words comes first, and takes with it what speaks of one of them.
        for words in sorted(groups, key=lambda group: -len(group)):
            if words not in groups:
                continue
            for concerned in ([group for group in groups if group <= words], [words]):
                members = [member for group in concerned for member in groups[group]]
                diagram = self._joined(kind, [shape[0] for member in members if (shape := self._shapes[member]) is not None])
                name = self._relations.name(diagram, sorted(words, key=lambda word: word.node_id()))
                if name is not None:
                    names.append(name)
                    for group in concerned:
                        del groups[group]
                    break
            else:
                others += groups.pop(words)
        return names, others

    def _combined(self, node: FNode, arguments: list[FNode]) -> FNode:
        terms = self._terms
        match node.node_type():
            case op.AND:
                return terms.conjunction(arguments)
            case op.OR:
                return terms.disjunction(arguments)
            case op.NOT:
                return terms.negation(arguments[0])
            case op.IMPLIES:
                return terms.implication(*arguments)
            case op.ITE:
                return terms.choice(*arguments)
        return terms.node(op.IFF, tuple(arguments))


_STRUCTURE = frozenset({op.BV_EXTRACT, op.BV_CONCAT, op.BV_ZEXT, op.BV_SEXT, op.BV_NOT, op.BV_AND, op.BV_OR, op.BV_XOR, op.BV_COMP})
_RELATIONS = frozenset({op.EQUALS, op.BV_ULT, op.BV_ULE, op.BV_SLT, op.BV_SLE})
