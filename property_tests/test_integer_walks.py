"""Programs that compute with the integers of addresses write where gcc's executable writes.

``VERILAB_EXAMPLES`` sets the number of programs (60 by default), ``VERILAB_FIRST_EXAMPLE`` the first seed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from property_tests.examples import examples
from property_tests.integer_walks import integer_walk
from tests.program.lowered_programs import LP64, gcc_verdict, program, verdict

COUNT = examples(60)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))
CHUNK = 20
MOST_VAGUE = 0.35  # the share of programs in which a comparison of addresses stays imprecise, and is named


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_every_write_arrives_where_the_integer_leads(first: int) -> None:
    decided = 0
    seeds = range(first, min(first + CHUNK, FIRST + COUNT))
    for seed in seeds:
        text = integer_walk(seed, 6 + seed % 8)
        ours = verdict(program(text, LP64))
        assert ours == "returned" or ours.startswith("imprecise"), f"seed {seed}: {ours}\n{text}"
        decided += ours == "returned"
    assert decided >= (1 - MOST_VAGUE) * len(seeds) - 2


def test_the_generator_knows_what_gcc_does(tmp_path: Path) -> None:
    for seed in range(FIRST, FIRST + 10):
        by_gcc = gcc_verdict(integer_walk(seed, 6 + seed % 8), LP64, tmp_path)
        if by_gcc is None:
            pytest.skip("no gcc here")
        assert by_gcc == "returned", f"seed {seed}"


@pytest.mark.parametrize(("seed", "expected"), [(6, "imprecise: block fill"), (11, "returned")])
def test_walks_that_lost_a_write_once(seed: int, expected: str) -> None:
    # The address was put together bit by bit under conditions, and joined with that of another object.
    assert verdict(program(integer_walk(seed, 6 + seed % 8), LP64)) == expected
