"""The text of an experiment's file: its values with the places that they stand at, for errors that name line and column.

``tomllib`` reads the values and tells no places; keys are looked for again in the text where an error needs one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from verilab.errors import nearest
from verilab.program.errors import InputError
from verilab.program.source import read_text

_PART = r"(?:\"[^\"]*\"|'[^']*'|[\w-]+)"
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAME})\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(rf"\s*({_NAME})\s*=")
_PROBLEM = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)

Where = tuple[str | int, ...]
"""Keys and places in lists, from the top of the document down."""


class Document:
    """A TOML file.  InputError for what cannot be read or is no TOML."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path)
        self._lines = self.text.split("\n")
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text.replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            message, line, column = self._problem(str(error))
            raise self._located(f"is no TOML: {message}", line, column, None) from None
        except (ValueError, RecursionError) as error:  # a date that does not exist, arrays in arrays without end
            raise InputError(f"is no TOML: {error}", file=str(path)) from None

    def _problem(self, text: str) -> tuple[str, int, int]:
        match = _PROBLEM.fullmatch(text)
        if match is None:
            return text, 0, 0
        message, line, column = match.groups()
        return (message, int(line), int(column)) if line else (f"{message} at its end", len(self._lines), 0)

    def error(self, message: str, where: Where, value: object = None, hint: str | None = None) -> InputError:
        """An error about a key, or about a value of it."""
        line, column = self._place(where, value)
        return self._located(message, line, column, hint)

    def _located(self, message: str, line: int, column: int, hint: str | None) -> InputError:
        shown = self._lines[line - 1].rstrip("\r") if 0 < line <= len(self._lines) else None
        return InputError(message, file=str(self.path), line=line, column=column, hint=hint, source_line=shown)

    def unknown(self, what: str, name: str, known: Sequence[str], where: Where, value: object = None) -> InputError:
        """An error about a name that there is not, with the nearest one that there is."""
        return self.error(f"unknown {what} {name!r}", where, value, nearest(name, known))

    def _place(self, where: Where, value: object) -> tuple[int, int]:
        """Line and column of a key (the innermost that stands on a line of its own), or of a value at or after it; zeros for none."""
        keys = self._keys()
        for length in range(len(where), 0, -1):
            position = keys.get(where[:length])
            if position is not None:
                return self._value(*position, where[length:], value)
        return 0, 0

    def _value(self, line: int, column: int, rest: Where, value: object) -> tuple[int, int]:
        names = [re.escape(str(key)) for key in rest if isinstance(key, str)]
        patterns = [rf"(?<![\w.-]){name}(?=\s*=)" for name in names]
        if isinstance(value, str):
            patterns.append(rf"(?<=[\"']){re.escape(value)}(?=[\"'])")
        elif value is not None and not isinstance(value, (dict, list)):
            patterns.append(rf"(?<![\w.-]){re.escape(str(value).lower() if isinstance(value, bool) else str(value))}(?![\w.-])")
        for pattern in patterns:
            text = "\n".join(self._lines[line - 1 :])
            match = re.compile(pattern).search(text, column)
            if match is not None:
                before = text[: match.start()]
                line += before.count("\n")
                column = match.start() - (before.rfind("\n") + 1) + 1
        return line, column

    def _keys(self) -> dict[Where, tuple[int, int]]:
        """Where each table and each key at the beginning of a line stands."""
        places: dict[Where, tuple[int, int]] = {}
        table: Where = ()
        counts: dict[Where, int] = {}
        for number, line in enumerate(self._lines, start=1):
            if header := _HEADER.match(line):
                table = _parts(header.group(2))
                if header.group(1) == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                places.setdefault(table, (number, header.start(2) + 1))
            elif key := _KEY.match(line):
                parts = _parts(key.group(1))
                for length in range(1, len(parts) + 1):
                    places.setdefault((*table, *parts[:length]), (number, key.start(1) + 1))
        return places


class Section:
    """A table of the document; what is not asked for in the end is an unknown key."""

    def __init__(self, document: Document, where: Where, data: Any, known: Collection[str]) -> None:
        self.document, self.where = document, where
        if not isinstance(data, dict):
            raise document.error(f"{_named(where)} is no table", where, hint=f"with keys of: {', '.join(known)}")
        self.data: dict[str, Any] = data
        for key in data:
            if key not in known:
                raise document.unknown("key", key, sorted(known), (*where, key))

    def section(self, key: str, known: Collection[str]) -> Section:
        """A table in this one; an empty one where there is none."""
        return Section(self.document, (*self.where, key), self.data.get(key, {}), known)

    def text(self, key: str, default: str = "") -> str:
        return str(self._typed(key, default, str, "a text"))

    def flag(self, key: str) -> bool:
        return bool(self._typed(key, False, bool, "true or false"))

    def number(self, key: str, default: float | None = None, *, least: float = 0) -> float | None:
        """A number that is ``least`` or more; a whole one where ``default`` is, or where it is written so."""
        value = self.data.get(key, default)
        if value is not default and (isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < 1e15):
            raise self.error(key, value, f"give a number, {least:g} or more")
        return value

    def count(self, key: str, default: int | None = None, least: int = 1) -> int | None:
        """A whole number that is ``least`` or more."""
        value = self.data.get(key, default)
        if value is not default and (isinstance(value, bool) or not isinstance(value, int) or not least <= value < 10**9):
            raise self.error(key, value, f"give a whole number, {least} or more")
        return value

    def items(self, key: str, check: Callable[[Any], bool], what: str) -> list[Any]:
        """A list whose items pass a check, or one such item as a list of it; empty where the key is missing."""
        value = self.data.get(key, [])
        items = value if isinstance(value, list) else [value]
        if key in self.data and not items:
            raise self.error(key, None, f"name at least one of {what}", "is empty")
        for item in items:
            if not check(item):
                raise self.error(key, item, f"give {what}")
        return items

    def texts(self, key: str, known: Sequence[str] = (), what: str = "texts") -> list[str]:
        """A list of texts, or one text; of those ``known``, if there are."""
        texts: list[str] = self.items(key, lambda item: isinstance(item, str), what)
        for text in texts:
            if known and text not in known:
                raise self.document.unknown(f"value of {key}", text, known, (*self.where, key), text)
        return texts

    def error(self, key: str, value: object, hint: str, problem: str = "") -> InputError:
        """An error about a value of a key."""
        name = _named((*self.where, key))
        return self.document.error(f"{name} {problem or f'is {value!r}'}", (*self.where, key), value, hint)

    def _typed(self, key: str, default: Any, kind: type, what: str) -> Any:
        value = self.data.get(key, default)
        if not isinstance(value, kind):
            raise self.error(key, value, f"give {what}")
        return value


def _parts(name: str) -> tuple[str, ...]:
    """Those of a dotted name."""
    return tuple(part.strip("\"'") for part in re.findall(_PART, name))


def _named(where: Where) -> str:
    return ".".join(str(key) for key in where if isinstance(key, str)) or "the file"
