"""A score of one's own against good & narrow (SPIN'15) on twenty tasks: a table with intervals, and a figure.

python examples/own_score.py [TASKS] [SECONDS FOR EACH RUN]
"""

import sys

import verilab as vl


class FewestUses:
    """Prefers what needs the fewest different variables, and among equals what is tracked at the fewest places."""

    def __call__(self, candidate: vl.Candidate, context: vl.Context) -> float:
        return len(context.variables(candidate)) + len(candidate.positions) / 1000


def main(count: int = 20, seconds: float = 10.0) -> None:
    report = vl.check(FewestUses())  # does it keep its contract?
    assert report.failures == (), report.failures
    tasks = [task for name in vl.families.families() for task in vl.families.tasks(name, safe=None)][:count]
    strategies = {
        "fewest uses": vl.Strategy(propose="sliced-prefixes", select=[FewestUses(), "length:short"]),
        "good & narrow": "spin15-good-narrow",
    }
    runs = list(vl.sweep(tasks, axes={"strategy": strategies}, analysis="value", time_limit=seconds, jobs=2))
    print(vl.compare(runs, baseline="good & narrow"))
    print("drawn:", vl.figure(runs, "quantile", "own_score.pdf", measure="states"))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))
