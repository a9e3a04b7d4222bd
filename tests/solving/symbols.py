"""Symbols of several sorts for tests of the simplifier, and the simplifier."""

from __future__ import annotations

from pysmt.environment import Environment
from pysmt.typing import INT, BVType

from verilab.solving.simplification.simplifier import Simplifier


class Symbols:
    """An environment with some symbols and its simplifier."""

    def __init__(self) -> None:
        self.environment = Environment()
        m = self.manager = self.environment.formula_manager
        self.x, self.y, self.z = (m.Symbol(name, INT) for name in "xyz")
        self.v, self.w = (m.Symbol(name, BVType(4)) for name in "vw")
        self.p, self.q, self.r = (m.Symbol(name) for name in "pqr")
        self.simplify = Simplifier(self.environment)
