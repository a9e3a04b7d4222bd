"""Initialised objects hold what gcc's do: nested, designated, overridden, in ranges, in unions, static and automatic.

``VERILAB_EXAMPLES`` sets the number of initialisers for each data model; ``python -m property_tests.initialisers`` is the command.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from property_tests.differential import gcc_option
from property_tests.examples import examples
from property_tests.initialisers.comparison import Tally, compared, image_difference
from property_tests.initialisers.units import initialiser_unit
from verilab.cache import CACHE_VARIABLE
from verilab.evidence.compiler.toolchain import compiler_for, gcc_version
from verilab.program.types import DataModel

COUNT = examples(100)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))
CHUNK = 100


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_objects_are_initialised_as_by_gcc(first: int, model: DataModel, tmp_path: Path) -> None:
    if gcc_version(gcc_option(model)) is None:
        pytest.skip(f"no gcc for {model}")
    units = [initialiser_unit(seed) for seed in range(first, min(first + CHUNK, FIRST + COUNT))]
    tally = Tally()
    for difference in compared(units, tmp_path, model, tally):
        pytest.fail(f"{difference.unit.kind}: gcc {difference.expected}, verilab {difference.found}\n{difference.text}")
    assert tally.imprecise < len(units) / 3


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_the_compiler_emits_the_same_bytes(first: int, model: DataModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if compiler_for(model) is None:
        pytest.skip(f"no gcc for {model}")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    units = [initialiser_unit(seed, ("global", "static")) for seed in range(first, min(first + CHUNK, FIRST + COUNT))]
    assert image_difference(units, tmp_path, model) is None
