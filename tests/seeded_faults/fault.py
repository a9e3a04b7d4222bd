"""A seeded fault: one exact replacement in the text of one module that changes what the verifier computes."""

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


PROGRAMS = {
    Layer.BLOCKS: "^(joins|branches|loops)/",
    Layer.ENCODINGS: "^(arithmetic|conversions)/",
    Layer.MEMORY: "^(pointers|bytes|structures|heap)/",
    Layer.LOWERING: "^(branches|layout|structures|functions|conversions)/",
    Layer.VALUES: "^(loops|branches|functions|arithmetic)/",
    Layer.PREDICATES: "^(loops|joins)/",
}
"""The programs that faults of a layer are tried on."""


class FaultError(Exception):
    """The fault cannot be planted: its text is not in the module, or more than once; the message names both."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``before`` occurs exactly once in the source of ``module`` and becomes ``after``; runs of blanks and line ends count as one blank.

    ``programs`` is a regular expression for the names of the programs that may show it, "" for those of its layer; ``bit_vectors`` where
    only an analysis in bit vectors can.
    """

    name: str
    layer: Layer
    module: str
    before: str
    after: str
    programs: str = ""
    bit_vectors: bool = False

    @property
    def path(self) -> Path:
        """The module's source file; found without importing the module itself."""
        spec = find_spec("verilab")
        assert spec is not None
        assert spec.submodule_search_locations
        return Path(spec.submodule_search_locations[0], *self.module.split(".")[1:]).with_suffix(".py")

    def place(self, source: str) -> tuple[int, int]:
        """Where the text to be replaced starts and ends."""
        pattern = r"\s+".join(re.escape(word) for word in self.before.split())
        found = [match.span() for match in re.finditer(pattern, source)]
        if len(found) != 1:
            raise FaultError(f"fault '{self.name}': {len(found)} places in {self.module} have the text {self.before!r}")
        return found[0]

    def rewritten(self, source: str) -> str:
        """The module's text with the fault."""
        start, end = self.place(source)
        if source[start:end] == self.after:
            raise FaultError(f"fault '{self.name}' changes nothing")
        return source[:start] + self.after + source[end:]
