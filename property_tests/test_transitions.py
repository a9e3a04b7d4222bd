"""Relations of single edges: under any growing precision the model has the states that abstraction of each region by itself gives it."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import Statement, blocks, conditions, program_of
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.predicate import transitions
from verilab.analysis.predicate.choices import AbstractionKind
from verilab.formulas.blocks.block_operator import SingleBlock

SINGLE = settings_to_try.map(lambda setting: replace(setting, operator=SingleBlock(), kind=AbstractionKind.BOOLEAN))
Conditions = list[tuple[str, str, object]]


def explored(statements: list[Statement], setting: Setting, precisions: list[Conditions]) -> list[list[tuple[str, str]]]:
    """The states of each exploration, after each growth of the precision, in their order."""
    bench = Workbench(program_of(statements), setting)
    try:
        models = []
        for wanted in precisions:
            bench.analysis.precision.add_everywhere(bench.facts(wanted))
            exploration = Exploration(bench.analysis.cpa, setting.order, new_only=setting.new_only)
            exploration.run(never)
            nodes = sorted(exploration.arg.nodes(), key=lambda node: node.id)
            models.append([(str(node.point), bench.analysis.labels.text(node.point, node.state)) for node in nodes])
        return models
    finally:
        bench.close()


@common
@given(blocks(2), SINGLE, st.lists(st.lists(conditions, max_size=3), min_size=1, max_size=4))
def test_relations_of_edges_give_the_states_that_solvers_give(
    statements: list[Statement], setting: Setting, precisions: list[Conditions]
) -> None:
    by_relations = explored(statements, setting, precisions)
    with patch.object(transitions, "MOST_PAIRS", -1):
        by_solvers = explored(statements, setting, precisions)
    assert by_relations == by_solvers
