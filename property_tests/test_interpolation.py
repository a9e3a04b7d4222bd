"""Every interpolant sequence of every procedure meets the four Craig conditions, as the other solver sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT, BVType

from property_tests.decided import Decided
from property_tests.examples import examples
from verilab.solving.backend import QueryContext, Status, Theory
from verilab.solving.certificate import Violated, certify
from verilab.solving.interpolation import Interpolants, NotUnsat
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import BackendNotInstalled, load_backend
from verilab.solving.smtlib.printing import to_smtlib
from verilab.solving.smtlib.reading import SmtLibReader

VARIABLES = 2
OTHER = {"z3": "cvc5", "cvc5": "z3"}
"""Who judges; z3 judges all others."""
# Every procedure of one solver that is always there, and what is special to the others; "*" are all.
CHOSEN = {"z3": "*", "cvc5": ("proofs", "sygus", "ucb"), "yices": ("mcsat", "newton-wp"), "bitwuzla": ("proofs", "backward")}


def _procedures(theory: Theory) -> list[str]:
    """The chosen procedures of installed backends that interpolate a theory."""
    procedures = []
    for name, chosen in CHOSEN.items():
        try:
            with closing(load_backend(name)) as backend:
                known = backend.capabilities.interpolation
        except BackendNotInstalled:
            continue
        procedures += [f"{name}:{bare}" for bare, theories in known.items() if theory in theories and (chosen == "*" or bare in chosen)]
    return procedures


@dataclass(frozen=True)
class Atom:
    """``sum of coefficients * variables  relation  constant`` over the variables of one block and those of the next."""

    coefficients: tuple[int, ...]
    relation: str
    constant: int


atoms = st.builds(
    Atom,
    st.tuples(*[st.sampled_from((0, 0, 1, -1, 2))] * (2 * VARIABLES)),
    st.sampled_from(("=", "<=", "<", "!=")),
    st.integers(-4, 4),
)
clauses = st.lists(atoms, min_size=1, max_size=2)
blocks = st.lists(clauses, min_size=2, max_size=6)
sequences = st.lists(blocks, min_size=1, max_size=5)


@dataclass(frozen=True)
class Run:
    """A run of a program, whose end is denied: ``start`` are the values of block 0, a step (a, b, c) makes  a x + b y + c  of them.

    ``facts``: what each step says besides, as far as it is true, else its negation.  ``denied``: a variable of the last block.
    """

    start: tuple[int, ...]
    steps: tuple[tuple[tuple[int, int, int], ...], ...]
    facts: tuple[Atom, ...]
    denied: int
    relation: str


numbers = st.integers(-3, 3)
runs = st.builds(
    Run,
    st.tuples(*[numbers] * VARIABLES),
    st.lists(st.tuples(*[st.tuples(numbers, numbers, numbers)] * VARIABLES), min_size=1, max_size=4).map(tuple),
    st.lists(atoms, max_size=4).map(tuple),
    st.integers(0, VARIABLES - 1),
    st.sampled_from(("!=", "<", ">")),
)


class Builder:
    """Builds sequences in one environment, over integers or over 8-bit vectors."""

    def __init__(self, vectors: bool) -> None:
        self.environment = Environment()
        self.manager = self.environment.formula_manager
        self.vectors = vectors
        self.logic = "QF_BV" if vectors else "QF_LIA"

    def variable(self, index: int) -> FNode:
        return self.manager.Symbol(f"v{index}", BVType(8) if self.vectors else INT)

    def atom(self, atom: Atom, block: int) -> FNode:
        m = self.manager
        compare: dict[str, Callable[[FNode, FNode], FNode]]
        if self.vectors:
            compare = {"=": m.Equals, "<=": m.BVSLE, "<": m.BVULT, "!=": lambda a, b: m.Not(m.Equals(a, b))}
        else:
            compare = {"=": m.Equals, "<=": m.LE, "<": m.LT, "!=": lambda a, b: m.Not(m.Equals(a, b))}
        return compare[atom.relation](self.total(atom.coefficients, block), self.number(atom.constant))

    def number(self, value: int) -> FNode:
        return self.manager.BV(value % 256, 8) if self.vectors else self.manager.Int(value)

    def total(self, coefficients: Sequence[int], block: int) -> FNode:
        """The sum of coefficients * variables, from the first of a block on."""
        m = self.manager
        terms = [(c, self.variable(block * VARIABLES + i)) for i, c in enumerate(coefficients) if c]
        if not self.vectors:
            return m.Plus([m.Int(0), *(m.Times(m.Int(coefficient), variable) for coefficient, variable in terms)])
        total = m.BV(0, 8)
        for coefficient, variable in terms:
            total = m.BVAdd(total, m.BVMul(self.number(coefficient), variable))
        return total

    def sequence(self, drawn: list[list[list[Atom]]]) -> list[FNode]:
        m = self.manager
        return [m.And([m.Or([self.atom(atom, index) for atom in clause]) for clause in block]) for index, block in enumerate(drawn)]

    def run(self, run: Run) -> list[FNode]:
        """One partition for the start, one for each step, one that denies the end: a contradiction."""
        m = self.manager
        values = {self.variable(i): self.number(value) for i, value in enumerate(run.start)}

        def evaluated(term: FNode) -> FNode:
            return self.environment.simplifier.simplify(self.environment.substituter.substitute(term, values))

        partitions = [m.And([m.Equals(variable, value) for variable, value in values.items()])]
        for block, step in enumerate(run.steps):
            equations = []
            for i, (a, b, c) in enumerate(step):
                term = self.total((a, b), block)
                term = m.BVAdd(term, self.number(c)) if self.vectors else m.Plus(term, self.number(c))
                target = self.variable((block + 1) * VARIABLES + i)
                values[target] = evaluated(term)
                equations.append(m.Equals(target, term))
            facts = [self.atom(atom, block) for atom in run.facts[block :: len(run.steps)]]
            partitions.append(m.And([*equations, *(fact if evaluated(fact).is_true() else m.Not(fact) for fact in facts)]))
        last = self.variable(len(run.steps) * VARIABLES + run.denied)
        less = m.BVULT if self.vectors else m.LT
        denials = {"!=": m.Not(m.Equals(last, values[last])), "<": less(last, values[last]), ">": less(values[last], last)}
        return [*partitions, denials[run.relation]]

    def partitions(self, drawn: Run | list[list[list[Atom]]]) -> list[FNode]:
        return self.run(drawn) if isinstance(drawn, Run) else self.sequence(drawn)


def certified(procedure: str, builder: Builder, partitions: list[FNode]) -> bool:
    """Whatever the procedure answers is right; whether it had interpolants."""
    name = procedure.partition(":")[0]
    context = QueryContext(timeout=2.0)
    with closing(load_backend(name)) as backend, closing(load_backend(OTHER.get(name, "z3"))) as checker:
        judge = checker.session(builder.environment, logic=builder.logic, context=context)
        with closing(make_interpolator(backend, procedure, builder.environment, logic=builder.logic, context=context)) as interpolator:
            outcome = interpolator.sequence(partitions)
        if isinstance(outcome, NotUnsat):
            judge.add(*partitions)
            assert judge.check() is not Status.UNSAT
        if isinstance(outcome, Interpolants):
            certificate = certify(judge, builder.environment, partitions, outcome.formulas)
            assert not isinstance(certificate, Violated), str(certificate)
        judge.close()
    return isinstance(outcome, Interpolants)


LEAST = 0.2
"""The share of examples that a procedure must interpolate: all runs are contradictions, few sequences are."""
SELDOM = {"cvc5:sygus": 0.05, "z3:path-atoms": 0.0, "z3:core-atoms": 0.0, "z3:random-atoms": 0.0}
"""Of procedures that answer less often in time."""


@pytest.mark.parametrize("procedure", _procedures(Theory.LIA))
def test_interpolants_of_random_integer_sequences_are_valid(procedure: str) -> None:
    with Decided(SELDOM.get(procedure, LEAST)) as decided:

        @settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.one_of(sequences, runs, runs))
        def valid(drawn: Run | list[list[list[Atom]]]) -> None:
            builder = Builder(vectors=False)
            decided.note(certified(procedure, builder, builder.partitions(drawn)))

        valid()


@pytest.mark.parametrize("procedure", _procedures(Theory.BV))
def test_interpolants_of_random_bit_vector_sequences_are_valid(procedure: str) -> None:
    with Decided(SELDOM.get(procedure, LEAST)) as decided:

        @settings(max_examples=examples(8), deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.one_of(sequences, runs, runs))
        def valid(drawn: Run | list[list[list[Atom]]]) -> None:
            builder = Builder(vectors=True)
            decided.note(certified(procedure, builder, builder.partitions(drawn)))

        valid()


@pytest.mark.parametrize("name", sorted(OTHER))
@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(blocks, st.integers(1, 6))
def test_all_sat_is_the_projection_of_the_models(name: str, drawn: list[list[Atom]], bound: int) -> None:
    """On variables between 0 and ``bound`` - 1 every minterm can be tried one by one."""
    builder = Builder(vectors=False)
    m = builder.manager
    session = load_backend(name).session(builder.environment, logic=builder.logic)
    questions = [builder.atom(clause[0], 0) for clause in drawn]
    variables = sorted(m.And(questions).get_free_variables(), key=str)
    session.add(m.And([m.And(m.LE(m.Int(0), v), m.LT(v, m.Int(bound))) for v in variables]))
    session.add(m.Or([builder.atom(atom, 0) for clause in drawn for atom in clause]))
    minterms = list(session.all_sat(questions))
    assert len(set(minterms)) == len(minterms)
    for number in range(2 ** len(questions)):
        minterm = tuple(bool(number >> index & 1) for index in range(len(questions)))
        literals = [question if value else m.Not(question) for question, value in zip(questions, minterm, strict=True)]
        assert (session.check(literals) is Status.SAT) == (minterm in minterms)
    session.close()


@settings(max_examples=50, deadline=None)
@given(sequences, st.booleans())
def test_random_terms_survive_smtlib(drawn: list[list[list[Atom]]], vectors: bool) -> None:
    builder = Builder(vectors)
    reader = SmtLibReader(builder.environment)
    for partition in builder.sequence(drawn):
        assert reader.term(to_smtlib(partition)) is partition
