"""Integer machine types of the verified program.

After lowering every scalar is an integer of a fixed width: C's integer types, enumerations, bit-fields (any width), ``_Bool``
(``IntType(1, False)``) and pointers (unsigned, of pointer width).  A value is always kept as the Python integer inside the type's
range, so that comparisons are comparisons of Python integers whatever the signedness.
"""

from __future__ import annotations

from enum import Enum

from verilab.data_classes import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type of ``width`` bits, two's complement where ``signed``."""

    width: int
    signed: bool

    @property
    def minimum(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1

    def wrap(self, value: int) -> int:
        """The representative of ``value`` modulo 2^width inside this type's range."""
        value &= (1 << self.width) - 1
        if self.signed and value >> (self.width - 1):
            value -= 1 << self.width
        return value

    def __str__(self) -> str:
        return f"{'int' if self.signed else 'uint'}{self.width}"


class DataModel(Enum):
    """Widths of C's types: ILP32 (int, long, pointers 32 bits) or LP64 (long, pointers 64 bits)."""

    ILP32 = "ILP32"
    LP64 = "LP64"

    @property
    def pointer_width(self) -> int:
        return 32 if self is DataModel.ILP32 else 64

    @property
    def long_width(self) -> int:
        return self.pointer_width


BOOL = IntType(1, False)
BYTE = IntType(8, False)
INT = IntType(32, True)
UINT = IntType(32, False)
