"""What the tests of analyses get made and freed for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.analysis.composites import Make
from tests.program.lowered_programs import program as lowered
from tests.refinement.benches import Bench


@pytest.fixture
def make() -> Iterator[Make]:
    benches: list[Bench] = []

    def bench(text: str, **settings: Any) -> Bench:
        benches.append(Bench(lowered(text), **settings))
        return benches[-1]

    yield bench
    for opened in benches:
        opened.close()
