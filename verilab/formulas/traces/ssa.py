"""Instantiated symbols: ``f::x@k`` is x as the trace's cut k left it, ``f::x.3@k`` an auxiliary symbol of the block after cut k."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pysmt.operators as op
from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.elements import Element


class Instances:
    """Makes instantiated symbols and partitions, and remembers both; traces that share it share equal prefixes."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._symbols: dict[tuple[int, int], FNode] = {}
        self._origins: dict[FNode, tuple[int, int]] = {}
        self._auxiliary: dict[tuple[FNode, int], FNode] = {}
        self._partitions: dict[tuple[Block, int, tuple[int, ...], tuple[Element, ...]], FNode] = {}
        self._origins_in: dict[FNode, tuple[tuple[int, int], ...]] = {}
        self._uninstantiated = Rewriter(vocabulary.terms, self._base)

    def symbol(self, slot: int, cut: int) -> FNode:
        """``f::x@cut``."""
        key = (slot, cut)
        symbol = self._symbols.get(key)
        if symbol is None:
            base = self.vocabulary.slot_symbol(slot)
            symbol = self._symbols[key] = self.vocabulary.terms.symbol(f"{base.symbol_name()}@{cut}", base.symbol_type())
            self._origins[symbol] = key
        return symbol

    def origins(self, formula: FNode) -> tuple[tuple[int, int], ...]:
        """(slot, cut) of every symbol in a formula; ValueError for a symbol that is not the value of an element at a cut."""
        origins = self._origins_in.get(formula)
        if origins is None:
            symbols = self.vocabulary.terms.environment.fvo.get_free_variables(formula)
            origins = self._origins_in[formula] = tuple([self._origin(symbol) for symbol in symbols])
        return origins

    def _origin(self, symbol: FNode) -> tuple[int, int]:
        origin = self._origins.get(symbol)
        if origin is None:
            raise ValueError(f"{symbol} is not part of any state")
        return origin

    def uninstantiated(self, formula: FNode) -> FNode:
        """A formula over symbols of any cuts, over the vocabulary's; ValueError for any other symbol."""
        return self._uninstantiated(formula)

    def _base(self, symbol: FNode) -> FNode:
        return self.vocabulary.slot_symbol(self._origin(symbol)[0])

    def auxiliary(self, symbol: FNode, position: int) -> FNode:
        """A block's auxiliary symbol, instantiated at the block's position in the trace."""
        key = (symbol, position)
        instance = self._auxiliary.get(key)
        if instance is None:
            name = f"{symbol.symbol_name()}@{position}"
            instance = self._auxiliary[key] = self.vocabulary.terms.symbol(name, symbol.symbol_type())
        return instance

    def partition(self, block: Block, position: int, versions: Sequence[int], written: Sequence[Element]) -> FNode:
        """The block's formula at a position, as far as what it writes is concerned.

        ``written``: the elements whose exit terms define the symbols of cut ``position + 1``; ``versions``: per element that
        ``block.cone(written)`` reads, the cut that last wrote it.
        """
        key = (block, position, tuple(versions), tuple(written))
        partition = self._partitions.get(key)
        if partition is None:
            partition = self._partitions[key] = self.relaxed(block, position, versions, written, {})
        return partition

    def relaxed(
        self, block: Block, position: int, versions: Sequence[int], written: Sequence[Element], weaker: Mapping[int, FNode]
    ) -> FNode:
        """As ``partition``, with the block's conditions at some places replaced by something weaker (``PathCondition.relaxed``).

        Symbols in there that are not the vocabulary's are instantiated like the block's auxiliary ones.
        """
        vocabulary, terms = self.vocabulary, self.vocabulary.terms
        cone = block.cone(written)
        cuts = {storage.slot + index: cut for (storage, index), cut in zip(cone.reads, versions, strict=True)}

        def instance(symbol: FNode) -> FNode:
            slot = vocabulary.slot(symbol)
            return self.auxiliary(symbol, position) if slot is None else self.symbol(slot, cuts[slot])

        rewriter = Rewriter(terms, instance)
        conjuncts: Iterable[FNode] = cone.conjuncts
        if weaker:
            conditions = set(cone.conditions)
            relaxed = block.path_condition.relaxed(weaker)
            conjuncts = [*(conjunct for conjunct in cone.conjuncts if conjunct not in conditions), *relaxed]
        parts = [rewriter(conjunct) for conjunct in conjuncts]
        for element in written:
            symbol = self.symbol(element[0].slot + element[1], position + 1)
            parts.append(terms.node(op.EQUALS, (symbol, rewriter(block.exit[element]))))
        return terms.conjunction(parts)
