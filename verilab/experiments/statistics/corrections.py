"""Correction of p-values where several hypotheses are tested at once."""

from __future__ import annotations

from collections.abc import Sequence


# sorted p_1 <= .. <= p_m:  q_k = min(1, max over j <= k of (m - j + 1) p_j)
def holm(values: Sequence[float]) -> list[float]:
    """The corrected p-values in the order of the given ones: below a level, the chance of any false one among them is (Holm 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected = [1.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, (len(values) - rank) * values[place])
        corrected[place] = min(1.0, largest)
    return corrected
