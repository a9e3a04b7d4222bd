"""What the facts of a precision and the interpolants of a domain say, for scores, logs and readers."""

from __future__ import annotations

from typing import Any, Protocol

from verilab.analysis.candidates import Increment, Use
from verilab.analysis.exploration import Exploration
from verilab.program.storages import Array, Variable


class Facts(Protocol):
    """The facts and interpolants of one analysis."""

    def uses(self, increment: Increment) -> frozenset[Use]:
        """How the facts of an increment use the program's variables."""
        ...

    def text(self, fact: Any) -> str:
        """A fact of an increment, readably."""
        ...

    def interpolant_text(self, interpolant: Any) -> str:
        """An interpolant of a candidate, readably; "true" and "false" where it is trivial."""
        ...

    def is_trivial(self, interpolant: Any) -> bool:
        """Whether an interpolant of a candidate is true or false, so that it speaks of no variable."""
        ...

    def values_taken(self, exploration: Exploration, storage: Variable | Array, limit: int) -> int:
        """How many values of a storage the abstract model distinguishes so far; counting stops past ``limit``."""
        ...
