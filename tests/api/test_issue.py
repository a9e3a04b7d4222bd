"""The eight calls, as they were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pysmt.shortcuts import INT, Equals, Int, Plus, Symbol

from tests.api.objects import FewCounters
from tests.api.programs import LOCK
from tests.backends.toy_backend import ToyBackend

# What the lines below call by these names.
CALLS = [
    'vl.interpolate([a, b, c], engine="cvc5:proofs")',
    "vl.engines()",
    'program = vl.load("program.c")',
    'loop = vl.refine(program, analysis="predicate", '
    'strategy=vl.Strategy(propose="sliced-prefixes", select=MyScore(), apply="restart"), engine="mathsat:proofs")',
    "for step in loop: print(step.path, step.candidates, step.chosen, step.model)",
    'result = vl.verify("program.c", analysis="value", strategy=my_strategy, time_limit=20)',
    'tasks = vl.tasks("c/loops/*.yml"); tasks = vl.families.tasks("boolean-or-counter", sizes=[1, 10, 100])',
    'frame = vl.sweep(tasks, axes={"strategy": [s1, s2], "engine": ["z3:horn", "cvc5:proofs"]}, jobs=2).frame()',
    "report = vl.check(MyBackend()); report = vl.check(MyScore())",
]


def test_each_line_of_the_issue_runs_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import verilab as vl

    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.c").write_text(LOCK)
    vl.families.write(tmp_path / "c", [vl.families.families()["counted-loop"]], [3])
    (tmp_path / "c" / "counted-loop").rename(tmp_path / "c" / "loops")
    x, y = Symbol("lines_x", INT), Symbol("lines_y", INT)
    names: dict[str, Any] = {
        "vl": vl,
        "a": Equals(x, Int(0)),
        "b": Equals(y, Plus(x, Int(1))),
        "c": Equals(y, Int(7)),
        "MyScore": FewCounters,
        "MyBackend": ToyBackend,
        "my_strategy": vl.Strategy(propose="sliced-prefixes", select=FewCounters()),
        "s1": vl.Strategy(propose="sliced-prefixes", select=FewCounters()),
        "s2": "spin15-none",
    }
    for line in CALLS:
        if "vl.sweep" in line:  # a hundred rounds in each run are too many for a test
            names["tasks"] = names["tasks"][1:2]
        exec(line, names)
    assert "locked = 0; round = 0; [!(round < 200)]" in capsys.readouterr().out
    assert type(names["loop"].verdict).__name__ == "Safe"
    assert names["result"].verdict == "true"
    assert len(names["frame"]) == 4
    assert set(names["frame"]["class"]) == {"solved"}
    assert names["report"].failures == ()
    names["loop"].close()
