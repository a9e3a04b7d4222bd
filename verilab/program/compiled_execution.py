"""The claim that the compiled program reaches an error in memory that is provided for pointers which nobody has set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel


@dataclass(frozen=True, slots=True)
class CompiledExecution:
    """An execution of ``source`` with these ``inputs``: the function that chose each, and the value, in their order.

    Among them are the words of memory that it looks at; ``convention`` says what an error is in the source.
    """

    source: Path
    model: DataModel
    convention: ErrorConvention
    inputs: tuple[tuple[str, int], ...]
