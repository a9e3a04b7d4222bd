"""Terms read from SMT-LIB 2 text.

Quantifiers are read where they say that something is divisible, and nothing else.  Reading is iterative.
``div`` is pySMT's integer DIV; ``mod`` is read as x - c * (x div c), as pySMT has none.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.solving.smtlib.divisibility import without_exists
from verilab.solving.smtlib.operators import operator_table
from verilab.solving.smtlib.printing import symbol_name
from verilab.solving.smtlib.syntax import OutsideTheories, Sexp, SmtLibError, read_sexps


class SmtLibReader:
    """Parses terms over the symbols of one environment; ``names`` are terms that a text may speak of by name."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.names: dict[str, FNode] = {}
        self._operators = operator_table(environment)

    def term(self, text: str) -> FNode:
        """The one term of a text; SmtLibError where it is none, or speaks of an unknown symbol."""
        expressions = read_sexps(text)
        if len(expressions) != 1:
            raise SmtLibError(f"expected one term, found {len(expressions)}")
        return self.build(expressions[0])

    def declare(self, command: str) -> FNode:
        """Read a ``declare-fun`` command that ``declarations`` wrote."""
        (expression,) = read_sexps(command)
        if not isinstance(expression, list) or len(expression) != 4 or expression[0] != "declare-fun":
            raise SmtLibError(f"not a declaration: {command[:80]}")
        _, name, parameters, result = expression
        if not isinstance(name, str) or not isinstance(parameters, list):
            raise SmtLibError(f"not a declaration: {command[:80]}")
        type = self.sort(result)
        if parameters:
            type = self.environment.type_manager.FunctionType(type, [self.sort(parameter) for parameter in parameters])
        return self.environment.formula_manager.Symbol(symbol_name(name), type)

    def sort(self, expression: Sexp) -> Any:
        """The pySMT type of a sort."""
        manager = self.environment.type_manager
        match expression:
            case "Bool":
                return manager.BOOL()
            case "Int":
                return manager.INT()
            case "Real":
                return manager.REAL()
            case ["_", "BitVec", str(width)]:
                return manager.BVType(int(width))
            case ["Array", index, element]:
                return manager.ArrayType(self.sort(index), self.sort(element))
        raise OutsideTheories(f"unknown sort {expression}")

    def build(self, expression: Sexp) -> FNode:
        """The term of an S-expression."""
        return _Build(self).term(expression)

    def quantified(self, kind: str, bound: list[FNode], body: FNode) -> FNode:
        """``exists bound. body`` or ``forall bound. body`` without the quantifier."""
        negate = self.environment.formula_manager.Not
        projection = without_exists(self.environment, bound, body if kind == "exists" else negate(body))
        if projection is None:
            raise OutsideTheories(f"a quantifier that cannot be eliminated: {kind} ... {str(body)[:60]}")
        return projection if kind == "exists" else negate(projection)

    def atom(self, token: str) -> FNode:
        named = self.names.get(token)
        if named is not None:
            return named
        manager = self.environment.formula_manager
        if token == "true":
            return manager.TRUE()
        if token == "false":
            return manager.FALSE()
        if token[0].isdigit():
            return manager.Real(Fraction(token)) if "." in token else manager.Int(int(token))
        if token.startswith("#"):
            digits, base, bits = token[2:], (2 if token[1] == "b" else 16), (1 if token[1] == "b" else 4)
            return manager.BV(int(digits, base), bits * len(digits))
        name = symbol_name(token)
        if name not in manager.symbols:
            raise SmtLibError(f"unknown symbol {name}")
        return manager.get_symbol(name)

    def application(self, head: Sexp, arguments: list[FNode]) -> FNode:
        if isinstance(head, str):
            rule = self._operators.get(head)
            if rule is not None:
                return rule(*arguments)
            name = symbol_name(head)
            manager = self.environment.formula_manager
            if name in manager.symbols:
                return manager.Function(manager.get_symbol(name), arguments)
        match head:
            case ["as", "const", ["Array", index, _]]:
                return self.environment.formula_manager.Array(self.sort(index), arguments[0])
            case ["_", str(name), *numbers] if (rule := self._operators.get(f"(_ {name})")) is not None:
                return rule(arguments[0], *(int(str(number)) for number in numbers))
        raise OutsideTheories(f"unknown operator {head}")


class _Build:
    """The building of one term, without recursion: what is still to be done stands on a stack, what is done on another."""

    def __init__(self, reader: SmtLibReader) -> None:
        self._reader = reader
        self._manager = reader.environment.formula_manager
        self._scopes: dict[str, list[FNode]] = {}
        self._values: list[FNode] = []
        self._work: list[Callable[[], None]] = []

    def term(self, expression: Sexp) -> FNode:
        self._evaluate(expression)
        while self._work:
            self._work.pop()()
        return self._values[0]

    def _evaluate(self, item: Sexp) -> None:
        work = self._work
        if isinstance(item, str):
            bound = self._scopes.get(item)
            self._values.append(bound[-1] if bound else self._reader.atom(item))
            return
        match item:
            case ["let", list(bindings), body]:
                names = [str(binding[0]) for binding in bindings]
                work += (lambda: self._leave(names), lambda: self._evaluate(body), lambda: self._enter(names))
                self._postpone([binding[1] for binding in bindings])
            case ["_", str(literal), str(width)] if literal.startswith("bv") and literal[2:].isdigit():
                self._values.append(self._manager.BV(int(literal[2:]), int(width)))
            case ["!", inner, *_]:
                self._evaluate(inner)
            case ["exists" | "forall" as kind, list(bindings), body]:
                names = [str(binding[0]) for binding in bindings]
                bound = [self._manager.FreshSymbol(self._reader.sort(binding[1])) for binding in bindings]
                self._values.extend(bound)
                self._enter(names)
                work += (lambda: self._quantify(str(kind), bound), lambda: self._leave(names), lambda: self._evaluate(body))
            case [head, *arguments]:
                work.append(lambda: self._apply(head, len(arguments)))
                self._postpone(arguments)
            case _:
                raise SmtLibError("an empty list is no term")

    def _postpone(self, items: list[Sexp]) -> None:
        for item in reversed(items):
            self._work.append(partial(self._evaluate, item))

    def _taken(self, count: int) -> list[FNode]:
        """The last values, which are used up."""
        values = self._values[len(self._values) - count :]
        del self._values[len(self._values) - count :]
        return values

    def _enter(self, names: list[str]) -> None:
        for name, value in zip(names, self._taken(len(names)), strict=True):
            self._scopes.setdefault(name, []).append(value)

    def _leave(self, names: list[str]) -> None:
        for name in names:
            self._scopes[name].pop()

    def _apply(self, head: Sexp, count: int) -> None:
        self._values.append(self._reader.application(head, self._taken(count)))

    def _quantify(self, kind: str, bound: list[FNode]) -> None:
        self._values.append(self._reader.quantified(kind, bound, self._values.pop()))
