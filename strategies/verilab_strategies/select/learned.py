"""select=learned: the candidate of which a model trained on the rows of an oracle expects the least regret.

The model is a file that ``verilab learn train`` wrote (``verilab.refinement.learned``).  Equal predictions are told apart as those of the
lists of scores are: by the length of the prefix, the shorter one first, then by target, analysis, facts and the order of proposal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from verilab.refinement.choice import Choice, ScoredSelect
from verilab.refinement.learned import Described, LearnedModel, needed_scores, read_model
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.registry import make_scores
from verilab.refinement.scores import Lexicographic, SidedScore

REGRET = "learned"
"""The score that the log has: the predicted log2 of the candidate's cost over the best one's."""

MOST = 99.0
"""The regret past which it is no longer told how large it is."""


class SelectLearned(ScoredSelect):
    """Measures the scores that the model looks at and takes the candidate with the least predicted regret."""

    def __init__(self, model: LearnedModel, file: str = "") -> None:
        self.model = model
        self.file = file
        self._scores = {name: make_scores(name)[0] for name in needed_scores(model.names)}

    def __str__(self) -> str:
        return f"learned:{self.file}" if self.file else "learned"

    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        described = [self.describe(candidate, context) for candidate in candidates]
        predicted = self.model.predict(described, context.number)
        regrets = {id(candidate): regret for candidate, regret in zip(candidates, predicted, strict=True)}
        least = SidedScore(REGRET, False, lambda candidate, context: regrets[id(candidate)])
        choice = Lexicographic((least,)).choose(candidates, context)
        return replace(choice, explain=partial(self._reason, choice, candidates))

    def describe(self, candidate: Candidate, context: Context) -> Described:
        facts = frozenset(map(context.analysis.facts.text, candidate.increment.all))
        return Described(candidate.analysis, facts, {name: score.measure(candidate, context) for name, score in self._scores.items()})

    def _reason(self, choice: Choice, candidates: Sequence[Candidate]) -> str:
        """What the model expects the candidates to cost, as multiples of the best one's cost."""
        rest = sorted(choice.scores[id(candidate)][REGRET] for candidate in candidates if candidate is not choice.candidate)
        ratios = [_ratio(regret) for regret in (choice.scores[id(choice.candidate)][REGRET], *rest)]
        return f"the model {self.model.digest[:8]} expects {ratios[0]} of the least cost, of the others {', '.join(ratios[1:])}"


def _ratio(regret: float) -> str:
    return f"x {2 ** min(max(regret, -MOST), MOST):.2f}"


def make(parameter: str) -> SelectLearned:
    """The file of a model that ``verilab learn train`` wrote; the one that comes with verilab without it."""
    return SelectLearned(read_model(parameter or Path(__file__).with_name("learned.json")), parameter)
