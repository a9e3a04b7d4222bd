"""The text format of observer automata.

    automaton mutex-twice                                   # a name of words joined by hyphens
    title "The same mutex is not acquired twice."           # optional, and so is   origin "LDV 32_1a"
    constant GFP_ATOMIC = 0x20                              # named integers
    variable held : pointer = 0                             # int or pointer (int), with an initial value (0)
    state free initial
      on call mutex_lock(?held) -> taken                    # ?x binds the argument; _ any; a name or number: equal; ... any more
      on call mutex_unlock -> error "released without being held"
    state taken
      on call mutex_lock(held) -> error                     # the message is optional
      on return mutex_trylock if $r == 0 && $1 != held do held = $1 -> taken
      on call mutex_unlock otherwise -> free                # where no other transition of the state matches
      on end -> error "still held"                          # main returns, or exit is called

A function without parentheses is matched whatever its arguments.  An event that matches nothing changes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from verilab.program.automata.checks import check
from verilab.program.automata.expressions import LEVELS, UNARY, Argument, Binary, Expression, Name, Number, Result, Unary
from verilab.program.automata.model import (
    Anything,
    Assignment,
    Automaton,
    Binds,
    Constant,
    Equals,
    Event,
    EventKind,
    Pattern,
    State,
    ToError,
    ToState,
    Transition,
    Variable,
    VariableType,
)
from verilab.program.automata.tokens import Token, tokens
from verilab.program.errors import InputError
from verilab.program.source import SourceText, read_text

DEEPEST = 50  # nested operators of an expression
LARGEST_NUMBER = (1 << 63) - 1


def load_automaton(path: str | os.PathLike[str]) -> Automaton:
    """The automaton of a file.  Raises InputError."""
    return parse_automaton(read_text(Path(path)), os.fspath(path))


def parse_automaton(text: str, name: str = "<automaton>") -> Automaton:
    """The automaton of a text, checked; ``name`` stands for the file in messages.  Raises InputError with the place."""
    return check(_Parser(SourceText(name, text)).automaton())


class _Parser:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._tokens = tokens(source)
        self._next = 0
        self._depth = 0

    # -- tokens -------------------------------------------------------------------------------------------------------------------

    @property
    def token(self) -> Token:
        return self._tokens[self._next]

    def error(self, message: str, hint: str | None = None, token: Token | None = None) -> InputError:
        place = (token or self.token).place
        return self.source.error(message, place.line, place.column, hint)

    def take(self) -> Token:
        token = self.token
        self._next += token.kind != "end"
        return token

    def at(self, text: str) -> bool:
        return self.token.text == text and self.token.kind in ("keyword", "symbol")

    def skip(self, text: str) -> bool:
        """Whether the next token is this one, which is then taken."""
        is_there = self.at(text)
        if is_there:
            self.take()
        return is_there

    def expect(self, text: str, where: str) -> None:
        if not self.skip(text):
            raise self.error(f"'{text}' was expected {where}, not {self.token.shown}")

    def name(self, what: str) -> Token:
        token = self.token
        if token.kind == "keyword":
            raise self.error(f"'{token.text}' is a word of the format and cannot be {what}")
        if token.kind != "name":
            raise self.error(f"{what} was expected, not {token.shown}")
        return self.take()

    def string(self, what: str) -> str:
        if self.token.kind != "string":
            raise self.error(f"{what} was expected in quotes, not {self.token.shown}")
        return self.take().text[1:-1]

    # -- declarations -------------------------------------------------------------------------------------------------------------

    def automaton(self) -> Automaton:
        if self.token.kind == "end":
            raise InputError("contains no automaton", file=self.source.name, hint="begin with: automaton NAME")
        self.expect("automaton", "at the beginning")
        name = self.name("the automaton's name").text
        while self.skip("-"):
            name += "-" + self.name("a part of the automaton's name").text
        texts = {"title": "", "origin": ""}
        constants: list[Constant] = []
        variables: list[Variable] = []
        states: list[State] = []
        while self.token.kind != "end":
            if self.at("title") or self.at("origin"):
                kind = self.take()
                if texts[kind.text]:
                    raise self.error(f"the {kind.text} is given twice", token=kind)
                texts[kind.text] = self.string(f"the {kind.text}")
            elif self.at("constant"):
                constants.append(self._constant())
            elif self.at("variable"):
                variables.append(self._variable())
            elif self.at("state"):
                states.append(self._state())
            elif self.at("on"):
                raise self.error("a transition belongs to a state", "write: state NAME, and below it the transitions")
            else:
                hint = "title, origin, constant, variable, state, or (in a state) on"
                raise self.error(f"a declaration was expected, not {self.token.shown}", hint)
        return Automaton(name, tuple(states), texts["title"], texts["origin"], tuple(constants), tuple(variables), self.source)

    def _constant(self) -> Constant:
        self.take()
        token = self.name("a constant's name")
        self.expect("=", "after the constant's name")
        return Constant(token.text, self._number(), token.place)

    def _variable(self) -> Variable:
        self.take()
        token = self.name("a variable's name")
        type = VariableType.INT
        if self.skip(":"):
            known = " or ".join(known_type.value for known_type in VariableType)
            if self.token.text not in [known_type.value for known_type in VariableType]:
                raise self.error(f"the type {self.token.shown} is not known", known)
            type = VariableType(self.take().text)
        return Variable(token.text, type, self._number() if self.skip("=") else Number(0), token.place)

    def _number(self) -> Number:
        """An integer, perhaps negative."""
        negative = self.skip("-")
        if self.token.kind != "number":
            raise self.error(f"a number was expected, not {self.token.shown}")
        number = self._literal()
        return Number(-number.value, number.hexadecimal) if negative else number

    def _literal(self) -> Number:
        token = self.take()
        hexadecimal = token.text[:2].lower() == "0x"
        # Python refuses decimal texts of thousands of digits with an error of its own.
        value = int(token.text, 16) if hexadecimal else int(token.text) if len(token.text) < 30 else LARGEST_NUMBER + 1
        if value > LARGEST_NUMBER:
            raise self.error("this number has more than 63 bits", token=token)
        return Number(value, hexadecimal)

    def _state(self) -> State:
        self.take()
        token = self.name("a state's name")
        initial = self.skip("initial")
        transitions: list[Transition] = []
        while self.at("on"):
            transitions.append(self._transition())
        return State(token.text, tuple(transitions), initial, token.place)

    # -- transitions --------------------------------------------------------------------------------------------------------------

    def _transition(self) -> Transition:
        place = self.take().place
        event = self._event()
        otherwise = self.skip("otherwise")
        condition = self._expression() if not otherwise and self.skip("if") else None
        assignments: list[Assignment] = []
        if self.skip("do"):
            assignments.append(self._assignment())
            while self.skip(","):
                assignments.append(self._assignment())
        self.expect("->", "before the transition's target")
        if self.skip("error"):
            message = self.string("a message") if self.token.kind == "string" else ""
            return Transition(event, ToError(message), condition, otherwise, tuple(assignments), place)
        target = self.name("a state's name")
        return Transition(event, ToState(target.text, target.place), condition, otherwise, tuple(assignments), place)

    def _event(self) -> Event:
        if self.skip("end"):
            return Event(EventKind.END)
        if not self.at("call") and not self.at("return"):
            raise self.error(f"{self.token.shown} is no event", "on call FUNCTION, on return FUNCTION, or on end")
        kind = EventKind(self.take().text)
        function = self.name("a function's name").text
        if not self.skip("("):
            return Event(kind, function)
        patterns: list[Pattern] = []
        more = False
        while not self.at(")"):
            if patterns:
                self.expect(",", "between the patterns of arguments")
            if self.skip("..."):
                more = True
                break
            patterns.append(self._pattern())
        self.expect(")", "after the patterns of arguments")
        return Event(kind, function, tuple(patterns), more)

    def _pattern(self) -> Pattern:
        token = self.token
        if token.kind == "number" or self.at("-"):
            return Equals(self._number())
        if self.skip("?"):
            bound = self.name("a variable's name")
            return Binds(bound.text, bound.place)
        if token.kind == "name":
            self.take()
            return Anything() if token.text == "_" else Equals(Name(token.text, token.place))
        raise self.error(f"{token.shown} is no pattern of an argument", "_ for any, a number, a constant, a variable, ?x to bind x, or ...")

    def _assignment(self) -> Assignment:
        token = self.name("a variable's name")
        self.expect("=", "after the variable's name")
        return Assignment(token.text, self._expression(), token.place)

    # -- expressions --------------------------------------------------------------------------------------------------------------

    def _expression(self, level: int = 0) -> Expression:
        if level == len(LEVELS):
            return self._nested(self._operand)
        left = self._expression(level + 1)
        count = 0
        while self.token.kind == "symbol" and self.token.text in LEVELS[level]:
            count += 1
            if count > DEEPEST:
                raise self.error("the expression is too long")
            operator = self.take().text
            left = Binary(operator, left, self._expression(level + 1))
        return left

    def _nested(self, parse: Callable[[], Expression]) -> Expression:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.error("the expression is nested too deeply")
        expression = parse()
        self._depth -= 1
        return expression

    def _operand(self) -> Expression:
        token = self.token
        if token.kind == "symbol" and token.text in UNARY:
            return Unary(self.take().text, self._nested(self._operand))
        if self.skip("("):
            inner = self._expression()
            self.expect(")", "to close the parenthesis")
            return inner
        if token.kind == "number":
            return self._literal()
        if token.kind == "argument":
            self.take()
            return Result(token.place) if token.text == "$r" else Argument(int(token.text[1:]), token.place)
        if token.kind == "name" and token.text != "_":
            return Name(self.take().text, token.place)
        raise self.error(f"a value was expected, not {token.shown}", "$1, $2, ..., $r, a variable, a constant or a number")
