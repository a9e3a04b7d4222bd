"""Contracts against executions: no call that comes to its end breaks a clause that a proof relies on.

The proof that contracts hold is checked as every proof is, on the program that says so (``verilab.program.contracts.modular``).  Here the
recursive program itself is executed, activation by activation, with random inputs, and each of its calls is held against its contract:
neither that program nor a formula is part of it.
"""

from __future__ import annotations

from verilab.evidence.executions.inputs import RandomInputs, compared_numbers
from verilab.evidence.interpretation.activations import Activations, Effect, Situation, lasting_storages
from verilab.evidence.interpretation.evaluation import evaluate
from verilab.evidence.interpretation.interpreter import Interpreter
from verilab.evidence.interpretation.outcomes import ReachedError
from verilab.evidence.results import Accepted, CheckResult, InputVector, Rejected
from verilab.program.cfa import Function, RecursiveCall
from verilab.program.contracts.contract import Contract
from verilab.program.contracts.modular import Modular
from verilab.program.storages import Variable
from verilab.resources import Deadline

SECONDS = 0.3
RUNS, STEPS, FIRST_SEED = 100, 20_000, 1_000
CHECKER = "executions of recursive calls"
CHOSEN = frozenset({"recursion", "contract", "root"})
"""What the modular program chooses beside the inputs of the original."""


def broken_contract(modular: Modular, deadline: Deadline) -> Rejected | None:
    """A contract that an execution breaks, or an error that one reaches; None where there is none so far."""
    watch = _Watch(modular)
    program = modular.original
    interpreter = Interpreter(program, Activations(program, watch))
    numbers = compared_numbers(program)
    time = deadline.within(SECONDS)
    for seed in range(FIRST_SEED, FIRST_SEED + RUNS):
        run = interpreter.run(RandomInputs(numbers, seed), step_limit=STEPS, deadline=deadline, record=False)
        if watch.broken:
            return Rejected(watch.broken, CHECKER)
        if isinstance(run.outcome, ReachedError) and not run.notes:
            return Rejected("an execution reaches the error", CHECKER)
        if not run.choices or time.remaining() == 0.0:
            break
    return None


def inputs_of(result: CheckResult, modular: Modular | None) -> tuple[InputVector, ...]:
    """The inputs that an accepted check came across, as the verified program takes them."""
    vectors = result.inputs if isinstance(result, Accepted) else ()
    if modular is None:
        return vectors
    return tuple(tuple(pair for pair in vector if pair[0] not in CHOSEN) for vector in vectors)


class _Watch:
    """Holds each call against its contract; ``broken`` says which was not kept."""

    def __init__(self, modular: Modular) -> None:
        self.broken = ""
        self._contracts: dict[Function, Contract] = {contract.signature.function: contract for contract in modular.contracts}
        self._slots = modular.original.slot_count
        self._positions: dict[Variable, int] = {}
        position = 0
        for storage in lasting_storages(modular.original):
            if isinstance(storage, Variable):
                self._positions[storage] = position
            position += 1 if isinstance(storage, Variable) else storage.length

    def __call__(self, call: RecursiveCall, situation: Situation, effect: Effect, functional: bool) -> None:
        contract = self._contracts[call.callee]
        signature = contract.signature
        _, passed, before = situation
        result, behind = effect
        state = [0] * (self._slots + len(signature.written))
        values = list(zip(signature.function.parameters, passed, strict=True))
        if signature.function.result is not None:
            values.append((signature.function.result, 0 if result is None else result))
        for variable, position in self._positions.items():
            values.append((variable, behind[position]))
            if variable in signature.before:
                values.append((signature.before[variable], before[position]))
        for variable, value in values:
            if not isinstance(value, int):
                return
            state[variable.slot] = value
        for clause in (*contract.ensures, *([] if contract.requires is None else [contract.requires])):
            if evaluate(clause, state)[0] == 0:
                self.broken = f"a call of {signature.function.name} breaks its contract"
