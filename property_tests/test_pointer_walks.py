"""Programs that walk over objects by pointers end with the bytes that the generator computed, in our model and in gcc's executable.

``VERILAB_EXAMPLES`` sets the number of programs (20 of each kind by default, 5000 for a night), ``VERILAB_FIRST_EXAMPLE`` the first seed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from property_tests.examples import examples
from property_tests.pointer_walks import walk
from tests.program.lowered_programs import LP64, gcc_verdict, program, verdict

COUNT = examples(20)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))
CHUNK = 20
MOST_VAGUE = 0.3  # the share of programs in which an access may be left imprecise, and named


@pytest.mark.parametrize("blocks", [False, True], ids=["steps", "steps and blocks"])
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_every_write_arrives_where_the_pointer_is(first: int, blocks: bool) -> None:
    decided = 0
    for seed in range(first, min(first + CHUNK, FIRST + COUNT)):
        text = walk(seed, 10 + seed % 8, blocks=blocks)
        ours = verdict(program(text, LP64))
        assert ours == "returned" or ours.startswith("imprecise"), f"seed {seed}: {ours}\n{text}"
        if ours == "returned":
            decided += 1
            assert verdict(program(text.replace("CHECK(", "CHECK(!", 1), LP64)) == "error", f"seed {seed}: a claim is not checked\n{text}"
    assert decided >= (1 - MOST_VAGUE) * min(CHUNK, FIRST + COUNT - first) - 2


def test_walks_with_blocks_copy_set_assign_and_use_the_heap() -> None:
    walks = [walk(seed, 14, blocks=True) for seed in range(100)]
    for feature in ("memcpy(", "memset(", "*pS = t[", "= m + "):
        assert any(feature in text.split("int main")[1] for text in walks), feature
    assert not any(feature in walk(seed, 14).split("int main")[1] for seed in range(20) for feature in ("memset(", "calloc("))


def test_the_generator_knows_what_gcc_does(tmp_path: Path) -> None:
    for seed in range(FIRST, FIRST + 6):
        by_gcc = gcc_verdict(walk(seed, blocks=seed % 2 == 1), LP64, tmp_path)
        if by_gcc is None:
            pytest.skip("no gcc here")
        assert by_gcc == "returned"


@pytest.mark.parametrize("seed", [354, 522, 1364, 1380, 1477])
def test_walks_that_lost_a_write_once(seed: int) -> None:
    # 354, 1364, 1380, 1477: negative constants of a narrow type as distances; 522: the end of an array after long steps.
    assert verdict(program(walk(seed, 10 + seed % 8), LP64)) == "returned"


@pytest.mark.parametrize("seed", [310, 833])
def test_walks_with_blocks_that_lost_a_write_once(seed: int) -> None:
    # One step as long as the whole object leads to its end, from where others lead back.
    assert verdict(program(walk(seed, 10 + seed % 8, blocks=True), LP64)) == "returned"
