"""A program with more variables, each of which always has the value of a linear form over those that were there.

    x := ?;  y := x;  while (?) x := x + 1;  [x != y + 3]            x - y has no value of its own where x and y have none, but
    d = x - y:  d := 0 behind y := x,  d := d + 1 in the loop,  [d != 3] behind [x != y + 3]

The forms are those of the program's equations, closed under substitution:  behind  x := e  the form f has the value that  f[x := e]  had in
front of it, which is a constant, another form plus a constant, or is computed from the variables.  An equation between variables is one
between forms, too.  Where a form's value decides nothing before it changes, it is computed from the variables: no analysis carries it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return, evaluated
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.expressions import Binary, Cast, Constant, Expression, Read, storages
from verilab.program.linear_forms.forms import Form, Terms, equation, form, linear_form, solved, variables_of
from verilab.program.operations import Assign, Assume, Havoc, Nondet
from verilab.program.storages import Array, Variable
from verilab.program.types import INT

MOST_FORMS = 64
MOST_VARIABLES = 6
"""In one form."""
MOST_EDGES = 50_000
MOST_STEPS = 500_000
"""Forms that are carried over an edge, in all: what takes longer takes too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Extension:
    """``program`` does what the ``original`` does, whose variables it shares; its other variables are ``forms`` and what serves these.

    ``locations``: where the original's are in it; ``chains``: per edge of the original the edges, in their order, that stand for it, one of
    which has its operation.  ``replaced``: variables that are read only where a form says what they are read for.
    """

    original: Program
    program: Program
    forms: Mapping[Variable, Form]
    locations: Mapping[Location, Location]
    chains: Mapping[Edge, tuple[Edge, ...]]
    replaced: frozenset[Variable]

    def original_counterexample(self, counterexample: Counterexample) -> Counterexample:
        """An execution of ``program`` as one of the original, with the same choices."""
        copied = {link: edge for edge, chain in self.chains.items() for link in chain if _is_copy(link, edge)}
        return Counterexample(
            tuple(copied[edge] for edge in counterexample.edges if edge in copied),
            tuple(Choice(copied[choice.edge], choice.values) for choice in counterexample.choices),
        )


def _is_copy(link: Edge, edge: Edge) -> bool:
    return link.operation is edge.operation or isinstance(edge.operation, Call)


def extended(program: Program) -> Extension | None:
    """The program with the forms of its equations; None where none of them cancels, nothing is added to any, or they are too many."""
    return _Extending(program, _forms(program)).build() if has_cancelling_forms(program) else None


def has_cancelling_forms(program: Program) -> bool:
    """Whether ``extended`` has an extension of the program."""
    return len(program.edges) <= MOST_EDGES and _forms(program).useful


@lru_cache(maxsize=1)
def _forms(program: Program) -> _Forms:
    """Those of the program that was asked about last: the plan of a run asks before the phase does."""
    return _Forms(program)


