"""Systems of Horn clauses with at most one predicate in a premise: programs with loops, whose solutions are inductive invariants.

    P_source(before) ∧ body ⇒ P_target(after)

All variables are universally quantified.  Without a source the premise is the body alone, without a target the conclusion is false.  A
sequence A_1 .. A_n is the system of a path (see ``verilab.solving.interpolation``); here predicates may depend on themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.data_classes import dataclass
from verilab.solving.interpolation import Interpolator, Outcome


@dataclass(frozen=True, slots=True)
class Clause:
    """One step: ``source`` and ``target`` are numbers of predicates, ``before`` and ``after`` what their arguments are called in ``body``.

    The symbols of ``before`` differ from each other, those of ``after`` too; one may be in both.  Other symbols of the body are local.
    """

    source: int | None
    target: int | None
    body: FNode
    before: tuple[FNode, ...] = ()
    after: tuple[FNode, ...] = ()


@dataclass(frozen=True, slots=True)
class HornSystem:
    """``parameters[p]``: the symbols that a solution speaks about of predicate p.  ValueError where a clause does not fit to them."""

    parameters: tuple[tuple[FNode, ...], ...]
    clauses: tuple[Clause, ...]

    def __post_init__(self) -> None:
        for clause in self.clauses:
            for predicate, arguments in ((clause.source, clause.before), (clause.target, clause.after)):
                wanted = () if predicate is None else self.parameters[predicate]
                if [symbol.symbol_type() for symbol in wanted] != [symbol.symbol_type() for symbol in arguments]:
                    raise ValueError(f"a predicate with the parameters {wanted} has the arguments {arguments}")
                if len(set(arguments)) < len(arguments):
                    raise ValueError(f"the arguments {arguments} are not different")


class HornSolver(Interpolator, Protocol):
    """A procedure that ``Capabilities.loops`` names."""

    def solve(self, system: HornSystem, *, timeout: float | None = None) -> Outcome:
        """One formula per predicate, over its parameters, that make all clauses true; NotUnsat where there are none, as the clauses
        derive false.  ``timeout`` in wall seconds.
        """
        ...


def instance(environment: Environment, system: HornSystem, formulas: Sequence[FNode], predicate: int, arguments: Sequence[FNode]) -> FNode:
    """The formula of a predicate, said of these symbols instead of its parameters."""
    renaming = dict(zip(system.parameters[predicate], arguments, strict=True))
    return environment.substituter.substitute(formulas[predicate], renaming)
