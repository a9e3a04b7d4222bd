"""A concrete interpreter of control-flow automata with C's machine semantics.

A state has one value per slot of the program.  An ``Interpreter`` is made once per program: it compiles locations that a run visits
often (``verilab.evidence.interpretation.compiled``) and evaluates everything else, and everything unusual, by
``verilab.evidence.interpretation.evaluation``.

Values of ``NondetKind.IMPRECISE`` and storage never written are *poison*: they may be copied and computed with, but a branch on one
ends the run in ``DependsOnImprecise``, for the real program might go the other way.  A store to an unknown index makes the whole
array unknown.  Signed overflow wraps and shift distances count modulo the width; both are noted in the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn

from verilab.evidence.interpretation.activations import Activation, Activations
from verilab.evidence.interpretation.evaluation import Fault, Poison, State, Undefined, UnusualError, Value, evaluate
from verilab.evidence.interpretation.inputs import Inputs, InputSource, NoInputError, WrongInputError, nondeterminism, source_of
from verilab.evidence.interpretation.outcomes import (
    DependsOnImprecise,
    Ended,
    Outcome,
    OutOfInputs,
    ReachedError,
    Run,
    StepLimit,
    UndefinedBehaviour,
    UndefinedNote,
    WrongInput,
)
from verilab.evidence.interpretation.steps import Step, compile_step
from verilab.program.cfa import Call, Edge, Location, Program, Return
from verilab.program.counterexample import Choice
from verilab.program.expressions import Expression
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Store
from verilab.program.storages import Array, Variable
from verilab.resources import Deadline

DEFAULT_STEP_LIMIT = 10_000_000
COMPILE_AT_VISIT = 8  # compiling a location costs as much as evaluating it this often
_CHECK_EVERY = 4096  # steps between two looks at the deadline


class _Stopped(Exception):
    """The run ends here; carries the outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class Interpreter:
    """Runs one program; what it has compiled serves all its runs.

    ``activations``: of its recursive calls; what they keep serves all runs, too.
    """

    def __init__(self, program: Program, activations: Activations | None = None) -> None:
        self.program = program
        self.activations = activations or Activations(program)
        self._steps: list[Step | None] = [None] * len(program.locations)
        self._visits = [0] * len(program.locations)
        self._initial: State = []
        for storage in program.storages:
            unwritten = Poison(f"{storage.name} is read before it is written", None)
            self._initial.extend([unwritten] * (storage.length if isinstance(storage, Array) else 1))

    def initial_state(self) -> State:
        """A new state in which no storage was written yet."""
        return self._initial[:]

    def run(
        self,
        inputs: Inputs,
        *,
        step_limit: int = DEFAULT_STEP_LIMIT,
        deadline: Deadline | None = None,
        record: bool = True,
        passed: Callable[[Sequence[Edge]], None] | None = None,
    ) -> Run:
        """Execute from the program's entry; ``record=False`` leaves ``Run.edges`` empty.  Raises OutOfTime at the deadline.

        ``passed`` is told the edges in their order, thousands at a time.
        """
        execution = _Execution(self, source_of(inputs), record, passed)
        outcome = execution.go(step_limit, deadline or Deadline())
        notes = tuple(UndefinedNote(kind, edge) for kind, edge in execution.notes)
        return Run(outcome, tuple(execution.edges), tuple(execution.choices), notes, execution.state)

    def walk(self, inputs: Inputs) -> Iterator[tuple[Edge, State]]:
        """Execute edge by edge without a limit: every edge with the state behind it, which the next step changes.

        How the run ended is not told; use ``run`` for that.
        """
        execution = _Execution(self, source_of(inputs), record=False)
        location = self.program.entry.entry
        with suppress(_Stopped):  # the documented end of the walk
            while True:
                edge, location = execution.step(location)
                yield edge, execution.state

    def follow(self, inputs: Inputs, decide: Callable[[Edge], Edge | None], *, step_limit: int) -> bool:
        """Execute from the program's entry while behaviour is defined and nothing that is unknown decides where control goes.

        ``decide`` is told each edge with a ``decision`` that the run takes, and says which one it is to take instead, from the same
        location; None ends the run.  Whether the program has come to its end.
        """
        execution = _Execution(self, source_of(inputs), record=False)
        location, state = self.program.entry.entry, execution.state
        try:
            for _ in range(step_limit):
                step = self._steps[location.id] or self.step_at(location)
                edge: Edge | None = None
                if step is not None:
                    with suppress(UnusualError):  # the whole step below says what it is
                        edge = step(state)
                        if edge is None:
                            return True
                if edge is None:
                    edge, following = execution.step(location)
                    if execution.notes:
                        return False
                else:
                    following = edge.target
                if edge.decision is not None:
                    edge = decide(edge)
                    if edge is None:
                        return False
                    following = edge.target
                location = following
        except _Stopped as stopped:
            return isinstance(stopped.outcome, Ended)
        return False

    def step_at(self, location: Location) -> Step | None:
        """The compiled step of a location; None while it is visited too rarely, and where its edges cannot be compiled."""
        visits = self._visits
        visits[location.id] += 1
        if visits[location.id] == COMPILE_AT_VISIT:
            self._steps[location.id] = compile_step(location)
        return self._steps[location.id]

    @property
    def steps(self) -> list[Step | None]:
        """The compiled steps by location id (None: use ``step_at``)."""
        return self._steps


