"""``python -m property_tests.macros --count 5000``: random macros by ``gcc -E`` and by our preprocessor; exit code 1 where one differs."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from property_tests.macros.comparison import differences
from property_tests.macros.makers import Maker
from verilab.program.types import DataModel


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--model", choices=[model.value for model in DataModel], default=DataModel.LP64.value)
    options = parser.parse_args()
    start, count = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as directory:
        texts = (Maker(random.Random(seed)).text() for seed in range(options.first, options.first + options.count))
        for difference in differences(texts, Path(directory), DataModel(options.model)):
            count += 1
            sys.stdout.write(f"{difference.text}// {difference.reason}\n\n")
            sys.stdout.flush()
    sys.stdout.write(f"{options.count} texts, {count} differences, {time.monotonic() - start:.0f} s\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
