"""The conformance kit on every backend of the registry that is installed: quick here, in full among the slow tests."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.backends.required import need
from verilab.solving.conformance import Size, check_backend
from verilab.solving.registry import backend_names

KNOWN = {"mathsat": "mathsat:proofs answers random-bv-0-4 with interpolants that are no sequence"}
"""Mistakes that the kit found and nobody has mended yet."""
NAMES = [pytest.param(name, marks=pytest.mark.xfail(reason=KNOWN[name])) if name in KNOWN else name for name in backend_names()]


def _conforms(name: str, size: Size, patience: float) -> None:
    with closing(need(name)) as backend, closing(need("cvc5" if name == "z3" else "z3")) as checker:
        report = check_backend(backend, checker, size=size, patience=patience)
    assert report.failures == (), report.text()


@pytest.mark.parametrize("name", NAMES)
def test_a_backend_conforms(name: str) -> None:
    _conforms(name, Size.QUICK, patience=0.4)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_backend_conforms_in_full(name: str) -> None:
    _conforms(name, Size.FULL, patience=2.0)
