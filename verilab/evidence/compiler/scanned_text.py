"""What ``scanf`` reads in a counterexample, as the text of the standard input."""

from __future__ import annotations

from verilab.evidence.interpretation.inputs import nondeterminism
from verilab.program.counterexample import Choice
from verilab.program.lowering.environment.scanning import RESULT, VALUE

_ENDED, _NO_NUMBER = -1, 0


class ScannedText:
    """Takes the choices of an execution in their order; ``is_possible``: some text has these results, one call after the other."""

    def __init__(self) -> None:
        self.text = bytearray()
        self.is_possible = True
        self._stuck: int | None = None  # the result of every further call

    def takes(self, choice: Choice) -> bool:
        """Whether the choice is of ``scanf``, and is in the text."""
        told = nondeterminism(choice.edge)
        if told is None or not told[2].startswith((RESULT, VALUE)):
            return False
        if told[2] == VALUE:
            self.text += b"%d\n" % choice.values[0]
        else:
            self._begin(choice.values[0], int(told[2].removeprefix(RESULT)))
        return True

    def _begin(self, read: int, wanted: int) -> None:
        if self._stuck is not None:
            self.is_possible &= read == self._stuck
        elif read == 0:
            self.text += b"x"
            self._stuck = _NO_NUMBER
        elif read < wanted:  # the text ends behind what is read
            self._stuck = _ENDED