class _Forms:
    """The forms that decide the equations of a program: ``live`` per location, those whose value there does; ``widths`` of all of them.

    ``singles``: multiples of one variable, whose value does, as that of ``x - y`` behind ``y := 0``.
    ``cancels``: one of them does in some assignment.  ``moves``: one of them becomes another one and a constant, or a variable one of
    several.  ``complete``: they are not too many.
    """

    def __init__(self, program: Program) -> None:
        self.widths: dict[Terms, int] = {}
        self.singles: dict[Terms, int] = {}
        self.live: dict[Location, frozenset[Terms]] = {}
        self.cancels = self.moves = False
        self.complete = True
        self.equations: dict[Edge, tuple[Form, bool]] = {}
        self.assignments: dict[Edge, tuple[Variable, Form]] = {}
        self._program = program
        known: dict[int, tuple[Form, bool] | None] = {}
        for edge in program.edges:
            if isinstance(edge.operation, Assume):
                condition = edge.operation.condition
                if id(condition) not in known:  # both sides of a branching have one
                    known[id(condition)] = equation(Assume(condition, True))
                said = known[id(condition)]
                if said is not None and said[0].terms:
                    self.equations[edge] = said[0], said[1] is edge.operation.positive
        related = any(len(said.terms) > 1 for said, _ in self.equations.values())
        if not related and not any(isinstance(edge.operation, Assign) and _combines(edge.operation) for edge in program.edges):
            return
        for edge in program.edges:
            operation = edge.operation
            if isinstance(operation, Assign) and not isinstance(operation.value, Nondet):
                value = linear_form(operation.value)
                if value is not None:
                    self.assignments[edge] = operation.target, value
        self._combined = self._combined_variables()
        if related or any(variable in self._combined for said, _ in self.equations.values() for variable in said.variables):
            self._demand()

    @property
    def useful(self) -> bool:
        """Whether values of theirs may be known that inputs leave open, of more than copies: these are found equal in other ways, too."""
        return self.cancels and self.moves and self.complete

    def _combined_variables(self) -> frozenset[Variable]:
        """Variables that may have the value of a combination of several ones."""
        sources: dict[Variable, list[Variable]] = {}
        pending: list[Variable] = []
        for target, value in self.assignments.values():
            if len(value.terms) > 1:
                pending.append(target)
            for variable in value.variables:
                sources.setdefault(variable, []).append(target)
        combined: set[Variable] = set()
        while pending:
            variable = pending.pop()
            if variable not in combined:
                combined.add(variable)
                pending += sources.get(variable, ())
        return frozenset(combined)

    def _demand(self) -> None:
        """Backwards from the equations, as liveness of variables is found."""
        program, returns = self._program, returns_of(self._program)
        entering: dict[Location, list[Location]] = {}
        for edge in program.edges:
            for target in targets_of(edge, returns):
                entering.setdefault(target, []).append(edge.source)
        self.live = dict.fromkeys(program.locations, frozenset())
        pending = dict.fromkeys(program.locations)
        steps = 0
        while pending:
            location, _ = pending.popitem()
            live: set[Terms] = set()
            for edge in location.leaving:
                for target in targets_of(edge, returns):
                    steps += len(self.live[target])
                    live.update(self._before(edge, self.live[target]))
            if len(live) > len(self.live[location]):
                self.live[location] = frozenset(live)
                pending.update(dict.fromkeys(entering.get(location, ())))
                if len(self.widths) > MOST_FORMS or steps > MOST_STEPS:
                    self.complete = False
                    return

    def _before(self, edge: Edge, live: frozenset[Terms]) -> Iterable[Terms]:
        said, assigned = self.equations.get(edge), self.assignments.get(edge)
        if said is not None:
            read = self._needed(said[0], of_form=False)
            for each in live if said[1] else ():
                for other in solved(self.form(each), said[0]):
                    read += self._needed(other, of_form=True)
            return live.union(read)
        if not live:
            return live
        if assigned is None:
            gone = set(_overwritten(edge.operation))
            return live if not gone else {each for each in live if gone.isdisjoint(variable for variable, _ in each)}
        target, value = assigned
        before: set[Terms] = set()
        for each in live:
            if all(variable is not target for variable, _ in each):
                before.add(each)
                continue
            behind = self.form(each).substituted(target, value)
            if len(each) > 1:
                self.cancels |= bool(value.terms) and not behind.terms
                self.moves |= len(value.terms) > 1 or (bool(behind.terms) and bool(behind.constant) and bool(value.terms))
            before.update(self._needed(behind, of_form=True))
        return before

    def _needed(self, form: Form, *, of_form: bool) -> list[Terms]:
        """Of what is demanded, what is carried: a single variable where a form becomes it, or it may become one."""
        terms, _ = form.normal()
        if len(terms) > MOST_VARIABLES or not terms or (len(terms) == 1 and not (of_form or terms[0][0] in self._combined)):
            return []
        (self.widths if len(terms) > 1 else self.singles).setdefault(terms, form.width)
        return [terms]

    def form(self, terms: Terms) -> Form:
        return Form(terms, 0, terms[0][0].type.width)


