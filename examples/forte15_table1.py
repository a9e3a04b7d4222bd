"""FORTE'15 Table 1 on one's own tasks: how many each heuristic solves, and what always choosing right or wrong would solve.

python examples/forte15_table1.py [SECONDS FOR EACH RUN] [TASKS, e.g. "c/loops/*.yml" ...]
"""

import sys

import verilab as vl

HEURISTICS = {
    "shortest": "length:short",
    "longest": "length:long",
    "score best": "domain-type:good",
    "score worst": "domain-type:bad",
}


def main(seconds: float = 10.0, *paths: str) -> None:
    tasks = vl.tasks(*paths) if paths else vl.families.demo_tasks()
    strategies = {name: vl.Strategy(propose="sliced-prefixes", select=score) for name, score in HEURISTICS.items()}
    frame = vl.sweep(tasks, axes={"strategy": strategies}, analysis="value", time_limit=seconds, jobs=2).frame()
    frame["solved"] = frame["class"] == "solved"
    table = frame.groupby("label")[["solved", "refinements", "states", "cpu_s"]].sum().loc[list(HEURISTICS)]
    print(table.rename(index=str).to_string(float_format="%.1f"))
    solved = frame.pivot_table(index="task", columns="label", values="solved")
    best, worst = int(solved.max(axis=1).sum()), int(solved.min(axis=1).sum())
    print(f"of {len(tasks)} tasks, {seconds:g} s each: oracle best {best}, oracle worst {worst}, difference {best - worst}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, *sys.argv[2:])
