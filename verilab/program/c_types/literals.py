"""Constants of C source: integers with their suffixes, characters and strings with their escapes (C11 6.4.4, 6.4.5)."""

from __future__ import annotations

import re

from verilab.data_classes import dataclass
from verilab.program.c_types.conversions import constant_type
from verilab.program.c_types.types import C_INT, CHAR, UNSIGNED_CHAR, UNSIGNED_INT, UNSIGNED_SHORT, CType, IntegerType
from verilab.program.types import DataModel

_INTEGER = re.compile(r"(?P<digits>0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)(?P<suffix>[uUlLiIjJ]*)$")
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27, "\\": 92, "'": 39, '"': 34, "?": 63}
_PIECE = re.compile(r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\.|[^\\]", re.DOTALL)
_QUOTED = re.compile(r"(?P<prefix>u8|[uUL]?)(?P<quote>['\"])(?P<body>(?:\\.|(?!(?P=quote))[^\\])*)(?P=quote)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class IntegerLiteral:
    value: int
    type: IntegerType


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """The code units, without the terminating zero, and the type of one; ``word`` where it stands for another array (``__func__``)."""

    units: tuple[int, ...]
    element: IntegerType
    word: str = ""

    @property
    def bytes(self) -> bytes:
        """The array that it is, with the terminating zero."""
        width = self.element.machine.width
        return b"".join((unit & (1 << width) - 1).to_bytes(width // 8, "little") for unit in (*self.units, 0))


def integer_literal(text: str, model: DataModel) -> IntegerLiteral | None:
    """An integer constant; None where the text is none."""
    match = _INTEGER.match(text.replace("'", ""))
    if match is None:
        return None
    digits, suffix = match["digits"], match["suffix"].lower()
    try:
        if digits[:2] in ("0x", "0X", "0b", "0B"):
            value, decimal = int(digits, 0), False
        elif digits[0] == "0" and len(digits) > 1:
            value, decimal = int(digits, 8), False
        else:
            value, decimal = int(digits), True
    except ValueError:
        return None
    value %= 1 << 64  # gcc's constants have no more bits
    type = constant_type(value, suffix, model, decimal=decimal)
    return IntegerLiteral(type.machine.wrap(value), type)


def character_literal(text: str, wide: CType) -> IntegerLiteral | None:
    """A character constant, of type int; ``wide`` is the type of ``L'x'``.  None where the text is none."""
    match = _QUOTED.fullmatch(text)
    if match is None:
        return None
    units = _units(match["body"], match["prefix"])
    if not units:
        return None
    element = UNSIGNED_CHAR if match["prefix"] == "u8" else _element(match["prefix"], wide)  # char8_t of C23, as C17 has none
    if match["prefix"]:  # of several, the last one is gcc's
        return IntegerLiteral(element.machine.wrap(units[-1]), element)
    value = 0
    for unit in units[-4:]:  # gcc packs several characters into the int, the last one lowest
        value = (value << 8) | (unit & 0xFF)
    return IntegerLiteral(CHAR.machine.wrap(value) if len(units) == 1 else C_INT.machine.wrap(value), C_INT)


def string_literal(text: str, wide: CType) -> StringLiteral | None:
    """One or more adjacent string literals, all of the kind that one of them names (C11 6.4.5p5); None where the text is none."""
    if '"' not in text:
        return None
    parts = list(_QUOTED.finditer(text))
    prefix = next((match["prefix"] for match in parts if match["prefix"]), "")
    units = [unit for match in parts for unit in _units(match["body"], prefix)]
    element = _element(prefix, wide)
    return StringLiteral(tuple(element.machine.wrap(unit) for unit in units), element)


def _element(prefix: str, wide: CType) -> IntegerType:
    if prefix == "L":
        assert isinstance(wide, IntegerType)
        return wide
    return {"u": UNSIGNED_SHORT, "U": UNSIGNED_INT}.get(prefix, CHAR)


def _units(body: str, prefix: str) -> list[int]:
    """Code units: bytes of the UTF-8 text for narrow literals, code points for wide ones, of UTF-16 for those with ``u``."""
    narrow, short = prefix in ("", "u8"), prefix == "u"
    units: list[int] = []
    for piece in _PIECE.findall(body):
        if piece[0] != "\\":
            units.extend(piece.encode("utf-8", "surrogateescape") if narrow else _utf16(ord(piece)) if short else [ord(piece)])
        elif piece[1] == "x":
            units.append(int(piece[2:], 16))
        elif piece[1] in "uU" and len(piece) > 2:
            point = int(piece[2:], 16)
            units.extend(chr(point).encode("utf-8", "replace") if narrow and point <= 0x10FFFF else _utf16(point) if short else [point])
        elif piece[1] in "01234567":
            units.append(int(piece[1:], 8))
        elif piece != "\\\n":
            units.append(_ESCAPES.get(piece[1], ord(piece[1])))
    return units


def _utf16(point: int) -> list[int]:
    """The one or two units of a code point."""
    if not 0xFFFF < point <= 0x10FFFF:
        return [point]
    return [0xD800 + (point - 0x10000 >> 10), 0xDC00 + (point - 0x10000 & 0x3FF)]
