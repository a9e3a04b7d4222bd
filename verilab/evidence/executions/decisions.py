"""Runs of the compiled program against our interpreter's: both decide every watched condition alike, also behind guards opened by force.

    run of the compiled program:   inputs i, decisions (c1, v1, f1), (c2, v2, f2), ...     f: it went the other way by force
    the interpreter from i:        at its k-th watched decision the condition is ck and its truth vk; it goes where vk xor fk leads

Until one of the two ends, or behaviour is undefined or unknown in the model.  A difference is an error of what analysis and evidence
share: preprocessor, parser, layout, lowering, models of memory and of the library.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from pycparser import c_ast

from verilab.data_classes import dataclass
from verilab.evidence.budget import Part
from verilab.evidence.compiler.claims.conditions import WatchedStatement, conditions_of, watched_statements
from verilab.evidence.compiler.driver import WatchedRun, WatchedRuns
from verilab.evidence.interpretation.inputs import NoInputError, nondeterminism
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.program.cfa import Edge, Program
from verilab.program.decisions import Condition, Decision
from verilab.program.lowering.facts.evaluation_order import unspecified_order
from verilab.program.memory.objects.placement import Placement
from verilab.program.operations import NondetKind
from verilab.program.syntax import parse_file
from verilab.program.types import IntType

Constants = Mapping[Condition, bool]
STEPS = 40_000
"""Edges of one run."""
WHOLE = Part(float("inf"))


class Given:
    """The inputs of a run of the compiled program, each of its ``functions``' in their order; whatever else is open is unknown."""

    def __init__(self, run: WatchedRun, functions: Collection[str]) -> None:
        self._functions = functions
        self._arguments = run.arguments
        self._left: dict[str, deque[int]] = {}
        for name, value in run.inputs:
            self._left.setdefault(name, deque()).append(value)

    def values(self, edge: Edge, types: tuple[IntType, ...], kind: NondetKind) -> tuple[int, ...] | None:
        """See ``InputSource``."""
        choice = nondeterminism(edge)
        if kind is not NondetKind.INPUT or choice is None or len(types) != 1:
            return None
        if choice[2] == "argc":
            return (types[0].wrap(self._arguments),)
        if choice[2] not in self._functions:
            return None
        left = self._left.get(choice[2])
        if not left:
            raise NoInputError
        return (types[0].wrap(left.popleft()),)


@dataclass(frozen=True, slots=True)
class Difference:
    """The condition that a run decides otherwise, its number among the run's decisions, and the reason to be told."""

    seed: int
    step: int
    reason: str


class DecisionModel:
    """The conditions of one program as its automaton decides them; ``elsewhere`` lowers it again with its objects at other addresses."""

    def __init__(self, program: Program, elsewhere: Callable[[Placement], Program] | None = None) -> None:
        self._program = program
        self._elsewhere = elsewhere
        self._conditions = conditions_of(program)
        self.statements: Sequence[WatchedStatement] = watched_statements(self._conditions, program.constant_conditions)

    def difference(self, watched: WatchedRuns, time: Part) -> str:
        """See ``ModelOfDecisions``."""
        difference = next(self._differences(self._program, watched, time), None)
        return "" if difference is None else difference.reason

    def confirms(self, watched: WatchedRuns) -> str:
        """See ``ModelOfDecisions``: the order of evaluation is the same for all, and the addresses of objects have no say."""
        if _has_open_order(self._program):
            return ""
        differences = list(self._differences(self._program, watched, WHOLE))
        if differences and self._program.addresses and self._elsewhere is not None:
            for placement in (Placement.ASCENDING, Placement.DESCENDING):
                there = {(difference.seed, difference.step) for difference in self._differences(self._elsewhere(placement), watched, WHOLE)}
                differences = [difference for difference in differences if (difference.seed, difference.step) in there]
        return differences[0].reason if differences else ""

    def _differences(self, program: Program, watched: WatchedRuns, time: Part) -> Iterator[Difference]:
        interpreter = Interpreter(program)
        numbers = {self._conditions[number]: number for number in watched.conditions}
        for run in watched.runs:
            if time.over:
                return
            comparison = _Comparison(run, numbers, self._conditions, program.constant_conditions)
            if interpreter.follow(Given(run, watched.functions), comparison.decide, step_limit=STEPS):
                comparison.ended()
            if comparison.difference is not None:
                yield comparison.difference


