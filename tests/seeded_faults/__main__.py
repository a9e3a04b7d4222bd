"""``python -m tests.seeded_faults``: print the table of seeded faults."""

from __future__ import annotations

import argparse
import re
import sys

from tests.seeded_faults.catalogue import FAULTS
from tests.seeded_faults.experiment import trials_of, witnessing, wrong_claims
from tests.seeded_faults.fault import Fault
from tests.seeded_faults.programs import small_programs
from tests.seeded_faults.table import WrongClaim, caught_by, markdown
from tests.seeded_faults.trials import warm_up
from tests.seeded_faults.witnesses import WITNESSES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.seeded_faults", description="Who rejects the wrong verdicts of seeded faults.")
    parser.add_argument("--only", default="", metavar="REGEX", help="faults whose name or layer matches")
    parser.add_argument("--programs", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--enough", type=int, default=0, help="wrong verdicts per fault after which it is tried no further (default: all)")
    parser.add_argument("--witnesses", action="store_true", help="only a few faults, each on a program that is known to show it")
    parser.add_argument("--tries", type=int, help="runs per fault at most (default: all of its programs)")
    parser.add_argument("--evidence", choices=("new", "old", "both"), default="new", help="as it is, as it was, or a table of each")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    faults = [fault for fault in FAULTS if re.search(arguments.only, f"{fault.name} {fault.layer.value}")]
    programs = [program for program in small_programs() if re.search(arguments.programs, program.name)]
    if arguments.witnesses:
        plan = {fault: witnessing(fault, programs) for fault in faults if fault.name in WITNESSES}
    else:
        plan = {fault: trials_of(fault, programs)[: arguments.tries] for fault in faults}
    evidences = ["new", "old"] if arguments.evidence == "both" else [arguments.evidence]
    warm_up()
    claims = wrong_claims(plan, evidences, enough=arguments.enough, jobs=arguments.jobs, report=_report)
    for evidence in evidences:
        print(f"\nSeeded faults, evidence {'as it is' if evidence == 'new' else 'as it was'}\n\n{markdown(list(plan), claims, evidence)}")


def _report(fault: Fault, claims: list[WrongClaim]) -> None:
    lines = [f"{fault.name}: {len(claims)} wrong"]
    for claim in claims:
        for evidence, judged in claim.judged.items():
            who = f"{caught_by(judged)} ({judged.checked_by or 'nobody'}) {judged.reason}"
            lines.append(f"  {claim.program.name}, {claim.setting}: '{claim.claim}', evidence {evidence}: {who}")
    print("\n".join(lines), file=sys.stderr, flush=True)


main()
