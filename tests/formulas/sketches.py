"""Small programs built by hand, their blocks, and questions about them."""

from __future__ import annotations

import pytest
from pysmt.environment import Environment
from pysmt.fnode import FNode

from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import BlockOperator, LargeBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.program.builder import ProgramBuilder
from verilab.program.cfa import Location, Operation
from verilab.program.control import ControlGraph
from verilab.program.expressions import Binary, Constant, Expression
from verilab.program.operations import Assign, Assume, Nondet, Skip
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

ENCODINGS = pytest.mark.parametrize("kind", ["int", "bv"])


def number(value: int, type: IntType = INT) -> Constant:
    return Constant(value, type)


def plus(left: Expression, right: int) -> Binary:
    return Binary("+", left, Constant(right, left.type), left.type)


def less(left: Expression, right: int) -> Binary:
    return Binary("<", left, Constant(right, left.type), INT)


class Sketch:
    """A program under construction whose main function ends in a loop head, so that its end is a cut point."""

    def __init__(self) -> None:
        self.builder = ProgramBuilder()
        self.main = self.builder.function("main")
        self.here = self.main.entry

    def variable(self, name: str, type: IntType = INT) -> Variable:
        return self.builder.variable(name, type)

    def then(self, operation: Operation, target: Location | None = None) -> Location:
        target = self.builder.location(self.main) if target is None else target
        self.builder.edge(self.here, target, operation)
        self.here = target
        return target

    def assign(self, variable: Variable, value: Expression | Nondet) -> None:
        self.then(Assign(variable, value))

    def branch(self, condition: Expression) -> tuple[Location, Location]:
        sides = self.builder.location(self.main), self.builder.location(self.main)
        self.builder.branch(self.here, Assume(condition, True), *sides)
        return sides

    def error_unless(self, condition: Expression) -> Location:
        self.here, error = self.branch(condition)
        error.is_error = True
        return error

    def graph(self) -> ControlGraph:
        self.then(Skip(), self.main.exit)
        self.then(Skip(), self.main.exit)
        return ControlGraph(self.builder.finish(self.main))


def encoding_of(kind: str) -> Encoding:
    return make_encoding(kind, Environment())


def blocks_of(graph: ControlGraph, kind: str, operator: BlockOperator | None = None) -> tuple[Block, ...]:
    formulas = PathFormulas(graph.program, encoding_of(kind))
    return BlockBuilder(graph, formulas, LargeBlock() if operator is None else operator).blocks_from(graph.entry)


def satisfiable(block: Block, *formulas: FNode) -> bool:
    environment = block.vocabulary.encoding.environment
    logic = "QF_BV" if block.vocabulary.encoding.name == "bv" else "QF_LIA"
    with environment.factory.Solver(name="z3", logic=logic) as solver:
        for formula in (block.formula, *formulas):
            solver.add_assertion(formula)
        return bool(solver.solve())


def equal(block: Block, variable: Variable, value: int) -> FNode:
    """``variable = value`` over the vocabulary's symbols."""
    encoding = block.vocabulary.encoding
    return encoding.equals(block.vocabulary.symbol((variable, 0)), encoding.constant_term(value, variable.type))