class _Execution:
    """One run in progress."""

    def __init__(
        self, interpreter: Interpreter, source: InputSource, record: bool, passed: Callable[[Sequence[Edge]], None] | None = None
    ) -> None:
        self.interpreter = interpreter
        self.passed = passed
        self.source = source
        self.record = record
        self.state = interpreter.initial_state()
        self.stack: list[Call | Activation] = []
        self.edges: list[Edge] = []
        self.choices: list[Choice] = []
        self.notes: dict[tuple[Undefined, Edge], None] = {}

    def go(self, step_limit: int, deadline: Deadline) -> Outcome:
        try:
            self._loop(step_limit, deadline)
        except _Stopped as stopped:
            return stopped.outcome
        return StepLimit(step_limit)

    def _loop(self, step_limit: int, deadline: Deadline) -> None:
        location = self.interpreter.program.entry.entry
        state, steps, step_at = self.state, self.interpreter.steps, self.interpreter.step_at
        for first in range(0, step_limit, _CHECK_EVERY):
            deadline.check()
            batch: list[Edge] = []
            append = batch.append
            try:
                for _ in range(min(_CHECK_EVERY, step_limit - first)):
                    step = steps[location.id] or step_at(location)
                    if step is None:
                        edge, location = self.step(location)
                    else:
                        try:
                            taken = step(state)
                        except UnusualError:
                            edge, location = self.step(location)
                        else:
                            if taken is None:
                                raise _Stopped(Ended("blocked", location))
                            edge = taken
                            location = edge.target
                    append(edge)
            finally:
                if self.record:
                    self.edges.extend(batch)
                if self.passed is not None:
                    self.passed(batch)

    def step(self, location: Location) -> tuple[Edge, Location]:
        """Execute the first enabled edge by reference evaluation; raises _Stopped where there is none."""
        if location.is_error:
            raise _Stopped(ReachedError(location))
        for edge in location.leaving:
            operation = edge.operation
            if isinstance(operation, Assume):
                if (self._integer(operation.condition, edge) != 0) != operation.positive:
                    continue
                self._execute(edge)
                return edge, edge.target
            if isinstance(operation, Call):
                self.stack.append(operation)
                return edge, operation.callee.entry
            if isinstance(operation, Return):
                if not self.stack:
                    raise _Stopped(Ended("returned", location))
                return edge, self._return(self.stack.pop())
            if isinstance(operation, Havoc) and edge in self.interpreter.activations.calls:
                return edge, self._recur(edge)
            self._execute(edge)
            return edge, edge.target
        raise _Stopped(Ended("blocked" if location.function.exit is not location or self.stack else "returned", location))

    def _return(self, call: Call | Activation) -> Location:
        if isinstance(call, Call):
            return call.return_to
        return self.interpreter.activations.leave(call, self.state, len(self.choices), defined=not self.notes)

    def _recur(self, edge: Edge) -> Location:
        activations = self.interpreter.activations
        call = activations.calls[edge]
        activation = activations.enter(call, self.state, len(self.choices))
        if activation is None:
            return edge.target
        self.stack.append(activation)
        return call.callee.entry

    def _value(self, expression: Expression, edge: Edge) -> Value:
        result, notes = evaluate(expression, self.state)
        for kind in Undefined:
            if kind in notes:
                self.notes.setdefault((kind, edge))
        if isinstance(result, Fault):
            raise _Stopped(UndefinedBehaviour(result.kind, edge))
        return result

    def _integer(self, expression: Expression, edge: Edge) -> int:
        value = self._value(expression, edge)
        if isinstance(value, Poison):
            raise _Stopped(DependsOnImprecise(edge, value.reason))
        return value

    def _execute(self, edge: Edge) -> None:
        choices = self._choices(edge)
        operation = edge.operation
        if edge.imprecise is not None and choices is None:
            raise _Stopped(DependsOnImprecise(edge, edge.imprecise))
        match operation:
            case Assign(target=target, value=value):
                self.state[target.slot] = self._value(value, edge) if not isinstance(value, Nondet) else self._only(choices)
            case Store(array=array, index=index, value=value):
                # The order of C's evaluation does not matter: neither side has effects.
                chosen = self._value(value, edge) if not isinstance(value, Nondet) else self._only(choices)
                self._store(array, self._value(index, edge), chosen, edge)
            case Havoc(targets=targets):
                assert choices is not None
                self._havoc(targets, choices)

    @staticmethod
    def _only(choices: list[Value] | None) -> Value:
        assert choices is not None
        return choices[0]

    def _store(self, array: Array, index: Value, value: Value, edge: Edge) -> None:
        if isinstance(index, Poison):
            self.state[array.slot : array.slot + array.length] = [index] * array.length
        elif 0 <= index < array.length:
            self.state[array.slot + index] = value
        else:
            raise _Stopped(UndefinedBehaviour(Undefined.INDEX, edge))

    def _havoc(self, targets: tuple[Variable | Array, ...], choices: list[Value]) -> None:
        position = 0
        for target in targets:
            length = target.length if isinstance(target, Array) else 1
            self.state[target.slot : target.slot + length] = choices[position : position + length]
            position += length

    def _choices(self, edge: Edge) -> list[Value] | None:
        """The values that a non-deterministic edge takes now; None for a deterministic edge."""
        needed = nondeterminism(edge)
        if needed is None:
            return None
        types, kind, origin = needed
        try:
            values = self.source.values(edge, types, kind)
        except NoInputError:
            raise _Stopped(OutOfInputs(edge)) from None
        except WrongInputError as error:
            self._wrong(edge, str(error))
        if values is None or kind is NondetKind.IMPRECISE:
            return [Poison(origin, edge)] * len(types)
        for value, type in zip(values, types, strict=True):
            if type.wrap(value) != value:
                self._wrong(edge, f"{value} is no value of {type}")
        self.choices.append(Choice(edge, values))
        return list(values)

    @staticmethod
    def _wrong(edge: Edge, reason: str) -> NoReturn:
        raise _Stopped(WrongInput(edge, reason))
