"""Path invariants on random programs with loops: sound verdicts, inductive along their path, and they exclude it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.examples import examples
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.three_bit_programs import Statement, blocks, conditions, names, program_of, reachable
from verilab.analysis.candidates import Candidate
from verilab.analysis.exploration import Exploration
from verilab.analysis.predicate.choices import AbstractionKind
from verilab.analysis.scope import Scope
from verilab.formulas.encodings.by_name import LOGICS
from verilab.refinement.verdicts import Safe, Unknown, Unsafe
from verilab.resources import OutOfTime
from verilab.solving.backend import QueryContext, Status

# Most random programs fail, or not, whatever their loops do: here the last check is behind a loop that counts.
counts = st.tuples(st.just("assign"), names, st.sampled_from(["+", "-"]), names, st.integers(-2, 2))
loops = st.tuples(st.just("loop"), conditions, st.lists(counts, min_size=1, max_size=3))
checks = st.tuples(st.just("check"), conditions)
looping = st.builds(
    lambda before, loop, after, check: [*before, loop, *after, check], blocks(0), loops, st.lists(loops, max_size=1), checks
)
settings = settings_to_try.filter(lambda setting: setting.kind is AbstractionKind.BOOLEAN).map(
    lambda setting: replace(setting, strategy="propose=path-invariants")
)


def test_verdicts_agree_with_exhaustive_execution() -> None:
    with Decided(least=0.8) as decided:

        @common
        @given(looping, settings)
        def holds(statements: list[Statement], setting: Setting) -> None:
            with closing(Workbench(program_of(statements), setting)) as bench:
                fails = any(point.location.is_error for point, _ in reachable(bench.graph))
                verdict = bench.verdict(setting)
                assert not isinstance(verdict, Safe) or not fails
                assert not isinstance(verdict, Unsafe) or fails
                decided.note(not isinstance(verdict, Unknown))

        holds()


def test_they_are_inductive_along_their_path_and_exclude_it() -> None:
    with Decided(least=0.05) as decided:

        @hypothesis_settings(common, max_examples=examples(60))  # few programs have a path with invariants that the engine finds
        @given(looping, settings)
        def holds(statements: list[Statement], setting: Setting) -> None:
            with closing(Workbench(program_of(statements), setting)) as bench:
                decided.note(_judged(bench, setting) > 0)

        holds()


def _judged(bench: Workbench, setting: Setting) -> int:
    """How many of the first six refinements are by path invariants, each of which keeps its promises."""
    analysis, count = bench.analysis, 0
    logic = LOGICS[setting.encoding]
    session = bench.backend.session(bench.vocabulary.terms.environment, logic=logic, context=QueryContext(timeout=2.0))
    try:
        for _ in range(6):
            exploration = Exploration(analysis.cpa, setting.order, new_only=setting.new_only)
            exploration.run()
            if not exploration.arg.targets:
                break
            proposal = next(analysis.propose_path_invariants(analysis.path(exploration.arg.targets[0])))
            if not isinstance(proposal, Candidate) or not analysis.refine(proposal.increment, Scope.LOCATED):
                break
            assert analysis.excludes(proposal.path)
            if proposal.provenance == "z3:path-invariants":
                count += 1
                trace = analysis.blocks.formulas.trace(analysis.trace(proposal.path).blocks, whole_state=True)
                terms = bench.vocabulary.terms
                sequence = [terms.true, *proposal.interpolants, terms.false]
                said = [trace.from_state(formula, cut) for cut, formula in enumerate(sequence)]
                for partition, (before, after) in zip(trace.partitions, pairwise(said), strict=True):
                    assert session.check([before, partition, terms.negation(after)]) is not Status.SAT
    except OutOfTime:
        pass
    finally:
        session.close()
    return count
