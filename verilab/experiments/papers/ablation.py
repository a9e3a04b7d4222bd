"""From each paper's setting to ours, one step at a time: what each difference is worth.

setting_0 = the paper's,   setting_k = setting_(k-1) with the fields of step k as we have them,   setting_n = ours

In each setting the same two rows are run, and with them the effect that the paper reports: of SPIN'15 Table 1 Good & Narrow against no
selection, of FORTE'15 Score Best against Score Worst, of the thesis multi-path against single-path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from verilab.data_classes import dataclass
from verilab.experiments.papers.comparing.report import verdict_lines
from verilab.experiments.papers.splitting.runs import RowRuns, find_runs
from verilab.experiments.papers.study import Study
from verilab.experiments.papers.tables import forte15, lukasczyk18, spin15
from verilab.experiments.papers.tables.figures import PaperTable
from verilab.experiments.papers.tables.rows import Row
from verilab.experiments.papers.tables.settings import Setting, Under
from verilab.experiments.sheets.sheet import NOTHING, RULE, aligned, share
from verilab.experiments.statistics.paired import Paired, paired, ratio_of_sums
from verilab.verification.configuration import Configuration
from verilab.verification.schema import Run, RunResult

SCOPE = "scope"
"""The difference that no field of a configuration makes, but the operator ``apply`` of a strategy."""


@dataclass(frozen=True, slots=True)
class Step:
    """A difference between the papers' settings and ours, as the ``fields`` of a configuration (or SCOPE) that make it."""

    name: str
    fields: tuple[str, ...]


