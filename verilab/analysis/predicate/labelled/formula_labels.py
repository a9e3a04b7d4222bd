"""Formulas as labels (VMCAI'12, IMPACT): a solver decides what is asked of them, each question once."""

from __future__ import annotations

from itertools import product

from pysmt.fnode import FNode

from verilab.analysis.cpa import AbstractState
from verilab.analysis.invariants import Invariants, Region
from verilab.analysis.labels import Reached, WrittenLabels
from verilab.analysis.predicate.facts import readable
from verilab.analysis.predicate.sessions import BlockSession, BlockSessions, ranges
from verilab.formulas.blocks.block import Block
from verilab.formulas.terms.inspection import atoms
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.control import ControlPoint
from verilab.solving.backend import SolverSession, Status

CUBE_PREDICATES = 5
"""Predicates of an interpolant past which a node is split by the whole of it."""


class FormulaLabels(WrittenLabels):
    """Formulas over the symbols of a vocabulary.  ``session`` is for questions without a block; what a solver gives up on is not known.

    ``checks`` counts what solvers were asked: "edge_checks" along blocks, "entailment_checks" between labels.
    """

    def __init__(self, vocabulary: Vocabulary, session: SolverSession, sessions: BlockSessions, entry: ControlPoint) -> None:
        self.checks = {"edge_checks": 0, "entailment_checks": 0}
        self.true: FNode = vocabulary.terms.true
        self._vocabulary = vocabulary
        self._formulas = vocabulary.terms.environment.formula_manager
        self._session = session
        self._sessions = sessions
        self._entry = entry
        self._conjuncts: dict[FNode, frozenset[FNode]] = {}
        self._satisfiable: dict[FNode, bool] = {}
        self._feasible: dict[tuple[Block, FNode, FNode], bool] = {}

    def interpolant(self, point: ControlPoint, interpolant: FNode) -> FNode:
        return interpolant

    def negation(self, label: FNode) -> FNode:
        formulas = self._formulas
        if label.is_bool_constant():
            return formulas.FALSE() if label.is_true() else formulas.TRUE()
        return label.arg(0) if label.is_not() else formulas.Not(label)

    def cubes(self, label: FNode, interpolant: FNode) -> tuple[list[FNode], list[FNode]] | None:
        """Over at most CUBE_PREDICATES atoms; a cube that contradicts itself is left out, and each decides the interpolant."""
        predicates = list(dict.fromkeys(atoms(interpolant)))
        if len(predicates) > CUBE_PREDICATES:
            return None
        inside: list[FNode] = []
        outside: list[FNode] = []
        for signs in product((True, False), repeat=len(predicates)):
            values = dict(zip(predicates, signs, strict=True))
            cube = self._formulas.And([atom if sign else self._formulas.Not(atom) for atom, sign in values.items()])
            part = self.conjoin(label, cube)
            if part is not None and self._may_hold(part):
                (inside if self.entails(cube, interpolant) else outside).append(part)
        return (inside, outside) if inside and outside else None

    def conjoin(self, left: FNode, right: FNode) -> FNode | None:
        """Conjuncts that both have are said once; contradictions are found where they are literally there."""
        if left.is_true() or left is right:
            return None if right.is_false() else right
        conjuncts = dict.fromkeys((*self._ordered(left), *self._ordered(right)))
        if any(conjunct.is_false() or self.negation(conjunct) in conjuncts for conjunct in conjuncts):
            return None
        both = self._formulas.And(list(conjuncts)) if len(conjuncts) > 1 else next(iter(conjuncts), self.true)
        return both if left.is_true() or self._may_hold(both) else None

    def entails(self, left: FNode, right: FNode) -> bool:
        """Conjunct by conjunct what is literally there, the rest by a solver."""
        if left is right or left.is_false():
            return True
        known = self._set(left)
        missing = [conjunct for conjunct in self._ordered(right) if conjunct not in known]
        if not missing:
            return True
        if any(not self._symbols(conjunct) <= self._symbols(left) for conjunct in missing):
            return False  # what does not speak of a symbol seldom entails what does
        rest = self._formulas.And(missing)
        if left.is_true() and rest.is_false():
            return False
        return not self._may_hold(self._formulas.And(left, self._formulas.Not(rest)))

    def feasible(self, source: AbstractState, step: Block, target: AbstractState) -> bool:
        """Each question once, none where the block has no condition."""
        if target[1].is_true() and step.is_total and not source[1].is_false():
            return True
        key = step, source[1], target[1]
        passes = self._feasible.get(key)
        if passes is None:
            self.checks["edge_checks"] += 1
            with self._sessions.of(step) as session:
                passes = self._feasible[key] = _passes(session, source[1], target[1])
        return passes

    def _symbols(self, formula: FNode) -> frozenset[FNode]:
        return frozenset(self._vocabulary.terms.environment.fvo.get_free_variables(formula))

    def _ordered(self, label: FNode) -> list[FNode]:
        """The conjuncts of a label in their order; none of true."""
        ordered: list[FNode] = []
        pending = [label]
        while pending:
            node = pending.pop()
            if node.is_and():
                pending.extend(reversed(node.args()))
            elif not node.is_true():
                ordered.append(node)
        return ordered

    def _set(self, label: FNode) -> frozenset[FNode]:
        conjuncts = self._conjuncts.get(label)
        if conjuncts is None:
            conjuncts = self._conjuncts[label] = frozenset(self._ordered(label))
        return conjuncts

    def text(self, point: ControlPoint, label: FNode) -> str:
        return readable(label, self._vocabulary.terms.environment)

    def claims(self, reached: Reached) -> Invariants:
        """At the entry and the loop heads: the disjunction of the formulas there."""
        encoding = self._vocabulary.encoding.name
        heads = (point for point in reached if point.location.is_loop_head or point is self._entry)
        return {point: Region(self._formulas.Or(dict.fromkeys(reached[point])), encoding) for point in heads}

    def _may_hold(self, formula: FNode) -> bool:
        satisfiable = self._satisfiable.get(formula)
        if satisfiable is None:
            self.checks["entailment_checks"] += 1
            self._session.push()
            self._session.add(formula, *(constraint for _, constraint in ranges(self._vocabulary, formula)))
            satisfiable = self._satisfiable[formula] = self._session.check() is not Status.UNSAT
            self._session.pop()
        return satisfiable


def _passes(session: BlockSession, before: FNode, after: FNode) -> bool:
    """Whether the block may be passed from ``before`` to ``after``."""
    session.solver.push()
    try:
        session.assume(before)
        session.assume(session.block.at_exit(after))
        return session.solver.check() is not Status.UNSAT
    finally:
        session.solver.pop()
