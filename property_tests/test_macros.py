"""Random macros expand to the tokens of ``gcc -E``.

``VERILAB_EXAMPLES`` sets the number of texts (100 by default); ``python -m property_tests.macros`` is the command.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from property_tests.examples import examples
from property_tests.macros.comparison import differences
from property_tests.macros.makers import Maker
from verilab.program.types import DataModel

COUNT = examples(100)
FIRST = int(os.environ.get("VERILAB_FIRST_EXAMPLE", "0"))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_random_macros_expand_to_the_tokens_of_gcc(tmp_path: Path) -> None:
    texts = [Maker(random.Random(seed)).text() for seed in range(FIRST, FIRST + COUNT)]
    for difference in differences(texts, tmp_path, DataModel.LP64):
        pytest.fail(f"{difference.reason}\n{difference.text}")
