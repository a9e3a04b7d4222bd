"""Observer automata by another route than weaving: random automata, random programs of calls, and a simulation in Python.

The numbers are small, so that C's arithmetic is the integers'.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from verilab.program.automata.expressions import Argument, Binary, Expression, Name, Number, Result, Unary
from verilab.program.automata.model import (
    Anything,
    Assignment,
    Automaton,
    Binds,
    Equals,
    Event,
    EventKind,
    State,
    ToError,
    ToState,
    Transition,
    Variable,
)

# name -> number of arguments.  f and g are defined in the program, e is external, abs and printf are known to the front end.
FUNCTIONS = {"f": 1, "g": 2, "e": 1, "h": 0, "abs": 1, "printf": 2}
STATES = ("s0", "s1", "s2")
VARIABLES = ("x", "y")

small = st.integers(0, 3)


def expressions(arguments: int, *, result: bool) -> st.SearchStrategy[Expression]:
    leaves: list[st.SearchStrategy[Expression]] = [small.map(Number), st.sampled_from(VARIABLES).map(Name)]
    if arguments:
        leaves.append(st.integers(1, arguments).map(Argument))
    if result:
        leaves.append(st.just(Result()))
    operators = st.sampled_from(("==", "!=", "<", ">=", "&", "|", "+", "-", "&&", "||"))
    return st.recursive(
        st.one_of(leaves),
        lambda inner: st.one_of(
            st.builds(Binary, operators, inner, inner),
            st.builds(Unary, st.sampled_from(("!", "-")), inner),
        ),
        max_leaves=4,
    )


@st.composite
def transitions(draw: Any) -> list[Transition]:
    """The transitions of one state: for each event a case distinction that is disjoint by its form, perhaps with a rest."""
    cases: list[Transition] = []
    keys = [(kind, name) for kind in (EventKind.CALL, EventKind.RETURN) for name in FUNCTIONS] + [(EventKind.END, "")]
    for kind, name in draw(st.lists(st.sampled_from(keys), max_size=4, unique=True)):
        count = FUNCTIONS.get(name, 0)
        shape = draw(st.sampled_from(("all", "split", "cases")))
        if shape == "all":
            cases.append(draw(_transition(Event(kind, name), count, None)))
        elif shape == "split" or not count:
            condition = draw(expressions(count, result=kind is EventKind.RETURN and name != "printf"))
            cases.append(draw(_transition(Event(kind, name), count, condition)))
            if draw(st.booleans()):
                cases.append(draw(_transition(Event(kind, name), count, None, otherwise=True)))
        else:
            for value in draw(st.lists(small, min_size=1, max_size=2, unique=True)):
                rest = [draw(st.sampled_from((Anything(), Binds("x")))) for _ in range(count - 1)]
                cases.append(draw(_transition(Event(kind, name, (Equals(Number(value)), *rest)), count, None)))
    return cases


@st.composite
def _transition(draw: Any, event: Event, count: int, condition: Expression | None, *, otherwise: bool = False) -> Transition:
    target = draw(st.one_of(st.sampled_from(STATES).map(ToState), st.sampled_from(STATES).map(ToState), st.just(ToError("broken"))))
    result = event.kind is EventKind.RETURN and event.function != "printf"
    values = expressions(count, result=result)
    assignments = draw(st.lists(st.builds(Assignment, st.sampled_from(VARIABLES), values), max_size=2))
    return Transition(event, target, condition, otherwise, tuple(assignments))


@st.composite
def automata(draw: Any, name: str = "drawn") -> Automaton:
    """A well-formed automaton, but for states that nothing leads to."""
    states = [State(state, tuple(draw(transitions())), state == STATES[0]) for state in STATES]
    variables = tuple(Variable(variable, initial=Number(draw(st.integers(-2, 3)))) for variable in VARIABLES)
    return Automaton(name, tuple(states), variables=variables)


@dataclass(frozen=True)
class Called:
    """A call in the drawn program; e and h return the next input, the others what ``result`` says."""

    name: str
    arguments: tuple[int, ...]


calls = st.sampled_from(sorted(FUNCTIONS)).flatmap(
    lambda name: st.builds(Called, st.just(name), st.tuples(*[st.integers(0, 3)] * FUNCTIONS[name]))
)
programs = st.lists(calls, max_size=8)

PRELUDE = """
extern int __VERIFIER_nondet_int(void);
extern int e(int);
int h(void) { return __VERIFIER_nondet_int(); }
int f(int n) { int old = n; n = 99; return old + 1; }
int g(int a, int b) { if (a > b) return f(a); return b; }
"""


def source(program: list[Called], *, exits: bool, pointer: bool) -> str:
    """The program; ``pointer``: its calls of f and e go through pointers."""
    through = {"f": "(*pf)", "e": "(*pe)"} if pointer else {}
    lines = [f"{through.get(called.name, called.name)}({', '.join(map(str, called.arguments))});" for called in program]
    pointers = "int (*pf)(int) = f; int (*pe)(int) = e;" if pointer else ""
    return PRELUDE + f"int main(void) {{ {pointers} {' '.join(lines)} {'exit(0);' if exits else ''} return 0; }}"


def events(program: list[Called], inputs: list[int]) -> list[tuple[EventKind, str, tuple[int, ...], int | None]]:
    """What an execution of the program shows; one input is used up by each call of e and h."""
    left = iter(inputs)
    shown: list[tuple[EventKind, str, tuple[int, ...], int | None]] = []

    def call(name: str, arguments: tuple[int, ...]) -> int:
        shown.append((EventKind.CALL, name, arguments, None))
        match name:
            case "f":
                result = arguments[0] + 1
            case "g":
                result = call("f", arguments[:1]) if arguments[0] > arguments[1] else arguments[1]
            case "abs":
                result = arguments[0]
            case "printf":
                result = 0
            case _:
                result = next(left)
        shown.append((EventKind.RETURN, name, arguments, result))
        return result

    for called in program:
        call(called.name, called.arguments)
    shown.append((EventKind.END, "", (), None))
    return shown


def violated(automaton: Automaton, shown: list[tuple[EventKind, str, tuple[int, ...], int | None]]) -> bool:
    """Whether the automaton reaches its error on these events."""
    states = {state.name: state for state in automaton.states}
    state = automaton.initial
    values = {variable.name: variable.initial.value for variable in automaton.variables}
    for kind, name, arguments, result in shown:
        here = [candidate for candidate in state.transitions if (candidate.event.kind, candidate.event.function) == (kind, name)]
        taken = [candidate for candidate in here if not candidate.otherwise and _matches(candidate, arguments, result, values)]
        taken = taken or [candidate for candidate in here if candidate.otherwise]
        assert len(taken) < 2
        for transition in taken:
            for position, pattern in enumerate(transition.event.patterns or ()):
                if isinstance(pattern, Binds):
                    values[pattern.name] = arguments[position]
            for assignment in transition.assignments:
                values[assignment.name] = value(assignment.value, arguments, result, values)
            if isinstance(transition.target, ToError):
                return True
            state = states[transition.target.name]
    return False


def _matches(transition: Transition, arguments: tuple[int, ...], result: int | None, values: dict[str, int]) -> bool:
    for position, pattern in enumerate(transition.event.patterns or ()):
        if isinstance(pattern, Equals) and value(pattern.value, arguments, result, values) != arguments[position]:
            return False
    return transition.condition is None or value(transition.condition, arguments, result, values) != 0


def value(expression: Expression, arguments: tuple[int, ...], result: int | None, values: dict[str, int]) -> int:
    match expression:
        case Number(value=number):
            return number
        case Name(name=name):
            return values[name]
        case Argument(position=position):
            return arguments[position - 1]
        case Result():
            assert result is not None
            return result
        case Unary(operator=operator, operand=operand):
            inner = value(operand, arguments, result, values)
            return {"!": int(not inner), "-": -inner, "~": ~inner}[operator]
        case Binary(operator=operator, left=left, right=right):
            a, b = value(left, arguments, result, values), value(right, arguments, result, values)
            match operator:
                case "&&":
                    return int(bool(a) and bool(b))
                case "||":
                    return int(bool(a) or bool(b))
                case "&":
                    return a & b
                case "|":
                    return a | b
                case "+":
                    return a + b
                case "-":
                    return a - b
            return int({"==": a == b, "!=": a != b, "<": a < b, ">=": a >= b}[operator])
    raise AssertionError(expression)
