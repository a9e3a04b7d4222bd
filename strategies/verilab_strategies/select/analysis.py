"""select=analysis: refine the first analysis unless its best score is past a threshold, else the one that scores best (SPIN'15 §4).

The first analysis is the value analysis, as in the composite's turns.  Among its candidates the list of scores selects;
where the first score of that choice exceeds the threshold, the next analysis is scored too, and so on.  Where all are past the threshold,
the one with the smallest score is refined, the last of equals.  This is how the field's implementation of (VA+ || PA+)+ prefers the cheap
analysis while it is cheap; the paper's text selects by one list of scores over the candidates of both (the preset
``spin15-(va+pa+)+list``).  ``propose=sliced-prefixes:analyses=all`` proposes for all analyses, one after the other: the next is not asked
where the first is not past the threshold.  Where only one has candidates it is refined.
"""

from __future__ import annotations

from collections.abc import Sequence

from verilab.analysis.combination import COMPONENTS
from verilab.refinement.operators import Candidate, Context, Select
from verilab.refinement.registry import make_scores
from verilab.refinement.scores import MAXIMUM, Lexicographic

THRESHOLD = 1024
SCORES = "domain-type:good,width:narrow,length:short"


class SelectAnalysis(Select):
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
    def __call__(self, candidates: Sequence[Candidate], context: Context) -> Candidate:
        # All are measured, so that the log has the scores of every candidate of every analysis.
        best = self._best(candidates, context)
        within = (each for each in best if self._score(each) <= self.threshold)
        return next(within, None) or min(reversed(best), key=self._score)

    def suffices(self, candidates: Sequence[Candidate], context: Context) -> bool:
        """Where the best of an analysis is not past the threshold, what comes after that is not looked at."""
        return any(self._score(each) <= self.threshold for each in self._best(candidates, context))

    def _best(self, candidates: Sequence[Candidate], context: Context) -> list[Candidate]:
        """The choice of ``inner`` for each analysis, in their turns; all candidates are measured."""
        groups: dict[str, list[Candidate]] = {}
        for candidate in sorted(candidates, key=_turn):
            groups.setdefault(candidate.analysis, []).append(candidate)
        return [self.inner(group, context) for group in groups.values()]

    def _score(self, candidate: Candidate) -> float:
        return candidate.scores[self.inner.scores[0].text]

    def reason(self, chosen: Candidate, candidates: Sequence[Candidate]) -> str:
        """Which other analyses are past the threshold, and the reason of the choice within the one that is refined.

        Those after the chosen one are named where it is past the threshold itself: then it was their scores that decided.
        """
        score = self.inner.scores[0].text
        groups: dict[str, list[Candidate]] = {}
        for candidate in sorted(candidates, key=_turn):
            groups.setdefault(candidate.analysis, []).append(candidate)
        best = {name: min(map(self._score, group)) for name, group in groups.items()}
        names = list(groups)
        compared = best[chosen.analysis] > self.threshold
        others = [name for name in (names if compared else names[: names.index(chosen.analysis)]) if name != chosen.analysis]
        told = [f"the best {score} of {name} is {_shown(best[name])}, past {self.threshold}" for name in others]
        if compared and others:
            told.append(f"that of {chosen.analysis} is {_shown(best[chosen.analysis])}")
        return "; ".join([*told, f"{chosen.analysis}: {self.inner.reason(chosen, groups[chosen.analysis])}"])


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
