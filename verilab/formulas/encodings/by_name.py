"""The encodings by their names: ``int`` (linear integer arithmetic) and ``bv`` (bit vectors, exact)."""

from __future__ import annotations

from collections.abc import Callable

from pysmt.environment import Environment

from verilab.formulas.encodings.bit_vectors import BitVectorEncoding
from verilab.formulas.encodings.encoding import Encoding
from verilab.formulas.encodings.integers import IntEncoding

_ENCODINGS: dict[str, Callable[[Environment], Encoding]] = {kind.name: kind for kind in (IntEncoding, BitVectorEncoding)}

LOGICS = {"int": "QF_LIA", "bv": "QF_BV"}
"""The SMT-LIB logic of each encoding's formulas."""


def make_encoding(name: str, environment: Environment) -> Encoding:
    """A new encoding over the environment; KeyError for an unknown name."""
    return _ENCODINGS[name](environment)
