"""Solver sessions kept alive between abstractions of the same block: a bounded number of them, the least recently used goes first.

A session holds, on its lowest level, the block's formula, the ranges of the entry symbols that predicates add to those the block
reads, and one definition per predicate and end of the block:

    formula(block)     p_i^entry <-> p_i(x)     p_i^exit <-> p_i(exit terms)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable

from pysmt.fnode import FNode

from verilab.analysis.predicate.predicates import Predicate
from verilab.formulas.block import Block
from verilab.solving.backend import SolverSession


class BlockSession:
    """One block in a solver; predicates are defined when they are first needed, between the questions."""

    def __init__(self, block: Block, session: SolverSession) -> None:
        self.block = block
        self.solver = session
        self._vocabulary = block.vocabulary
        self._terms = block.vocabulary.terms
        self._defined: set[FNode] = set()
        self._ranged: set[FNode] = {block.entry_symbol(element) for element in block.reads}
        session.add(block.formula)

    def define_entry(self, predicates: Iterable[Predicate]) -> None:
        """Make each predicate's ``entry`` Boolean mean the predicate of the block's entry state."""
        for predicate in predicates:
            self._define(predicate.entry, predicate.formula)

    def define_exit(self, predicates: Iterable[Predicate]) -> list[FNode]:
        """A Boolean per predicate that means the predicate of the block's exit state (``entry`` where the block keeps it)."""
        literals = []
        for predicate in predicates:
            after = self.block.at_exit(predicate.formula)
            literal = predicate.entry if after is predicate.formula else predicate.exit
            self._define(literal, after)
            literals.append(literal)
        return literals

    def _define(self, literal: FNode, meaning: FNode) -> None:
        if literal in self._defined:
            return
        self._defined.add(literal)
        environment = self._terms.environment
        for symbol in sorted(environment.fvo.get_free_variables(meaning), key=lambda node: node.symbol_name()):
            type = self._vocabulary.type(symbol)
            if type is not None and symbol not in self._ranged:
                self._ranged.add(symbol)
                self.solver.add(self._vocabulary.range_constraint(symbol, type))
        self.solver.add(environment.formula_manager.Iff(literal, meaning))


class BlockSessions:
    """At most ``limit`` live sessions."""

    def __init__(self, make: Callable[[Block], SolverSession], limit: int) -> None:
        self._make = make
        self._limit = limit
        self._live: OrderedDict[Block, BlockSession] = OrderedDict()
        self.opened = 0

    def of(self, block: Block) -> BlockSession:
        """The block's session, opened anew where it was closed or never used."""
        found = self._live.get(block)
        if found is not None:
            self._live.move_to_end(block)
            return found
        while len(self._live) >= self._limit:
            _, oldest = self._live.popitem(last=False)
            oldest.solver.close()
        self.opened += 1
        session = BlockSession(block, self._make(block))
        self._live[block] = session
        return session

    def close(self) -> None:
        """Free all solvers."""
        for session in self._live.values():
            session.solver.close()
        self._live.clear()
