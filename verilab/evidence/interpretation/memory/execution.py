"""One run of a program whose memory operations stand as they were lowered: from location to location, into calls and back.

What operations do on the way is effects.py, the memory blocks.py, the values expressions.py.
"""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import Poison
from verilab.evidence.interpretation.inputs import Inputs, source_of
from verilab.evidence.interpretation.memory.arithmetic import truth
from verilab.evidence.interpretation.memory.blocks import Value
from verilab.evidence.interpretation.memory.effects import Effects, Stopped
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, Ended, Outcome, ReachedError, StepLimit
from verilab.program.cfa import Call, Edge, Function, Location, Program, Return
from verilab.program.memory.raw.operations import IndirectCall, RawOperation, Structure
from verilab.program.operations import Assume
from verilab.program.storages import Variable
from verilab.program.types import IntType
from verilab.resources import Deadline

_CHECK_EVERY = 1024
_THROUGH = "call through a pointer"


@dataclass(frozen=True, slots=True)
class _Activation:
    """A call that has not returned; ``result``: where its value goes, where the call itself has to put it."""

    callee: Function
    return_to: Location
    result: Variable | None = None


class MemoryExecution:
    """One run in progress; ValueError where a storage is part of two objects.

    Unlike in ``verilab.evidence.interpretation.interpreter``, undefined behaviour that compilers give a usual meaning to ends the run.
    """

    def __init__(self, program: Program, inputs: Inputs) -> None:
        self._program = program
        self._effects = Effects(program, source_of(inputs))
        self._stack: list[_Activation] = []
        self._active: set[Function] = set()

    def run(self, step_limit: int, deadline: Deadline | None = None) -> Outcome:
        """Execute from the program's entry.  Raises OutOfTime at the deadline."""
        deadline = deadline or Deadline()
        location = self._program.entry.entry
        try:
            for step in range(step_limit):
                if step % _CHECK_EVERY == 0:
                    deadline.check()
                location = self._step(location)
        except Stopped as stopped:
            return stopped.outcome
        return StepLimit(step_limit)

    def value(self, variable: Variable) -> int | None:
        """What a variable holds, where that is a number."""
        value = self._effects.content(variable)
        return value if isinstance(value, int) else None

    def _step(self, location: Location) -> Location:
        if location.is_error:
            raise Stopped(ReachedError(location))
        for edge in location.leaving:
            operation: RawOperation = edge.operation
            match operation:
                case Assume(condition=condition, positive=positive):
                    holds = truth(self._effects.value_at(condition))
                    if not isinstance(holds, bool):
                        raise self._effects.open_end(holds, edge)
                    if holds != positive:
                        continue
                    self._effects.precise(edge)
                    return edge.target
                case Call(callee=callee, return_to=return_to):
                    return self._enter(_Activation(callee, return_to), edge)
                case IndirectCall():
                    self._effects.precise(edge)
                    return self._call(operation, edge)
                case Return():
                    if not self._stack:
                        raise Stopped(Ended("returned", location))
                    return self._leave(edge)
                case _:
                    self._effects.execute(edge, operation)
                    return edge.target
        raise Stopped(Ended("blocked" if location.function.exit is not location or self._stack else "returned", location))

    def _enter(self, activation: _Activation, edge: Edge) -> Location:
        """Each instance of a function has its variables once."""
        if activation.callee in self._active:
            raise Stopped(DependsOnImprecise(edge, "recursion through a function pointer"))
        self._active.add(activation.callee)
        self._stack.append(activation)
        return activation.callee.entry

    def _leave(self, edge: Edge) -> Location:
        activation = self._stack.pop()
        self._active.discard(activation.callee)
        if activation.result is not None:
            assert activation.callee.result is not None
            value = self._effects.content(activation.callee.result)
            self._effects.assign(activation.result, self._effects.no_fault(value, edge), edge)
        return activation.return_to

    def _call(self, call: IndirectCall, edge: Edge) -> Location:
        """Through a pointer, with arguments of the types of the parameters: anything else is undefined (C11 6.5.2.2p9), or not executed."""
        address = self._effects.value(call.address, edge)
        callee = self._effects.function_at(address)
        if callee is None or isinstance(call.result, Structure):
            raise self._effects.open_end(address, edge) if isinstance(address, Poison) else Stopped(DependsOnImprecise(edge, _THROUGH))
        if len(call.arguments) != len(callee.passed) or (call.result is not None and not _has_type(callee.result, call.result.type)):
            raise Stopped(DependsOnImprecise(edge, _THROUGH))
        passed: list[tuple[Variable, Value]] = []
        for argument, storages in zip(call.arguments, callee.passed, strict=True):
            parameter = storages[0] if len(storages) == 1 else None
            if isinstance(argument, Structure) or not isinstance(parameter, Variable) or parameter.type != argument.type:
                raise Stopped(DependsOnImprecise(edge, _THROUGH))
            passed.append((parameter, self._effects.value(argument, edge)))
        location = self._enter(_Activation(callee, edge.target, call.result), edge)
        for parameter, value in passed:
            self._effects.assign(parameter, value, edge)
        return location


def _has_type(result: Variable | None, type: IntType) -> bool:
    return result is not None and result.type == type
