"""Check that a program with linear forms as variables of their own does whatever the original does.

per edge of the original, of the chain that stands for it:
    where every form's variable has the form's value in front of the chain, and the edge's operation can be executed,
    the chain can be executed, changes the original's variables as the operation does, and every form's variable has its value behind it

All variables begin with any values, hence those of the forms with any that these have.  Then a proof that the extension reaches no error is
one for the original.  The forms' values are compared by algebra modulo 2^w (``verilab.evidence.naive.polynomials``).
"""

from __future__ import annotations

from collections.abc import Iterator

import pysmt.operators as op
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.expressions import translate
from verilab.evidence.naive.polynomials import Equations, TooManyMonomials
from verilab.evidence.results import Rejected
from verilab.program.cfa import Call, Edge, Operation, Return
from verilab.program.expressions import Expression
from verilab.program.linear_forms.extension import Extension
from verilab.program.linear_forms.forms import Form
from verilab.program.operations import Assign, Assume, Havoc, Nondet, Skip, Store
from verilab.program.storages import Variable, slots_of
from verilab.resources import Deadline

CHECKER = "algebra of linear forms"


def broken_extension(extension: Extension, environment: Environment, deadline: Deadline) -> Rejected | None:
    """Where the extension may do less than the original; None where it does not.  Raises OutOfTime."""
    check = _Check(extension, environment)
    reason = check.shape()
    for edge in extension.original.edges:
        if reason:
            break
        deadline.check()
        reason = check.chain(edge)
    return Rejected(f"linear forms: {reason}", CHECKER) if reason else None


class _Check:
    def __init__(self, extension: Extension, environment: Environment) -> None:
        self._extension = extension
        self._operators = BitVectors(environment)
        self._terms = self._operators.terms
        self._own = {slot for storage in extension.original.storages for slot in slots_of(storage)}
        self._of_forms = {variable.slot for form in extension.forms.values() for variable, _ in form.terms}
        self._symbols: dict[int, FNode] = {}
        self._types = {slot: storage.type for storage in extension.program.storages for slot in slots_of(storage)}

    def shape(self) -> str:
        """What is wrong with locations and variables; "" where nothing is."""
        extension = self._extension
        original, program = extension.original, extension.program
        if len(original.properties) > 1 or original.recursive_calls:
            return "the program has several properties, or calls that are not unfolded"
        if set(map(id, original.storages)) - set(map(id, program.storages)):
            return "a variable is missing"
        if any(variable.slot in self._own for variable in extension.forms):
            return "a form has a variable of the program"
        if any(variable.type.width != form.width for form in extension.forms.values() for variable, _ in form.terms):
            return "a variable has another width than its form"
        if extension.locations.get(original.entry.entry) is not program.entry.entry:
            return "the entry is another one"
        for location in original.locations:
            image = extension.locations.get(location)
            if image is None or image.is_error is not location.is_error or image.property != location.property:
                return f"{location!r} has no counterpart"
        return ""

    def chain(self, edge: Edge) -> str:
        """What is wrong with the chain that stands for an edge; "" where nothing is."""
        extension = self._extension
        chain = extension.chains.get(edge, ())
        copies = [link for link in chain if self._copies(link.operation, edge.operation)]
        if len(copies) != 1 or chain[0].source is not extension.locations[edge.source]:
            return f"{edge!r} has no counterpart"
        here = chain[0].source
        for link in chain:
            if link.source is not here or link not in here.leaving:
                return f"{edge!r}: what stands for it is no path"
            here = link.target
        if isinstance(edge.operation, Call | Return):
            return "" if len(chain) == 1 else f"{edge!r}: something is done beside the call"
        if here is not extension.locations[edge.target]:
            return f"{edge!r}: what stands for it ends elsewhere"
        others = [link.operation for link in chain if link is not copies[0]]
        if not others and self._of_forms.isdisjoint(_changed(edge.operation)):
            return ""
        if not all(isinstance(other, Assume) or (isinstance(other, Assign) and other.target.slot not in self._own) for other in others):
            return f"{edge!r}: what stands for it changes more than the forms' variables"
        try:
            return self._executed(edge, chain)
        except TooManyMonomials:
            return f"{edge!r}: its forms are too large"

    def _copies(self, operation: Operation, original: Operation) -> bool:
        if not isinstance(original, Call):
            return operation is original
        locations = self._extension.locations
        if not isinstance(operation, Call):
            return False
        return operation.callee.entry is locations[original.callee.entry] and operation.return_to is locations[original.return_to]

    def _executed(self, edge: Edge, chain: tuple[Edge, ...]) -> str:
        values = {variable.slot: self._of_form(form, {}) for variable, form in self._extension.forms.items()}
        fact: FNode | None = None
        asked: list[tuple[FNode, bool]] = []
        for link in chain:
            operation = link.operation
            match operation:
                case Assume(condition=condition, positive=positive):
                    holds = self._operators.truth(self._term(condition, values), condition.type)
                    holds = holds if positive else self._terms.negation(holds)
                    if operation is edge.operation:
                        fact = holds
                    else:
                        asked.append((holds, fact is not None))
                case Assign(target=target, value=value):
                    values[target.slot] = self._operators.fresh(target.type) if isinstance(value, Nondet) else self._term(value, values)
                case _:
                    values.update((slot, self._operators.fresh(self._types[slot])) for slot in _changed(operation))
        if not all(behind and self._follows(fact, goal) for goal, behind in asked):
            return f"{edge!r}: what is assumed of a form does not follow"
        for variable, form in self._extension.forms.items():
            goal = self._operators.equal(self._value(variable.slot, values), self._of_form(form, values))
            if not self._follows(None, goal):
                return f"{edge!r}: a form's variable has another value than the form"
        return ""

    def _follows(self, fact: FNode | None, goal: FNode) -> bool:
        """Whether the goal follows from the fact, both of them equations or negations of equations."""
        if goal.is_not():  # from a != b follows c != d where a = b follows from c = d
            return fact is not None and fact.is_not() and self._follows(goal.arg(0), fact.arg(0))
        equations = Equations(self._terms)
        if fact is not None:
            equations.assume(fact)
        return equations.rewritten(goal) is self._terms.true

    def _of_form(self, form: Form, values: dict[int, FNode]) -> FNode:
        total = self._terms.bit_vector(form.constant, form.width)
        for variable, coefficient in form.terms:
            factors = (self._terms.bit_vector(coefficient, form.width), self._value(variable.slot, values))
            part = self._terms.node(op.BV_MUL, factors, (form.width,))
            total = self._terms.node(op.BV_ADD, (total, part), (form.width,))
        return total

    def _value(self, slot: int, values: dict[int, FNode]) -> FNode:
        if slot in values:
            return values[slot]
        if slot not in self._symbols:
            self._symbols[slot] = self._operators.fresh(self._types[slot])
        return self._symbols[slot]

    def _term(self, expression: Expression, values: dict[int, FNode]) -> FNode:
        return translate(expression, lambda slot: self._value(slot, values), self._operators, lambda array: False)


def _changed(operation: Operation) -> Iterator[int]:
    """The slots that an operation changes, of variables."""
    match operation:
        case Assign(target=target):
            yield target.slot
        case Havoc(targets=targets):
            yield from (storage.slot for storage in targets if isinstance(storage, Variable))
        case Store() | Skip() | Assume() | Call() | Return():
            pass
