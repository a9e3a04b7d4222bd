"""Choices that add nothing to the precision: such a candidate is out, and the next best of the others gets its turn (``UselessChoice``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from verilab.refinement.choice import Choice, choose
from verilab.refinement.context import Context
from verilab.refinement.joining import contained
from verilab.refinement.operators import Candidate, Select
from verilab.refinement.provident import Provident, Reached


class UselessChoice(Enum):
    """What follows a choice that adds nothing: the next best candidate, or the end, as Refine+ (FORTE'15 Alg. 4) returns one precision."""

    NEXT = "next"
    END = "end"


class Contenders:
    """The candidates of one refinement, and which of them were ``rejected``: chosen first, they added nothing.

    ``scores``: all that were measured for the choices so far.  ``ask_all`` proposes again, with all analyses asked and every candidate
    interpolated.
    """

    def __init__(self, provident: Provident, ask_all: Callable[[], Provident | Reached], useless_choice: UselessChoice) -> None:
        self.provident = provident
        self.rejected: list[Candidate] = []
        self.scores: dict[int, Mapping[str, float]] = {}
        self._ask_all = ask_all
        self._useless_choice = useless_choice
        self._is_open = True

    @property
    def left(self) -> Sequence[Candidate]:
        """Those that may still be chosen."""
        return [candidate for candidate in self.provident.candidates if all(candidate is not out for out in self.rejected)]

    def choices(self, select: Select, context: Context) -> Iterator[Choice]:
        """What ``select`` chooses, interpolated, and after each ``reject`` what it chooses then; ends where nothing is left."""
        while self._is_open:
            choice = choose(select, self.left, context)
            self.scores.update(choice.scores)
            if id(choice.candidate) not in self.provident.deferred:
                yield choice
                continue
            settled = self.provident.settled(choice.candidate) or self._ask_all()
            if not isinstance(settled, Provident) or not settled.candidates:
                return
            self.provident = settled

    def reject(self, choice: Candidate) -> None:
        """A choice added nothing: it is out.  Where none adds anything the analyses are asked that were not."""
        left = self.left
        useless = _useless(choice, left)
        if not useless or self._useless_choice is UselessChoice.END:
            self._is_open = False
            return
        self.rejected += useless
        if len(useless) < len(left):
            return
        whole = self._ask_all() if self.provident.withheld else self.provident
        if isinstance(whole, Provident) and len(whole.candidates) != len(self.provident.candidates):
            self.provident, self.rejected = whole, []
        else:
            self._is_open = False


def _useless(choice: Candidate, left: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that add nothing if ``choice`` does not: itself, or of a join what it contains."""
    if any(candidate is choice for candidate in left):
        return [choice]
    return [candidate for candidate in left if contained(candidate, choice)]
