"""The conformance kit on every backend of the registry that is installed: with few queries of each kind, with more, at night in full."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing

import pytest
from verilab_backends.generic import GENERIC

from tests.backends.required import need
from verilab.solving.conformance import Size, check_backend
from verilab.solving.registry import backend_names, load_backend

MORE = Size(os.environ.get("VERILAB_CONFORMANCE", "quick"))
"""How much is asked where it is more than a little: ``full``, over 300 queries of each procedure, is the nightly size."""
PATIENCE = 2.0 if MORE is Size.FULL else 0.5
"""Seconds of a query that need not be answered.  What is wrong at once is found; an answer that takes longer is judged at night."""
KNOWN = {"yices": "after the divisibility queries Yices' check of a satisfiable one (running-maximum, differences) does not end in time"}
"""Mistakes that the full kit found and nobody has mended yet."""


def _conforms(
    name: str, size: Size, patience: float, chosen: Callable[[str], bool] = lambda procedure: True, *, isolate: bool = False
) -> None:
    """``chosen``: which procedures are asked; ``isolate``: in a process of its own, whose crash is a failure of the kit and not its end."""
    with closing(need(name)) as backend, closing(need("cvc5" if name == "z3" else "z3")) as checker:
        procedures = [procedure for procedure in backend.capabilities.interpolation if chosen(procedure)]
        with closing(load_backend(name, isolate=True) if isolate else backend) as tested:
            report = check_backend(tested, checker, size=size, procedures=procedures, patience=patience)
    assert report.failures == (), report.text()


@pytest.mark.parametrize("name", backend_names())
def test_a_backend_conforms_with_its_own_procedures(name: str) -> None:
    _conforms(name, Size.TINY, 0.4, lambda procedure: procedure not in GENERIC)


def test_the_solver_independent_procedures_conform_on_z3() -> None:
    _conforms("z3", Size.TINY, 0.4, lambda procedure: procedure in GENERIC)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xfail(reason=KNOWN[name])) if name in KNOWN else name for name in backend_names()]
)
def test_a_backend_conforms_on_more_queries(name: str) -> None:
    _conforms(name, MORE, PATIENCE, lambda procedure: procedure not in GENERIC, isolate=True)


def test_the_solver_independent_procedures_conform_on_more_queries() -> None:
    _conforms("z3", MORE, PATIENCE, lambda procedure: procedure in GENERIC)
