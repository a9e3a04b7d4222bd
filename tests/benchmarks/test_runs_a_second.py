"""The benchmark of runs a second performs what it counts, and all of it has verdicts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.runs_a_second import LONGER, TINY, main, perform


def test_it_performs_what_it_counts_and_every_verdict_is_right(tmp_path: Path) -> None:
    found = perform(tmp_path, 'families = [{ name = "call-chain", sizes = [1] }]', repetitions=2, jobs=1)
    assert (found.runs, dict(found.verdicts)) == (4, {"true": 2, "false": 2})
    assert 0.0 < found.shortest <= found.wall
    assert found.cpu > 0.0


def test_it_prints_the_rate_of_tiny_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--tiny", "1", "--pairs", "0"])
    _, line = capsys.readouterr().out.splitlines()
    count = len(TINY)
    matched = re.fullmatch(
        rf"tiny, \d+ at a time: {2 * count} runs \({count} false, {count} true\) in [\d.]+ s: ([\d.]+) a second, ([\d.]+) s CPU each", line
    )
    assert matched is not None, line
    assert all(float(each) > 0 for each in matched.groups())


def test_the_longer_tasks_can_be_read(tmp_path: Path) -> None:
    from verilab.experiments.design.design import load_design

    (tmp_path / "e.toml").write_text(f"[tasks]\n{LONGER}\n")
    assert len(load_design(tmp_path / "e.toml").tasks) == 8
