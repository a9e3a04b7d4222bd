"""``python -m property_tests.campaign --count 2000``: a differential campaign, every difference shrunk.  Exit code 1 where there is one."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from property_tests.differential import Campaign, Difference
from verilab.program.types import DataModel


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--size", type=int, default=3, help="functions per program")
    parser.add_argument("--model", choices=[model.value for model in DataModel], default=DataModel.ILP32.value)
    parser.add_argument("--encodings-every", type=int, default=1, metavar="N", help="check both encodings for every N-th program; 0: never")
    parser.add_argument("--backend", default="z3", help="the solver that decides path formulas")
    parser.add_argument("--no-shrink", action="store_true")
    return parser.parse_args()


def _report(difference: Difference) -> str:
    lines = [line for line in difference.program.text.splitlines() if line.strip() and not line.startswith("extern")]
    return "\n".join([*lines, f"// gcc: {difference.expected}; verilab: {difference.found}", ""])


def main() -> int:
    options = _arguments()
    backend = options.backend if options.encodings_every else None
    start, count = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as directory:
        campaign = Campaign(DataModel(options.model), Path(directory), backend, options.encodings_every or 1, options.size)
        for difference in campaign.differences(range(options.first, options.first + options.count)):
            count += 1
            sys.stdout.write(_report(difference if options.no_shrink else campaign.shrunk(difference)) + "\n")
            sys.stdout.flush()
    seconds = time.monotonic() - start
    sys.stdout.write(f"{campaign.programs} programs, {campaign.edges} edges, {count} differences, {seconds:.0f} s\n")
    for encoding, tally in campaign.tallies.items():
        sys.stdout.write(
            f"{encoding}: {tally.paths} paths, {tally.edges} edges on their own, "
            f"{tally.approximated} approximated, {tally.gave_up} queries without an answer\n"
        )
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
