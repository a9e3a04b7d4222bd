"""The naive translation describes exactly the executions: on random programs, many paths meeting, in both encodings."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode

from property_tests.examples import examples
from property_tests.executed_programs import Generator, Memory, execute
from property_tests.meeting_paths import JoinedGenerator
from verilab.evidence.naive.bit_vectors import BitVectors
from verilab.evidence.naive.integers import Integers
from verilab.evidence.naive.relation import RelationBuilder
from verilab.formulas.blocks.block_operator import always_cut
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.control import ControlGraph, ControlPoint
from verilab.program.operations import Assume, Skip

GENERATORS: dict[str, type[Generator]] = {"structured": Generator, "joined": JoinedGenerator}


@pytest.mark.parametrize("form", list(GENERATORS))
@pytest.mark.parametrize("kind", ["int", "bv"])
@settings(max_examples=examples(12), deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(1, 5))
def test_an_execution_satisfies_the_relation_with_exactly_its_final_state(form: str, kind: str, seed: int, size: int) -> None:
    generator = GENERATORS[form](seed)
    program = generator.program(size if form == "joined" else 4 * size)
    run = execute(ControlGraph(program), generator, random.Random(seed))
    if run is None or not run.edges:
        return
    program.entry.exit.is_error = False
    program.entry.exit.is_loop_head = True
    generator.builder.edge(program.entry.exit, program.entry.exit, Skip())
    graph = ControlGraph(program)
    end = graph.point(run.points[-1].location, run.points[-1].stack)
    environment = Environment()
    vocabulary = Vocabulary(program, make_encoding(kind, environment))
    operators = Integers(environment) if kind == "int" else BitVectors(environment)
    relation = RelationBuilder(vocabulary, operators, always_cut, 10_000).build(graph.entry)
    arrival = relation.targets[end]

    def equations(memory: Memory, values: dict[int, FNode]) -> list[FNode]:
        found = []
        for (storage, index), value in memory.items():
            slot = storage.slot + index
            term = values.get(slot, vocabulary.slot_symbol(slot))
            found.append(operators.equal(term, operators.constant(value, storage.type)))
        return found

    chosen: list[FNode] = []
    for point, edge, values in run.values:
        here: ControlPoint = graph.point(point.location, point.stack)
        for symbol, value in zip(relation.choices[here, edge], values, strict=True):
            assert symbol is not None
            chosen.append(environment.formula_manager.Equals(symbol, _number(environment, symbol, value)))
    terms = operators.terms
    final = terms.conjunction(equations(run.memory, arrival.values))
    with environment.factory.Solver(name="z3", logic="QF_BV" if kind == "bv" else "QF_LIA") as solver:
        for formula in (*relation.constraints, *equations(run.initial, {}), *chosen, arrival.reached):
            environment.stc.get_type(formula)
            solver.add_assertion(formula)
        assert solver.is_sat(final)
        deterministic = all(len(point.successors) < 2 or isinstance(point.successors[0][0].operation, Assume) for point in graph.points)
        if deterministic and not relation.approximated:
            assert solver.is_unsat(terms.negation(final))
            others = [other.reached for target, other in relation.targets.items() if target is not end]
            assert solver.is_unsat(terms.disjunction(others))


def _number(environment: Environment, symbol: FNode, value: int) -> FNode:
    manager = environment.formula_manager
    if symbol.symbol_type().is_bv_type():
        return manager.BV(value & ((1 << symbol.bv_width()) - 1), symbol.bv_width())
    return manager.Int(value)
