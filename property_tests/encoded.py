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

from verilab.evidence.evaluation import State
from verilab.evidence.interpreter import Interpreter
from verilab.evidence.outcomes import Run
from verilab.formulas.block import Block
from verilab.formulas.bv_encoding import BitVectorEncoding
from verilab.formulas.encoding import Encoding
from verilab.formulas.int_encoding import IntEncoding
from verilab.formulas.trace import Trace, edges_trace
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program, Variable
from verilab.program.control import ControlGraph
from verilab.program.counterexample import Choice
from verilab.solving.backend import Backend, QueryContext, SolverSession, Status

SECONDS_PER_QUERY = 10.0


@dataclass(slots=True)
class Tally:
    """How many programs were compared, how many edges on their own, and how often nothing could be said."""

    paths: int = 0
    edges: int = 0
    approximated: int = 0
    gave_up: int = 0


class PathCheck:
    """The comparison of one run with one encoding."""

    def __init__(self, program: Program, run: Run, backend: Backend, encoding: str, tally: Tally) -> None:
        self.program = program
        self.run = run
        self.backend = backend
        self.environment = Environment()
        self.encoder: Encoding = IntEncoding(self.environment) if encoding == "int" else BitVectorEncoding(self.environment)
        self.vocabulary = Vocabulary(program, self.encoder)
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
        trace = Trace(self.vocabulary, edges_trace(self.graph, self.vocabulary, self.run.edges).blocks, whole_state=True)
        self.tally.paths += 1
        result = trace.symbol((output, 0), 1)
        inputs = self._inputs(trace.blocks[0], self.run.choices, lambda symbol: self.vocabulary.instances.auxiliary(symbol, 0))
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
        """What is wrong with some edge on its own; None where nothing is."""
        trace = edges_trace(self.graph, self.vocabulary, self.run.edges, per_edge=True)
        choices = iter(self.run.choices)
        before = Interpreter(self.program).initial_state()
        seen: set[object] = set()
        with self._session() as session:
            for block, (edge, after) in zip(trace.blocks, Interpreter(self.program).walk(self.run.choices), strict=True):
                chosen = tuple(next(choices) for _ in block.choices)
                state, before = before, after[:]
                if block.exit or block.formula is not self.encoder.terms.true:
                    key = (edge, *(choice.values for choice in chosen), *(_at(state, element) for element in block.reads))
                    if key not in seen:
                        seen.add(key)
                        wrong = self._edge(session, block, chosen, state, after)
                        if wrong is not None:
                            return f"{self.encoder.name}, {edge.position}: {edge.text}: {wrong}"
        return None

    def _edge(self, session: SolverSession, block: Block, chosen: tuple[Choice, ...], before: State, after: State) -> str | None:
        self.tally.edges += 1
        symbols = self.vocabulary
        known = [
            self.encoder.equals(symbols.symbol(element), self.encoder.constant_term(value, element[0].type))
            for element in block.reads
            if isinstance(value := _at(before, element), int)
        ]
        reached = self.encoder.terms.conjunction(
            [
                self.encoder.equals(term, self.encoder.constant_term(value, element[0].type))
                for element, term in block.exit.items()
                if isinstance(value := _at(after, element), int)
            ]
        )
        session.push()
        try:
            session.add(block.formula, *known, *self._inputs(block, chosen, lambda symbol: symbol))
            session.push()
            session.add(reached)
            status = session.check()
            session.pop()
            if status is Status.UNSAT:
                return f"excludes the state behind it: {self._shown(block, before, after)}"
            self.tally.gave_up += status is Status.UNKNOWN
            if block.overapproximated or block.imprecise:
                self.tally.approximated += 1
                return None
            session.add(self.encoder.terms.negation(reached))
            status = session.check()
            self.tally.gave_up += status is Status.UNKNOWN
            return f"allows another state behind it: {self._shown(block, before, after)}" if status is Status.SAT else None
        finally:
            session.pop()

    def _shown(self, block: Block, before: State, after: State) -> str:
        read = ", ".join(f"{self.vocabulary.name(element)} = {_at(before, element)}" for element in block.reads)
        written = ", ".join(f"{self.vocabulary.name(element)} = {_at(after, element)}" for element in block.exit)
        return f"from {read or 'any state'} to {written or 'the same state'}"


def _at(state: State, element: tuple[object, int]) -> object:
    storage, index = element
    return state[storage.slot + index]  # type: ignore[attr-defined]


def disagreement(program: Program, run: Run, output: Variable, expected: int, backend: Backend, encoding: str, tally: Tally) -> str | None:
    """What an encoding says other than the run, whose output is ``expected``; None where it agrees."""
    check = PathCheck(program, run, backend, encoding, tally)
    return check.whole_path(output, expected) or check.edges()
