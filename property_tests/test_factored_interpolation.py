"""Every factor of a procedure keeps what an interpolant sequence is, as another solver sees it; all are between the two poles."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.test_interpolation import Atom, Builder, Run, certified, runs, sequences

PROCEDURES = (
    "z3:horn(direction=back)",
    "z3:horn(direction=conjoined)",
    "z3:horn(direction=disjoined)",
    "z3:horn(proof=pairs)",
    "z3:horn(reduction=none)",
    "z3:horn(reduction=minimal)",
    "z3:horn(simplification=none)",
    "z3:horn(simplification=needed)",
    "z3:horn(auxiliary=intervals)",
    "z3:horn(simplification=needed,auxiliary=intervals)",
    "z3:newton-sp(direction=back,reduction=minimal,auxiliary=intervals)",
    "cvc5:proofs(direction=conjoined,proof=pairs,simplification=needed,auxiliary=intervals)",
    "z3:newton-sp(prover=cvc5)",
    "z3:backward(prover=cvc5)",
    "cvc5:proofs(algorithm=pudlak,direction=back)",
    "cvc5:proofs(algorithm=inverse,direction=conjoined)",
    "cvc5:proofs(proof=pairs,direction=disjoined)",
    "cvc5:proofs(reduction=minimal,simplification=needed)",
    "z3:newton-wp(direction=conjoined,proof=pairs,reduction=core,simplification=needed)",
)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_interpolants_with_factors_are_interpolants(procedure: str) -> None:
    with Decided(0.2) as decided:

        @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.one_of(sequences, runs, runs))
        def valid(drawn: Run | list[list[list[Atom]]]) -> None:
            builder = Builder(vectors=False)
            decided.note(certified(procedure, builder, builder.partitions(drawn)))

        valid()


@pytest.mark.parametrize("procedure", ["z3:backward(direction=back,proof=pairs)", "z3:backward(direction=disjoined,reduction=minimal)"])
def test_interpolants_of_words_with_factors_are_interpolants(procedure: str) -> None:
    with Decided(0.2) as decided:

        @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.one_of(sequences, runs, runs))
        def valid(drawn: Run | list[list[list[Atom]]]) -> None:
            builder = Builder(vectors=True)
            decided.note(certified(procedure, builder, builder.partitions(drawn)))

        valid()
