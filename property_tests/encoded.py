"""The encodings against a concrete run, whose states and inputs are known.

The whole path as one block, with the run's inputs fixed, has exactly the run's output:

    path and inputs and output = o   is satisfiable,      path and inputs and output != o   is not.

Every edge as a block of its own, encoded without knowledge of the values before it, leads from the state before to the state behind:

    for all k:  edge_k and s_k and s_(k+1)   is satisfiable,      edge_k and s_k and not s_(k+1)   is not.

What must not be satisfiable counts only where the encoding is exact: the integer encoding approximates some operators, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.evidence.interpretation.evaluation import State
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import Run
from verilab.formulas.blocks.block import Block
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.terms.rewriting import Rewriter
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.counterexample import Choice
from verilab.program.elements import Element
from verilab.program.storages import Variable
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status

SECONDS_PER_QUERY = 3.0
STEPS_PER_QUERY = 40


@dataclass(slots=True)
class Tally:
    """How many programs were compared, how many edges on their own, and how often nothing could be said."""

    paths: int = 0
    edges: int = 0
    approximated: int = 0
    gave_up: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """An edge from a known state: its formula and the state behind it, both without the symbols of the state before."""

    block: Block
    formula: FNode
    reached: FNode
    shown: str


class PathCheck:
    """The comparison of one run with one encoding."""

    def __init__(self, program: Program, run: Run, backend: Backend, encoding: str, tally: Tally) -> None:
        self.program = program
        self.run = run
        self.backend = backend
        self.environment = Environment()
        self.encoder = make_encoding(encoding, self.environment)
        self.formulas = PathFormulas(program, self.encoder)
        self.vocabulary = self.formulas.vocabulary
        self.graph = ControlGraph(program)
        self.tally = tally

    @contextmanager
    def _session(self) -> Iterator[SolverSession]:
        logic = "QF_BV" if self.encoder.name == "bv" else "QF_LIA"
        session = self.backend.session(self.environment, logic=logic, context=QueryContext(timeout=SECONDS_PER_QUERY))
        session.push()
        try:
            yield session
        finally:
            session.close()

    def _is(self, term: FNode, value: int, variable: Variable) -> FNode:
        return self.encoder.equals(term, self.encoder.constant_term(value, variable.type))

    def whole_path(self, output: Variable, expected: int) -> str | None:
        """What is wrong with the path as one block; None where nothing is, or nothing can be said."""
        trace = self.formulas.trace(self.formulas.edges_trace(self.graph, self.run.edges).blocks, whole_state=True)
        self.tally.paths += 1
        result = trace.symbol((output, 0), 1)
        inputs = self._inputs(trace.blocks[0], self.run.choices, lambda symbol: self.formulas.instances.auxiliary(symbol, 0))
        right = self._is(result, expected, output)
        with self._session() as session:
            session.add(*trace.partitions, *inputs)
            status = session.check([right])
            if status is Status.UNSAT:
                return f"{self.encoder.name}, one block: the path formula excludes the output {expected}"
            if trace.overapproximated or trace.imprecise:
                self.tally.approximated += 1
                return None
            status = session.check([self.encoder.terms.negation(right)]) if status is Status.SAT else status
            if status is Status.SAT:
                return (
                    f"{self.encoder.name}, one block: the path formula also allows the output {session.value(result)}, not only {expected}"
                )
            self.tally.gave_up += status is Status.UNKNOWN
            return None

    def _inputs(self, block: Block, choices: tuple[Choice, ...], instance: Callable[[FNode], FNode]) -> list[FNode]:
        """Equations between the symbols of a block's non-deterministic choices and their values, in path order."""
        equations: list[FNode] = []
        for site, choice in zip(block.choices, choices, strict=True):
            assert choice.edge is site.edge
            for symbol, type, value in zip(site.symbols, site.types, choice.values, strict=True):
                if symbol is not None:
                    equations.append(self.encoder.equals(instance(symbol), self.encoder.constant_term(value, type)))
        return equations

    def edges(self) -> str | None:
        """What is wrong with some edge on its own; None where nothing is, or nothing can be said."""
        steps = list(self._steps())
        with self._session() as session:
            for first in range(0, len(steps), STEPS_PER_QUERY):
                wrong = self._together(steps[first : first + STEPS_PER_QUERY], session)
                if wrong is not None:
                    return wrong
        return None

    def _together(self, steps: list[Step], session: SolverSession) -> str | None:
        terms = self.encoder.terms
        status = session.check([terms.conjunction([part for step in steps for part in (step.formula, step.reached)])])
        if status is Status.UNSAT:
            return self._culprit(steps, session, "excludes the state behind it")
        self.tally.gave_up += status is Status.UNKNOWN
        exact = [step for step in steps if not (step.block.overapproximated or step.block.imprecise)]
        self.tally.approximated += len(steps) - len(exact)
        status = session.check([terms.disjunction([self._missed(step) for step in exact])])
        if status is Status.SAT:
            return self._culprit(exact, session, "allows another state behind it")
        self.tally.gave_up += status is Status.UNKNOWN
        return None

    def _missed(self, step: Step) -> FNode:
        return self.encoder.terms.conjunction([step.formula, self.encoder.terms.negation(step.reached)])

    def _steps(self) -> Iterator[Step]:
        """Every edge of the run with every state before it, once, all symbols replaced by their values."""
        trace = self.formulas.edges_trace(self.graph, self.run.edges, per_edge=True)
        choices = iter(self.run.choices)
        before = Interpreter(self.program).initial_state()
        seen: set[object] = set()
        for position, (block, (edge, after)) in enumerate(zip(trace.blocks, Interpreter(self.program).walk(self.run.choices), strict=True)):
            chosen = tuple(next(choices) for _ in block.choices)
            state, before = before, after[:]
            key = (edge, *(choice.values for choice in chosen), *(_at(state, element) for element in block.reads))
            if key in seen or not (block.exit or block.formula is not self.encoder.terms.true):
                continue
            seen.add(key)
            self.tally.edges += 1
            yield self._step(position, block, chosen, state, before)

    def _step(self, position: int, block: Block, chosen: tuple[Choice, ...], before: State, after: State) -> Step:
        encoder, vocabulary = self.encoder, self.vocabulary

        def instance(symbol: FNode) -> FNode:
            element = vocabulary.element(symbol)
            if element is None:
                return self.formulas.instances.auxiliary(symbol, position)
            value = _at(before, element)
            return encoder.constant_term(value, element[0].type) if value is not None else symbol

        concrete = Rewriter(encoder.terms, instance)
        reached = [
            encoder.equals(concrete(term), encoder.constant_term(value, element[0].type))
            for element, term in block.exit.items()
            if (value := _at(after, element)) is not None
        ]
        inputs = self._inputs(block, chosen, instance)
        formula = encoder.terms.conjunction([concrete(block.formula), *inputs])
        return Step(block, formula, encoder.terms.conjunction(reached), self._shown(block, before, after))

    def _culprit(self, steps: list[Step], session: SolverSession, complaint: str) -> str:
        """The first step that fails alone."""
        for step in steps:
            failing = (
                session.check([step.formula, step.reached]) is Status.UNSAT
                if complaint.startswith("excludes")
                else session.check([self._missed(step)]) is Status.SAT
            )
            if failing:
                edge = next(iter(step.block.steps.values()))[0].edge
                return f"{self.encoder.name}, {edge.position}: {edge.text}: {complaint}: {step.shown}"
        return f"{self.encoder.name}: some edge {complaint}, but none alone"

    def _shown(self, block: Block, before: State, after: State) -> str:
        read = ", ".join(f"{self.vocabulary.name(element)} = {_at(before, element)}" for element in block.reads)
        written = ", ".join(f"{self.vocabulary.name(element)} = {_at(after, element)}" for element in block.exit)
        return f"from {read or 'any state'} to {written or 'the same state'}"


def _at(state: State, element: Element) -> int | None:
    """The element's value; None where the run has not written it yet."""
    storage, index = element
    value = state[storage.slot + index]
    return value if isinstance(value, int) else None


def disagreement(program: Program, run: Run, output: Variable, expected: int, backend: Backend, encoding: str, tally: Tally) -> str | None:
    """What an encoding says other than the run, whose output is ``expected``; None where it agrees."""
    check = PathCheck(program, run, backend, encoding, tally)
    return check.whole_path(output, expected) or check.edges()
