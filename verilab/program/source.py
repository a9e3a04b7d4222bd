"""Source texts: reading them whatever their encoding, and finding a line again."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from verilab.data_classes import dataclass
from verilab.program.errors import InputError

MAXIMUM_BYTES = 64 << 20  # a C file larger than this is not a verification task


def read_text(path: str | Path) -> str:
    """The text of a file, UTF-8 or else Latin-1 (which decodes any byte); line ends become ``\\n``.

    Raises InputError where the file is missing, unreadable, a directory, or larger than ``MAXIMUM_BYTES``.
    """
    return decode(_bytes(Path(path)))


def read_source(path: str | Path) -> str:
    """The text of a C file: UTF-8, where every byte that is none stays itself, as a lone surrogate from U+DC80 on (PEP 383).

    Errors and line ends are those of ``read_text``.
    """
    return decode_source(_bytes(Path(path)))


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError("is a directory", file=str(path), hint="name a .c, .i or .yml file in it")
        if path.stat().st_size > MAXIMUM_BYTES:
            raise InputError(f"is larger than {MAXIMUM_BYTES >> 20} MB", file=str(path), hint="a C source file was expected")
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError("no such file", file=str(path)) from None
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror or problem}", file=str(path)) from None
    except ValueError as problem:  # a NUL in the path
        raise InputError(f"cannot be read: {problem}", file=str(path)) from None


def decode(data: bytes) -> str:
    """Bytes as text: UTF-8 (a leading byte order mark is dropped) or else Latin-1, with ``\\n`` line ends."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _lines(text)


def decode_source(data: bytes) -> str:
    """Bytes of a C file as text; ``encode("utf-8", "surrogateescape")`` gives them back, but for line ends and byte order mark."""
    return _lines(data.decode("utf-8-sig", "surrogateescape"))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


@dataclass(slots=True, eq=False)
class SourceText:
    """A text and its name, with its lines split on demand (only ``\\n`` ends a line)."""

    name: str
    text: str
    _lines: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        if not self._lines:
            self._lines = self.text.split("\n")
        return self._lines

    def line(self, number: int) -> str:
        """The 1-based line, empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def error(self, message: str, line: int, column: int = 0, hint: str | None = None) -> InputError:
        """An InputError at that place of this text, with its source line."""
        return InputError(message, file=self.name, line=line, column=column, hint=hint, source_line=self.line(line))
