"""A selector that learns from an oracle: rows of recorded choices, training with families held out, and comparison on those.

rows       the choices of the JSON rows that ``verilab oracle --json`` wrote
training   from choices to a ``verilab.refinement.learned.LearnedModel`` (scikit-learn)
comparing  what ways of choosing would have cost: learned, lists of scores, chance, the oracle
"""

from __future__ import annotations

from verilab.experiments.learning.comparing import Compared, Comparison, compare_folds, compare_model
from verilab.experiments.learning.rows import Choice, RowsError, read_choices
from verilab.experiments.learning.training import KINDS, LearningError, train

__all__ = [
    "KINDS",
    "Choice",
    "Compared",
    "Comparison",
    "LearningError",
    "RowsError",
    "compare_folds",
    "compare_model",
    "read_choices",
    "train",
]
