"""Seeded faults: each one is still where it is planted, and the evidence rejects what a few of them cause."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeded_faults.catalogue import FAULTS
from tests.seeded_faults.fault import Fault, FaultError, Layer
from tests.seeded_faults.programs import small_programs
from tests.seeded_faults.witnesses import WITNESSES

ROOT = Path(__file__).parents[2]


def test_every_fault_is_in_place() -> None:
    for fault in FAULTS:
        source = fault.path.read_text()
        planted = fault.rewritten(source)
        assert planted != source
        compile(planted, str(fault.path), "exec")


def test_a_text_that_is_gone_is_an_error() -> None:
    fault = Fault("gone", Layer.BLOCKS, "verilab.formulas.blocks.merging", "no such text", "another text")
    with pytest.raises(FaultError, match=r"0 places in .* have the text 'no such text'"):
        fault.rewritten(fault.path.read_text())


def test_every_layer_has_faults_of_different_names() -> None:
    assert {fault.layer for fault in FAULTS} == set(Layer)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 60


def test_witnesses_exist() -> None:
    assert WITNESSES.keys() <= {fault.name for fault in FAULTS}
    assert {program for program, _ in WITNESSES.values()} <= {program.name for program in small_programs()}


def test_evidence_rejects_the_wrong_verdicts_of_the_witnesses() -> None:
    folders = (ROOT, ROOT / "backends", ROOT / "strategies")
    done = subprocess.run(
        [sys.executable, "-m", "tests.seeded_faults", "--witnesses"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = {cells[1]: cells[2:] for line in done.stdout.splitlines() if len(cells := [cell.strip() for cell in line.split("|")]) > 8}
    for name in WITNESSES:
        _, wrong, *_, missed, _ = rows[name]
        assert (wrong, missed) == ("1", "0"), f"{name}\n{done.stderr}"
