"""The value of a C expression during lowering: its C type and the pure expression that computes it."""

from __future__ import annotations

from verilab.data_classes import dataclass
from verilab.program.c_types.floating import Number
from verilab.program.c_types.types import CType
from verilab.program.expressions import Expression
from verilab.program.lowering.storage.places import Place


@dataclass(frozen=True, slots=True)
class Value:
    """An rvalue.

    ``expression`` is None where there is none to write down: ``void``, floating point without patterns, and structures, whose value is
    what ``place`` holds; a float's is its pattern.  ``number`` is the value of floating point without patterns, where it is constant.
    """

    type: CType
    expression: Expression | None
    place: Place | None = None
    number: Number | None = None