class _Comparison:
    """One run of the compiled program, and how far it has been compared."""

    def __init__(self, run: WatchedRun, numbers: Mapping[Condition, int], conditions: Sequence[Condition], constants: Constants) -> None:
        self.difference: Difference | None = None
        self._run = run
        self._numbers = numbers
        self._conditions = conditions
        self._constants = constants
        self._step = 0

    def decide(self, edge: Edge) -> Edge | None:
        """Where the interpreter is to go instead; None where there is nothing more to be compared."""
        decision = edge.decision
        assert decision is not None
        number = self._numbers.get(decision.condition)
        if number is None:
            return edge
        self._pass_constants()
        if self.difference is not None or self._step == len(self._run.decisions):
            return None
        seen = self._run.decisions[self._step]
        if seen.condition != number or seen.outcome != decision.outcome:
            self._differs(decision)
            return None
        self._step += 1
        if not seen.forced:
            return edge
        return next(other for other in edge.source.leaving if other.decision is not None and other is not edge)

    def _pass_constants(self) -> None:
        """What is constant for us no edge decides."""
        while self._step < len(self._run.decisions):
            seen = self._run.decisions[self._step]
            condition = self._conditions[seen.condition]
            constant = self._constants.get(condition)
            if constant is None:
                return
            if constant != seen.outcome:
                self._differs(Decision(condition, constant))
                return
            self._step += 1

    def ended(self) -> None:
        """The interpreter's run has come to its end."""
        if self.difference is None:
            self._pass_constants()

    def _differs(self, decision: Decision) -> None:
        self.difference = Difference(self._run.seed, self._step, _reason(self._run, self._step, decision, self._conditions))


def _reason(run: WatchedRun, step: int, ours: Decision, conditions: Sequence[Condition]) -> str:
    seen = run.decisions[step]
    forced = [conditions[decision.condition].line for decision in run.decisions[:step] if decision.forced]
    where = f" behind what was opened by force at line {', '.join(map(str, forced))}" if forced else ""
    inputs = ", ".join(f"{name} = {value}" for name, value in run.inputs[:8])
    theirs = conditions[seen.condition]
    shown = "holds" if seen.outcome else "does not hold"
    other = "for us it does" if ours.condition == theirs else f"for us control is at {_place(ours.condition)}"
    if ours.condition == theirs and not ours.outcome:
        other = "for us it does not"
    return f"the compiled program decides otherwise than its model{where}: the condition at {_place(theirs)} {shown}, {other}" + (
        f" (inputs: {inputs})" if inputs else ""
    )


def _place(condition: Condition) -> str:
    operand = f", operand {condition.operand + 1}" if condition.operands > 1 else ""
    return f"{Path(condition.file).name}:{condition.line}:{condition.column} ({condition.keyword}{operand})"


def _has_open_order(program: Program) -> bool:
    """Whether C leaves open in which order things happen: what operands do, or only which of two calls comes first."""
    for file in program.source_files:
        ast = parse_file(Path(file), program.data_model).ast
        if unspecified_order(ast) is not None or _unsequenced_calls(ast):
            return True
    return False


def _unsequenced_calls(root: c_ast.Node) -> bool:
    """Whether two operands of an expression call functions, and C does not say which is called first."""
    calls: dict[int, bool] = {}
    pending: list[tuple[c_ast.Node, bool]] = [(root, False)]
    while pending:
        node, done = pending.pop()
        inner = [child for _, child in node.children()]
        if not done:
            pending.append((node, True))
            pending += [(child, False) for child in inner]
            continue
        calling = sum(calls[id(child)] for child in inner)
        if calling > 1 and _is_unsequenced(node):
            return True
        calls[id(node)] = calling > 0 or isinstance(node, c_ast.FuncCall)
    return False


def _is_unsequenced(node: c_ast.Node) -> bool:
    match node:
        case c_ast.BinaryOp(op=operator):
            return operator not in ("&&", "||")
        case c_ast.ArrayRef() | c_ast.FuncCall() | c_ast.Assignment() | c_ast.InitList():
            return True
        case c_ast.ExprList():  # arguments count where they are; a comma has an order, but both are lists of expressions here
            return True
    return False
