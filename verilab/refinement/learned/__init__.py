"""Learned selectors: which regret a candidate's features promise, read from a file of plain numbers.

features   what a model may look at: the scores, sizes and strengths of candidates, alone and among their rivals
model      a linear model or a sum of trees over features, and its prediction
reading    the file format, read strictly

Trained by ``verilab.experiments.learning`` from the rows of an oracle; selected with by ``select=learned:FILE``, which is
``verilab_strategies.select.learned``.  Prediction needs no other package.
"""

from __future__ import annotations

from verilab.refinement.learned.features import Described, feature_names, features_of, needed_scores
from verilab.refinement.learned.model import Feature, LearnedModel, Linear, Tree, Trees
from verilab.refinement.learned.reading import ModelError, parse_model, read_model

__all__ = [
    "Described",
    "Feature",
    "LearnedModel",
    "Linear",
    "ModelError",
    "Tree",
    "Trees",
    "feature_names",
    "features_of",
    "needed_scores",
    "parse_model",
    "read_model",
]
