"""Something outside may end the process that looks for an experiment's engines."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from verilab.experiments.design.design import load_design
from verilab.experiments.design.engines import check_engines
from verilab.verification.configuration import ConfigurationError


@pytest.mark.parametrize(
    ("endings", "message"),
    [
        ([(-9, "")], ""),
        ([(1, "WorkerDied: the mathsat worker died of SIGKILL")] * 2, ""),
        ([(-9, "")] * 3, "cannot be loaded: the process that tries it died of SIGKILL"),
        ([(1, "Traceback\nOSError: no space")], "cannot be loaded: the process that tries it ended with exit code 1: OSError: no space"),
    ],
)
def test_it_is_tried_again_and_told_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endings: list[tuple[int, str]], message: str
) -> None:
    (tmp_path / "t.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "e.toml").write_text('[tasks]\nfiles = ["t.c"]\n[settings]\nbackend = "cvc5"\n')
    left = iter(endings)

    def ended(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        code, errors = next(left, (0, ""))
        return subprocess.CompletedProcess(command, code, "" if code else '[""]\n', errors)

    monkeypatch.setattr("verilab.experiments.design.engines.subprocess.run", ended)
    if message:
        with pytest.raises(ConfigurationError, match=message):
            check_engines(load_design(tmp_path / "e.toml"))
    else:
        check_engines(load_design(tmp_path / "e.toml"))
