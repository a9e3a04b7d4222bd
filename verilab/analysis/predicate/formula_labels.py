"""Formulas as labels (VMCAI'12, IMPACT): a solver decides what is asked of them, each question once."""

from __future__ import annotations

from pysmt.fnode import FNode

from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants, Region
from verilab.analysis.labels import Labels, Reached
from verilab.analysis.predicate.sessions import BlockSession, BlockSessions, ranges
from verilab.formulas.blocks.block import Block
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.control import ControlPoint
from verilab.solving.backend import SolverSession, Status


class FormulaLabels(Labels):
    """Formulas over the symbols of a vocabulary.  ``session`` is for questions without a block; what a solver gives up on is not known."""

    def __init__(self, vocabulary: Vocabulary, session: SolverSession, sessions: BlockSessions, entry: ControlPoint) -> None:
        self._vocabulary = vocabulary
        self._formulas = vocabulary.terms.environment.formula_manager
        self._session = session
        self._sessions = sessions
        self._entry = entry
        self._satisfiable: dict[FNode, bool] = {}
        self._feasible: dict[tuple[Block, FNode, FNode], bool] = {}

    def conjoin(self, left: FNode, right: FNode) -> FNode | None:
        both = self._formulas.And(left, right)
        return both if self._may_hold(both) else None

    def entails(self, left: FNode, right: FNode) -> bool:
        return left is right or not self._may_hold(self._formulas.And(left, self._formulas.Not(right)))

    def feasible(self, source: AbstractState, step: Block, target: AbstractState) -> bool:
        key = step, source[1], target[1]
        found = self._feasible.get(key)
        if found is None:
            with self._sessions.of(step) as session:
                found = self._feasible[key] = _passes(session, source[1], target[1])
        return found

    def claims(self, reached: Reached) -> Invariants:
        """At the entry and the loop heads: the disjunction of the formulas there."""
        encoding = self._vocabulary.encoding.name
        heads = (point for point in reached if point.location.is_loop_head or point is self._entry)
        return {point: Region(self._formulas.Or(dict.fromkeys(reached[point])), encoding) for point in heads}

    def _may_hold(self, formula: FNode) -> bool:
        found = self._satisfiable.get(formula)
        if found is None:
            self._session.push()
            self._session.add(formula, *(constraint for _, constraint in ranges(self._vocabulary, formula)))
            found = self._satisfiable[formula] = self._session.check() is not Status.UNSAT
            self._session.pop()
        return found


def _passes(session: BlockSession, before: FNode, after: FNode) -> bool:
    """Whether the block may be passed from ``before`` to ``after``."""
    session.solver.push()
    try:
        session.assume(before)
        session.assume(session.block.at_exit(after))
        return session.solver.check() is not Status.UNSAT
    finally:
        session.solver.pop()
