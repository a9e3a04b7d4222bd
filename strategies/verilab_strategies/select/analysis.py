"""select=analysis: refine the first analysis unless its best score is past a threshold, else the one that scores best (SPIN'15 §4).

The first analysis is the value analysis, as in the composite's turns.  Among its candidates the list of scores selects;
where the first score of that choice exceeds the threshold, the next analysis is scored too, and so on.  Where all are past the threshold,
the one with the smallest score is refined, the last of equals.  This is how the field's implementation of (VA+ || PA+)+ prefers the cheap
analysis while it is cheap; the paper's text selects by one list of scores over the candidates of both (the preset
``spin15-(va+pa+)+list``).  ``propose=sliced-prefixes:analyses=all`` proposes for all analyses, one after the other: the next is not asked
where the first is not past the threshold.  Where only one has candidates it is refined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from verilab.analysis.combination import COMPONENTS
from verilab.refinement.choice import Choice, ScoredSelect, all_scores
from verilab.refinement.operators import Candidate, Context
from verilab.refinement.registry import make_scores
from verilab.refinement.scores import MAXIMUM, Lexicographic

THRESHOLD = 1024
SCORES = "domain-type:good,width:narrow,length:short"


class SelectAnalysis(ScoredSelect):
    """``inner`` selects within an analysis; its first score is compared with ``threshold``."""

    def __init__(self, threshold: int, inner: Lexicographic) -> None:
        if inner.scores[0].prefers_large:
            text = inner.scores[0].text
            raise ValueError(f"{text} prefers large numbers, so that no threshold bounds it; begin with a score that prefers small ones")
        self.threshold = threshold
        self.inner = inner

    def __str__(self) -> str:
        return f"analysis:threshold={self.threshold}:{self.inner}"

    # best_A = inner(candidates of A);   the first analysis A with  score(best_A) <= threshold,  else the last with the smallest score
    def choose(self, candidates: Sequence[Candidate], context: Context) -> Choice:
        # All are measured, so that the log has the scores of every candidate of every analysis.
        best = self._best(candidates, context)
        within = (choice for choice in best.values() if self._score(choice) <= self.threshold)
        choice = next(within, None) or min(reversed(best.values()), key=self._score)
        return Choice(choice.candidate, partial(self._reason, choice, best), all_scores(best.values()))

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where the best of an analysis is not past the threshold, what comes after that is not looked at."""
        return any(self._score(choice) <= self.threshold for choice in self._best(candidates, context).values())

    def _best(self, candidates: Sequence[Candidate], context: Context) -> dict[str, Choice]:
        """The choice of ``inner`` for each analysis, in their turns; all candidates are measured."""
        groups: dict[str, list[Candidate]] = {}
        for candidate in sorted(candidates, key=_turn):
            groups.setdefault(candidate.analysis, []).append(candidate)
        return {name: self.inner.choose(group, context) for name, group in groups.items()}

    def _score(self, choice: Choice) -> float:
        return choice.scores[id(choice.candidate)][self.inner.scores[0].text]

    def _reason(self, choice: Choice, best: Mapping[str, Choice]) -> str:
        """Which other analyses are past the threshold, and the reason of the choice within the one that is refined.

        Those after the chosen one are named where it is past the threshold itself: then it was their scores that decided.
        """
        score, names, refined = self.inner.scores[0].text, list(best), choice.candidate.analysis
        compared = self._score(choice) > self.threshold
        others = [name for name in (names if compared else names[: names.index(refined)]) if name != refined]
        reasons = [f"the best {score} of {name} is {_shown(self._score(best[name]))}, past {self.threshold}" for name in others]
        if compared and others:
            reasons.append(f"that of {refined} is {_shown(self._score(choice))}")
        return "; ".join([*reasons, f"{refined}: {choice.explain()}"])


def _shown(score: float) -> str:
    return "max" if score == MAXIMUM else f"{score:g}"


def _turn(candidate: Candidate) -> int:
    """The place of the candidate's analysis in the composite; others come after those, in the order of their proposals."""
    return COMPONENTS.index(candidate.analysis) if candidate.analysis in COMPONENTS else len(COMPONENTS)


def make(parameter: str) -> SelectAnalysis:
    """``threshold=N`` (1024 without it), then after a colon a list of scores (good domain type, narrow, short)."""
    threshold = THRESHOLD
    if parameter.startswith("threshold="):
        number, _, parameter = parameter.removeprefix("threshold=").partition(":")
        if not number.isascii() or not number.isdigit():
            raise ValueError(f"threshold={number}: give a number of at least 0, as in analysis:threshold=1024")
        threshold = int(number)
    return SelectAnalysis(threshold, Lexicographic(make_scores(parameter or SCORES)))
