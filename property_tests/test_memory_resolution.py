"""The memory model agrees with a compiler on random programs full of pointers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from property_tests.memory_programs.compare import compiled_checksums, interpreted
from property_tests.memory_programs.generator import body
from verilab.evidence.interpretation.outcomes import DependsOnImprecise, ReachedError

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def test_resolved_programs_compute_what_the_compiled_ones_compute(tmp_path: Path) -> None:
    bodies = [body(seed) for seed in range(25)]
    for seed, (text, checksum) in enumerate(zip(bodies, compiled_checksums(bodies, tmp_path), strict=True)):
        outcome, imprecisions = interpreted(text, checksum)
        allowed = (ReachedError, DependsOnImprecise) if imprecisions else ReachedError
        assert isinstance(outcome, allowed), f"seed {seed}: {outcome}\n{text}"
