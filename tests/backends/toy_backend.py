"""A solver for Booleans that splits on one variable after the other, and interpolants by Shannon expansion."""

import time
from collections.abc import Sequence

from pysmt.environment import Environment
from pysmt.fnode import FNode
from verilab_backends.generic import SolverBackend

from verilab.solving.backend import Capabilities, QueryContext, Status, Value
from verilab.solving.engine import Engine, Sequent
from verilab.solving.interpolation import TimedOut
from verilab.solving.session import BaseSession


def assign(environment: Environment, formula: FNode, values: dict[FNode, FNode]) -> FNode:
    return environment.simplifier.simplify(environment.substituter.substitute(formula, values))


class ToySession(BaseSession):
    """The seven primitives of a session."""

    def __init__(self, environment: Environment, context: QueryContext) -> None:
        super().__init__("toy", environment, context)
        self._levels: list[list[FNode]] = [[]]
        self._assumed: list[FNode] = []
        self._model: dict[FNode, FNode] = {}

    def _close(self) -> None:
        self._levels.clear()

    def _push(self) -> None:
        self._levels.append([])

    def _pop(self, levels: int) -> None:
        del self._levels[-levels:]

    def _add(self, formula: FNode) -> None:
        self._levels[-1].append(formula)

    def _check(self, assumptions: Sequence[FNode], seconds: float | None) -> Status:
        self._assumed = list(assumptions)
        end = None if seconds is None else time.monotonic() + seconds
        manager = self.environment.formula_manager
        everything = manager.And([*assumptions, *(formula for level in self._levels for formula in level)])
        work: list[tuple[FNode, dict[FNode, FNode]]] = [(everything, {})]
        while work:
            if end is not None and time.monotonic() > end:
                self.reason_unknown = "timeout"
                return Status.UNKNOWN
            formula, model = work.pop()
            formula = assign(self.environment, formula, model)
            if formula.is_true():
                self._model = model
                return Status.SAT
            if not formula.is_false():
                variable = min(formula.get_free_variables(), key=str)
                work += [(formula, {**model, variable: manager.Bool(value)}) for value in (False, True)]
        return Status.UNSAT

    def _values(self, terms: Sequence[FNode]) -> list[Value]:
        manager = self.environment.formula_manager
        default = {symbol: manager.FALSE() for term in terms for symbol in term.get_free_variables()}
        return [assign(self.environment, term, default | self._model).constant_value() for term in terms]

    def _core(self) -> list[FNode]:
        core = list(self._assumed)
        for formula in self._assumed:
            rest = [other for other in core if other is not formula]
            if self._check(rest, None) is Status.UNSAT:
                core = rest
        return core


class ShannonEngine:
    """I_k = exists locals. I_(k-1) and A_k, where exists x. F = F[x := false] or F[x := true]: the strongest interpolants."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def interpolate(self, sequent: Sequent, seconds: float | None) -> list[FNode] | TimedOut:
        manager = self._environment.formula_manager
        end = None if seconds is None else time.monotonic() + seconds
        formulas = [manager.TRUE()]
        for partition, shared in zip(sequent.partitions, sequent.shared, strict=False):
            state = manager.And(formulas[-1], partition)
            for local in sorted(state.get_free_variables() - set(shared), key=str):
                if end is not None and time.monotonic() > end:
                    return TimedOut("toy:shannon")
                cases = [assign(self._environment, state, {local: manager.Bool(value)}) for value in (False, True)]
                state = manager.Or(cases)
            formulas.append(state)
        return formulas[1:]

    def close(self) -> None:
        pass


class ToyBackend(SolverBackend):
    name = "toy"
    version = "1"
    capabilities = Capabilities(theories=frozenset(), interpolation={"shannon": frozenset()})

    def session(self, environment: Environment, *, logic: str = "QF_UF", context: QueryContext | None = None) -> ToySession:
        return ToySession(environment, context or QueryContext())

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        return ShannonEngine(environment)
