"""Predicate analyses of programs over three variables of three bits, in every setting that is tried on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from pysmt.fnode import FNode

from property_tests.examples import examples
from property_tests.three_bit_programs import NAMES, TYPE, State
from tests.analysis.by_hand import predicate_analysis
from verilab.analysis.exploration import Exploration, TargetCoverage
from verilab.analysis.predicate.choices import AbstractionKind, Extraction
from verilab.analysis.predicate.coverage import RegionIndex
from verilab.analysis.predicate.options import PredicateOptions
from verilab.analysis.waitlist import WaitlistOrder
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.terms.inspection import Evaluation
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.refinement.loop import RefinementLoop
from verilab.refinement.strategy import parse_strategy
from verilab.refinement.verdicts import Unknown, Verdict
from verilab.resources import Deadline, OutOfTime
from verilab.solving.backend import QueryContext

backends = pytest.importorskip("verilab_backends.z3.backend", reason="z3 is not installed")


@dataclass(frozen=True)
class Setting:
    """An analysis to be tried."""

    operator: BlockOperator
    encoding: str
    kind: AbstractionKind
    extraction: Extraction
    new_only: bool
    order: WaitlistOrder
    strategy: str
    target_coverage: TargetCoverage = TargetCoverage.COVERED
    target_limit: int = 0


settings_to_try = st.builds(
    Setting,
    st.sampled_from([SingleBlock(), LargeBlock(), AdjustableBlock(3)]),
    st.sampled_from(["int", "bv"]),
    st.sampled_from(AbstractionKind),
    st.sampled_from(Extraction),
    st.booleans(),
    st.sampled_from(WaitlistOrder),
    st.sampled_from(
        ["single-path", "single-path-located", "lazy", "forte15-score", "spin15-random", "pcegar-multi", "rank=all apply=pivot"]
    ),
    st.sampled_from(TargetCoverage),
    st.integers(0, 2),
)


def _value_of(values: dict[FNode, int], mask: int | None, symbol: FNode) -> int:
    """The value of a slot's symbol: as a number, or as the bits that ``mask`` keeps of it."""
    return values[symbol] if mask is None else values[symbol] & mask


class Workbench:
    """One analysis of one program."""

    def __init__(self, program: Program, setting: Setting) -> None:
        self.backend = backends.Z3Backend()
        context = QueryContext(deadline=Deadline(5.0))
        self.graph = ControlGraph(program)
        self.deadline = context.deadline
        self.analysis = predicate_analysis(
            self.graph,
            self.backend,
            procedures=("horn", "backward"),
            encoding=setting.encoding,
            operator=setting.operator,
            options=PredicateOptions(
                abstraction=setting.kind,
                extraction=setting.extraction,
                interpolation_seconds=2.0,
                lazy_cubes=1,  # programs are small: so that lazy abstractions are coarse at all
            ),
            context=context,
        )
        self.vocabulary = self.analysis.vocabulary

    def close(self) -> None:
        self.analysis.close()
        self.backend.close()

    def facts(self, wanted: list[tuple[str, str, object]]) -> list[int]:
        """The numbers of the predicates of some conditions."""
        vocabulary, environment = self.vocabulary, self.vocabulary.terms.environment
        manager = environment.formula_manager
        symbols = {name: vocabulary.slot_symbol(slot) for slot, name in enumerate(NAMES)}
        numbers_of_facts = []
        for operator, left, right in wanted:
            first = symbols[left]
            second = symbols[right] if isinstance(right, str) else vocabulary.encoding.constant_term(int(str(right)), TYPE)
            if vocabulary.encoding.name == "int":
                formula = manager.Equals(first, second) if operator in ("==", "!=") else manager.LE(first, second)
            else:
                formula = manager.Equals(first, second) if operator in ("==", "!=") else manager.BVSLE(first, second)
            numbers_of_facts += [self.analysis.predicates.intern(fact).number for fact in self.analysis.predicates.extract(formula)]
        return numbers_of_facts

    def contained(self, exploration: Exploration, states: set[State]) -> bool:
        """Whether every concrete state at a point where blocks end lies in a reached region."""
        index = exploration.arg.reached
        assert isinstance(index, RegionIndex)
        claims = {point: self.analysis.regions.translate(index.union(point), self._formula) for point in index.points()}
        return self.satisfied({point: claim for point, claim in claims.items() if point.location.is_loop_head}, states)

    def _formula(self, number: int) -> FNode:
        return self.analysis.predicates[number].formula

    def satisfied(self, claims: Mapping[ControlPoint, FNode], states: set[State]) -> bool:
        """Whether there is a claim at the loop head of every concrete state, and the state satisfies it."""
        heads = [(point, state) for point, state in states if point.location.is_loop_head]
        return all(point in claims and self.admits(claims[point], state) for point, state in heads)

    def admits(self, formula: FNode, state: tuple[int, ...]) -> bool:
        """Whether a concrete state satisfies a formula over the program's symbols."""
        mask = None if self.vocabulary.encoding.name == "int" else (1 << TYPE.width) - 1
        values = {self.vocabulary.slot_symbol(slot): number for slot, number in enumerate(state)}
        return Evaluation(partial(_value_of, values, mask)).holds(formula)

    def verdict(self, setting: Setting) -> Verdict:
        """What the strategy of a setting says; unknown where the time is up."""
        loop = RefinementLoop(
            self.analysis,
            parse_strategy(setting.strategy),
            order=setting.order,
            deadline=self.deadline,
            target_coverage=setting.target_coverage,
            target_limit=setting.target_limit,
        )
        try:
            return loop.run()
        except OutOfTime:
            return Unknown("timeout")


common = settings(deadline=None, max_examples=examples(30), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
