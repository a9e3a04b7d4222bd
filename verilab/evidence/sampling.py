"""Random executions against a proof: a second look that shares nothing with the formulas that the proof is checked by.

Block formulas made wrongly would be wrong in the analysis and in the check alike.  Executions know no blocks:

    no run reaches an error location;   in every state that a run has at a cut point, the invariant claimed there holds.

The interpreter wraps signed overflow, as the proof's semantics do.  What depends on values that the interpreter does not know
(uninitialised or imprecise storage) is not judged.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from pysmt.fnode import FNode

from verilab.analysis.invariants import Invariant, Invariants, Product, Region
from verilab.evidence.evaluation import Poison, State
from verilab.evidence.interpreter import Interpreter
from verilab.evidence.partial_states.coverage import Covering
from verilab.evidence.results import Rejected
from verilab.formulas.inspection import Evaluation, symbols
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.expressions import Constant, postorder
from verilab.program.operations import Assume
from verilab.program.types import IntType

RUNS = 200
EDGES_PER_RUN = 20_000
VISITS = 40
"""How often an invariant is evaluated in one run; loops rarely show anything new after that."""
CHECKER = "random executions"


class RandomInputs:
    """Values that programs compare with: the numbers of its own source, small ones, bounds of the type, anything."""

    def __init__(self, numbers: list[int], seed: int) -> None:
        self._random = random.Random(seed)
        self._numbers = numbers
        # One habit a run, so that some runs stay among few values and reach what depends on repetition.
        self._habit = self._random.choice((0.2, 0.6, 0.95))

    def __call__(self, edge: Edge, type: IntType) -> int:
        choose = self._random
        if choose.random() < self._habit:
            return type.wrap(choose.randrange(-1, 4))
        if self._numbers and choose.random() < 0.6:
            return type.wrap(choose.choice(self._numbers) + choose.randrange(-1, 2))
        if choose.random() < 0.3:
            return type.wrap(choose.choice((type.minimum, type.maximum)))
        return choose.randrange(type.minimum, type.maximum + 1)


class Sampler:
    """Runs one program against one claim, whose formulas are over the symbols of ``vocabulary``."""

    def __init__(self, program: Program, invariants: Invariants, vocabulary: Vocabulary) -> None:
        self._interpreter = Interpreter(program)
        self._graph = ControlGraph(program)
        self._numbers = compared_numbers(program)
        self._tests: dict[ControlPoint, Callable[[State], bool]] = {}
        for point, claim in invariants.items():
            test = _test_of(claim, vocabulary)
            if test is not None:
                self._tests[self._graph.point(point.location, point.stack)] = test

    def contradiction(self, seconds: float, seed: int = 0) -> Rejected | None:
        """Why the claim is false, where a run shows it within ``seconds`` of wall time."""
        end = time.monotonic() + seconds
        for number in range(RUNS):
            reason = self._run(RandomInputs(self._numbers, seed * RUNS + number), end)
            if reason:
                return Rejected(reason, CHECKER)
            if time.monotonic() > end:
                return None
        return None

    def _run(self, inputs: RandomInputs, end: float) -> str:
        point = self._graph.entry
        visits: dict[ControlPoint, int] = {}
        for number, (edge, state) in enumerate(self._interpreter.walk(inputs)):
            point = next(target for leaving, target in point.successors if leaving is edge)
            if point.location.is_error:
                return f"a run reaches the error location by {edge.position}: {edge.text}"
            test = self._tests.get(point)
            if test is not None and visits.get(point, 0) < VISITS:
                visits[point] = visits.get(point, 0) + 1
                if not test(state):
                    return f"a run leaves the invariant at {point!r}"
            if number >= EDGES_PER_RUN or (not number % 256 and time.monotonic() > end):
                break
        return ""


def _test_of(claim: Invariant, vocabulary: Vocabulary) -> Callable[[State], bool] | None:
    """Whether the claim holds in a state; None for a claim without formulas."""
    match claim:
        case Region():
            return _test_of_region(claim, vocabulary)
        case Product():
            return _test_of_product(claim, vocabulary)
    return None


def _test_of_product(claim: Product, vocabulary: Vocabulary) -> Callable[[State], bool]:
    """Whether a pair holds in a state; True where that depends on unknown values."""
    tests = {region: _test_of_region(region, vocabulary) for region, _ in claim.parts}
    covering = Covering([(rows, region) for region, rows in claim.parts])
    slots = sorted({storage.slot + index for _, rows in claim.parts for storage, index in rows.elements})

    def test(state: State) -> bool:
        if any(tests[region](state) for region in covering.of(state)):
            return True
        return any(isinstance(state[slot], Poison) for slot in slots)

    return test


def _test_of_region(claim: Region, vocabulary: Vocabulary) -> Callable[[State], bool]:
    """Whether the formula holds in a state; True where that depends on unknown values."""
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


def compared_numbers(program: Program) -> list[int]:
    """The constants of the program's conditions, sorted."""
    conditions = (edge.operation.condition for edge in program.edges if isinstance(edge.operation, Assume))
    return sorted({node.value for condition in conditions for node in postorder(condition) if isinstance(node, Constant)})
