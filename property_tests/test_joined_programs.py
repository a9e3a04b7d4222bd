"""Block formulas have every concrete step, and no other: programs in which many paths meet, all block operators, both encodings.

``VERILAB_EXAMPLES`` sets the number of programs (10 by default, 5000 for a night), ``VERILAB_FIRST_EXAMPLE`` the first seed;
``python -m property_tests.joined_programs`` is the command that shrinks what it finds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest

from property_tests.examples import examples
from property_tests.joined_programs.campaign import Campaign
from tests.backends.required import need
from verilab.formulas.blocks import merging
from verilab.formulas.encodings.values import Value
from verilab.solving.backend import Backend

COUNT = examples(10)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))
CHUNK = 10


@pytest.fixture(scope="module")
def backend() -> Iterator[Backend]:
    backend = need("z3")
    yield backend
    backend.close()


@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_blocks_describe_the_executions_from_cut_point_to_cut_point(first: int, backend: Backend) -> None:
    campaign = Campaign(backend)
    for disagreement in campaign.disagreements(range(first, min(first + CHUNK, FIRST + COUNT))):
        pytest.fail(f"seed {disagreement.program.seed}: {disagreement.complaint}\n{disagreement.program.text}")
    assert campaign.counts.open == 0
    assert campaign.counts.blocks > 0


def test_a_representative_with_the_interval_of_one_path_is_found(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    def first(values: Sequence[Value]) -> Value:
        return values[0]

    monkeypatch.setattr(merging, "_covering", first)
    assert [found.program.seed for found in Campaign(backend, ("int",)).disagreements(range(17, 18))] == [17]
