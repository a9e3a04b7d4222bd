"""What the scenarios of the conformance kit are written with: Booleans, an ordered sort that the backend knows, a hard question."""

from __future__ import annotations

from itertools import combinations

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, REAL, BVType

from verilab.data_classes import dataclass
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status, Theory

LIMIT = 0.1
"""The time limit of the hard questions, in seconds."""
PATIENCE = 5.0
"""How much later a solver may notice it: a worker has a grace time before it is killed, and must be started again."""
HOLES = 11
"""One pigeon more than holes has no short resolution proof: no solver refutes it in a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The backend under test and another one that judges, over one environment."""

    backend: Backend
    checker: Backend
    environment: Environment

    @property
    def logic(self) -> str:
        """The logic of ``variable``: of integers where the backend has them, else of bit-vectors or reals, else of Booleans only."""
        known = self.backend.capabilities.theories
        for theory, logic in ((Theory.LIA, "QF_LIA"), (Theory.BV, "QF_BV"), (Theory.LRA, "QF_LRA")):
            if theory in known:
                return logic
        return "QF_UF"

    def session(self, context: QueryContext | None = None) -> SolverSession:
        return self.backend.session(self.environment, logic=self.logic, context=context)

    def boolean(self, name: str) -> FNode:
        return self.environment.formula_manager.Symbol(f"scenario_{name}")

    def variable(self, name: str) -> FNode:
        """A number; a Boolean where the backend has no numbers."""
        sorts = {"QF_LIA": INT, "QF_BV": BVType(8), "QF_LRA": REAL}
        sort = sorts.get(self.logic)
        m = self.environment.formula_manager
        return m.Symbol(f"scenario_{name}_{self.logic}", sort) if sort is not None else m.Symbol(f"scenario_{name}")

    def below(self, left: FNode, right: FNode) -> FNode:
        """A strict order."""
        m = self.environment.formula_manager
        match self.logic:
            case "QF_BV":
                return m.BVULT(left, right)
            case "QF_UF":
                return m.And(m.Not(left), right)
        return m.LT(left, right)

    def refuted(self, *formulas: FNode) -> bool:
        """Whether the judge says that the formulas contradict each other."""
        judge = self.checker.session(self.environment, logic=self.logic if self.logic != "QF_UF" else "QF_LIA")
        judge.add(*formulas)
        status = judge.check(timeout=10.0)
        judge.close()
        return status is Status.UNSAT

    # every pigeon sits somewhere;  no two sit in the same hole
    def pigeons(self) -> list[FNode]:
        """A contradiction that takes far longer than a tenth of a second, in three parts."""
        m = self.environment.formula_manager
        sits = [[m.Symbol(f"pigeon{pigeon}in{hole}") for hole in range(HOLES)] for pigeon in range(HOLES + 1)]
        somewhere = [m.Or(row) for row in sits]
        apart = [m.Or(m.Not(one[hole]), m.Not(other[hole])) for one, other in combinations(sits, 2) for hole in range(HOLES)]
        return [m.And(somewhere[: HOLES // 2]), m.And(somewhere[HOLES // 2 :]), m.And(apart)]
