"""What each candidate of a refinement would have cost: the choice is seen step by step, then every other one is followed to the end.

python examples/cost_of_candidates.py [FILE.c]
"""

import sys
import tempfile
from pathlib import Path

import verilab as vl

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int locked = 0, round = 0;
  while (round < 200) {
    locked = 1;
    if (__VERIFIER_nondet_int()) round = round + 1;
    locked = 0;
  }
  if (locked) reach_error();
  return 0;
}
"""


def longest(candidate: vl.Candidate, context: vl.Context) -> float:
    """A score is any function of candidate and context; small ones win."""
    return -candidate.prefix.length


def main(file: str) -> None:
    strategy = vl.Strategy(propose="sliced-prefixes", select=longest)
    with vl.refine(file, analysis="value", strategy=strategy) as loop:
        for step in loop:
            print(step)
            for candidate in step.candidates:
                print("   ", candidate.prefix.length, "steps of", step.path, "->", ", ".join(step.facts(candidate)))
    print(f"{type(loop.verdict).__name__}, {loop.evidence.checked_by}")
    report = vl.oracle(file, analysis="value", strategy=strategy, at=[1], time_limit=20)
    for refinement in report.refinements:
        for cost in refinement.candidates:
            after = cost.after or {}
            print(f"{'chosen' if cost.chosen else '':7} {', '.join(cost.facts):14} {cost.verdict:7} states {after.get('states', 0):6g}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "lock.c"
        own.write_text(PROGRAM)
        main(*sys.argv[1:2] or [str(own)])
