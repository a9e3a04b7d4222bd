"""Craig interpolation: of formulas at hand or of an SMT-LIB file, by any engine, each answer checked by another solver."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

from pysmt.environment import Environment, get_env
from pysmt.fnode import FNode

from verilab.api.interpolation_errors import (
    InterpolationError,
    InterpolationFailed,
    InterpolationTimedOut,
    InvalidInterpolants,
    Satisfiable,
    UnsupportedInterpolation,
)
from verilab.api.kept_engines import KEPT, Key, checker_of, engine_of
from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.solving import interpolation as outcomes
from verilab.solving.backend import Backend, Theory
from verilab.solving.certificate import Certificate, NotDecided, Valid, Violated, certify
from verilab.solving.interpolation import Interpolator, Outcome, TreeInterpolator
from verilab.solving.procedures import checker_for
from verilab.solving.queries.files import read_query
from verilab.solving.registry import DEFAULT_BACKEND, define_backend
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.theories import NoTheory, logic_of, needed_theories
from verilab.solving.tree_certificate import certify_tree
from verilab.solving.trees import check_shape


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
    ``verilab.engines()``.  A name may have factors, as in "z3:horn(direction=back,proof=pairs)" (``verilab.solving.factors``).
    ``check``: whether another solver checks all four conditions, or the name of the backend that does.
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
    key = Key(name, logic_of(theories), parents is not None)
    asked = engine_of(key, environment, theories)
    if not theories <= asked.interpolates:
        lacking = ", ".join(sorted(theory.value for theory in theories - asked.interpolates))
        raise UnsupportedInterpolation(lacking, asked.procedure, theories, trees=key.tree)
    began = time.perf_counter()
    try:
        outcome = _asked(asked.interpolator, partitions, parents, timeout)
    except BaseException:  # it may be in any state
        KEPT.drop(key, environment)
        raise
    seconds = time.perf_counter() - began
    if not isinstance(outcome, outcomes.Interpolants):
        raise _error(outcome, asked.procedure, theories, timeout, tree=key.tree)
    checked_by = ""
    if check is not False:
        checked_by = checker_for(key.engine) if check is True else check
        _check(outcome, partitions, parents, checked_by, logic=key.logic, environment=environment, timeout=timeout)
    return Interpolants(outcome.formulas, outcome.procedure, seconds, checked_by, outcome.fallback)


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
    session = checker_of(checked_by, logic, environment)
    certificate: Certificate
    try:
        if parents is None:
            certificate = certify(session, environment, partitions, answer.formulas, timeout=timeout)
        else:
            certificate = certify_tree(session, environment, partitions, parents, answer.formulas, timeout=timeout)
    except BaseException:  # its levels may be left open
        KEPT.drop((checked_by, logic), environment)
        raise
    match certificate:
        case Valid():
            return
        case Violated():
            raise InvalidInterpolants(certificate, answer.procedure, checked_by, answer.formulas)
        case NotDecided(reason=reason):
            raise InterpolationFailed(f"its answer could not be checked by {checked_by}: {reason}", answer.procedure)