STEPS = (
    Step("engine", ("backend", "interpolation", "fallback")),
    Step("core reduction", ("reduction",)),
    Step("extraction", ("extraction",)),
    Step("whole paths", ("value_interpolation",)),
    Step("scope", (SCOPE,)),
    Step("targets", ("target_coverage", "target_limit")),
    Step("loop counters", ("loop_counter",)),
    Step("next candidates", ("useless_choice",)),
    Step("chains", ("engine",)),
    Step("blocks", ("block",)),
    Step("order", ("order",)),
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a paper reports of one of its tables: how ``first`` does against ``second``."""

    table: PaperTable
    first: str
    second: str

    @property
    def papers(self) -> float | None:
        """The paper's ratio of solved tasks."""
        ours, base = self.table.solved(self.first), self.table.solved(self.second)
        return None if ours is None or not base else ours / base


EFFECTS = {
    "spin15": Effect(spin15.TABLE_1, "spin15-good-narrow", "spin15-none"),
    "forte15": Effect(forte15.TABLE_1, "forte15-score", "forte15-score-worst"),
    "thesis": Effect(lukasczyk18.CHAPTER_4, "pcegar-multi", "pcegar-single"),
}


def settings(effect: Effect) -> list[tuple[str, Setting]]:
    """The settings on the way from the paper's to ours, each with the name of what it changes; steps that change nothing are left out."""
    usual = asdict(Configuration())
    ours: Mapping[str, Any] = {**usual, **effect.table.ours, SCOPE: effect.table.our_scope}
    now: dict[str, Any] = {**usual, **effect.table.setting, SCOPE: ""}
    steps: list[tuple[str, Setting]] = [("the paper's", dict(now))]
    for step in STEPS:
        changed = {field: ours[field] for field in step.fields if now[field] != ours[field]}
        if changed:
            now |= changed
            steps.append((step.name, dict(now)))
    return steps


class Ablation(Study):
    """The ablation of one paper as a command."""

    def __init__(self, name: str) -> None:
        self.effect = EFFECTS[name]
        self.name = f"ablation-{name}"
        self.source = self.effect.table.source
        self.filter = self.effect.table.filter
        sides = f"{self._called(self.effect.first)} against {self._called(self.effect.second)}"
        self.title = f"from its setting to ours, one step at a time: {sides}"
        self._rows = self._make_rows()

    def rows(self) -> Sequence[Row]:
        return self._rows

    def _called(self, preset: str) -> str:
        return self.effect.table.row(preset).name

    def _make_rows(self) -> tuple[Row, ...]:
        rows = []
        for number, (step, setting) in enumerate(settings(self.effect)):
            fields = {name: value for name, value in setting.items() if name in _CHANGED}
            for preset in (self.effect.first, self.effect.second):
                heuristic = self.effect.table.row(preset)
                strategy = f"{preset} apply=restart:{setting[SCOPE]}" if setting[SCOPE] else preset
                key = f"{number}:{preset}"
                settings_ = {"analysis": heuristic.analysis, "strategy": strategy, **fields}
                rows.append(Row(key, f"{number} {step}: {preset}", f"{heuristic.name}, {step}", settings_, Under.BOTH))
        return tuple(rows)

    def text(self, runs: Sequence[Run], limit: str, logs: Path | None) -> str:
        own_runs = find_runs(self, runs)
        lines = [line for number, (step, _) in enumerate(settings(self.effect)) if (line := self._line(number, step, own_runs))]
        headings = ["setting", "tasks", "solved", "", RULE, "effect", "paper", "95 % of difference", "discordant", "p", RULE]
        headings += ["refinements", "effect", RULE, "states", "effect", RULE, "step: discordant", "p", "refinements", "states", "CPU"]
        first, second = self._called(self.effect.first), self._called(self.effect.second)
        head = [
            f"{self.source}: {self.title}",
            f"a run had {limit}; each line has the setting of the line above it and what it names as ours",
            f"solved: by {first!r}, then by {second!r}, their ratio is the effect; refinements and states: sums of {first!r} on what",
            "both solved, their effect there; step: against the line above, the tasks that only one of the two solved (both rows counted),",
            "and ratios on what both lines solved",
        ]
        return "\n\n".join(["\n".join(head), "\n".join(aligned(headings, lines)), "\n".join(verdict_lines(runs))]) + "\n"

    def _line(self, number: int, step: str, all_runs: RowRuns) -> list[str]:
        """The cells of a setting; empty where it was not run, or not with both rows."""
        first, second = (_of(all_runs, f"{number}:{preset}") for preset in (self.effect.first, self.effect.second))
        tasks = sorted(first.keys() & second.keys())
        if not tasks:
            return []
        effect = paired([(self._solved(first[task]), self._solved(second[task])) for task in tasks])
        solved = [sum(self._solved(runs[task]) for task in tasks) for runs in (first, second)]
        both = [task for task in tasks if self._solved(first[task]) and self._solved(second[task])]
        cells = [step if not number else f"+ {step}", str(len(tasks)), *map(str, solved), RULE]
        cells += [share(solved[0] / solved[1] if solved[1] else None), share(self.effect.papers), *_effect_cells(effect), RULE]
        for measure in ("refinements", "states"):
            cells += [str(sum(int(_measure(first[task], measure)) for task in both)), _ratio(first, second, both, measure), RULE]
        return [*cells, *self._step(number, all_runs)]

    def _step(self, number: int, all_runs: RowRuns) -> list[str]:
        """Both rows against themselves in the setting before."""
        now, before = [], []
        for preset in (self.effect.first, self.effect.second) if number else ():
            own, other = _of(all_runs, f"{number}:{preset}"), _of(all_runs, f"{number - 1}:{preset}")
            for task in sorted(own.keys() & other.keys()):
                now.append(own[task])
                before.append(other[task])
        if not now:
            return [NOTHING] * 5
        change = paired([(self._solved(a), self._solved(b)) for a, b in zip(now, before, strict=True)])
        both = [(a, b) for a, b in zip(now, before, strict=True) if self._solved(a) and self._solved(b)]
        ratios = []
        for measure in ("refinements", "states", "cpu_s"):
            ratio = ratio_of_sums([(_measure(a, measure), _measure(b, measure)) for a, b in both if _measure(b, measure)])
            ratios.append(NOTHING if ratio is None else f"{ratio.estimate:.2f} ({ratio.low:.2f} .. {ratio.high:.2f})")
        return [f"{change.more}+{change.fewer}", f"{change.p:.3f}", *ratios]

    def _solved(self, result: RunResult) -> bool:
        return result.classification == "solved" and result.verdict in self.effect.table.verdicts


_CHANGED = frozenset(field for step in STEPS for field in step.fields if field != SCOPE)


def _of(runs: RowRuns, key: str) -> dict[str, RunResult]:
    return {task: result for (task, label), result in runs.items() if label == key}


def _measure(result: RunResult, name: str) -> float:
    return float(getattr(result.statistics, name))


def _ratio(first: Mapping[str, RunResult], second: Mapping[str, RunResult], tasks: Sequence[str], measure: str) -> str:
    pairs = [(_measure(first[task], measure), _measure(second[task], measure)) for task in tasks]
    interval = ratio_of_sums([pair for pair in pairs if pair[1]])
    return NOTHING if interval is None else share(interval.estimate)


def _effect_cells(effect: Paired) -> list[str]:
    bounds = f"{effect.difference.low:+.1%} .. {effect.difference.high:+.1%}"
    return [bounds, f"{effect.more}+{effect.fewer}", f"{effect.p:.3f}"]
