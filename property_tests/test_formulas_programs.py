"""Blocks and traces describe exactly the executions: shown on random loop-free programs and random executions of them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import event, given, reject, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.examples import examples
from property_tests.executed_programs import Generator, Memory, Run, apply, evaluated, execute, write
from verilab.formulas.blocks.block import Block
from verilab.formulas.blocks.block_operator import AdjustableBlock, BlockOperator, LargeBlock, SingleBlock
from verilab.formulas.blocks.builder import BlockBuilder
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.path_formulas import PathFormulas
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph
from verilab.program.operations import Assume, Havoc, Nondet, Skip

OPERATORS: dict[str, BlockOperator] = {"single": SingleBlock(), "adjustable": AdjustableBlock(3), "large": LargeBlock()}


def equations(vocabulary: Vocabulary, memory: Memory) -> list[FNode]:
    encoding = vocabulary.encoding
    return [
        encoding.equals(vocabulary.symbol(element), encoding.constant_term(value, element[0].type)) for element, value in memory.items()
    ]


def fixed_choices(vocabulary: Vocabulary, block: Block, run: Run) -> list[FNode]:
    """The block's choice symbols equal to the run's values."""
    encoding = vocabulary.encoding
    sites = {(site.point, site.edge): site for site in block.choices}
    fixed = []
    for point, edge, values in run.values:
        if site := sites.get((point, edge)):
            for symbol, type, value in zip(site.symbols, site.types, values, strict=True):
                assert symbol is not None
                fixed.append(encoding.equals(symbol, encoding.constant_term(value, type)))
    return fixed


def solver_of(environment: Environment, kind: str) -> Any:
    return environment.factory.Solver(name="z3", logic="QF_BV" if kind == "bv" else "QF_LIA")


def formulas_of(program: Program, kind: str) -> tuple[Environment, PathFormulas]:
    environment = Environment()
    return environment, PathFormulas(program, make_encoding(kind, environment))


def with_end_as_target(generator: Generator, program: Program) -> None:
    """The program's end becomes an error location, so that it ends a block."""
    program.entry.exit.is_error = False
    program.entry.exit.is_loop_head = True
    generator.builder.edge(program.entry.exit, program.entry.exit, Skip())


def executed(seed: int, size: int, *, loops: bool) -> tuple[Generator, Program, ControlGraph, Run]:
    """The first of the programs from a seed on that has a run: every other one divides by zero or goes on for too long."""
    for number in range(seed, seed + 20):
        generator = Generator(number, loops=loops)
        program = generator.program(size)
        graph = ControlGraph(program)
        run = execute(graph, generator, random.Random(number))
        if run is not None and run.edges:
            return generator, program, graph, run
    return reject()


@pytest.mark.parametrize("kind", ["int", "bv"])
@settings(max_examples=examples(12), deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(2, 25))
def test_a_block_contains_an_execution_with_exactly_its_final_state(kind: str, seed: int, size: int) -> None:
    generator, program, graph, run = executed(seed, size, loops=False)
    with_end_as_target(generator, program)
    graph = ControlGraph(program)
    rerun = [graph.point(point.location, point.stack) for point in run.points]
    run.values = [(graph.point(point.location, point.stack), edge, values) for point, edge, values in run.values]
    environment, formulas = formulas_of(program, kind)
    vocabulary = formulas.vocabulary
    blocks = BlockBuilder(graph, formulas, LargeBlock()).blocks_from(graph.entry)
    (block,) = [block for block in blocks if block.target is rerun[-1]]
    terms = vocabulary.terms
    final = terms.conjunction([block.at_exit(equation) for equation in equations(vocabulary, run.memory)])
    with solver_of(environment, kind) as solver:
        for formula in (block.formula, *equations(vocabulary, run.initial)):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        # Edges that do not exclude each other leave several executions.
        deterministic = all(len(point.successors) < 2 or isinstance(point.successors[0][0].operation, Assume) for point in graph.points)
        event("exact" if deterministic and not block.overapproximated else "no claim that it is the only execution")
        fixed = fixed_choices(vocabulary, block, run)
        if not block.target.location.is_error:
            assert solver.is_sat(terms.conjunction([*fixed, final]))
            if deterministic and not block.overapproximated:
                assert solver.is_unsat(terms.conjunction([*fixed, terms.negation(final)]))
        else:
            assert solver.is_sat(terms.conjunction(fixed))
        for formula in fixed:
            solver.add_assertion(formula)
        assert solver.solve()
        model = solver.get_model()
        edges, choices = block.path(lambda symbol: model.get_value(symbol).constant_value())
        if deterministic and not block.overapproximated:
            assert list(edges) == run.edges
            assert [choice.values for choice in choices] == [values for _, _, values in run.values]


@pytest.mark.parametrize("kind", ["int", "bv"])
@pytest.mark.parametrize("form", ["single", "adjustable", "large", "edges", "whole"])
@settings(max_examples=examples(5), deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(2, 20))
def test_a_trace_contains_an_execution_and_gives_it_back(kind: str, form: str, seed: int, size: int) -> None:
    _, program, graph, run = executed(seed, size, loops=True)
    environment, formulas = formulas_of(program, kind)
    vocabulary = formulas.vocabulary
    if form in OPERATORS:
        blocks = chain(graph, formulas, run, OPERATORS[form])
        if not blocks:
            reject()
        trace = formulas.trace(blocks)
    else:
        trace = formulas.edges_trace(graph, run.edges, per_edge=form == "edges")
    initial = [trace.from_state(equation, 0) for equation in equations(vocabulary, run.initial)]
    with solver_of(environment, kind) as solver:
        for formula in (*trace.partitions, *initial):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        assert solver.solve()
        model = solver.get_model()
        found = trace.counterexample(lambda symbol: model.get_value(symbol).constant_value())
    event("over-approximated" if trace.overapproximated else "exact")
    memory = dict(run.initial)
    point = graph.entry
    taken = iter(found.choices)
    for edge in found.edges:
        (point,) = [target for candidate, target in point.successors if candidate is edge]
        if trace.overapproximated:
            continue
        if isinstance(edge.operation, Assume):
            truth = evaluated(edge.operation.condition, memory)
            assert truth is None or bool(truth) is edge.operation.positive
        elif isinstance(edge.operation, Havoc) or isinstance(getattr(edge.operation, "value", None), Nondet):
            choice = next(taken)
            assert choice.edge is edge
            if write(edge, memory, choice.values) is None:
                reject()
        elif apply(edge, memory, random.Random(0)) is None:
            reject()
    assert point is trace.points[-1]
    for cut in range(len(trace.points)):
        for element, symbol in trace.state(cut).items():
            assert trace.to_state(symbol, cut) is vocabulary.symbol(element)


def chain(graph: ControlGraph, formulas: PathFormulas, run: Run, operator: BlockOperator) -> list[Block]:
    """The blocks along a run, as long as the run goes from cut point to cut point."""
    builder = BlockBuilder(graph, formulas, operator)
    blocks: list[Block] = []
    position = 0
    while position < len(run.points) - 1:
        targets = {block.target: block for block in builder.blocks_from(run.points[position])}
        following = [later for later in range(position + 1, len(run.points)) if run.points[later] in targets]
        if not following:
            break
        position = following[0]
        blocks.append(targets[run.points[position]])
    return blocks
