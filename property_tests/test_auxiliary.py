"""Auxiliary invariants are inductive along the sequence, speak of what both sides share, and cost it no contradiction."""

from __future__ import annotations

from contextlib import closing

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from property_tests.test_interpolation import Atom, Builder, Run, runs, sequences
from tests.backends.required import need
from verilab.solving.auxiliary import interval_facts, strengthened
from verilab.solving.backend import Status
from verilab.solving.interpolation import shared_variables


@settings(max_examples=examples(30), deadline=None)
@given(st.one_of(sequences, runs))
def test_bounds_at_a_cut_follow_from_those_before_and_the_step(drawn: Run | list[list[list[Atom]]]) -> None:
    builder = Builder(vectors=False)
    m, partitions = builder.manager, builder.partitions(drawn)
    facts = interval_facts(builder.environment, partitions)
    assert len(facts) == len(partitions) - 1
    with closing(need("z3").session(builder.environment)) as session:
        for before, step, fact in zip((m.TRUE(), *facts), partitions, facts, strict=False):
            assert session.check([before, step, m.Not(fact)]) is Status.UNSAT
        asked = strengthened(builder.environment, partitions, facts)
        assert session.check([m.And(partitions), m.Not(m.And(asked))]) is Status.UNSAT
    shared = shared_variables(partitions)
    assert all(fact.get_free_variables() <= set(symbols) for fact, symbols in zip(facts, shared, strict=True))
    assert all(set(now) == set(then) for now, then in zip(shared_variables(asked), shared, strict=True))
