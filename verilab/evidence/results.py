"""The result of checking one piece of evidence."""

from __future__ import annotations

from dataclasses import field

from verilab.data_classes import dataclass

InputVector = tuple[tuple[str, int], ...]
"""The inputs of one execution in the order of the calls: the function that returned it, and the value, in the range of its type."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The evidence holds; ``checked_by`` names the checker ("replay", "cvc5", "gcc 12.2.0").

    ``inputs``: executions that were run against a proof, each of which took branches that those before did not.
    """

    checked_by: str
    inputs: tuple[InputVector, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """The evidence does not hold; ``reason`` says where."""

    reason: str
    checked_by: str = ""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nobody could tell; ``reason`` says why (no gcc, time limit, a solver that gave up)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The compiler refuses the program; ``reason`` is its complaint, with the place."""

    reason: str


CheckResult = Accepted | Rejected | Unchecked
CompiledResult = CheckResult | Refused
"""What becomes of evidence that the compiled program is asked about."""
