"""Craig interpolation: of formulas at hand or of an SMT-LIB file, by any engine, each answer checked by another solver."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from pysmt.environment import Environment, get_env
from pysmt.fnode import FNode

from verilab.errors import Refused
from verilab.solving import interpolation as outcomes
from verilab.solving.backend import Backend, QueryContext, SolverSession, Theory
from verilab.solving.certificate import Certificate, Condition, NotDecided, Valid, Violated, certify
from verilab.solving.interpolation import Interpolator, Outcome, TreeInterpolator
from verilab.solving.queries.files import read_query
from verilab.solving.registry import (
    DEFAULT_BACKEND,
    BackendNotInstalled,
    backend_names,
    checker_for,
    define_backend,
    load_backend,
    make_interpolator,
    make_tree_interpolator,
    procedure_of,
    split_procedure,
)
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.theories import NoTheory, logic_of, needed_theories
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import check_shape

KEPT = 12
"""Engines and checkers that are kept from one call to the next, of each thread."""


class InterpolationError(Refused):
    """There are no interpolants, for the reason that the class says; ``procedure`` is who was asked, ``<backend>:<procedure>``."""

    def __init__(self, message: str, procedure: str) -> None:
        super().__init__(f"{procedure}: {message}")
        self.procedure = procedure


class Satisfiable(InterpolationError):
    """The formulas are satisfiable together: nothing separates them."""


class InterpolationTimedOut(InterpolationError):
    """The query's limit of time passed, ``seconds``; None where the engine stopped by itself."""

    def __init__(self, procedure: str, seconds: float | None) -> None:
        super().__init__("timed out" + ("" if seconds is None else f" after {seconds:g} s"), procedure)
        self.seconds = seconds


class UnsupportedInterpolation(InterpolationError):
    """The procedure does not interpolate such formulas; the message names an installed engine that does, if there is one."""

    def __init__(self, reason: str, procedure: str, theories: frozenset[Theory] | None, *, trees: bool = False) -> None:
        """``theories``: those that are needed, None for what no backend knows."""
        self._wanted = theories, trees
        other = next((name for name in _able(theories, trees=trees) if name != procedure), "")
        hint = f'; an engine that can is engine="{other}"' if other else "; no installed engine can (see: verilab backends)"
        super().__init__(f"does not interpolate this: {reason}{hint}", procedure)

    @property
    def engines(self) -> tuple[str, ...]:
        """All installed engines that declare such formulas."""
        theories, trees = self._wanted
        return tuple(name for name in _able(theories, trees=trees) if name != self.procedure)


class InterpolationFailed(InterpolationError):
    """The procedure gave up, crashed or was killed; or nobody could check its answer."""


class InvalidInterpolants(InterpolationError):
    """The answer is wrong: it breaks a ``condition`` at a ``cut`` (from 1; of a tree the node), as the solver ``checked_by`` found."""

    def __init__(self, violated: Violated, procedure: str, checked_by: str, formulas: tuple[FNode, ...]) -> None:
        super().__init__(f"gave no interpolants: {checked_by} refutes {violated}", procedure)
        self.condition: Condition = violated.condition
        self.cut = violated.cut
        self.checked_by = checked_by
        self.formulas = formulas


@dataclass(frozen=True, slots=True)
class Interpolants(Sequence[FNode]):
    """I_1 .. I_(n-1), as a sequence of pySMT formulas of the caller's environment; of a tree one for each node but the root.

    ``procedure``: who gave them, ``<backend>:<procedure>``.  ``seconds``: wall time that the engine took, without the check.
    ``checked_by``: the backend that found Craig's conditions to hold, "" where nobody was asked.  ``fallback``: which cuts another
    procedure had to answer, "" where none did.
    """

    formulas: tuple[FNode, ...]
    procedure: str
    seconds: float
    checked_by: str = ""
    fallback: str = ""

    @property
    def is_certified(self) -> bool:
        """Whether another solver has checked all conditions."""
        return bool(self.checked_by)

    @overload
    def __getitem__(self, place: int) -> FNode: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[FNode, ...]: ...

    def __getitem__(self, place: int | slice) -> FNode | tuple[FNode, ...]:
        return self.formulas[place]

    def __len__(self) -> int:
        return len(self.formulas)

    def __iter__(self) -> Iterator[FNode]:
        return iter(self.formulas)

    def to_smtlib(self) -> str:
        """The answer to ``(get-interpolants ...)``: the terms in parentheses, one a line."""
        return "\n".join(["(", *(f"  {to_smtlib(formula)}" for formula in self.formulas), ")"])

    def _repr_html_(self) -> str:
        from verilab.drawings import line, table  # only notebooks ask

        checked = f"certified by {self.checked_by}" if self.checked_by else "not checked"
        rows = [[cut, formula.serialize()] for cut, formula in enumerate(self.formulas, start=1)]
        return line(f"{self.seconds:.3f} s, {checked}", strong=self.procedure) + table(["cut", "interpolant"], rows)


