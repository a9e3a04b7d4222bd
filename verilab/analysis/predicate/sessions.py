"""Solver sessions for questions about blocks.

A session of a block holds the block's formula, the ranges of the entry symbols that predicates add to those the block reads, and one
definition per predicate and end of the block:

    formula(block)     p_i^entry <-> p_i(x)     p_i^exit <-> p_i(exit terms)

Large blocks have sessions of their own, kept alive between questions: a bounded number of them, the least recently used goes first.
To make a solver costs more than all that is asked about a single edge, so that single edges share one, each question on a level of its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from pysmt.fnode import FNode

from verilab.analysis.predicate.predicates import Predicate
from verilab.formulas.blocks.block import Block
from verilab.formulas.vocabulary import Vocabulary
from verilab.solving.backend import SolverSession


class BlockSession:
    """One block in a solver; predicates are defined when they are first needed, between the questions."""

    def __init__(self, block: Block, session: SolverSession) -> None:
        self.block = block
        self.solver = session
        self._vocabulary = block.vocabulary
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
        for symbol, constraint in ranges(self._vocabulary, meaning):
            if symbol not in self._ranged:
                self._ranged.add(symbol)
                self.solver.add(constraint)
        self.solver.add(self._vocabulary.terms.environment.formula_manager.Iff(literal, meaning))

    def assume(self, formula: FNode) -> None:
        """Assert a formula over the entry state or the exit terms, with the ranges of its symbols, on the current level."""
        self.solver.add(formula, *(constraint for _, constraint in ranges(self._vocabulary, formula)))


def ranges(vocabulary: Vocabulary, formula: FNode) -> Iterator[tuple[FNode, FNode]]:
    """The program's symbols in a formula, by name, each with the constraint that its type sets."""
    symbols = vocabulary.terms.environment.fvo.get_free_variables(formula)
    for symbol in sorted(symbols, key=lambda node: node.symbol_name()):
        type = vocabulary.type(symbol)
        if type is not None:
            yield symbol, vocabulary.range_constraint(symbol, type)


QUESTIONS = 2000
"""After so many questions about single edges their solver is made anew, as it keeps something of each."""


class BlockSessions:
    """At most ``limit`` live sessions of large blocks, and one for all single edges."""

    def __init__(self, make: Callable[[], SolverSession], limit: int) -> None:
        self._make = make
        self._limit = limit
        self._live: OrderedDict[Block, BlockSession] = OrderedDict()
        self._edges: SolverSession | None = None
        self._asked = 0
        self.opened = 0

    @contextmanager
    def of(self, block: Block) -> Iterator[BlockSession]:
        """The block's session, for the questions of a ``with`` statement."""
        if block.only_edge is None:
            yield self._own(block)
            return
        solver = self._shared()
        solver.push()
        try:
            yield BlockSession(block, solver)
        finally:
            solver.pop()

    @contextmanager
    def free(self) -> Iterator[SolverSession]:
        """The solver of single edges with nothing asserted, for the questions of a ``with`` statement."""
        solver = self._shared()
        solver.push()
        try:
            yield solver
        finally:
            solver.pop()

    def _own(self, block: Block) -> BlockSession:
        """The session of a large block, opened anew where it was closed or never used."""
        own = self._live.get(block)
        if own is not None:
            self._live.move_to_end(block)
            return own
        while len(self._live) >= self._limit:
            _, oldest = self._live.popitem(last=False)
            oldest.solver.close()
        self.opened += 1
        session = self._live[block] = BlockSession(block, self._make())
        return session

    def _shared(self) -> SolverSession:
        if self._edges is not None and self._asked == QUESTIONS:
            self._edges.close()
            self._edges = None
        if self._edges is None:
            self._edges = self._make()
            self._asked = 0
            self.opened += 1
        self._asked += 1
        return self._edges

    def close(self) -> None:
        """Free all solvers."""
        for session in self._live.values():
            session.solver.close()
        self._live.clear()
        if self._edges is not None:
            self._edges.close()
            self._edges = None
