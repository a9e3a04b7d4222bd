"""Objects as blocks of bytes, and addresses as pairs of a block and a distance from its start (the memory model of CompCert).

byte  =  0..255  |  byte k of an address  |  unknown
load of n bytes:  all numbers: the number, little end first;  bytes 0..n-1 of one address: the address;  one byte of an address: that
                  byte, which may be copied and nothing else;  else unknown
"""

from __future__ import annotations

from dataclasses import field

from verilab.data_classes import dataclass
from verilab.evidence.interpretation.evaluation import Fault, Poison, Undefined
from verilab.program.memory.objects.objects import ObjectKind
from verilab.program.types import IntType

UNWRITTEN = Poison("memory is read before it is written", None)
OVER_OTHERS = Poison("a _Bool, or a bit-field, is written where other bits were", None)
MIXED = Poison("bytes of an address are read as a number", None)


@dataclass(slots=True, eq=False)
class Block:
    """One object while the program runs; ``anew``: it may lie where another one lay before; ``label``: it is one of a function.

    ``shared``: it may share its bytes with others of which that is said.
    """

    name: str
    kind: ObjectKind
    size: int
    anew: bool = False
    label: bool = False
    shared: bool = False
    bytes: list[Byte] = field(init=False)

    def __post_init__(self) -> None:
        self.bytes = [UNWRITTEN] * self.size

    def end(self) -> None:
        """From now on no address is inside of it."""
        self.size, self.bytes = -1, []


@dataclass(frozen=True, slots=True)
class Address:
    """``offset`` bytes from the start of a block, perhaps outside of it."""

    block: Block
    offset: int

    @property
    def is_inside(self) -> bool:
        """Whether it is of a byte of the block, or of the one behind its end: C has no other addresses."""
        return 0 <= self.offset <= self.block.size


@dataclass(frozen=True, slots=True)
class Fragment:
    """Byte ``number`` of an address in memory."""

    address: Address
    number: int


Byte = int | Fragment | Poison
Value = int | Address | Fragment | Poison
Result = Value | Fault


def load(address: Address, type: IntType, bit: int) -> Result:
    """The value at an address; ``bit`` is where a bit-field begins there."""
    start, count = address.offset, (bit + type.width + 7) // 8
    block = address.block
    if not 0 <= start <= block.size - count:
        return Fault(Undefined.INDEX)
    bytes_ = block.bytes[start : start + count]
    total = 0
    for number, byte in enumerate(bytes_):
        if not isinstance(byte, int):
            return _joined(bytes_) if bit == 0 and type.width == 8 * count else _unknown(bytes_)
        total |= byte << 8 * number
    return type.wrap(total >> bit)


def _joined(bytes_: list[Byte]) -> Value:
    first = bytes_[0]
    if isinstance(first, Fragment) and len(bytes_) == 1:
        return first
    if isinstance(first, Fragment) and all(_is_part(byte, first.address, number) for number, byte in enumerate(bytes_)):
        return first.address
    return _unknown(bytes_)


def _is_part(byte: Byte, address: Address, number: int) -> bool:
    return isinstance(byte, Fragment) and byte.number == number and byte.address == address


def _unknown(bytes_: list[Byte]) -> Poison:
    return next((byte for byte in bytes_ if isinstance(byte, Poison)), MIXED)


def store(address: Address, value: Value, type: IntType, bit: int, pointer_width: int) -> Fault | None:
    """Write a value of a type; None where that is possible."""
    start, count = address.offset, (bit + type.width + 7) // 8
    block = address.block
    if not 0 <= start <= block.size - count:
        return Fault(Undefined.INDEX)
    if bit or type.width != 8 * count:
        value = _inserted(block.bytes[start : start + count], value, type, bit)
    match value:
        case Address():
            whole = type.width == pointer_width and bit == 0
            written: list[Byte] = [Fragment(value, number) if whole else MIXED for number in range(count)]
        case Poison():
            written = [value] * count
        case Fragment():
            written = [value] if count == 1 and bit == 0 else [MIXED] * count
        case _:
            written = [value >> 8 * number & 255 for number in range(count)]
    block.bytes[start : start + count] = written
    return None


def _inserted(bytes_: list[Byte], value: Value, type: IntType, bit: int) -> Value:
    """The bytes as one number, with a bit-field in it changed; unknown where any of it is: bits have no unknown parts."""
    total = 0
    for number, byte in enumerate(bytes_):
        if not isinstance(byte, int):
            return _unknown(bytes_)
        total |= byte << 8 * number
    if not isinstance(value, int):
        return value if isinstance(value, Poison) else MIXED
    mask = (1 << type.width) - 1
    return total & ~(mask << bit) | (value & mask) << bit
