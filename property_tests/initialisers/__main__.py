"""``python -m property_tests.initialisers --count 2000``: initialisers by gcc and by the interpreter; exit code 1 where one differs."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from property_tests.initialisers.comparison import Tally, compared
from property_tests.initialisers.units import initialiser_unit
from verilab.program.types import DataModel

BATCH = 100


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--model", choices=[model.value for model in DataModel], default=DataModel.LP64.value)
    options = parser.parse_args()
    start, tally = time.monotonic(), Tally()
    with tempfile.TemporaryDirectory() as directory:
        for first in range(options.first, options.first + options.count, BATCH):
            units = [initialiser_unit(seed) for seed in range(first, min(first + BATCH, options.first + options.count))]
            try:
                for difference in compared(units, Path(directory), DataModel(options.model), tally):
                    text, unit = difference.text, difference.unit
                    sys.stdout.write(f"{text}// {unit.kind}: gcc {difference.expected}, verilab {difference.found}\n\n")
                    sys.stdout.flush()
            except subprocess.CalledProcessError as error:
                sys.stdout.write(str(error.stderr)[:3000])
                return 2
    left = f"{tally.unspecified} read unspecified bits, {tally.imprecise} what is not modelled"
    seconds = time.monotonic() - start
    sys.stdout.write(f"{options.count} initialisers, {len(tally.found)} differences ({left}), {seconds:.0f} s\n")
    return 1 if tally.found else 0


if __name__ == "__main__":
    sys.exit(main())
