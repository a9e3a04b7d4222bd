"""Source code for what an assume teaches whose condition cannot be evaluated (the compiled form of ``Post.solve``)."""

from __future__ import annotations

from verilab.analysis.value.compiled import text
from verilab.analysis.value.compiled.exits import END, Branch, Exit, Goto, Key
from verilab.analysis.value.compiled.static_knowledge import StaticKnowledge
from verilab.analysis.value.compiled.text import Text
from verilab.analysis.value.compiled.translation import Status, Translator, local
from verilab.analysis.value.precision import Storage, trackable
from verilab.analysis.value.strongest_post.equalities import injective, inverse
from verilab.program.cfa import Edge
from verilab.program.control import ControlPoint
from verilab.program.expressions import Binary, Cast, Expression, Read, Select, Unary
from verilab.program.operations import Assume


def side(knowledge: StaticKnowledge, key: Key, edge: Edge, target: ControlPoint) -> Exit:
    """One side of an undecided branching: the target with the implied equality solved for what it can be solved for."""
    operation = edge.operation
    assert isinstance(operation, Assume)
    equality = knowledge.post.equality(operation)
    plain = Goto(knowledge.arrive(key, target))
    if equality is None:
        return plain
    translator = knowledge.translator(key)
    left, right = translator.translate(equality.left), translator.translate(equality.right)
    exit = _Inversion(knowledge, key, target, translator, left, right).solve(equality.left)
    if exit is None and knowledge.post.is_plain_equality(equality):
        translator = knowledge.translator(key)
        left, right = translator.translate(equality.left), translator.translate(equality.right)
        exit = _Inversion(knowledge, key, target, translator, right, left).solve(equality.right)
    return plain if exit is None else exit


class _Inversion:
    """Solves ``expression == value`` where the expression is unknown (``own`` is its source, None: unknown at compile time)."""

    def __init__(
        self, knowledge: StaticKnowledge, key: Key, target: ControlPoint, translator: Translator, own: Text | None, value: Text | None
    ) -> None:
        self.knowledge = knowledge
        self.key = key
        self.target = target
        self.translator = translator
        self.own = own
        self.value = value
        self.excluded: list[str] = []

    def solve(self, node: Expression) -> Exit | None:
        value = self.value
        if value is None or (self.own is not None and not self.own.guards):
            return None
        while True:
            match node:
                case Read():
                    return self._learn(node, value)
                case Select():
                    return self._element(node, value)
                case Unary(operator="-" | "~" as operator, operand=operand):
                    node, value = operand, text.negation(operator, value, node.type)
                case Cast(operand=operand) if injective(node):
                    value = self._through_cast(node, value)
                    node = operand
                case Binary(operator="+" | "-" | "^"):
                    through = self._through_binary(node, value)
                    if through is None:
                        return self._exit(None, None)
                    node, value = through
                case _:
                    return self._exit(None, None)

    def _through_cast(self, node: Cast, value: Text) -> Text:
        value = self.translator.hoist(value)
        inner = self.translator.hoist(text.cast(value, node.operand.type))
        again = text.cast(inner, node.type)
        if again.source != value.source:
            guard = f"{value.source} is not None and " if value.guards else ""
            self.excluded.append(f"{guard}{again.source} != {value.source}")
        return inner

    def _through_binary(self, node: Binary, value: Text) -> tuple[Expression, Text] | None:
        for operand, other, of_left in ((node.left, node.right, True), (node.right, node.left, False)):
            known = self.translator.translate(other) if self.knowledge.post.is_plain(other) else None
            inverted = inverse(node.operator, of_left=of_left)
            if known is not None and inverted is not None:
                operator, swapped = inverted
                return operand, text.operation(operator, *((known, value) if swapped else (value, known)), node.type)
        return None

    def _learn(self, node: Read, value: Text) -> Exit | None:
        knowledge, variable = self.knowledge, node.variable
        bit = knowledge.scheme.bits.get(variable, 0)
        if knowledge.status(self.key, variable) is not Status.UNKNOWN or not bit & knowledge.scheme.keep(self.target.location):
            return self._exit(None, None)
        known, maybe = (0, bit) if value.guards else (bit, 0)
        after = knowledge.arrive(self.key, self.target, known=known, maybe=maybe, learned=True)
        return self._exit(after, (variable, value.nullable))

    def _element(self, node: Select, value: Text) -> Exit | None:
        knowledge, array = self.knowledge, node.array
        bit = knowledge.scheme.bits.get(array, 0)
        index = self.translator.translate(node.index)
        if not bit & knowledge.scheme.keep(self.target.location) or index is None or not trackable(array):
            return self._exit(None, None)
        index, value = self.translator.hoist(index), self.translator.hoist(value)
        source, certain = knowledge.stored(self.key, array, index, value)
        tests = []
        if self.own is not None:
            tests.append(text.some_none(self.own.guards))
        if value.guards:
            tests.append(text.not_none(value.guards))
        if index.guards:
            tests.append(text.not_none(index.guards))
        status = knowledge.status(self.key, array)
        if tests:
            before = "None" if status is Status.UNKNOWN else local(array)
            source = f"{source} if {' and '.join(f'({test})' for test in tests)} else {before}"
            certain = status is Status.KNOWN
        known, maybe = (bit, 0) if certain else (0, bit)
        after = knowledge.arrive(self.key, self.target, known=known, maybe=maybe, learned=True)
        return self._exit(after, (array, source))

    def _exit(self, after: Key | None, assigned: tuple[Storage, str] | None) -> Exit | None:
        """The whole exit: the path is excluded where a conversion cannot give the value."""
        statements = tuple(self.translator.statements)
        if after is None:
            if not self.excluded:
                return None
            exit: Exit = Goto(self.knowledge.arrive(self.key, self.target))
        else:
            exit = Goto(after, assigned)
        if self.excluded:
            return Branch(statements, " or ".join(f"({test})" for test in self.excluded), END, exit)
        assert isinstance(exit, Goto)
        return Goto(exit.key, exit.assigned, statements)
