"""Claims as tests of concrete states."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pysmt.fnode import FNode

from verilab.analysis.invariants import Assignments, Invariant, Product, Region
from verilab.evidence.interpretation.evaluation import Poison, State
from verilab.evidence.partial_states.coverage import Coverage, Covering
from verilab.formulas.blocks.block_operator import always_cut
from verilab.formulas.terms.inspection import Evaluation, symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.control import ControlGraph, ControlPoint

StateTest = Callable[[State], bool]


def state_tests(
    claims: Mapping[ControlPoint, Invariant], vocabulary: Vocabulary | None, graph: ControlGraph
) -> dict[ControlPoint, StateTest]:
    """Per point of ``graph`` whether its claim holds in a state; True where that depends on unknown values.

    ``vocabulary``: of the claims' formulas, None where they have none.  Partial assignments between loop heads are lemmas: states that
    they do not cover break nothing, so that they are no tests.
    """
    tests: dict[ControlPoint, StateTest] = {}
    for point, claim in claims.items():
        here = graph.point(point.location, point.stack)
        match claim:
            case Region() if vocabulary is not None:
                tests[here] = _test_of_region(claim, vocabulary)
            case Product() if vocabulary is not None and always_cut(here):
                tests[here] = _test_of_product(claim, vocabulary)
            case Assignments() if always_cut(here) or here is graph.entry:
                tests[here] = _test_of_rows(claim)
    return tests


def _test_of_rows(claim: Assignments) -> StateTest:
    covers = Coverage(claim).covers
    slots = [storage.slot + index for storage, index in claim.elements]
    return lambda state: covers(state) or any(isinstance(state[slot], Poison) for slot in slots)


def _test_of_product(claim: Product, vocabulary: Vocabulary) -> StateTest:
    tests = {region: _test_of_region(region, vocabulary) for region, _ in claim.parts}
    covering = Covering([(rows, region) for region, rows in claim.parts])
    slots = sorted({storage.slot + index for _, rows in claim.parts for storage, index in rows.elements})

    def test(state: State) -> bool:
        if any(tests[region](state) for region in covering.of(state)):
            return True
        return any(isinstance(state[slot], Poison) for slot in slots)

    return test


def _test_of_region(claim: Region, vocabulary: Vocabulary) -> StateTest:
    formula = claim.formula
    slots = {symbol: vocabulary.slot(symbol) for symbol in symbols(formula)}
    unsigned = claim.encoding == "bv"

    def test(state: State) -> bool:
        values: dict[FNode, int] = {}
        for symbol, slot in slots.items():
            value = None if slot is None else state[slot]
            if value is None or isinstance(value, Poison):
                return True
            values[symbol] = value & ((1 << symbol.bv_width()) - 1) if unsigned else value
        try:
            return Evaluation(values.get).holds(formula)
        except ValueError:  # an operator that only solvers know
            return True

    return test
