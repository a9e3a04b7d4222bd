"""The expected verdicts are those of gcc's executables."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soundness.judge import NotCompiled, compiled_harness, verdict
from tests.soundness.table import HERE, Row, rows

PARTS = 8
JUDGED = [row for row in rows() if row.judge == "gcc"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    path = tmp_path_factory.mktemp("judged")
    yield path
    shutil.rmtree(path)


def _differing(judged: list[Row], data_model: str, folder: Path) -> dict[str, str]:
    harness = compiled_harness(folder, data_model)
    return {row.program: judgement for row in judged if (judgement := verdict(row, harness, folder, [])) != row.verdict}


@pytest.mark.parametrize("part", range(PARTS))
def test_the_expected_verdicts_are_those_of_gcc(part: int, folder: Path) -> None:
    judged = [row for row in JUDGED if row.data_model == "LP64"][part::PARTS]
    assert judged
    assert not _differing(judged, "LP64", folder)


def test_the_expected_verdicts_of_32_bit_programs_are_those_of_gcc(folder: Path) -> None:
    judged = [row for row in JUDGED if row.data_model == "ILP32"]
    assert judged
    try:
        assert not _differing(judged, "ILP32", folder)
    except NotCompiled as error:
        pytest.skip(f"this gcc makes no 32-bit programs: {error}")


def test_the_table_and_the_folder_hold_the_same_programs() -> None:
    table = rows()
    assert {row.program for row in table} == {str(path.relative_to(HERE / "programs")) for path in (HERE / "programs").rglob("*.c")}
    assert len(table) == len({row.program for row in table}) >= 200
    assert {row.verdict for row in table} == {"true", "false"}
    assert {row.judge for row in table} == {"gcc", "standard"}


OUTSIDE = ("extern ", "noreturn", "argv", "stdin", "getenv(", "read(", "scanf(", "malloc(", "fopen(", "time(", "clock(", "nondet_double(")


@pytest.mark.parametrize("row", [row for row in rows() if row.judge == "standard"], ids=lambda row: row.program)
def test_only_programs_that_ask_for_what_is_outside_are_judged_by_the_standard(row: Row) -> None:
    text = row.path.read_text().replace("extern void reach_error(void);", "").replace("extern int __VERIFIER_nondet_int(void);", "")
    assert any(word in text for word in OUTSIDE)
