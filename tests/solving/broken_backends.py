"""z3 with one defect each: what the conformance kit must find."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import Backend, Capabilities, QueryContext, SolverGaveUp, Status, Theory
from verilab.solving.interpolation import Failed, Interpolants, NotUnsat, Outcome
from verilab.solving.registry import load_backend

SLEEP = 0.6
"""Seconds, of what ignores its time limit."""


class BrokenSession:
    """Forwards everything to z3, but for the methods that a defect replaces."""

    def __init__(self, inner: Any, environment: Environment) -> None:
        self.inner = inner
        self.environment = environment

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class ModelIsWrong(BrokenSession):
    def values(self, terms: Sequence[FNode]) -> list[Any]:
        wrong = [value if isinstance(value, bool) else value + 1 for value in self.inner.values(terms)]
        return [not value if term.is_symbol() and isinstance(value, bool) else value for term, value in zip(terms, wrong, strict=True)]

    def value(self, term: FNode) -> Any:
        return self.values([term])[0]


class CoreIsTooSmall(BrokenSession):
    def unsat_core(self) -> list[FNode]:
        core: list[FNode] = self.inner.unsat_core()
        return core[1:]


class CoreIsShuffled(BrokenSession):
    def unsat_core(self) -> list[FNode]:
        core: list[FNode] = self.inner.unsat_core()
        return core[::-1]


class PopForgets(BrokenSession):
    """It takes back one level too few where several are popped."""

    def pop(self, levels: int = 1) -> None:
        self.inner.pop(max(1, levels - 1))


class AssumptionsStay(BrokenSession):
    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        self.inner.add(*assumptions)
        status: Status = self.inner.check(timeout=timeout)
        return status


class GuessesEntailments(BrokenSession):
    def implied(self, formulas: Sequence[FNode]) -> list[bool | None]:
        self.inner.check()
        return list(self.inner.values(formulas))


class EnumeratesOneCube(BrokenSession):
    def all_sat(self, formulas: Sequence[FNode]) -> Generator[tuple[bool | None, ...], None, None]:
        for cube in self.inner.all_sat(formulas):
            yield cube
            return


class IgnoresTimeLimits(BrokenSession):
    def check(self, assumptions: Sequence[FNode] = (), *, timeout: float | None = None) -> Status:
        status: Status = self.inner.check(assumptions, timeout=timeout)
        if status is Status.UNKNOWN:
            time.sleep(SLEEP)
        return status


class HasNoModels(BrokenSession):
    def values(self, terms: Sequence[FNode]) -> list[Any]:
        raise SolverGaveUp("no model today")


class StaysOpen(BrokenSession):
    def close(self) -> None:
        pass


SESSIONS: dict[str, type[BrokenSession]] = {
    kind.__name__: kind
    for kind in (
        ModelIsWrong,
        CoreIsTooSmall,
        CoreIsShuffled,
        PopForgets,
        AssumptionsStay,
        GuessesEntailments,
        EnumeratesOneCube,
        IgnoresTimeLimits,
        HasNoModels,
        StaysOpen,
    )
}

Twist = Callable[[Environment, Sequence[FNode], Outcome], Outcome]


def _formulas(change: Callable[[Environment, Sequence[FNode], tuple[FNode, ...]], Sequence[FNode]]) -> Twist:
    """A defect of answers that are interpolants."""

    def twist(environment: Environment, partitions: Sequence[FNode], outcome: Outcome) -> Outcome:
        if not isinstance(outcome, Interpolants):
            return outcome
        return Interpolants(tuple(change(environment, partitions, outcome.formulas)), outcome.procedure)

    return twist


def _leak(environment: Environment, partitions: Sequence[FNode], formulas: tuple[FNode, ...]) -> list[FNode]:
    """A tautology about a variable of the first partition, in every cut."""
    m = environment.formula_manager
    for symbol in sorted(partitions[0].get_free_variables(), key=str):
        if symbol.symbol_type().is_int_type():
            return [m.And(formula, m.Or(m.LE(symbol, m.Int(0)), m.LE(m.Int(0), symbol))) for formula in formulas]
    return list(formulas)


def _satisfiable(environment: Environment, partitions: Sequence[FNode], outcome: Outcome) -> Outcome:
    if isinstance(outcome, NotUnsat):
        return Interpolants((environment.formula_manager.TRUE(),) * (len(partitions) - 1), "z3:horn")
    return outcome


def _foreign(environment: Environment, partitions: Sequence[FNode], formulas: tuple[FNode, ...]) -> list[FNode]:
    other = Environment()
    return [other.formula_manager.normalize(formula) for formula in formulas]


ANSWERS: dict[str, Twist] = {
    "answers for the next cut": _formulas(lambda environment, partitions, formulas: (*formulas[1:], *formulas[:1])),
    "answers backwards": _formulas(lambda environment, partitions, formulas: formulas[::-1]),
    "leaks a local variable": _formulas(_leak),
    "is too weak at the end": _formulas(
        lambda e, partitions, formulas: (*formulas[:-1], *([e.formula_manager.TRUE()] if formulas else []))
    ),
    "is too strong everywhere": _formulas(lambda e, partitions, formulas: [e.formula_manager.FALSE()] * len(formulas)),
    "forgets a cut": _formulas(lambda environment, partitions, formulas: formulas[:-1]),
    "answers in another environment": _formulas(_foreign),
    "interpolates satisfiable sequences": _satisfiable,
    "takes contradictions for satisfiable": lambda e, p, outcome: NotUnsat() if isinstance(outcome, Interpolants) else outcome,
    "gives up on everything": lambda e, p, outcome: Failed("no idea", "z3:horn"),
    "signs with another name": lambda e, p, outcome: (
        Interpolants(outcome.formulas, "cvc5:sygus") if isinstance(outcome, Interpolants) else outcome
    ),
}


class BrokenInterpolator:
    """z3:horn, whose outcome goes through the defect."""

    def __init__(self, inner: Any, environment: Environment, twist: Twist) -> None:
        self.procedure = "z3:horn"
        self._inner = inner
        self._environment = environment
        self._twist = twist

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        return self._twist(self._environment, partitions, self._inner.sequence(partitions, timeout=timeout))

    def close(self) -> None:
        self._inner.close()


class BrokenBackend:
    """z3 with the defect of that name, of its sessions or of its answers."""

    name = "z3"
    version = "0"
    capabilities = Capabilities(theories=frozenset(Theory), interpolation={"horn": frozenset({Theory.LIA, Theory.BV})})

    def __init__(self, defect: str) -> None:
        self._defect = defect
        self._z3: Backend = load_backend("z3")

    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> Any:
        session = self._z3.session(environment, logic=logic, context=context)
        kind = SESSIONS.get(self._defect)
        return session if kind is None else kind(session, environment)

    def interpolator(self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> Any:
        interpolator = self._z3.interpolator(procedure, environment, logic=logic, context=context)
        twist = ANSWERS.get(self._defect)
        return interpolator if twist is None else BrokenInterpolator(interpolator, environment, twist)

    def close(self) -> None:
        self._z3.close()


class Backwards(BrokenBackend):
    """A backend of its own name, which answers in the wrong order."""

    name = "broken"


def backwards() -> Backwards:
    """The factory for the registry."""
    return Backwards("answers backwards")
