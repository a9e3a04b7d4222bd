"""A missing solver skips a test, and fails it where the environment says that the solver must be there."""

from __future__ import annotations

import pytest

from tests.backends.required import need
from verilab.solving import registry


@pytest.fixture(autouse=True)
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    source = registry.Source("no_such_package.at_all:make", "pip install absent")
    monkeypatch.setitem(registry._BUILT_IN, "absent", source)


def test_a_solver_that_is_not_installed_skips_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VERILAB_REQUIRE_SOLVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="pip install absent"):
        need("absent")


def test_a_required_solver_that_is_not_installed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERILAB_REQUIRE_SOLVERS", "z3, absent")
    with pytest.raises(pytest.fail.Exception, match="pip install absent"):
        need("absent")


def test_an_installed_solver_is_loaded() -> None:
    assert need("z3").name == "z3"
