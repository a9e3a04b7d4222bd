"""``python -m tests.behaviour record FILE`` and ``compare FILE``: what the task families do, before and after a redesign.

``record`` writes the rows of this checkout; ``compare`` runs again what FILE has and prints each difference; it ends with 1 where a
verdict, a number of states or of refinements differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.behaviour.rows import CONFIGURATIONS, differences, read, record, write


def main() -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.behaviour", description=__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--sizes", type=int, default=2, help="how many sizes of each family (2)")
    parser.add_argument("--seconds", type=float, default=20.0, help="the limit of a run (20)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--configuration", action="append", choices=tuple(CONFIGURATIONS), help="all without one; may be given again")
    given = parser.parse_args()
    old = read(given.file) if given.what == "compare" else []
    rows = list(record(given.configuration or tuple(CONFIGURATIONS), given.sizes, given.seconds, given.jobs))
    if given.what == "record":
        write(rows, given.file)
        print(f"{len(rows)} rows in {given.file}")
        return 0
    lines = differences(old, rows)
    print("\n".join(lines))
    different = sum(line.startswith("differs") for line in lines)
    print(f"{len(rows)} rows compared, {different} differ, {len(lines) - different} ended in time on one side only")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
