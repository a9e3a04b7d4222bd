"""Seeded faults: each one is still where it is planted, and the evidence rejects what a few of them cause."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seeded_faults.catalogue import FAULTS, OF_SHARED
from tests.seeded_faults.fault import SHARED, Fault, FaultError, Layer
from tests.seeded_faults.programs import GUARDED, SmallProgram, small_programs
from tests.seeded_faults.witnesses import WITNESSES

ROOT = Path(__file__).parents[2]
_INPUTS = """#include <stdlib.h>
#include <unistd.h>
void reach_error(void) { _exit(42); }
int __VERIFIER_nondet_int(void) { return atoi(getenv("INPUT")); }
"""
"""What the programs of the shared layers call."""


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


def test_what_is_shared_has_faults_enough() -> None:
    assert len(OF_SHARED) >= 60
    assert {fault.layer for fault in OF_SHARED} == SHARED


def test_every_layer_has_faults_of_different_names() -> None:
    assert {fault.layer for fault in FAULTS} == set(Layer)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 60
    assert not any("|" in fault.name for fault in FAULTS)  # names are cells of a table


def test_witnesses_exist() -> None:
    assert WITNESSES.keys() <= {fault.name for fault in FAULTS}
    assert {program for program, _ in WITNESSES.values()} <= {program.name for program in small_programs()}


@pytest.mark.parametrize("folder", sorted(GUARDED))
def test_the_programs_of_what_is_shared_do_what_they_promise(folder: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    (tmp_path / "inputs.c").write_text(_INPUTS)
    chosen = [program for program in small_programs() if program.name.startswith(f"{folder}/") and not program.guarded]
    assert {_verdict_by_gcc(program, tmp_path) for program in chosen} == {"true", "false"}


def _verdict_by_gcc(program: SmallProgram, folder: Path) -> str:
    """What gcc's executable does with one of two inputs, which has to be what the program promises."""
    (folder / "program.c").write_text(program.text)
    subprocess.run(["gcc", "-w", "-O0", "program.c", "inputs.c", "-o", "program", "-lm"], cwd=folder, check=True, capture_output=True)
    codes = {subprocess.run([folder / "program"], env={"INPUT": value}, check=False).returncode for value in ("0", "7")}
    assert codes <= {0, 42}, program.name
    verdict = "false" if 42 in codes else "true"
    assert verdict == program.verdict, program.name
    return verdict


def test_evidence_rejects_the_wrong_verdicts_of_the_witnesses() -> None:
    folders = (ROOT, ROOT / "backends", ROOT / "strategies")
    process = subprocess.run(
        [sys.executable, "-m", "tests.seeded_faults", "--witnesses"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = {cells[1]: cells[2:] for line in process.stdout.splitlines() if len(cells := [cell.strip() for cell in line.split("|")]) > 8}
    for name in WITNESSES:
        _, wrong, *_, missed, _ = rows[name]
        assert (wrong, missed) == ("1", "0"), f"{name}\n{process.stderr}"