def interpolate(
    formulas: Sequence[FNode] | str | os.PathLike[str],
    engine: str | Backend = "",
    *,
    check: bool | str = True,
    parents: Sequence[int] | None = None,
    timeout: float | None = None,
    environment: Environment | None = None,
) -> Interpolants:
    """Interpolants of an unsatisfiable sequence A_1 .. A_n, or of a tree: formulas I_1 .. I_(n-1) with

        A_1 => I_1;   I_k and A_(k+1) => I_(k+1);   I_(n-1) and A_n => false;   I_k speaks of what both its sides share

    (FORTE'15 §2, VMCAI'12 Def. 3).  ``formulas`` are Boolean pySMT formulas, or the path of an SMT-LIB file whose named assertions, or
    ``:interpolation-group``s, are the partitions in the order of the file.

    ``engine``: ``<backend>:<procedure>``, a backend for its first procedure, or a backend object; the default solver's otherwise.  See
    ``verilab.engines()``.  ``check``: whether another solver checks all four conditions, or the name of the backend that does.
    ``parents``: those of a tree's nodes, each after its children, the root last and without one: n - 1 numbers from 0.
    ``timeout``: wall seconds, for the engine and for each condition.  ``environment``: the formulas', by default pySMT's current one.

    Raises Satisfiable, InterpolationTimedOut, UnsupportedInterpolation, InvalidInterpolants or InterpolationFailed, all of them
    InterpolationError; Refused for names that do not exist, formulas of another environment, and what is no tree.

    The same on the command line: ``verilab interpolate FILE.smt2 --engine cvc5:proofs --check``.
    """
    environment = environment or get_env()
    partitions = partitions_of(formulas, environment)
    if parents is not None:
        _check_tree(partitions, parents)
    name = _name(engine)
    try:
        theories = needed_theories(partitions)
    except NoTheory as error:
        raise UnsupportedInterpolation(str(error), name, None) from None
    key = _Key(name, logic_of(theories), parents is not None)
    asked = _engine(key, environment, theories)
    if not theories <= asked.interpolates:
        lacking = ", ".join(sorted(theory.value for theory in theories - asked.interpolates))
        raise UnsupportedInterpolation(lacking, asked.procedure, theories, trees=key.tree)
    began = time.perf_counter()
    try:
        outcome = _asked(asked.interpolator, partitions, parents, timeout)
    except BaseException:  # it may be in any state
        _kept().drop(key, environment)
        raise
    seconds = time.perf_counter() - began
    if not isinstance(outcome, outcomes.Interpolants):
        raise _error(outcome, asked.procedure, theories, timeout, tree=key.tree)
    checked_by = ""
    if check is not False:
        checked_by = checker_for(key.engine) if check is True else check
        _check(outcome, partitions, parents, checked_by, logic=key.logic, environment=environment, timeout=timeout)
    return Interpolants(outcome.formulas, outcome.procedure, seconds, checked_by, outcome.fallback)


def _able(theories: frozenset[Theory] | None, *, trees: bool) -> Iterator[str]:
    """The installed engines that interpolate formulas of these theories, backend by backend."""
    for backend in () if theories is None else backend_names():
        with suppress(BackendNotInstalled), closing(load_backend(backend)) as loaded:
            able = loaded.capabilities
            for name, known in able.interpolation.items():
                if theories is not None and theories <= known and (not trees or name in able.trees):
                    yield f"{backend}:{name}"


@dataclass(frozen=True, slots=True)
class _Key:
    """What an engine is kept by, beside the environment."""

    engine: str
    logic: str
    tree: bool


@dataclass(frozen=True, slots=True)
class _Engine:
    backend: Backend
    interpolator: Interpolator
    procedure: str
    interpolates: frozenset[Theory]

    def close(self) -> None:
        self.interpolator.close()
        self.backend.close()


@dataclass(frozen=True, slots=True)
class _Checker:
    backend: Backend
    session: SolverSession

    def close(self) -> None:
        self.session.close()
        self.backend.close()


