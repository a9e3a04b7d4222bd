"""What z3 allocates for an environment is freed with it, also where nobody closes anything."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from pysmt.environment import Environment

from verilab.solving.interpolation import Interpolants
from verilab.solving.procedures import make_interpolator
from verilab.solving.registry import load_backend

STATISTICS = Path("/proc/self/statm")


def megabytes() -> float:
    return int(STATISTICS.read_text().split()[1]) * 4096 / 1e6


def interpolate_and_forget() -> None:
    environment = Environment()
    m = environment.formula_manager
    x = m.Symbol("x", environment.type_manager.INT())
    backend = load_backend("z3")
    backend.session(environment).add(m.LE(x, m.Int(0)))
    outcome = make_interpolator(backend, "horn", environment).sequence([m.LE(x, m.Int(0)), m.LE(m.Int(1), x)])
    assert isinstance(outcome, Interpolants)


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a process is read from /proc")
def test_forgotten_backends_do_not_add_up() -> None:
    interpolate_and_forget()
    gc.collect()
    before = megabytes()
    for _ in range(12):
        interpolate_and_forget()
        gc.collect()
    assert megabytes() - before < 100  # a dozen pairs of contexts would take 400
