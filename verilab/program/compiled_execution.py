"""The claim that the compiled program reaches an error, where its execution is no run of the model, or is too long to be one."""

from __future__ import annotations

from pathlib import Path

from verilab.data_classes import dataclass
from verilab.program.tasks.properties import ErrorConvention
from verilab.program.types import DataModel


@dataclass(frozen=True, slots=True)
class CompiledExecution:
    """An execution of ``source`` with these ``inputs``: the function that chose each, and the value, in their order.

    ``provided``: in memory that is provided for pointers which nobody has set; among the inputs are the words of it that are looked at.
    ``convention`` says what an error is in the source.
    """

    source: Path
    model: DataModel
    convention: ErrorConvention
    inputs: tuple[tuple[str, int], ...]
    provided: bool = True
