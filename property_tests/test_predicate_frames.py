"""Abstractions that are put together from what a block touches and what it does not, against those of the whole region."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import Statement, blocks, conditions, program_of
from verilab.analysis.exploration import Exploration, never
from verilab.analysis.predicate.abstraction import _Memory
from verilab.analysis.predicate.choices import AbstractionKind
from verilab.formulas.blocks.block_operator import SingleBlock
from verilab.resources import OutOfTime


@common
@given(blocks(2), settings_to_try, st.lists(conditions, min_size=1, max_size=5))
def test_abstractions_put_together_from_parts_are_the_whole_ones(
    statements: list[Statement], setting: Setting, wanted: list[tuple[str, str, object]]
) -> None:
    bench = Workbench(program_of(statements), replace(setting, kind=AbstractionKind.BOOLEAN, operator=SingleBlock()))
    abstraction, regions = bench.analysis.abstraction, bench.analysis.regions
    try:
        bench.analysis.precision.add_everywhere(bench.facts(wanted))
        Exploration(bench.analysis.cpa, setting.order, new_only=setting.new_only).run(never)
        for block, memory in list(abstraction._memory.items()):
            for (region, numbers), found in list(memory.results.items()):
                whole = abstraction._compute(block, _Memory(regions.false), region, numbers)
                assert found == whole
    except OutOfTime:
        return
    finally:
        bench.close()
