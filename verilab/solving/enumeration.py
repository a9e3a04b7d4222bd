"""Entailed formulas and all-SAT from nothing but ``check``, ``values``, ``push``, ``add`` and ``pop``, for any solver.

implied:  each model refutes the candidates it disagrees with, so that one check settles many formulas.
all_sat:  the entailed formulas first; then, on the undetermined rest, models one by one, each blocked by a clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverGaveUp, Status

if TYPE_CHECKING:
    from verilab.solving.backend import SolverSession


# C := {l : M |= l} for a first model M, of +-formulas.  While C is not settled: ask for a model that violates some l of C
# not yet settled; each such model drops all candidates that it violates; UNSAT settles the candidate.
def implied_by_models(session: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> list[bool | None]:
    """``SolverSession.implied`` by candidates filtered with models."""
    result: list[bool | None] = [None] * len(formulas)
    status = session.check()
    if status is Status.UNSAT:
        return [True] * len(formulas)
    if status is Status.UNKNOWN:
        return result
    candidates: dict[int, bool] = {index: bool(value) for index, value in enumerate(session.values(formulas))}
    while candidates:
        index, sign = next(iter(candidates.items()))
        formula = formulas[index]
        status = session.check([environment.formula_manager.Not(formula) if sign else formula])
        if status is Status.SAT:
            remaining = list(candidates)
            values = session.values([formulas[other] for other in remaining])
            for other, value in zip(remaining, values, strict=True):
                if candidates[other] != bool(value):
                    del candidates[other]
            continue
        del candidates[index]
        if status is Status.UNSAT:
            result[index] = sign
    return result


def all_sat(session: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
    """``SolverSession.all_sat`` by models and blocking clauses; entailed formulas are never blocked on."""
    status = session.check()
    if status is Status.UNKNOWN:
        raise SolverGaveUp(session.reason_unknown)
    if status is Status.UNSAT:
        return
    model = [bool(value) for value in session.values(formulas)]
    # implied leaves None where the solver gave up: such a formula is enumerated like any undetermined one, which is exact.
    rest = [index for index, value in enumerate(session.implied(formulas)) if value is None]
    yield tuple(model)
    if not rest:
        return
    session.push()
    try:
        yield from _enumerate(session, environment, formulas, model, rest)
    finally:
        session.pop()


def _enumerate(
    session: SolverSession, environment: Environment, formulas: Sequence[FNode], cube: list[bool], rest: list[int]
) -> Iterator[tuple[bool | None, ...]]:
    """All cubes but ``cube``; they differ from it, and from each other, on the formulas ``rest`` only."""
    manager = environment.formula_manager
    literals = [(formulas[index], manager.Not(formulas[index])) for index in rest]
    questions = [positive for positive, _ in literals]
    values = [cube[index] for index in rest]
    while True:
        session.add(manager.Or([negative if value else positive for (positive, negative), value in zip(literals, values, strict=True)]))
        status = session.check()
        if status is Status.UNKNOWN:
            raise SolverGaveUp(session.reason_unknown)
        if status is Status.UNSAT:
            return
        values = [bool(value) for value in session.values(questions)]
        for index, value in zip(rest, values, strict=True):
            cube[index] = value
        yield tuple(cube)
