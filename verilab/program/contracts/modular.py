"""The program that says that contracts hold: every recursive function on its own, its recursive calls replaced by their contracts.

    entry:      choose one of  main,  f_1, ..., f_n
    f_k:        any arguments and lasting storage;  assume requires;  call f_k;  each clause of ensures that does not hold is an error
    a call:     requires that does not hold is an error;  havoc result and what is written;  assume ensures

No error location of this program is reachable only if no error location of the original is: by induction over the steps of an execution,
calls respect requires and the calls that have ended respect ensures (Hoare's rule for recursive procedures).  Activations share nothing but
what has static storage duration, as the lowering has made sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Program, RecursiveCall
from verilab.program.contracts.contract import Contract, substitute, written_by
from verilab.program.expressions import Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Havoc, Nondet, NondetKind, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT

ENTRY = "<contracts>"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a contract: ``number`` counts those of ``ensures``, None is ``requires``."""

    function: Function
    number: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Modular:
    """``program`` says that the ``contracts`` hold in the ``original``, and that this is safe.

    ``clauses``: what its error locations stand for, those of the original apart; ``originals``: the edges that its edges copy; ``starts``:
    the edges behind which a function is on its own.
    """

    original: Program
    contracts: tuple[Contract, ...]
    program: Program
    clauses: Mapping[Location, Clause]
    originals: Mapping[Edge, Edge]
    starts: Mapping[Edge, Function]


def modular(program: Program, contracts: Sequence[Contract]) -> Modular:
    """``contracts``: one per function that recursive calls enter.  ValueError where one is missing, or there are several properties."""
    if len(program.properties) > 1:
        raise ValueError("contracts take programs with one property; verify one property at a time")
    return _Construction(program, contracts).build()


class _Construction:
    def __init__(self, program: Program, contracts: Sequence[Contract]) -> None:
        self.original = program
        self.contracts = {contract.signature.function: contract for contract in contracts}
        for call in program.recursive_calls:
            if call.callee not in self.contracts:
                raise ValueError(f"no contract for {call.callee.name}")
        self.calls = {call.edge: call for call in program.recursive_calls}
        self.builder = ProgramBuilder(program.name, program.data_model)
        self.builder.share_storages(program)
        self.entry = self.builder.function(ENTRY)
        self.functions, self.locations = self.builder.copy_functions(program)
        self.clauses: dict[Location, Clause] = {}
        self.originals: dict[Edge, Edge] = {}
        self.starts: dict[Edge, Function] = {}

    def build(self) -> Modular:
        for edge in self.original.edges:
            self._copy(edge)
        self._roots()
        program = self.builder.finish(self.entry, self.original.source_files, self.original.properties)
        return Modular(self.original, tuple(self.contracts.values()), program, self.clauses, self.originals, self.starts)

    def _copy(self, edge: Edge) -> None:
        source, operation = self.locations[edge.source], edge.operation
        call = self.calls.get(edge)
        if call is not None:
            self._call(call, source, self.locations[edge.target])
            return
        if isinstance(operation, Call):
            operation = Call(self.functions[operation.callee], self.locations[operation.return_to])
        copied = self.builder.edge(source, self.locations[edge.target], operation, edge.text, edge.position, edge.imprecise)
        self.originals[copied] = edge

    def _error(self, function: Function, clause: Clause) -> Location:
        error = self.builder.location(function)
        error.is_error, error.property = True, self.original.properties[0] if self.original.properties else ""
        self.clauses[error] = clause
        return error

    def _expect(self, here: Location, condition: Expression, clause: Clause) -> Location:
        """Behind the check of a clause: where it does not hold is an error."""
        holds = self.builder.location(here.function)
        self.builder.branch(here, Assume(condition, True), holds, self._error(here.function, clause), f"contract of {clause.function.name}")
        return holds

    def _saved(self, here: Location, variables: Sequence[Variable], name: str) -> tuple[Location, dict[Variable, Variable]]:
        """Behind copies of the variables, and the copies."""
        copies: dict[Variable, Variable] = {}
        for variable in variables:
            copies[variable] = self.builder.variable(f"{name}{variable.name}", variable.type, here.function.name)
            behind = self.builder.location(here.function)
            self.builder.edge(here, behind, Assign(copies[variable], Read(variable)), f"{copies[variable]} = {variable}")
            here = behind
        return here, copies

    def _call(self, call: RecursiveCall, here: Location, target: Location) -> None:
        contract, edge = self.contracts[call.callee], call.edge
        before = contract.signature.before
        meaning = dict(zip(call.callee.parameters, call.passed, strict=True))
        if contract.requires is not None:
            now = meaning | {formal: variable for variable, formal in before.items()}
            here = self._expect(here, _said(contract.requires, now), Clause(call.callee, None))
        here, copies = self._saved(here, written_by(call), f"before{edge.id}@")
        meaning |= {before[variable]: copy for variable, copy in copies.items()}
        if call.callee.result is not None and call.result is not None:
            meaning[call.callee.result] = call.result
        ends = [self.builder.location(here.function) for _ in contract.ensures]
        operation = edge.operation
        assert isinstance(operation, Havoc)
        following = [*ends, target]
        self.builder.edge(here, following[0], Havoc(operation.targets, NondetKind.INPUT, "recursion"), edge.text, edge.position)
        for clause, start, end in zip(contract.ensures, ends, following[1:], strict=True):
            self.builder.edge(start, end, Assume(_said(clause, meaning), True), f"[ensured by {call.callee.name}]", edge.position)

    def _roots(self) -> None:
        root = self.builder.variable("$root", INT)
        here = self.builder.location(self.entry)
        self.builder.edge(self.entry.entry, here, Assign(root, Nondet(INT, NondetKind.INPUT, "root")), "$root = ?")
        for number, function in enumerate(self.contracts, start=1):
            start, other = self.builder.location(self.entry), self.builder.location(self.entry)
            chosen = Assume(Binary("==", Read(root), Constant(number, INT), INT), True)
            self.starts[self.builder.branch(here, chosen, start, other, f"$root == {number}")[0]] = function
            self._alone(start, function)
            here = other
        main = self.functions[self.original.entry]
        self.builder.edge(here, main.entry, Call(main, self.entry.exit), "the program")

    def _alone(self, here: Location, function: Function) -> None:
        """The body of a function from any state that its contract allows."""
        contract = self.contracts[function]
        lasting = [storage for storage in self.original.storages if storage.function is None]
        behind = self.builder.location(self.entry)
        self.builder.edge(
            here, behind, Havoc((*function.parameters, *lasting), NondetKind.INPUT, "contract"), f"any call of {function.name}"
        )
        before = contract.signature.before
        here, copies = self._saved(behind, [*function.parameters, *before], f"{function.name}@")
        meaning = {before.get(variable, variable): copy for variable, copy in copies.items()}
        if contract.requires is not None:
            behind = self.builder.location(self.entry)
            self.builder.edge(here, behind, Assume(_said(contract.requires, meaning), True), f"[required by {function.name}]")
            here = behind
        back = self.builder.location(self.entry)
        self.builder.edge(here, self.functions[function].entry, Call(self.functions[function], back), f"{function.name}(...)")
        for number, clause in enumerate(contract.ensures):
            back = self._expect(back, _said(clause, meaning), Clause(function, number))
        self.builder.edge(back, self.entry.exit, Skip(), "end")


def _said(clause: Expression, meaning: Mapping[Variable, Variable]) -> Expression:
    """The clause about other variables."""
    return substitute(clause, lambda variable: Read(meaning[variable]) if variable in meaning else None)
