"""A seeded fault: one exact replacement in the text of one module that changes what the verifier computes.

A fault of a library model replaces text of a file of the C library (``verilab/program/stubs/library``), as the front end reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path


class Layer(Enum):
    """The part of the verifier that a fault is in."""

    BLOCKS = "block builder"
    ENCODINGS = "encodings"
    MEMORY = "memory resolution"
    LOWERING = "lowering"
    VALUES = "value analysis"
    PREDICATES = "predicate abstraction"
    SYNTAX = "text and syntax"
    CONSTANTS = "constants and conversions"
    RECORDS = "types and layout"
    INITIALISERS = "initial values"
    LIBRARY = "library models"
    CALLS = "calls and switch"
    TARGETS = "points-to"


SHARED = frozenset({Layer.SYNTAX, Layer.CONSTANTS, Layer.RECORDS, Layer.INITIALISERS, Layer.LIBRARY, Layer.CALLS, Layer.TARGETS})
"""What the analysis and all of our own evidence share."""

PROGRAMS = {
    Layer.BLOCKS: "^(joins|branches|loops)/",
    Layer.ENCODINGS: "^(arithmetic|conversions)/",
    Layer.MEMORY: "^(pointers|bytes|structures|heap)/",
    Layer.LOWERING: "^(branches|layout|structures|functions|conversions)/",
    Layer.VALUES: "^(loops|branches|functions|arithmetic)/",
    Layer.PREDICATES: "^(loops|joins)/",
    Layer.SYNTAX: "^syntax/",
    Layer.CONSTANTS: "^constants/",
    Layer.RECORDS: "^records/",
    Layer.INITIALISERS: "^initial/",
    Layer.LIBRARY: "^library/",
    Layer.CALLS: "^arguments/",
    Layer.TARGETS: "^targets/",
}
"""The programs that faults of a layer are tried on."""


_LIBRARY = Path("program", "stubs", "library")
_READING = """

def _as_planted(path):
    from verilab.program.syntax import parse_text
    return (parse_text({text!r}, str(path), preprocessing=False) if path.name == {file!r} else parse_file(path, preprocessing=False)).ast

_parsed = cache(_as_planted)
"""
"""Put behind the module that parses the C library."""


def _root() -> Path:
    """The folder of verilab; found without importing it."""
    spec = find_spec("verilab")
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


class FaultError(Exception):
    """The fault cannot be planted: its text is not in the module, or more than once; the message names both."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``before`` occurs exactly once in the source of ``module`` and becomes ``after``; runs of blanks and line ends count as one blank.

    ``programs`` is a regular expression for the names of the programs that may show it, "" for those of its layer; ``bit_vectors`` where
    only an analysis in bit vectors can.  ``library``: the file of the C library that ``before`` is in; the module is then the one that
    reads it.
    """

    name: str
    layer: Layer
    module: str
    before: str
    after: str
    programs: str = ""
    bit_vectors: bool = False
    library: str = ""

    @property
    def path(self) -> Path:
        """The module's source file; found without importing the module itself."""
        return (_root() / Path(*self.module.split(".")[1:])).with_suffix(".py")

    def place(self, source: str) -> tuple[int, int]:
        """Where the text to be replaced starts and ends."""
        pattern = r"\s+".join(re.escape(word) for word in self.before.split())
        spans = [match.span() for match in re.finditer(pattern, source)]
        if len(spans) != 1:
            raise FaultError(f"fault '{self.name}': {len(spans)} places in {self.module} have the text {self.before!r}")
        return spans[0]

    def rewritten(self, source: str) -> str:
        """The module's text with the fault."""
        if self.library:
            text = (_root() / _LIBRARY / self.library).read_text()
            return source + _READING.format(file=self.library, text=self._replaced(text))
        return self._replaced(source)

    def _replaced(self, source: str) -> str:
        start, end = self.place(source)
        if source[start:end] == self.after:
            raise FaultError(f"fault '{self.name}' changes nothing")
        return source[:start] + self.after + source[end:]
