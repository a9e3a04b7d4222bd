"""The conformance kit on every backend of the registry that is installed: quick here, in full among the slow tests."""

from __future__ import annotations

import pytest

from tests.backends.required import need
from verilab.solving.conformance import Size, check_backend
from verilab.solving.registry import backend_names


def _conforms(name: str, size: Size, **limits: float) -> None:
    report = check_backend(need(name), need("cvc5" if name == "z3" else "z3"), size=size, **limits)  # type: ignore[arg-type]
    assert report.failures == (), report.text()


@pytest.mark.parametrize("name", backend_names())
def test_a_backend_conforms(name: str) -> None:
    _conforms(name, Size.QUICK, patience=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", backend_names())
def test_a_backend_conforms_in_full(name: str) -> None:
    _conforms(name, Size.FULL)
