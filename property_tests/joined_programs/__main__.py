"""``python -m property_tests.joined_programs --count 5000``: exit code 1 where a block formula disagrees or a query stays open."""

from __future__ import annotations

import argparse
import sys
import time

from property_tests.joined_programs.campaign import Campaign
from verilab.solving.registry import load_backend


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--encoding", choices=["int", "bv"], action="append")
    parser.add_argument("--backend", default="z3")
    parser.add_argument("--solve-every", type=int, default=10, metavar="N", help="ask the solver about all blocks of every N-th program")
    parser.add_argument("--no-shrink", action="store_true")
    options = parser.parse_args()
    backend, start, count = load_backend(options.backend), time.monotonic(), 0
    campaign = Campaign(backend, tuple(options.encoding or ("int", "bv")), options.solve_every)
    for disagreement in campaign.disagreements(range(options.first, options.first + options.count)):
        count += 1
        shown = disagreement if options.no_shrink else campaign.shrunk(disagreement)
        sys.stdout.write(f"{shown.program.text}// seed {shown.program.seed}: {shown.complaint}\n\n")
        sys.stdout.flush()
    sys.stdout.write(f"{campaign.counts}, {count} disagreements, {time.monotonic() - start:.0f} s\n")
    return 1 if count or campaign.counts.open else 0


if __name__ == "__main__":
    sys.exit(main())
