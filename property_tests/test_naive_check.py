"""The check by the naive translation refuses what an execution contradicts, and nothing that all executions satisfy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment

from property_tests.executed_programs import Generator, Memory, Run, apply, execute, write
from verilab.analysis.invariants import Invariants, Region
from verilab.evidence import invariants
from verilab.evidence.invariants import check_invariants
from verilab.evidence.methods import Method
from verilab.evidence.results import Accepted, CheckResult, Rejected
from verilab.formulas.encodings.by_name import make_encoding
from verilab.formulas.vocabulary import Vocabulary
from verilab.program.cfa import Program
from verilab.program.control import ControlGraph, ControlPoint
from verilab.solving.registry import load_backend


def memories(run: Run) -> list[Memory]:
    """The memory at each point of a run."""
    memory = dict(run.initial)
    passed = [dict(memory)]
    chosen = iter(run.values)
    upcoming = next(chosen, None)
    for point, edge in zip(run.points, run.edges, strict=False):
        if upcoming is not None and upcoming[0] is point and upcoming[1] is edge:
            write(edge, memory, upcoming[2])
            upcoming = next(chosen, None)
        else:
            apply(edge, memory, random.Random(0))
        passed.append(dict(memory))
    return passed


def claims(program: Program, kind: str, excluded: tuple[ControlPoint, Memory] | None) -> tuple[Environment, Invariants]:
    """True at every loop head, but for one state where one is excluded."""
    environment = Environment()
    vocabulary = Vocabulary(program, make_encoding(kind, environment))
    encoding, terms = vocabulary.encoding, vocabulary.terms
    regions = {point: Region(terms.true, kind) for point in loop_heads(program)}
    if excluded is not None:
        point, memory = excluded
        state = [
            encoding.equals(vocabulary.symbol(element), encoding.constant_term(value, element[0].type)) for element, value in memory.items()
        ]
        here = next(other for other in regions if other.location is point.location and other.stack == point.stack)
        regions[here] = Region(terms.negation(terms.conjunction(state)), kind)
    return environment, regions


def loop_heads(program: Program) -> list[ControlPoint]:
    graph = ControlGraph(program)
    for point in graph.points:  # grows while it is walked
        _ = point.successors
    return [point for point in graph.points if point.location.is_loop_head]


def check(program: Program, environment: Environment, claim: Invariants) -> CheckResult:
    return check_invariants(program, claim, backend=load_backend("z3"), environment=environment, method=Method.INDEPENDENT)


@pytest.mark.parametrize("kind", ["int", "bv"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9), size=st.integers(4, 16))
def test_a_claim_that_excludes_a_state_of_an_execution_is_refused(kind: str, seed: int, size: int) -> None:
    generator = Generator(seed, loops=True)
    program = generator.program(size)
    for location in program.locations:
        location.is_error = False
    run = execute(ControlGraph(program), generator, random.Random(seed))
    if run is None:
        return
    visited = [(point, memory) for point, memory in zip(run.points, memories(run), strict=True) if point.location.is_loop_head]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(invariants, "NAIVE_SECONDS", 60.0)
        patch.setattr(invariants._InvariantChecker, "_execute", lambda *_: None)
        assert isinstance(check(program, *claims(program, kind, None)), Accepted)
        if visited:
            excluding = check(program, *claims(program, kind, random.Random(seed).choice(visited)))
            assert isinstance(excluding, Rejected)
