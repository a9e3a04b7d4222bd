"""The statistics of a refinement loop: what it counts and times as it runs, a row per refinement, the edits of its models."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, field
from time import perf_counter
from typing import TypeVar

from verilab.analysis.arg import ArgNode
from verilab.analysis.exploration import Exploration
from verilab.analysis.timers import Timers
from verilab.data_classes import dataclass
from verilab.refinement.choice import Choice
from verilab.refinement.contenders import Contenders
from verilab.refinement.context import Context
from verilab.refinement.counters import Counters
from verilab.refinement.observers import LoopObserver
from verilab.refinement.operators import Candidate
from verilab.refinement.provident import Provident

_LOGGER = logging.getLogger("verilab.refinement")

Yielded = TypeVar("Yielded")
Sent = TypeVar("Sent")


@dataclass(frozen=True, slots=True)
class RefinementRow:
    """One refinement, as the run's report keeps it: how long the path was, what was proposed for how many targets, what was learned."""

    number: int
    path_nodes: int
    candidates: int
    provenance: str
    facts: int
    states: int
    scores: dict[str, float] = field(default_factory=dict)
    targets: int = 1


@dataclass(slots=True)
class LoopStatistics(Counters):
    """Counters that grow while the loop runs, and a row per refinement."""

    rows: list[RefinementRow] = field(default_factory=list)


class StatisticsObserver(LoopObserver):
    """Keeps the ``statistics``; ``timers`` are of the operators of its explorations, where these are timed.

    ``now`` tells the seconds that it measures with.
    """

    def __init__(self, timers: Timers | None, now: Callable[[], float] = perf_counter) -> None:
        self.statistics = LoopStatistics()
        self.timers = timers
        self._now = now
        self._model: Exploration | None = None
        self._counted = 0
        self._chosen: tuple[Candidate, int] | None = None
        self._edits: Counter[str] = Counter()

    def edits(self) -> dict[str, int]:
        """How often each edit was done to the models of the run so far."""
        total = Counter(self._edits)
        if self._model is not None:
            total.update(asdict(self._model.arg.edits))
        return dict(total)

    def started(self, model: Exploration) -> None:
        """Its states count from here on."""
        self._edits = Counter(self.edits())
        self._model = model
        self._counted = 0

    def ticked(self, model: Exploration) -> None:
        statistics, created = self.statistics, model.arg.nodes_created
        statistics.states += created - self._counted
        self._counted = created
        if self.timers is not None:
            statistics.stop_s, statistics.precision_s = self.timers.stop, self.timers.precision

    def proposed(self, targets: Sequence[ArgNode], provident: Provident) -> None:
        statistics, count = self.statistics, len(provident.candidates)
        statistics.targets += len(targets)
        statistics.provident += len(provident.ranked)
        statistics.targets_passed_over += provident.passed_over
        statistics.refinements += count > 0
        statistics.candidates += count
        statistics.choices += count > 1

    def chosen(self, context: Context, contenders: Contenders, choice: Choice) -> None:
        self._chosen = choice.candidate, context.exploration.arg.nodes_created

    def refined(self, contenders: Contenders, following: Exploration | None) -> None:
        if self._chosen is None:
            return
        provident, (chosen, states) = contenders.provident, self._chosen
        row = RefinementRow(
            self.statistics.refinements,
            len(chosen.path.nodes),
            len(provident.candidates),
            chosen.provenance,
            len(chosen.increment.all),
            states,
            dict(contenders.scores.get(id(chosen), {})),
            len(provident.ranked),
        )
        self.statistics.rows.append(row)
        message = "refinement %d: %d candidates for %d targets, %d facts by %s; %d states so far"
        _LOGGER.debug(message, row.number, row.candidates, row.targets, row.facts, row.provenance, row.states)
        self._chosen = None

    @contextmanager
    def exploring(self) -> Iterator[None]:
        """What happens inside takes time of exploration."""
        began = self._now()
        try:
            yield
        finally:
            self.statistics.exploration_s += self._now() - began

    @contextmanager
    def refining(self) -> Iterator[None]:
        """What happens inside takes time of refinement."""
        began = self._now()
        try:
            yield
        finally:
            self.statistics.refinement_s += self._now() - began

    def outside(self, value: Yielded) -> Generator[Yielded, Sent, Sent]:
        """Give a value to whoever looks at the refinement, which takes time that is none of it; what is sent back."""
        began = self._now()
        sent = yield value
        self.statistics.refinement_s -= self._now() - began
        return sent
