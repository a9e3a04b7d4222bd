"""``python -m tests.mutation``: which mutants of the refinement, the strategies, the certificates and the evidence no test kills."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from tests.mutation.equivalent import equivalent
from tests.mutation.recording import TESTS, record, recorded
from tests.mutation.running import SURVIVED, prepare, selected, tried
from tests.mutation.sampling import SHARES, STRATA, sample
from tests.mutation.table import append, identity, read, row, scores
from tests.seeded_faults.trials import isolated

ROOT = Path(__file__).parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description="Which mutants no test kills.")
    parser.add_argument("--packages", nargs="+", choices=tuple(STRATA), default=list(STRATA))
    parser.add_argument("--sample", type=int, default=310, help="mutants, if all packages are asked for (default: 310)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=8.0, help="seconds of tests per mutant, as they take without it (default: 8)")
    parser.add_argument("--again", action="store_true", help="try those again that survived (with a larger budget, or new tests)")
    parser.add_argument("--only", default="", metavar="REGEX", help="mutants of the sample whose name, MODULE:LINE OPERATOR, matches")
    parser.add_argument("--coverage", type=Path, required=True, help="a JSON file of which test runs which line; recorded if it is missing")
    parser.add_argument("--record", nargs="+", default=[], metavar="TESTS", help="test files to record anew, because they have changed")
    parser.add_argument("--results", type=Path, required=True, help="a CSV file; mutants that have a row in it are not tried again")
    arguments = parser.parse_args()
    if arguments.record or not arguments.coverage.exists():
        packages = [package for stratum in STRATA.values() for package in stratum]
        isolated(lambda: record(ROOT, packages, arguments.coverage, arguments.record if arguments.coverage.exists() else TESTS))
    tests = recorded(arguments.coverage)
    known = equivalent()
    before = [each for each in read(arguments.results) if not arguments.again or each["outcome"] != SURVIVED or identity(each) in known]
    done = {(each["module"], each["operator"], each["occurrence"]) for each in before}
    prepare()
    for stratum in arguments.packages:
        for mutant in sample(ROOT, stratum, round(arguments.sample * SHARES[stratum]), arguments.seed):
            if (mutant.module, mutant.operator, str(mutant.occurrence)) in done or not re.search(arguments.only, mutant.name):
                continue
            result = tried(mutant, selected(mutant, tests, ROOT, arguments.budget))
            append(arguments.results, row(stratum, mutant, (ROOT / mutant.path).read_text(), result))
            print(f"{mutant.name}: {result.outcome} {result.test}, {result.seconds:.1f} s", file=sys.stderr, flush=True)
    rows = read(arguments.results)
    print(scores(rows, known))
    for line in rows:
        if line["outcome"] == SURVIVED and identity(line) not in known:
            print(f"- {line['module']}:{line['line']} `{line['before']}` -> `{line['after']}`")


main()
