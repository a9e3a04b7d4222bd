"""Block formulas against concrete executions, from cut point to cut point.

    for every block operator, every block b that an execution passes, from the state s to the state t with inputs i:
        b and s and i and t       is satisfiable,                                                    (no execution is missed)
        b and s and i and not t   is not, and neither is  b' and s and i  for the blocks b' to other targets   (none is invented)

What must not be satisfiable counts only where a block claims to be exact.  Most blocks need no solver (``definitions``): their
auxiliary symbols are determined, so that one evaluation shows both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.joined_programs.definitions import Solution
from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.rewriting import Rewriter
from verilab.formulas.traces.paths import points_along
from verilab.program.cfa import Edge, Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.elements import Element
from verilab.program.types import IntType
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status

OPERATORS: dict[str, tuple[BlockOperator, int]] = {
    "single": (SingleBlock(), 1),
    "adjustable 2": (AdjustableBlock(2), 1),
    "adjustable 7": (AdjustableBlock(7), 2),
    "adjustable 25": (AdjustableBlock(25), 3),
    "large": (LargeBlock(), 16),
}
"""Block operators, and how many executions are cut by each: the larger the blocks, the fewer of their paths one execution shows."""
STEP_LIMIT = 1_500
SECONDS_PER_QUERY = 60.0
BLOCKS_PER_QUERY = 25


@dataclass(slots=True)
class Counts:
    """What was compared, and how often nothing could be said."""

    programs: int = 0
    executions: int = 0
    blocks: int = 0
    exact: int = 0
    solved: int = 0
    widest: int = 0
    open: int = 0


@dataclass
class Execution:
    """A concrete execution: point k is where edge k leaves; state k is before it; the inputs that edge k took."""

    points: list[ControlPoint]
    edges: list[Edge] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    inputs: dict[int, tuple[int, ...]] = field(default_factory=dict)


def arbitrary(type: IntType, rng: random.Random) -> int:
    """Small values and the ends of the type are likely."""
    roll = rng.random()
    if roll < 0.6:
        return type.wrap(rng.choice((0, 1, 1, 2, 3, 7, -1, -2, rng.randrange(30))))
    if roll < 0.8:
        return type.wrap(rng.choice((5777, 255, 256, 32767, type.minimum, type.maximum)))
    return rng.randint(type.minimum, type.maximum)


def execution(program: Program, graph: ControlGraph, rng: random.Random) -> Execution:
    """A random execution, up to its end or the step limit."""
    taken: list[int] = []

    def value(edge: Edge, type: IntType) -> int:
        taken.append(arbitrary(type, rng))
        return taken[-1]

    interpreter = Interpreter(program)
    run = Execution([], states=[interpreter.initial_state()])
    for edge, state in interpreter.walk(value):
        if taken:
            run.inputs[len(run.edges)] = tuple(taken)
            taken.clear()
        run.edges.append(edge)
        run.states.append(state[:])
        if len(run.edges) >= STEP_LIMIT:
            break
    run.points = points_along(graph, run.edges)
    return run


class Comparison:
    """One program in one encoding."""

    def __init__(self, program: Program, graph: ControlGraph, encoding: str, counts: Counts, *, solve: bool) -> None:
        """``solve``: ask the solver about every block; else only where an evaluation does not show that it has the execution."""
        self.solve = solve
        self.graph = graph
        self.counts = counts
        self.environment = Environment()
        self.encoder = make_encoding(encoding, self.environment)
        self.formulas = PathFormulas(program, self.encoder)
        self.vocabulary = self.formulas.vocabulary

    def disagreement(self, executions: Sequence[Execution], backend: Backend) -> str | None:
        """The first block that misses an execution or invents one; None where there is none."""
        logic = "QF_BV" if self.encoder.name == "bv" else "QF_LIA"
        context = QueryContext(timeout=SECONDS_PER_QUERY)
        for name, (operator, number) in OPERATORS.items():
            builder = BlockBuilder(self.graph, self.formulas, operator)
            steps = [step for run in executions[:number] for step in self._steps(builder, run)]
            self.counts.blocks += len(steps)
            self.counts.widest = max([self.counts.widest, *(len(step.block.steps) for step in steps)])
            steps = [step for step in steps if not self._evaluated(step)]
            for first in range(0, len(steps), BLOCKS_PER_QUERY):
                # A new session for each: the symbols of blocks would pile up.
                with closing(backend.session(self.environment, logic=logic, context=context)) as session:
                    session.push()
                    wrong = self._together(steps[first : first + BLOCKS_PER_QUERY], session)
                if wrong is not None:
                    return f"{self.encoder.name}, {name}: {wrong}"
        return None

    def _steps(self, builder: BlockBuilder, run: Execution) -> Iterator[_Step]:
        position, seen = 0, set()
        while position < len(run.edges):
            blocks = builder.blocks_from(run.points[position])
            targets = {block.target: block for block in blocks}
            end = next((later for later in range(position + 1, len(run.points)) if run.points[later] in targets), None)
            if end is None:
                return
            block = targets[run.points[end]]
            inputs = {(run.points[k], run.edges[k]): run.inputs[k] for k in range(position, end) if k in run.inputs}
            key = (block, *inputs.items(), *(_known(run.states[position], element) for element in block.reads))
            if key not in seen:
                seen.add(key)
                yield _Step(self, block, blocks, run.states[position], run.states[end], inputs)
            position = end

    def _evaluated(self, step: _Step) -> bool:
        """Whether an evaluation shows all that there is to show, or as much as is asked for."""
        solution = step.solution()
        if solution is None or (self.solve and solution.guessed):
            return False
        if step.is_exact and not solution.guessed:
            self.counts.exact += 1
        return True

    def _together(self, steps: list[_Step], session: SolverSession) -> str | None:
        terms = self.encoder.terms
        self.counts.solved += len(steps)
        status = session.check([terms.conjunction([part for number, step in enumerate(steps) for part in step.taken(number)])])
        if status is Status.UNSAT:
            return self._alone(steps, session, Status.UNSAT, "misses")
        self.counts.open += status is Status.UNKNOWN
        exact = [step for step in steps if step.is_exact]
        self.counts.exact += len(exact)
        invented = terms.disjunction([step.others(number) for number, step in enumerate(exact)])
        status = session.check([invented])
        if status is Status.SAT:
            return self._alone(exact, session, Status.SAT, "invents")
        self.counts.open += status is Status.UNKNOWN
        return None

    def _alone(self, steps: list[_Step], session: SolverSession, wrong: Status, complaint: str) -> str:
        for number, step in enumerate(steps):
            formulas = step.taken(number) if wrong is Status.UNSAT else [step.others(number)]
            if session.check([self.encoder.terms.conjunction(formulas)]) is wrong:
                return f"the block {step.block.source!r} -> {step.block.target!r} {complaint} {step.shown()}"
        return f"some block {complaint} an execution, but none alone"


@dataclass(eq=False)
class _Step:
    """One block passed by an execution, and the blocks to other targets."""

    comparison: Comparison
    block: Block
    blocks: Sequence[Block]
    before: State
    after: State
    inputs: dict[tuple[ControlPoint, Edge], tuple[int, ...]]

    @property
    def is_exact(self) -> bool:
        return not any(block.overapproximated or block.imprecise for block in self.blocks)

    def solution(self) -> Solution | None:
        """A solution of the block's formula that is the execution, and of no other block's; None where none was found."""
        vocabulary = self.comparison.vocabulary

        def entry(symbol: FNode) -> int | None:
            element = vocabulary.element(symbol)
            return None if element is None else self._bits(_known(self.before, element), element[0].type)

        solution = Solution(self.block, entry, self._inputs_of(self.block))
        others = [block for block in self.blocks if block is not self.block]
        if not all(solution.holds(conjunct) for conjunct in self.block.conjuncts):
            return None
        for element, term in self.block.exit.items():
            value = _known(self.after, element)
            if value is not None and solution.value(term) != self._bits(value, element[0].type):
                return None
        if self.is_exact and any(solution.holds(other.formula) for other in others):
            return None
        return solution

    def _bits(self, value: int | None, type: IntType) -> int | None:
        """The value as an evaluation has it: bit vectors are unsigned."""
        if value is None or self.comparison.encoder.name == "int":
            return value
        return value & ((1 << type.width) - 1)

    def _inputs_of(self, block: Block) -> dict[FNode, int]:
        inputs = {}
        for site in block.choices:
            for symbol, type, value in zip(site.symbols, site.types, self.inputs.get((site.point, site.edge), ()), strict=False):
                bits = self._bits(value, type)
                if symbol is not None and bits is not None:
                    inputs[symbol] = bits
        return inputs

    def _concrete(self, number: int) -> Rewriter:
        """Entry symbols become their values; auxiliary symbols are made different from those of other steps."""
        vocabulary, encoder = self.comparison.vocabulary, self.comparison.encoder

        def instance(symbol: FNode) -> FNode:
            element = vocabulary.element(symbol)
            value = None if element is None else _known(self.before, element)
            if element is None or value is None:
                return self.comparison.formulas.instances.auxiliary(symbol, number)
            return encoder.constant_term(value, element[0].type)

        return Rewriter(encoder.terms, instance)

    def _fixed(self, block: Block) -> list[FNode]:
        """The block's inputs where the execution took some; imprecise values stay open."""
        encoder = self.comparison.encoder
        equations = []
        for site in block.choices:
            for symbol, type, value in zip(site.symbols, site.types, self.inputs.get((site.point, site.edge), ()), strict=False):
                if symbol is not None:
                    equations.append(encoder.equals(symbol, encoder.constant_term(value, type)))
        return equations

    def _reached(self) -> FNode:
        encoder = self.comparison.encoder
        return encoder.terms.conjunction(
            [
                encoder.equals(term, encoder.constant_term(value, element[0].type))
                for element, term in self.block.exit.items()
                if (value := _known(self.after, element)) is not None
            ]
        )

    def taken(self, number: int) -> list[FNode]:
        concrete = self._concrete(number)
        return [concrete(formula) for formula in (*self.block.conjuncts, *self._fixed(self.block), self._reached())]

    def others(self, number: int) -> FNode:
        concrete, terms = self._concrete(number), self.comparison.encoder.terms
        ways = []
        for block in self.blocks:
            same = [terms.negation(self._reached())] if block is self.block else []
            ways.append(terms.conjunction([block.formula, *self._fixed(block), *same]))
        return concrete(terms.disjunction(ways))

    def shown(self) -> str:
        name = self.comparison.vocabulary.name
        read = ", ".join(f"{name(element)} = {_known(self.before, element)}" for element in self.block.reads)
        written = ", ".join(f"{name(element)} = {_known(self.after, element)}" for element in self.block.exit)
        inputs = ", ".join(f"{edge.position}: {values}" for (_, edge), values in self.inputs.items())
        return f"from {read or 'any state'} with inputs {inputs or 'none'} to {written or 'the same state'}"


def _known(state: State, element: Element) -> int | None:
    value = state[element[0].slot + element[1]]
    return value if isinstance(value, int) else None
