"""What is built while the garbage collection pauses is looked at behind the pause, or never, where the process ends with its run."""

from __future__ import annotations

import gc

import pytest

from verilab.program.lowering import collection
from verilab.program.lowering.collection import end_with_the_run, paused_collection


def test_collections_look_at_what_a_pause_built() -> None:
    frozen = gc.get_freeze_count()
    with paused_collection():
        assert not gc.isenabled()
        built: list[list[int]] = [[] for _ in range(100)]
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen
    assert built


def test_no_collection_looks_at_it_in_a_process_that_ends_with_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "_ends_with_its_run", False)
    end_with_the_run()
    try:
        with paused_collection():
            built: list[list[int]] = [[] for _ in range(100)]
        assert gc.isenabled()
        assert gc.get_freeze_count() > len(built)
    finally:
        gc.unfreeze()
