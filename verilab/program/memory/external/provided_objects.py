"""Objects that functions without a body give to the program: what such a function chooses, and how its choices are named.

A function that returns a pointer chooses what it returns:

    FRESH    an object of its own with contents of its choice, one more choice per scalar that the program uses (lazy initialisation:
             Khurshid, Pasareanu, Visser 2003; each scalar is chosen where the object is made, not where it is read)
    NUMBER   no object: null, an error code, or another number where no object lies
    else     any pointer that it could know, to memory that is not modelled

The last covers all that a function may do, so that a proof rests on no assumption about objects of its own; the others are environments
that exist, so that a violation which depends on them can be executed.  Contents that may be addresses are null, error codes or other
numbers where no object lies: an object of a function's own does not lead to the program's.
"""

from __future__ import annotations

import re

from verilab.data_classes import dataclass
from verilab.program.expressions import Binary, Cast, Constant, Expression, IfThenElse, Read
from verilab.program.storages import Variable
from verilab.program.types import INT, IntType

CHOICE = IntType(8, False)
FRESH, NUMBER = 0, 1
LOWEST_ADDRESS = 0x10000
"""No object lies below."""
END_OF_ADDRESSES = {32: 1 << 31, 64: 1 << 47}
"""No object lies from here on, by the width of addresses: a program has the lower half of the (canonical) address space."""

_RESULT = re.compile(r"pointer that ([A-Za-z_]\w*) returns")
_NUMBER = re.compile(r"number that ([A-Za-z_]\w*) returns as a pointer")
_CONTENT = re.compile(r"object of ([A-Za-z_]\w*) at (\d+)\.(\d+)( \(no address\))?")


@dataclass(frozen=True, slots=True)
class Content:
    """The choice of a scalar of an object: whose, at which bit of which byte; ``placed`` where it may be an address."""

    function: str
    offset: int
    bit: int
    placed: bool

    def image(self, value: int, width: int) -> int:
        """What a choice puts into the object, as the bits of a number."""
        number = no_address(value, width) if self.placed else value & (1 << width) - 1
        return number << 8 * self.offset + self.bit


def no_address(value: int, width: int) -> int:
    """What is taken for a choice that has to be none of an object's address: the value as an unsigned number, or 0."""
    number = value & (1 << width) - 1
    return 0 if LOWEST_ADDRESS <= number < END_OF_ADDRESSES[width] else number


def no_address_term(chosen: Variable) -> Expression:
    """``no_address`` as an expression of the choice, in its type."""
    unsigned = IntType(chosen.type.width, False)
    value: Expression = Read(chosen) if chosen.type == unsigned else Cast(Read(chosen), unsigned)
    above = Binary("-", value, Constant(LOWEST_ADDRESS, unsigned), unsigned)
    inside = Binary("<", above, Constant(END_OF_ADDRESSES[unsigned.width] - LOWEST_ADDRESS, unsigned), INT)
    return IfThenElse(inside, Constant(0, chosen.type), Read(chosen))


def result_origin(function: str) -> str:
    """The origin of the choice what a function returns."""
    return f"pointer that {function} returns"


def number_origin(function: str) -> str:
    """The origin of the number that a function returns in place of an address."""
    return f"number that {function} returns as a pointer"


def content_origin(function: str, offset: int, bit: int, *, placed: bool) -> str:
    """The origin of the choice of a scalar in an object that a function returns."""
    return f"object of {function} at {offset}.{bit}" + (" (no address)" if placed else "")


def result_of(origin: str) -> str | None:
    """The function whose result a choice of this origin is; None where it is another choice."""
    match = _RESULT.fullmatch(origin)
    return match[1] if match else None


def number_of(origin: str) -> str | None:
    """The function that returns a number in place of an address; None where the origin is another's."""
    match = _NUMBER.fullmatch(origin)
    return match[1] if match else None


def content_of(origin: str) -> Content | None:
    """What a choice of this origin is in an object that a function returns; None where it is another choice."""
    match = _CONTENT.fullmatch(origin)
    return Content(match[1], int(match[2]), int(match[3]), match[4] is not None) if match else None