class _Kept(threading.local):
    """The engines and checkers of a thread, by the environment whose terms they know; those not asked for a while are closed."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._held: OrderedDict[tuple[object, int], tuple[Environment, _Engine | _Checker]] = OrderedDict()

    def find(self, key: object, environment: Environment) -> _Engine | _Checker | None:
        if self._owner != os.getpid():  # a fork of the one that has them
            self._owner, self._held = os.getpid(), OrderedDict()
        held = self._held.get((key, id(environment)))
        if held is None:
            return None
        self._held.move_to_end((key, id(environment)))
        return held[1]

    def keep(self, key: object, environment: Environment, made: _Engine | _Checker) -> None:
        self._held[key, id(environment)] = (environment, made)
        if len(self._held) > KEPT:
            self._held.popitem(last=False)[1][1].close()

    def drop(self, key: object, environment: Environment) -> None:
        held = self._held.pop((key, id(environment)), None)
        if held is not None:
            with suppress(Exception):  # it is closed because it does not work
                held[1].close()

    def close(self) -> None:
        """Close all of this thread."""
        if self._owner == os.getpid():
            while self._held:
                with suppress(Exception):
                    self._held.popitem()[1][1].close()


_KEPT = _Kept()
atexit.register(_KEPT.close)


def _kept() -> _Kept:
    return _KEPT


def _engine(key: _Key, environment: Environment, theories: frozenset[Theory]) -> _Engine:
    kept = _kept().find(key, environment)
    if isinstance(kept, _Engine):
        return kept
    owner, procedure = split_procedure(key.engine)
    backend = load_backend(owner)
    try:
        context = QueryContext()
        if key.tree and not backend.capabilities.trees:
            raise UnsupportedInterpolation("trees", key.engine, theories, trees=True)
        make = make_tree_interpolator if key.tree else make_interpolator
        interpolator = make(backend, procedure, environment, logic=key.logic, context=context)
        bare = split_procedure(interpolator.procedure)[1] or procedure_of(backend, procedure)
        made = _Engine(backend, interpolator, f"{owner}:{bare}", backend.capabilities.interpolation[bare])
    except BaseException:
        backend.close()
        raise
    _kept().keep(key, environment, made)
    return made


def _session(name: str, logic: str, environment: Environment) -> SolverSession:
    kept = _kept().find((name, logic), environment)
    if isinstance(kept, _Checker):
        return kept.session
    backend = load_backend(name)
    made = _Checker(backend, backend.session(environment, logic=logic))
    _kept().keep((name, logic), environment, made)
    return made.session


def _name(engine: str | Backend) -> str:
    if isinstance(engine, str):
        return engine or DEFAULT_BACKEND
    return define_backend(engine)


def partitions_of(formulas: Sequence[FNode] | str | os.PathLike[str], environment: Environment) -> tuple[FNode, ...]:
    """The partitions of a query, from the file where it is one.  Refused for what is none."""
    if isinstance(formulas, (str, os.PathLike)):
        try:
            return read_query(Path(formulas), environment).partitions
        except OSError as error:
            raise Refused(f"{os.fspath(formulas)}: {error.strerror or error}; give the path of an SMT-LIB file") from None
    partitions = tuple(formulas)
    if not partitions:
        raise Refused("no formulas: give at least one, as A_1 .. A_n")
    for number, formula in enumerate(partitions, start=1):
        if not isinstance(formula, FNode):
            raise Refused(f"formula {number} is a {type(formula).__name__}: give formulas of pySMT, or the path of an SMT-LIB file")
        if formula not in environment.formula_manager:
            raise Refused(f"formula {number} is of another pySMT environment: give that as environment=...")
        if not environment.stc.get_type(formula).is_bool_type():
            raise Refused(f"formula {number} is no Boolean term: {formula.serialize(4):.60}")
    return partitions


def _check_tree(partitions: Sequence[FNode], parents: Sequence[int]) -> None:
    try:
        check_shape(partitions, parents)
    except ValueError as error:
        raise Refused(f"parents={list(parents)}: {error}") from None


def _asked(interpolator: Interpolator, partitions: Sequence[FNode], parents: Sequence[int] | None, timeout: float | None) -> Outcome:
    if parents is None:
        return interpolator.sequence(partitions, timeout=timeout)
    tree: TreeInterpolator = interpolator  # type: ignore[assignment]  # it was made as one
    return tree.tree(partitions, parents, timeout=timeout)


def _error(
    failure: outcomes.Failure, procedure: str, theories: frozenset[Theory], timeout: float | None, *, tree: bool
) -> InterpolationError:
    match failure:
        case outcomes.NotUnsat():
            return Satisfiable("the formulas are satisfiable together", procedure)
        case outcomes.TimedOut():
            return InterpolationTimedOut(procedure, timeout)
        case outcomes.Unsupported(reason=reason):
            return UnsupportedInterpolation(reason, procedure, theories, trees=tree)
    return InterpolationFailed(outcomes.reason_of(failure) or "gave up", procedure)


def _check(
    answer: outcomes.Interpolants,
    partitions: Sequence[FNode],
    parents: Sequence[int] | None,
    checked_by: str,
    *,
    logic: str,
    environment: Environment,
    timeout: float | None,
) -> None:
    """Raises InvalidInterpolants or InterpolationFailed."""
    session = _session(checked_by, logic, environment)
    certificate: Certificate
    try:
        if parents is None:
            certificate = certify(session, environment, partitions, answer.formulas, timeout=timeout)
        else:
            certificate = certify_tree(session, environment, partitions, parents, answer.formulas, timeout=timeout)
    except BaseException:  # its levels may be left open
        _kept().drop((checked_by, logic), environment)
        raise
    match certificate:
        case Valid():
            return
        case Violated():
            raise InvalidInterpolants(certificate, answer.procedure, checked_by, answer.formulas)
        case NotDecided(reason=reason):
            raise InterpolationFailed(f"its answer could not be checked by {checked_by}: {reason}", answer.procedure)
