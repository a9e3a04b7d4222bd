"""Relocatable object files of x86 (ELF, System V ABI chapter 4): the bytes of their symbols, and which of them the linker will fill in."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import field

from verilab.data_classes import dataclass

_SYMBOL_TABLE, _RELOCATIONS_WITH_ADDENDS, _NO_BITS, _RELOCATIONS = 2, 4, 8, 9
_OBJECT, _COMMON = 1, 0xFFF2
_SECTION = 3
_ADDRESS_RELOCATIONS = {4: (1,), 8: (1, 10, 11)}  # R_386_32; R_X86_64_64, _32, _32S


class MalformedObjectError(Exception):
    """The file is no object file of this kind."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """``section`` is the index of the one that it lies in, None where it is not defined here or common; ``offset`` in bytes."""

    name: str
    kind: int
    section: int | None
    offset: int
    size: int
    common: bool

    @property
    def is_object(self) -> bool:
        return self.kind == _OBJECT


@dataclass(frozen=True, slots=True)
class Address:
    """What the linker puts somewhere: the address of a symbol, and so many bytes on; ``name`` is None where no symbol tells."""

    name: str | None
    addend: int

    def __str__(self) -> str:
        return f"{self.name or 'something'} + {self.addend}" if self.addend else self.name or "something"


@dataclass(frozen=True, slots=True)
class Image:
    """The bytes of an object; where the linker fills in an address, by offset in bytes."""

    content: bytes
    addresses: dict[int, Address] = field(default_factory=dict)


class ObjectFile:
    """One object file's symbols; raises MalformedObjectError."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"\x7fELF" or data[4] not in (1, 2):
            raise MalformedObjectError("this is no object file")
        self._data = data
        self._word = 4 if data[4] == 1 else 8
        try:
            self._sections = list(self._read_sections())
            self.symbols = list(self._read_symbols())
            self._relocated = {target: list(self._read_relocations(index)) for index, target in self._relocation_sections()}
        except (struct.error, IndexError) as failure:
            raise MalformedObjectError(str(failure)) from None

    def _read_sections(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Type, offset in the file, size, link and info of each."""
        if self._word == 4:
            (start,), (entry, count) = struct.unpack_from("<I", self._data, 32), struct.unpack_from("<HH", self._data, 46)
        else:
            (start,), (entry, count) = struct.unpack_from("<Q", self._data, 40), struct.unpack_from("<HH", self._data, 58)
        if count == 0:  # there are more than 65,279
            count = struct.unpack_from("<I" if self._word == 4 else "<Q", self._data, start + (20 if self._word == 4 else 32))[0]
        for index in range(count):
            at = start + index * entry
            if self._word == 4:
                _, kind, _, _, offset, size, link, info, _, _ = struct.unpack_from("<10I", self._data, at)
            else:
                _, kind, _, _, offset, size, link, info, _, _ = struct.unpack_from("<IIQQQQIIQQ", self._data, at)
            yield kind, offset, size, link, info

    def _read_symbols(self) -> Iterator[Symbol]:
        for kind, offset, size, link, _ in self._sections:
            if kind != _SYMBOL_TABLE:
                continue
            strings = self._sections[link][1]
            for at in range(offset, offset + size, 16 if self._word == 4 else 24):
                if self._word == 4:
                    name, value, extent, info, _, section = struct.unpack_from("<IIIBBH", self._data, at)
                else:
                    name, info, _, section, value, extent = struct.unpack_from("<IBBHQQ", self._data, at)
                text = self._data[strings + name : self._data.index(b"\0", strings + name)].decode("latin-1")
                defined = 0 < section < 0xFF00
                yield Symbol(text, info & 15, section if defined else None, value, extent, section == _COMMON)

    def _relocation_sections(self) -> Iterator[tuple[int, int]]:
        for index, (kind, _, _, _, info) in enumerate(self._sections):
            if kind in (_RELOCATIONS, _RELOCATIONS_WITH_ADDENDS):
                yield index, info

    def _read_relocations(self, index: int) -> Iterator[tuple[int, Address]]:
        kind, offset, size, _, target = self._sections[index]
        explicit = kind == _RELOCATIONS_WITH_ADDENDS
        form = {4: "<IIi" if explicit else "<II", 8: "<QQq" if explicit else "<QQ"}[self._word]
        base = self._sections[target][1]
        for at in range(offset, offset + size, struct.calcsize(form)):
            place, info, *rest = struct.unpack_from(form, self._data, at)
            number, type = (info >> 8, info & 255) if self._word == 4 else (info >> 32, info & 0xFFFFFFFF)
            addend = rest[0] if explicit else struct.unpack_from("<i", self._data, base + place)[0]
            symbol = self.symbols[number]
            if type not in _ADDRESS_RELOCATIONS[self._word]:
                yield place, Address(None, 0)
            else:
                yield place, self._named(symbol, addend)

    def _named(self, symbol: Symbol, addend: int) -> Address:
        if symbol.kind != _SECTION:
            return Address(symbol.name, addend)
        for other in self.symbols:
            inside = other.section == symbol.section and other.offset <= addend < other.offset + max(other.size, 1)
            if other.kind == _OBJECT and inside:
                return Address(other.name, addend - other.offset)
        return Address(None, addend)

    def image(self, symbol: Symbol) -> Image | None:
        """The bytes of an object; None where it is not defined in this file."""
        if symbol.common:
            return Image(bytes(symbol.size))
        if symbol.section is None:
            return None
        kind, offset, _, _, _ = self._sections[symbol.section]
        start = offset + symbol.offset
        content = bytes(symbol.size) if kind == _NO_BITS else self._data[start : start + symbol.size]
        relocated = self._relocated.get(symbol.section, ())
        inside = {place - symbol.offset: to for place, to in relocated if symbol.offset <= place < symbol.offset + symbol.size}
        return Image(content, inside)
