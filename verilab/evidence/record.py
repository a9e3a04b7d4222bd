"""What becomes of the evidence for a verdict, as results show it."""

from __future__ import annotations

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """``kind``: "invariants", "contracts", "execution", "replay", "compiled execution" or "none".

    ``checked_by`` names the checkers, ``detail`` what they had to say.

    ``model_error``: what the compiled program does that our model of it does not, "" where they agree; whatever the verdict, it is a bug.
    """

    kind: str = "none"
    checked_by: str = ""
    accepted: bool = False
    detail: str = ""
    model_error: str = ""
