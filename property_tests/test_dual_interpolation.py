"""Duals of interpolants, which another strength is: interpolants themselves, of sequences and of the prefixes of paths."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from property_tests.decided import Decided
from property_tests.predicate_bench import Setting, Workbench, common, settings_to_try
from property_tests.sliced_programs import checked, hold_of_the_path, larger, paths
from property_tests.three_bit_programs import Statement, program_of
from verilab.analysis.candidates import Candidate
from verilab.analysis.prefixes import Caps
from verilab.resources import OutOfTime


def test_duals_of_a_prefix_are_interpolants_of_the_path() -> None:
    with Decided(least=0.1) as others:

        @settings(common, derandomize=True)
        @given(checked, st.one_of(settings_to_try, larger))
        def holds(statements: list[Statement], setting: Setting) -> None:
            bench = Workbench(program_of(statements), setting)
            duals = 0
            try:
                for target in paths(bench, 2):
                    for candidate in bench.analysis.propose_strengths(bench.analysis.path(target), Caps(count=2)):
                        if isinstance(candidate, Candidate):
                            hold_of_the_path(bench, candidate)
                            duals += candidate.provenance.startswith("dual of ")
            except OutOfTime:  # the interpolation of some programs takes too long
                return
            finally:
                bench.close()
            others.note(duals > 0)

        holds()
