"""The interpolation procedures that any solver can have, and a base class that offers them.

They need sessions with models and unsatisfiable cores, and profit from a quantifier elimination where the solver has one.  A backend
derives from ``SolverBackend``, writes ``session``, and names the procedures in its capabilities:

    capabilities = Capabilities(theories=T, interpolation=generic_procedures(T))

The procedures are imported when one is asked for: a run whose values decide it interpolates no formulas.
Procedures of its own come from ``_own_engine``, its quantifier elimination from ``_eliminator``.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import Capabilities, QueryContext, SolverSession, Theory
from verilab.solving.engine import ClauseEngine, Engine, TreeEngine
from verilab.solving.interpolation import Interpolator
from verilab.solving.reduction.horn import ReducedHornSolver
from verilab.solving.reduction.sequences import ReducedInterpolator
from verilab.solving.reduction.trees import ReducedTreeInterpolator

if TYPE_CHECKING:
    from verilab_backends.procedures.elimination import Eliminator

SessionMaker = Callable[[], SolverSession]

GENERIC: dict[str, frozenset[Theory]] = {
    "backward": frozenset({Theory.LIA, Theory.NIA, Theory.BV}),
    "newton-wp": frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV}),
    "newton-sp": frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV}),
    "ucb": frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV}),
    "strongest": frozenset({Theory.LIA, Theory.LRA, Theory.BV}),
    "weakest": frozenset({Theory.LIA, Theory.LRA, Theory.BV}),
    "farkas": frozenset({Theory.LIA, Theory.LRA}),
    "templates": frozenset({Theory.BV}),
}
"""What each procedure interpolates, as far as the solver's sessions know the theory."""

PREFERRED = ("backward", "newton-wp", "newton-sp")
"""Which of them a run falls back on by itself; the others answer too rarely or say too much."""

PROVERS = frozenset({"backward", "newton-wp", "newton-sp", "templates", "ucb"})
"""Those whose cores may come from another backend than their models and eliminations."""

CONTROLS: dict[str, frozenset[Theory]] = {
    "random-strength": frozenset({Theory.LIA, Theory.LRA, Theory.BV}),
    **dict.fromkeys(("path-atoms", "core-atoms", "random-atoms"), frozenset({Theory.LIA, Theory.LRA, Theory.NIA, Theory.BV})),
}
"""What interpolation is compared with: interpolants drawn between the poles, and atoms that nobody has interpolated, which are an answer
where they separate a path.  One backend has them.
"""

ELIMINATING = frozenset({"strongest", "weakest", "random-strength"})
"""Those that eliminate exactly or fail: the ends of what a sequence can say, and what is drawn between them."""

WHOLE = ELIMINATING | {"path-atoms", "random-atoms"}
"""Procedures that want the conjuncts outside of an unsatisfiable core too."""


def generic_procedures(theories: frozenset[Theory]) -> dict[str, frozenset[Theory]]:
    """The procedures that a solver for ``theories`` has by this module, in the shape of ``Capabilities.interpolation``."""
    return {procedure: common for procedure, known in GENERIC.items() if (common := known & theories)}


def in_turn(first: Eliminator, second: Eliminator) -> Eliminator:
    """What the first eliminates, else what the second does in the time that is left."""

    def eliminate(formula: FNode, variables: Sequence[FNode], seconds: float) -> FNode | None:
        end = time.monotonic() + seconds
        projection = first(formula, variables, seconds / 2)
        return second(formula, variables, max(0.01, end - time.monotonic())) if projection is None else projection

    return eliminate


def generic_engine(
    procedure: str,
    backend: str,
    environment: Environment,
    make_session: SessionMaker,
    eliminate: Eliminator | None = None,
    make_prover: SessionMaker | None = None,
    seed: int = 0,
) -> Engine:
    """The engine of a procedure of ``GENERIC`` or ``CONTROLS`` (ValueError for others).

    ``backend``: the solver's name, as outcomes give it.  ``make_prover``: who gives the cores, where that is not who gives the models;
    ``seed``: of what is drawn.
    """
    make_prover = make_prover or make_session
    match procedure:
        case "backward":
            from verilab_backends.procedures.backward import BackwardEngine

            return BackwardEngine(f"{backend}:backward", environment, make_session, make_prover)
        case "templates":
            from verilab_backends.procedures.templates import TemplatesEngine

            return TemplatesEngine(f"{backend}:templates", environment, make_session, make_prover)
        case "newton-wp" | "newton-sp":
            from verilab_backends.procedures.newton import Direction, NewtonEngine

            return NewtonEngine(backend, Direction(procedure), make_prover(), environment, eliminate)
        case "ucb":
            from verilab_backends.procedures.ucb import UcbEngine

            return UcbEngine(backend, make_prover(), environment, eliminate)
        case "strongest" | "weakest" | "random-strength":
            from verilab_backends.procedures.quantifier_elimination import EliminationEngine, Way

            return EliminationEngine(backend, Way(procedure), environment, eliminate, seed)
        case "farkas":
            from verilab_backends.procedures.farkas import FarkasEngine

            return FarkasEngine(backend, environment)
        case "path-atoms" | "core-atoms" | "random-atoms":
            from verilab_backends.procedures.atoms import Atoms, AtomsEngine

            return AtomsEngine(backend, Atoms(procedure), make_session(), environment, seed)
    raise ValueError(f"no solver-independent procedure {procedure!r}; there are: {', '.join(GENERIC)}")


class SolverBackend(ABC):
    """A backend of the protocol ``verilab.solving.backend.Backend`` whose interpolators share core reduction and generic procedures."""

    name: str
    version: str
    capabilities: Capabilities

    @abstractmethod
    def session(self, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None) -> SolverSession: ...

    def interpolator(
        self, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
    ) -> Interpolator:
        known = self.capabilities.interpolation
        if procedure not in known:
            raise ValueError(f"{self.name} has no interpolation procedure {procedure!r}; it has: {', '.join(known)}")
        context = context or QueryContext()
        inner = replace(context, recorder=None)  # what a procedure asks is a part of its own record

        def make_session() -> SolverSession:
            return self.session(environment, logic=logic, context=inner)

        engine = self._own_engine(procedure, environment, logic)
        if engine is None:
            from verilab_backends.procedures.model_elimination import ModelElimination

            by_models = ModelElimination(environment, make_session)
            own = self._eliminator(environment)
            eliminate = by_models if own is None else in_turn(own, by_models) if procedure in ELIMINATING else own
            engine = generic_engine(procedure, self.name, environment, make_session, eliminate, context.prover, context.seed)
        if procedure in self.capabilities.loops:
            return ReducedHornSolver(f"{self.name}:{procedure}", cast(ClauseEngine, engine), make_session(), environment, context)
        if procedure in self.capabilities.trees:
            return ReducedTreeInterpolator(f"{self.name}:{procedure}", cast(TreeEngine, engine), make_session(), environment, context)
        return ReducedInterpolator(f"{self.name}:{procedure}", engine, make_session(), environment, context, whole=procedure in WHOLE)

    def close(self) -> None:  # noqa: B027  (most have nothing to free)
        """Free what the backend holds; its sessions and interpolators must be closed before."""

    def _own_engine(self, procedure: str, environment: Environment, logic: str) -> Engine | None:
        """The engine of one of the solver's own procedures; None for the generic ones."""
        return None

    def _eliminator(self, environment: Environment) -> Eliminator | None:
        """The solver's own quantifier elimination, where it has one that is better than eliminating by models."""
        return None
