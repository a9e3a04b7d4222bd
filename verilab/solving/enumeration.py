"""Entailed formulas and all-SAT from nothing but ``check``, ``values``, ``push``, ``add`` and ``pop``, for any solver.

A first model M makes every formula or its negation a candidate.  Each further model must contradict one of the candidates left, and
drops all that it contradicts; when there is none, the rest is entailed: one refuted question for all of them.
The models on the way are the first minterms of all-SAT, which then blocks minterms on the undetermined formulas only.

Not z3's ``consequences``: twice as fast as this, but in QF_LIA and QF_UFLIA it leaves z3 5.4's solver in a state whose later models
violate assertions (59 minterms where there were 16).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.backend import SolverGaveUp, Status, WrongModel

if TYPE_CHECKING:
    from verilab.solving.backend import SolverSession


def implied_by_models(session: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> list[bool | None]:
    """``SolverSession.implied`` by candidates filtered with models."""
    status = session.check()
    if status is Status.UNSAT:
        return [True] * len(formulas)
    if status is Status.UNKNOWN:
        return [None] * len(formulas)
    filtering = _Filtering(session, environment, formulas)
    session.push()
    try:
        for _ in filtering.models():
            pass
    finally:
        session.pop()
    return filtering.entailed


def all_sat(session: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> Iterator[tuple[bool | None, ...]]:
    """``SolverSession.all_sat`` by models and blocking clauses; entailed formulas are never blocked on."""
    status = session.check()
    if status is Status.UNKNOWN:
        raise SolverGaveUp(session.reason_unknown)
    if status is Status.UNSAT:
        return
    filtering = _Filtering(session, environment, formulas)
    known: list[tuple[bool, ...]] = []
    session.push()
    try:
        for model in filtering.models():
            known.append(model)
            yield model
    finally:
        session.pop()
    # Where the solver gave up a formula counts as undetermined: it is enumerated like the others, which is exact.
    rest = [index for index, value in enumerate(filtering.entailed) if value is None]
    if not rest:
        return
    session.push()
    try:
        yield from _enumerate(session, environment, formulas, known, rest)
    finally:
        session.pop()


def all_sat_but(
    session: SolverSession, environment: Environment, formulas: Sequence[FNode], known: Sequence[tuple[bool, ...]]
) -> Iterator[tuple[bool | None, ...]]:
    """The other minterms, where some of them are ``known``."""
    session.push()
    try:
        yield from _enumerate(session, environment, formulas, known, range(len(formulas)))
    finally:
        session.pop()


class _Filtering:
    """Finds the entailed formulas, on a level of its own, and shows the models that it meets as minterms."""

    def __init__(self, session: SolverSession, environment: Environment, formulas: Sequence[FNode]) -> None:
        self.entailed: list[bool | None] = [None] * len(formulas)
        self._session = session
        self._manager = environment.formula_manager
        self._formulas = formulas
        self._first = tuple(bool(value) for value in session.values(formulas))  # now: a push may lose the model

    def models(self) -> Iterator[tuple[bool, ...]]:
        """Pairwise different minterms, the first from the model that the session had; ``entailed`` is complete afterwards."""
        session, formulas, model = self._session, self._formulas, self._first
        candidates = dict(enumerate(model))
        yield model
        while candidates:
            # This clause implies the one before it: the candidates are fewer.
            session.add(self._manager.Or([self._against(index, sign) for index, sign in candidates.items()]))
            status = session.check()
            if status is Status.UNSAT:
                for index, sign in candidates.items():
                    self.entailed[index] = sign
            if status is not Status.SAT:
                return
            model = tuple(bool(value) for value in session.values(formulas))
            left = {index: sign for index, sign in candidates.items() if model[index] == sign}
            if len(left) == len(candidates):  # from a solver that answers so once, this would have no end
                raise WrongModel("a model violates the clause that was asserted last")
            candidates = left
            yield model

    def _against(self, index: int, sign: bool) -> FNode:
        return self._manager.Not(self._formulas[index]) if sign else self._formulas[index]


def _enumerate(
    session: SolverSession,
    environment: Environment,
    formulas: Sequence[FNode],
    known: Sequence[tuple[bool, ...]],
    rest: Sequence[int],
) -> Iterator[tuple[bool | None, ...]]:
    """All minterms but the known ones; they differ from these, and from each other, on the formulas ``rest``."""
    manager = environment.formula_manager
    literals = [(formulas[index], manager.Not(formulas[index])) for index in rest]
    questions = [positive for positive, _ in literals]
    cube = list(known[0]) if known else [False] * len(formulas)

    def block(values: list[bool]) -> None:
        session.add(manager.Or([negative if value else positive for (positive, negative), value in zip(literals, values, strict=True)]))

    blocked: set[tuple[bool, ...]] = set()
    for model in known:
        block([model[index] for index in rest])
        blocked.add(tuple(model[index] for index in rest))
    while (status := session.check()) is Status.SAT:
        values = [bool(value) for value in session.values(questions)]
        if tuple(values) in blocked:
            raise WrongModel("a model comes back that was excluded by a clause")
        blocked.add(tuple(values))
        for index, value in zip(rest, values, strict=True):
            cube[index] = value
        yield tuple(cube)
        block(values)
    if status is Status.UNKNOWN:
        raise SolverGaveUp(session.reason_unknown)
