"""Which linear forms decide the equations of a program: backwards from these, as liveness of variables is found.

An equation demands the form that is 0 by it.  A form f that is demanded behind  x := e  demands  f[x := e]  in front of it, if that is no
constant and has few variables; where it is not demanded f is computed from the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from verilab.program.cfa import Call, Edge, Function, Location, Operation, Program, Return
from verilab.program.expressions import Binary, Cast, Constant
from verilab.program.linear_forms.forms import Form, Terms, equation, linear_form, solved
from verilab.program.operations import Assign, Assume, Havoc, Nondet
from verilab.program.static_analysis.call_graph import return_locations
from verilab.program.storages import Variable

MOST_FORMS = 64
MOST_VARIABLES = 6
"""In one form."""
MOST_EDGES = 50_000
MOST_STEPS = 500_000
"""Forms that are carried over an edge, in all: what takes longer takes too long."""


def has_cancelling_forms(program: Program) -> bool:
    """Whether ``extended`` has an extension of the program."""
    return len(program.edges) <= MOST_EDGES and demand(program).useful


@lru_cache(maxsize=1)
def demand(program: Program) -> Demand:
    """Those of the program that was asked about last: the plan of a run asks before the phase does."""
    return Demand(program)


class Demand:
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
        program, returns = self._program, return_locations(self._program)
        entering: dict[Location, list[Location]] = {}
        for edge in program.edges:
            for target in _targets(edge, returns):
                entering.setdefault(target, []).append(edge.source)
        self.live = dict.fromkeys(program.locations, frozenset())
        pending = dict.fromkeys(program.locations)
        steps = 0
        while pending:
            location, _ = pending.popitem()
            live: set[Terms] = set()
            for edge in location.leaving:
                for target in _targets(edge, returns):
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
            for terms in live if said[1] else ():
                for other in solved(form_of(terms), said[0]):
                    read += self._needed(other, of_form=True)
            return live.union(read)
        if not live:
            return live
        if assigned is None:
            gone = set(_overwritten(edge.operation))
            return live if not gone else {terms for terms in live if gone.isdisjoint(variable for variable, _ in terms)}
        target, value = assigned
        before: set[Terms] = set()
        for terms in live:
            if all(variable is not target for variable, _ in terms):
                before.add(terms)
                continue
            behind = form_of(terms).substituted(target, value)
            if len(terms) > 1:
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


def form_of(terms: Terms) -> Form:
    """The form without a constant."""
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


def _targets(edge: Edge, returns: Mapping[Function, list[Location]]) -> list[Location]:
    """Where control may be behind an edge, whoever called."""
    match edge.operation:
        case Call(callee=callee):
            return [callee.entry]
        case Return():
            return returns.get(edge.source.function, [])
    return [edge.target]
