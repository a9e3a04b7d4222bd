"""Small programs for the tests of the predicate analysis, written statement by statement, and the analyses that run on them."""

from __future__ import annotations

from collections.abc import Callable

from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Program
from verilab.program.expressions import COMPARISONS, Binary, Constant, Expression, Read
from verilab.program.operations import Assign, Assume, Nondet, NondetKind
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

Body = Callable[[], None]
Operand = Variable | Expression | int


class Writer:
    """Writes the body of ``main`` in the order of its statements."""

    def __init__(self, type: IntType = INT) -> None:
        self.type = type
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.here = self.main.entry

    def variables(self, *names: str) -> list[Variable]:
        return [self.builder.variable(f"main::{name}", self.type, "main") for name in names]

    def number(self, value: int) -> Constant:
        return Constant(value, self.type)

    def binary(self, operator: str, left: Operand, right: Operand) -> Binary:
        return Binary(operator, self._term(left), self._term(right), INT if operator in COMPARISONS else self.type)

    def assign(self, target: Variable, value: Operand) -> None:
        self._step(Assign(target, self._term(value)), f"{target} = ...")

    def havoc(self, target: Variable) -> None:
        self._step(Assign(target, Nondet(self.type, NondetKind.INPUT, "__VERIFIER_nondet_int")), f"{target} = nondet()")

    def assume(self, operator: str, left: Operand, right: Operand) -> None:
        self._step(Assume(self.binary(operator, left, right), True), f"[{left} {operator} {right}]")

    def loop(self, operator: str, left: Operand, right: Operand, body: Body) -> None:
        head = self.here
        inside, after = self.builder.location(self.main), self.builder.location(self.main)
        self.builder.branch(head, Assume(self.binary(operator, left, right), True), inside, after)
        self.here = inside
        body()
        self.builder.edge(self.here, head, Assume(self.number(1), True))
        self.here = after

    def branch(self, operator: str, left: Operand, right: Operand, then: Body, otherwise: Body | None = None) -> None:
        inside, outside, after = (self.builder.location(self.main) for _ in range(3))
        self.builder.branch(self.here, Assume(self.binary(operator, left, right), True), inside, outside)
        for start, body in ((inside, then), (outside, otherwise)):
            self.here = start
            if body is not None:
                body()
            self.builder.edge(self.here, after, Assume(self.number(1), True))
        self.here = after

    def check(self, operator: str, left: Operand, right: Operand) -> None:
        error, after = self.builder.location(self.main), self.builder.location(self.main)
        error.is_error = True
        self.builder.branch(self.here, Assume(self.binary(operator, left, right), True), after, error)
        self.here = after

    def finish(self) -> Program:
        self.builder.edge(self.here, self.main.exit, Assume(self.number(1), True))
        return self.builder.finish(self.main)

    def _term(self, value: Operand) -> Expression:
        if isinstance(value, int):
            return self.number(value)
        return Read(value) if isinstance(value, Variable) else value

    def _step(self, operation: Assign | Assume, text: str) -> None:
        after = self.builder.location(self.main)
        self.builder.edge(self.here, after, operation, text)
        self.here = after


def counting(bound: int, claimed: int) -> Program:
    """``x = 0; while (x < bound) x++; assert(x == claimed);``"""
    write = Writer()
    (x,) = write.variables("x")
    write.assign(x, 0)
    write.loop("<", x, bound, lambda: write.assign(x, write.binary("+", x, 1)))
    write.check("==", x, claimed)
    return write.finish()


def lock(*, safe: bool) -> Program:
    """A lock is taken and released in a loop; where not ``safe`` an input decides whether it is released."""
    write = Writer()
    held, choice = write.variables("held", "choice")

    def body() -> None:
        write.check("==", held, 0)
        write.assign(held, 1)
        write.havoc(choice)
        if safe:
            write.assign(held, 0)
        else:
            write.branch("!=", choice, 0, lambda: write.assign(held, 0))

    write.assign(held, 0)
    write.havoc(choice)
    write.loop("!=", choice, 7, body)
    return write.finish()


def named_states() -> Program:
    """A state goes around between three inputs, of which no two are equal; it is never something else."""
    write = Writer()
    state, up, down, idle, choice = write.variables("state", "up", "down", "idle", "choice")
    for name in (up, down, idle, choice):
        write.havoc(name)
    for one, other in ((up, down), (down, idle), (up, idle)):
        write.assume("!=", one, other)
    write.assign(state, down)

    def body() -> None:
        write.branch(
            "==",
            state,
            down,
            lambda: write.assign(state, up),
            lambda: write.branch("==", state, up, lambda: write.assign(state, idle), lambda: write.assign(state, down)),
        )
        write.havoc(choice)

    write.loop("!=", choice, 7, body)
    write.branch("!=", state, up, lambda: write.branch("!=", state, down, lambda: write.check("==", state, idle)))
    return write.finish()


def both_or_neither() -> Program:
    """In each round an input decides whether a and b are 1 and 2 or 3 and 4, which is checked at the end."""
    write = Writer()
    a, b, choice = write.variables("a", "b", "choice")

    def put(first: int, second: int) -> None:
        write.assign(a, first)
        write.assign(b, second)

    def body() -> None:
        put(1, 2)
        write.havoc(choice)
        write.branch("!=", choice, 0, lambda: put(3, 4))
        write.havoc(choice)

    put(1, 2)
    write.havoc(choice)
    write.loop("!=", choice, 7, body)
    write.branch("==", a, 1, lambda: write.check("==", b, 2))
    write.branch("!=", a, 1, lambda: write.check("==", b, 4))
    return write.finish()


def forte15_figure1(bound: int) -> Program:
    """FORTE'15 Fig. 1: a Boolean and a loop counter each exclude the error; only the Boolean does so without unrolling."""
    write = Writer()
    b, i, other = write.variables("b", "i", "other")
    write.assign(b, 0)
    write.assign(i, 0)

    def body() -> None:
        write.assign(i, write.binary("+", i, 1))
        write.havoc(other)
        write.branch("==", other, 0, lambda: write.check("==", b, 0))

    write.loop("<", i, bound, body)
    write.check("==", b, 0)
    return write.finish()


def vmcai12_figure1(*, safe: bool = True) -> Program:
    """VMCAI'12 Fig. 1: x + y + z = n is kept by three optional moves of one unit; at x = 0 then n = y + z.

    Machine integers wrap around, so n is small and a unit is only taken from where one is.
    """
    write = Writer()
    x, y, z, n, choice = write.variables("x", "y", "z", "n", "choice")
    write.havoc(n)
    write.assume(">=", n, 0)
    write.assume("<=", n, 3)
    write.assign(x, n)
    write.assign(y, 0)
    write.assign(z, 0)

    def move(source: Variable, target: Variable, amount: int = 1) -> None:
        def moved() -> None:
            write.assign(source, write.binary("-", source, 1))
            write.assign(target, write.binary("+", target, amount))

        write.havoc(choice)
        write.branch("!=", choice, 0, lambda: write.branch(">", source, 0, moved))

    def body() -> None:
        move(y, x)
        move(z, y)
        move(x, z, 1 if safe else 2)

    write.loop("!=", x, 0, body)
    write.check("==", n, write.binary("+", y, z))
    return write.finish()
