"""Check of invariants by a solver, block by block:

I(a) and block(a, b) and not I(b)[exit of the block]   is unsatisfiable,   with I(b) = false where b is an error location or has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Region
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.results import Accepted, CheckResult, Rejected, Unchecked
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.cfa import Program
from verilab.program.control import ControlPoint
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status, Theory


class BlockChecker:
    """Checks blocks in one encoding with one backend; sessions are made when first needed."""

    def __init__(
        self, program: Program, points: ClaimedPoints, encoding: str, backend: Backend, environment: Environment, context: QueryContext
    ) -> None:
        self.backend = backend
        self.points = points
        self.encoding = make_encoding(encoding, environment)
        self.formulas = PathFormulas(program, self.encoding)
        self.vocabulary = self.formulas.vocabulary
        self._builder = BlockBuilder(points.graph, self.formulas, points)
        self._environment = environment
        self._context = context
        self._sessions: dict[str, SolverSession] = {}
        self.seconds: float | None = None
        """What one query may take, beside the deadline."""

    def close(self) -> None:
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    def blocks_from(self, point: ControlPoint) -> Sequence[Block]:
        return self._builder.blocks_from(point)

    def holds_always(self, invariant: Invariant) -> CheckResult:
        """Whether the invariant is valid, as the entry's must be."""
        violation = self.encoding.terms.negation(self.conclusion(invariant))
        return self._verdict([*self._ranges(violation), violation], "the invariant at the entry is not true")

    def entails(self, premise: FNode, block: Block, conclusion: FNode, failure: str) -> CheckResult:
        """Whether every execution of the block from ``premise`` ends in ``conclusion``; ``failure`` says that one does not."""
        terms = self.encoding.terms
        violation = terms.true if conclusion is terms.false else terms.negation(block.at_exit(conclusion))
        return self._verdict([premise, *self._ranges(premise, violation), block.formula, violation], failure)

    def check(self, source: Invariant, block: Block) -> CheckResult:
        """Whether ``block`` leads from the source's invariant into its target's."""
        claim = None if block.target.location.is_error else self.points.claims.get(block.target)
        if block.target.location.is_error:
            failure = f"an error location is reachable from the invariant at {block.source!r}"
        elif claim is None:
            failure = f"{block.target!r}, which has no invariant, is reachable from {block.source!r}"
        else:
            failure = f"the invariant at {block.target!r} does not follow from the one at {block.source!r}"
        conclusion = self.encoding.terms.false if claim is None else self.conclusion(claim)
        return self.entails(self.premise(source), block, conclusion, failure)

    def _ranges(self, *formulas: FNode) -> list[FNode]:
        """The range constraints of the entry symbols in these formulas; block formulas bring their own."""
        symbols = {symbol for formula in formulas for symbol in formula.get_free_variables()}
        constraints: list[FNode] = []
        for symbol in sorted(symbols, key=lambda symbol: str(symbol.symbol_name())):
            type = self.vocabulary.type(symbol)
            if type is not None:
                constraints.extend(self.encoding.range_constraints(symbol, type))
        return constraints

    def _verdict(self, formulas: list[FNode], failure: str) -> CheckResult:
        terms = self.encoding.terms
        if terms.false in formulas:
            return Accepted("simplification")
        session = self.session(formulas)
        session.push()
        try:
            session.add(*(formula for formula in formulas if formula is not terms.true))
            status = session.check(timeout=self.seconds)
        finally:
            session.pop()
        match status:
            case Status.UNSAT:
                return Accepted(self.backend.name)
            case Status.SAT:
                return Rejected(failure, self.backend.name)
        return Unchecked(f"{self.backend.name}: {session.reason_unknown}")

    def session(self, formulas: Sequence[FNode]) -> SolverSession:
        """The session for formulas of this kind, to be left as it is found."""
        return self._open(self._logic(formulas))

    def _logic(self, formulas: Sequence[FNode]) -> str:
        """Block formulas are linear, claims may contain products; solvers are much slower on the non-linear logic, also without any."""
        if self.encoding.name == "bv":
            return "QF_BV"
        linear = all(self._environment.theoryo.get_theory(formula).linear for formula in formulas)
        return "QF_LIA" if linear or Theory.NIA not in self.backend.capabilities.theories else "QF_NIA"

    def _open(self, logic: str) -> SolverSession:
        session = self._sessions.get(logic)
        if session is None:
            session = self._sessions[logic] = self.backend.session(self._environment, logic=logic, context=self._context)
        return session

    def premise(self, invariant: Invariant) -> FNode:
        """An invariant to assume: what the encoding has no symbol for is left out, which weakens it."""
        return self._formula(invariant, self.encoding.terms.true)

    def conclusion(self, invariant: Invariant) -> FNode:
        """An invariant to prove: what the encoding has no symbol for counts as false, which strengthens it."""
        return self._formula(invariant, self.encoding.terms.false)

    def _formula(self, invariant: Invariant, unmodelled: FNode) -> FNode:
        match invariant:
            case Region(formula=formula):
                return formula
            case Assignments():
                return self._rows(invariant, unmodelled)
        terms = self.encoding.terms
        return terms.disjunction([terms.conjunction([region.formula, self._rows(rows, unmodelled)]) for region, rows in invariant.parts])

    def _rows(self, invariant: Assignments, unmodelled: FNode) -> FNode:
        encoding, terms = self.encoding, self.encoding.terms
        symbols = [self.vocabulary.symbol(element) if self.vocabulary.models(element[0]) else None for element in invariant.elements]
        types = [storage.type for storage, _ in invariant.elements]
        rows: list[FNode] = []
        for row in invariant.rows:
            literals: list[FNode] = []
            for symbol, type, value in zip(symbols, types, row, strict=True):
                if value is not None:
                    literals.append(unmodelled if symbol is None else encoding.equals(symbol, encoding.constant_term(value, type)))
            rows.append(terms.conjunction(literals))
        return terms.disjunction(rows)
