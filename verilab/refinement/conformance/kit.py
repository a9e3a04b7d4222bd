"""Runs the refinement loop on the scenarios step by step, every operator's answer held against its contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from verilab.analysis.exploration import Exploration, at_first_target, never
from verilab.analysis.value.analysis import ValueAnalysis
from verilab.analysis.waitlist import WaitlistOrder
from verilab.data_classes import dataclass
from verilab.errors import Refused
from verilab.refinement.conformance.contracts import Contracts, Mistake
from verilab.refinement.conformance.scenarios import SCENARIOS, Scenario
from verilab.refinement.context import Context, Knowledge
from verilab.refinement.operators import Candidate, Feasible, SearchEnded
from verilab.refinement.strategy import KINDS, Strategy, strategy

ROUNDS = 60
"""Refinements after which a scenario counts as endless; all of them end after fewer than ten."""


@dataclass(frozen=True, slots=True)
class Row:
    """One run of the loop; ``mistake`` says what contract it broke, None where none."""

    scenario: str
    strategy: str
    refinements: int
    mistake: Mistake | None = None

    def __str__(self) -> str:
        return f"{self.scenario}, {self.strategy}: {self.mistake or 'conforms'}"


@dataclass(frozen=True, slots=True)
class Report:
    """All runs of the kit."""

    rows: tuple[Row, ...]

    @property
    def failures(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.mistake is not None)


def check_operator(kind: str, operator: Any, scenarios: Sequence[Scenario] = SCENARIOS) -> Report:
    """Check one operator in strategies whose other operators are ours; ``kind`` is rank, propose, select or apply.

    Refused for one that needs what no value analysis has (labels that can be negated).
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of operator; known: {', '.join(KINDS)}")
    applies = ["restart:global", "restart:function", "restart:located", "pivot"]
    others: dict[str, list[Any]] = {"propose": ["path", "sliced-prefixes"], "apply": applies}
    others[kind] = [operator]
    rows: list[Row] = []
    refines = getattr(operator, "refines", ("value",))
    if "value" not in refines:
        raise Refused(f"{operator} refines {', '.join(refines)}: the kit's scenarios are of the value analysis")
    for propose in others["propose"]:
        for apply in others["apply"]:
            given = {name: partner for name, partner in (("propose", propose), ("apply", apply)) if name != kind}
            ours = strategy(**given)
            rows += check_strategy(replace(ours, text=f"{kind}={_printed(operator)} in {ours}", **{kind: operator}), scenarios).rows
    return Report(tuple(rows))


def _printed(operator: object) -> str:
    text = str(operator)
    return type(operator).__name__ if text.startswith("<") else text


def check_strategy(strategy: Strategy, scenarios: Sequence[Scenario] = SCENARIOS) -> Report:
    """Check a whole strategy, with the model explored to its end before each refinement and with what the strategy asks for."""
    rows = []
    for scenario in scenarios:
        for to_the_end in (True, False):
            run = _Run(strategy, scenario, to_the_end)
            try:
                run.run()
                mistake = None
            except Mistake as broken:
                mistake = broken
            rows.append(Row(scenario.name, str(strategy), run.refinements, mistake))
    return Report(tuple(rows))


class _Run:
    """The refinement loop of one scenario, every operator watched."""

    def __init__(self, strategy: Strategy, scenario: Scenario, to_the_end: bool) -> None:
        self.strategy = strategy
        self.scenario = scenario
        self.analysis: ValueAnalysis = scenario.analysis()
        self.contracts = Contracts(self.analysis, safe=scenario.safe)
        self.refinements = 0
        explores_all = to_the_end or strategy.rank.explores_all or strategy.apply.explores_all
        self._abort = never if explores_all else at_first_target
        self._knowledge = Knowledge(self.analysis.program)

    def run(self) -> None:
        """Raises the first Mistake."""
        exploration = self.strategy.apply.start(self.analysis, WaitlistOrder.BFS)
        while True:
            exploration.run(self._abort)
            if not exploration.arg.targets:
                if not self.scenario.safe:
                    raise Mistake("apply", "the model lost a violation: no target is left in an unsafe program")
                return
            candidates = self._candidates(exploration)
            if candidates is None:
                return
            self.refinements += 1
            if self.refinements > ROUNDS:
                raise Mistake("all", f"no end after {ROUNDS} refinements")
            try:
                exploration = self._refine(exploration, candidates)
            except SearchEnded:
                return

    def _candidates(self, exploration: Exploration) -> list[Candidate] | None:
        """What is proposed for the ranked targets; None where one of them is a violation."""
        contracts, strategy = self.contracts, self.strategy
        candidates: list[Candidate] = []
        for target in contracts.rank(strategy.rank, exploration):
            for proposal in contracts.propose(strategy.propose, exploration, target):
                if isinstance(proposal, Feasible):
                    return None
                if isinstance(proposal, Candidate):
                    candidates.append(proposal)
        if not candidates:
            raise Mistake("propose", "no candidate for any ranked target, though the domain decides every path")
        return candidates

    def _refine(self, exploration: Exploration, candidates: list[Candidate]) -> Exploration:
        context = Context(self._knowledge, self.analysis, exploration, self.refinements)
        chosen = self.contracts.select(self.strategy.select, candidates, context)
        following = self.contracts.apply(self.strategy.apply, exploration, chosen)
        if following is None:
            raise Mistake("all", "the strategy is stuck: its choice adds nothing to the precision")
        return following