def _combines(operation: Assign) -> bool:
    """Whether the value may be a combination of several variables."""
    value = operation.value
    while isinstance(value, Cast):
        value = value.operand
    return isinstance(value, Binary) and value.operator in ("+", "-") and not isinstance(value.right, Constant)


def _overwritten(operation: Operation) -> Iterator[Variable]:
    match operation:
        case Assign(target=target):
            yield target
        case Havoc(targets=targets):
            yield from (target for target in targets if isinstance(target, Variable))


def returns_of(program: Program) -> dict[Function, list[Location]]:
    """Where calls of each function return to."""
    returns: dict[Function, list[Location]] = {}
    for edge in program.edges:
        if isinstance(edge.operation, Call):
            returns.setdefault(edge.operation.callee, []).append(edge.operation.return_to)
    return returns


def targets_of(edge: Edge, returns: Mapping[Function, list[Location]]) -> list[Location]:
    """Where control may be behind an edge, whoever called."""
    match edge.operation:
        case Call(callee=callee):
            return [callee.entry]
        case Return():
            return returns.get(edge.source.function, [])
    return [edge.target]


class _Extending:
    def __init__(self, program: Program, forms: _Forms) -> None:
        self.original = program
        self.forms = forms
        self.builder = ProgramBuilder(program.name, program.data_model)
        self.builder.share_storages(program)
        taken = {storage.name for storage in program.storages}
        self.variables: dict[Terms, Variable] = {}
        self.replaced = frozenset(self._replaced())
        replacing = {terms: width for terms, width in forms.singles.items() if terms[0][0] in self.replaced}
        self.widths = {**forms.widths, **replacing}
        for number, (terms, width) in enumerate(self.widths.items()):
            name = f"form#{number}"
            while name in taken:
                name += "#"
            self.variables[terms] = self.builder.variable(name, form({}, 0, width).type)
        self.containing: dict[Variable, list[Terms]] = {}
        for terms in self.widths:
            for variable, _ in terms:
                self.containing.setdefault(variable, []).append(terms)
        self.functions: dict[Function, Function] = {}
        self.locations: dict[Location, Location] = {}
        self.chains: dict[Edge, tuple[Edge, ...]] = {}
        self.live = forms.live

    def build(self) -> Extension:
        self._copy_locations()
        for edge in self.original.edges:
            self.chains[edge] = tuple(self._chain(edge))
        entry = self.functions[self.original.entry]
        program = self.builder.finish(entry, self.original.source_files, self.original.properties)
        forms = {variable: Form(terms, 0, self.widths[terms]) for terms, variable in self.variables.items()}
        return Extension(self.original, program, forms, self.locations, self.chains, self.replaced)

    def _copy_locations(self) -> None:
        for function in self.original.functions.values():
            copy = self.functions[function] = self.builder.function(function.name)
            copy.parameters, copy.result = function.parameters, function.result
            self.locations[function.entry], self.locations[function.exit] = copy.entry, copy.exit
        for location in self.original.locations:
            if location not in self.locations:
                self.locations[location] = self.builder.location(self.functions[location.function], location.label)
            copied = self.locations[location]
            copied.is_error, copied.property = location.is_error, location.property

    def _replaced(self) -> Iterator[Variable]:
        """Variables of forms that nothing else reads: not even a form where it is computed from them, but for constants."""
        kept: set[Variable | Array] = set()
        members = variables_of(self.forms.widths)
        looked: set[int] = set()
        for edge in self.original.edges:
            said, assigned = self.forms.equations.get(edge), self.forms.assignments.get(edge)
            if said is not None and said[0].normal()[0] in self.forms.widths:
                continue
            if assigned is not None and assigned[0] in members:
                continue
            for expression in evaluated(edge.operation):
                if id(expression) not in looked:  # both sides of a branching have one condition
                    looked.add(id(expression))
                    kept |= storages(expression)
        return (variable for variable in sorted(members, key=lambda variable: variable.slot) if variable not in kept)

    def _chain(self, edge: Edge) -> Iterator[Edge]:
        before, behind = self.updates(edge)
        operation = edge.operation
        if not before and not behind and not isinstance(operation, Call):
            yield self.builder.edge(
                self.locations[edge.source], self.locations[edge.target], operation, edge.text, edge.position, edge.imprecise
            )
            return
        if isinstance(operation, Call):
            operation = Call(self.functions[operation.callee], self.locations[operation.return_to])
        steps: list[Operation] = [*before, operation, *behind]
        here, end = self.locations[edge.source], self.locations[edge.target]
        for number, step in enumerate(steps):
            there = end if number == len(steps) - 1 else self.builder.location(here.function)
            text = edge.text if step is operation else _text(step)
            yield self.builder.edge(here, there, step, text, edge.position, edge.imprecise if step is operation else None)
            here = there

    def updates(self, edge: Edge) -> tuple[list[Operation], list[Operation]]:
        """What is done to the forms' variables in front of an edge's operation, and behind it."""
        if isinstance(edge.operation, Call | Return):
            return [], []
        if isinstance(edge.operation, Assume):
            return [], list(self._equations(edge))
        live = self.live[edge.target]
        before: list[tuple[Variable, Expression]] = []
        behind: list[Operation] = []
        for terms in self.changed(edge):
            value = self.value_behind(edge, terms) if terms in live else None
            if value is None:
                behind.append(self._computed(terms))
            else:
                before.append((self.variables[terms], self._expressed(value)))
        return [*self._together(before, behind)], behind

    def changed(self, edge: Edge) -> list[Terms]:
        """The forms that an edge may give another value."""
        match edge.operation:
            case Assign(target=target):
                return self.containing.get(target, [])
            case Havoc(targets=targets):
                variables = [target for target in targets if isinstance(target, Variable)]
                return list(dict.fromkeys(terms for variable in variables for terms in self.containing.get(variable, ())))
        return []

    def value_behind(self, edge: Edge, terms: Terms) -> Form | None:
        """The value of a form behind an assignment, as a form over what was in front of it."""
        assigned = self.forms.assignments.get(edge)
        return None if assigned is None else Form(terms, 0, self.widths[terms]).substituted(*assigned)

    def _computed(self, terms: Terms) -> Assign:
        return Assign(self.variables[terms], Form(terms, 0, self.widths[terms]).expression())

    def _expressed(self, value: Form) -> Expression:
        """By a variable for its terms, where there is one."""
        terms, sign = value.normal()
        variable = self.variables.get(terms)
        if variable is None:
            return value.expression()
        return form({variable: sign}, value.constant, value.width).expression()

    def _together(self, assignments: list[tuple[Variable, Expression]], behind: list[Operation]) -> Iterator[Assign]:
        """The assignments as if they happened at once: through other variables, where one reads what another one changes."""
        targets = {target for target, _ in assignments}
        if all(read is target or read not in targets for target, value in assignments for read in storages(value)):
            yield from (Assign(target, value) for target, value in assignments)
            return
        for target, value in assignments:
            kept = self._auxiliary(target)
            yield Assign(kept, value)
            behind.append(Assign(target, Read(kept)))

    def _auxiliary(self, target: Variable) -> Variable:
        name = f"{target.name}'"
        for storage in reversed(self.builder.storages):
            if storage.name == name:
                assert isinstance(storage, Variable)
                return storage
        return self.builder.variable(name, target.type, temporary=True)

    def _equations(self, edge: Edge) -> Iterator[Assume]:
        """What an equation says of the forms' variables."""
        said = self.forms.equations.get(edge)
        if said is None:
            return
        value, equal = said
        terms, sign = value.normal()
        variable = self.variables.get(terms)
        if variable is not None:
            # sign * variable + constant = 0
            constant = Constant(value.type.wrap(-sign * value.constant), value.type)
            yield Assume(Binary("==", Read(variable), constant, INT), equal)
        if equal:
            live = [each for each in self.variables if each in self.live[edge.target] and each != terms]
            for each in live:
                for other in solved(self.forms.form(each), value):
                    yield Assume(Binary("==", Read(self.variables[each]), self._expressed(other), INT), True)


def _text(step: Operation) -> str:
    return "[forms]" if isinstance(step, Assume) else "forms"
