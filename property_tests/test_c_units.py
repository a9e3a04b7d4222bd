"""Small units of C compute what gcc's do at -O0, wherever its sanitizers find nothing undefined.

``VERILAB_EXAMPLES`` sets the number of units for each data model (300 by default); ``python -m property_tests.c_units`` is the command.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from property_tests.c_units.comparison import differences
from property_tests.c_units.makers import Maker
from property_tests.differential import gcc_option
from property_tests.examples import examples
from verilab.evidence.compiler.toolchain import gcc_version
from verilab.program.types import DataModel

COUNT = examples(300)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))
CHUNK = 150


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("first", range(FIRST, FIRST + COUNT, CHUNK))
def test_units_compute_what_gcc_computes(first: int, model: DataModel, tmp_path: Path) -> None:
    if gcc_version(gcc_option(model)) is None:
        pytest.skip(f"no gcc for {model}")
    units = [Maker(random.Random(seed)).unit() for seed in range(first, min(first + CHUNK, FIRST + COUNT))]
    for difference in differences(units, tmp_path, model):
        pytest.fail(f"{difference.unit.kind}: gcc {difference.expected}, verilab {difference.found}\n{difference.text}")
