"""A program with more variables, each of which always has the value of a linear form over those that were there.

    x := ?;  y := x;  while (?) x := x + 1;  [x != y + 3]            x - y has no value of its own where x and y have none, but
    d = x - y:  d := 0 behind y := x,  d := d + 1 in the loop,  [d != 3] behind [x != y + 3]

The forms are those that the program's equations demand (``demand.py``).  Behind  x := e  the form f has the value that  f[x := e]  had in
front of it, which is a constant, another form plus a constant, or is computed from the variables.  An equation between variables is one
between forms, too.  Where a form's value decides nothing before it changes, it is computed from the variables: no analysis carries it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verilab.data_classes import dataclass
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Call, Edge, Location, Operation, Program, Return, evaluated
from verilab.program.counterexample import Choice, Counterexample
from verilab.program.expressions import Binary, Constant, Expression, Read, storages
from verilab.program.linear_forms.demand import Demand, demand, form_of, has_cancelling_forms
from verilab.program.linear_forms.forms import Form, Terms, form, solved, variables_of
from verilab.program.operations import Assign, Assume, Havoc
from verilab.program.storages import Array, Variable
from verilab.program.types import INT


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
    return _Extending(program, demand(program)).build() if has_cancelling_forms(program) else None


class _Extending:
    def __init__(self, program: Program, forms: Demand) -> None:
        self.original = program
        self.forms = forms
        self.builder = ProgramBuilder(program.name, program.data_model)
        self.builder.share_storages(program)
        self.variables: dict[Terms, Variable] = {}
        self.replaced = frozenset(self._replaced())
        replacing = {terms: width for terms, width in forms.singles.items() if terms[0][0] in self.replaced}
        self.widths = {**forms.widths, **replacing}
        for number, (terms, width) in enumerate(self.widths.items()):
            self.variables[terms] = self.builder.variable(self.builder.unused_name(f"form#{number}"), form({}, 0, width).type)
        self.containing: dict[Variable, list[Terms]] = {}
        for terms in self.widths:
            for variable, _ in terms:
                self.containing.setdefault(variable, []).append(terms)
        self.functions, self.locations = self.builder.copy_functions(program)
        self.chains: dict[Edge, tuple[Edge, ...]] = {}
        self.live = forms.live

    def build(self) -> Extension:
        for edge in self.original.edges:
            self.chains[edge] = tuple(self._chain(edge))
        entry = self.functions[self.original.entry]
        program = self.builder.finish(entry, self.original.source_files, self.original.properties)
        forms = {variable: Form(terms, 0, self.widths[terms]) for terms, variable in self.variables.items()}
        return Extension(self.original, program, forms, self.locations, self.chains, self.replaced)

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
            live = [other_terms for other_terms in self.variables if other_terms in self.live[edge.target] and other_terms != terms]
            for other_terms in live:
                for other in solved(form_of(other_terms), value):
                    yield Assume(Binary("==", Read(self.variables[other_terms]), self._expressed(other), INT), True)


def _text(step: Operation) -> str:
    return "[forms]" if isinstance(step, Assume) else "forms"
