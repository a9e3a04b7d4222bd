"""Procedures by name, ``BACKEND:PROCEDURE(FACTOR=VALUE, ...)``: what a name means of a backend, who checks its answers, how it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from verilab.solving.backend import Backend, QueryContext, Reduction, Simplification, SolverSession, Theory
from verilab.solving.factors import FactorError, Factors, check_factors, split_factors
from verilab.solving.interpolation import Interpolator, TreeInterpolator
from verilab.solving.records import Observer
from verilab.solving.registry import DEFAULT_BACKEND, UnknownBackend, load_backend, unknown_name

if TYPE_CHECKING:  # most runs of values make none, and do not wait for pySMT
    from pysmt.environment import Environment

    from verilab.solving.horn import HornSolver
    from verilab.solving.procedure import Procedure

_FORMER = {"qe-forward": "strongest", "qe-backward": "weakest"}
"""What procedures were called before, by their names now."""

_CHECKERS = ("cvc5", DEFAULT_BACKEND)
"""Who checks the answers of others, by preference; both come with verilab and know all theories."""


def split_procedure(name: str) -> tuple[str, str]:
    """``"z3:horn"`` as ``("z3", "horn")``; a bare backend name gets the backend's first procedure: ``("z3", "")``.

    Factors stay with the procedure: ``"z3(direction=back)"`` is ``("z3", "(direction=back)")``.
    """
    whole, opened, factors = name.partition("(")
    backend, _, procedure = whole.partition(":")
    return backend.strip(), f"{procedure.strip()}{opened}{factors}"


def procedure_of(backend: Backend, procedure: str) -> str:
    """The bare name of a procedure of ``backend`` given by bare ("horn") or full ("z3:horn") name, "" for its first; with its factors.

    UnknownBackend names the known ones, FactorError the factors.
    """
    bare, factors = _with_factors(backend, procedure)
    return f"{bare}{factors}"


def theories_of(backend: Backend, procedure: str) -> frozenset[Theory]:
    """The theories that a procedure of ``backend`` interpolates, by any name that ``procedure_of`` takes."""
    bare, factors = _with_factors(backend, procedure)
    capabilities = backend.capabilities
    return capabilities.interpolation[capabilities.algorithms[bare][factors.algorithm] if factors.algorithm else bare]


def _with_factors(backend: Backend, procedure: str) -> tuple[str, Factors]:
    """The bare name of a procedure, and its factors; an algorithm that is the engine's own is none."""
    name, factors = split_factors(procedure)
    owner, _, bare = name.rpartition(":")
    known = tuple(backend.capabilities.interpolation)
    if not bare and known:
        bare = known[0]
    if bare not in known:
        bare = _FORMER.get(bare, bare)
    if owner not in ("", backend.name) or bare not in known:
        raise UnknownBackend(unknown_name(f"interpolation procedure of {backend.name}", bare, known))
    check_factors(backend.name, backend.capabilities, bare, factors)
    if factors.algorithm and backend.capabilities.algorithms[bare][factors.algorithm] == bare:
        factors = replace(factors, algorithm="")
    return bare, factors


def checker_for(name: str) -> str:
    """The backend that checks by default what the backend of this name, or one of its procedures by full name, says: always another.

    Where a factor names a prover too, it is one that has had no part, if there is one.
    """
    whole, factors = split_factors(name)
    owner, _ = split_procedure(whole)
    others = [checker for checker in _CHECKERS if checker != owner]
    return next((checker for checker in others if checker != factors.prover), others[0])


def make_procedure(
    backend: Backend,
    name: str,
    environment: Environment,
    *,
    logic: str = "QF_LIA",
    context: QueryContext | None = None,
    load: Callable[[str], Backend] | None = None,
    checker: Callable[[], SolverSession] | None = None,
    observers: Sequence[Observer] = (),
) -> Procedure:
    """A procedure of ``backend`` by bare or full name, with factors or without, see ``procedure_of``; its engine is made when it is asked.

    ``load`` makes the backend that a factor names as the prover; ``load_backend`` by default.  ``checker`` makes a session of another
    solver that certifies each answer, ``observers`` are told of each question.
    """
    from verilab.solving.procedure import Procedure

    bare, factors = _with_factors(backend, name)
    asked = context or QueryContext()
    owned = ExitStack()
    inner = asked
    if factors != Factors():
        inner = replace(inner, recorder=None)  # what the parts of a question ask is a part of its own record
    if factors.reduction is not None:
        inner = replace(inner, reduction=Reduction.NONE)
    if factors.simplification is Simplification.NONE:
        inner = replace(inner, simplification=Simplification.NONE)

    def engine() -> Interpolator:
        algorithm = backend.capabilities.algorithms[bare][factors.algorithm] if factors.algorithm else bare
        if not factors.prover:
            return backend.interpolator(algorithm, environment, logic=logic, context=inner)
        prover = owned.enter_context(closing((load or load_backend)(factors.prover)))
        proving = replace(inner, prover=lambda: prover.session(environment, logic=logic, context=inner))
        return backend.interpolator(algorithm, environment, logic=logic, context=proving)

    return Procedure(
        f"{backend.name}:{bare}{factors}",
        engine,
        environment,
        asked,
        factors=factors,
        cores=lambda: backend.session(environment, logic=logic, context=inner),
        checker=checker,
        observers=observers,
        owned=owned,
    )


def make_interpolator(
    backend: Backend, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
) -> Interpolator:
    """A procedure of ``backend``, ready to be asked: the backend's own interpolator where there are no factors."""
    bare, factors = _with_factors(backend, procedure)
    if factors == Factors():
        return backend.interpolator(bare, environment, logic=logic, context=context)
    factored = make_procedure(backend, procedure, environment, logic=logic, context=context)
    factored.open()
    return factored


def make_tree_interpolator(
    backend: Backend, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
) -> TreeInterpolator:
    """A procedure of ``backend`` that interpolates trees; UnknownBackend names those that do."""
    _refuse_factors(backend, procedure, "trees")
    known = tuple(name for name in backend.capabilities.interpolation if name in backend.capabilities.trees)
    bare = procedure.rpartition(":")[2] or next(iter(known), "")
    if bare not in known:
        raise UnknownBackend(unknown_name(f"procedure of {backend.name} for trees", bare, known))
    return cast(TreeInterpolator, backend.interpolator(bare, environment, logic=logic, context=context))


def make_horn_solver(
    backend: Backend, procedure: str, environment: Environment, *, logic: str = "QF_LIA", context: QueryContext | None = None
) -> HornSolver:
    """A procedure of ``backend`` that solves Horn clauses with loops; UnknownBackend names those that do."""
    _refuse_factors(backend, procedure, "Horn clauses with loops")
    known = tuple(name for name in backend.capabilities.interpolation if name in backend.capabilities.loops)
    if not known:
        raise UnknownBackend(f"no procedure of {backend.name} solves Horn clauses with loops; {DEFAULT_BACKEND} has one")
    bare = procedure.rpartition(":")[2] or next(iter(known), "")
    if bare not in known:
        raise UnknownBackend(unknown_name(f"procedure of {backend.name} for loops", bare, known))
    return cast("HornSolver", backend.interpolator(bare, environment, logic=logic, context=context))


def _refuse_factors(backend: Backend, procedure: str, shape: str) -> None:
    bare, factors = split_factors(procedure)
    if factors != Factors():
        name = f"{backend.name}:{bare.rpartition(':')[2]}"
        raise FactorError(f"{name}{factors}: factors are of sequences; leave them out for {shape}")
