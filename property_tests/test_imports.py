"""Mutated result files and CSVs are imported whole, or refused with a message, and then nothing is written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from property_tests.examples import examples
from tests.experiments.benchexec.test_importing import MEASURED
from tests.experiments.benchexec.test_results import FOREIGN, ROWS
from tests.verification.validation.fuzz import mutated
from verilab.errors import Refused
from verilab.experiments.benchexec.importing import import_results
from verilab.experiments.store import StoredExperiment
from verilab.experiments.store.csv_rows import COLUMNS, cells
from verilab.program.errors import InputError

EXAMPLES = examples(20)
CSV = "".join(",".join(f'"{cell}"' if "," in cell else cell for cell in line) + "\n" for line in (COLUMNS, *map(cells, ROWS[:3])))
TEXTS = {"measured.xml": MEASURED[0].read_text(), "foreign.xml": FOREIGN, "rows.csv": CSV}


def outcome(file: Path, into: Path) -> int | str:
    """How many rows were imported, or what is wrong."""
    try:
        return import_results([file], into)
    except (InputError, Refused) as error:
        return error.render()


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_a_mutated_file_is_imported_whole_or_not_at_all(name: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, into = Path(folder) / name, Path(folder) / "e.duckdb"
        file.write_text(mutated(TEXTS[name], seed), encoding="utf-8", errors="surrogatepass")
        imported = outcome(file, into)
        assert os.listdir(folder) == [name] if isinstance(imported, str) else len(StoredExperiment(into).results()) == imported > 0
        assert not isinstance(imported, str) or "error: " in imported
