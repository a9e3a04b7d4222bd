"""``python -m property_tests.c_units --count 5000``: units of C by gcc and by the interpreter; exit code 1 where one differs."""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from property_tests.c_units.comparison import differences
from property_tests.c_units.makers import Maker
from verilab.program.types import DataModel

BATCH = 200


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--model", choices=[model.value for model in DataModel], default=DataModel.LP64.value)
    options = parser.parse_args()
    start, count = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as directory:
        for first in range(options.first, options.first + options.count, BATCH):
            units = [Maker(random.Random(seed)).unit() for seed in range(first, min(first + BATCH, options.first + options.count))]
            try:
                for difference in differences(units, Path(directory), DataModel(options.model)):
                    count += 1
                    sys.stdout.write(
                        f"{difference.text}// {difference.unit.kind}: gcc {difference.expected}, verilab {difference.found}\n\n"
                    )
            except subprocess.CalledProcessError as error:
                sys.stdout.write(error.stderr.decode()[:3000] if isinstance(error.stderr, bytes) else str(error.stderr)[:3000])
                return 2
    sys.stdout.write(f"{options.count} units, {count} differences, {time.monotonic() - start:.0f} s\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
