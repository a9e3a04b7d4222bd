"""The ways to check a proof."""

from __future__ import annotations

from enum import Enum


class Method(Enum):
    """What a proof is checked by; ``BLOCKS`` is for comparisons (what would the evidence be worth without the rest?)."""

    INDEPENDENT = "the naive translation and steered executions; block formulas where the naive translation cannot tell"
    BLOCKS = "block formulas, and random executions of claims that are formulas"
