"""Executions of a recursive program: what its functions were called with, what came out, and whether an error was reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verilab.evidence.executions.inputs import RandomInputs, compared_numbers
from verilab.evidence.interpretation.activations import Activations, Effect, Situation, lasting_storages
from verilab.evidence.interpretation.evaluation import Value
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError, Run, StepLimit
from verilab.program.cfa import Function, Program, RecursiveCall
from verilab.program.contracts.contract import Signature
from verilab.program.counterexample import Counterexample
from verilab.program.storages import Variable
from verilab.resources import Deadline

STEPS = 20_000
"""Edges of one execution that chooses values."""
STEPS_ALONE = 1_000_000
"""Edges of the only execution of a program that chooses none."""
MOST_CALLS = 3_000
"""Calls of one function that are remembered."""

Numbers = tuple[int, ...]


class Observations:
    """``calls``: per function what came out (as in ``Signature.outputs``) of what went in (``Signature.inputs``).

    ``irregular``: functions of which the same went in and something else came out: inputs, or storage that they only read, decide.
    """

    def __init__(self, program: Program, signatures: Sequence[Signature]) -> None:
        self.program = program
        self.calls: dict[Function, dict[Numbers, Numbers]] = {signature.function: {} for signature in signatures}
        self.irregular: set[Function] = set()
        self.complete = False
        """Whether there is one execution only, and it came to its end."""
        self._alone = False
        self._signatures = {signature.function: signature for signature in signatures}
        self._interpreter = Interpreter(program, Activations(program, self._observe))
        self._numbers = compared_numbers(program)
        self._positions: dict[Variable, int] = {}
        position = 0
        for storage in lasting_storages(program):
            if isinstance(storage, Variable):
                self._positions[storage] = position
            position += 1 if isinstance(storage, Variable) else storage.length

    def count(self) -> int:
        """How many calls are remembered."""
        return sum(map(len, self.calls.values()))

    def explore(self, seconds: float, deadline: Deadline) -> Counterexample | None:
        """Execute with many inputs for a time; an execution that reaches an error and has a meaning, as soon as there is one."""
        time = deadline.within(seconds)
        for source in self._sources():
            if time.remaining() == 0.0:
                return None
            counterexample = self.execute(source, deadline)
            if counterexample is not None or self._alone:
                return counterexample
        return None

    def _sources(self) -> Iterator[RandomInputs]:
        small = range(-1, 8)
        values = dict.fromkeys([*small, *(number + more for number in self._numbers for more in (0, 1, -1))])
        yield RandomInputs(self._numbers, 0)
        for value in values:
            yield RandomInputs(self._numbers, 0, (value,) * 8)
        for first in small:
            for second in small:
                yield RandomInputs(self._numbers, 0, (first, second) * 4)
        for seed in range(1, 400):
            yield RandomInputs(self._numbers, seed)

    def execute(self, source: RandomInputs, deadline: Deadline) -> Counterexample | None:
        """One execution, as a counterexample where it reaches an error without undefined behaviour.  Raises OutOfTime at the deadline."""
        run = self._interpreter.run(source, step_limit=STEPS, deadline=deadline, record=False)
        if not run.choices:
            run = self._interpreter.run(source, step_limit=STEPS_ALONE, deadline=deadline, record=False)
            self._alone = not run.choices
            self.complete = self._alone and not run.notes and not isinstance(run.outcome, StepLimit)
        if not isinstance(run.outcome, ReachedError) or run.notes:
            return None
        again: Run = Interpreter(self.program).run(run.choices, step_limit=STEPS_ALONE, deadline=deadline)
        return Counterexample(again.edges, again.choices) if isinstance(again.outcome, ReachedError) and not again.notes else None

    def from_model(self, values: Numbers, deadline: Deadline) -> Counterexample | None:
        """The execution with these inputs, as ``execute``."""
        return self.execute(RandomInputs(self._numbers, 0, values), deadline)

    def _observe(self, call: RecursiveCall, situation: Situation, effect: Effect, functional: bool) -> None:
        signature, known = self._signatures[call.callee], self.calls[call.callee]
        _, passed, before = situation
        result, behind = effect
        went_in = [*passed, *(before[self._positions[variable]] for variable in signature.written)]
        came_out: list[Value] = [] if signature.function.result is None or result is None else [result]
        came_out += [behind[self._positions[variable]] for variable in signature.written]
        inputs, outputs = _known(went_in), _known(came_out)
        if inputs is None or outputs is None or len(outputs) < len(signature.outputs) or known.get(inputs, outputs) != outputs:
            self.irregular.add(call.callee)
        elif len(known) < MOST_CALLS:
            known[inputs] = outputs


def _known(values: Sequence[Value]) -> Numbers | None:
    numbers = [value for value in values if isinstance(value, int)]
    return tuple(numbers) if len(numbers) == len(values) else None
