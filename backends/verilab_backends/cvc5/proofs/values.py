"""What a node of a cvc5 proof was found to be."""

from __future__ import annotations

from typing import Any

from verilab.data_classes import dataclass
from verilab.solving.simplification.linear_forms import Number
from verilab_backends.resolution.labelled_interpolation import Partial


@dataclass(frozen=True, slots=True)
class Derived:
    """A clause and those of its literals (``head``) that stand for the step's conclusion; each implies that conclusion."""

    partial: Partial
    head: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A conjunction that was not needed as a literal yet: the conjuncts, and the negated assumptions that were discharged from it."""

    premises: tuple[Any, ...]
    discharged: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Summed:
    """A linear combination that was not needed as a literal yet: its premises and their coefficients."""

    premises: tuple[Any, ...]
    coefficients: tuple[Number, ...]


Value = Derived | Summed | Joined | None
"""What a proof node was found to be; None where no assumption is below it: its conclusion is valid."""
