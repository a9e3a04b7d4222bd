"""Check of a claim by the naive translation: no execution leads from a state of the claim at one cut point out of the claim at the next.

    I(a) and relation(a) and (reached_b and not I(b) for some b)   is unsatisfiable, for every cut point a

A model is replayed with concrete values before it counts against the claim; what is not confirmed that way (an operator that the integers
leave open, an array without symbols) decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Product
from verilab.evidence.blockwise import BlockChecker
from verilab.evidence.budget import Part
from verilab.evidence.cut_points import ClaimedPoints
from verilab.evidence.executions.claims import StateTest
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.integers import Integers
from verilab.evidence.naive.operators import Operators
from verilab.evidence.naive.paths import PathChecker
from verilab.evidence.naive.relation import Relation, RelationBuilder, TooLarge
from verilab.evidence.naive.replay import leaves_claims
from verilab.program.control import ControlPoint
from verilab.solving.backend import SolverSession, Status

EDGES = 4_000
"""Relations of more edges than this are not translated."""


class Finding(Enum):
    """What a check by the naive translation found."""

    HOLDS = "every claim leads into claims"
    BROKEN = "an execution leads out of the claims"
    OPEN = "it cannot tell, or not in time"


class NaiveChecker:
    """Checks the claims of ``points`` in the encoding of ``blocks``, whose vocabulary, statements of claims and sessions it uses.

    ``tests``: the claims as tests of concrete states.  ``by_paths``: paths are asked one by one before the relation is, as for claims that
    multiply in bit vectors.
    """

    def __init__(
        self,
        points: ClaimedPoints,
        blocks: BlockChecker,
        tests: Mapping[ControlPoint, StateTest],
        environment: Environment,
        time: Part,
        *,
        by_paths: bool = False,
    ) -> None:
        self._points = points
        self._blocks = blocks
        self._tests = tests
        self._environment = environment
        self._time = time
        self._operators: Operators = Integers(environment) if blocks.encoding.name == "int" else BitVectors(environment)
        self._paths = PathChecker(points, blocks, environment, time) if by_paths else None
        self._builder = RelationBuilder(blocks.vocabulary, self._operators, self._is_cut, EDGES, time)
        self.broken = ""

    def _is_cut(self, point: ControlPoint) -> bool:
        return self._points.cuts(point, 0, False)

    def check(self) -> Finding:
        """HOLDS only where every cut point was shown; ``broken`` says how a claim is BROKEN."""
        finding = Finding.HOLDS
        pending = [self._points.graph.entry]
        seen = set(pending)
        while pending:
            if self._time.over:
                return Finding.OPEN
            point = pending.pop()
            targets: Collection[ControlPoint] | None = None if self._paths is None else self._paths.targets(point)
            if targets is None:
                try:
                    relation = self._builder.build(point)
                except TooLarge:
                    return Finding.OPEN
                here = self._check_relation(relation)
                if here is Finding.BROKEN:
                    return here
                if here is Finding.OPEN:
                    finding = here
                targets = relation.targets
            for target in targets:
                if target not in seen and target in self._points.claims and not target.location.is_error:
                    seen.add(target)
                    pending.append(target)
        return finding

    def _check_relation(self, relation: Relation) -> Finding:
        terms = self._operators.terms
        premise = self._blocks.premise(self._points.claims[relation.source])
        violations: list[FNode] = []
        for target, arrival in relation.targets.items():
            claim = None if target.location.is_error else self._points.claims.get(target)
            if claim is None:
                violations.append(arrival.reached)
                continue
            conclusion = self._blocks.conclusion(claim)
            if not conclusion.is_true():
                violations.append(terms.conjunction((arrival.reached, terms.negation(self._behind(conclusion, arrival.values)))))
        if not violations:
            return Finding.HOLDS
        formulas = [premise, *relation.constraints, terms.disjunction(violations)]
        formulas += self._ranges(formulas)
        session = self._blocks.session(formulas)
        session.push()
        try:
            session.add(*formulas)
            status = session.check(timeout=max(0.01, self._time.remaining))
            if status is Status.UNSAT:
                return Finding.HOLDS
            if status is Status.SAT and self._breaks(relation, session):
                return Finding.BROKEN
        finally:
            session.pop()
        return Finding.OPEN

    def _behind(self, claim: FNode, values: Mapping[int, FNode]) -> FNode:
        """The claim about the values at a target."""
        symbol = self._blocks.vocabulary.slot_symbol
        changed = {symbol(slot): term for slot, term in values.items() if self._blocks.vocabulary.elements[slot] is not None}
        result: FNode = self._environment.substituter.substitute(claim, changed)
        return result

    def _ranges(self, formulas: list[FNode]) -> list[FNode]:
        """The ranges of the symbols of the source's state."""
        ranges: dict[FNode, None] = {}
        for symbol in sorted(_symbols(formulas), key=lambda symbol: str(symbol.symbol_name())):
            type = self._blocks.vocabulary.type(symbol)
            if type is not None:
                ranges.update(dict.fromkeys(self._operators.ranges(symbol, type)))
        return list(ranges)

    def _breaks(self, relation: Relation, session: SolverSession) -> bool:
        self.broken = leaves_claims(relation, self._blocks.vocabulary, session, self._tests)
        return bool(self.broken)


def _symbols(formulas: list[FNode]) -> list[FNode]:
    """What occurs in formulas without quantifiers: these share most of what they consist of, which is looked at once."""
    symbols: list[FNode] = []
    waiting, seen = list(formulas), set(formulas)
    while waiting:
        node = waiting.pop()
        if node.is_symbol():
            symbols.append(node)
        new = [part for part in node.args() if part not in seen]
        seen.update(new)
        waiting += new
    return symbols


def rows_of(points: ClaimedPoints) -> int:
    """The rows of partial assignments in the claims at cut points: what the check's formulas would say."""
    return sum(_rows(claim) for point, claim in points.claims.items() if points.cuts(point, 0, False))


def _rows(claim: Invariant) -> int:
    match claim:
        case Assignments(rows=rows):
            return len(rows)
        case Product(parts=parts):
            return sum(len(rows.rows) for _, rows in parts)
    return 0
