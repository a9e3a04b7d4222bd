"""Programs over three bits whose error paths have several reasons, and the path formulas of their slices.

The formulas are put together here from the blocks themselves, not by what slices them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hypothesis import strategies as st
from pysmt.fnode import FNode

from property_tests.predicate_bench import Workbench, settings_to_try
from property_tests.three_bit_programs import Statement, blocks, conditions, names, numbers, operands
from verilab.analysis.arg import ArgNode
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration, TargetCoverage
from verilab.analysis.prefixes import Prefix
from verilab.analysis.scope import Scope
from verilab.formulas.blocks.block_operator import AdjustableBlock, LargeBlock
from verilab.formulas.encodings.by_name import LOGICS
from verilab.formulas.traces.trace import Trace
from verilab.resources import OutOfTime
from verilab.solving.backend import Status


def behind(wanted: list[Statement], checks: Statement) -> list[Statement]:
    """A check behind several conditions, so that one block has all of them."""
    inner = [checks]
    for condition in wanted:
        inner = [("branch", condition, inner, [])]
    return inner


def without_checks(statements: list[Statement]) -> list[Statement]:
    return [statement for statement in statements if "check" not in str(statement)]


unlikely = st.tuples(st.just("=="), names, st.one_of(numbers, names))
checks = st.builds(behind, st.lists(unlikely, min_size=1, max_size=3), st.tuples(st.just("check"), conditions))
steps = st.tuples(st.just("assign"), names, st.sampled_from(["+", "-"]), operands, numbers)
loops = st.tuples(
    st.just("loop"), conditions, st.builds(list.__add__, st.lists(steps, min_size=1, max_size=2), st.one_of(st.just([]), checks))
)
straight = st.lists(steps, max_size=2)
checked = st.tuples(straight, loops, straight, loops, blocks(1).map(without_checks), checks).map(
    lambda parts: [*parts[0], parts[1], *parts[2], parts[3], *parts[4], *parts[5]]
)
"""Loops, so that paths have several blocks, and errors behind several conditions."""
larger = settings_to_try.map(
    lambda setting: replace(
        setting, operator=LargeBlock() if setting.new_only else AdjustableBlock(6), target_coverage=TargetCoverage.COVERED
    )
)


def paths(bench: Workbench, most: int) -> Iterator[ArgNode]:
    """The targets of some rounds of refinement that have no execution."""
    analysis = bench.analysis
    try:
        for _ in range(most):
            exploration = Exploration(analysis.cpa)
            exploration.run()
            proposal = next(analysis.propose(analysis.path(exploration.arg.targets[0]))) if exploration.arg.targets else None
            if not isinstance(proposal, Candidate):
                return
            yield proposal.target
            analysis.refine(proposal.increment, Scope.GLOBAL)
    except OutOfTime:
        return


def unsatisfiable(bench: Workbench, formulas: Iterable[FNode]) -> bool:
    vocabulary = bench.vocabulary
    session = bench.backend.session(vocabulary.terms.environment, logic=LOGICS[vocabulary.encoding.name])
    session.add(*formulas)
    status = session.check()
    session.close()
    assert status is not Status.UNKNOWN
    return status is Status.UNSAT


def partitions(bench: Workbench, trace: Trace, prefix: Prefix, ahead: int = 0) -> list[FNode]:
    """The path formula of a prefix: its steps without the omitted ones, in its blocks the conditions that are kept.

    Nothing of the steps before its cut.  ``ahead`` 1: without the one that ends it.
    """
    manager = bench.vocabulary.terms.environment.formula_manager
    formulas: list[FNode] = []
    for step in range(prefix.length):
        gone = {condition.place for condition in prefix.conditions if condition.step == step}
        is_end = step == prefix.length - 1
        if is_end and ahead and prefix.end is not None:
            gone.add(prefix.end[0].place)
        if step < prefix.cut or step in prefix.omitted or (is_end and ahead and prefix.end is None):
            formulas.append(manager.TRUE())
        else:
            leaves = trace.blocks[step].path_condition.leaves
            formulas.append(trace.relaxed(step, {place: manager.TRUE() for place in gone if place < len(leaves)}))
    return formulas


def hold_of_the_path(bench: Workbench, candidate: Candidate) -> None:
    """Assert that the interpolants of a candidate's slice are interpolants of the path (FORTE'15 §3, SPIN'15 §2)."""
    trace, manager = bench.analysis.trace(candidate.path), bench.vocabulary.terms.environment.formula_manager
    formulas = [trace.from_state(interpolant, cut) for cut, interpolant in enumerate(candidate.interpolants, start=1)]
    assert len(formulas) == candidate.prefix.length - 1
    before: list[FNode] = []
    for formula, partition in zip(formulas, trace.partitions, strict=False):
        assert unsatisfiable(bench, [*before, partition, manager.Not(formula)])
        before = [formula]
    assert unsatisfiable(bench, [*before, trace.partitions[len(formulas)]])
