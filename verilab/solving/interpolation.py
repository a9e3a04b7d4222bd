"""Sequence interpolation (FORTE'15 §2 and VMCAI'12 Def. 3 use such inductive sequences).

For an unsatisfiable A_1 ∧ ... ∧ A_n, an interpolant sequence is I_1 .. I_(n-1) with
    A_1 ⇒ I_1;     I_k ∧ A_(k+1) ⇒ I_(k+1);     I_(n-1) ∧ A_n ⇒ false;
    vars(I_k) ⊆ vars(A_1..A_k) ∩ vars(A_(k+1)..A_n).
A pair (A, B) is a sequence of two.

A tree has one partition per node; for node i with children c, subtree T(i) (i and all nodes below it):
    I_c1 ∧ ... ∧ I_cm ∧ A_i ⇒ I_i;     at the root: ... ⇒ false;
    vars(I_i) ⊆ vars(T(i)) ∩ vars(all other nodes).
A sequence is a tree whose every node has one child; trees are what programs with calls, and threads, need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from verilab.data_classes import dataclass

if TYPE_CHECKING:
    from pysmt.fnode import FNode


@dataclass(frozen=True, slots=True)
class Interpolants:
    """I_1 .. I_(n-1), and the full name ``<backend>:<procedure>`` of where they come from.

    ``fallback`` says which cuts another procedure had to answer; "" where none did.
    """

    formulas: tuple[FNode, ...]
    procedure: str
    fallback: str = ""


@dataclass(frozen=True, slots=True)
class NotUnsat:
    """The conjunction of the partitions is satisfiable: there is nothing to interpolate."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The query's time limit passed (not the run's: that raises OutOfTime)."""

    procedure: str


@dataclass(frozen=True, slots=True)
class Unsupported:
    """The procedure cannot interpolate this kind of formula (theory, operator, no core ...)."""

    reason: str
    procedure: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The procedure gave up, crashed or was killed."""

    reason: str
    procedure: str


@dataclass(frozen=True, slots=True)
class Invalid:
    """The certificate check refuted an answer: ``violation`` says which condition at which cut."""

    violation: str
    procedure: str


Failure = NotUnsat | TimedOut | Unsupported | Failed | Invalid
Outcome = Interpolants | Failure


def reason_of(outcome: Outcome) -> str:
    """What a failure says besides its kind; "" where it says nothing."""
    match outcome:
        case Unsupported(reason=reason) | Failed(reason=reason) | Invalid(violation=reason):
            return reason
    return ""


class Interpolator(Protocol):
    """One interpolation procedure, ready for queries over one pySMT environment."""

    procedure: str
    """The full name, ``<backend>:<procedure>``."""

    def sequence(self, partitions: Sequence[FNode], *, timeout: float | None = None) -> Outcome:
        """Interpolants for all cuts of ``partitions`` (at least one), or why there are none; ``timeout`` in wall seconds."""
        ...

    def close(self) -> None: ...


class TreeInterpolator(Interpolator, Protocol):
    """A procedure that ``Capabilities.trees`` names."""

    def tree(self, partitions: Sequence[FNode], parents: Sequence[int], *, timeout: float | None = None) -> Outcome:
        """Interpolants for all nodes but the root, in the order of ``partitions``, or why there are none; ``timeout`` in wall seconds.

        ``parents[i]`` > i is the parent of node i; the root is the last node and has none: one entry fewer than ``partitions``.
        ValueError for any other shape.
        """
        ...


def shared_variables(partitions: Sequence[FNode]) -> tuple[tuple[FNode, ...], ...]:
    """For each cut k: vars(A_1..A_k) ∩ vars(A_(k+1)..A_n), sorted by name."""
    first: dict[FNode, int] = {}
    last: dict[FNode, int] = {}
    for index, partition in enumerate(partitions):
        for variable in partition.get_free_variables():
            first.setdefault(variable, index)
            last[variable] = index
    cuts: list[list[FNode]] = [[] for _ in range(len(partitions) - 1)]
    for variable in sorted(first, key=lambda symbol: str(symbol.symbol_name())):
        for cut in range(first[variable], last[variable]):
            cuts[cut].append(variable)
    return tuple(tuple(cut) for cut in cuts)
