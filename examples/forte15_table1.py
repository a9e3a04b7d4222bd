"""FORTE'15 Table 1 in small: how many tasks each heuristic solves, and what always choosing right or wrong would solve.

python examples/forte15_table1.py [SECONDS FOR EACH RUN] [TASKS]
"""

import sys

import verilab_strategies as operators

from verilab.experiments.configuration import Configuration
from verilab.experiments.runs.isolated import run_isolated
from verilab.families import demo_tasks
from verilab.refinement.strategy import strategy

HEURISTICS = {
    "shortest": "length:short",
    "longest": "length:long",
    "score best": "domain-type:good",
    "score worst": "domain-type:bad",
}


def main(seconds: float = 10.0, count: int | None = None) -> None:
    tasks = demo_tasks(1)[:count]
    solved: dict[str, set[str]] = {}
    print(f"{'heuristic':12} {'solved':>6} {'refinements':>12} {'states':>9} {'cpu s':>7}   of {len(tasks)} tasks, {seconds:g} s each")
    for name, scores in HEURISTICS.items():
        chosen = strategy(propose=operators.SlicedPrefixes(), select=scores, apply="restart:global")
        setting = Configuration(analysis="value", strategy=str(chosen), time_limit=seconds)
        results = [run_isolated(task, setting) for task in tasks]
        solved[name] = {result.task for result in results if result.classification == "solved"}
        total = [sum(getattr(result.statistics, key) for result in results) for key in ("refinements", "states", "cpu_s")]
        print(f"{name:12} {len(solved[name]):6} {total[0]:12} {total[1]:9} {total[2]:7.1f}")
    best, worst = set.union(*solved.values()), set.intersection(*solved.values())
    print(f"oracle best  {len(best):6}\noracle worst {len(worst):6}\ndifference   {len(best - worst):6}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]))
