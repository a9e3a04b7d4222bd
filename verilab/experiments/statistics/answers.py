"""Who says what of each task, and where two contradict each other: one of them is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from verilab.verification.schema import Run, RunResult


class Answers:
    """Who says what of each task, or of each of its properties where it has several."""

    def __init__(self, rows: Iterable[Run] = ()) -> None:
        self._verdicts: dict[str, dict[str, list[str]]] = {}
        self.contradictions = 0
        """How many of them some run calls true and another false."""
        for row in rows:
            self.add(row)

    def add(self, row: Run) -> None:
        """Count a run in."""
        for subject, verdict in _answers(row.result):
            if verdict != "unknown":
                said = self._verdicts.setdefault(subject, {})
                self.contradictions += verdict not in said and len(said) == 1
                said.setdefault(verdict, []).append(row.label)

    def told(self) -> list[str]:
        """The contradictions, with who says what."""
        return [
            f"{task}: " + "; ".join(f"{verdict} by {', '.join(labels)}" for verdict, labels in sorted(answers.items()))
            for task, answers in self._verdicts.items()
            if len(answers) > 1
        ]


def disagreements(rows: Iterable[Run]) -> list[str]:
    """The tasks that some configuration calls true and another false, with who says what: one of them is wrong."""
    return Answers(rows).told()


def _answers(result: RunResult) -> list[tuple[str, str]]:
    """What the run said, property by property where a task has several: the verdict on all together hides who says what of each."""
    if len(result.properties) < 2:
        return [(result.task, result.verdict)]
    return [(f"{result.task}, {each.name}", each.verdict) for each in result.properties]
