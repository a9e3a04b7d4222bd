"""The search for contracts: guess from executions, drop what does not hold, execute what the contracts are too weak to exclude.

observe;  guess clauses
repeat:   drop every clause that some body breaks, until none does                                       (Houdini)
          no error is reachable: the program is safe
          the model of an error is executed: a violation, or calls that were not observed yet
          the clauses are about all calls that were observed (tables), where those of all classes were not enough
"""

from __future__ import annotations

from collections.abc import Callable

from verilab.analysis.invariants import Invariants
from verilab.data_classes import dataclass
from verilab.other_engines.recursion.checking import Check, Undecided
from verilab.other_engines.recursion.guesses import called, guesses, table
from verilab.other_engines.recursion.observations import Observations
from verilab.program.cfa import Call, Function, Location, Program
from verilab.program.contracts.contract import Contract, Signature, signatures
from verilab.program.contracts.modular import Clause, Modular, modular
from verilab.program.counterexample import Counterexample
from verilab.program.expressions import Expression
from verilab.resources import Deadline

EXPLORING_SECONDS = 1.0
ROUNDS = 400


@dataclass(frozen=True, slots=True)
class Proven:
    """No error is reachable: ``invariants`` are those of ``modular.program``."""

    modular: Modular
    contracts: tuple[Contract, ...]
    invariants: Invariants


@dataclass(frozen=True, slots=True)
class Violated:
    """An execution of the recursive program."""

    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class GaveUp:
    reason: str


Answer = Proven | Violated | GaveUp
MakeCheck = Callable[[Program], Check]


class ContractSearch:
    """One search; ``tick`` is called between its steps."""

    def __init__(self, program: Program, make_check: MakeCheck, deadline: Deadline, tick: Callable[[], object] = lambda: None) -> None:
        self._program = program
        self._make_check = make_check
        self._deadline = deadline
        self._tick = tick
        self._signatures = signatures(program)
        self._observations = Observations(program, self._signatures)
        self._clauses: dict[Function, list[Expression]] = {}
        self._tables: dict[Function, Expression] = {}
        self._rounds = 0
        self._requires: dict[Function, Expression] = {}
        self._errors = {location.function for location in program.error_locations} & _reached_from(self._signatures)

    def run(self) -> Answer:
        """Raises OutOfTime."""
        counterexample = self._observations.explore(EXPLORING_SECONDS, self._deadline)
        if counterexample is not None:
            return Violated(counterexample)
        self._tick()
        self._guess()
        try:
            return self._refine()
        except Undecided as reason:
            return GaveUp(f"contracts: {reason}")

    def measures(self) -> dict[str, float]:
        """As a run's report has them."""
        ensured = sum(map(len, self._clauses.values())) + len(self._tables)
        return {"observed_calls": self._observations.count(), "contract_rounds": self._rounds, "contract_clauses": ensured}

    def _guess(self) -> None:
        for signature in self._signatures:
            calls = self._observations.calls[signature.function]
            self._clauses[signature.function] = guesses(self._program, signature, calls)
        if self._observations.complete:
            self._tabulate()

    def _tabulate(self) -> None:
        """Say of each function what its observed calls do; where errors are inside of functions, require that there are no others."""
        for signature in self._signatures:
            function, calls = signature.function, self._observations.calls[signature.function]
            if function not in self._observations.irregular:
                self._tables[function] = table(signature, calls)
            if self._errors:
                self._requires[function] = called(signature, calls)

    def _refine(self) -> Answer:
        for self._rounds in range(1, ROUNDS + 1):
            self._deadline.check()
            self._tick()
            built = modular(self._program, self._contracts())
            check = self._make_check(built.program)
            if self._drop(built, check):
                continue
            failure = next(check.failures(lambda location: True), None)
            if failure is None:
                return Proven(built, tuple(self._contracts()), check.invariants())
            answer = self._follow(built, *failure)
            if answer is not None:
                return answer
        return GaveUp("contracts: no progress")

    def _contracts(self) -> list[Contract]:
        contracts = []
        for signature in self._signatures:
            function = signature.function
            ensures = [*([self._tables[function]] if function in self._tables else []), *self._clauses[function]]
            contracts.append(Contract(signature, tuple(ensures), self._requires.get(function)))
        return contracts

    def _drop(self, built: Modular, check: Check) -> bool:
        """Forget the clauses that do not hold; whether there were any."""
        ensured = {location: clause for location, clause in built.clauses.items() if clause.number is not None}
        broken = [ensured[location] for location, _ in check.failures(ensured.__contains__)]
        for function in {clause.function for clause in broken}:
            numbers = {clause.number for clause in broken if clause.function is function}
            if function in self._tables:
                if 0 in numbers:
                    del self._tables[function]
                    self._observations.irregular.add(function)
                numbers = {number - 1 for number in numbers if number is not None}
            self._clauses[function] = [clause for number, clause in enumerate(self._clauses[function]) if number not in numbers]
        return bool(broken)

    def _follow(self, built: Modular, location: Location, path: Counterexample) -> Answer | None:
        """What an execution with the inputs of an error's model shows; None where it shows something new."""
        clause: Clause | None = built.clauses.get(location)
        alone = next((built.starts[edge] for edge in path.edges if edge in built.starts), None)
        before = self._observations.count()
        if alone is None:
            inputs = tuple([value for choice in path.choices if choice.edge in built.originals for value in choice.values])
            counterexample = self._observations.from_model(inputs, self._deadline)
            if counterexample is not None:
                return Violated(counterexample)
        if self._observations.count() > before or not self._tables:
            known = dict(self._tables)
            self._tabulate()
            if self._tables.keys() - known.keys() or self._observations.count() > before:
                return None
        where = f"of {clause.function.name}" if clause is not None else "of the program"
        return GaveUp(f"contracts: those found do not exclude an error {where}")


def _reached_from(signatures: list[Signature]) -> set[Function]:
    """The recursive functions, and all that they call."""
    reached = {signature.function for signature in signatures}
    pending = list(reached)
    while pending:
        for location in pending.pop().locations:
            for edge in location.leaving:
                if isinstance(edge.operation, Call) and edge.operation.callee not in reached:
                    reached.add(edge.operation.callee)
                    pending.append(edge.operation.callee)
    return reached
