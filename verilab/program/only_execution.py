"""The claim that a program has no inputs, so that its one execution is all that it can do."""

from __future__ import annotations

from collections.abc import Callable

from verilab.data_classes import dataclass
from verilab.program.cfa import Program
from verilab.program.tasks.properties import ErrorConvention


@dataclass(frozen=True, slots=True)
class OnlyExecution:
    """The execution of ``program`` from its entry, which ends without an error; ``convention`` says what an error is in its source.

    ``has_memory``: the program's operations on memory stand as they were lowered, and its objects lie nowhere.
    It proves the program safe where it is the same whatever C, the implementation and the surroundings leave open.  ``elsewhere``: the
    same program with its objects at other addresses, lowered when it is asked for.
    """

    program: Program
    convention: ErrorConvention
    elsewhere: tuple[Callable[[], Program], ...] = ()
    has_memory: bool = False
