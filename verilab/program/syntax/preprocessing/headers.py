"""Headers: where they are (beside the file that includes them, in the given directories, among our stubs), and how many may be read."""

from __future__ import annotations

import os

from verilab.data_classes import dataclass
from verilab.program.syntax.preprocessing.pieces import Kind, Piece, spelled
from verilab.program.syntax.preprocessing.predefined import STUBS

BESIDE = -1
DEEPEST_INCLUSION = 200
MOST_INCLUSIONS = 5000
LARGEST_INPUT = 64 << 20
"""Characters of all files."""


@dataclass(frozen=True, slots=True)
class Header:
    """A file that was found: its path, and the index of the directory that it was found in (``BESIDE``: beside the includer)."""

    path: str
    directory: int


class Headers:
    """The search for headers; ``include_dirs`` come before our stubs."""

    def __init__(self, include_dirs: tuple[str | os.PathLike[str], ...]) -> None:
        self._directories = [*(os.fspath(directory) for directory in include_dirs), str(STUBS)]

    def find(self, name: str, quoted: bool, includer: str, first: int = 0) -> Header | None:
        """The file that ``#include "name"`` or ``#include <name>`` means in a file; ``first``: the directory where the search begins."""
        if os.path.isabs(name):
            return Header(name, BESIDE) if os.path.isfile(name) else None
        beside = os.path.join(os.path.dirname(includer), name)
        if quoted and os.path.isfile(beside):
            return Header(beside, BESIDE)
        for index, directory in enumerate(self._directories):
            path = os.path.join(directory, name)
            if index >= first and os.path.isfile(path):
                return Header(path, index)
        return None


class Inclusions:
    """What has been included: which files not again, and whether it is more than any program includes."""

    def __init__(self, characters: int) -> None:
        """``characters``: of the file that is preprocessed."""
        self._once: set[str] = set()
        self._included: set[str] = set()
        self._count = 0
        self._characters = characters

    def only_once(self, path: str) -> None:
        """``#pragma once`` stands in the file."""
        self._once.add(os.path.realpath(path))

    def are_over(self, path: str, directive: str) -> bool:
        """Whether the directive includes nothing, since the file was included before; else it is from now on."""
        file = os.path.realpath(path)
        if file in self._once or (directive == "import" and file in self._included):
            return True
        self._included.add(file)
        self._count += 1
        return False

    def are_endless(self, depth: int, characters: int) -> bool:
        """Whether there are too many with a file of so many characters, so deep inside others."""
        self._characters += characters
        return depth > DEEPEST_INCLUSION or self._count > MOST_INCLUSIONS or self._characters > LARGEST_INPUT


def named_header(pieces: list[Piece]) -> tuple[str, bool] | None:
    """The name that the pieces of an inclusion are, and whether it is quoted; None where they are no name."""
    if pieces and pieces[0].kind is Kind.STRING and pieces[0].text[0] == '"':
        return pieces[0].text[1:-1], True
    end = next((index for index, piece in enumerate(pieces) if piece.is_punctuator(">")), None)
    if pieces and pieces[0].is_punctuator("<") and end is not None:
        return spelled(pieces[1:end]), False
    return None
