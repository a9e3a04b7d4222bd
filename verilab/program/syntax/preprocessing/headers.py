"""Where headers are: beside the file that includes them, in the given directories, among our stubs."""

from __future__ import annotations

import os
from dataclasses import dataclass

from verilab.program.syntax.preprocessing.predefined import STUBS

BESIDE = -1


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
